"""The interface of the blocks on a card. The blocks themselves are in `blocks/`."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import Enum
from typing import Annotated, Any, ClassVar, Self

from rulewright.base.findings import Findings
from rulewright.entries.block_renderer import BlockRenderer, View
from rulewright.entries.colour import Tint
from rulewright.entries.entry import Entry, EntryReader, Kind, key
from rulewright.entries.fit import Fit
from rulewright.entries.paper import Edges, Size
from rulewright.entries.references import Bullet
from rulewright.entries.roles import STRINGS, either, list_of, number, ref
from rulewright.entries.table import Lines, Portion
from rulewright.entries.text import Text
from rulewright.source.nodes import Mapping, Node, Sequence


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

    heading: Heading | None = None
    texts: tuple[Text | Heading | None, ...] = ()
    tables: tuple[Text, ...] = ()
    parts: tuple[Lines | Portion, ...] = ()
    references: tuple[Text, ...] = ()
    colours: tuple[Text, ...] = ()
    pictures: tuple[str, ...] = ()
    bullets: tuple[Bullet, ...] = ()
    figures: tuple[Text, ...] = ()


class ListedBlock(Entry):
    """An item in the list of blocks of a card. Its first key names it, as in `- table: hits`.

    Unless that key is required, the name may stand alone: `- legend`.
    """


class Block(ListedBlock, ABC):
    """A block of a card. The rest of the program knows blocks only through these methods."""

    keep_with_next: ClassVar[bool] = False
    """Whether the next block must stay in the same column."""
    begins_columns: ClassVar[bool] = True
    """Whether a column may begin with this block if the tool breaks the columns."""
    placed: ClassVar[bool] = False
    """Whether it has a fixed place on the card. A page of such blocks has no frame and no footer."""
    divisible: ClassVar[bool] = False
    """Whether a column may break between two of its outermost items."""

    @property
    def shown(self) -> ShownContent:
        """What it shows: its texts, or nothing if it contains blocks, which say it themselves."""
        return ShownContent(texts=() if any(self.inner()) else tuple(self.prose()))

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
    def fit(self) -> Fit | None:
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

    def inner(self) -> Iterator["Block"]:
        """Yield the blocks directly inside this one, which are found in its fields."""
        return _blocks_in(tuple(getattr(self, each.attribute) for each in self.declared.values()))


def _blocks_in(value: object) -> Iterator[Block]:
    """Yield the outermost blocks in the value of a field."""
    if isinstance(value, Block):
        yield value
    for each in value if isinstance(value, tuple) else value.columns if isinstance(value, Columns) else ():
        yield from _blocks_in(each)


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


def _no_value(reader: EntryReader, name: str) -> None:
    """Report a value, because the key takes none."""
    reader.report("bad-value", reader.place(name), f"{name!r} takes no value", f"write just: - {name}")


NO_VALUE: Kind[None] = Kind("left out", _no_value, {"type": "null"})
"""The value of a key that only names its block."""

# Columns

BLOCK = ref("Block")
"""The schema of any block."""
ReadBlocks = Callable[[Iterable[Node], Findings], tuple[Block, ...]]
"""A function that reads the blocks of one column: the context by which blocks that contain others are read."""
BALANCE = "balance"
MAX_COLUMNS = 8
"""The most columns that the tool arranges; in narrower columns no table fits."""


class Task(Enum):
    """What the author leaves to the tool in some columns."""

    NOTHING = "nothing"
    BREAKS = "breaks"
    """Where the columns break. Until then all blocks are in the first column."""
    WIDTHS = "widths"
    """The widths of the columns. Until then they are equal."""


def read_inner(reader: EntryReader, nodes: Iterable[Node]) -> tuple[Block, ...]:
    """Read the blocks inside a block."""
    read_blocks: ReadBlocks = reader.context
    return read_blocks(nodes, reader.findings)


def column_numbers(least: int, most: int) -> Kind[int | None]:
    """How many columns there are."""
    between = f"{least} to {most}"
    return number(
        f"[{least}-{most}]", f"a whole number from {between}", "is not a number of columns", f"give {between}"
    )


def _lists(reader: EntryReader, name: str) -> tuple[tuple[Block, ...], ...]:
    """Read a list of blocks for each column. With `count`, all blocks are in the first column until the tool breaks it.

    Return () after an error.
    """
    written = reader.list_at(name)
    lists = [item for item in written if isinstance(item, Sequence)]
    others = [item for item in written if not isinstance(item, Sequence)]
    if not written and isinstance(reader.node_at(name), Sequence):
        hint = "list the blocks of each column"
        reader.report("missing-key", reader.place(name), "'columns' has no blocks to print", hint)
    elif written and reader.has("count"):
        if not reader.value_of("count"):
            reader.require("count")
        elif lists:
            hint = "leave out 'count', or make one list of the blocks"
            message = "with 'count' the tool breaks one list of blocks, but this is the list of one column"
            reader.report("bad-value", lists[0].span, message, hint)
        else:
            return read_inner(reader, written), *((),) * (reader.value_of("count") - 1)
    elif others and not lists and all(isinstance(item, Mapping) for item in others):
        hint = "list the blocks of each column, or add count: 2, and the tool breaks the list"
        reader.report("bad-value", others[0].span, "these blocks are not in a column", hint)
    else:
        for item in others:
            reader.wrong(item, "a column is a list of blocks", "as in blocks: [[table: hits], [bullets: fire]]")
        return tuple(read_inner(reader, column.items) for column in lists)
    return ()


def _ratio(reader: EntryReader, ratio: list[str], count: int) -> tuple[int, ...]:
    """Return the shares of the width of several columns; () if they are wrong, with a finding."""
    if count > 1 and len(ratio) == count and all(re.fullmatch("[1-9][0-9]?", share) for share in ratio):
        return tuple(map(int, ratio))
    message = f"{count} columns cannot share the width as {', '.join(ratio) or 'nothing'}"
    hint = "give two or more columns, and a whole number for each"
    if reader.has("count") and ratio == [BALANCE]:
        hint = f"with 'count' the tool finds the breaks; with 'ratio: {BALANCE}' the widths of columns that are listed"
    reader.report("bad-value", reader.place("ratio"), message, hint)
    return ()


class Columns(Entry, noun="the layout of columns"):
    """The content of `columns`: the lists of blocks, and how they share the width."""

    task: Task = Task.NOTHING
    count: Annotated[int, column_numbers(2, MAX_COLUMNS)] = key(
        "The number of columns into which the tool breaks one list of blocks",
        "count: 2\nblocks: [bullets: fire]",
        default=0,
        otherwise="none: `blocks` lists each column",
    )
    ratio: tuple[int, ...] = key(
        "The shares of the width, a whole number for each column; `balance` lets the tool find them",
        "ratio: [3, 2]\nblocks: [[table: hits], [bullets: fire]]",
        kind=STRINGS,
        default=(),
        otherwise="equal shares",
    )
    columns: Annotated[
        tuple[tuple[Block, ...], ...],
        Kind("a list of blocks for each column, or one list of blocks", _lists, list_of(either(BLOCK, list_of(BLOCK)))),
    ] = key(
        "A list of blocks for each column; with `count` one list of blocks",
        "blocks: [[table: hits], [bullets: fire]]",
        name="blocks",
    )

    @classmethod
    def of_reader(cls, reader: EntryReader, **fields: Any) -> Self:
        """Read columns. The ratio is () if it or the blocks are wrong."""
        columns = super().of_reader(reader, **fields)
        ratio, count = [share.value for share in reader.value_of("ratio")], len(columns.columns)
        if reader.has("count"):
            columns = replace(columns, task=Task.BREAKS)
        elif ratio == [BALANCE] and count > 1:
            columns, ratio = replace(columns, task=Task.WIDTHS), []
        return replace(columns, ratio=_ratio(reader, ratio or ["1"] * count, count) if count else ())

    def map_blocks(self, change: Callable[[Block], Block]) -> "Columns":
        """Return the columns with `change` applied to each block."""
        return replace(self, columns=tuple(tuple(map(change, column)) for column in self.columns))
