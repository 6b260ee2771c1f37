"""A diagram as a drawing: ground first, then ranges, ways, lines, counters and words over one another."""

import math
from collections.abc import Iterable
from functools import lru_cache

from rulewright.model.diagram import Counter, Diagram, Feature, Line
from rulewright.model.map_grid import Place, Point, bearing
from rulewright.render.typesetting.diagrams.canvas import INK, PAPER, Canvas, mixed
from rulewright.render.typesetting.diagrams.counters import draw_counter, draw_stack
from rulewright.render.typesetting.diagrams.ground import (
    CLEAR,
    GRID,
    NUMBER,
    draw_cells,
    draw_frame,
    draw_free_ground,
    draw_ways,
)
from rulewright.render.typesetting.diagrams.lines import SMALL, draw_line, label_line, stop_of
from rulewright.render.typesetting.diagrams.looks import draw_edge, draw_way
from rulewright.render.typesetting.diagrams.plan import MARGIN, NARROWEST, Plan
from rulewright.render.typesetting.diagrams.ranges import RANGE, SHARE, draw_edges, label_range, on_ground, reached
from rulewright.source.pictures import TYPES, Picture

# The legend of a map

LEGEND, SWATCH, APART = 2.8, 4.2, 3.5
"""Millimetres of the type of the legend, of its swatches, and between its entries."""
LETTER = 0.55
"""Ems of an average letter."""


def draw_legend(canvas: Canvas, diagram: Diagram, wide: float, high: float) -> float:
    """The legend below a map, in lines as wide as that; the height of all."""
    entries: list[Feature | Counter] = [*diagram.features, *_sides(diagram.counters)]
    x, y = MARGIN, high + 1.2 + SWATCH / 2
    for entry in entries:
        name = entry.name if isinstance(entry, Feature) else entry.side
        if x > MARGIN and x + SWATCH + 1 + LETTER * LEGEND * len(name) > wide:
            x, y = MARGIN, y + SWATCH + 1
        _swatch(canvas, entry, (x + SWATCH / 2, y))
        x += SWATCH + 1
        x += canvas.words(name, (x, y), LEGEND, bold=False, left=True, most=max(wide - x, NARROWEST / 2)) + APART
    return y + SWATCH / 2 + MARGIN if entries else high


def _sides(counters: Iterable[Counter]) -> list[Counter]:
    """A counter of each side, in their order."""
    sides: dict[str, Counter] = {}
    for each in counters:
        if each.side:
            sides.setdefault(each.side, each)
    return list(sides.values())


def _swatch(canvas: Canvas, entry: Feature | Counter, at: tuple[float, float]) -> None:
    ends = [(at[0] - SWATCH / 2, at[1]), (at[0] + SWATCH / 2, at[1])]
    if isinstance(entry, Counter):
        draw_counter(canvas, Counter(at, "", "", entry.colour), at, SWATCH * 0.8, None)
    elif entry.cells:
        canvas.box(at, SWATCH, SWATCH, 0.4, entry.colour, INK, GRID)
        canvas.words(entry.letter, at, NUMBER * 1.2)
    elif entry.ways:
        draw_way(canvas, entry, ends, SWATCH)
    else:
        draw_edge(canvas, entry, ends, SWATCH * 1.5)


PIXELS = 96 / 25.4
BEFORE = 0.5
"""Millimetres between the end of a line and the counter to which it leads."""


@lru_cache(64)
def drawn(name: str, diagram: Diagram, width: float | None = None) -> Picture:
    """The picture of a diagram, so many millimetres wide, or as wide as it needs to be."""
    plan, canvas = Plan(diagram, width), Canvas()
    _ground(canvas, plan)
    draw_edges(canvas, plan)
    draw_ways(canvas, plan)
    draw_frame(canvas, plan)
    for line in diagram.lines:
        _line(canvas, line, plan)
    _counters(canvas, plan)
    _labels(canvas, plan)
    high = draw_legend(canvas, diagram, plan.wide, plan.high)
    return Picture(name, TYPES[".svg"], canvas.svg(plan.wide, high), plan.wide * PIXELS, high * PIXELS)


def _ground(canvas: Canvas, plan: Plan) -> None:
    if not plan.free:
        draw_cells(canvas, plan, {cell for arc in plan.diagram.arcs for cell in reached(arc, plan)})
        return
    canvas.polygon(plan.frame, CLEAR)
    for arc in plan.diagram.arcs:
        canvas.polygon(on_ground(arc, plan), mixed(CLEAR, RANGE, SHARE))
    draw_free_ground(canvas, plan)


def _line(canvas: Canvas, line: Line, plan: Plan) -> None:
    points = [plan.at(each) for each in line.path]
    trims = _trim(line.path[0], points[1], plan), _trim(line.path[-1], points[-2], plan)
    place = None if line.blocked is None else plan.at(line.blocked)
    draw_line(canvas, line, points, trims, stop_of(line, plan.diagram, points, place))


def _trim(place: Place, toward: Point, plan: Plan) -> float:
    """How far a line ends before the middle of a place: at the edge of what stands there."""
    sides = [plan.side(each) for each in plan.diagram.counters if each.at == place]
    if not sides:
        return 0.0
    x, y = plan.at(place)
    longer = max(abs(toward[0] - x), abs(toward[1] - y), 1e-6)
    return (max(sides) / 2 + BEFORE) * math.dist((x, y), toward) / longer


def _counters(canvas: Canvas, plan: Plan) -> None:
    for place, stack in plan.diagram.stacks():
        begin = plan.grid.centre(place)
        turns = [None if each.toward is None else bearing(begin, plan.grid.centre(each.toward)) for each in stack]
        draw_stack(canvas, stack, plan.at(place), max(map(plan.side, stack)), turns)


def _labels(canvas: Canvas, plan: Plan) -> None:
    for arc in plan.diagram.arcs:
        label_range(canvas, arc, plan)
    for line in plan.diagram.lines:
        label_line(canvas, line, [plan.at(each) for each in line.path])
    for label in plan.diagram.labels:
        canvas.words(label.text, plan.at(label.at), SMALL * 1.15, halo=PAPER)
