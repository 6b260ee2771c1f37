"""Measures the columns of a card in a layout on endless pages.

A list of blocks may be broken into parts: a block, or each outermost item of a bullet list. A band stays with the part
after it. The height of a column depends on its first block, because the space above a block counts only between two
blocks. So blocks that may begin a column are laid out a second time, each alone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from rulewright.model.card import Block, Card, Columns, Task
from rulewright.model.setting import Start
from rulewright.render.pdf.overflow import overflows_wide

FINE = 100
"""Units per pixel in which heights are compared: smaller differences are rounding."""


def to_measure(card: Card) -> Card:
    """The card with every list to break set for measuring: as a whole, then each block that may begin a column."""
    return replace(card, pages=tuple(tuple(_spread(page)) for page in card.pages))


def _spread(blocks: Sequence[Block]) -> Iterator[Block]:
    for block in blocks:
        if block.columns is not None and block.columns.task is Task.BREAKS:
            listed = block.columns.columns[0]
            for each in (listed, *((listed[at],) for at in _beginnings(listed))):
                yield block.arranged(partial(_in_each_width, blocks=each))
        else:
            yield block.arranged(_spread_columns)


def _spread_columns(columns: Columns) -> Columns:
    return replace(columns, columns=tuple(tuple(_spread(column)) for column in columns.columns))


def _in_each_width(columns: Columns, blocks: tuple[Block, ...]) -> Columns:
    """The same blocks in one column of each width."""
    runs = 1 if len(set(columns.ratio)) == 1 else len(columns.ratio)
    return replace(columns, columns=(blocks,) * runs + ((),) * (len(columns.ratio) - runs))


def _beginnings(blocks: Sequence[Block]) -> list[int]:
    """The blocks that may begin a later column."""
    return [at for at in range(1, len(blocks)) if not blocks[at - 1].keep_with_next and blocks[at].begins_columns]


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of a list of blocks: where each starts, and for each column where it ends in the whole list.

    `begin` is where a column that starts with a part would begin, on the scale of `end`.
    """

    starts: tuple[Start, ...]
    begin: tuple[tuple[int, ...], ...]
    end: tuple[tuple[int, ...], ...]

    def height(self, column: int, first: int, last: int) -> int:
        at = min(column, len(self.end) - 1)
        return self.end[at][last - 1] - self.begin[at][first] if last > first else 0


def measure_parts(columns: Columns, sections: Iterator[Any]) -> Parts:
    """The parts of columns to break; `sections` gives the boxes of what `to_measure` made of them, in order."""
    blocks = columns.columns[0]
    whole, beginnings = next(sections), _beginnings(blocks)
    alone = {at: next(sections) for at in beginnings}
    runs = range(1 if len(set(columns.ratio)) == 1 else len(columns.ratio))
    read = [_run(blocks, cells_of(whole)[run], {at: cells_of(box)[run] for at, box in alone.items()}) for run in runs]
    return Parts(read[0][0], tuple(each[1] for each in read), tuple(each[2] for each in read))


def _run(blocks: Sequence[Block], cell: Any, alone: dict[int, Any]) -> tuple[tuple[Start, ...], Any, Any]:
    """The starts, beginnings and ends of the parts in one column with all blocks."""
    starts: list[Start] = []
    begin: list[int] = []
    end: list[int] = []
    for at, (block, box) in enumerate(zip(blocks, _children(cell), strict=True)):
        items = _items(box) if block.divisible else []
        bottoms = [_bottom(item) for item in items[:-1]] + [_bottom(box)]
        for item, bottom in enumerate(bottoms):
            if item == 0 and at and at not in alone:  # stays with the block before it
                end[-1] = _fine(bottom - cell.content_box_y())
                continue
            starts.append((at, item))
            begin.append(_fine((items[item].position_y if item else _begin(at, box, alone)) - cell.content_box_y()))
            end.append(_fine(bottom - cell.content_box_y()))
    return tuple(starts), tuple(begin), tuple(end)


def _begin(at: int, box: Any, alone: dict[int, Any]) -> float:
    """Where a column that begins with a block would begin, so that its height is right."""
    if at not in alone:
        return float(box.position_y)
    (itself,) = _children(alone[at])
    return float(_bottom(box) - (_bottom(itself) - alone[at].content_box_y()))


def column_heights(section: Any) -> list[float]:
    """The heights of the columns of a block; infinite if something is too wide for one."""
    return [_height(cell) for cell in cells_of(section)]


def _height(cell: Any) -> float:
    if overflows_wide(cell):
        return float("inf")
    bottoms = [_bottom(box) for box in _children(cell)]
    return float(max(bottoms) - cell.content_box_y()) if bottoms else 0.0


def sections_of_columns(document: Any) -> list[Any]:
    """The boxes of all columns of a card in order, outer before inner."""
    boxes = (box for page in document.pages for box in page._page_box.descendants())
    return [box for box in boxes if box.element_tag == "section" and box.element.get("data-block") == "columns"]


def cells_of(section: Any) -> list[Any]:
    """The columns of a section."""
    return [box for box in section.descendants() if _is_own_cell(box, section)]


def _is_own_cell(box: Any, section: Any) -> bool:
    return box.element is not None and any(box.element is each for each in next(iter(section.element)))


def _children(cell: Any) -> list[Any]:
    return [box for box in cell.children if box.element_tag == "section"]


def _items(section: Any) -> list[Any]:
    """The outermost items of a list."""
    (bullets,) = [box for box in section.children if box.element_tag == "ul"]
    return [box for box in bullets.children if box.element_tag == "li"]


def _bottom(box: Any) -> float:
    return float(box.position_y + box.margin_height())


def _fine(pixels: float) -> int:
    return round(pixels * FINE)
