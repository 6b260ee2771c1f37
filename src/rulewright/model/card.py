"""Cards, and what every block on them can do. The blocks themselves are in `blocks`.

A choice that an author leaves to the tool, of type or of columns, is made once and written into the card
(`apply_setting`). Every product then gets an ordinary card.
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

from rulewright.findings import Span
from rulewright.model.colour import Tint
from rulewright.model.expression import Item
from rulewright.model.paper import CUT_MARGIN, Edges, Ground, Margins, Size
from rulewright.model.setter import Setter, View
from rulewright.model.table import Lines, Portion
from rulewright.model.text import Text
from rulewright.model.theme import STANDARD
from rulewright.once_per_value import once_per_value


@dataclass(frozen=True, slots=True)
class Heading:
    """Its own words, or else the title of what `reference` names: a rule, a table or a quick reference."""

    own: Text | None
    reference: Text | None = None


@dataclass(frozen=True, slots=True)
class ShownContent:
    """What a block shows, for those who look at a card without setting it. References are texts of one link.

    `heading` is what the search finds it by. `texts` are the words it prints outside of tables, which must stand in
    the finished PDF; with those of its quick `references` and `tables` they also say which marks a legend explains.
    Of the table of a block with `parts` only these print, each as a table.
    `colours` are those by which a reader tells it from other blocks. `pictures` go by their paths, `figures` by
    references; `bullets` are those that only the card has.
    """

    heading: Heading | None
    texts: tuple[Text | Heading | None, ...]
    tables: tuple[Text, ...] = ()
    parts: tuple[Lines | Portion, ...] = ()
    references: tuple[Text, ...] = ()
    colours: tuple[Text, ...] = ()
    pictures: tuple[str, ...] = ()
    bullets: tuple[Item, ...] = ()
    figures: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Block(ABC):
    """A block of a card. Everything else of the program knows blocks by these methods only."""

    span: Span = field(compare=False, kw_only=True)

    keep_with_next: ClassVar[bool] = False
    """Whether no column may end after it."""
    begins_columns: ClassVar[bool] = True
    """Whether a column may begin with it, where the tool breaks a list of blocks."""
    placed: ClassVar[bool] = False
    """Whether it has its own place on the card; a page of such blocks has no frame and no footer."""
    divisible: ClassVar[bool] = False
    """Whether a column may end between two of its outermost items."""

    @property
    @abstractmethod
    def shown(self) -> ShownContent: ...

    @abstractmethod
    def view(self, setter: Setter) -> View:
        """The block as it prints in one medium."""

    def section(self, setter: Setter) -> Tint | None:  # noqa: ARG002 - for those that head others
        """The colour of the section that begins with the block; None where it begins none."""
        return None

    @property
    def columns(self) -> "Columns | None":
        """The blocks that it sets side by side."""
        return None

    def map_columns(self, change: Callable[["Columns"], "Columns"]) -> "Block":  # noqa: ARG002 - for those with columns
        """The block with its columns changed; one without columns stays as it is."""
        return self

    @property
    def fit(self) -> "Fit | None":
        """The sizes of type between which the tool sets it, apart from the rest of the card."""
        return None

    def with_font_size(self, font_size: Decimal) -> "Block":  # noqa: ARG002 - for those that the tool sets apart
        """The block in a size of type, in points."""
        return self

    def part(self, begin: int, end: int | None) -> "Block":  # noqa: ARG002 - for those that are divisible
        """The outermost items from `begin` to `end`, as in a slice; all of a block that is not divisible."""
        return self

    def at_edges(self, edges: Edges, page: Size) -> "Block":  # noqa: ARG002 - for pictures
        """The block where it lies at these edges of a page; only a picture reaches them."""
        return self

    def texts(self) -> Iterator[Text]:
        """Every text and reference in it but those of inner blocks. Read from its fields, so none can be forgotten."""
        return (each for each in _texts_and_blocks(self) if isinstance(each, Text))

    def inner(self) -> Iterator["Block"]:
        """The blocks right within it. Read from its fields, as the texts are."""
        return (each for each in _texts_and_blocks(self) if isinstance(each, Block))


def views_of(blocks: Iterable[Block], setter: Setter) -> Iterator[View]:
    """Blocks below one another as they print: each stands under the nearest band before it.

    Before their first band stand those in columns under the band before the columns.
    """
    for block in blocks:
        yield view_of(block, setter)
        setter = setter_after((block,), setter)


def setter_after(blocks: Iterable[Block], setter: Setter) -> Setter:
    """The setter of what follows some blocks: of another page, too, until it has a band of its own."""
    for block in blocks:
        if (colour := block.section(setter)) is not None:
            setter = setter.under(colour)
    return setter


def view_of(block: Block, setter: Setter) -> View:
    """A block as it prints, with what is wrong with it."""
    return replace(block.view(setter), error=setter.draft_error(block.span))


def _texts_and_blocks(value: object) -> Iterator[Text | Block]:
    """The texts and blocks in the fields of a value, in order; neither is taken apart."""
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
    """How to find the texts and blocks in a value of some class: to ask each value for its class takes longer."""
    if issubclass(kind, Text | Block):
        return lambda value: (value,)
    if issubclass(kind, tuple):
        return lambda value: (part for each in value for part in _flattened(_class_of(each))(each))
    return _texts_and_blocks if is_dataclass(kind) else lambda _: ()


FOOTED = 100
"""Millimetres of width from which a card of one page with a margin has the usual footer: playing cards have none."""


class Task(Enum):
    """What the author leaves to the tool in some columns."""

    NOTHING = "nothing"
    BREAKS = "breaks"
    """Where one ends and the next begins: until that is known, all blocks are listed in the first."""
    WIDTHS = "widths"
    """How wide each is: until that is known, all are equal."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Lists of blocks side by side; `ratio` are the shares of the width."""

    ratio: tuple[int, ...]
    columns: tuple[tuple[Block, ...], ...]
    task: Task = Task.NOTHING

    def map_blocks(self, change: Callable[[Block], Block]) -> "Columns":
        """The columns with each of their blocks changed."""
        return replace(self, columns=tuple(tuple(map(change, column)) for column in self.columns))


