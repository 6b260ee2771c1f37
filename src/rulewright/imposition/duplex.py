"""The other side of the paper: where a duplex printer must print the back of something.

A page is turned over along its long or its short edge. On a portrait page, turning over the long edge exchanges left
and right, and the short edge top and bottom. On a landscape page it is the reverse. The back of the paper is seen from
behind, so turns are reversed: θ becomes -θ if left and right change, and 180° - θ if top and bottom do.
"""

from dataclasses import replace

from rulewright.imposition.boxes import Box, Placement
from rulewright.model.paper import Paper
from rulewright.model.sheet import Sides


def turns_across(sides: Sides, paper: Paper) -> bool:
    """Whether left and right change between front and back; else top and bottom do."""
    return (sides is Sides.LONG_EDGE) != paper.landscape


def turns_down(sides: Sides, paper: Paper) -> bool:
    """Whether top and bottom change; never if nothing is printed on the back."""
    return sides.duplex and not turns_across(sides, paper)


def behind(placed: Placement, sides: Sides, paper: Paper) -> Placement:
    """The placement on the back page that lies behind this one."""
    across = turns_across(sides, paper)
    turn = (-placed.turn if across else 180 - placed.turn) % 360
    box, shown = (_turned_over(each, paper, across=across) for each in (placed.box, placed.shown))
    return replace(placed, box=box, turn=turn, shown=shown)


def _turned_over(box: Box, paper: Paper, *, across: bool) -> Box:
    width, height = paper.size.width.value, paper.size.height.value
    if across:
        return Box(width - box.right, box.top, width - box.left, box.bottom)
    return Box(box.left, height - box.bottom, box.right, height - box.top)
