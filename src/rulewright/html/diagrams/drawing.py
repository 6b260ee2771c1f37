"""Draw a diagram in layers: ground first, then ranges, roads, lines, counters, and words on top."""

import math
from collections.abc import Sequence

from rulewright.base.memo import memoised
from rulewright.entries.colour import Tint, letters_on
from rulewright.entries.figures import Arc, Counter, Diagram, Feature, Symbol
from rulewright.entries.maps import Hexes, Place, Point, angle_between, bearing, outer_sides, sector
from rulewright.html.diagrams.canvas import INK, PAPER, Canvas, mixed
from rulewright.html.diagrams.looks import (
    MARGIN,
    NARROWEST,
    SMALL,
    Plan,
    draw_edge,
    draw_line,
    draw_signs,
    draw_way,
    label_line,
    stop_of,
)
from rulewright.source.pictures import TYPES, Picture

PIXELS = 96 / 25.4
BEFORE = 0.5
"""Millimetres between the end of a line and the counter to which it leads."""


@memoised(64)
def drawn(name: str, diagram: Diagram, width: float | None = None) -> Picture:
    """Draw a diagram. It is `width` millimetres wide, or as wide as it needs to be if `width` is None."""
    plan, canvas = Plan(diagram, width), Canvas()
    _draw_ground(canvas, plan)
    _draw_ranges(canvas, plan)
    for feature in diagram.features:
        for way in feature.ways:
            draw_way(canvas, feature, [plan.at(each) for each in way], plan.radius)
        for edge in feature.edges:
            draw_edge(canvas, feature, plan.on(plan.grid.side(*edge)), plan.radius)
    if plan.free:
        canvas.polygon(plan.frame, "none", INK, FRAME)
    for side in outer_sides(diagram.cells, plan.grid):
        canvas.line(plan.on(side), INK, FRAME)
    for line in diagram.lines:
        points = [plan.at(each) for each in line.path]
        trims = _trim(line.path[0], points[1], plan), _trim(line.path[-1], points[-2], plan)
        place = None if line.blocked is None else plan.at(line.blocked)
        draw_line(canvas, line, points, trims, stop_of(line, diagram, points, place))
    for place, stack in diagram.stacks():
        begin = plan.grid.centre(place)
        turns = [None if each.toward is None else bearing(begin, plan.grid.centre(each.toward)) for each in stack]
        _draw_stack(canvas, stack, plan.at(place), max(map(plan.side, stack)), turns)
    for arc in diagram.arcs:
        if arc.label:
            canvas.words(arc.label, _label_of_range(arc, plan), SMALL, EDGE, halo=PAPER)
    for line in diagram.lines:
        label_line(canvas, line, [plan.at(each) for each in line.path])
    for label in diagram.labels:
        canvas.words(label.text, plan.at(label.at), SMALL * 1.15, halo=PAPER)
    high = _draw_legend(canvas, diagram, plan.wide, plan.high)
    return Picture(name, TYPES[".svg"], canvas.svg(plan.wide, high), plan.wide * PIXELS, high * PIXELS)


def _trim(place: Place, toward: Point, plan: Plan) -> float:
    """Return how far before the middle of a place a line ends: at the edge of the counter there."""
    sides = [plan.side(each) for each in plan.diagram.counters if each.at == place]
    if not sides:
        return 0.0
    x, y = plan.at(place)
    longer = max(abs(toward[0] - x), abs(toward[1] - y), 1e-6)
    return (max(sides) / 2 + BEFORE) * math.dist((x, y), toward) / longer


# The ground of a map

CLEAR = "#f1f1e4"
GRID, FRAME = 0.12, 0.4
"""Millimetres of the lines between cells, and of the line around the map."""
NUMBER = 2.1
"""Millimetres of the type of numbers."""
RANGE, EDGE, SHARE = "#f0b070", "#a85a10", 0.35
"""The colour of a range, the colour of its edge, and the share of the colour in the ground."""
INSIDE = 2.2
"""Millimetres from the edge of an arc on free ground to the middle of its label."""


def _draw_ground(canvas: Canvas, plan: Plan) -> None:
    """Draw each cell in the colour of its ground, mixed with the colour of a range; or free ground with its terrain."""
    diagram = plan.diagram
    if plan.free:
        canvas.polygon(plan.frame, CLEAR)
        for arc in diagram.arcs:
            canvas.polygon(_sector(arc, plan), mixed(CLEAR, RANGE, SHARE))
        for feature in diagram.features:
            for place in feature.cells:  # round pieces of an inch in radius
                canvas.polygon(plan.on_ground(sector(place, 1)), feature.colour, INK, GRID)
                _draw_signs(canvas, plan, feature, plan.at(place), feature.colour)
        return
    in_range = {cell for arc in diagram.arcs for cell in _cells_in_range(arc, plan)}
    features = {cell: each for each in diagram.features for cell in each.cells}
    pointed = isinstance(plan.grid, Hexes) and plan.grid.pointed
    up = plan.scale * 0.66 if pointed else plan.radius - 0.6 - NUMBER / 2
    for cell in diagram.cells:
        ground = features.get(cell)
        colour = CLEAR if ground is None else ground.colour
        colour = mixed(colour, RANGE, SHARE) if cell in in_range else colour
        x, y = plan.at(cell)
        canvas.polygon(plan.on(plan.grid.corners(cell)), colour, INK, GRID)
        if ground is not None:
            _draw_signs(canvas, plan, ground, (x, y), colour)
        if diagram.numbered:
            canvas.words(diagram.area.name(cell), (x, y - up), NUMBER, bold=False, most=plan.radius)


