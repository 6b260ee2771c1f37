"""The area for cards on a page, and the marks around them."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from rulewright.entries.paper import Paper
from rulewright.imposition.pieces import Box, turns_down
from rulewright.model.product import Gap, Marks, Sheet

# Marks for cutting and folding, and register marks for both sides of the paper

MARK_OFFSET, MARK_LENGTH = Decimal("1.5"), Decimal(4)
"""Millimetres from the corner of a card to its cut mark, and the length of the mark."""
SHORTEST_MARK = Decimal("1.5")
"""The least length in mm of a mark that something shortens; a shorter one is left out."""
CLEARANCE = Decimal("0.5")
"""Millimetres between a mark and other cards, or any bleed."""
REACH = Decimal(3)
"""Millimetres that the line of a fold extends beyond the card, but at most half the gap."""
EDGE_OFFSET, EDGE_LENGTH = Decimal("0.75"), Decimal("2.5")
"""The offset and length of marks in the margin, where there is less room."""
CROSS = Decimal("2.4")
"""The size in mm of a register mark, in a corner that nothing else reaches."""
BELOW_MARK = Decimal(3)
"""Millimetres from the edge of a card to a register mark beside it, clear of the cut mark."""


def mark_offset(bleed: Decimal) -> Decimal:
    """Return the mm from the corner of a card to its marks, which are outside its bleed."""
    return max(MARK_OFFSET, bleed + CLEARANCE) if bleed else MARK_OFFSET


def narrowest_gap(bleed: Decimal) -> Decimal:
    """Return the smallest gap in mm that leaves room for a mark at every corner."""
    return mark_offset(bleed) + SHORTEST_MARK + CLEARANCE + bleed


def cut_marks(
    boxes: Sequence[Box], printable: Box, bleed: Decimal = Decimal(0), *, at_edge: bool = False
) -> tuple[Box, ...]:
    """Return two cut marks outside each corner of each box, in line with its edges.

    A mark that would reach another box or the margin is shortened or left out.
    """
    form = (EDGE_OFFSET, EDGE_LENGTH) if at_edge else (mark_offset(bleed), MARK_LENGTH)
    across = _level_marks(boxes, printable, bleed, *form)
    down = _level_marks([box.mirrored for box in boxes], printable.mirrored, bleed, *form)
    return tuple(dict.fromkeys([*across, *(mark.mirrored for mark in down)]))


def _level_marks(
    boxes: Sequence[Box], printable: Box, bleed: Decimal, offset: Decimal, length: Decimal
) -> Iterator[Box]:
    """Yield the marks to the left and right of the corners."""
    clear = CLEARANCE + bleed
    for box in boxes:
        for y in (box.top, box.bottom):
            level = [other for other in boxes if other.top - clear <= y <= other.bottom + clear]
            left, right = box.left - offset, box.right + offset
            before = [other.right + clear for other in level if other.left < left + clear]
            behind = [other.left - clear for other in level if other.right > right - clear]
            ends = max(printable.left, left - length, *before), min(printable.right, right + length, *behind)
            if left - ends[0] >= SHORTEST_MARK:
                yield Box(ends[0], y, left, y)
            if ends[1] - right >= SHORTEST_MARK:
                yield Box(right, y, ends[1], y)


def is_marked(box: Box, cuts: Sequence[Box]) -> bool:
    """Return whether every edge of a box has a mark in line with it."""
    across = {cut.top for cut in cuts if not cut.height}
    down = {cut.left for cut in cuts if not cut.width}
    return {box.top, box.bottom} <= across and {box.left, box.right} <= down


def fold_line(fold: Box, gap: Gap) -> Box:
    """Return the line of a fold, a little longer than the card at both ends, to lay a ruler on."""
    across, down = (min(REACH, each.value / 2) for each in (gap.across, gap.down))
    if fold.width:
        return Box(fold.left - across, fold.top, fold.right + across, fold.bottom)
    return Box(fold.left, fold.top - down, fold.right, fold.bottom + down)


def register_marks(printable: Box) -> Iterator[Box]:
    """Yield the lines of a cross in each corner. Those of front and back coincide unless the printer shifts the page.

    No card and no cut mark reaches into a corner of the printable area, because both its sides have room for marks.
    """
    return _crosses(printable.grown(-(MARK_OFFSET + SHORTEST_MARK) / 2))


def register_marks_beside(area: Box, boxes: Sequence[Box]) -> Iterator[Box]:
    """Yield register marks beside the first and last row of cards, which leave no room in the corners."""
    top, bottom = min(box.top for box in boxes), max(box.bottom for box in boxes)
    inset = CROSS / 2
    return _crosses(Box(area.left + inset, top + BELOW_MARK, area.right - inset, bottom - BELOW_MARK))


def _crosses(corners: Box) -> Iterator[Box]:
    half = CROSS / 2
    for x in (corners.left, corners.right):
        for y in (corners.top, corners.bottom):
            yield Box(x - half, y, x + half, y)
            yield Box(x, y - half, x, y + half)


FOOT, FOOT_BESIDE = Decimal(6), Decimal(3)
"""Millimetres above the lower margin for lines of text and the ruler; or at the right margin for a single line."""
UNPRINTED = Decimal(2)
"""Millimetres at the edge of the paper where no printer prints."""


def foot(sheet: Sheet) -> Decimal:
    """Return the mm that the foot takes from the cards: 0 if it is in the margin, or if there are no marks."""
    return Decimal(0) if sheet.marks is Marks.NONE or sheet.at_edge else FOOT


def printable(sheet: Sheet, paper: Paper) -> Box:
    """Return the paper without its margins and its foot; the front also loses the strip behind the foot of the back."""
    margin, size, below = UNPRINTED if sheet.at_edge else sheet.margin.value, paper.size, foot(sheet)
    above = below if turns_down(sheet.sides, paper) else Decimal(0)
    return Box(margin, margin + above, size.width.value - margin, size.height.value - margin - below)


def card_area(sheet: Sheet, paper: Paper) -> Box:
    """Return the area for cards, which leaves room for the shortest cut mark on every side."""
    if sheet.at_edge:
        return printable(sheet, paper).grown(UNPRINTED - sheet.margin.value)
    bleed = sheet.bleed.value
    edge = bleed if sheet.marks is Marks.NONE else mark_offset(bleed) + SHORTEST_MARK
    return printable(sheet, paper).grown(-edge)


def foot_below(sheet: Sheet, paper: Paper, boxes: Sequence[Box]) -> bool:
    """Return whether the foot has room below these boxes and their marks."""
    room = paper.size.height.value - max(box.bottom for box in boxes)
    return not sheet.at_edge or room >= sheet.margin.value + FOOT + EDGE_OFFSET + EDGE_LENGTH


def foot_beside(sheet: Sheet, paper: Paper, boxes: Sequence[Box]) -> bool:
    """Return whether the foot has room to the right of these boxes and their marks."""
    room = paper.size.width.value - max(box.right for box in boxes)
    return room >= sheet.margin.value + FOOT_BESIDE + EDGE_OFFSET + EDGE_LENGTH
