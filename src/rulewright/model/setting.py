"""How a card is set where its author leaves that to the tool: its font size, its spacing, its columns.

A setting and the card it is of make an ordinary card, as if all had been written: every product takes that.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise

from rulewright.model.card import Block, Card, Columns, Spacing, Task

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

    def written(self) -> str:
        """As text for `read_setting`."""
        columns = [[list(each.ratio), [list(start) for start in each.starts]] for each in self.columns]
        further: dict[str, list[str]] = {}
        if self.fitted:
            further["fitted"] = list(map(str, self.fitted))
        if self.spacing is not None:
            further["spacing"] = [str(self.spacing.above), str(self.spacing.beside)]
        return json.dumps({"font-size": str(self.font_size), "columns": columns, **further})


def read_setting(written: str) -> Setting:
    """A setting from its text."""
    read = json.loads(written)
    columns = (Arrangement(tuple(ratio), tuple((at, item) for at, item in starts)) for ratio, starts in read["columns"])
    spacing = Spacing(*map(Decimal, read["spacing"])) if "spacing" in read else None
    return Setting(Decimal(read["font-size"]), tuple(columns), tuple(map(Decimal, read.get("fitted", ()))), spacing)


def as_set(card: Card, setting: Setting) -> Card:
    """The card as if its author had written what was found. Columns without an arrangement keep their task."""
    arrangements = iter(setting.columns)
    sizes = iter(setting.fitted)
    pages = tuple(tuple(_sized(_set(block, arrangements), sizes) for block in page) for page in card.pages)
    spacing = card.spacing if setting.spacing is None else setting.spacing
    return replace(card, font_size=setting.font_size, pages=pages, fit=None, spacing=spacing)


def _sized(block: Block, sizes: Iterator[Decimal]) -> Block:
    size = None if block.fit is None else next(sizes, None)
    return block if size is None else block.set_in(size)


def _set(block: Block, arrangements: Iterator[Arrangement]) -> Block:
    return block.arranged(lambda columns: _columns_set(columns, arrangements))


def _columns_set(columns: Columns, arrangements: Iterator[Arrangement]) -> Columns:
    """The columns arranged, then those within them."""
    arrangement = next(arrangements, None) if columns.task is not Task.NOTHING else None
    if arrangement is not None:
        lists = tuple(_broken(columns.columns[0], arrangement.starts)) if arrangement.starts else columns.columns
        columns = Columns(arrangement.ratio, lists)
    return columns.each(lambda block: _set(block, arrangements))


def _broken(blocks: Sequence[Block], starts: Sequence[Start]) -> Iterator[tuple[Block, ...]]:
    for start, end in pairwise([(0, 0), *starts, (len(blocks), 0)]):
        yield tuple(_between(blocks, start, end))


def _between(blocks: Sequence[Block], start: Start, end: Start) -> Iterator[Block]:
    """The blocks of one column; lists that are broken give the part that stands there."""
    for at in range(start[0], min(end[0] + 1, len(blocks))):
        first = start[1] if at == start[0] else 0
        last = end[1] if at == end[0] else None
        if last != 0 and start != end:
            yield blocks[at].part(first, last)
