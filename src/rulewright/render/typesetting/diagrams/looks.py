"""How ground looks: signs in a ring around the middle of a cell, where units stand, and lines along sides and ways."""

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from rulewright.model.figure import Feature, Point
from rulewright.render.typesetting.diagrams.canvas import INK, PAPER, Canvas, joined_points, mixed

RING = (38, 68, 112, 142, 218, 248, 292, 322)
"""Degrees from straight up: at the top is the number of a cell, at its foot the letter of its ground."""
DRAW = Callable[[Canvas, Point, float, str], None]


def _tree(canvas: Canvas, at: Point, size: float, colour: str) -> None:
    canvas.circle(at, size, mixed(colour, "#1f3d12", 0.38), mixed(colour, "#10240a", 0.8), 0.12)


def _bush(canvas: Canvas, at: Point, size: float, colour: str) -> None:
    x, y = at
    dark = mixed(colour, "#2c3a0c", 0.75)
    for lean in (-0.7, 0, 0.7):
        canvas.line([(x, y + size / 2), (x + lean * size, y - size / 2)], dark, 0.18)


def _house(canvas: Canvas, at: Point, size: float, colour: str) -> None:
    canvas.box(at, 2 * size, 1.5 * size, 0.1, mixed(colour, "#5a3d22", 0.62), INK, 0.14)
    canvas.line([(at[0] - size, at[1]), (at[0] + size, at[1])], mixed(colour, "#2c1c0c", 0.85), 0.14)


def _rock(canvas: Canvas, at: Point, size: float, colour: str) -> None:
    x, y = at
    corners = [(x - size, y + 0.6 * size), (x - 0.2 * size, y - 0.8 * size), (x + size, y + 0.6 * size)]
    canvas.polygon(corners, mixed(colour, "#4a4640", 0.5), mixed(colour, INK, 0.7), 0.12)


def _wave(canvas: Canvas, at: Point, size: float, colour: str) -> None:
    x, y = at
    points = joined_points([(x - size, y), (x - size / 2, y - 0.9 * size), (x, y)])
    more = joined_points([(x + size / 2, y + 0.9 * size), (x + size, y)])
    canvas.path(
        f"M{points.partition(' ')[0]} {points.split(' ', 2)[1]}Q{points.split(' ', 2)[2]}Q{more}",
        "none",
        mixed(colour, "#123c5a", 0.7),
        0.2,
    )


def _reed(canvas: Canvas, at: Point, size: float, colour: str) -> None:
    dark, (x, y) = mixed(colour, "#123c3a", 0.7), at
    canvas.line([(x - size, y + size / 3), (x + size, y + size / 3)], dark, 0.18)
    canvas.line([(x, y + size / 3), (x, y - size * 0.7)], dark, 0.18)


def _stalks(canvas: Canvas, at: Point, size: float, colour: str) -> None:
    x, y = at
    for shift in (-0.6, 0.0, 0.6):
        canvas.line(
            [(x + shift * size, y - size / 2), (x + shift * size, y + size / 2)], mixed(colour, "#6b5208", 0.75), 0.18
        )


SIGNS: Mapping[str, tuple[DRAW, float]] = {
    "woods": (_tree, 0.17),
    "brush": (_bush, 0.16),
    "building": (_house, 0.15),
    "rough": (_rock, 0.13),
    "marsh": (_reed, 0.15),
    "water": (_wave, 0.17),
    "field": (_stalks, 0.16),
}
"""The sign of each look, and its size as a share of the radius of a cell."""


def draw_signs(canvas: Canvas, look: str, middle: Point, radius: float, colour: str) -> None:
    """The signs of a cell of some ground."""
    if look == "hill":
        for share in (0.86, 0.62):
            canvas.circle(middle, share * radius, "none", mixed(colour, "#6b4516", 0.75), 0.18)
    if look not in SIGNS:
        return
    draw, share = SIGNS[look]
    for number, turn in enumerate(RING):
        out = radius * (0.78 if number % 2 else 0.68)
        at = middle[0] + out * math.sin(math.radians(turn)), middle[1] - out * math.cos(math.radians(turn))
        draw(canvas, at, share * radius * (1 if number % 2 else 0.86), colour)


def draw_edge(canvas: Canvas, feature: Feature, ends: Sequence[Point], scale: float) -> None:
    """What lies along a side of a cell: rivers and hedges in one stroke, walls and cliffs with teeth."""
    wide = max(0.7, 0.11 * scale)
    canvas.line(ends, mixed(feature.colour, INK, 0.55), wide + 0.3)
    canvas.line(ends, feature.colour, wide)
    if feature.look in ("wall", "cliff"):
        for at in (1 / 8, 3 / 8, 5 / 8, 7 / 8):
            middle = tuple(a + at * (b - a) for a, b in zip(*ends, strict=True))
            canvas.circle((middle[0], middle[1]), wide / 3, PAPER)
    elif feature.look == "hedge":
        canvas.line(ends, mixed(feature.colour, "#10240a", 0.6), wide * 0.55, f"0.1 {wide * 0.9:.2f}")


def draw_way(canvas: Canvas, feature: Feature, points: Sequence[Point], scale: float) -> None:
    """A road, a path or a stream through the middles of cells, in smooth bends."""
    wide = max(0.8, 0.15 * scale) * (0.5 if feature.look == "path" else 1)
    bends = smooth(points)
    if feature.look == "path":
        canvas.path(bends, "none", mixed(feature.colour, INK, 0.35), wide, f"{2 * wide:.2f} {wide:.2f}")
        return
    canvas.path(bends, "none", mixed(feature.colour, INK, 0.6), wide + 0.3)
    canvas.path(bends, "none", feature.colour, wide)


def smooth(points: Sequence[Point]) -> str:
    """A path through the middles between points, bent at each point."""
    if len(points) < 3:
        return f"M{joined_points(points)}"
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(points[1:])]
    middles[-1] = points[-1]
    return f"M{joined_points(points[:1])}" + "".join(
        f"Q{joined_points([bend, end])}" for bend, end in zip(points[1:-1], middles, strict=True)
    )
