"""Reads the finished files back and compares them with what they must say.

It knows nothing of how they were made. Each fault that a print can have is a file of this package.
"""

import json
import unicodedata
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import filter as matching
from functools import partial
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from rulewright.findings import Finding, Severity
from rulewright.model.book import Book, Target
from rulewright.model.card import Card
from rulewright.model.card_contents import tables_on
from rulewright.model.colour import contrast
from rulewright.model.owners import items_below
from rulewright.model.product import HtmlPage, PrintedPdf, ProductFile
from rulewright.model.table import Table
from rulewright.pool import Job, run_jobs
from rulewright.progress import Progress, no_progress
from rulewright.readback.expected_tables import CARD, CHART, RULEBOOK, WEB, WEB_REFERENCE, ExpectedTable, Sources
from rulewright.readback.faces import characters_in, family, fonts_of, has, spoken
from rulewright.readback.page import Over, Overprint, Page, Piece, overlap
from rulewright.readback.page_digests import page_digests
from rulewright.readback.pdf_reader import count_pages, read_pages
from rulewright.readback.reads_back_differently import Place, join_lists, join_tables, match_tables, table_findings
from rulewright.readback.tables import ReadCell, ReadTable, parts_of, read_part, squeeze, tables_of, texts_of
from rulewright.readback.text_outside import MM, TOLERANCE, is_in_picture, reach, text_outside
from rulewright.render.typesetting.environment import asset
from rulewright.render.typesetting.places import places_of
from rulewright.store import Store

# Text in a font of the machine that printed it

HINT = "write it with other signs, or add the font with @font-face in the stylesheet"


def foreign_font(print_: PrintedPdf, pages: Sequence[Page], sources: Sources, project: Path) -> Iterator[Finding]:
    """Each such font once. One that stands in for characters that ours lack is no finding: they are `missing-glyph`."""
    ours = fonts_of(print_, project)
    for font, characters in characters_in(pages).items():
        asked = [words for character, words in characters.items() if any(has(each, character, ours) for each in ours)]
        if family(font) not in ours and asked:
            message = f"{print_.name} prints {asked[0]!r} in {spoken(font)}, a font of this machine"
            place, about = sources.place(asked[0], print_), f"{print_.about}: {spoken(font)}"
            yield Finding("foreign-font", place, message, HINT, about=about)


# The tables on the pages of a long print, page by page

TablesOfPages = Mapping[int, bytes]
"""What the tables on pages say, by the numbers of the pages, in a form to keep and to send."""


class KeptPages:
    """The pages of a PDF; `values` are what else their findings depend on."""

    def __init__(self, data: bytes, store: Store, values: Iterable[str]) -> None:
        numbered = enumerate(page_digests(data), 1)
        self._store = store
        self._keys = {number: store.key("page read back", str(number), each, *values) for number, each in numbered}
        found = {number: store.find(key) for number, key in self._keys.items()}
        self._known = {number: tables for number, tables in found.items() if tables is not None}
        self.new = [number for number in range(1, count_pages(data) + 1) if number not in self._known]
        """The numbers of the pages that are not known."""

    def keep(self, read: TablesOfPages) -> None:
        """Once nothing was found in any of the new pages."""
        for number, tables in read.items():
            if key := self._keys.get(number):
                self._store.keep(key, tables)

    def tables(self, read: TablesOfPages) -> list[ReadTable]:
        """Those of all pages, in order, with those of the new ones."""
        return [table for _, tables in sorted({**self._known, **read}.items()) for table in _decoded(tables)]


def tables_of_pages(pages: Iterable[Page]) -> TablesOfPages:
    """What the tables of these pages say."""
    return {page.number: _encoded(page) for page in pages}


def _encoded(page: Page) -> bytes:
    tables = [[[[cell.key for cell in row] for row in each.rows], _rest(each)] for each in tables_of(page)]
    return json.dumps(tables).encode()


def _rest(table: ReadTable) -> tuple[object, ...]:
    return table.where, table.head, table.listed, table.begun, table.page, table.first, table.last


def _decoded(data: bytes) -> Iterator[ReadTable]:
    for rows, rest in json.loads(data):
        yield ReadTable(tuple(tuple(_cell(*cell) for cell in row) for row in rows), *rest)


def _cell(text: str, rows: int, columns: int, heading: bool, headings: list[str], pictures: list[str]) -> ReadCell:
    return ReadCell(text, rows, columns, heading, frozenset(headings), tuple(pictures))


# Letters that hardly stand out from their ground

ENOUGH, ENOUGH_FOR_LARGE = 4.5, 3.0
LARGE, LARGE_AND_BOLD = 18.0, 14.0
"""Points from which type is large."""


