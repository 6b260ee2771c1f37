"""Reading back all that was printed, and comparing it with what was to be printed.

It takes finished files and knows nothing of how they were made. One file here for each fault that a print can have.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from rulewright.diagnostics import Diagnostic
from rulewright.model.book import Book
from rulewright.model.product import Print
from rulewright.readback.before import ReadBefore
from rulewright.readback.foreign_font import foreign_font
from rulewright.readback.low_contrast import low_contrast
from rulewright.readback.matching import joined, matched
from rulewright.readback.missing_glyph import missing_glyph
from rulewright.readback.page import Page
from rulewright.readback.prints import (
    WebPages,
    prints,
    tables_of_references,
    tables_of_rules,
    tables_on,
    web_pages,
)
from rulewright.readback.reading import read_pages
from rulewright.readback.reads_back_differently import Place, table_findings
from rulewright.readback.small_type import small_type
from rulewright.readback.sources import Sources
from rulewright.readback.stated import CARD, CHART, RULEBOOK, WEB, WEB_REFERENCE, StatedTable, stated_table
from rulewright.readback.tables import tables_of
from rulewright.readback.text_clipped import text_clipped
from rulewright.readback.text_missing import text_missing
from rulewright.readback.text_outside import text_outside
from rulewright.readback.text_overprinted import text_overprinted
from rulewright.readback.web_tables import parts_of, read_part
from rulewright.render.pdf.garbage import uncollected
from rulewright.render.typesetting.environment import asset

PAGE_CHECKS = (text_clipped, text_overprinted, small_type, low_contrast)
"""What is looked at on the pages of every PDF, beside what leaves them."""
FONT_CHECKS = (missing_glyph, foreign_font)
"""What is looked at in its fonts, beside the style sheets of the project."""


def read_back(book: Book, files: Mapping[str, bytes], project: Path, before: ReadBefore) -> list[Diagnostic]:
    """What the outputs of a game, by their paths, print otherwise than they should; each finding once."""
    with uncollected():
        sources = Sources(book)
        found = [each for print_ in prints(book, files) for each in _print(print_, files, sources, project, before)]
        for pages in web_pages(book, files):
            found += _web(pages, book, before)
    return list({(finding.name, finding.about): finding for finding in reversed(found)}.values())[::-1]


def _print(
    print_: Print, files: Mapping[str, bytes], sources: Sources, project: Path, before: ReadBefore
) -> list[Diagnostic]:
    """The findings of one PDF, which is not opened where nothing about it has changed."""
    tables = _stated(print_, sources.book)
    families = [each.value for each in print_.families]
    said = print_.about, families, [table.says for table in tables], list(sources.texts_on(print_))
    digest = before.digest(*said, asset(project, print_.stylesheet), data=(files[print_.path],))
    if before.knows(digest):
        return []
    found = list(_look(print_, list(read_pages(files[print_.path])), tables, sources, project))
    if not found:
        before.keep(digest)
    return found


def _look(
    print_: Print, pages: Sequence[Page], tables: Sequence[StatedTable], sources: Sources, project: Path
) -> Iterator[Diagnostic]:
    yield from text_outside(print_, pages, sources)
    if print_.sheet and not print_.anew:  # the cards on it are read by themselves
        pages = [replace(page, pieces=tuple(piece for piece in page.pieces if not piece.placed)) for page in pages]
    for check in PAGE_CHECKS:
        yield from check(print_, pages, sources)
    for check_fonts in FONT_CHECKS:
        yield from check_fonts(print_, pages, sources, project)
    yield from text_missing(print_, pages, sources)
    if print_.tagged and not print_.sheet:
        read = [table for page in pages for table in tables_of(page)]
        if print_.card is None:
            read = [*joined([table for table in read if not table.listed]), *(table for table in read if table.listed)]
        yield from table_findings(Place(print_.name, print_.about), matched(tables, read))


def _stated(print_: Print, book: Book) -> list[StatedTable]:
    if print_.sheet or not print_.tagged:
        return []
    if print_.card is not None:
        return [stated_table(table, book, CARD) for table in tables_on(print_.card, book)]
    return [stated_table(table, book, RULEBOOK) for table in book.game.tables]


def _web(pages: WebPages, book: Book, before: ReadBefore) -> list[Diagnostic]:
    """The findings of some pages together; what stands between their tables and lists is not looked at."""
    if pages.card is not None:
        medium = CHART if pages.chart else CARD
        stated = [stated_table(table, book, medium) for table in tables_on(pages.card, book)]
    else:
        stated = [stated_table(table, book, WEB) for table in tables_of_rules(book)]
        stated += [stated_table(table, book, WEB_REFERENCE) for table in tables_of_references(book)]
    parts = [(name, part) for name, data in pages.files.items() for part in parts_of(data, lists=_listed(stated))]
    digest = before.digest(pages.about, [table.says for table in stated], data=(part for _, part in parts))
    if not pages.files or before.knows(digest):
        return []
    read = [table for name, part in parts for table in read_part(part, name)]
    found = list(table_findings(Place(pages.name, pages.about), matched(stated, read)))
    if not found:
        before.keep(digest)
    return found


def _listed(stated: Sequence[StatedTable]) -> bool:
    return any(table.listed for table in stated)
