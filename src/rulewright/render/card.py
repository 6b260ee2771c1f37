"""Cards: a layout and a book become HTML, with a box for each page."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from markupsafe import Markup

from rulewright.model.book import Book, Target, items_below, printed_labels, table_texts
from rulewright.model.colour import luminance
from rulewright.model.game import (
    PAPERS,
    Band,
    Bands,
    Block,
    Bullets,
    Card,
    Columns,
    Item,
    Legend,
    Line,
    Mark,
    Millimetres,
    TableBlock,
)
from rulewright.model.table import Table
from rulewright.model.text import Text
from rulewright.render.environment import environment
from rulewright.render.fonts import SMALLEST_ON_CARDS
from rulewright.render.places import Places
from rulewright.render.typeset import Typesetter, mark_image
from rulewright.render.views import BulletView, TableView
from rulewright.wording import plain

WHITE_INK_BELOW = 0.18
"""Relative luminance of a band below which black letters on it would no longer be told apart easily."""

SMALLER = {".rule": "0.78", "td small": "0.82", ".legend": "0.86", ".sign-legend": "0.9"}
"""What prints smaller than the rest, as shares of its size."""

CUT_MARGIN, PAPER_MARGIN = Millimetres(Decimal("2.2")), Millimetres(Decimal(5))
"""From the edge to the frame: of a card that is cut out, and of a whole sheet, to whose edge few printers reach."""
GAP = Decimal("2.4")
"""Millimetres between two columns."""
FOOT = Decimal("2.8")
"""Millimetres that the line at the foot of every page adds to the margin below, where a card has several."""


@dataclass(frozen=True, slots=True)
class BandView:
    """A coloured heading; `ink` is the colour of its letters, `note` stands at its right end."""

    title: Markup
    number: Markup
    colour: str
    ink: str
    note: Markup | None = None


@dataclass(frozen=True, slots=True)
class ColumnView:
    """A column of blocks, its share of the width in per cent, and its part of the gaps to its left and right."""

    width: str
    left: str
    right: str
    blocks: tuple["BlockView", ...]


@dataclass(frozen=True, slots=True)
class BlockView:
    """One block of a card: exactly one of the values is given. `name` is what an overflow is reported by.

    `title` is the heading of a table.
    """

    name: str
    bands: tuple[BandView, ...] = ()
    bullets: tuple[BulletView, ...] = ()
    table: TableView | None = None
    title: Markup | None = None
    legend: tuple[tuple[Markup, Markup], ...] = ()
    columns: tuple[ColumnView, ...] = ()
    line: bool = False


@dataclass(frozen=True, slots=True)
class CardPageView:
    """A page: what it is called among the others, and its blocks."""

    name: str
    blocks: tuple[BlockView, ...]


@dataclass(frozen=True, slots=True)
class CardView:
    """A card ready for its template; lengths carry their units.

    `foot` is empty on a card of one page; `dense` sets the tables of a whole sheet, which holds many, closer.
    """

    title: str
    language: str
    author: str
    subject: str
    width: str
    height: str
    type_size: str
    small_type: tuple[tuple[str, str], ...]
    """Selectors of the smaller texts, each with its size."""
    margin: str
    margin_below: str
    dense: bool
    foot: str
    pages: tuple[CardPageView, ...]
    created: str = ""


class CardTypesetter(Typesetter):
    """Terms in italics, rule numbers small in brackets, marks as images."""

    def __init__(self, book: Book) -> None:
        super().__init__(book)
        self.places = Places(book)

    def link(self, target: Target, label: str) -> Markup:
        match target.kind:
            case "term":
                return Markup('<i class="{}">{}</i>').format("term whole" if "-" in label else "term", label)
            case "rule":
                href = f"../web/{self.places.href(target)}"
                return Markup('<a class="rule" href="{}">[{}]</a>').format(href, label)
        return Markup('<span class="{}">{}</span>').format(target.kind, label)

    def mark(self, mark: Mark) -> Markup:
        return mark_image(mark)

    def explained(self, table: Table) -> list[Mark]:
        """Signs only: what badges mean is told once, in the card's legend."""
        return [mark for mark in super().explained(table) if not mark.badge]


def card_html(card: Card, book: Book, project: Path, created: str = "") -> str:
    """The HTML of one card; `created` is a date in ISO form for its metadata, or empty."""
    game = book.game
    typesetter = CardTypesetter(book)
    whole = any(paper.is_whole(card.size) for paper in PAPERS)
    margin = PAPER_MARGIN if whole else CUT_MARGIN
    view = CardView(
        title=card.title.source,
        language=game.language,
        author=game.title,
        subject=f"{game.title}: quick-reference card" + (f", edition {game.edition}" if game.edition else ""),
        width=str(card.size.width),
        height=str(card.size.height),
        type_size=f"{card.type_size}pt",
        small_type=tuple((what, f"{_reduced(card.type_size, share)}pt") for what, share in SMALLER.items()),
        margin=str(margin),
        margin_below=str(Millimetres(margin.value + FOOT) if len(card.pages) > 1 else margin),
        dense=whole,
        foot=_foot(card, book) if len(card.pages) > 1 else "",
        pages=tuple(
            CardPageView(
                _page_name(at, len(card.pages)), tuple(_block(block, card, book, typesetter) for block in page)
            )
            for at, page in enumerate(card.pages, 1)
        ),
        created=created,
    )
    return environment(project).get_template("card/card.html.j2").render(card=view)