def low_contrast(print_: PrintedPdf, pages: Sequence[Page], sources: Sources) -> Iterator[Finding]:
    """One finding for each pair of colours."""
    found: dict[tuple[str, str, float], list[Piece]] = {}
    for page in pages:
        for piece in page.pieces:
            limit = _limit(piece)
            for beneath in piece.beneath:
                if contrast(piece.colour, beneath) < limit:
                    found.setdefault((piece.colour, beneath, limit), []).append(piece)
    for (colour, beneath, limit), (first, *more) in found.items():
        others = (" and {n} more text" if len(more) == 1 else " and {n} more texts").format(n=len(more)) if more else ""
        colours = f"in {colour} on {beneath}: a contrast of {contrast(colour, beneath):.1f}"
        message = f"{print_.name} prints {first.words!r}{others} {colours}"
        hint = f"letters of this size need a contrast of {limit:g}: make the dark one darker or the light one lighter"
        place, about = sources.place(first.words, print_), f"{print_.about}: {colour} on {beneath}"
        yield Finding("low-contrast", place, message, hint, severity=Severity.WARNING, about=about)


def _limit(piece: Piece) -> float:
    large = piece.size >= (LARGE_AND_BOLD if piece.bold else LARGE)
    return ENOUGH_FOR_LARGE if large else ENOUGH


# A character that the fonts of a print do not have


def missing_glyph(print_: PrintedPdf, pages: Sequence[Page], sources: Sources, project: Path) -> Iterator[Finding]:
    """Every missing character, once."""
    ours = fonts_of(print_, project)
    lacking: dict[str, str] = {}
    for font, characters in characters_in(pages).items():
        searched = [font] if family(font) in ours else sorted(ours)
        for character, words in characters.items():
            if not any(has(each, character, ours) for each in searched):
                foreign = f", so {spoken(font)} of this machine stands in" if searched != [font] else ""
                lacking.setdefault(character, f"{words!r}: its fonts lack it{foreign}")
    for character, why in lacking.items():
        name = unicodedata.name(character, "without a name")
        message = f"{print_.name} cannot print U+{ord(character):04X} {name} ({character}) in {why}"
        hint = "use another character, declare a mark that draws it, or bring a font that has it: see fonts"
        place = sources.with_character(character, print_)
        yield Finding("missing-glyph", place, message, hint, about=f"{print_.about}: U+{ord(character):04X}")


# The outputs of a game that are read back, its PDFs and web pages, and the texts and tables they must hold


def printed_pdfs(book: Book, files: Mapping[str, bytes]) -> Iterator[PrintedPdf]:
    """The PDFs of a game that are among the files."""
    return (file for file in _files(book) if isinstance(file, PrintedPdf) and file.path in files)


@dataclass(frozen=True, slots=True)
class WebPages:
    """Pages that are read together: those of one `card`, its `chart`, or all others of the web folder."""

    name: str
    about: str
    files: Mapping[str, bytes]
    card: Card | None = None
    chart: bool = False


def web_pages(book: Book, files: Mapping[str, bytes]) -> Iterator[WebPages]:
    """The pages among the files; each belongs to the first product file that names it."""
    rest = {path: data for path, data in files.items() if path.endswith(".html")}
    pages = (file for file in _files(book) if isinstance(file, HtmlPage))
    for _, group in groupby(pages, key=attrgetter("about")):
        together = list(group)
        paths = [path for page in together for path in matching(rest, page.path)]
        own = {path: rest.pop(path) for path in paths}
        yield WebPages(together[0].name, together[0].about, own, together[0].card, together[0].chart)


def _files(book: Book) -> Iterator[ProductFile]:
    return (file for product in book.products for file in product.files(book))


def tables_on_pages(pages: Container[str], book: Book) -> Iterator[Table]:
    """The tables that some pages of the web print by themselves, with a rule or without one."""
    places = places_of(book)
    for table in book.game.tables:
        page, _, _ = places.href(Target("table", table.id)).partition("#")
        if f"web/{page}" in pages:
            yield table


def tables_of_references(pages: Container[str], book: Book) -> Iterator[Table]:
    """The tables on the bullets of the quick references on some pages."""
    places = places_of(book)
    for reference in book.game.references:
        shown = f"web/{places.reference_pages[reference.id]}" in pages
        for item in items_below(reference.items) if shown else ():
            if (target := book.target_of(item.table)) is not None:
                yield book.tables[target.id]


# Small letters in a grey, in a file for a press

LARGE_ENOUGH = 8.0
"""Points from which the strokes of letters are several dots wide."""
NEUTRAL = 12
"""Steps of 255 by which the lights of a grey differ where a reader shows black ink."""
DARK, PALE = 64, 245
"""Lights of what is solid black, and of what is paper."""


