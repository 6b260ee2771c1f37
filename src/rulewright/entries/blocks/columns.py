"""Blocks side by side, either listed by column or in one list that the tool breaks into columns.

With `ratio: [3, 2]` the author gives the widths, with `ratio: balance` the tool finds them, and with `count` it finds
the breaks between columns:

columns: {ratio: [3, 2], blocks: [[block, …], [block, …]]}
columns: {ratio: balance, blocks: [[block, …], [block, …]]}
columns: {count: 3, blocks: [block, …]}
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import Decimal
from itertools import chain

from rulewright.entries.block import Block, Columns, Task, views_of
from rulewright.entries.block_renderer import BlockRenderer, View
from rulewright.entries.entry import EntryReader, Kind, key
from rulewright.entries.paper import Millimetres
from rulewright.entries.roles import ref

GAP = Decimal("2.4")
"""Millimetres between two columns."""


def _columns(reader: EntryReader, name: str) -> Columns | None:
    """Read columns; None, with a finding, if the tool cannot arrange them.

    Columns inside these must not need arranging too: each trial of the outer columns would move the inner ones.
    """
    written = reader.node_at(name)
    if written is None:
        return None
    columns = Columns.read(written, repr(name), reader.findings, reader.context)
    inner = next(_blocks_with_task(columns), None) if columns.ratio and columns.task is not Task.NOTHING else None
    if inner is not None:
        message = "the tool cannot arrange these columns: they stand inside others that it arranges"
        hint = "give these a 'ratio' of numbers and list their blocks by columns"
        reader.report("bad-value", inner.span, message, hint)
    return columns if columns.ratio and inner is None else None


def _blocks_with_task(columns: Columns) -> Iterator[Block]:
    """Yield the blocks inside columns that leave a task to the tool: to find widths or breaks."""
    for block in chain.from_iterable(columns.columns):
        if block.columns is not None:
            if block.columns.task is not Task.NOTHING:
                yield block
            yield from _blocks_with_task(block.columns)


class ColumnsBlock(Block, noun="the block columns"):
    """Blocks side by side."""

    lists: Columns = key(
        "The lists of blocks and how they share the width",
        "columns: {ratio: [3, 2], blocks: [[table: hits], [bullets: fire]]}",
        name="columns",
        kind=Kind("a mapping of `blocks` and perhaps `ratio` or `count`", _columns, ref("Columns")),
    )

    @property
    def columns(self) -> Columns:
        return self.lists

    def map_columns(self, change: Callable[[Columns], Columns]) -> "ColumnsBlock":
        return replace(self, lists=change(self.lists))

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
