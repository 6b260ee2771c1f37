"""The area for cards on a page: the paper without its margins, its foot, and the shortest cut mark on every side."""

from collections.abc import Sequence
from decimal import Decimal

from rulewright.imposition.boxes import Box
from rulewright.imposition.duplex import turns_down
from rulewright.imposition.marks import EDGE_LENGTH, EDGE_OFFSET, SHORTEST_MARK, mark_offset
from rulewright.model.paper import Paper
from rulewright.model.sheet import Marks, Sheet

FOOT, FOOT_BESIDE = Decimal(6), Decimal(3)
"""Millimetres above the lower margin for the lines of text and the ruler; or at the right margin, for a single line."""
UNSURE = Decimal(2)
"""Millimetres of the paper where even marks that may fail to print are not worth printing."""


def foot(sheet: Sheet) -> Decimal:
    """Millimetres that the foot keeps from the cards; one in the margin keeps none, nor a sheet without marks."""
    return Decimal(0) if sheet.marks is Marks.NONE or sheet.at_edge else FOOT


def printable(sheet: Sheet, paper: Paper) -> Box:
    """The paper without its margins and its foot.

    If the top of the front is behind the foot of the back, it stays free as well.
    """
    margin, size, below = UNSURE if sheet.at_edge else sheet.margin.value, paper.size, foot(sheet)
    above = below if turns_down(sheet.sides, paper) else Decimal(0)
    return Box(margin, margin + above, size.width.value - margin, size.height.value - margin - below)


def card_area(sheet: Sheet, paper: Paper) -> Box:
    """The area in which cards may lie."""
    if sheet.at_edge:
        return printable(sheet, paper).grown(UNSURE - sheet.margin.value)
    bleed = sheet.bleed.value
    edge = bleed if sheet.marks is Marks.NONE else mark_offset(bleed) + SHORTEST_MARK
    return printable(sheet, paper).grown(-edge)


def foot_below(sheet: Sheet, paper: Paper, boxes: Sequence[Box]) -> bool:
    """Whether the foot has room below these boxes and their marks."""
    room = paper.size.height.value - max(box.bottom for box in boxes)
    return not sheet.at_edge or room >= sheet.margin.value + FOOT + EDGE_OFFSET + EDGE_LENGTH


def foot_beside(sheet: Sheet, paper: Paper, boxes: Sequence[Box]) -> bool:
    """Whether it has room to their right."""
    room = paper.size.width.value - max(box.right for box in boxes)
    return room >= sheet.margin.value + FOOT_BESIDE + EDGE_OFFSET + EDGE_LENGTH
