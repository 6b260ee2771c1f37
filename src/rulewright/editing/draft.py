"""Drafts: what can be made of a source with errors, for its author only.

`draft_of` makes the files for `rulewright build --draft`, in three steps that the module has in this order:

1. Print all files; leave out cards and products that cannot be made.
2. Mark the errors: `marked_book` puts each message where the book shows it, and every output prints it there in red. An
   error in a cell of a table is printed in that cell, and an error in a rule's key beside the title of the rule.
3. Stamp: `stamped` writes DRAFT on each finished page.

The preview uses the last two steps.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from io import BytesIO
from math import atan2, cos, hypot, sin
from pathlib import Path
from string import ascii_uppercase
from typing import TYPE_CHECKING

from rulewright.base.findings import Finding, Findings, Severity, Span
from rulewright.base.messages.catalogues import Catalogue, catalogue
from rulewright.base.messages.messages import tell
from rulewright.base.progress import Progress, no_progress
from rulewright.base.store import Store
from rulewright.book import owners
from rulewright.book.book import Book
from rulewright.book.owners import Owners
from rulewright.entries.block import Block
from rulewright.entries.blocks.contents import Note
from rulewright.entries.card import Card
from rulewright.entries.text import Target, Text
from rulewright.html.paths import card_path
from rulewright.html.templating.template_errors import template_findings
from rulewright.outputs.products.making import make_files
from rulewright.outputs.products.run import PrintRun
from rulewright.outputs.report import report_html
from rulewright.proof.report import ProofReport

if TYPE_CHECKING:
    from pypdf import PageObject


# Step 1: the files


@dataclass(slots=True)
class Draft:
    """The files by their paths, the findings of making them, and the names of the cards and products left out.

    A name is for authors, such as `the card 'fire'`.
    """

    files: dict[str, bytes] = field(default_factory=dict)
    findings: Findings = field(default_factory=Findings)
    left_out: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class LanguageVersion:
    """A game in one language; `language` is a code such as `fr`, or empty for the language of the author."""

    book: Book
    proof: ProofReport
    language: str = ""


def draft_of(
    version: LanguageVersion,
    findings: Findings,
    texts: Mapping[str, str],
    project: Path,
    store: Store,
    progress: Progress = no_progress,
) -> Draft:
    """Make a draft of a game with these findings, and add the findings of printing to them.

    The game is printed without marks first: marks take room, and the check of what fits measures the real print.
    `texts` are the source files by name, for the lines that the report quotes.
    """
    book, proof = version.book, version.proof
    run = PrintRun(marked_book(book, ()), proof, Findings(), project, "", store, progress)
    draft = _make_possible_files(run)
    print_findings: Iterable[Finding] = draft.findings.items
    if version.language:
        from rulewright.book.translations.edition import of_language

        print_findings = of_language(version.language, print_findings)
    findings.extend(print_findings)
    if findings.fatal:
        draft.files = _make_possible_files(
            replace(run, book=marked_book(book, findings.items), findings=Findings())
        ).files
    with template_findings(project, findings):
        draft.files["report.html"] = report_html(book, proof, findings, texts, project).encode()
    words = catalogue(book.game.language)
    folder = f"{version.language}/" if version.language else ""
    draft.files = {folder + path: stamped(path, data, words) for path, data in draft.files.items()}
    return draft


def _make_possible_files(run: PrintRun) -> Draft:
    """Make all files; if that fails, leave out the cards and products that fail when made alone."""
    draft = Draft(findings=run.findings)
    with template_findings(run.project, run.findings):
        try:
            draft.files = make_files(run)
        except Exception:  # any of them may have failed
            book = _without_failing_products(_without_failing_cards(run, draft.left_out), draft.left_out)
            draft.files = make_files(replace(run, book=book))
    return draft


def _without_failing_cards(run: PrintRun, left_out: list[str]) -> PrintRun:
    """Leave out the cards that cannot be made; add their names to `left_out`."""
    game = run.book.game
    cards = tuple(card for card in game.cards if _can_make(run, {card_path(card)}))
    left_out += [f"the card {card.id!r}" for card in game.cards if card not in cards]
    return replace(run, book=replace(run.book, game=replace(game, cards=cards)))


def _without_failing_products(run: PrintRun, left_out: list[str]) -> Book:
    """Return the book without the products that cannot be made; add their names to `left_out`.

    Products that no file requests stay: only a faulty request makes a product fail.
    """
    products = []
    for product in run.book.products:
        if product.request is None or _can_make(run, {file.path for file in product.files(run.book)}):
            products.append(product)
        else:
            left_out.append(f"{product.kind} {product.request.id!r}")
    return replace(run.book, game=replace(run.book.game, products=tuple(products)))


def _can_make(run: PrintRun, paths: Collection[str]) -> bool:
    """Return whether the files with these paths can be made without an exception."""
    try:
        make_files(replace(run, findings=Findings()), lambda path: path in paths)
    except Exception:
        return False
    return True


# Step 2: the marks. Each error goes to the cell, text, fact or block that shows its place in the source.


def marked_book(book: Book, findings: Iterable[Finding]) -> Book:
    """Return the book with its errors. A block of a card that names something missing becomes a note that says so."""
    errors = [each for each in findings if each.severity is Severity.ERROR]
    cards = tuple(_printable_card(card, book) for card in book.game.cards)
    printable = book if cards == book.game.cards else replace(book, game=replace(book.game, cards=cards))
    if not errors:
        return printable
    mark_places = _MarkPlaces(printable)
    messages: dict[Span, list[str]] = {}
    for each in errors:
        messages.setdefault(mark_places.nearest(each.span), []).append(each.other or each.message)
    # A message that several errors share is printed once.
    return replace(printable, draft_errors={span: "; ".join(dict.fromkeys(each)) for span, each in messages.items()})


class _MarkPlaces:
    """The places of a book beside which pages can print a mark."""

    def __init__(self, book: Book) -> None:
        game = book.game
        # the places that pages mark themselves: of values, facts and blocks
        self._exact = {case.span for table in game.tables for case in table.cases}
        self._exact |= {fact.span for fact in game.facts}
        self._exact |= {block.span for card in game.cards for block in card.all_blocks()}
        # the texts on each line of the source, by its file and number
        self._texts: dict[tuple[str, int], list[Text]] = {}
        for _, text in owners.texts(game):
            for line in range(text.span.line, text.span.line + text.raw.count("\n") + 1):
                self._texts.setdefault((text.span.file, line), []).append(text)
        self._owners, self._titles = Owners(game), _titles(book)

    def nearest(self, span: Span) -> Span:
        """Return the place for the mark of an error: its own place, its text, or the title of its entry.

        An error of none of these keeps its place, and only the report shows it.
        """
        if span in self._exact:
            return span
        for text in self._texts.get((span.file, span.line), ()):
            if _contains(text, span.column):
                return text.span
        owner = self._owners.at(span)
        return self._titles.get(owner, span) if owner else span


def _contains(text: Text, column: int) -> bool:
    """Return whether a text covers this column of a line that it is on; one of several lines covers each as a whole."""
    return "\n" in text.raw or 0 <= column - text.span.column < max(len(text.raw), 1)


def _titles(book: Book) -> dict[Target, Span]:
    """Return where the words begin that all pages show of an entry: its title, its value, or its first block."""
    game = book.game
    titles = ((target, getattr(entry, "title", None)) for target, entry in game.entries() if target.kind != "domain")
    return (
        {target: title.span for target, title in titles if isinstance(title, Text)}
        | {Target("fact", fact.id): fact.span for fact in game.facts}
        | {Target("card", card.id): next(iter(card.all_blocks()), card).span for card in game.cards}
    )


def _printable_card(card: Card, book: Book) -> Card:
    """Return the card, with a note in place of each block that names something missing."""
    if not any(name for page in card.pages for block in page for name in _missing_names(block, book)):
        return card
    return replace(card, pages=tuple(tuple(_printable_block(block, book) for block in page) for page in card.pages))


def _printable_block(block: Block, book: Book) -> Block:
    """Return the block, or a note with the broken link in place of a block that names something missing."""
    missing = next(_missing_names(block, book), None)
    if missing is not None and block.columns is None:
        return Note(text=Text(f"[[{missing}]]", span=block.span), span=block.span)
    return block.map_columns(lambda columns: columns.map_blocks(partial(_printable_block, book=book)))


def _missing_names(block: Block, book: Book) -> Iterator[str]:
    """Yield the names of missing entries that the block shows, such as `fire` for a block with only `[[fire]]`.

    A broken link within a sentence prints as broken anyway.
    """
    for text in block.texts():
        name = text.links[0].target if text.links else ""
        if text.source == f"[[{name}]]" and book.target_of(text) is None:
            yield name


# Step 3: DRAFT on each page, across a PDF, at the top of a web page, and in a corner of a picture

DRAFT = tell("DRAFT")
CAPITAL_WIDTHS = (
    "722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944 667 667 611"
)
WIDTHS = {letter: int(width) for letter, width in zip(ascii_uppercase, CAPITAL_WIDTHS.split(), strict=True)}
"""The widths of the capitals of Helvetica bold, in thousandths of an em."""
CAPITAL_HEIGHT = 0.72
"""The height of a capital in ems."""
RED = (0.75, 0.09, 0.14)
"""Red, green and blue from 0 to 1, as a PDF writes them."""
DIAGONAL_SHARE = 0.62
"""The share of the diagonal of a page that the word DRAFT takes."""
BODY_TAG = re.compile(rb"<body[^>]*>")  # such as <body class="rules">
BANNER = (
    b'<p role="status" style="position: sticky; top: 0; z-index: 99; margin: 0; padding: 0.2em 0.7em; color: #fff; '
    b'background: #a3131f; font: 700 0.9rem/1.4 system-ui, sans-serif; letter-spacing: 0.05em">%s</p>'
)


def stamped(path: str, data: bytes, words: Catalogue) -> bytes:
    """Return a file with DRAFT on each of its pages, in the language of `words`; data files stay as they are."""
    word = words.said(DRAFT)
    match path.rpartition(".")[2]:
        case "pdf":
            return _stamp_pdf(data, word)
        case "html":
            return BODY_TAG.sub(lambda tag: tag[0] + BANNER % word.encode(), data, count=1)
        case "png":
            return _stamp_png(data, word)
    return data


def _stamp_png(data: bytes, word: str) -> bytes:
    from PIL import Image, ImageDraw, ImageFont

    with Image.open(BytesIO(data)) as opened:
        image = opened.convert("RGBA")
    size = max(image.height // 12, 8)  # of the letters, in pixels
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(size)
    left, top, right, bottom = draw.textbbox((0, 0), word, font)
    draw.rectangle((0, 0, right + left + 4, bottom + top // 2 + 2), fill=(163, 19, 31, 255))
    draw.text((2, 0), word, fill="white", font=font)
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def _stamp_pdf(data: bytes, word: str) -> bytes:
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter(clone_from=PdfReader(BytesIO(data)))
    for page in writer.pages:
        page.merge_page(_stamp_page(word, float(page.mediabox.width), float(page.mediabox.height)))
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


def _stamp_page(word: str, width: float, height: float) -> "PageObject":
    """Return a page with nothing but the word, from its lower left to its upper right corner; sizes are in points."""
    from pypdf import PageObject
    from pypdf.generic import DictionaryObject, FloatObject, NameObject, StreamObject

    ems = sum(WIDTHS.get(letter, max(WIDTHS.values())) for letter in word) / 1000
    angle, size = atan2(height, width), DIAGONAL_SHARE * hypot(width, height) / ems
    # (x, y) is where the first letter begins, so that the middle of the turned word is the middle of the page.
    x = width / 2 - (ems * size * cos(angle) - CAPITAL_HEIGHT * size * sin(angle)) / 2
    y = height / 2 - (ems * size * sin(angle) + CAPITAL_HEIGHT * size * cos(angle)) / 2
    matrix = f"{cos(angle):.4f} {sin(angle):.4f} {-sin(angle):.4f} {cos(angle):.4f} {x:.2f} {y:.2f}"
    # PDF operators: take the opacity /G and the colour, then show the word at the turned place.
    drawing = StreamObject()
    drawing.set_data(
        f"q /G gs {RED[0]} {RED[1]} {RED[2]} rg BT /F {size:.2f} Tf {matrix} Tm ({word}) Tj ET Q".encode(
            "cp1252", "replace"
        )
    )
    font = {"/Type": "/Font", "/Subtype": "/Type1", "/BaseFont": "/Helvetica-Bold", "/Encoding": "/WinAnsiEncoding"}
    resources = {
        "/Font": {"/F": DictionaryObject({NameObject(key): NameObject(value) for key, value in font.items()})},
        "/ExtGState": {"/G": DictionaryObject({NameObject("/ca"): FloatObject(0.25)})},
    }
    page = PageObject.create_blank_page(width=width, height=height)
    page[NameObject("/Resources")] = DictionaryObject(
        {
            NameObject(kind): DictionaryObject({NameObject(name): value for name, value in named.items()})
            for kind, named in resources.items()
        }
    )
    page[NameObject("/Contents")] = drawing
    return page