def _draw_signs(canvas: Canvas, plan: Plan, feature: Feature, at: Point, colour: str) -> None:
    draw_signs(canvas, feature.look, at, plan.radius, colour)
    canvas.words(feature.letter, (at[0], at[1] + plan.radius - 0.7 - NUMBER / 2), NUMBER)


# Ranges and arcs of fire


def _cells_in_range(arc: Arc, plan: Plan) -> list[Place]:
    """Return the cells in a range or an arc of fire, without the cell in which it begins."""
    grid, begin = plan.grid, plan.grid.centre(arc.at)
    ahead = None if arc.toward is None else bearing(begin, grid.centre(arc.toward))

    def inside(cell: Place) -> bool:
        if cell == arc.at or grid.distance(arc.at, cell) > arc.reach:
            return False
        return ahead is None or angle_between(bearing(begin, grid.centre(cell)), ahead) <= arc.angle / 2 + 1e-6

    return [cell for cell in plan.diagram.cells if inside(cell)]


def _sector(arc: Arc, plan: Plan) -> list[Point]:
    """Return the corners of an arc on free ground, in millimetres of the drawing."""
    return plan.on_ground(sector(arc.at, arc.reach, _ahead(arc, plan), arc.angle))


def _ahead(arc: Arc, plan: Plan) -> float:
    return 0.0 if arc.toward is None else bearing(plan.grid.centre(arc.at), plan.grid.centre(arc.toward))


def _draw_ranges(canvas: Canvas, plan: Plan) -> None:
    """Draw the edge of each range, first in white and then in its colour."""
    for arc in plan.diagram.arcs:
        if plan.free:
            canvas.polygon(_sector(arc, plan), "none", EDGE, 0.4, "1.4 0.9")
            continue
        cells = [*_cells_in_range(arc, plan), *([arc.at] if arc.angle >= 360 else [])]
        for colour, wide in ((PAPER, 1.3), (EDGE, 0.7)):
            for side in outer_sides(cells, plan.grid):
                canvas.line(plan.on(side), colour, wide)


def _label_of_range(arc: Arc, plan: Plan) -> Point:
    """Return the place of the label of a range: in its topmost cell, or at its far edge on free ground."""
    if plan.free:
        reach = max(arc.reach - INSIDE / plan.scale, 0)
        return plan.on([sector(arc.at, reach, _ahead(arc, plan), 6)[2]])[0]
    middle = plan.at(arc.at)[0]
    places = map(plan.at, [*_cells_in_range(arc, plan), arc.at])
    return min(places, key=lambda at: (round(at[1], 3), abs(at[0] - middle)))


# Counters and bases on a map

STEP = 0.36
"""The offset of a counter from the counter below it, as a share of its side, so that the numbers below still show."""
SMALLER = 0.22
"""The factor by which each further counter of a stack shrinks all of them."""


def _draw_stack(
    canvas: Canvas, stack: Sequence[Counter], at: Point, side: float, turns: Sequence[float | None]
) -> None:
    """Draw counters on top of one another around a point; `turns` are the directions that they face."""
    side /= 1 + SMALLER * (len(stack) - 1)
    for level, (counter, turn) in enumerate(zip(stack, turns, strict=True)):
        shift = STEP * side * (level - (len(stack) - 1) / 2)
        covered = level < len(stack) - 1
        _draw_counter(canvas, counter, (at[0] + shift, at[1] - shift), side, turn, covered=covered)


def _draw_counter(
    canvas: Canvas, counter: Counter, at: Point, side: float, turn: float | None, *, covered: bool = False
) -> None:
    """Draw a counter. The text of a `covered` counter is at its foot, where it stays visible."""
    base = turn if counter.size and turn is not None and not counter.round else 0
    if turn is not None:
        _draw_facing(canvas, at, side, turn, round_=counter.round or bool(counter.size))
    if counter.round:
        canvas.circle((at[0] + 0.25, at[1] + 0.25), side / 2, "#55524c")
        canvas.circle(at, side / 2, counter.colour, INK, 0.25)
    else:
        corner = 0.08 * side
        canvas.box((at[0] + 0.3, at[1] + 0.3), side, side, corner, "#55524c", turned=base)
        canvas.box(at, side, side, corner, mixed(counter.colour, INK, 0.25), turned=base)
        canvas.box(at, side, side, corner, counter.colour, INK, 0.22, turned=base)
    _draw_face(canvas, counter, at, side, covered=covered)


