"""The legend of a map: its ground and its sides, with their names."""

from collections.abc import Iterable

from rulewright.model.diagram import Counter, Diagram, Feature
from rulewright.render.typesetting.diagrams.canvas import INK, Canvas
from rulewright.render.typesetting.diagrams.counters import draw_counter
from rulewright.render.typesetting.diagrams.ground import GRID, NUMBER
from rulewright.render.typesetting.diagrams.looks import draw_edge, draw_way
from rulewright.render.typesetting.diagrams.plan import MARGIN, NARROWEST

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
