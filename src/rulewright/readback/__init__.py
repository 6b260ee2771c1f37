"""Reading back what was printed, and comparing it with what was to be printed: the last stage before publishing.

It takes finished files and knows nothing of how they were made. One file here for each fault that a print can have.
"""

import gc
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from rulewright.diagnostics import Diagnostic
from rulewright.model.book import Book
from rulewright.readback.foreign_font import foreign_font
from rulewright.readback.low_contrast import low_contrast
from rulewright.readback.matching import joined, matched
from rulewright.readback.missing_glyph import missing_glyph
from rulewright.readback.page import Page
from rulewright.readback.prints import Print, prints, tables_of_references, tables_of_rules, tables_on
from rulewright.readback.reading import read_pages
from rulewright.readback.reads_back_differently import Place, table_findings
from rulewright.readback.small_type import small_type
from rulewright.readback.sources import Sources
from rulewright.readback.stated import CARD, RULEBOOK, WEB, WEB_REFERENCE, stated_table
from rulewright.readback.tables import tables_of
from rulewright.readback.text_clipped import text_clipped
from rulewright.readback.text_missing import text_missing
from rulewright.readback.text_outside import text_outside
from rulewright.readback.text_overprinted import text_overprinted
from rulewright.readback.web_tables import lists_in, tables_in

PAGE_CHECKS = (text_clipped, text_overprinted, small_type, low_contrast)
"""What is looked at on the pages of every PDF, beside what leaves them."""
FONT_CHECKS = (missing_glyph, foreign_font)
"""What is looked at in its fonts, beside the style sheets of the project."""


def read_back(book: Book, files: Mapping[str, bytes], project: Path) -> list[Diagnostic]:
    """What the outputs of a game, by their paths, print otherwise than they should; each finding once."""
    with _uncollected():
        sources = Sources(book)
        found = [finding for each in prints(book, files) for finding in _print(each, files, sources, project)]
        found += _web(book, files)
    return list({(finding.name, finding.about): finding for finding in reversed(found)}.values())[::-1]


def _print(print_: Print, files: Mapping[str, bytes], sources: Sources, project: Path) -> Iterator[Diagnostic]:
    pages = list(read_pages(files[print_.path]))
    yield from text_outside(print_, pages, sources)
    if print_.sheet:  # the cards on it are read by themselves
        pages = [replace(page, pieces=tuple(piece for piece in page.pieces if not piece.placed)) for page in pages]
    for check in PAGE_CHECKS:
        yield from check(print_, pages, sources)
    for check_fonts in FONT_CHECKS:
        yield from check_fonts(print_, pages, sources, project)
    yield from text_missing(print_, pages, sources.book)
    if not print_.sheet:
        yield from _tables(print_, pages, sources.book)


def _tables(print_: Print, pages: Sequence[Page], book: Book) -> Iterator[Diagnostic]:
    read = [table for page in pages for table in tables_of(page)]
    if print_.card is not None:
        stated = [stated_table(table, book, CARD) for table in tables_on(print_.card, book)]
    else:
        stated = [stated_table(table, book, RULEBOOK) for table in book.game.tables]
        read = [*joined([table for table in read if not table.listed]), *(table for table in read if table.listed)]
    yield from table_findings(Place(print_.name, print_.about), matched(stated, read))


def _web(book: Book, files: Mapping[str, bytes]) -> Iterator[Diagnostic]:
    pages = {name: data for name, data in files.items() if name.startswith("web/") and name.endswith(".html")}
    if not pages:
        return
    stated = [stated_table(table, book, WEB) for table in tables_of_rules(book)]
    stated += [stated_table(table, book, WEB_REFERENCE) for table in tables_of_references(book)]
    read = [table for name, data in pages.items() for table in tables_in(data, name)]
    if any(table.listed for table in stated):
        read += [table for name, data in pages.items() for table in lists_in(data, name)]
    yield from table_findings(Place("the web rulebook", "web"), matched(stated, read))


@contextmanager
def _uncollected() -> Iterator[None]:
    """Reading makes many small objects and no cycles: collecting garbage takes a third of the time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
