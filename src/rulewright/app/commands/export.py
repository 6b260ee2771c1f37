"""`rulewright export`: the tables of a game, or the whole book, for other programs, into build/export/FORMAT.

The command also imports what it wrote, and names the tables that would come back with other cells.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from rulewright.app.commands.options import GAMES_ARGUMENT, PROJECT_OPTION
from rulewright.app.commands.progress_line import print_findings, say
from rulewright.app.commands.shared import chosen_games, each_game, unwritable
from rulewright.app.publish import publish, sole_access
from rulewright.base.boundary import Failure
from rulewright.base.findings import Findings, counted
from rulewright.book.book import Book
from rulewright.book.link import link
from rulewright.book.reading import decode
from rulewright.entries.table import Table
from rulewright.importing.draft import Draft
from rulewright.importing.readers import read_all
from rulewright.importing.sources import SourceFile
from rulewright.importing.writing import draft_files
from rulewright.outputs.export.forms import FORMS, left_out, plain_words, rows_of, tables_in
from rulewright.outputs.products import PRODUCTS
from rulewright.pipeline.stages import Examination, each_language, examine
from rulewright.source.files import Sources
from rulewright.source.nodes import Mapping as Tree
from rulewright.source.tree import parse


@click.command()
@GAMES_ARGUMENT
@PROJECT_OPTION
@click.option(
    "--format",
    "form",
    type=click.Choice([*FORMS]),
    default="markdown",
    help="The book as markdown (the default), tables as csv or xlsx, lists to roll on as datasworn.",
)
def export(games: tuple[str, ...], project: str, form: str) -> int:
    root = Path(project)
    chosen, folder = chosen_games(root, games), root / "build" / "export" / form
    try:
        with sole_access(folder):
            return each_game(chosen, lambda game: _export(root, game, form, folder / game))
    except OSError as error:
        return unwritable(folder, error)


def _export(root: Path, game: str, form: str, folder: Path) -> int:
    """Export a game into this folder; return the exit status."""
    # Without rules code: an export holds what prints.
    examined = examine(root, game, None, errors_only=True)
    if examined.book is None:
        print_findings(examined.findings, examined.sources.texts, sys.stdout)
        say(f"rulewright: {game} is not exported: fix its errors first", sys.stderr)
        return examined.findings.status
    files = {
        each.prefix + path: data
        for each, _ in each_language(examined, {})
        if each.book is not None
        for path, data in FORMS[form](each.book).items()
    }
    publish(folder, files)
    say(f"{game}: {counted(len(files), 'file')} in {folder}")
    for omission in left_out(form, examined.book):
        say(f"{game}: {omission}")
    if changed_ids := ", ".join(dict.fromkeys(table.id for table in _changed_tables(form, examined, files))):
        say(f"{game}: imported again, these tables would have other cells: {changed_ids}")
    return 0


def _changed_tables(form: str, examined: Examination, files: Mapping[str, bytes]) -> Iterator[Table]:
    """Yield the tables, in any language of the game, that would change if the export were imported."""
    for version, version_files in each_language(examined, files):
        if version.book is not None:
            yield from changed(tables_in(form, version.book), version.book, version_files)


# Whether an import of the exported files gives the same tables


def changed(tables: Iterable[Table], book: Book, files: Mapping[str, bytes]) -> Iterator[Table]:
    """Yield the tables that an import of the files would print with other cells."""
    try:
        imported = _imported_book(files)
        imported_rows = Counter(rows_of(table, plain_words(imported)) for table in imported.game.tables)
    except Failure:  # the files cannot be imported
        imported_rows = Counter()
    for table in tables:
        rows = rows_of(table, plain_words(book))
        if not imported_rows[rows]:
            yield table
        imported_rows[rows] -= 1  # two equal tables need two imported ones


def _imported_book(files: Mapping[str, bytes]) -> Book:
    with TemporaryDirectory() as folder:
        for name, data in files.items():
            (Path(folder) / name).write_bytes(data)
        return _book_of_draft(read_all([SourceFile(Path(folder) / name, name) for name in files]))


def _book_of_draft(draft: Draft) -> Book:
    """Return the game of a draft, as far as it can be read."""
    findings = Findings()
    texts = {path: file.content for path, file in draft_files(draft, "draft").items() if path.startswith("content/")}
    trees = [parse(text, path, findings) for path, text in texts.items() if isinstance(text, str)]
    content = tuple(tree for tree in trees if isinstance(tree, Tree))
    # Sources of content alone: no cards, rules code or pictures.
    return link(decode(Sources("draft", content, (), None, "rules.py", {}, {}, {}), PRODUCTS, findings), findings)