@dataclass(frozen=True, slots=True)
class PageBreak:
    """Where the next page of a card begins: its back, or the second side of a sheet; `ground` is its own."""

    span: Span = field(compare=False)
    ground: Ground | None = None


@dataclass(frozen=True, slots=True)
class Zones:
    """Blocks that have places on the card, listed as one; they are the blocks of their page."""

    blocks: tuple[Block, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Spacing:
    """Factors of the usual space `above` and below lines and cells, and `beside` the words of cells."""

    above: Decimal
    beside: Decimal


NORMAL = Spacing(Decimal(1), Decimal(1))
TIGHT, LOOSE = Spacing(Decimal("0.5"), Decimal("0.65")), Spacing(Decimal("1.5"), Decimal("1.5"))
"""Between the outer two a card may be read."""


@dataclass(frozen=True, slots=True)
class Fit:
    """The font sizes, in points, between which the tool sets a card as large as all of it fits."""

    smallest: Decimal
    largest: Decimal


@dataclass(frozen=True, slots=True)
class Deck:
    """The file that made a card of every record of a table: its id, and the table's."""

    id: str
    table: str


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Card:
    """One printed card; `font_size` is in points, `theme` a theme's id. Every page has the card's size.

    `fit` is None where the font size is to be as stated. `spacing` is None where it is the usual one, or whatever fills
    a card with a `fit`. The footer of every page is a text of the author's, or the usual one, or missing; None where
    that depends on its width and number of pages. `grounds` are the pictures behind each page, or nothing where no
    page has one. `count` is how many of it the game has, for sheets and decks.
    """

    id: str
    title: Text
    size: Size
    font_size: Decimal
    pages: tuple[tuple[Block, ...], ...]
    span: Span = field(compare=False)
    theme: str = STANDARD.id
    fit: Fit | None = None
    margins: Margins = Margins.around(CUT_MARGIN)
    footer: Text | bool | None = None
    spacing: Spacing | None = None
    grounds: tuple[Ground | None, ...] = ()
    count: int = 1
    deck: Deck | None = None

    @property
    def edges(self) -> Edges:
        """Those that the blocks of a page may reach: where the card has no margin."""
        edges = Edges.without(self.margins)
        return replace(edges, bottom=False) if self.has_footer else edges

    def ground(self, page: int) -> Ground | None:
        """The picture behind a page, counted from 0."""
        return self.grounds[page] if self.grounds else None

    @property
    def has_footer(self) -> bool:
        """A footer tells loose pages apart, and says what game and edition a card is of."""
        if self.has_zones:
            return False
        usual = len(self.pages) > 1 or (self.size.width.value >= FOOTED and self.margins.bottom.value > 0)
        return usual if self.footer is None else self.footer is not False

    @property
    def deck_id(self) -> str:
        """The deck that it belongs to; empty for none."""
        return "" if self.deck is None else self.deck.id

    @property
    def has_zones(self) -> bool:
        """Whether blocks have places on it: another size of the card would not make room for them."""
        return any(block.placed for page in self.pages for block in page)

    @property
    def tasks(self) -> tuple[object, ...]:
        """What of the card is left to the tool: how large it is set, what of which columns, how large which block."""
        return self.fit, *(columns.task for columns in self.all_columns()), *(block.fit for block in self.fitted)

    @property
    def fitted(self) -> tuple[Block, ...]:
        """The blocks whose size of type the tool finds, apart from that of the card."""
        return tuple(block for page in self.pages for block in page if block.fit is not None)

    @property
    def has_tasks(self) -> bool:
        return any(each not in (None, Task.NOTHING) for each in self.tasks)

    def all_blocks(self) -> Iterator[Block]:
        """Every block, the outer before those within it."""
        return iter(_all_blocks(self))

    def all_columns(self) -> Iterator[Columns]:
        """All columns, the outer before the inner."""
        return (block.columns for block in self.all_blocks() if block.columns is not None)

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
"""Where a column begins: at which of the blocks, and at which outermost item of it, where it is a list; from 0."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """What was found for some columns: the shares of the width; where all but the first start, if that was the task."""

    ratio: tuple[int, ...]
    starts: tuple[Start, ...] = ()


@dataclass(frozen=True, slots=True)
class Setting:
    """A font size in points, and an arrangement for each of the columns of a card that have a task, in order.

    `fitted` are the sizes of the blocks that the tool sets apart from the rest. The spacing is None where that of the
    card holds.
    """

    font_size: Decimal
    columns: tuple[Arrangement, ...] = ()
    fitted: tuple[Decimal, ...] = ()
    spacing: Spacing | None = None

    def to_json(self) -> str:
        """As text for `read_setting`."""
        columns = [[list(each.ratio), [list(start) for start in each.starts]] for each in self.columns]
        further: dict[str, list[str]] = {}
        if self.fitted:
            further["fitted"] = list(map(str, self.fitted))
        if self.spacing is not None:
            further["spacing"] = [str(self.spacing.above), str(self.spacing.beside)]
        return json.dumps({"font-size": str(self.font_size), "columns": columns, **further})


def read_setting(text: str) -> Setting:
    """A setting from its text."""
    data = json.loads(text)
    columns = (Arrangement(tuple(ratio), tuple((at, item) for at, item in starts)) for ratio, starts in data["columns"])
    spacing = Spacing(*map(Decimal, data["spacing"])) if "spacing" in data else None
    return Setting(Decimal(data["font-size"]), tuple(columns), tuple(map(Decimal, data.get("fitted", ()))), spacing)


def apply_setting(card: Card, setting: Setting) -> Card:
    """The card as if its author had written what was found. Columns without an arrangement keep their task."""
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
    """The columns arranged, then those within them."""
    arrangement = next(arrangements, None) if columns.task is not Task.NOTHING else None
    if arrangement is not None:
        lists = tuple(_split(columns.columns[0], arrangement.starts)) if arrangement.starts else columns.columns
        columns = Columns(arrangement.ratio, lists)
    return columns.map_blocks(lambda block: _arranged(block, arrangements))


def _split(blocks: Sequence[Block], starts: Sequence[Start]) -> Iterator[tuple[Block, ...]]:
    for start, end in pairwise([(0, 0), *starts, (len(blocks), 0)]):
        yield tuple(_between(blocks, start, end))


def _between(blocks: Sequence[Block], start: Start, end: Start) -> Iterator[Block]:
    """The blocks of one column; lists that are broken give the part that stands there."""
    for at in range(start[0], min(end[0] + 1, len(blocks))):
        first = start[1] if at == start[0] else 0
        last = end[1] if at == end[0] else None
        if last != 0 and start != end:
            yield blocks[at].part(first, last)
