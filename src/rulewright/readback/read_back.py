"""Reads the finished files back and compares them with what they must say.

It knows nothing of how they were made. Each fault that a print can have is a file of this package.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from rulewright.diagnostics import Diagnostic
from rulewright.garbage import uncollected
from rulewright.model.book import Book
from rulewright.model.card_contents import tables_on
from rulewright.model.product import PrintedPdf
from rulewright.progress import Progress, no_progress
from rulewright.readback.expected_tables import CARD, CHART, RULEBOOK, WEB, WEB_REFERENCE, ExpectedTable
from rulewright.readback.foreign_font import foreign_font
from rulewright.readback.in_pictures import is_in_picture
from rulewright.readback.kept_pages import KeptPages
from rulewright.readback.low_contrast import low_contrast
from rulewright.readback.matching import join_lists, join_tables, match_tables
from rulewright.readback.missing_glyph import missing_glyph
from rulewright.readback.nearby import overlap
from rulewright.readback.outputs import (
    WebPages,
    printed_pdfs,
    tables_of_references,
    tables_on_pages,
    web_pages,
)
from rulewright.readback.page import Page, Piece
from rulewright.readback.pdf_reader import read_pages
from rulewright.readback.reads_back_differently import Place, table_findings
from rulewright.readback.screened_type import screened_type
from rulewright.readback.small_type import small_type
from rulewright.readback.sources import Sources
from rulewright.readback.tables import ReadTable, tables_of
from rulewright.readback.text_clipped import text_clipped
from rulewright.readback.text_missing import text_missing
from rulewright.readback.text_outside import text_outside
from rulewright.readback.text_overprinted import text_overprinted
from rulewright.readback.web_tables import parts_of, read_part
from rulewright.render.typesetting.environment import asset
from rulewright.store import Store
from rulewright.translation.messages import tell

PAGE_CHECKS = (text_clipped, text_overprinted, small_type, screened_type, low_contrast)
"""Checks of the pages of every PDF, beside `text_outside`."""
FONT_CHECKS = (missing_glyph, foreign_font)
"""Checks of its fonts, which need the stylesheets of the project."""


def read_back(
    book: Book, files: Mapping[str, bytes], project: Path, store: Store, progress: Progress = no_progress
) -> list[Diagnostic]:
    """What the outputs of a game, by their paths, print otherwise than they should; each finding once."""
    found: list[Diagnostic] = []
    with uncollected():
        sources = Sources(book)
        every: list[PrintedPdf | WebPages] = [*printed_pdfs(book, files), *web_pages(book, files)]
        for done, each in enumerate(every):
            progress(tell("reading {each} back", each=each.name), done, len(every))
            if isinstance(each, PrintedPdf):
                found += _pdf(each, files, sources, project, store)
            else:
                found += _web(each, sources, store)
    return list({(finding.name, finding.about): finding for finding in reversed(found)}.values())[::-1]


def _pdf(
    print_: PrintedPdf, files: Mapping[str, bytes], sources: Sources, project: Path, store: Store
) -> list[Diagnostic]:
    """The findings of one PDF; it is not opened if nothing about it has changed."""
    tables = _expected(print_, sources)
    families = [repr(each) for each in print_.families]
    expected = print_.about, families, [table.key for table in tables], list(sources.texts_on(print_))
    key = store.key("read back", repr(expected), asset(project, print_.stylesheet), files[print_.path])
    if store.find(key) is not None:
        return []
    found = list(_findings(print_, files[print_.path], tables, sources, project, store))
    if not found:
        store.keep(key, b"")
    return found


def _findings(
    print_: PrintedPdf, data: bytes, tables: Sequence[ExpectedTable], sources: Sources, project: Path, store: Store
) -> Iterator[Diagnostic]:
    if print_.is_book:
        yield from _of_book(print_, data, tables, sources, project, store)
        return
    pages = list(read_pages(data))
    yield from _of_pages(print_, pages, sources, project)
    if print_.tagged and not print_.sheet:
        yield from _of_tables(print_, tables, [table for page in pages for table in tables_of(page)])


def _of_book(
    print_: PrintedPdf, data: bytes, tables: Sequence[ExpectedTable], sources: Sources, project: Path, store: Store
) -> Iterator[Diagnostic]:
    """A page that an edit has left alone is not read again."""
    values = repr([print_.about, *print_.families]), str(print_.smallest), asset(project, print_.stylesheet)
    pages = KeptPages(data, store, *values)
    found = list(_of_pages(print_, pages.new, sources, project))
    if not found:
        pages.keep()
    yield from found
    read = pages.tables()
    lists = join_lists([table for table in read if table.listed])
    yield from _of_tables(print_, tables, [*join_tables([table for table in read if not table.listed]), *lists])


def _of_tables(
    print_: PrintedPdf, expected: Sequence[ExpectedTable], read: Sequence[ReadTable]
) -> Iterator[Diagnostic]:
    return table_findings(Place(print_.name, print_.about), match_tables(expected, read))


def _of_pages(print_: PrintedPdf, pages: Sequence[Page], sources: Sources, project: Path) -> Iterator[Diagnostic]:
    pages = [replace(page, pieces=tuple(_shown(print_, page))) for page in pages]
    yield from text_outside(print_, pages, sources)
    if print_.sheet and not print_.themed:  # the cards on it are read on their own
        pages = [replace(page, pieces=tuple(piece for piece in page.pieces if not piece.depth)) for page in pages]
    for check in PAGE_CHECKS:
        yield from check(print_, pages, sources)
    for check_fonts in FONT_CHECKS:
        yield from check_fonts(print_, pages, sources, project)
    yield from text_missing(print_, pages, sources)


def _shown(print_: PrintedPdf, page: Page) -> Iterator[Piece]:
    """The texts without those in a part of a picture that the picture does not show, as where a map is cropped."""
    for piece in page.pieces:
        cropped = piece.clip is not None and overlap(piece.box, piece.clip) is None
        if not (cropped and is_in_picture(piece, print_)):
            yield piece


def _expected(print_: PrintedPdf, sources: Sources) -> list[ExpectedTable]:
    if print_.sheet or not print_.tagged:
        return []
    if print_.card is not None:
        return sources.expected(tables_on(print_.card, sources.book), CARD)
    return sources.expected(sources.book.game.tables, RULEBOOK)


def _web(pages: WebPages, sources: Sources, store: Store) -> list[Diagnostic]:
    """The findings of pages that are read together: of their tables and lists alone."""
    book = sources.book
    if pages.card is not None:
        expected = sources.expected(tables_on(pages.card, book), CHART if pages.chart else CARD)
    else:
        expected = sources.expected(tables_on_pages(pages.files, book), WEB)
        expected += sources.expected(tables_of_references(pages.files, book), WEB_REFERENCE)
    parts = [(name, part) for name, data in pages.files.items() for part in parts_of(data, lists=_any_listed(expected))]
    values = repr((pages.about, [table.key for table in expected]))
    key = store.key("web read back", values, *(part for _, part in parts))
    if not pages.files or store.find(key) is not None:
        return []
    read = [table for name, part in parts for table in read_part(part, name)]
    found = list(table_findings(Place(pages.name, pages.about), match_tables(expected, read)))
    if not found:
        store.keep(key, b"")
    return found


def _any_listed(tables: Sequence[ExpectedTable]) -> bool:
    return any(table.listed for table in tables)
