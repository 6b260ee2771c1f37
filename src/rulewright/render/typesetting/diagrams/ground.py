"""The ground of a map: its cells with what grows on them, what lies between them and leads through them."""

from collections.abc import Collection

from rulewright.model.diagram import Feature
from rulewright.model.map_grid import Hexes, Place, Point, outline, sector
from rulewright.render.typesetting.diagrams.canvas import INK, Canvas, mixed
from rulewright.render.typesetting.diagrams.looks import draw_edge, draw_signs, draw_way
from rulewright.render.typesetting.diagrams.plan import Plan
from rulewright.render.typesetting.diagrams.ranges import RANGE, SHARE

CLEAR = "#f1f1e4"
GRID, FRAME = 0.12, 0.4
"""Millimetres of the lines between cells, and of the line around all."""
NUMBER = 2.1
"""Millimetres of the type of numbers."""


def draw_cells(canvas: Canvas, plan: Plan, in_range: Collection[Place]) -> None:
    """Each cell in the colour of its ground, and of a range that it is in."""
    features = {cell: each for each in plan.diagram.features for cell in each.cells}
    for cell in plan.diagram.cells:
        feature = features.get(cell)
        colour = CLEAR if feature is None else feature.colour
        colour = mixed(colour, RANGE, SHARE) if cell in in_range else colour
        canvas.polygon(plan.on(plan.grid.corners(cell)), colour, INK, GRID)
        if feature is not None:
            _signs(canvas, plan, feature, plan.at(cell), colour)
        if plan.diagram.numbered:
            _number(canvas, plan, cell)


def draw_free_ground(canvas: Canvas, plan: Plan) -> None:
    """Round pieces of ground an inch in radius."""
    for feature in plan.diagram.features:
        for place in feature.cells:
            canvas.polygon(plan.on_ground(sector(place, 1)), feature.colour, INK, GRID)
            _signs(canvas, plan, feature, plan.at(place), feature.colour)


def _signs(canvas: Canvas, plan: Plan, feature: Feature, at: Point, colour: str) -> None:
    draw_signs(canvas, feature.look, at, plan.radius, colour)
    canvas.words(feature.letter, (at[0], at[1] + plan.radius - 0.7 - NUMBER / 2), NUMBER)


def _number(canvas: Canvas, plan: Plan, cell: Place) -> None:
    x, y = plan.at(cell)
    pointed = isinstance(plan.grid, Hexes) and plan.grid.pointed
    up = plan.scale * 0.66 if pointed else plan.radius - 0.6 - NUMBER / 2
    canvas.words(plan.diagram.area.name(cell), (x, y - up), NUMBER, bold=False, most=plan.radius)


def draw_ways(canvas: Canvas, plan: Plan) -> None:
    """Roads and rivers, then walls and hedges."""
    for feature in plan.diagram.features:
        for way in feature.ways:
            draw_way(canvas, feature, [plan.at(each) for each in way], plan.radius)
        for edge in feature.edges:
            draw_edge(canvas, feature, plan.on(plan.grid.side(*edge)), plan.radius)


def draw_frame(canvas: Canvas, plan: Plan) -> None:
    """A line around all."""
    if plan.free:
        canvas.polygon(plan.frame, "none", INK, FRAME)
    for side in outline(plan.diagram.cells, plan.grid):
        canvas.line(plan.on(side), INK, FRAME)
