"""Cards, and the interface of the blocks on them. The blocks themselves are in `blocks`.

If an author leaves a choice of font size or columns to the tool, the tool makes it once and writes it into the card
(`apply_setting`). So every product gets an ordinary card.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from decimal import Decimal
from enum import Enum
from functools import cache
from itertools import pairwise
from typing import Any, ClassVar

from rulewright.entries.colour import Tint
from rulewright.entries.paper import CUT_MARGIN, Edges, Ground, Margins, Size
from rulewright.entries.references import Bullet
from rulewright.entries.text import Text
from rulewright.entries.themes import STANDARD
from rulewright.findings import Span
from rulewright.model.block_renderer import BlockRenderer, View
from rulewright.model.table import Lines, Portion
from rulewright.once_per_value import once_per_value


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


FOOTED = 100
"""The least width in millimetres of a one-page card with a default footer; playing cards are narrower."""


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
class PageBreak:
    """The beginning of the next page of a card, such as its back; `ground` is the background of that page."""

    span: Span = field(compare=False)
    ground: Ground | None = None


@dataclass(frozen=True, slots=True)
class Zones:
    """All blocks of a page whose blocks have fixed places, written as one list."""

    blocks: tuple[Block, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Spacing:
    """Factors of the default space `above` and below lines and cells, and `beside` the words of cells."""

    above: Decimal
    beside: Decimal


NORMAL = Spacing(Decimal(1), Decimal(1))
TIGHT, LOOSE = Spacing(Decimal("0.5"), Decimal("0.65")), Spacing(Decimal("1.5"), Decimal("1.5"))
"""The tightest and the loosest spacing at which a card is still easy to read."""


@dataclass(frozen=True, slots=True)
class Fit:
    """The range of font sizes in points. The tool chooses the largest at which everything fits."""

    smallest: Decimal
    largest: Decimal


@dataclass(frozen=True, slots=True)
class Deck:
    """The file that makes a card of every record of a table: its id, and the id of the table."""

    id: str
    table: str


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Card:
    """One printed card; `font_size` is in points, and every page has the same `size`.

    `fit` is None if the font size is fixed. `spacing` None means the default, or with a `fit` the spacing that fills
    the card. `footer` is a text for every page, True for the default footer, False for none; None decides by width and
    number of pages. `grounds` are the pictures behind each page; empty if no page has one. `count` is the number of
    copies in the game, for sheets and decks.
    """

    id: str
    title: Text
    size: Size
    font_size: Decimal
    pages: tuple[tuple[Block, ...], ...]
    span: Span = field(compare=False)
    theme: str = STANDARD
    fit: Fit | None = None
    margins: Margins = Margins.around(CUT_MARGIN)
    footer: Text | bool | None = None
    spacing: Spacing | None = None
    grounds: tuple[Ground | None, ...] = ()
    count: int = 1
    deck: Deck | None = None

    def texts(self) -> Iterator[Text]:
        """Yield the texts and references of the card and its blocks."""
        yield self.title
        yield from (self.footer,) if isinstance(self.footer, Text) else ()
        yield from (text for block in self.all_blocks() for text in block.texts())

    @property
    def edges(self) -> Edges:
        """The edges that blocks can reach, because the card has no margin there."""
        edges = Edges.without(self.margins)
        return replace(edges, bottom=False) if self.has_footer else edges

    def ground(self, page: int) -> Ground | None:
        """Return the picture behind a page, counted from 0."""
        return self.grounds[page] if self.grounds else None

    @property
    def has_footer(self) -> bool:
        """Whether pages have a footer. It identifies loose pages by game and edition."""
        if self.has_zones:
            return False
        usual = len(self.pages) > 1 or (self.size.width.value >= FOOTED and self.margins.bottom.value > 0)
        return usual if self.footer is None else self.footer is not False

    @property
    def deck_id(self) -> str:
        return "" if self.deck is None else self.deck.id

    @property
    def has_zones(self) -> bool:
        """Whether blocks have fixed places. A larger card would not give them more room."""
        return any(block.placed for page in self.pages for block in page)

    @property
    def tasks(self) -> tuple[object, ...]:
        """The choices left to the tool: the font size, each set of columns, and the size of each fitted block."""
        return self.fit, *(columns.task for columns in self.all_columns()), *(block.fit for block in self.fitted)

    @property
    def fitted(self) -> tuple[Block, ...]:
        """The blocks for which the tool finds a font size of their own."""
        return tuple(block for page in self.pages for block in page if block.fit is not None)

    @property
    def has_tasks(self) -> bool:
        return any(each not in (None, Task.NOTHING) for each in self.tasks)

    def all_blocks(self) -> Iterator[Block]:
        """Yield every block, outer blocks before the blocks inside them."""
        return iter(_all_blocks(self))

    def all_columns(self) -> Iterator[Columns]:
        return (block.columns for block in self.all_blocks() if block.columns is not None)

    def placed_blocks(self) -> Iterator["Placed"]:
        """Yield the blocks without columns in reading order, with their places."""
        for number, page in enumerate(self.pages, 1):
            for block in page:
                yield from _placed(block, number, 0)


@dataclass(frozen=True, slots=True)
class Placed:
    """A block with its page and its column, both from 1. Column 0 means outside columns."""

    block: Block
    page: int
    column: int


def _placed(block: Block, page: int, column: int) -> Iterator[Placed]:
    if block.columns is None:
        yield Placed(block, page, column)
        return
    for number, blocks in enumerate(block.columns.columns, 1):
        for inner in blocks:
            yield from _placed(inner, page, number)


@once_per_value
def _all_blocks(card: Card) -> tuple[Block, ...]:
    return tuple(each for page in card.pages for block in page for each in _with_inner(block))


def _with_inner(block: Block) -> Iterator[Block]:
    yield block
    for inner in block.inner():
        yield from _with_inner(inner)


# The font size, spacing and columns of a card whose author leaves them to the tool

Start = tuple[int, int]
"""The start of a column: the index of a block, and the index of an outermost item in it. Both count from 0."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The solution for some columns: shares of the width, and the starts of all columns but the first.

    `starts` is empty if the author broke the columns.
    """

    ratio: tuple[int, ...]
    starts: tuple[Start, ...] = ()


@dataclass(frozen=True, slots=True)
class Setting:
    """A font size in points, and an arrangement for each set of columns with a task, in order.

    `fitted` are the font sizes of the fitted blocks. With `spacing` None the spacing of the card applies.
    """

    font_size: Decimal
    columns: tuple[Arrangement, ...] = ()
    fitted: tuple[Decimal, ...] = ()
    spacing: Spacing | None = None

    def to_json(self) -> str:
        """Return the setting as JSON; `read_setting` reads it."""
        columns = [[list(each.ratio), [list(start) for start in each.starts]] for each in self.columns]
        further: dict[str, list[str]] = {}
        if self.fitted:
            further["fitted"] = list(map(str, self.fitted))
        if self.spacing is not None:
            further["spacing"] = [str(self.spacing.above), str(self.spacing.beside)]
        return json.dumps({"font-size": str(self.font_size), "columns": columns, **further})


def read_setting(text: str) -> Setting:
    data = json.loads(text)
    columns = (Arrangement(tuple(ratio), tuple((at, item) for at, item in starts)) for ratio, starts in data["columns"])
    spacing = Spacing(*map(Decimal, data["spacing"])) if "spacing" in data else None
    return Setting(Decimal(data["font-size"]), tuple(columns), tuple(map(Decimal, data.get("fitted", ()))), spacing)


def apply_setting(card: Card, setting: Setting) -> Card:
    """Return the card as if its author had written the setting. Columns without an arrangement keep their task."""
    arrangements = iter(setting.columns)
    sizes = iter(setting.fitted)
    pages = tuple(tuple(_sized(_arranged(block, arrangements), sizes) for block in page) for page in card.pages)
    spacing = card.spacing if setting.spacing is None else setting.spacing
    return replace(card, font_size=setting.font_size, pages=pages, fit=None, spacing=spacing)


def _sized(block: Block, sizes: Iterator[Decimal]) -> Block:
    size = None if block.fit is None else next(sizes, None)
    return block if size is None else block.with_font_size(size)


def _arranged(block: Block, arrangements: Iterator[Arrangement]) -> Block:
    return block.map_columns(lambda columns: _with_arrangement(columns, arrangements))


def _with_arrangement(columns: Columns, arrangements: Iterator[Arrangement]) -> Columns:
    """Apply the next arrangement to the columns, then the following ones to the columns inside them."""
    arrangement = next(arrangements, None) if columns.task is not Task.NOTHING else None
    if arrangement is not None:
        lists = tuple(_split(columns.columns[0], arrangement.starts)) if arrangement.starts else columns.columns
        columns = Columns(arrangement.ratio, lists)
    return columns.map_blocks(lambda block: _arranged(block, arrangements))


def _split(blocks: Sequence[Block], starts: Sequence[Start]) -> Iterator[tuple[Block, ...]]:
    for start, end in pairwise([(0, 0), *starts, (len(blocks), 0)]):
        yield tuple(_between(blocks, start, end))


def _between(blocks: Sequence[Block], start: Start, end: Start) -> Iterator[Block]:
    """Yield the blocks of one column. A block that is split gives only its part between the two starts."""
    for at in range(start[0], min(end[0] + 1, len(blocks))):
        first = start[1] if at == start[0] else 0
        last = end[1] if at == end[0] else None
        if last != 0 and start != end:
            yield blocks[at].part(first, last)