def _draw_facing(canvas: Canvas, at: Point, side: float, turn: float, *, round_: bool) -> None:
    """Draw a triangle at the edge that the counter faces."""
    radians = math.radians(turn)
    ahead, across = (math.sin(radians), -math.cos(radians)), (math.cos(radians), math.sin(radians))
    edge = side / 2 / (1 if round_ else max(abs(ahead[0]), abs(ahead[1])))

    def point(out: float, beside: float) -> Point:
        return tuple(a + out * b + beside * c for a, b, c in zip(at, ahead, across, strict=True))  # type: ignore[return-value]

    tip = 0.2 * side
    canvas.polygon([point(edge + tip, 0), point(edge, tip), point(edge, -tip)], INK)


def _draw_face(canvas: Canvas, counter: Counter, at: Point, side: float, *, covered: bool) -> None:
    """Draw a sign or a word above the numbers; a single word or number is in the middle."""
    ink, most = letters_on(Tint(counter.colour)).hex, 0.86 * side
    (x, y), written = at, counter.unit.written if counter.unit else ""
    signed = counter.symbol is not Symbol.NONE
    lower = written or (counter.label if signed else "")
    upper = counter.label if written and not signed else ""
    if not signed and not (upper and lower):
        alone = lower or counter.label
        size = 0.29 if covered else 0.46 if len(alone) < 3 else 0.34
        canvas.words(alone, (x, y + (0.32 * side if covered else 0)), size * side, ink, most=most)
        return
    if signed:
        _draw_symbol(canvas, counter.symbol, (x, y - (0.14 if lower else 0) * side), 0.56 * side, ink)
    else:
        canvas.words(upper, (x, y - 0.2 * side), 0.27 * side, ink, most=most)
    if lower:
        canvas.words(lower, (x, y + (0.31 if signed or covered else 0.22) * side), 0.29 * side, ink, most=most)


def _draw_symbol(canvas: Canvas, symbol: Symbol, at: Point, wide: float, ink: str) -> None:
    """Draw a military map symbol: a box with a cross, an oval, a dot or a slash."""
    (x, y), high, line = at, wide * 0.66, max(0.2, wide * 0.05)
    left, top, right, bottom = x - wide / 2, y - high / 2, x + wide / 2, y + high / 2
    canvas.polygon([(left, top), (right, top), (right, bottom), (left, bottom)], "none", ink, line)
    if symbol in (Symbol.INFANTRY, Symbol.RECON):
        canvas.line([(left, bottom), (right, top)], ink, line)
    if symbol is Symbol.INFANTRY:
        canvas.line([(left, top), (right, bottom)], ink, line)
    elif symbol is Symbol.ARMOUR:
        canvas.box(at, wide * 0.7, high * 0.56, high, "none", ink, line)
    elif symbol is Symbol.ARTILLERY:
        canvas.circle(at, high * 0.2, ink)


# The legend of a map

LEGEND, SWATCH, APART = 2.8, 4.2, 3.5
"""Millimetres: the type size of the legend, the size of its swatches, and the space between its entries."""
LETTER = 0.55
"""The width of an average letter in ems."""


def _draw_legend(canvas: Canvas, diagram: Diagram, wide: float, high: float) -> float:
    """Draw the legend below a map with the size `wide` by `high`, and return the height of both."""
    sides: dict[str, Counter] = {}
    for each in diagram.counters:
        if each.side:
            sides.setdefault(each.side, each)
    entries: list[Feature | Counter] = [*diagram.features, *sides.values()]
    x, y = MARGIN, high + 1.2 + SWATCH / 2
    for entry in entries:
        name = entry.title if isinstance(entry, Feature) else entry.side
        if x > MARGIN and x + SWATCH + 1 + LETTER * LEGEND * len(name) > wide:
            x, y = MARGIN, y + SWATCH + 1
        _draw_swatch(canvas, entry, (x + SWATCH / 2, y))
        x += SWATCH + 1
        x += canvas.words(name, (x, y), LEGEND, bold=False, left=True, most=max(wide - x, NARROWEST / 2)) + APART
    return y + SWATCH / 2 + MARGIN if entries else high


def _draw_swatch(canvas: Canvas, entry: Feature | Counter, at: tuple[float, float]) -> None:
    ends = [(at[0] - SWATCH / 2, at[1]), (at[0] + SWATCH / 2, at[1])]
    if isinstance(entry, Counter):
        _draw_counter(canvas, Counter(at=at, colour=entry.colour), at, SWATCH * 0.8, None)
    elif entry.cells:
        canvas.box(at, SWATCH, SWATCH, 0.4, entry.colour, INK, GRID)
        canvas.words(entry.letter, at, NUMBER * 1.2)
    elif entry.ways:
        draw_way(canvas, entry, ends, SWATCH)
    else:
        draw_edge(canvas, entry, ends, SWATCH * 1.5)