def _foot(card: Card, book: Book) -> str:
    """What tells loose sheets apart."""
    edition = f"edition {book.game.edition}" if book.game.edition else ""
    return " · ".join(filter(None, (plain(card.title, book), book.game.title, edition)))


def _page_name(number: int, of: int) -> str:
    """A card of two pages has sides; where there are more, nobody knows what lies at whose back."""
    if of == 1:
        return ""
    return f"{'side' if of == 2 else 'page'} {number} of {of}"


def _reduced(size: Decimal, share: str) -> Decimal:
    """A share of the size, but no type that is hard to read."""
    return max(size * Decimal(share), min(size, SMALLEST_ON_CARDS))


def _block(block: Block, card: Card, book: Book, typesetter: CardTypesetter) -> BlockView:
    match block:
        case Band():
            return BlockView(f"band {_named(block)}", bands=(_band(block, book, typesetter),))
        case Bands():
            bands = tuple(_band(band, book, typesetter) for band in block.bands)
            return BlockView(f"bands {', '.join(map(_named, block.bands))}", bands=bands)
        case Bullets():
            reference = book.references[_id(book, block.reference)]
            return BlockView(f"bullets {reference.id}", bullets=typesetter.bullets(reference.items))
        case TableBlock():
            table = book.tables[_id(book, block.table)]
            title = typesetter.inline(block.title) if block.title else None
            return BlockView(f"table {table.id}", table=typesetter.table(table), title=title)
        case Legend():
            told = {mark for table in _tables(card, book) for mark in typesetter.explained(book.tables[table])}
            marks = [mark for mark in typesetter.marks_in(_texts(card, book)) if mark not in told]
            legend = tuple((typesetter.mark(mark), typesetter.inline(mark.legend)) for mark in marks if mark.legend)
            return BlockView("legend", legend=legend)
        case Columns():
            columns = zip(block.ratio, _gaps(block), block.columns, strict=True)
            views = tuple(
                ColumnView(
                    f"{100 * share / sum(block.ratio):.2f}%",
                    *gaps,
                    tuple(_block(inner, card, book, typesetter) for inner in blocks),
                )
                for share, gaps, blocks in columns
            )
            return BlockView("columns", columns=views)
        case Line():
            return BlockView("line", line=True)


def _gaps(block: Columns) -> Iterator[tuple[str, str]]:
    """What each column leaves free to its left and right: columns that are to be equal share in all the gaps."""
    last = len(block.columns) - 1
    for at in range(last + 1):
        if len(set(block.ratio)) == 1:
            yield str(Millimetres(GAP * at / (last + 1))), str(Millimetres(GAP * (last - at) / (last + 1)))
        else:
            yield str(Millimetres(GAP if at else Decimal(0))), "0mm"


def _named(band: Band) -> str:
    return band.rule.links[0].target.removeprefix("rule:")


def _id(book: Book, text: Text) -> str:
    target = book.target_of(text)
    assert target is not None  # a dangling reference is refused before rendering
    return target.id


def _band(block: Band, book: Book, typesetter: CardTypesetter) -> BandView:
    rule = book.rules[_id(book, block.rule)]
    colour = book.colours[_id(book, block.colour)].hex
    number = Markup("")
    if rule.number:
        href = f"../web/{typesetter.places.href(Target('rule', rule.id))}"
        number = Markup('<a href="{}">{}</a>').format(href, rule.number)
    ink = "#ffffff" if luminance(colour) < WHITE_INK_BELOW else "#000000"
    note = typesetter.inline(block.note) if block.note else None
    return BandView(typesetter.inline(block.title or rule.title), number, colour, ink, note)


def _texts(card: Card, book: Book) -> Iterator[Text | None]:
    """Every text a card prints, tables on its bullets included."""
    yield from (item.text for item in _items(card, book))
    yield from (block.title for block in card.all_blocks() if isinstance(block, TableBlock))
    for table in _tables(card, book):
        yield from printed_labels(book.tables[table])
        yield from table_texts(book.tables[table])


def _items(card: Card, book: Book) -> Iterator[Item]:
    for block in card.all_blocks():
        if isinstance(block, Bullets):
            yield from items_below(book.references[_id(book, block.reference)].items)


def _tables(card: Card, book: Book) -> Iterator[str]:
    """The tables on a card, by themselves or on a bullet."""
    yield from (_id(book, block.table) for block in card.all_blocks() if isinstance(block, TableBlock))
    yield from (_id(book, item.table) for item in _items(card, book) if item.table)
