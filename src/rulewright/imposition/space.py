"""The area for cards on a page: the paper without its margins, its foot, and the shortest cut mark on every side."""

from decimal import Decimal

from rulewright.imposition.boxes import Box
from rulewright.imposition.duplex import turns_down
from rulewright.imposition.marks import SHORTEST_MARK, mark_offset
from rulewright.model.paper import Paper
from rulewright.model.sheet import Marks, Sheet

FOOT = Decimal(6)
"""Millimetres above the lower margin for the lines of text and the ruler."""


def foot(sheet: Sheet) -> Decimal:
    """Millimetres of the foot; a sheet without marks has none."""
    return Decimal(0) if sheet.marks is Marks.NONE else FOOT


def printable(sheet: Sheet, paper: Paper) -> Box:
    """The paper without its margins and its foot.

    If the top of the front is behind the foot of the back, it stays free as well.
    """
    margin, size, below = sheet.margin.value, paper.size, foot(sheet)
    above = below if turns_down(sheet.sides, paper) else Decimal(0)
    return Box(margin, margin + above, size.width.value - margin, size.height.value - margin - below)


def card_area(sheet: Sheet, paper: Paper) -> Box:
    """The area in which cards may lie."""
    bleed = sheet.bleed.value
    edge = bleed if sheet.marks is Marks.NONE else mark_offset(bleed) + SHORTEST_MARK
    return printable(sheet, paper).grown(-edge)
