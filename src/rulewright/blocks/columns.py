"""Blocks side by side, either listed by column or in one list that the tool breaks into columns.

With `ratio: [3, 2]` the author gives the widths, with `ratio: balance` the tool finds them, and with `count` it finds
the breaks between columns:

columns: {ratio: [3, 2], blocks: [[block, …], [block, …]]}
columns: {ratio: balance, blocks: [[block, …], [block, …]]}
columns: {count: 3, blocks: [block, …]}
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import chain

from rulewright.blocks.entry import BLOCK, BlockEntry
from rulewright.entries.lazy import LazyEntry, key
from rulewright.entries.paper import Millimetres
from rulewright.entries.roles import STRINGS, either, list_of, node, nodes, number, ref
from rulewright.model.block import Block, Columns, ShownContent, Task, views_of
from rulewright.model.block_renderer import BlockRenderer, View
from rulewright.source.nodes import Mapping, Sequence

BALANCE = "balance"
MAX_COLUMNS = 8
"""The most columns that the tool arranges; in narrower columns no table fits."""
GAP = Decimal("2.4")
"""Millimetres between two columns."""


class ColumnsPartEntry(LazyEntry):
    """The content of `columns`: the lists of blocks, and how they share the width."""

    noun = "the layout of columns"
    count = key(
        number(
            f"[2-{MAX_COLUMNS}]",
            f"a whole number from 2 to {MAX_COLUMNS}",
            "is not a number of columns",
            f"give 2 to {MAX_COLUMNS}",
        ),
        "The number of columns into which the tool breaks one list of blocks",
        "count: 2\nblocks: [bullets: fire]",
        default="none: `blocks` lists each column",
    )
    ratio = key(
        STRINGS,
        "The shares of the width, a whole number for each column; `balance` lets the tool find them",
        "ratio: [3, 2]\nblocks: [[table: hits], [bullets: fire]]",
        default="equal shares",
    )
    blocks = key(
        nodes("a list of blocks for each column, or one list of blocks", either(BLOCK, list_of(BLOCK))),
        "A list of blocks for each column; with `count` one list of blocks",
        "blocks: [[table: hits], [bullets: fire]]",
        required=True,
    )


class ColumnsEntry(BlockEntry):
    """Blocks side by side."""

    noun = "the block columns"
    inner_entries = (ColumnsPartEntry,)
    columns = key(
        node("a mapping of `blocks` and perhaps `ratio` or `count`", ref("ColumnsPartEntry")),
        "The lists of blocks and how they share the width",
        "columns: {ratio: [3, 2], blocks: [[table: hits], [bullets: fire]]}",
        required=True,
    )

    def block(self) -> "ColumnsBlock | None":
        if self.columns is None:
            return None
        inner = ColumnsPartEntry(self.columns, "'columns'", self.findings)
        if not inner.blocks:
            if isinstance(inner.node_at("blocks"), Sequence):
                hint = "list the blocks of each column"
                inner.report("missing-key", inner.place("blocks"), "'columns' has no blocks to print", hint)
            return None
        columns = self._one_list(inner) if inner.has("count") else self._lists(inner)
        return ColumnsBlock(columns, span=self.span) if columns and self._can_arrange(columns) else None

    def _lists(self, inner: ColumnsPartEntry) -> Columns | None:
        """Read columns with a list of blocks each."""
        lists = [item for item in inner.blocks if isinstance(item, Sequence)]
        others = [item for item in inner.blocks if not isinstance(item, Sequence)]
        is_one_list = bool(others) and not lists and all(isinstance(item, Mapping) for item in others)
        if is_one_list:
            hint = "list the blocks of each column, or add count: 2, and the tool breaks the list"
            inner.report("bad-value", others[0].span, "these blocks are not in a column", hint)
            return None
        for item in others:
            inner.wrong(item, "a column is a list of blocks", "as in blocks: [[table: hits], [bullets: fire]]")
        columns = tuple(self.read_blocks(column.items) for column in lists)
        if [share.value for share in inner.ratio] == [BALANCE] and len(columns) > 1:
            return Columns((1,) * len(columns), columns, Task.WIDTHS)
        ratio = _ratio(inner, len(columns))
        return None if ratio is None else Columns(ratio, columns)

    def _one_list(self, inner: ColumnsPartEntry) -> Columns | None:
        """Read one list of blocks that the tool breaks into columns."""
        if inner.count is None:
            inner.require("count")
            return None
        column = next((each for each in inner.blocks if isinstance(each, Sequence)), None)
        if column is not None:
            hint = "leave out 'count', or make one list of the blocks"
            message = "with 'count' the tool breaks one list of blocks, but this is the list of one column"
            inner.report("bad-value", column.span, message, hint)
            return None
        ratio = _ratio(inner, inner.count)
        if ratio is None:
            return None
        empty_columns = ((),) * (inner.count - 1)  # until the tool breaks the first one
        return Columns(ratio, (self.read_blocks(inner.blocks), *empty_columns), Task.BREAKS)

    def _can_arrange(self, columns: Columns) -> bool:
        """Return whether no columns inside these also need arranging; if some do, report them.

        Each trial of the outer columns would move the inner ones.
        """
        inner = next(_blocks_with_task(columns), None)
        if columns.task is Task.NOTHING or inner is None:
            return True
        message = "the tool cannot arrange these columns: they stand inside others that it arranges"
        hint = "give these a 'ratio' of numbers and list their blocks by columns"
        self.report("bad-value", inner.span, message, hint)
        return False


def _ratio(inner: ColumnsPartEntry, count: int) -> tuple[int, ...] | None:
    """Return the shares of the width as written, else equal shares; None, with a finding, if they are wrong."""
    ratio = [share.value for share in inner.ratio] or ["1"] * count
    are_whole_numbers = all(re.fullmatch("[1-9][0-9]?", share) for share in ratio)
    if count > 1 and len(ratio) == count and are_whole_numbers:
        return tuple(int(share) for share in ratio)
    message = f"{count} columns cannot share the width as {', '.join(ratio) or 'nothing'}"
    hint = "give two or more columns, and a whole number for each"
    if inner.has("count") and ratio == [BALANCE]:
        hint = f"with 'count' the tool finds the breaks; with 'ratio: {BALANCE}' the widths of columns that are listed"
    inner.report("bad-value", inner.place("ratio"), message, hint)
    return None


def _blocks_with_task(columns: Columns) -> Iterator[Block]:
    """Yield the blocks inside columns that leave a task to the tool: to find widths or breaks."""
    for block in chain.from_iterable(columns.columns):
        if block.columns is not None:
            if block.columns.task is not Task.NOTHING:
                yield block
            yield from _blocks_with_task(block.columns)


@dataclass(frozen=True, slots=True)
class ColumnsBlock(Block):
    """Blocks side by side. The inner blocks report what they show, so the columns report nothing."""

    lists: Columns

    @property
    def columns(self) -> Columns:
        return self.lists

    def map_columns(self, change: Callable[[Columns], Columns]) -> "ColumnsBlock":
        return replace(self, lists=change(self.lists))

    @property
    def shown(self) -> ShownContent:
        return ShownContent(None, ())

    def view(self, renderer: BlockRenderer) -> View:
        ratio, lists = self.lists.ratio, self.lists.columns
        content = [
            {
                "width": f"{100 * share / sum(ratio):.2f}%",
                "left": left,
                "right": right,
                "blocks": [*views_of(blocks, renderer)],
            }
            for share, (left, right), blocks in zip(ratio, _gaps(ratio), lists, strict=True)
        ]
        return View("columns.html.j2", "columns", content)


def _gaps(ratio: tuple[int, ...]) -> Iterator[tuple[str, str]]:
    """Yield the space to the left and right of each column, as CSS.

    Columns of equal width stay equal, because each gives up the same part of all gaps: of two columns the left has
    `0mm` and `1.2mm`, the right `1.2mm` and `0mm`.
    """
    count, has_equal_widths = len(ratio), len(set(ratio)) == 1
    for column in range(count):
        if has_equal_widths:
            yield str(Millimetres(GAP * column / count)), str(Millimetres(GAP * (count - 1 - column) / count))
        else:
            yield str(Millimetres(GAP if column else Decimal(0))), "0mm"