def screened_type(print_: PrintedPdf, pages: Sequence[Page], sources: Sources) -> Iterator[Finding]:
    """One finding for each grey."""
    by_grey: dict[str, list[Piece]] = {}
    for page in pages if print_.for_press else ():
        for piece in page.pieces:
            if piece.words and piece.size < LARGE_ENOUGH and _is_grey(piece.colour):
                by_grey.setdefault(piece.colour, []).append(piece)
    for grey, (first, *more) in by_grey.items():
        others = (" and {n} more text" if len(more) == 1 else " and {n} more texts").format(n=len(more)) if more else ""
        message = (
            f"{print_.name} prints {first.words!r}{others} in a grey, {grey}, in type of "
            f"{min(piece.size for piece in (first, *more)):.2g} pt"
        )
        hint = f"a press prints grey as dots: take the full ink, or type of {LARGE_ENOUGH:g} pt"
        place, about = sources.place(first.words, print_), f"{print_.about}: {grey}"
        yield Finding("screened-type", place, message, hint, severity=Severity.WARNING, about=about)


def _is_grey(colour: str) -> bool:
    lights = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    return max(lights) - min(lights) <= NEUTRAL and DARK <= max(lights) < PALE


# Type too small to read at a table

ROUNDING = 0.03
"""Points: PDFs hold rounded sizes."""


def small_type(print_: PrintedPdf, pages: Sequence[Page], sources: Sources) -> Iterator[Finding]:
    """One finding for each size that is too small."""
    by_size: dict[float, list[Piece]] = {}
    for page in pages:
        for piece in page.pieces:
            if piece.size < float(print_.smallest) - ROUNDING:
                by_size.setdefault(round(piece.size, 1), []).append(piece)
    for size, (first, *more) in sorted(by_size.items()):
        others = (" and {n} more text" if len(more) == 1 else " and {n} more texts").format(n=len(more)) if more else ""
        message = f"{print_.name} prints {first.words!r}{others} in type of {size:g} pt"
        hint = f"type under {print_.smallest} pt is hard to read: set it larger, or print less"
        about = f"{print_.about}: {size:g} pt"
        place = sources.place(first.words, print_)
        yield Finding("small-type", place, message, hint, severity=Severity.WARNING, about=about)


# Text that is cut off, because its box hides what reaches beyond it


def text_clipped(print_: PrintedPdf, pages: Sequence[Page], sources: Sources) -> Iterator[Finding]:
    """Every text that is cut off."""
    for page in pages:
        for piece in page.pieces:
            lost = reach(piece.box, piece.clip) if piece.clip else 0.0
            if lost > TOLERANCE:
                message = f"{print_.name} cuts off {lost * MM:.1f} mm of {piece.words!r}"
                hint = "make its box larger, or let the stylesheet show what overflows it"
                about = f"{print_.about}: page {page.number}: {piece.words}"
                yield Finding("text-clipped", sources.place(piece.words, print_), message, hint, about=about)


# A text of a card that does not print


def text_missing(print_: PrintedPdf, pages: Sequence[Page], sources: Sources) -> Iterator[Finding]:
    """Every text of a card that does not print as written."""
    texts = sources.texts_on(print_)
    printed = "".join(map(texts_of, pages)) if texts else ""
    for text, span in texts.items():
        if squeeze(text) not in printed:
            message = f"{print_.name} does not print {text!r} as it is written"
            hint = "something hides or changes it: look in templates/ and its stylesheets"
            yield Finding("text-missing", span, message, hint, about=f"{print_.about}: {text}")


# Text with something printed over it


def text_overprinted(print_: PrintedPdf, pages: Sequence[Page], sources: Sources) -> Iterator[Finding]:
    """Every text that has something over it."""
    for page in pages:
        pieces = set(page.pieces)
        real = [each for each in page.overprints if each.piece in pieces]
        told = [each for each in real if not (_is_beneath(each) and is_in_picture(each.piece, print_))]
        for over in {id(each.piece): each for each in reversed(told)}.values():
            words = over.piece.words
            message = f"{print_.name} prints {_said(over)} {words!r}"
            hint = "give them more room, or shorten the text"
            about = f"{print_.about}: page {page.number}: {words}"
            yield Finding("text-overprinted", sources.place(words, print_), message, hint, about=about)


def _is_beneath(over: Overprint) -> bool:
    return over.by is Over.LINE and over.beneath


def _said(over: Overprint) -> str:
    if over.by is Over.TEXT:
        return f"over {over.words!r} the text"
    return "a line through" if over.by is Over.LINE else "something over"


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
