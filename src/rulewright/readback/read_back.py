"""Read the finished files back and compare them with the source, without knowing how they were made.

The files of a build come in as bytes, findings go out. An *output* is a PDF, or a group of web pages that are read
together. Reading one is divided into jobs for several processes: a book of 40 pages makes three jobs of up to 16 pages.
The store remembers what was read without findings: such an output is not read again.

An `ExpectedTable` is a table of the source as it must print; a `ReadTable` is one that was read in an output.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import filter as matching
from functools import partial
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from rulewright.base.findings import Finding
from rulewright.base.pool import Job, run_jobs
from rulewright.base.progress import Progress, no_progress
from rulewright.base.store import Store
from rulewright.book.book import Book
from rulewright.book.card_contents import tables_on
from rulewright.entries.card import Card
from rulewright.entries.product import HtmlPage, PrintedPdf, ProductFile
from rulewright.entries.references import all_bullets
from rulewright.entries.table import Table
from rulewright.entries.text import Target
from rulewright.html.environment import asset
from rulewright.html.places import places_of
from rulewright.readback.expected_tables import (
    CARD,
    CHART,
    RULEBOOK,
    WEB,
    WEB_REFERENCE,
    ExpectedContents,
    ExpectedTable,
)
from rulewright.readback.page_checks import page_findings
from rulewright.readback.pdf_reader import count_pages, read_pages
from rulewright.readback.reads_back_differently import join_lists, join_tables, table_findings
from rulewright.readback.tables import ReadTable, parts_of, read_part, tables_of

FEWEST_JOBS = 8
"""With fewer jobs than this, starting processes takes longer than reading."""
PAGES_OF_JOB = 16
"""Pages of a book in one job."""


def read_back(
    book: Book, files: Mapping[str, bytes], project: Path, store: Store, progress: Progress = no_progress
) -> list[Finding]:
    """Return the findings about the outputs of a game, each once; `files` maps paths in its folder to contents."""
    readers = _Readers(ExpectedContents(book), files, project, store)
    outputs: list[PrintedPdf | WebPages] = [*printed_pdfs(book, files), *web_pages(book, files)]
    findings, readings = list[Finding](), list[_Reading]()
    for count, output in enumerate(outputs):
        progress(f"reading {output.name} back", count, len(outputs))
        readings.extend(readers.pdf(output) if isinstance(output, PrintedPdf) else readers.web(output))

    jobs = [job for reading in readings for job in reading.jobs]
    results = iter(run_jobs(jobs, lambda what, *done: progress(f"reading {what} back", *done), fewest=FEWEST_JOBS))
    for reading in readings:  # the results come in the order of the jobs
        findings_of_output = list(reading.findings([next(results) for _ in reading.jobs]))
        if not findings_of_output:
            store.keep(reading.key, b"")
        findings += findings_of_output
    first_of_each = {(finding.name, finding.about): finding for finding in reversed(findings)}
    return list(first_of_each.values())[::-1]


# The outputs of a game that are read back, its PDFs and web pages, and the tables that they must hold


def printed_pdfs(book: Book, files: Mapping[str, bytes]) -> Iterator[PrintedPdf]:
    """Return the PDFs of a game that are among the files."""
    return (file for file in _product_files(book) if isinstance(file, PrintedPdf) and file.path in files)


@dataclass(frozen=True, slots=True)
class WebPages:
    """Pages that are read together: those of a `card`, its `chart`, or all others in the web folder.

    `name` is what messages call them, and `about` stands in the ids of findings; `files` maps their paths to contents.
    """

    name: str
    about: str
    files: Mapping[str, bytes]
    card: Card | None = None
    chart: bool = False


def web_pages(book: Book, files: Mapping[str, bytes]) -> Iterator[WebPages]:
    """Yield the web pages among the files in groups; each page belongs to the first product file that names it."""
    rest = {path: data for path, data in files.items() if path.endswith(".html")}
    pages = (file for file in _product_files(book) if isinstance(file, HtmlPage))
    for _, group in groupby(pages, key=attrgetter("about")):
        group_pages = list(group)
        paths = [path for page in group_pages for path in matching(rest, page.path)]
        contents = {path: rest.pop(path) for path in paths}
        first = group_pages[0]
        yield WebPages(first.name, first.about, contents, first.card, first.chart)


def _product_files(book: Book) -> Iterator[ProductFile]:
    return (file for product in book.products for file in product.files(book))


def _tables_on_pages(pages: Container[str], book: Book) -> Iterator[Table]:
    """Yield the tables whose own place is on one of these web pages."""
    places = places_of(book)
    for table in book.game.tables:
        page, _, _ = places.href(Target("table", table.id)).partition("#")
        if f"web/{page}" in pages:
            yield table


def _tables_of_references(pages: Container[str], book: Book) -> Iterator[Table]:
    """Yield the tables in the bullets of the quick references on these web pages."""
    places = places_of(book)
    for reference in book.game.references:
        is_shown = f"web/{places.reference_pages[reference.id]}" in pages
        for item in all_bullets(reference.items) if is_shown else ():
            if (target := book.target_of(item.table)) is not None:
                yield book.tables[target.id]


# Reading in several processes


@dataclass(frozen=True, slots=True)
class _JobResult:
    """The result of one job: the findings about an output or some of its pages, and the tables on pages of a book."""

    findings: Sequence[Finding]
    tables: Sequence[ReadTable] = ()


@dataclass(frozen=True, slots=True)
class _Reading:
    """An output to read back.

    `key` identifies the output and what it must say. `jobs` read its parts; `findings` makes the findings from their
    results.
    """

    key: str
    jobs: Sequence[Job[_JobResult]]
    findings: Callable[[Sequence[_JobResult]], Iterable[Finding]]


def _all_findings(results: Sequence[_JobResult]) -> Iterator[Finding]:
    return (finding for result in results for finding in result.findings)


@dataclass(frozen=True, slots=True)
class _Readers:
    """Makes the readings of the outputs of one game; `files` maps paths to their bytes."""

    contents: ExpectedContents
    files: Mapping[str, bytes]
    project: Path
    store: Store

    def pdf(self, file: PrintedPdf) -> Iterator[_Reading]:
        """Yield the reading of one PDF; nothing if neither the PDF nor its source has changed."""
        data, expected = self.files[file.path], self._expected_tables(file)
        families = [repr(each) for each in file.families]
        # all that the findings depend on besides the bytes of the PDF and its stylesheet
        values = file.about, families, [table.key for table in expected], list(self.contents.card_texts(file))
        key = self.store.key("read back", repr(values), asset(self.project, file.stylesheet), data)
        if self.store.find(key) is not None:
            return
        if file.is_book:
            yield self._book_reading(file, data, expected, key)
        else:
            yield _Reading(key, [Job(file.path, 1, partial(self._read_pdf, file, data, expected))], _all_findings)

    def _read_pdf(self, file: PrintedPdf, data: bytes, expected: Sequence[ExpectedTable]) -> _JobResult:
        pages = list(read_pages(data))
        findings = list(page_findings(file, pages, self.contents, self.project))
        if file.tagged and not file.sheet:
            findings += _table_findings(file, expected, [table for page in pages for table in tables_of(page)])
        return _JobResult(findings)

    def _book_reading(self, file: PrintedPdf, data: bytes, expected: Sequence[ExpectedTable], key: str) -> _Reading:
        def findings(results: Sequence[_JobResult]) -> Iterator[Finding]:
            yield from _all_findings(results)
            tables = [table for result in results for table in result.tables]
            whole = join_tables([each for each in tables if not each.listed])
            lists = join_lists([each for each in tables if each.listed])
            yield from _table_findings(file, expected, [*whole, *lists])

        numbers = range(1, count_pages(data) + 1)
        parts = [numbers[first : first + PAGES_OF_JOB] for first in range(0, len(numbers), PAGES_OF_JOB)]
        jobs = [
            Job(f"{file.path}: {part[0]}–{part[-1]}", len(part), partial(self._read_pages, file, data, part))
            for part in parts
        ]
        return _Reading(key, jobs, findings)

    def _read_pages(self, file: PrintedPdf, data: bytes, numbers: Sequence[int]) -> _JobResult:
        pages = list(read_pages(data, numbers))
        findings = list(page_findings(file, pages, self.contents, self.project))
        return _JobResult(findings, [table for page in pages for table in tables_of(page)])

    def _expected_tables(self, file: PrintedPdf) -> list[ExpectedTable]:
        """Return the tables that a PDF must hold; none on sheets, or without the tags that show tables."""
        if file.sheet or not file.tagged:
            return []
        book = self.contents.book
        if file.card is not None:
            return self.contents.tables(tables_on(file.card, book), CARD)
        return self.contents.tables(book.game.tables, RULEBOOK)

    def web(self, pages: WebPages) -> Iterator[_Reading]:
        """Yield the reading of the tables and lists of web pages; nothing if they are unchanged."""
        contents, book = self.contents, self.contents.book
        if pages.card is not None:
            expected = contents.tables(tables_on(pages.card, book), CHART if pages.chart else CARD)
        else:
            expected = contents.tables(_tables_on_pages(pages.files, book), WEB)
            expected += contents.tables(_tables_of_references(pages.files, book), WEB_REFERENCE)
        lists = any(table.listed for table in expected)
        parts = [(name, part) for name, data in pages.files.items() for part in parts_of(data, lists=lists)]
        values = repr((pages.about, [table.key for table in expected]))
        key = self.store.key("web read back", values, *(part for _, part in parts))
        if pages.files and self.store.find(key) is None:
            name = "web/*.html" if len(pages.files) > 1 else next(iter(pages.files))
            yield _Reading(key, [Job(name, len(parts), partial(_read_web, pages, expected, parts))], _all_findings)


def _read_web(pages: WebPages, expected: Sequence[ExpectedTable], parts: Iterable[tuple[str, bytes]]) -> _JobResult:
    tables = [table for name, part in parts for table in read_part(part, name)]
    return _JobResult(list(_table_findings(pages, expected, tables)))


def _table_findings(
    output: PrintedPdf | WebPages, expected: Sequence[ExpectedTable], read: Sequence[ReadTable]
) -> Iterator[Finding]:
    return table_findings(output.name, output.about, expected, read)
