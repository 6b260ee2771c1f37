"""Ranges and arcs of fire: the cells in them, or parts of circles on free ground."""

from rulewright.model.diagram import Arc
from rulewright.model.map_grid import Place, Point, bearing, outline, sector, turned
from rulewright.render.typesetting.diagrams.canvas import PAPER, Canvas
from rulewright.render.typesetting.diagrams.lines import SMALL
from rulewright.render.typesetting.diagrams.plan import Plan

RANGE, EDGE, SHARE = "#f0b070", "#a85a10", 0.35
"""The colour of what is in range, of its edge, and how much of it the ground takes on."""
INSIDE = 2.2
"""Millimetres from the edge of an arc on free ground to the middle of its label."""


def reached(arc: Arc, plan: Plan) -> list[Place]:
    """The cells in a range or an arc of fire, without the one in which it begins."""
    grid, begin = plan.grid, plan.grid.centre(arc.at)
    ahead = None if arc.toward is None else bearing(begin, grid.centre(arc.toward))

    def inside(cell: Place) -> bool:
        if cell == arc.at or grid.distance(arc.at, cell) > arc.reach:
            return False
        return ahead is None or turned(bearing(begin, grid.centre(cell)), ahead) <= arc.angle / 2 + 1e-6

    return [cell for cell in plan.diagram.cells if inside(cell)]


def on_ground(arc: Arc, plan: Plan) -> list[Point]:
    """The corners of an arc on free ground, on the drawing."""
    return plan.on_ground(sector(arc.at, arc.reach, _ahead(arc, plan), arc.angle))


def _ahead(arc: Arc, plan: Plan) -> float:
    return 0.0 if arc.toward is None else bearing(plan.grid.centre(arc.at), plan.grid.centre(arc.toward))


def draw_edges(canvas: Canvas, plan: Plan) -> None:
    """The edge of each range, in white and then in its colour."""
    for arc in plan.diagram.arcs:
        if plan.free:
            canvas.polygon(on_ground(arc, plan), "none", EDGE, 0.4, "1.4 0.9")
            continue
        cells = [*reached(arc, plan), *([arc.at] if arc.angle >= 360 else [])]
        for colour, wide in ((PAPER, 1.3), (EDGE, 0.7)):
            for side in outline(cells, plan.grid):
                canvas.line(plan.on(side), colour, wide)


def label_range(canvas: Canvas, arc: Arc, plan: Plan) -> None:
    """The words of a range in its uppermost cell, or on free ground at its far edge."""
    if arc.label:
        canvas.words(arc.label, _far(arc, plan), SMALL, EDGE, halo=PAPER)


def _far(arc: Arc, plan: Plan) -> Point:
    if plan.free:
        reach = max(arc.reach - INSIDE / plan.scale, 0)
        return plan.on([sector(arc.at, reach, _ahead(arc, plan), 6)[2]])[0]
    middle = plan.at(arc.at)[0]
    places = map(plan.at, [*reached(arc, plan), arc.at])
    return min(places, key=lambda at: (round(at[1], 3), abs(at[0] - middle)))
