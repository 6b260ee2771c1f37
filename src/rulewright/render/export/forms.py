"""The forms in which `rulewright export` writes a game, each one line, and what each cannot say."""

from collections.abc import Callable, Iterator, Mapping

from rulewright.model.book import Book
from rulewright.model.table import Table
from rulewright.render.export.book_markdown import markdown_files
from rulewright.render.export.oracles import datasworn_files, fits
from rulewright.render.export.spreadsheets import csv_files, workbook

FORMS: Mapping[str, Callable[[Book], Mapping[str, bytes]]] = {
    "markdown": markdown_files,
    "csv": csv_files,
    "xlsx": workbook,
    "datasworn": datasworn_files,
}


def tables_in(form: str, book: Book) -> Iterator[Table]:
    """The tables that the form is for."""
    return (table for table in book.game.tables if form != "datasworn" or fits(table))


def left_out(form: str, book: Book) -> Iterator[str]:
    """What of the game the form cannot say, a line for each kind of thing."""
    if form == "datasworn":
        tables = [table.id for table in book.game.tables if not fits(table)]
        if tables:
            yield (f"not in Datasworn, which has oracles only: the rules, and the tables {', '.join(tables)}")
        else:
            yield "not in Datasworn, which has oracles only: the rules"
    elif form != "markdown":
        yield from _beside_tables(book)


def _beside_tables(book: Book) -> Iterator[str]:
    """What spreadsheets have no cells for."""
    if book.game.rules:
        yield (
            "tables only: {n} rule is not in it"
            if len(book.game.rules) == 1
            else "tables only: {n} rules are not in it"
        ).format(n=len(book.game.rules))
    noted = [table.id for table in book.game.tables if table.note is not None]
    if noted:
        yield f"cells only: the notes are not in it of the tables {', '.join(noted)}"
