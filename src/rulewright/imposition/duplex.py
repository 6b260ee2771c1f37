"""The other side of the paper: where a printer that prints both sides puts what lies behind something.

A page is turned over along its long or its short edge. On an upright page the long edge stands, and turning over
exchanges left and right; along the short edge it exchanges top and bottom. On a landscape page it is the reverse.
What is on the back of the paper is seen from behind, so turns run the other way round: θ becomes -θ where left and
right change; where top and bottom do, 180° - θ.
"""

from dataclasses import replace

from rulewright.imposition.boxes import Box, Placement
from rulewright.model.paper import Paper
from rulewright.model.sheet import Sides


def turns_across(sides: Sides, paper: Paper) -> bool:
    """Whether left and right change places between front and back; else top and bottom do."""
    return (sides is Sides.LONG_EDGE) != paper.landscape


def turns_down(sides: Sides, paper: Paper) -> bool:
    """Whether top and bottom change places; where nothing is printed behind, nothing changes."""
    return sides.duplex and not turns_across(sides, paper)


def behind(placed: Placement, sides: Sides, paper: Paper) -> Placement:
    """Where on the back page a face is printed that is to be behind this place, as one turns the page of a book."""
    across = turns_across(sides, paper)
    turn = (-placed.turn if across else 180 - placed.turn) % 360
    box, shown = (_turned_over(each, paper, across=across) for each in (placed.box, placed.shown))
    return replace(placed, box=box, turn=turn, shown=shown)


def _turned_over(box: Box, paper: Paper, *, across: bool) -> Box:
    width, height = paper.size.width.value, paper.size.height.value
    if across:
        return Box(width - box.right, box.top, width - box.left, box.bottom)
    return Box(box.left, height - box.bottom, box.right, height - box.top)
