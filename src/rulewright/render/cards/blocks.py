"""What stands on a card, block by block: the same on paper and on the web, which differ in the typesetter."""

from abc import abstractmethod
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from markupsafe import Markup, escape

from rulewright.grid import ROW, GridCell
from rulewright.model.book import Book, Target, items_below, printed_labels, table_texts
from rulewright.model.card import Band, Bands, Block, Bullets, Card, Columns, Image, Legend, Line, Note, TableBlock
from rulewright.model.colour import BLACK, WHITE, Tint, luminance
from rulewright.model.game import Item, Mark
from rulewright.model.inks import mixed
from rulewright.model.paper import Millimetres, Share, is_home_paper
from rulewright.model.table import Table
from rulewright.model.text import Text
from rulewright.model.theme import Heading
from rulewright.render.typesetting.typesetter import Typesetter
from rulewright.render.typesetting.views import BulletView, TableView
from rulewright.source.pictures import Picture
from rulewright.wording import page_names, plain

WHITE_INK_BELOW = 0.18
"""Relative luminance of a band below which black letters on it would no longer be told apart easily."""
TINT = 0.86
"""How much of the paper is in the ground of a note of some colour."""
FIRST_WORDS = 4
"""Words of a text by which a block is known that has no name."""
BRIEF = 16
"""Letters of a row's heading that are not worth a second line."""
GAP = Decimal("2.4")
"""Millimetres between two columns."""
SMALLER = {".rule": "0.78", "td small": "0.82", ".legend": "0.86", ".sign-legend": "0.9", ".caption": "0.86"}
"""What prints smaller than the rest, as shares of its size."""
SMALL_ON_BANDS = {".column .band small": "0.81", ".column .band-note": "0.83"}
"""What the stylesheet sets as a share of the size of a band, as shares of the rest: small type makes it too small."""


@dataclass(frozen=True, slots=True)
class BandView:
    """A coloured heading; `note` stands at its right end.

    `colour` and `ink`, that of letters on it, are #rrggbb; `style` are the declarations that say so in its theme.

    `label` is what bookmarks call it: its number and its title.
    """

    label: str
    title: Markup
    number: Markup
    colour: str
    ink: str
    style: str
    note: Markup | None = None


@dataclass(frozen=True, slots=True)
class NoteView:
    """A paragraph in a box. With a colour its title stands on that in `ink`, and the text on `tint`.

    These are #rrggbb, or empty; `style` and `title_style` are the declarations that say so in the theme of the card.
    """

    text: Markup
    title: Markup | None
    colour: str = ""
    ink: str = ""
    tint: str = ""
    style: str = ""
    title_style: str = ""


@dataclass(frozen=True, slots=True)
class ImageView:
    """A picture, all of it in its address; `dots` is how many it is wide, 0 where it is drawn and has none.

    One without `alt` only adorns, and is painted by style alone; `rise` is its height as a share of its width.
    """

    source: str
    alt: str
    width: str
    rise: str
    caption: Markup | None
    dots: int
    name: str


@dataclass(frozen=True, slots=True)
class LegendView:
    """Marks with what they mean."""

    title: Markup | None
    marks: tuple[tuple[Markup, Markup], ...]


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
    note: NoteView | None = None
    image: ImageView | None = None
    legend: LegendView | None = None
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
        """Where the number of a rule on a band leads; empty if nowhere."""

    @abstractmethod
    def length(self, length: Millimetres | Share) -> str:
        """A length of the card in the style sheet's words."""

    def source(self, picture: Picture, width: str) -> str:  # noqa: ARG002 - not every medium is drawn to scale
        """The address of a picture, which prints so wide: here all of it."""
        return f"data:{picture.type};base64,{b64encode(picture.data).decode()}"

    def row_classes(self, *, starts_group: bool, even: bool) -> str:
        return f"{'even' if even else 'odd'}{' group' if starts_group else ''}"

    def cell_classes(self, cell: GridCell) -> Iterator[str]:
        yield from Typesetter.cell_classes(self, cell)  # not those of pages: a card looks the same there
        if cell.role == ROW and sum(len(plain(part.text, self.book)) for part in cell.parts) <= BRIEF:
            yield "brief"

    def explained(self, table: Table) -> list[Mark]:
        """Signs only: what badges mean is told once, in the card's legend."""
        return [mark for mark in super().explained(table) if not mark.badge]


def is_whole_sheet(card: Card) -> bool:
    """Whether a card is a sheet of paper by itself, which is printed and not cut: it is set dense."""
    return is_home_paper(card.size)


