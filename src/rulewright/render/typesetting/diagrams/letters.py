"""Words of a drawing as shapes: they look alike wherever the drawing is shown, and need no font there."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import uharfbuzz

from rulewright.render.typesetting.fonts import font_file

REGULAR, BOLD = "SourceSansPro-Regular.otf", "SourceSansPro-Semibold.otf"
CAPITALS = 0.66
"""The height of capitals and figures, in ems."""


@dataclass(frozen=True, slots=True)
class Outlines:
    """A line of words, which begins at 0 on its base line: each shape as the commands of a path with its place."""

    shapes: tuple[tuple[str, float], ...]
    width: float


@cache
def _font(face: str) -> tuple[Any, int]:
    font = uharfbuzz.Font(uharfbuzz.Face(font_file(face)))
    return font, font.face.upem


@cache
def outlines(words: str, size: float, face: str) -> Outlines:
    """The shapes of words; `size` is that of the type, in the units of the drawing."""
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
    """Writes the outlines of glyphs as commands of SVG, with y downwards."""

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
        """An open outline; fonts have none."""
