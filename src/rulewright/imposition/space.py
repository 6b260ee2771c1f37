"""The area for cards on a page, and the marks around them: to cut, to fold, and to compare front and back.

Lengths are in mm from the top left corner. A mark is a line: a box without height or without width. Around a card at
(20, 20), 60 wide and 90 high, the cut marks at its top left corner run from (14.5, 20) to (18.5, 20), and from (20,
14.5) to (20, 18.5). The foot is the strip at the bottom of a page with lines of text and a ruler.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from rulewright.entries.paper import Paper
from rulewright.entries.sheets import CLEARANCE, MARK_OFFSET, SHORTEST_MARK, Gap, Marks, Sheet, mark_offset
from rulewright.imposition.pieces import Box, turns_down

# Marks for cutting and folding, and register marks for both sides of the paper

MARK_LENGTH = Decimal(4)
"""The length in millimetres of a cut mark."""
FOLD_EXTENSION = Decimal(3)
"""Millimetres that the line of a fold extends beyond the card, but at most half the gap."""
EDGE_OFFSET, EDGE_LENGTH = Decimal("0.75"), Decimal("2.5")
"""The offset and length in mm of cut marks in the margin, where there is less room."""
CROSS_SIZE = Decimal("2.4")
"""The width and height in mm of a register mark, in a corner that nothing else reaches."""
CROSS_OFFSET = Decimal(3)
"""Millimetres from the edge of a card to a register mark beside it, clear of the cut mark."""


def cut_marks(
    boxes: Sequence[Box], area: Box, bleed: Decimal = Decimal(0), *, at_edge: bool = False
) -> tuple[Box, ...]:
    """Return two cut marks outside each corner of each box, in line with its edges.

    A mark that would reach another box or leave the printable `area` is shortened or left out.
    """
    offset, length = (EDGE_OFFSET, EDGE_LENGTH) if at_edge else (mark_offset(bleed), MARK_LENGTH)
    across = _level_marks(boxes, area, bleed, offset, length)
    down = _level_marks([box.mirrored for box in boxes], area.mirrored, bleed, offset, length)
    return tuple(dict.fromkeys([*across, *(mark.mirrored for mark in down)]))


def _level_marks(boxes: Sequence[Box], area: Box, bleed: Decimal, offset: Decimal, length: Decimal) -> Iterator[Box]:
    """Yield the marks to the left and right of the corners."""
    clear = CLEARANCE + bleed
    for box in boxes:
        left, right = box.left - offset, box.right + offset  # where the marks begin
        for y in (box.top, box.bottom):
            # boxes that the marks at this height could reach, and the edges that they must not
            level = [each for each in boxes if each.top - clear <= y <= each.bottom + clear]
            left_limits = [each.right + clear for each in level if each.left < left + clear]
            right_limits = [each.left - clear for each in level if each.right > right - clear]
            left_end = max(area.left, left - length, *left_limits)
            right_end = min(area.right, right + length, *right_limits)
            if left - left_end >= SHORTEST_MARK:
                yield Box(left_end, y, left, y)
            if right_end - right >= SHORTEST_MARK:
                yield Box(right, y, right_end, y)


def is_marked(box: Box, cuts: Sequence[Box]) -> bool:
    """Return whether every edge of a box has a mark in line with it."""
    across = {cut.top for cut in cuts if not cut.height}
    down = {cut.left for cut in cuts if not cut.width}
    return {box.top, box.bottom} <= across and {box.left, box.right} <= down


def fold_line(fold: Box, gap: Gap) -> Box:
    """Return the line of a fold, a little longer than the card at both ends, to lay a ruler on."""
    across, down = (min(FOLD_EXTENSION, each.value / 2) for each in (gap.across, gap.down))
    if fold.width:
        return Box(fold.left - across, fold.top, fold.right + across, fold.bottom)
    return Box(fold.left, fold.top - down, fold.right, fold.bottom + down)


def register_marks(area: Box) -> Iterator[Box]:
    """Yield the lines of a cross in each corner of the printable area.

    Those of front and back coincide unless the printer shifts the page.

    No card and no cut mark reaches into a corner of the printable area, because both its sides have room for marks.
    """
    return _crosses(area.grown(-(MARK_OFFSET + SHORTEST_MARK) / 2))


def register_marks_beside(area: Box, boxes: Sequence[Box]) -> Iterator[Box]:
    """Yield register marks beside the first and last row of cards, for pages without room in the corners."""
    top, bottom = min(box.top for box in boxes), max(box.bottom for box in boxes)
    inset = CROSS_SIZE / 2
    return _crosses(Box(area.left + inset, top + CROSS_OFFSET, area.right - inset, bottom - CROSS_OFFSET))


def _crosses(corners: Box) -> Iterator[Box]:
    """Yield the two lines of a cross at each corner of a box."""
    half = CROSS_SIZE / 2
    for x in (corners.left, corners.right):
        for y in (corners.top, corners.bottom):
            yield Box(x - half, y, x + half, y)
            yield Box(x, y - half, x, y + half)


# The area for cards, and the foot

FOOT, FOOT_BESIDE = Decimal(6), Decimal(3)
"""The height in mm of the foot above the lower margin; or its width, as a single line along the right margin."""
UNPRINTED = Decimal(2)
"""Millimetres at the edge of the paper where no printer prints."""


def printable_area(sheet: Sheet, paper: Paper) -> Box:
    """Return the paper without its margins and its foot; the front also loses the strip behind the foot of the back."""
    margin, size = UNPRINTED if sheet.at_edge else sheet.margin.value, paper.size
    has_no_foot = sheet.marks is Marks.NONE or sheet.at_edge
    below = Decimal(0) if has_no_foot else FOOT
    above = below if turns_down(sheet.sides, paper) else Decimal(0)
    return Box(margin, margin + above, size.width.value - margin, size.height.value - margin - below)


def card_area(sheet: Sheet, paper: Paper) -> Box:
    """Return the area for cards, which leaves room for the shortest cut mark on every side."""
    if sheet.at_edge:
        return printable_area(sheet, paper).grown(UNPRINTED - sheet.margin.value)
    bleed = sheet.bleed.value
    edge = bleed if sheet.marks is Marks.NONE else mark_offset(bleed) + SHORTEST_MARK
    return printable_area(sheet, paper).grown(-edge)


def foot_below(sheet: Sheet, paper: Paper, boxes: Sequence[Box]) -> bool:
    """Return whether the foot has room below these boxes and their marks."""
    room = paper.size.height.value - max(box.bottom for box in boxes)
    return not sheet.at_edge or room >= sheet.margin.value + FOOT + EDGE_OFFSET + EDGE_LENGTH


def foot_beside(sheet: Sheet, paper: Paper, boxes: Sequence[Box]) -> bool:
    """Return whether the foot has room to the right of these boxes and their marks."""
    room = paper.size.width.value - max(box.right for box in boxes)
    return room >= sheet.margin.value + FOOT_BESIDE + EDGE_OFFSET + EDGE_LENGTH
