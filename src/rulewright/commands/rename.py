"""`rulewright rename`: a new name everywhere, or nothing at all."""

import re
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from rulewright.boundary import Failure
from rulewright.commands.terminal import failing_in, print_findings, say
from rulewright.diagnostics import Faults
from rulewright.game_folders import SHARED
from rulewright.installation import user_store
from rulewright.language.texts import ID
from rulewright.model.names import did_you_mean, slug
from rulewright.pipeline import Examination, examine
from rulewright.proof.process import Limits
from rulewright.renaming.renaming import Renaming
from rulewright.renaming.replacing import replace_files
from rulewright.renaming.things import Thing, things
from rulewright.source.files import choose_games
from rulewright.translation.messages import Message, any_of, in_language, joined, tell, tell_number

BY_HAND = tell("rename it there by hand, and rulewright check then names each place that is left")
FOLDERS = ("content", "cards")


def rename(project: str, old: str, new: str, game: str) -> int:
    """Renames a thing of a game and says where; status 1, and nothing written, if errors would be left."""
    root, faults = Path(project), Faults()
    chosen = choose_games(root, [game] if game else [], faults)
    print_findings(faults, {}, sys.stderr)
    if faults.status:
        return faults.status
    if len(chosen) > 1:
        raise Failure(tell("which game? Write one of {games} after the new name", games=joined(chosen)))
    before = examine(root, chosen[0], Limits(), store=user_store())
    if before.book is None:
        print_findings(before.faults, before.sources.texts, sys.stdout, before.catalogue)
        hide = tell("the source of {game} has errors that hide some of its names: mend them first", game=chosen[0])
        raise Failure(Message(in_language(hide, before.catalogue)))
    with failing_in(before.catalogue):
        thing = _chosen(list(things(before.book.game, before.sources)), old)
        _check_own(root, thing, before)
        _check_new(thing, new, list(things(before.book.game, before.sources)))
        return _rename(root, chosen[0], thing, new, before)


def _check_own(root: Path, thing: Thing, before: Examination) -> None:
    """What a game below defines gets another name there."""
    layered = before.sources.layered
    if layered is None:
        return
    span = layered.place(thing.span) if thing.span.file == before.sources.rules_file else thing.span
    below = {each.name.span: each.below for each in layered.changes}.get(span) or span
    folder, _, rest = below.file.partition("/")
    holders = [game for game in layered.bases if (root / folder / game / rest.partition("/")[2]).is_file()]
    game = holders[0] if thing.kind == "card" and holders else below.file.split("/")[1]
    if game.startswith(SHARED):
        where = tell("{thing} is of {game}, which games share: {hint}", thing=thing.qualified, game=game, hint=BY_HAND)
        raise Failure(where)
    if game != before.game:
        raise Failure(tell("{thing} is of {game}: rename it there", thing=thing.qualified, game=game))


def _check_files(renaming: Renaming) -> None:
    """A file of a game below, or one that games share, means a thing of the game by its name."""
    for edit in sorted(renaming.edits):
        if edit.file.split("/")[1] != renaming.game:
            named = {"thing": renaming.thing.qualified, "place": str(edit.span), "hint": BY_HAND}
            raise Failure(tell("{thing} keeps its name: {place} names it too; {hint}", **named))


def _rename(root: Path, game: str, thing: Thing, new: str, before: Examination) -> int:
    words = before.catalogue
    with TemporaryDirectory() as folder:
        copy = Path(folder)
        below = before.sources.layered.bases if before.sources.layered else ()
        for source in (root / name / each for name in FOLDERS for each in (game, *below)):
            if source.is_dir():
                shutil.copytree(source, copy / source.relative_to(root))
        renaming = Renaming(copy, game, thing, new, user_store())
        wrong = renaming.run(before)
        _check_files(renaming)
        if wrong:
            print_findings(Faults(wrong), {}, sys.stdout, words)
            kept = tell(
                "rulewright: {thing} keeps its name: with the new one this would be wrong", thing=thing.qualified
            )
            say(kept, sys.stderr, words)
            return 1
        replace_files(root, copy, [f"{name}/{game}" for name in FOLDERS])
    renamed = tell_number(
        "{game}: {thing} is {new!r} now, in {n} place",
        "{game}: {thing} is {new!r} now, in {n} places",
        len(renaming.edits),
        game=game,
        thing=thing.qualified,
        new=new,
    )
    say(renamed, words=words)
    for edit in sorted(renaming.edits):
        old = edit.old or in_language(tell("added"), before.catalogue)
        say(joined((f"  {edit.span}: {old}", " ".join(edit.new.split())), " → "))
    if thing.kind == "card":
        say(joined((f"  {thing.span.file}", f"{new}.yaml"), " → "))
    return 0


def _chosen(known: list[Thing], old: str) -> Thing:
    """The thing of this name, which may have its kind before it."""
    found = [each for each in known if old in (each.name, each.qualified)]
    if not found:
        kinds = tell("write an id, a term, a value of a domain, a card or a function")
        hint = did_you_mean(old, [each.name for each in known], kinds)
        raise Failure(tell("nothing is called {name!r}: {hint}", name=old, hint=hint))
    if len(found) > 1:
        what, names = any_of(each.what for each in found), any_of(each.qualified for each in found)
        raise Failure(tell("{name!r} is {what}: write {names}", name=old, what=what, names=names))
    return found[0]


def _check_new(thing: Thing, new: str, known: list[Thing]) -> None:
    """Refuses a name that cannot be one, or that a thing of the kind has."""
    if new == thing.name:
        raise Failure(tell("{thing} is called {name!r} already", thing=thing.qualified, name=new))
    if thing.kind == "function":
        if not new.isidentifier():
            raise Failure(tell("{name!r} is no name of a function: write letters, digits and underscores", name=new))
    elif thing.kind == "term":
        if re.search(r"[\[\]|:#{}\n]", new) or new != new.strip() or not new:
            raise Failure(tell("{name!r} cannot be a term: write words without brackets, bars or colons", name=new))
    elif not ID.fullmatch(new):
        no_id = tell(
            "{name!r} cannot be an id: write {slug!r}: lower-case letters a to z, digits and hyphens",
            name=new,
            slug=slug(new),
        )
        raise Failure(no_id)
    same = (each for each in known if (each.kind, each.domain) == (thing.kind, thing.domain))
    if clash := next((each for each in same if each.name.casefold() == new.casefold() and each != thing), None):
        taken = tell(
            "{name!r} is {what} already, at {place}: choose another name",
            name=new,
            what=clash.what,
            place=str(clash.span),
        )
        raise Failure(taken)
