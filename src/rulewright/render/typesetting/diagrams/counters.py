"""Counters and bases on a map."""

import math
from collections.abc import Sequence

from rulewright.model.colour import Tint, letters_on
from rulewright.model.diagram import Counter, Symbol
from rulewright.model.map_grid import Point
from rulewright.render.typesetting.diagrams.canvas import INK, Canvas, mixed

STEP = 0.36
"""How far a counter lies beside the one below it, as a share of its side: its numbers still show."""
SMALLER = 0.22
"""How much smaller each further counter of a stack makes them."""


def draw_stack(canvas: Canvas, stack: Sequence[Counter], at: Point, side: float, turns: Sequence[float | None]) -> None:
    """Counters on one another around a point; `turns` are the directions that they face."""
    side /= 1 + SMALLER * (len(stack) - 1)
    for level, (counter, turn) in enumerate(zip(stack, turns, strict=True)):
        shift = STEP * side * (level - (len(stack) - 1) / 2)
        covered = level < len(stack) - 1
        draw_counter(canvas, counter, (at[0] + shift, at[1] - shift), side, turn, covered=covered)


def draw_counter(
    canvas: Canvas, counter: Counter, at: Point, side: float, turn: float | None, *, covered: bool = False
) -> None:
    """A counter; what stands on a `covered` one is at its foot, where it shows."""
    ink = letters_on(Tint(counter.colour)).hex
    base = turn if counter.size and turn is not None and not counter.round else 0
    if turn is not None:
        _facing(canvas, at, side, turn, round_=counter.round or bool(counter.size))
    if counter.round:
        canvas.circle((at[0] + 0.25, at[1] + 0.25), side / 2, "#55524c")
        canvas.circle(at, side / 2, counter.colour, INK, 0.25)
    else:
        corner = 0.08 * side
        canvas.box((at[0] + 0.3, at[1] + 0.3), side, side, corner, "#55524c", turned=base)
        canvas.box(at, side, side, corner, mixed(counter.colour, INK, 0.25), turned=base)
        canvas.box(at, side, side, corner, counter.colour, INK, 0.22, turned=base)
    _face(canvas, counter, at, side, ink, covered=covered)


def _facing(canvas: Canvas, at: Point, side: float, turn: float, *, round_: bool) -> None:
    """A triangle at the edge that the counter faces."""
    radians = math.radians(turn)
    ahead, across = (math.sin(radians), -math.cos(radians)), (math.cos(radians), math.sin(radians))
    edge = side / 2 / (1 if round_ else max(abs(ahead[0]), abs(ahead[1])))

    def point(out: float, beside: float) -> Point:
        return tuple(a + out * b + beside * c for a, b, c in zip(at, ahead, across, strict=True))  # type: ignore[return-value]

    tip = 0.2 * side
    canvas.polygon([point(edge + tip, 0), point(edge, tip), point(edge, -tip)], INK)


def _face(canvas: Canvas, counter: Counter, at: Point, side: float, ink: str, *, covered: bool) -> None:
    """What stands on a counter: a sign or a word above, and its numbers; one of them alone in the middle."""
    (x, y), written = at, counter.unit.written if counter.unit else ""
    signed = counter.symbol is not Symbol.NONE
    lower = written or (counter.label if signed else "")
    upper = counter.label if written and not signed else ""
    most = 0.86 * side
    if not signed and not (upper and lower):
        alone = lower or counter.label
        size = 0.29 if covered else 0.46 if len(alone) < 3 else 0.34
        canvas.words(alone, (x, y + (0.32 * side if covered else 0)), size * side, ink, most=most)
        return
    if signed:
        draw_symbol(canvas, counter.symbol, (x, y - (0.14 if lower else 0) * side), 0.56 * side, ink)
    else:
        canvas.words(upper, (x, y - 0.2 * side), 0.27 * side, ink, most=most)
    if lower:
        canvas.words(lower, (x, y + (0.31 if signed or covered else 0.22) * side), 0.29 * side, ink, most=most)


def draw_symbol(canvas: Canvas, symbol: Symbol, at: Point, wide: float, ink: str) -> None:
    """A sign of a military map: a box with a cross, an oval, a dot or a slash."""
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
