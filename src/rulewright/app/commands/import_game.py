"""`rulewright import`: a draft of a game from what its author already has, and again after that has changed.

The sources are files such as a rulebook in Markdown or a spreadsheet of tables; the draft is files in content/GAME and
cards/GAME. A record keeps what each import wrote, so that the next one keeps the author's edits. A file of the game
that no import wrote is the author's own: it stays, and its ids are not given to other entries.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from collections.abc import Mapping as Map
from pathlib import Path

import click

from rulewright.app.commands.new import bad_name
from rulewright.app.commands.options import PROJECT_OPTION, game_names
from rulewright.app.commands.progress_line import say
from rulewright.base.boundary import Failure
from rulewright.base.findings import Findings, Span, counted
from rulewright.base.messages.messages import all_of
from rulewright.book.kinds import OF_TEXT
from rulewright.importing.draft import Draft
from rulewright.importing.plan import (
    NAME,
    Change,
    Changed,
    Plan,
    Record,
    origin_of,
    planned,
    read_record,
    record_path,
    record_text,
)
from rulewright.importing.readers import SUFFIXES, read_all
from rulewright.importing.sources import source_files
from rulewright.importing.writing import DraftFile, draft_files
from rulewright.source.edits import write_all
from rulewright.source.files import find_games, read
from rulewright.source.nodes import Mapping

COUNTED: Map[str, tuple[str, str]] = {
    **{kind.section: (kind.name, "") for kind in OF_TEXT},
    "references": ("list of bullets", "lists of bullets"),
    "cards": ("card", ""),
    "pictures": ("picture", ""),
}
"""The sections of a draft, with the nouns by which the command counts them."""
MOST_LINES = 4
"""Lines of a change that are shown."""
MOST_REASONS = 2
"""Reasons why nothing can be imported that are shown; more are all about details."""


@click.command("import")
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(), metavar="FILE...", help="Files or folders of files."
)
@click.option(
    "--game",
    required=True,
    metavar="NAME",
    shell_complete=game_names,
    help="The folder under content/ to write, such as my-game.",
)
@PROJECT_OPTION
def import_game(files: tuple[str, ...], game: str, project: str) -> int:
    root = Path(project)
    if reason := bad_name(game):
        raise Failure(reason)
    sources, last_record = source_files(files, SUFFIXES), read_record(root, game)
    record = last_record or Record()
    # What came from these sources is made anew; other files stay, and so do their ids.
    imported_files = record.sources.keys() - record.of_others(each.name for each in sources)
    present_trees = [*read(root, game, Findings()).content] if game in find_games(root) else []
    kept_trees = [tree for tree in present_trees if tree.span.file not in imported_files]
    draft = read_all(sources, _ids(kept_trees))
    if not (imported_files or draft.entries or draft.layouts or draft.pictures):
        reasons = dict.fromkeys((*(each.words for each in draft.remarks), *(each.why for each in draft.unread)))
        no_text = all_of(f"{each.name} has no text" for each in sources)
        raise Failure(f"nothing to import: {'; '.join(reasons) if 0 < len(reasons) <= MOST_REASONS else no_text}")
    new_files = draft_files(draft, game)
    if any(tree.get("game") for tree in kept_trees):
        del new_files[f"content/{game}/game.yaml"]
    plan = planned(root, new_files, record)
    new_record = record_text(record.with_files(new_files), draft.unread)
    write_all(root, plan.files | {record_path(game): new_record.encode()})
    for line in (*_report(draft, plan, new_files, game), *_next(draft, game, again=last_record is not None)):
        say(line)
    return 0


def _ids(files: Sequence[Mapping]) -> dict[str, list[str]]:
    """Return the ids in each section of some files of a game."""
    ids: dict[str, list[str]] = {}
    for name, section in (pair for tree in files for pair in tree.entries):
        if isinstance(section, Mapping):
            ids.setdefault(name.value, []).extend(key.value for key, _ in section.entries)
    return ids


def _report(draft: Draft, plan: Plan, files: Map[str, DraftFile], game: str) -> Iterator[str]:
    """Yield lines on what was imported, what has changed, and what could not be read."""
    yield f"{game}: {_counted(draft)} in content/{game}"
    for changed in plan.changed:
        yield from _change(changed, files.get(changed.path))
    for remark in draft.remarks:
        yield f"{remark.origin!s}: {remark.words}"
    for unread in draft.unread:
        yield f"{unread.origin!s}: {unread.why}: {_short(unread.words)}"


def _counted(draft: Draft) -> str:
    """Return text such as `12 rules, 3 tables and 1 card`."""
    is_external = [isinstance(each.value, dict) and "external" in each.value for each in draft.entries]
    counts = Counter(each.section for each, external in zip(draft.entries, is_external, strict=True) if not external)
    counts["cards"] = sum(isinstance(each.value, dict) and "kind" not in each.value for each in draft.layouts)
    counts["pictures"] = len(draft.pictures)
    return all_of(counted(counts[name], *nouns) for name, nouns in COUNTED.items() if counts[name]) or "nothing"


def _change(changed: Changed, file: DraftFile | None) -> Iterator[str]:
    """Report each change in the source, and whether the file follows it."""
    if changed.stays is not None:
        yield f"{changed.path}: {changed.stays}"
    for each in changed.changes:
        place = str(Span(changed.path, each.line, 1))
        source = (file and origin_of(file, each.new_line)) or (file.source if file else "")
        if each.renewed:
            yield f"{place}: renewed from {source!s}"
        else:
            yield f"{place}: kept your edit; {source!s} has changed too"
        yield from _lines_of(each)


def _lines_of(change: Change) -> Iterator[str]:
    """Yield the first old lines of a change, each after a minus, and the first new ones, each after a plus."""
    for sign, lines in (("-", change.old), ("+", change.new)):
        yield from (f"  {sign} {line.strip()}" for line in lines[:MOST_LINES])
        if len(lines) > MOST_LINES:
            yield f"  {sign} … {len(lines) - MOST_LINES:,} more lines"


def _short(words: str) -> str:
    """Return the words on one line, cut to 100 characters."""
    line = " ".join(words.split())
    return line if len(line) <= 100 else line[:99].rstrip() + "…"


def _next(draft: Draft, game: str, *, again: bool) -> Iterator[str]:
    """Suggest the next steps."""
    if draft.unread:
        them = "it" if len(draft.unread) == 1 else "them"
        yield f"{counted(len(draft.unread), 'note')}; content/{game}/{NAME} lists {them} too"
    if not again and _counted(draft) != "nothing":
        yield "comments in the files explain each guess: check it, then delete the comment"
        yield (f"rulewright preview {game} shows the draft; rulewright check {game} lists what to fix")
