"""A diagram as a drawing: ground first, then ranges, ways, lines, counters and words over one another."""

import math
from collections.abc import Iterator
from functools import lru_cache

from rulewright.model.diagram import Arc, Counter, Diagram, Feature
from rulewright.model.map_grid import Ground, Hexes, Place, Point, bearing, cut, outline, sector, turned
from rulewright.render.typesetting.diagrams.canvas import INK, PAPER, Canvas, mixed
from rulewright.render.typesetting.diagrams.counters import draw_counter, draw_stack
from rulewright.render.typesetting.diagrams.lines import SMALL, draw_line, label_line, stop_of
from rulewright.render.typesetting.diagrams.looks import draw_edge, draw_ground, draw_way
from rulewright.source.pictures import TYPES, Picture

CLEAR, RANGE, RANGE_EDGE = "#f1f1e4", "#f0b070", "#a85a10"
GRID, FRAME = 0.12, 0.4
"""Millimetres of the lines between cells, and of the line around all."""
NARROWEST = 24.0
"""Millimetres of a drawing: less has no room for a legend."""
LARGEST, WIDEST = {Hexes: 8.4, Ground: 11.0}, 108.0
"""Millimetres of a unit of the grid, and of a whole map."""
SQUARE = 13.0
NUMBER, LEGEND, SWATCH = 2.1, 2.8, 4.2
"""Millimetres of the type of numbers and of the legend, and of its swatches."""
MARGIN = 0.6
PIXELS = 96 / 25.4


@lru_cache(64)
def drawn(name: str, diagram: Diagram, width: float | None = None) -> Picture:
    """The picture of a diagram, so many millimetres wide, or as wide as it needs to be."""
    drawing = _Drawing(diagram, width)
    data = drawing.svg()
    return Picture(name, TYPES[".svg"], data, drawing.wide * PIXELS, drawing.high * PIXELS)


