"""The canvas of a diagram: it collects shapes and words in millimetres and writes them as SVG."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import uharfbuzz

from rulewright.entries.maps import Point
from rulewright.html.fonts import font_file

# Words of a drawing as shapes

REGULAR, BOLD = "SourceSansPro-Regular.otf", "SourceSansPro-Semibold.otf"
CAPITALS = 0.66
"""The height of capitals and figures, in ems."""


@dataclass(frozen=True, slots=True)
class Outlines:
    """The glyphs of a line of words that begins at x = 0 on its baseline: the path and the position of each."""

    shapes: tuple[tuple[str, float], ...]
    width: float


@cache
def _font(face: str) -> tuple[Any, int]:
    font = uharfbuzz.Font(uharfbuzz.Face(font_file(face)))
    return font, font.face.upem


@cache
def outlines(words: str, size: float, face: str) -> Outlines:
    """Return the glyph outlines of words; `size` is the type size in the units of the drawing."""
    font, units = _font(face)
    buffer = uharfbuzz.Buffer()
    buffer.add_str(words)
    buffer.guess_segment_properties()
    uharfbuzz.shape(font, buffer)
    shapes, at, scale = list[tuple[str, float]](), 0.0, size / units
    for glyph, place in zip(buffer.glyph_infos, buffer.glyph_positions or (), strict=True):
        if path := _glyph(glyph.codepoint, size, face):
            shapes.append((path, (at + place.x_offset) * scale))
        at += place.x_advance
    return Outlines(tuple(shapes), at * scale)


@cache
def _glyph(number: int, size: float, face: str) -> str:
    font, units = _font(face)
    pen = _Pen(size / units)
    font.draw_glyph_with_pen(number, pen)
    return "".join(pen.commands)


class _Pen:
    """A font pen that writes the outlines of glyphs as SVG path commands, with y downwards."""

    def __init__(self, scale: float) -> None:
        self.commands: list[str] = []
        self.scale = scale

    def _points(self, *points: tuple[float, float]) -> Iterator[str]:
        return (f"{x * self.scale:.2f} {-y * self.scale:.2f}" for x, y in points)

    def moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802 - as pens are called
        self.commands.append("M" + " ".join(self._points(point)))

    def lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self.commands.append("L" + " ".join(self._points(point)))

    def curveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self.commands.append("C" + " ".join(self._points(*points)))

    def qCurveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self.commands.append("Q" + " ".join(self._points(*points)))

    def closePath(self) -> None:  # noqa: N802
        self.commands.append("Z")

    def endPath(self) -> None:  # noqa: N802
        """Do nothing: the interface requires a method for open outlines, but fonts have none."""


INK, PAPER = "#000000", "#ffffff"


def _number(value: float) -> str:
    written = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if written == "-0" else written


def joined_points(points: Iterable[Point]) -> str:
    return " ".join(f"{_number(x)} {_number(y)}" for x, y in points)


class Canvas:
    """A drawing on which later shapes cover earlier ones.

    Of an author's text it contains only outlines of letters and checked colours.
    """

    def __init__(self) -> None:
        self.shapes: list[str] = []
        self.letters: dict[str, str] = {}

    def path(
        self,
        commands: str,
        fill: str = "none",
        stroke: str = "",
        width: float = 0.2,
        dash: str = "",
        turn: tuple[float, Point] | None = None,
    ) -> None:
        """Draw a path. `turn` is an angle in degrees and the point around which the path is turned."""
        paint = f' fill="{fill}"'
        if stroke:
            paint += f' stroke="{stroke}" stroke-width="{_number(width)}" stroke-linejoin="round"'
            paint += f' stroke-dasharray="{dash}"' if dash else ""
        if turn is not None:
            paint += f' transform="rotate({_number(turn[0])} {joined_points([turn[1]])})"'
        self.shapes.append(f'<path d="{commands}"{paint}/>')

    def polygon(
        self, corners: Sequence[Point], fill: str = "none", stroke: str = "", width: float = 0.2, dash: str = ""
    ) -> None:
        self.path(f"M{joined_points(corners)}Z", fill, stroke, width, dash)

    def line(self, points: Sequence[Point], stroke: str = INK, width: float = 0.2, dash: str = "") -> None:
        self.path(f"M{joined_points(points)}", "none", stroke, width, dash)

    def circle(self, at: Point, radius: float, fill: str = "none", stroke: str = "", width: float = 0.2) -> None:
        place = f'cx="{_number(at[0])}" cy="{_number(at[1])}" r="{_number(radius)}"'
        line = f' stroke="{stroke}" stroke-width="{_number(width)}"' if stroke else ""
        self.shapes.append(f'<circle {place} fill="{fill}"{line}/>')

    def box(
        self,
        middle: Point,
        wide: float,
        high: float,
        round_: float,
        fill: str,
        stroke: str = "",
        width: float = 0.2,
        turned: float = 0,
    ) -> None:
        """Draw a rectangle with round corners around a point."""
        (x, y), r = middle, min(round_, wide / 2, high / 2)
        left, top, right, bottom = x - wide / 2, y - high / 2, x + wide / 2, y + high / 2
        arc = f"A{_number(r)} {_number(r)} 0 0 1 "
        sides = (
            [(left + r, top), (right - r, top)],
            [(right, top + r), (right, bottom - r)],
            [(right - r, bottom), (left + r, bottom)],
            [(left, bottom - r), (left, top + r)],
        )
        lines = arc.join(f"{joined_points([begin])}L{joined_points([end])}" for begin, end in sides[1:])
        commands = f"M{joined_points(sides[0])}{arc}{lines}{arc}{joined_points(sides[0][:1])}"
        self.path(f"{commands}Z", fill, stroke, width, turn=(turned, middle) if turned else None)

    def words(
        self,
        text: str,
        middle: Point,
        size: float,
        colour: str = INK,
        *,
        bold: bool = True,
        most: float = math.inf,
        halo: str = "",
        left: bool = False,
    ) -> float:
        """Draw words centred on a point, or with `left` to the right of it, and return their width.

        Words that would be wider than `most` get a smaller size. `halo` is the colour around the letters.
        """
        face = BOLD if bold else REGULAR
        shape = outlines(text, size, face)
        if shape.width > most:
            size *= most / shape.width
            shape = outlines(text, round(size, 3), face)
        start = middle[0] if left else middle[0] - shape.width / 2
        foot = middle[1] + CAPITALS * size / 2
        letters = "".join(self._letter(path, start + at, foot) for path, at in shape.shapes)
        if halo:
            wide = _number(size * 0.32)
            paint = f'fill="{halo}" stroke="{halo}" stroke-width="{wide}" stroke-linejoin="round"'
            self.shapes.append(f"<g {paint}>{letters}</g>")
        self.shapes.append(f'<g fill="{colour}">{letters}</g>')
        return shape.width

    def _letter(self, path: str, x: float, y: float) -> str:
        """Return a reference to a glyph at a position; its outline is written only once."""
        name = self.letters.setdefault(path, f"l{len(self.letters)}")
        return f'<use href="#{name}" x="{_number(x)}" y="{_number(y)}"/>'

    def svg(self, wide: float, high: float) -> bytes:
        """Return the drawing as SVG; `wide` and `high` are in millimetres."""
        size = f'width="{_number(wide)}mm" height="{_number(high)}mm"'
        box = f'viewBox="0 0 {_number(wide)} {_number(high)}"'
        letters = "".join(f'<path id="{name}" d="{path}"/>' for path, name in self.letters.items())
        inside = f"<defs>{letters}</defs>{''.join(self.shapes)}"
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box}>{inside}</svg>'.encode()


def mixed(one: str, other: str, share: float) -> str:
    """Return a colour mixed with a share of another. We mix because transparency causes problems on a press."""
    pairs = zip(*([int(each[at : at + 2], 16) for at in (1, 3, 5)] for each in (one, other)), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)
