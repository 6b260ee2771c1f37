"""What stands on a card, block by block."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum

from rulewright.diagnostics import Span
from rulewright.model.paper import CUT_MARGIN, Margins, Millimetres, Share, Size
from rulewright.model.text import Text
from rulewright.model.theme import STANDARD


@dataclass(frozen=True, slots=True)
class Band:
    """A coloured heading with the number of the rule it stands for; `note` stands small at its right end."""

    rule: Text
    title: Text | None
    colour: Text
    note: Text | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Bands:
    """Several bands side by side in one heading row."""

    bands: tuple[Band, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Bullets:
    """A reference set as a bullet list, with the tables that hang on its items.

    `begin` and `end` are the part of its outermost items that stands here, as in a slice: all, unless it was broken.
    """

    reference: Text
    span: Span = field(compare=False)
    begin: int = 0
    end: int | None = None


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A table on its own, under a heading if it is given a title."""

    table: Text
    title: Text | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Note:
    """A paragraph in a box, for what is neither rule nor table; its title stands on the colour, if it has one."""

    text: Text
    title: Text | None
    colour: Text | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Image:
    """A picture of the game by its name, as wide as it is told. `alt` says what it shows, nothing if it only adorns."""

    picture: str
    alt: str
    width: Millimetres | Share
    caption: Text | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Legend:
    """What the badges on this card mean, in one line."""

    title: Text | None
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Line:
    """A rule across the card between two sections."""

    span: Span = field(compare=False)


class Sought(Enum):
    """What of some columns the author leaves to the tool."""

    NOTHING = "nothing"
    BREAKS = "breaks"
    """Where one ends and the next begins: until that is found, all blocks are listed in the first."""
    WIDTHS = "widths"
    """How wide each is: until that is found, all are equal."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Blocks side by side; `ratio` are the shares of the width."""

    ratio: tuple[int, ...]
    columns: tuple[tuple["Block", ...], ...]
    span: Span = field(compare=False)
    sought: Sought = Sought.NOTHING


Block = Band | Bands | Bullets | TableBlock | Note | Image | Legend | Line | Columns


@dataclass(frozen=True, slots=True)
class PageBreak:
    """Where the next page of a card begins: its back, or the second side of a sheet."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Fit:
    """The sizes of type, in points, between which a card is set as large as all of it fits."""

    smallest: Decimal
    largest: Decimal


@dataclass(frozen=True, slots=True)
class Card:
    """One printed card; `type_size` is in points, `theme` a theme's id. Every page has the card's size.

    `fit` is None where the type is to be as stated. What stands at the foot of every page is a text of the author's, or
    the usual one, or nothing; None where that depends on whether there are several pages.
    """

    id: str
    title: Text
    size: Size
    type_size: Decimal
    pages: tuple[tuple[Block, ...], ...]
    span: Span = field(compare=False)
    theme: str = STANDARD.id
    fit: Fit | None = None
    margins: Margins = Margins.around(CUT_MARGIN)
    foot: Text | bool | None = None

    @property
    def has_foot(self) -> bool:
        """Loose pages have to be told apart."""
        return len(self.pages) > 1 if self.foot is None else self.foot is not False

    @property
    def sought(self) -> tuple[object, ...]:
        """What of the card is left to the tool: how large it is set, and what of which columns."""
        columns = (block.sought for block in self.all_blocks() if isinstance(block, Columns))
        return self.fit, *columns

    @property
    def left_to_tool(self) -> bool:
        """Whether anything of it has to be found."""
        return any(each not in (None, Sought.NOTHING) for each in self.sought)

    def all_blocks(self) -> Iterator[Block]:
        """Every block, those inside columns and heading rows in their place."""
        for block in (block for page in self.pages for block in page):
            yield from _inside(block)

    def placed_blocks(self) -> Iterator["Placed"]:
        """The blocks that print by themselves, in the order of reading, and where each stands."""
        for number, page in enumerate(self.pages, 1):
            for block in page:
                yield from _placed(block, number, 0)


@dataclass(frozen=True, slots=True)
class Placed:
    """A block with its page, and its column among those around it: both from 1, the column 0 outside of columns."""

    block: Block
    page: int
    column: int


def _placed(block: Block, page: int, column: int) -> Iterator[Placed]:
    if not isinstance(block, Columns):
        yield Placed(block, page, column)
        return
    for number, blocks in enumerate(block.columns, 1):
        for inner in blocks:
            yield from _placed(inner, page, number)


def _inside(block: Block) -> Iterator[Block]:
    yield block
    if isinstance(block, Bands):
        yield from block.bands
    elif isinstance(block, Columns):
        for inner in (inner for column in block.columns for inner in column):
            yield from _inside(inner)
