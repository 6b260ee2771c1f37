"""What stands on a card, block by block: the same on paper and on the web, which differ in the typesetter."""

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from markupsafe import Markup

from rulewright.model.book import Book, Target, items_below, printed_labels, table_texts
from rulewright.model.card import Band, Bands, Block, Bullets, Card, Columns, Legend, Line, TableBlock
from rulewright.model.colour import luminance
from rulewright.model.game import Item, Mark
from rulewright.model.paper import PAPERS, Millimetres
from rulewright.model.table import Table
from rulewright.model.text import Text
from rulewright.render.typeset import Typesetter
from rulewright.render.views import BulletView, TableView

WHITE_INK_BELOW = 0.18
"""Relative luminance of a band below which black letters on it would no longer be told apart easily."""
GAP = Decimal("2.4")
"""Millimetres between two columns."""
SMALLER = {".rule": "0.78", "td small": "0.82", ".legend": "0.86", ".sign-legend": "0.9"}
"""What prints smaller than the rest, as shares of its size."""
SMALL_ON_BANDS = {".column .band small": "0.81", ".column .band-note": "0.83"}
"""What the stylesheet sets as a share of the size of a band, as shares of the rest: small type makes it too small."""


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


class CardTypesetter(Typesetter):
    """Sets the texts of a card in one medium."""

    @abstractmethod
    def address(self, rule: Target) -> str:
        """Where the number of a rule on a band leads."""

    def explained(self, table: Table) -> list[Mark]:
        """Signs only: what badges mean is told once, in the card's legend."""
        return [mark for mark in super().explained(table) if not mark.badge]


def is_whole_sheet(card: Card) -> bool:
    """Whether a card is a sheet of paper by itself, which is printed and not cut: it is set dense."""
    return any(paper.is_whole(card.size) for paper in PAPERS)


def card_pages(card: Card, book: Book, typesetter: CardTypesetter) -> tuple[CardPageView, ...]:
    """The pages of a card in one medium."""
    return tuple(card_page(card, at, book, typesetter) for at in range(len(card.pages)))


def card_page(card: Card, at: int, book: Book, typesetter: CardTypesetter) -> CardPageView:
    """One page of a card, counted from 0."""
    blocks = tuple(block_view(block, card, book, typesetter) for block in card.pages[at])
    return CardPageView(page_names(card)[at], blocks)


def page_names(card: Card) -> tuple[str, ...]:
    """What the pages of a card are called among themselves; one alone needs no name.

    A card of two pages has sides; where there are more, nobody knows what lies at whose back.
    """
    count = len(card.pages)
    if count == 1:
        return ("",)
    return tuple(f"{'side' if count == 2 else 'page'} {number} of {count}" for number in range(1, count + 1))


def block_view(block: Block, card: Card, book: Book, typesetter: CardTypesetter) -> BlockView:
    """One block, with those in its columns; `card` tells which marks its legend explains."""
    match block:
        case Band():
            return BlockView(f"band {_named(block)}", bands=(_band(block, book, typesetter),))
        case Bands():
            bands = tuple(_band(band, book, typesetter) for band in block.bands)
            return BlockView(f"bands {', '.join(map(_named, block.bands))}", bands=bands)
        case Bullets():
            reference = book.references[_id(book, block.reference)]
            items = reference.items[block.begin : block.end]
            return BlockView(f"bullets {reference.id}", bullets=typesetter.bullets(items))
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
                    tuple(block_view(inner, card, book, typesetter) for inner in blocks),
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
        href = typesetter.address(Target("rule", rule.id))
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
