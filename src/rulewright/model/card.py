"""What stands on a card, block by block."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal

from rulewright.diagnostics import Span
from rulewright.model.paper import CUT_MARGIN, Margins, Millimetres, Share, Size
from rulewright.model.text import Text


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
    """A reference set as a bullet list, with the tables that hang on its items."""

    reference: Text
    span: Span = field(compare=False)


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


@dataclass(frozen=True, slots=True)
class Columns:
    """Blocks side by side; `ratio` are the shares of the width."""

    ratio: tuple[int, ...]
    columns: tuple[tuple["Block", ...], ...]
    span: Span = field(compare=False)


Block = Band | Bands | Bullets | TableBlock | Note | Image | Legend | Line | Columns


@dataclass(frozen=True, slots=True)
class PageBreak:
    """Where the next page of a card begins: its back, or the second side of a sheet."""

    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Card:
    """One printed card; `type_size` is in points. Every page has the card's size.

    What stands at the foot of every page is a text of the author's, or the usual one, or nothing; None where that
    depends on whether there are several pages.
    """

    id: str
    title: Text
    size: Size
    type_size: Decimal
    pages: tuple[tuple[Block, ...], ...]
    span: Span = field(compare=False)
    margins: Margins = Margins.around(CUT_MARGIN)  # noqa: RUF009 - a value
    foot: Text | bool | None = None

    @property
    def has_foot(self) -> bool:
        """Loose pages have to be told apart."""
        return len(self.pages) > 1 if self.foot is None else self.foot is not False

    def all_blocks(self) -> Iterator[Block]:
        """Every block, those inside columns and heading rows in their place."""
        for block in (block for page in self.pages for block in page):
            yield from _inside(block)


def _inside(block: Block) -> Iterator[Block]:
    yield block
    if isinstance(block, Bands):
        yield from block.bands
    elif isinstance(block, Columns):
        for inner in (inner for column in block.columns for inner in column):
            yield from _inside(inner)