class _Drawing:
    def __init__(self, diagram: Diagram, width: float | None) -> None:
        self.diagram, self.grid, self.canvas = diagram, diagram.grid, Canvas()
        points = list(self._extent())
        self.left, self.top = (min(each[at] for each in points) for at in (0, 1))
        across, down = (max(each[at] for each in points) - low for at, low in ((0, self.left), (1, self.top)))
        room = (width or WIDEST) - 2 * MARGIN
        largest = LARGEST.get(type(self.grid), SQUARE) if width is None else math.inf
        self.scale = min(largest, room / across)
        self.wide = max(across * self.scale + 2 * MARGIN, NARROWEST)
        self.high = down * self.scale + 2 * MARGIN
        self.radius = self.scale * (self.grid.across / 2 if diagram.cells else 1)
        self.in_range = {cell for arc in diagram.arcs for cell in self._reached(arc)}

    def _extent(self) -> Iterator[Point]:
        if not self.diagram.cells:
            yield from (self.diagram.area.first, self.diagram.area.last)
        yield from (corner for cell in self.diagram.cells for corner in self.grid.corners(cell))

    def svg(self) -> bytes:
        self._ground()
        self._ranges()
        self._ways()
        self._frame()
        self._lines()
        self._counters()
        self._labels()
        self._legend()
        return self.canvas.svg(self.wide, self.high, self.wide)

    def _on(self, point: Point) -> Point:
        """A point of the map on the drawing."""
        return (point[0] - self.left) * self.scale + MARGIN, (point[1] - self.top) * self.scale + MARGIN

    def _at(self, place: Place) -> Point:
        return self._on(self.grid.centre(place))

    # The ground

    def _ground(self) -> None:
        features = {cell: each for each in self.diagram.features for cell in each.cells}
        for cell in self.diagram.cells:
            self._cell(cell, features.get(cell))
        if self.diagram.cells:
            return
        self.canvas.polygon(self._frame_corners(), CLEAR)
        for arc in self.diagram.arcs:
            self.canvas.polygon(self._sector(arc), mixed(CLEAR, RANGE, 0.35))
        for place, feature in features.items():
            wood = sector(self.grid.centre(place), self.radius / self.scale)
            self.canvas.polygon(self._on_ground(wood), feature.colour, INK, GRID)
            draw_ground(self.canvas, feature, self._at(place), self.radius, feature.colour)
            self._letter(feature, self._at(place))

    def _frame_corners(self) -> list[Point]:
        """Those of free ground."""
        (x, y), (right, bottom) = map(self._on, (self.diagram.area.first, self.diagram.area.last))
        return [(x, y), (right, y), (right, bottom), (x, bottom)]

    def _cell(self, cell: Place, feature: Feature | None) -> None:
        corners = [self._on(each) for each in self.grid.corners(cell)]
        colour = CLEAR if feature is None else feature.colour
        if cell in self.in_range:
            colour = mixed(colour, RANGE, 0.35)
        self.canvas.polygon(corners, colour, INK, GRID)
        if feature is not None:
            draw_ground(self.canvas, feature, self._at(cell), self.radius, colour)
            self._letter(feature, self._at(cell))
        if self.diagram.numbered:
            x, y = self._at(cell)
            pointed = isinstance(self.grid, Hexes) and self.grid.pointed
            top = self.scale * 0.66 if pointed else self.radius - 0.6 - NUMBER / 2
            self.canvas.words(self.diagram.area.name(cell), (x, y - top), NUMBER, bold=False, most=self.radius)

    def _letter(self, feature: Feature, at: Point) -> None:
        self.canvas.words(feature.letter, (at[0], at[1] + self.radius - 0.7 - NUMBER / 2), NUMBER)

    def _frame(self) -> None:
        if self.diagram.cells:
            for side in outline(self.diagram.cells, self.grid):
                self.canvas.line([self._on(each) for each in side], INK, FRAME)
            return
        self.canvas.polygon(self._frame_corners(), "none", INK, FRAME)

    def _ways(self) -> None:
        for feature in self.diagram.features:
            for way in feature.ways:
                draw_way(self.canvas, feature, [self._at(each) for each in way], self.radius)
            for edge in feature.edges:
                draw_edge(self.canvas, feature, [self._on(each) for each in self.grid.side(*edge)], self.radius)

    # Ranges

    def _reached(self, arc: Arc) -> list[Place]:
        """The cells in a range or an arc of fire."""
        begin = self.grid.centre(arc.at)
        ahead = None if arc.toward is None else bearing(begin, self.grid.centre(arc.toward))

        def inside(cell: Place) -> bool:
            if self.grid.distance(arc.at, cell) > arc.reach or cell == arc.at:
                return False
            off = 0 if ahead is None else turned(bearing(begin, self.grid.centre(cell)), ahead)
            return off <= arc.angle / 2 + 1e-6

        return [cell for cell in self.diagram.cells if inside(cell)]

    def _ranges(self) -> None:
        for arc in self.diagram.arcs:
            if not self.diagram.cells:
                self.canvas.polygon(self._sector(arc), "none", RANGE_EDGE, 0.4, "1.4 0.9")
                continue
            cells = self._reached(arc)
            if arc.angle >= 360:
                cells = [*cells, arc.at]
            for side in outline(cells, self.grid):
                self.canvas.line([self._on(each) for each in side], PAPER, 1.3)
            for side in outline(cells, self.grid):
                self.canvas.line([self._on(each) for each in side], RANGE_EDGE, 0.7)

    def _sector(self, arc: Arc) -> list[Point]:
        """On free ground: a part of a circle, or all of it, as far as it is on the map."""
        begin = self.grid.centre(arc.at)
        ahead = 0.0 if arc.toward is None else bearing(begin, self.grid.centre(arc.toward))
        return self._on_ground(sector(begin, arc.reach, ahead, arc.angle))

    def _on_ground(self, corners: list[Point]) -> list[Point]:
        return [self._on(each) for each in cut(corners, self.diagram.area.last)]

    @staticmethod
    def _out(at: Point, far: float, turn: float) -> Point:
        return at[0] + far * math.sin(math.radians(turn)), at[1] - far * math.cos(math.radians(turn))

    def _range_label(self, arc: Arc) -> Point:
        """A place at the far edge of a range: its uppermost cell."""
        if not self.diagram.cells:
            ahead = 0.0 if arc.toward is None else bearing(self.grid.centre(arc.at), self.grid.centre(arc.toward))
            return self._out(self._at(arc.at), arc.reach * self.scale - 2.2, ahead)
        middle = self._at(arc.at)[0]
        places = map(self._at, [*self._reached(arc), arc.at])
        return min(places, key=lambda at: (round(at[1], 3), abs(at[0] - middle)))

    # What stands on the ground

    def _side(self, counter: Counter) -> float:
        return counter.size * self.scale if not self.diagram.cells else 1.16 * self.radius

    def _trim(self, place: Place, toward: Point) -> float:
        """How far a line ends before the middle of a place: at the edge of what stands there."""
        sides = [self._side(each) for each in self.diagram.counters if each.at == place]
        if not sides:
            return 0.0
        (x, y), half = self._at(place), max(sides) / 2 + 0.5
        length = math.dist((x, y), toward) or 1
        return half * length / max(abs(toward[0] - x), abs(toward[1] - y), 1e-6)

    def _lines(self) -> None:
        for line in self.diagram.lines:
            points = [self._at(each) for each in line.path]
            trims = self._trim(line.path[0], points[1]), self._trim(line.path[-1], points[-2])
            stop = stop_of(line, self.diagram, points, None if line.blocked is None else self._at(line.blocked))
            draw_line(self.canvas, line, points, trims, stop)

    def _counters(self) -> None:
        for place, stack in self.diagram.stacks():
            turns = [
                None if each.toward is None else bearing(self.grid.centre(place), self.grid.centre(each.toward))
                for each in stack
            ]
            draw_stack(self.canvas, stack, self._at(place), max(map(self._side, stack)), turns)

    def _labels(self) -> None:
        for arc in self.diagram.arcs:
            if arc.label:
                self.canvas.words(arc.label, self._range_label(arc), SMALL, RANGE_EDGE, halo=PAPER)
        for line in self.diagram.lines:
            label_line(self.canvas, line, [self._at(each) for each in line.path])
        for label in self.diagram.labels:
            self.canvas.words(label.text, self._at(label.at), SMALL * 1.15, halo=PAPER)

    # The legend

    def _legend(self) -> None:
        """The ground and the sides of a map with their names, in lines as wide as the map."""
        x, y = MARGIN, self.high + 1.2 + SWATCH / 2
        entries: list[Feature | Counter] = [*self.diagram.features, *self._of_sides()]
        for entry in entries:
            name = entry.name if isinstance(entry, Feature) else entry.side
            wide = SWATCH + 1 + 0.55 * LEGEND * len(name)
            if x > MARGIN and x + wide > self.wide:
                x, y = MARGIN, y + SWATCH + 1
            self._swatch(entry, (x + SWATCH / 2, y))
            x += SWATCH + 1
            x += self.canvas.words(name, (x, y), LEGEND, bold=False, left=True, most=max(self.wide - x, NARROWEST / 2)) + 3.5
        if entries:
            self.high = y + SWATCH / 2 + MARGIN

    def _of_sides(self) -> list[Counter]:
        """A counter of each side."""
        sides = {each.side: each for each in reversed(self.diagram.counters) if each.side}
        return list(reversed(sides.values()))

    def _swatch(self, entry: Feature | Counter, at: Point) -> None:
        half = SWATCH / 2
        if isinstance(entry, Counter):
            draw_counter(self.canvas, Counter(at, "", "", entry.colour), at, SWATCH * 0.8, None)
            return
        ends = [(at[0] - half, at[1]), (at[0] + half, at[1])]
        if entry.cells:
            self.canvas.box(at, SWATCH, SWATCH, 0.4, entry.colour, INK, GRID)
            self.canvas.words(entry.letter, at, NUMBER * 1.2)
        elif entry.ways:
            draw_way(self.canvas, entry, ends, SWATCH)
        else:
            draw_edge(self.canvas, entry, ends, SWATCH * 1.5)
