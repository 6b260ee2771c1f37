"""How a card is set where its author leaves that to the tool: its size of type, its columns.

A setting and the card it is of make an ordinary card, as if all had been written: every product takes that.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise

from rulewright.model.card import Block, Bullets, Card, Columns, Sought

Start = tuple[int, int]
"""Where a column begins: at which of the blocks, and at which outermost item of it, where it is a list; from 0."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """What was found for some columns: the shares of the width; where all but the first start, if that was sought."""

    ratio: tuple[int, ...]
    starts: tuple[Start, ...] = ()


@dataclass(frozen=True, slots=True)
class Setting:
    """A size of type in points, and an arrangement for each of the columns of a card that seek one, in order."""

    type_size: Decimal
    columns: tuple[Arrangement, ...] = ()

    @property
    def told(self) -> str:
        """As text, which `read_setting` takes."""
        columns = [[list(each.ratio), [list(start) for start in each.starts]] for each in self.columns]
        return json.dumps({"type": str(self.type_size), "columns": columns})


def read_setting(told: str) -> Setting:
    """A setting as it was told."""
    read = json.loads(told)
    columns = (Arrangement(tuple(ratio), tuple((at, item) for at, item in starts)) for ratio, starts in read["columns"])
    return Setting(Decimal(read["type"]), tuple(columns))


def as_set(card: Card, setting: Setting) -> Card:
    """The card as if its author had written what was found. What no arrangement is given for stays sought."""
    arrangements = iter(setting.columns)
    pages = tuple(tuple(_set(block, arrangements) for block in page) for page in card.pages)
    return replace(card, type_size=setting.type_size, pages=pages, fit=None)


def _set(block: Block, arrangements: Iterator[Arrangement]) -> Block:
    """A block with all columns in it arranged, the outer before the inner."""
    if not isinstance(block, Columns):
        return block
    arrangement = next(arrangements, None) if block.sought is not Sought.NOTHING else None
    if arrangement is not None:
        columns = tuple(_broken(block.columns[0], arrangement.starts)) if arrangement.starts else block.columns
        block = replace(block, ratio=arrangement.ratio, columns=columns, sought=Sought.NOTHING)
    return replace(
        block, columns=tuple(tuple(_set(each, arrangements) for each in column) for column in block.columns)
    )


def _broken(blocks: Sequence[Block], starts: Sequence[Start]) -> Iterator[tuple[Block, ...]]:
    for start, end in pairwise([(0, 0), *starts, (len(blocks), 0)]):
        yield tuple(_between(blocks, start, end))


def _between(blocks: Sequence[Block], start: Start, end: Start) -> Iterator[Block]:
    """The blocks of one column; lists that are broken give the part that stands there."""
    for at in range(start[0], min(end[0] + 1, len(blocks))):
        first = start[1] if at == start[0] else 0
        last = end[1] if at == end[0] else None
        block = blocks[at]
        if last == 0 or start == end:
            continue
        yield replace(block, begin=first, end=last) if isinstance(block, Bullets) else block
