"""`rulewright rename`: give a rule, term, card or function a new name everywhere, or change nothing at all.

The change is made and checked in a copy of the game; only if it causes no errors do its files replace those of the
project. A `Thing` is what can have a new name; `rulewright.editing.renaming` finds where it is used.
"""

import errno
import os
import re
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from rulewright.app.commands.options import GAME_ARGUMENT, PROJECT_OPTION
from rulewright.app.commands.progress_line import print_findings, say
from rulewright.app.commands.shared import chosen_game
from rulewright.base.boundary import Failure
from rulewright.base.findings import Findings, counted
from rulewright.base.game_folders import SHARED
from rulewright.base.installation import user_store
from rulewright.base.messages.messages import any_of
from rulewright.editing.renaming import Renaming, Thing, replace_files, things
from rulewright.entries.names import did_you_mean, slug
from rulewright.entries.roles import ID
from rulewright.pipeline.stages import Examination, examine, read_game
from rulewright.proof.prove import ProofOptions
from rulewright.source.files import choose_games

BY_HAND = "rename it there by hand, and rulewright check then names each place that is left"
FOLDERS = ("content", "cards")


def _names_to_rename(context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """Complete the name to change, of all games of the project; with a colon also its kind: `rule:h`."""
    root, names = Path(context.params.get("project") or "."), set[str]()
    for game in choose_games(root, [], Findings()):
        game_read = read_game(root, game)
        if game_read.book is not None:
            entries = things(game_read.book.game, game_read.sources)
            names.update(each.qualified if ":" in incomplete else each.name for each in entries)
    return sorted(name for name in names if name.startswith(incomplete))


def _name_to_edit(context: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """Complete the new name by the present one, to be edited."""
    name = (context.params.get("old") or "").rpartition(":")[2]
    return [name] if name.startswith(incomplete) else []


@click.command()
@click.argument(
    "old",
    shell_complete=_names_to_rename,
    help="The present name, with its kind where several things share it: rule:hits, cover:wood.",
)
@click.argument("new", shell_complete=_name_to_edit, help="The new name.")
@GAME_ARGUMENT
@PROJECT_OPTION
def rename(old: str, new: str, game: str, project: str) -> int:
    root = Path(project)
    game = chosen_game(root, game)
    before = examine(root, game, ProofOptions(), store=user_store())
    if before.book is None:
        print_findings(before.findings, before.sources.texts, sys.stdout)
        raise Failure(f"{game} has errors, so not every use of the name can be found: fix them first")
    thing = _chosen(list(things(before.book.game, before.sources)), old)
    _check_definer(root, thing, before)
    _check_new_name(thing, new, list(things(before.book.game, before.sources)))
    _check_permissions(root, game)
    return _rename(root, game, thing, new, before)


def _check_definer(root: Path, thing: Thing, before: Examination) -> None:
    """Refuse to rename an entry that another game defines, which this one extends: it is renamed there."""
    layered = before.sources.layered
    if layered is None:
        return
    span = layered.place(thing.span) if thing.span.file == before.sources.rules_file else thing.span
    # An entry that this game only changes is defined in a game below.
    defined_at = {each.name.span: each.below for each in layered.changes}.get(span) or span
    folder, game_in_path, path_in_game = defined_at.file.split("/", 2)  # cards, skirmish, fire.yaml
    # A card belongs to the lowest game that has a file of its name.
    games_with_file = [game for game in layered.bases if (root / folder / game / path_in_game).is_file()]
    definer = games_with_file[0] if thing.kind == "card" and games_with_file else game_in_path
    if definer.startswith(SHARED):
        raise Failure(f"{thing.qualified} belongs to {definer}, which games share: {BY_HAND}")
    if definer != before.game:
        raise Failure(f"{thing.qualified} belongs to {definer}: rename it there")


def _check_files(renaming: Renaming) -> None:
    """Refuse if a file of another game, below this one or shared, uses the name."""
    for edit in sorted(renaming.edits):
        if edit.file.split("/")[1] != renaming.game:
            raise Failure(f"{renaming.thing.qualified} keeps its name: {edit.span} uses it too; {BY_HAND}")


def _check_permissions(root: Path, game: str) -> None:
    """Refuse before anything is written if a file of the game cannot be written."""
    for folder in (root / name / game for name in FOLDERS):
        for path in (folder, *folder.rglob("*")):
            if path.exists() and not os.access(path, os.W_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))


def _rename(root: Path, game: str, thing: Thing, new: str, before: Examination) -> int:
    """Rename in a copy, replace the files if that causes no errors, and list each change; return the exit status."""
    with TemporaryDirectory() as folder:
        copy = Path(folder)
        bases = before.sources.layered.bases if before.sources.layered else ()
        for source in (root / folder_name / each for folder_name in FOLDERS for each in (game, *bases)):
            if source.is_dir():
                shutil.copytree(source, copy / source.relative_to(root))
        renaming = Renaming(copy, game, thing, new, user_store())
        new_errors = renaming.run(before)
        _check_files(renaming)
        if new_errors:
            print_findings(Findings(new_errors), {}, sys.stdout)
            say(f"rulewright: {thing.qualified} keeps its name: the new one would cause these errors", sys.stderr)
            return 1
        replace_files(root, copy, [f"{name}/{game}" for name in FOLDERS])
    say(f"{game}: {thing.qualified} is now {new!r}, in {counted(len(renaming.edits), 'place')}")
    for edit in sorted(renaming.edits):
        say(f"  {edit.span}: {edit.old or 'added'} → {' '.join(edit.new.split())}")
    if thing.kind == "card":
        say(f"  {thing.span.file} → {new}.yaml")
    return 0


def _chosen(candidates: list[Thing], old: str) -> Thing:
    """Return the entry with this name, which may begin with its kind: `rule:hits`."""
    matches = [each for each in candidates if old in (each.name, each.qualified)]
    if not matches:
        kinds = "write an id, a term, a value of a domain, a card or a function"
        hint = did_you_mean(old, [each.name for each in candidates], kinds)
        raise Failure(f"nothing is called {old!r}: {hint}")
    if len(matches) > 1:
        what, names = any_of(each.what for each in matches), any_of(each.qualified for each in matches)
        raise Failure(f"{old!r} is {what}: write {names}")
    return matches[0]


def _check_new_name(thing: Thing, new: str, things_of_game: list[Thing]) -> None:
    """Refuse a name that is not valid, or that another entry of the kind has."""
    if new == thing.name:
        raise Failure(f"{thing.qualified} is called {new!r} already")
    if thing.kind == "function":
        if not new.isidentifier():
            raise Failure(f"{new!r} cannot be the name of a function: write letters, digits and underscores")
    elif thing.kind == "term":
        if re.search(r"[\[\]|:#{}\n]", new) or new != new.strip() or not new:
            raise Failure(f"{new!r} cannot be a term: write words without brackets, bars or colons")
    elif not ID.fullmatch(new):
        raise Failure(f"{new!r} cannot be an id: write {slug(new)!r}: lower-case letters a to z, digits and hyphens")
    for other in things_of_game:
        is_same_kind = (other.kind, other.domain) == (thing.kind, thing.domain)
        if is_same_kind and other.name.casefold() == new.casefold() and other != thing:
            raise Failure(f"{new!r} is {other.what} already, at {other.span}: choose another name")
