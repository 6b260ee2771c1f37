"""The forms in which `rulewright export` writes a game, each one line, and what each cannot say."""

from collections.abc import Callable, Mapping

from rulewright.model.book import Book
from rulewright.render.export.book_markdown import markdown_files
from rulewright.render.export.oracles import datasworn_files, fits
from rulewright.render.export.spreadsheets import csv_files, workbook
from rulewright.translation.messages import Message, tell, tell_number

FORMS: Mapping[str, Callable[[Book], Mapping[str, bytes]]] = {
    "markdown": markdown_files, "csv": csv_files, "xlsx": workbook, "datasworn": datasworn_files,
}  # fmt: skip


def left_out(form: str, book: Book) -> Message | None:
    """What of the game the form cannot say; None if it says all that it is for."""
    if form == "datasworn":
        tables = [table.id for table in book.game.tables if not fits(table)]
        if tables:
            return tell(
                "not in Datasworn, which has oracles only: the rules, and the tables {tables}", tables=", ".join(tables)
            )
        return tell("not in Datasworn, which has oracles only: the rules")
    if form != "markdown" and book.game.rules:
        return tell_number(
            "tables only: {n} rule is not in it", "tables only: {n} rules are not in it", len(book.game.rules)
        )
    return None
