"""The interface of the blocks on a card. The blocks themselves are in `blocks`."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, fields, is_dataclass, replace
from decimal import Decimal
from enum import Enum
from functools import cache
from typing import Any, ClassVar

from rulewright.entries.colour import Tint
from rulewright.entries.paper import Edges, Size
from rulewright.entries.references import Bullet
from rulewright.entries.text import Text
from rulewright.findings import Span
from rulewright.model.block_renderer import BlockRenderer, View
from rulewright.model.table import Lines, Portion


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: its `own` words, or else the title of the rule, table or quick reference in `reference`."""

    own: Text | None
    reference: Text | None = None


@dataclass(frozen=True, slots=True)
class ShownContent:
    """The contents of a block, for code that inspects a card without rendering it. References are texts with one link.

    `heading` is what the search finds the block by. `texts` are the words that it prints outside tables; they must
    appear in the finished PDF. Together with the texts of its quick `references` and `tables` they decide which marks a
    legend explains. With `parts` only these parts of its table print, each as a table. `colours` distinguish the block
    from others. `pictures` are paths, `figures` references, and `bullets` the bullets written on the card itself.
    """

    heading: Heading | None
    texts: tuple[Text | Heading | None, ...]
    tables: tuple[Text, ...] = ()
    parts: tuple[Lines | Portion, ...] = ()
    references: tuple[Text, ...] = ()
    colours: tuple[Text, ...] = ()
    pictures: tuple[str, ...] = ()
    bullets: tuple[Bullet, ...] = ()
    figures: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Block(ABC):
    """A block of a card. The rest of the program knows blocks only through these methods."""

    span: Span = field(compare=False, kw_only=True)

    keep_with_next: ClassVar[bool] = False
    """Whether the next block must stay in the same column."""
    begins_columns: ClassVar[bool] = True
    """Whether a column may begin with this block if the tool breaks the columns."""
    placed: ClassVar[bool] = False
    """Whether it has a fixed place on the card. A page of such blocks has no frame and no footer."""
    divisible: ClassVar[bool] = False
    """Whether a column may break between two of its outermost items."""

    @property
    @abstractmethod
    def shown(self) -> ShownContent: ...

    @abstractmethod
    def view(self, renderer: BlockRenderer) -> View:
        """Return the block as it prints in one medium."""

    def section(self, renderer: BlockRenderer) -> Tint | None:  # noqa: ARG002 - for bands
        """Return the colour of the section that begins with this block, or None."""
        return None

    @property
    def columns(self) -> "Columns | None":
        """The columns of blocks inside it, or None."""
        return None

    def map_columns(self, change: Callable[["Columns"], "Columns"]) -> "Block":  # noqa: ARG002 - for columns
        """Return the block with its columns changed; a block without columns stays as it is."""
        return self

    @property
    def fit(self) -> "Fit | None":
        """The range of font sizes from which the tool chooses its own size, or None."""
        return None

    def with_font_size(self, font_size: Decimal) -> "Block":  # noqa: ARG002 - for blocks with a fit
        """Return the block with a font size in points."""
        return self

    def part(self, begin: int, end: int | None) -> "Block":  # noqa: ARG002 - for divisible blocks
        """Return the outermost items from `begin` to `end`, as in a slice. An indivisible block returns itself."""
        return self

    def at_edges(self, edges: Edges, page: Size) -> "Block":  # noqa: ARG002 - for pictures
        """Return the block for a place at these edges of a page. Only pictures extend to them."""
        return self

    def texts(self) -> Iterator[Text]:
        """Yield every text and reference in the block, without inner blocks.

        The dataclass fields are read, so none is missed.
        """
        return (each for each in _texts_and_blocks(self) if isinstance(each, Text))

    def inner(self) -> Iterator["Block"]:
        """Yield the blocks directly inside this one, also read from the fields."""
        return (each for each in _texts_and_blocks(self) if isinstance(each, Block))


def views_of(blocks: Iterable[Block], renderer: BlockRenderer) -> Iterator[View]:
    """Yield consecutive blocks as they print. Each takes the colour of the nearest band before it.

    Blocks before the first band in a column take the colour of the band before the columns.
    """
    for block in blocks:
        yield view_of(block, renderer)
        renderer = renderer_after((block,), renderer)


def renderer_after(blocks: Iterable[Block], renderer: BlockRenderer) -> BlockRenderer:
    """Return the renderer for the blocks after `blocks`.

    The last colour also applies to the next page until its first band.
    """
    for block in blocks:
        if (colour := block.section(renderer)) is not None:
            renderer = renderer.under(colour)
    return renderer


def view_of(block: Block, renderer: BlockRenderer) -> View:
    """Return a block as it prints, with its error message in a draft."""
    return replace(block.view(renderer), error=renderer.draft_error(block.span))


def _texts_and_blocks(value: object) -> Iterator[Text | Block]:
    """Yield the texts and blocks in the fields of a value, in order, without looking inside them."""
    for name in _names(_class_of(value)):
        within = getattr(value, name)
        yield from _flattened(_class_of(within))(within)


Flatten = Callable[[Any], Iterable[Text | Block]]
_class_of: Callable[[object], type] = type


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind))


@cache
def _flattened(kind: type) -> Flatten:
    """Return a function that finds the texts and blocks in values of a class. Deciding once per class is faster."""
    if issubclass(kind, Text | Block):
        return lambda value: (value,)
    if issubclass(kind, tuple):
        return lambda value: (part for each in value for part in _flattened(_class_of(each))(each))
    return _texts_and_blocks if is_dataclass(kind) else lambda _: ()


class Task(Enum):
    """What the author leaves to the tool in some columns."""

    NOTHING = "nothing"
    BREAKS = "breaks"
    """Where the columns break. Until then all blocks are in the first column."""
    WIDTHS = "widths"
    """The widths of the columns. Until then they are equal."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Columns of blocks side by side; `ratio` are their shares of the width."""

    ratio: tuple[int, ...]
    columns: tuple[tuple[Block, ...], ...]
    task: Task = Task.NOTHING

    def map_blocks(self, change: Callable[[Block], Block]) -> "Columns":
        """Return the columns with `change` applied to each block."""
        return replace(self, columns=tuple(tuple(map(change, column)) for column in self.columns))


@dataclass(frozen=True, slots=True)
class Fit:
    """The range of font sizes in points. The tool chooses the largest at which everything fits."""

    smallest: Decimal
    largest: Decimal
