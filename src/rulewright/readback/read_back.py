"""Reads the finished files back and compares them with what they must say.

It knows nothing of how they were made. Each fault that a print can have is a file of this package.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from rulewright.findings import Finding
from rulewright.garbage import uncollected
from rulewright.model.book import Book
from rulewright.model.card_contents import tables_on
from rulewright.model.product import PrintedPdf
from rulewright.pool import Job, run_jobs
from rulewright.progress import Progress, no_progress
from rulewright.readback.expected_tables import CARD, CHART, RULEBOOK, WEB, WEB_REFERENCE, ExpectedTable
from rulewright.readback.foreign_font import foreign_font
from rulewright.readback.in_pictures import is_in_picture
from rulewright.readback.kept_pages import KeptPages, TablesOfPages, tables_of_pages
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

PAGE_CHECKS = (text_clipped, text_overprinted, small_type, screened_type, low_contrast)
"""Checks of the pages of every PDF, beside `text_outside`."""
FONT_CHECKS = (missing_glyph, foreign_font)
"""Checks of its fonts, which need the stylesheets of the project."""


MANY = 8
"""Prints, or parts of a book, whose reading takes longer than it takes to start processes."""
PART = 16
"""Pages of a book that one process reads in a row."""


def read_back(
    book: Book, files: Mapping[str, bytes], project: Path, store: Store, progress: Progress = no_progress
) -> list[Finding]:
    """What the outputs of a game, by their paths, print otherwise than they should; each finding once."""
    with uncollected():
        readers = _Readers(Sources(book), files, project, store)
        found = list(_findings(readers, [*printed_pdfs(book, files), *web_pages(book, files)], progress))
    return list({(finding.name, finding.about): finding for finding in reversed(found)}.values())[::-1]


def _findings(readers: "_Readers", outputs: Sequence[PrintedPdf | WebPages], progress: Progress) -> Iterator[Finding]:
    """Those of each output in turn. What is known to be right is not opened; the rest several processes read."""
    readings = list[_Reading]()
    for done, each in enumerate(outputs):
        progress(f"reading {each.name} back", done, len(outputs))
        readings.extend(readers.pdf(each) if isinstance(each, PrintedPdf) else readers.web(each))

    def shown(what: str, done: int, every: int) -> None:
        progress(f"reading {what} back", done, every)

    parts = iter(run_jobs([job for reading in readings for job in reading.jobs], shown, fewest=MANY))
    for reading in readings:
        found = list(reading.findings([next(parts) for _ in reading.jobs]))
        if not found:
            readers.store.keep(reading.key, b"")
        yield from found


@dataclass(frozen=True, slots=True)
class _Part:
    """What was found in an output or some pages of it, and what the tables on the pages of a book say."""

    findings: Sequence[Finding]
    tables: TablesOfPages = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Reading:
    """An output to read: `key` stands for it and what it must say, `jobs` read it, and `findings` are of all parts."""

    key: str
    jobs: Sequence[Job[_Part]]
    findings: Callable[[Sequence[_Part]], Iterable[Finding]]


def _in_parts(parts: Sequence[_Part]) -> Iterator[Finding]:
    return (finding for part in parts for finding in part.findings)


@dataclass(frozen=True, slots=True)
class _Readers:
    """The outputs of one game, by their paths, and what they are compared with."""

    sources: Sources
    files: Mapping[str, bytes]
    project: Path
    store: Store

    def pdf(self, print_: PrintedPdf) -> Iterator[_Reading]:
        """How one PDF is read; not at all if nothing about it has changed."""
        data, tables = self.files[print_.path], self._expected(print_)
        families = [repr(each) for each in print_.families]
        expected = print_.about, families, [table.key for table in tables], list(self.sources.texts_on(print_))
        key = self.store.key("read back", repr(expected), asset(self.project, print_.stylesheet), data)
        if self.store.find(key) is not None:
            return
        if print_.is_book:
            yield self._book(print_, data, tables, key)
        else:
            yield _Reading(key, [Job(print_.path, 1, partial(self._read_pdf, print_, data, tables))], _in_parts)

    def _read_pdf(self, print_: PrintedPdf, data: bytes, tables: Sequence[ExpectedTable]) -> _Part:
        pages = list(read_pages(data))
        found = list(self._of_pages(print_, pages))
        if print_.tagged and not print_.sheet:
            found += _of_tables(print_, tables, [table for page in pages for table in tables_of(page)])
        return _Part(found)

    def _book(self, print_: PrintedPdf, data: bytes, tables: Sequence[ExpectedTable], key: str) -> _Reading:
        """A page that an edit has left alone is not read again."""
        values = repr([print_.about, *print_.families]), str(print_.smallest), asset(self.project, print_.stylesheet)
        pages = KeptPages(data, self.store, values)

        def findings(parts: Sequence[_Part]) -> Iterator[Finding]:
            found = list(_in_parts(parts))
            read = {number: tables for part in parts for number, tables in part.tables.items()}
            if not found:
                pages.keep(read)
            yield from found
            every = pages.tables(read)
            lists = join_lists([table for table in every if table.listed])
            yield from _of_tables(print_, tables, [*join_tables([each for each in every if not each.listed]), *lists])

        parts = [pages.new[at : at + PART] for at in range(0, len(pages.new), PART)]
        jobs = [
            Job(f"{print_.path}: {part[0]}–{part[-1]}", len(part), partial(self._read_part, print_, data, part))
            for part in parts
        ]
        return _Reading(key, jobs, findings)

    def _read_part(self, print_: PrintedPdf, data: bytes, numbers: Sequence[int]) -> _Part:
        pages = list(read_pages(data, numbers))
        return _Part(list(self._of_pages(print_, pages)), tables_of_pages(pages))

    def _of_pages(self, print_: PrintedPdf, pages: Sequence[Page]) -> Iterator[Finding]:
        pages = [replace(page, pieces=tuple(_shown(print_, page))) for page in pages]
        yield from text_outside(print_, pages, self.sources)
        if print_.sheet and not print_.themed:  # the cards on it are read on their own
            pages = [replace(page, pieces=tuple(piece for piece in page.pieces if not piece.depth)) for page in pages]
        for check in PAGE_CHECKS:
            yield from check(print_, pages, self.sources)
        for check_fonts in FONT_CHECKS:
            yield from check_fonts(print_, pages, self.sources, self.project)
        yield from text_missing(print_, pages, self.sources)

    def _expected(self, print_: PrintedPdf) -> list[ExpectedTable]:
        if print_.sheet or not print_.tagged:
            return []
        book = self.sources.book
        if print_.card is not None:
            return self.sources.expected(tables_on(print_.card, book), CARD)
        return self.sources.expected(book.game.tables, RULEBOOK)

    def web(self, pages: WebPages) -> Iterator[_Reading]:
        """How pages are read that are read together: their tables and lists alone."""
        sources, book = self.sources, self.sources.book
        if pages.card is not None:
            expected = sources.expected(tables_on(pages.card, book), CHART if pages.chart else CARD)
        else:
            expected = sources.expected(tables_on_pages(pages.files, book), WEB)
            expected += sources.expected(tables_of_references(pages.files, book), WEB_REFERENCE)
        lists = any(table.listed for table in expected)
        parts = [(name, part) for name, data in pages.files.items() for part in parts_of(data, lists=lists)]
        values = repr((pages.about, [table.key for table in expected]))
        key = self.store.key("web read back", values, *(part for _, part in parts))
        if pages.files and self.store.find(key) is None:
            name = "web/*.html" if len(pages.files) > 1 else next(iter(pages.files))
            yield _Reading(key, [Job(name, len(parts), partial(_read_web, pages, expected, parts))], _in_parts)


def _read_web(pages: WebPages, expected: Sequence[ExpectedTable], parts: Iterable[tuple[str, bytes]]) -> _Part:
    read = [table for name, part in parts for table in read_part(part, name)]
    return _Part(list(table_findings(Place(pages.name, pages.about), match_tables(expected, read))))


def _of_tables(print_: PrintedPdf, expected: Sequence[ExpectedTable], read: Sequence[ReadTable]) -> Iterator[Finding]:
    return table_findings(Place(print_.name, print_.about), match_tables(expected, read))


def _shown(print_: PrintedPdf, page: Page) -> Iterator[Piece]:
    """The texts without those in a part of a picture that the picture does not show, as where a map is cropped."""
    for piece in page.pieces:
        cropped = piece.clip is not None and overlap(piece.box, piece.clip) is None
        if not (cropped and is_in_picture(piece, print_)):
            yield piece
