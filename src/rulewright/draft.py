"""Drafts: what can be made of a source with errors, for its author alone.

- `marking.py` puts each error at its place in the book, so that every medium prints it there in red.
- `making.py` makes the files that can be made; what does not fit is printed a second time, marked.
- `stamping.py` writes DRAFT on each finished page.

The preview shows the same book.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from io import BytesIO
from math import atan2, cos, hypot, sin
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.blocks.note import Note
from rulewright.findings import Finding, Findings, Severity, Span
from rulewright.model.book import Book
from rulewright.model.card import Block, Card
from rulewright.model.example import Example
from rulewright.model.figure import Figure
from rulewright.model.game import Reference, Rule
from rulewright.model.owners import Owners, texts
from rulewright.model.table import Table
from rulewright.model.text import Target, Text
from rulewright.products.making import make_files
from rulewright.products.run import PrintRun
from rulewright.progress import Progress, no_progress
from rulewright.proof.report import ProofReport
from rulewright.render.paths import card_path
from rulewright.render.report import report_html
from rulewright.render.templating.faults import template_faults
from rulewright.store import Store
from rulewright.translation.catalogues import Catalogue, catalogue
from rulewright.translation.messages import in_language, tell

if TYPE_CHECKING:
    from pypdf import PageObject


# A book in which every error is marked at its place


def marked_book(book: Book, findings: Iterable[Finding]) -> Book:
    """The book with its errors; blocks of cards that name nothing say so instead."""
    errors = [each for each in findings if each.severity is Severity.ERROR]
    cards = tuple(_whole_card(card, book) for card in book.game.cards)
    shown = book if cards == book.game.cards else replace(book, game=replace(book.game, cards=cards))
    if not errors:
        return shown
    places = _Places(shown)
    slips: dict[Span, list[str]] = {}
    for each in errors:
        slips.setdefault(places.shows(each.span), []).append(each.other or each.message)
    return replace(shown, slips={span: "; ".join(dict.fromkeys(words)) for span, words in slips.items()})


class _Places:
    """From the place of an error to that of what pages show: itself, or the title of what it belongs to."""

    def __init__(self, book: Book) -> None:
        game = book.game
        self._exact = {case.span for table in game.tables for case in table.cases}
        self._exact |= {fact.span for fact in game.facts}
        self._exact |= {block.span for card in game.cards for block in card.all_blocks()}
        self._texts: dict[tuple[str, int], list[Text]] = {}
        for _, text in texts(game):
            for line in range(text.span.line, text.span.line + text.raw.count("\n") + 1):
                self._texts.setdefault((text.span.file, line), []).append(text)
        self._owners, self._titles = Owners(game), _titles(book)

    def shows(self, span: Span) -> Span:
        if span in self._exact:
            return span
        around = next((text for text in self._texts.get((span.file, span.line), ()) if _holds(text, span)), None)
        owner = self._owners.at(span)
        return around.span if around else self._titles.get(owner, span) if owner else span


def _titles(book: Book) -> dict[Target, Span]:
    """Where the words of a thing begin that all pages show of it."""
    game = book.game
    kinds: dict[str, Sequence[Rule | Table | Reference | Example | Figure]] = {
        "rule": game.rules,
        "table": game.tables,
        "reference": game.references,
        "example": game.examples,
        "figure": game.numbered_figures,
    }
    spans = {Target(kind, each.id): each.title.span for kind, things in kinds.items() for each in things}
    return (
        spans
        | {Target("fact", fact.id): fact.span for fact in game.facts}
        | {Target("card", card.id): next(iter(card.all_blocks()), card).span for card in game.cards}
    )


def _holds(text: Text, span: Span) -> bool:
    """Whether a place in one of its lines lies within a text of the source."""
    if "\n" in text.raw:
        return True
    return text.span.column <= span.column < text.span.column + max(len(text.raw), 1)


def _whole_card(card: Card, book: Book) -> Card:
    """The card itself where all that it names is there."""
    if not any(lost for block in card.all_blocks() for lost in _lost(block, book)):
        return card
    return replace(card, pages=tuple(tuple(_whole(block, book) for block in page) for page in card.pages))


def _whole(block: Block, book: Book) -> Block:
    """The block, or a note that names what it lacks."""
    lost = next(_lost(block, book), None)
    if lost is not None:
        return Note(Text(f"[[{lost}]]", span=block.span), None, None, span=block.span)
    return block.arranged(lambda columns: columns.each(partial(_whole, book=book)))


def _lost(block: Block, book: Book) -> Iterator[str]:
    """The targets of references that lead nowhere; a link in words is shown as such by itself."""
    for text in block.texts():
        target = text.links[0].target if text.links else ""
        if text.source == f"[[{target}]]" and book.target_of(text) is None:
            yield target


# DRAFT on each finished page

WORD = tell("DRAFT")
WIDTHS = dict(
    zip(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        (
            722,
            722,
            722,
            722,
            667,
            611,
            778,
            722,
            278,
            556,
            722,
            611,
            833,
            722,
            778,
            667,
            778,
            722,
            667,
            611,
            722,
            667,
            944,
            667,
            667,
            611,
        ),
        strict=True,
    )
)
"""Of capitals in Helvetica bold, in thousandths of an em."""
HIGH = 0.72
RED = (0.75, 0.09, 0.14)
SHARE = 0.62
"""How much of the diagonal of a page it takes."""
BODY = re.compile(rb"<body[^>]*>")
BANNER = (
    b'<p role="status" style="position: sticky; top: 0; z-index: 99; margin: 0; padding: 0.2em 0.7em; color: #fff; '
    b'background: #a3131f; font: 700 0.9rem/1.4 system-ui, sans-serif; letter-spacing: 0.05em">%s</p>'
)


def stamped(path: str, data: bytes, words: Catalogue) -> bytes:
    """A file with the word on each of its pages, in a language; data that no one reads stays as it is."""
    kind = path.rpartition(".")[2]
    stamp = {"pdf": _pdf, "html": _html, "png": _png}.get(kind)
    return stamp(data, in_language(WORD, words)) if stamp else data


def _html(data: bytes, word: str) -> bytes:
    return BODY.sub(lambda body: body[0] + BANNER % word.encode(), data, count=1)


def _png(data: bytes, word: str) -> bytes:
    from PIL import Image, ImageDraw, ImageFont

    with Image.open(BytesIO(data)) as opened:
        image = opened.convert("RGBA")
    size = max(image.height // 12, 8)
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(size)
    left, top, right, bottom = draw.textbbox((0, 0), word, font)
    draw.rectangle((0, 0, right + left + 4, bottom + top // 2 + 2), fill=(163, 19, 31, 255))
    draw.text((2, 0), word, fill="white", font=font)
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def _pdf(data: bytes, word: str) -> bytes:
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter(clone_from=PdfReader(BytesIO(data)))
    for page in writer.pages:
        page.merge_page(_word_on(word, float(page.mediabox.width), float(page.mediabox.height)))
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


def _word_on(word: str, width: float, height: float) -> "PageObject":
    """A page with nothing but the word, from its lower left to its upper right corner."""
    from pypdf import PageObject
    from pypdf.generic import DictionaryObject, FloatObject, NameObject, StreamObject

    wide = sum(WIDTHS.get(letter, max(WIDTHS.values())) for letter in word) / 1000
    angle, size = atan2(height, width), SHARE * hypot(width, height) / wide
    x = width / 2 - (wide * size * cos(angle) - HIGH * size * sin(angle)) / 2
    y = height / 2 - (wide * size * sin(angle) + HIGH * size * cos(angle)) / 2
    turn = f"{cos(angle):.4f} {sin(angle):.4f} {-sin(angle):.4f} {cos(angle):.4f} {x:.2f} {y:.2f}"
    text = StreamObject()
    drawn = f"q /G gs {RED[0]} {RED[1]} {RED[2]} rg BT /F {size:.2f} Tf {turn} Tm ({word}) Tj ET Q"
    text.set_data(drawn.encode("cp1252", "replace"))
    page = PageObject.create_blank_page(width=width, height=height)
    names = ("Type", "Font", "Subtype", "Type1", "BaseFont", "ExtGState", "Encoding")
    named = {name: NameObject(f"/{name}") for name in names}
    font = DictionaryObject(
        {
            named["Type"]: named["Font"],
            named["Subtype"]: named["Type1"],
            named["BaseFont"]: NameObject("/Helvetica-Bold"),
            named["Encoding"]: NameObject("/WinAnsiEncoding"),
        }
    )
    light = DictionaryObject({NameObject("/ca"): FloatObject(0.25)})
    page[NameObject("/Resources")] = DictionaryObject(
        {
            named["Font"]: DictionaryObject({NameObject("/F"): font}),
            named["ExtGState"]: DictionaryObject({NameObject("/G"): light}),
        }
    )
    page[NameObject("/Contents")] = text
    return page


# The files of a draft


@dataclass(slots=True)
class Draft:
    """The files by their paths, each marked as a draft; the findings on the way; and what could not be made."""

    files: dict[str, bytes] = field(default_factory=dict)
    faults: Findings = field(default_factory=Findings)
    lost: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Edition:
    """A game in one language; `language` is empty for that in which it was written."""

    book: Book
    proof: ProofReport
    language: str = ""

    def say(self, found: Iterable[Finding]) -> Iterable[Finding]:
        """Findings as they are reported: those of a translation say of which."""
        if not self.language:
            return found
        from rulewright.multilingual.edition import of_language

        return of_language(self.language, found)


def draft_of(
    edition: Edition,
    faults: Findings,
    texts: Mapping[str, str],
    project: Path,
    store: Store,
    progress: Progress = no_progress,
) -> Draft:
    """A draft of a game with these findings, to which those of printing are added.

    It is printed without marks first: these take room, and what does not fit is measured as it will be.
    """
    book, proof = edition.book, edition.proof
    run = PrintRun(marked_book(book, ()), proof, Findings(), project, "", store, progress)
    draft = _made(run)
    faults.extend(edition.say(draft.faults.findings))
    if faults.fatal:
        draft.files = _made(replace(run, book=marked_book(book, faults.findings), faults=Findings())).files
    with template_faults(project, faults):
        draft.files["report.html"] = report_html(book, proof, faults, texts, project).encode()
    words = catalogue(book.game.language)
    folder = f"{edition.language}/" if edition.language else ""
    draft.files = {folder + path: stamped(path, data, words) for path, data in draft.files.items()}
    return draft


def _made(run: PrintRun) -> Draft:
    """All files; if that fails, all but the cards and products that what the errors took away prevents."""
    draft = Draft(faults=run.faults)
    with template_faults(run.project, run.faults):
        try:
            draft.files = make_files(run)
        except Exception:  # which one of them it is, each tells by itself
            book, draft.lost = _possible(run)
            draft.files = make_files(replace(run, book=book))
    return draft


def _possible(run: PrintRun) -> tuple[Book, list[str]]:
    """The book without the cards and products that cannot be made, and what these are called."""
    game = run.book.game
    cards = tuple(card for card in game.cards if _can_make(run, {card_path(card)}))
    names = [f"the card {card.id!r}" for card in game.cards if card not in cards]
    run = replace(run, book=replace(run.book, game=replace(game, cards=cards)))
    asked = [(each, {file.path for file in each.files(run.book)}) for each in run.book.products if each.request]
    lost = [each for each, paths in asked if not _can_make(run, paths)]
    products = tuple(each for each in run.book.products if each not in lost)
    names += [" ".join((each.kind, f"{each.request.id!r}")) for each in lost if each.request]
    return replace(run.book, game=replace(run.book.game, products=products)), names


def _can_make(run: PrintRun, paths: Collection[str]) -> bool:
    try:
        make_files(replace(run, faults=Findings()), lambda path: path in paths)
    except Exception:
        return False
    return True
