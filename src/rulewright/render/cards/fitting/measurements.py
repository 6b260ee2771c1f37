"""How high the columns of a card are, and what stands in them: taken from a layout on pages without an end.

Parts are what a list of blocks may be broken into: a block, or of a bullet list each outermost item. A band stays with
the part after it. How high a column is depends on what it begins with, for space above a block is left between two
only. So blocks that may begin one are laid out a second time, each by itself.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rulewright.model.card import Band, Bands, Block, Bullets, Card, Columns, Line, Sought
from rulewright.model.setting import Start
from rulewright.render.pdf.overflow import overflows_wide

FINE = 100
"""Parts of a pixel in which heights are compared: less is rounding."""


def columns_of(card: Card) -> list[Columns]:
    """All columns of a card in order, outer before inner."""
    return [block for block in card.all_blocks() if isinstance(block, Columns)]


def to_measure(card: Card) -> Card:
    """The card with whatever is to be broken laid out for measuring: as a whole, then every block that may begin."""
    return replace(card, pages=tuple(tuple(_spread(page)) for page in card.pages))


def _spread(blocks: Sequence[Block]) -> Iterator[Block]:
    for block in blocks:
        if not isinstance(block, Columns):
            yield block
        elif block.sought is Sought.BREAKS:
            for each in (block.columns[0], *((block.columns[0][at],) for at in _beginnings(block.columns[0]))):
                yield replace(block, columns=_in_each_width(block, each))
        else:
            yield replace(block, columns=tuple(tuple(_spread(column)) for column in block.columns))


def _in_each_width(block: Columns, blocks: tuple[Block, ...]) -> tuple[tuple[Block, ...], ...]:
    """The same blocks in one column of every width that there is."""
    runs = 1 if len(set(block.ratio)) == 1 else len(block.ratio)
    return (blocks,) * runs + ((),) * (len(block.ratio) - runs)


def _beginnings(blocks: Sequence[Block]) -> list[int]:
    """The blocks that a column after the first may begin with: none that belongs under a band, and no line."""
    return [
        at
        for at in range(1, len(blocks))
        if not isinstance(blocks[at - 1], Band | Bands) and not isinstance(blocks[at], Line)
    ]


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of a list of blocks: where each begins, and for each column where it ends in the whole list.

    `begin` are the positions where a column's ink would have to begin for that end to hold where the part comes first.
    """

    starts: tuple[Start, ...]
    begin: tuple[tuple[int, ...], ...]
    end: tuple[tuple[int, ...], ...]

    def height(self, column: int, first: int, last: int) -> int:
        at = min(column, len(self.end) - 1)
        return self.end[at][last - 1] - self.begin[at][first] if last > first else 0


def measured_parts(columns: Columns, sections: Iterator[Any]) -> Parts:
    """The parts of columns that are to be broken; `sections` gives what `to_measure` made of them, in order."""
    blocks = columns.columns[0]
    whole, beginnings = next(sections), _beginnings(blocks)
    alone = {at: next(sections) for at in beginnings}
    runs = range(1 if len(set(columns.ratio)) == 1 else len(columns.ratio))
    read = [_run(blocks, cells_of(whole)[run], {at: cells_of(box)[run] for at, box in alone.items()}) for run in runs]
    return Parts(read[0][0], tuple(each[1] for each in read), tuple(each[2] for each in read))


def _run(blocks: Sequence[Block], cell: Any, alone: dict[int, Any]) -> tuple[tuple[Start, ...], Any, Any]:
    """Starts, begins and ends of the parts in one column that holds all blocks."""
    starts: list[Start] = []
    begin: list[int] = []
    end: list[int] = []
    for at, (block, box) in enumerate(zip(blocks, _children(cell), strict=True)):
        items = _items(box) if isinstance(block, Bullets) else []
        bottoms = [_bottom(item) for item in items[:-1]] + [_bottom(box)]
        for item, bottom in enumerate(bottoms):
            if item == 0 and at and at not in alone:  # stays with what stands before it
                end[-1] = _fine(bottom - cell.content_box_y())
                continue
            starts.append((at, item))
            begin.append(_fine((items[item].position_y if item else _begin(at, box, alone)) - cell.content_box_y()))
            end.append(_fine(bottom - cell.content_box_y()))
    return tuple(starts), tuple(begin), tuple(end)


def _begin(at: int, box: Any, alone: dict[int, Any]) -> float:
    """From where a column that begins with a block would be as high as it is."""
    if at not in alone:
        return float(box.position_y)
    (itself,) = _children(alone[at])
    return float(_bottom(box) - (_bottom(itself) - alone[at].content_box_y()))


def column_heights(section: Any) -> list[float]:
    """How high the columns of a block are; infinite where something is too wide for one."""
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
