"""What a diagram is drawn on: shapes and words in millimetres, which become SVG."""

import math
from collections.abc import Iterable, Sequence

from rulewright.model.map_grid import Point
from rulewright.render.typesetting.diagrams.letters import BOLD, CAPITALS, REGULAR, outlines

INK, PAPER = "#000000", "#ffffff"


def _number(value: float) -> str:
    written = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if written == "-0" else written


def joined_points(points: Iterable[Point]) -> str:
    return " ".join(f"{_number(x)} {_number(y)}" for x, y in points)


class Canvas:
    """Shapes one over another. Of what an author writes only outlines of letters and checked colours get into it."""

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
        """A path; with `turn` turned by degrees around a point."""
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
        """A rectangle with round corners around a point."""
        (x, y), r = middle, min(round_, wide / 2, high / 2)
        left, top, right, bottom = x - wide / 2, y - high / 2, x + wide / 2, y + high / 2
        arc = f"A{_number(r)} {_number(r)} 0 0 1 "
        corners = (
            [(left + r, top), (right - r, top)],
            [(right, top + r)],
            [(right, bottom - r)],
            [(right - r, bottom)],
            [(left + r, bottom)],
            [(left, bottom - r)],
            [(left, top + r)],
            [(left + r, top)],
        )
        steps = ("M", arc, "L", arc, "L", arc, "L", arc)
        commands = "".join(step + joined_points(each) for step, each in zip(steps, corners, strict=True))
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
        """Words around a point, smaller where they would be wider than `most`, with a `halo`; their width.

        Those on the `left` begin at it.
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
        """A shape that is written once and used wherever it stands."""
        name = self.letters.setdefault(path, f"l{len(self.letters)}")
        return f'<use href="#{name}" x="{_number(x)}" y="{_number(y)}"/>'

    def svg(self, wide: float, high: float) -> bytes:
        """The drawing, so many millimetres wide and high."""
        size = f'width="{_number(wide)}mm" height="{_number(high)}mm"'
        box = f'viewBox="0 0 {_number(wide)} {_number(high)}"'
        letters = "".join(f'<path id="{name}" d="{path}"/>' for path, name in self.letters.items())
        inside = f"<defs>{letters}</defs>{''.join(self.shapes)}"
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box}>{inside}</svg>'.encode()


def mixed(one: str, other: str, share: float) -> str:
    """A colour with a share of another: no transparency, which a press would have to work out."""
    pairs = zip(*([int(each[at : at + 2], 16) for at in (1, 3, 5)] for each in (one, other)), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)