def card_pages(card: Card, book: Book, typesetter: CardTypesetter) -> tuple[CardPageView, ...]:
    """The pages of a card in one medium."""
    return tuple(card_page(card, at, book, typesetter) for at in range(len(card.pages)))


def card_page(card: Card, at: int, book: Book, typesetter: CardTypesetter) -> CardPageView:
    """One page of a card, counted from 0."""
    blocks = tuple(block_view(block, card, book, typesetter) for block in card.pages[at])
    return CardPageView(page_names(card)[at], blocks)


def card_foot(card: Card, typesetter: CardTypesetter) -> Markup:
    """What stands at the foot of every page: the author's own text, or what tells loose sheets of games apart."""
    if isinstance(card.foot, Text):
        return typesetter.inline(card.foot)
    game = typesetter.book.game
    return Markup(" · ").join(filter(None, (plain(card.title, typesetter.book), game.title, game.imprint)))


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
            title = typesetter.inline(block.title) if block.title else None
            return BlockView("legend", legend=LegendView(title, legend))
        case Note():
            return BlockView(_begun("note", block.title or block.text), note=_note(block, book, typesetter))
        case Image():
            return BlockView(f"image {block.picture}", image=_image(block, book, typesetter))
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
    number = Markup("")
    if rule.number:
        href = typesetter.address(Target("rule", rule.id))
        number = Markup('<a href="{}">{}</a>').format(href, rule.number) if href else escape(rule.number)
    colour = book.colours[_id(book, block.colour)].tint
    letters = letters_on(colour)
    style = _band_style(colour, letters, typesetter)
    note = typesetter.inline(block.note) if block.note else None
    title = block.title or rule.title
    label = f"{rule.number} {plain(title, book)}".strip()
    return BandView(label, typesetter.inline(title), number, colour.hex, letters.hex, style, note)


def _band_style(colour: Tint, letters: Tint, typesetter: CardTypesetter) -> str:
    """The declarations of a band that its own colour makes; the rest stands in the style sheet."""
    match typesetter.theme.band:
        case Heading.FILLED:
            return f"background: {typesetter.ink(colour)}; color: {typesetter.ink(letters)}"
        case Heading.OUTLINED:
            return f"border-left-color: {typesetter.ink(colour)}"
        case Heading.UNDERLINED:
            return f"border-bottom-color: {typesetter.ink(colour)}"


def letters_on(colour: Tint) -> Tint:
    """Black or white, whichever is read on a colour."""
    return WHITE if luminance(colour.hex) < WHITE_INK_BELOW else BLACK


def _begun(what: str, text: Text) -> str:
    """A block by the first words of its text."""
    words = text.words.split()
    return " ".join((what, *words[:FIRST_WORDS])) + ("…" if len(words) > FIRST_WORDS else "")


def _note(block: Note, book: Book, typesetter: CardTypesetter) -> NoteView:
    title = typesetter.inline(block.title) if block.title else None
    text = typesetter.inline(block.text)
    if block.colour is None:
        return NoteView(text, title)
    colour = book.colours[_id(book, block.colour)].tint
    letters, tint = letters_on(colour), mixed(colour, typesetter.theme.background or WHITE, TINT)
    style, title_style = f"border-color: {typesetter.ink(colour)}", ""
    if typesetter.theme.band is Heading.FILLED:
        style += f"; background: {typesetter.ink(tint)}"
        title_style = f"background: {typesetter.ink(colour)}; color: {typesetter.ink(letters)}"
    return NoteView(text, title, colour.hex, letters.hex, tint.hex, style, title_style)


def _image(block: Image, book: Book, typesetter: CardTypesetter) -> ImageView:
    picture = book.game.pictures[block.picture]
    width = typesetter.length(block.width)
    caption = typesetter.inline(block.caption) if block.caption else None
    dots = 0 if picture.drawn else round(picture.width)
    rise = f"{100 * picture.height / picture.width:.3f}%"
    return ImageView(typesetter.source(picture, width), block.alt, width, rise, caption, dots, block.picture)


def _texts(card: Card, book: Book) -> Iterator[Text | None]:
    """Every text a card prints, tables on its bullets included."""
    yield from (item.text for item in _items(card, book))
    for block in card.all_blocks():
        match block:
            case TableBlock():
                yield block.title
            case Note():
                yield from (block.title, block.text)
            case Image():
                yield block.caption
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
