"""`rulewright import`: a draft of a game from what its author already has, and again after that has changed."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Mapping as Map
from pathlib import Path

from rulewright.boundary import Failure
from rulewright.commands.new import bad_name
from rulewright.commands.terminal import failing_in, say
from rulewright.diagnostics import Faults, Span
from rulewright.edits import write_all
from rulewright.importing.draft import Draft, Guessed
from rulewright.importing.merging import Change
from rulewright.importing.plan import Changed, Plan, origin_of, planned
from rulewright.importing.readers import SUFFIXES, read_all
from rulewright.importing.record import NAME, Record, read_record, record_path, record_text
from rulewright.importing.sources import source_files
from rulewright.importing.writing import DraftFile, draft_files
from rulewright.source.files import find_games, read
from rulewright.source.nodes import Mapping
from rulewright.translation.catalogues import Catalogue, catalogue, users_words
from rulewright.translation.messages import Message, all_of, tell, tell_number

COUNTED: Map[str, Callable[[int], Message]] = {
    "rules": lambda n: tell_number("{n} rule", "{n} rules", n),
    "tables": lambda n: tell_number("{n} table", "{n} tables", n),
    "references": lambda n: tell_number("{n} list of bullets", "{n} lists of bullets", n),
    "terms": lambda n: tell_number("{n} term", "{n} terms", n),
    "examples": lambda n: tell_number("{n} example", "{n} examples", n),
    "facts": lambda n: tell_number("{n} fact", "{n} facts", n),
    "cards": lambda n: tell_number("{n} card", "{n} cards", n),
    "pictures": lambda n: tell_number("{n} picture", "{n} pictures", n),
}
"""What a draft is made of, as the command counts it."""
MOST_LINES = 4
"""Lines of a change that are shown."""


def import_game(project: str, names: Sequence[str], game: str) -> int:
    """Writes the draft of these files and says what it holds, what was guessed, and what was not understood."""
    root = Path(project)
    if reason := bad_name(game):
        raise Failure(reason)
    sources, record = source_files(names, SUFFIXES), read_record(root, game)
    known = record or Record()
    own = known.sources.keys() - known.of_others(each.name for each in sources)
    there = [*read(root, game, Faults()).content] if game in find_games(root) else []
    others = [tree for tree in there if tree.span.file not in own]
    draft = read_all(sources, _ids(others))
    words = _words(draft)
    with failing_in(words):
        files = draft_files(draft, game)
        if any(tree.get("game") for tree in others):
            del files[f"content/{game}/game.yaml"]
        plan = planned(root, files, known)
        after = record_text(known.with_files(files), draft.unread)
        write_all(root, plan.files | {record_path(game): after.encode()})
    for line in (*_report(draft, plan, files, game), *_next(draft, game, again=record is not None)):
        say(line, words=words)
    return 0


def _words(draft: Draft) -> Catalogue:
    """The words of the language of the game."""
    language = draft.game.get("language")
    language = language.value if isinstance(language, Guessed) else language
    return catalogue(language) if isinstance(language, str) else users_words()


def _ids(files: Sequence[Mapping]) -> dict[str, list[str]]:
    """The ids in each section of some files of a game."""
    found: dict[str, list[str]] = {}
    for name, section in (entry for tree in files for entry in tree.entries):
        if isinstance(section, Mapping):
            found.setdefault(name.value, []).extend(key.value for key, _ in section.entries)
    return found


def _report(draft: Draft, plan: Plan, files: Map[str, DraftFile], game: str) -> Iterator[Message]:
    yield tell("{game}: {what} in content/{game}", game=game, what=_counted(draft))
    for changed in plan.changed:
        yield from _change(changed, files.get(changed.path))
    for remark in draft.remarks:
        yield tell("{place}: {said}", place=str(remark.origin), said=remark.words)
    for unread in draft.unread:
        yield tell("{place}: {why}: {words}", place=str(unread.origin), why=unread.why, words=_short(unread.words))


def _counted(draft: Draft) -> Message:
    """`12 rules, 3 tables and 1 card`."""
    counts = Counter(each.section for each in draft.entries if not _is_external(each.value))
    counts["cards"] = sum(isinstance(each.value, dict) and "kind" not in each.value for each in draft.layouts)
    counts["pictures"] = len(draft.pictures)
    return all_of(say_count(counts[name]) for name, say_count in COUNTED.items() if counts[name]) or tell("nothing")


def _is_external(value: object) -> bool:
    return isinstance(value, dict) and "external" in value


def _change(changed: Changed, file: DraftFile | None) -> Iterator[Message]:
    """What the source says otherwise now, and whether the file follows it."""
    if changed.stays is not None:
        yield tell("{path}: {why}", path=changed.path, why=changed.stays)
    for each in changed.changes:
        place = str(Span(changed.path, each.line, 1))
        source = (file and origin_of(file, each.new_line)) or (file.source if file else "")
        if each.renewed:
            yield tell("{place}: renewed from {source}", place=place, source=str(source))
        else:
            yield tell("{place}: yours stays; {source} says otherwise now", place=place, source=str(source))
        yield from _shown(each)


def _shown(change: Change) -> Iterator[Message]:
    for sign, lines in (("-", change.old), ("+", change.new)):
        yield from (Message(f"  {sign} {line.strip()}") for line in lines[:MOST_LINES])
        if len(lines) > MOST_LINES:
            yield tell("  {sign} … {n:,} lines more", sign=sign, n=len(lines) - MOST_LINES)


def _short(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= 100 else line[:99].rstrip() + "…"


def _next(draft: Draft, game: str, *, again: bool) -> Iterator[Message]:
    """What to do now."""
    if draft.unread:
        yield tell_number(
            "{n} passage was not understood; content/{game}/{file} lists it too",
            "{n} passages were not understood; content/{game}/{file} lists them too",
            len(draft.unread),
            game=game,
            file=NAME,
        )
    if not again:
        yield tell("comments in the files give the reasons of guesses: remove those that are right")
        yield tell("rulewright preview {game} shows the draft; rulewright check {game} says what to look at", game=game)
