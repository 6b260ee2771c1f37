"""The colours of cells: a ground with letters that are read on it, and patterns of vector lines."""

from decimal import Decimal
from urllib.parse import quote

from markupsafe import Markup

from rulewright.model.cell_colours import Pattern
from rulewright.model.colour import BLACK, WHITE, Tint, letters_on, luminance
from rulewright.model.inks import mix
from rulewright.model.theme import Badge, Theme
from rulewright.render.typesetting.inks import Ink
from rulewright.render.typesetting.views import FillView

LINES = {
    Pattern.HATCH: '<path d="M-2 2 2-2M-1 9 9-1M6 10 10 6" stroke="{0}" stroke-width="1.3"/>',
    Pattern.DOTS: '<circle cx="2" cy="2" r="1.15" fill="{0}"/><circle cx="6" cy="6" r="1.15" fill="{0}"/>',
    Pattern.BARS: '<path d="M2 0V8M6 0V8" stroke="{0}" stroke-width="1.2"/>',
}
"""What lies on a ground, in a square of 8."""
STRIPS = {
    None: '<path d="M2.5 0V8" stroke="{0}" stroke-width="5"/>',
    Pattern.HATCH: '<path d="M0 3 5-2M0 7 5 2M0 11 5 6" stroke="{0}" stroke-width="1.7"/>',
    Pattern.DOTS: '<circle cx="2.5" cy="2" r="1.6" fill="{0}"/><circle cx="2.5" cy="6" r="1.6" fill="{0}"/>',
    Pattern.BARS: '<path d="M0.8 0V8M4.2 0V8" stroke="{0}" stroke-width="1.6"/>',
}
"""What stands at the left of a cell without a ground, 5 wide."""
TILE = Markup('<svg xmlns="http://www.w3.org/2000/svg" width="{}mm" viewBox="0 0 {} 8" height="{}mm">{}</svg>')
TALL = Decimal("1.7")
"""Millimetres: small, so that even a cell of one figure shows its pattern."""
MIDDLE, DARK = 0.4, 0.04
"""Relative luminance: above the first, lines may be darker than a ground with black letters; below the second, those on
a ground with white letters must be lighter."""
DARKER, LIGHTER = 0.3, 0.45
"""The share of black or white in the lines of a pattern."""


def fill_view(tint: Tint, pattern: Pattern | None, theme: Theme, ink: Ink) -> FillView:
    """A cell of this colour. Where a theme outlines badges, to save ink, it is a strip at the left of the cell."""
    if theme.marks is Badge.OUTLINED:
        return FillView(f"background: {_tile(STRIPS[pattern], 5, tint, ink)} 0.4mm 0 repeat-y")
    letters = letters_on(tint)
    lines = f" {_tile(LINES[pattern], 8, lines_on(tint), ink)}" if pattern else ""
    return FillView(f"background: {ink(tint)}{lines}; color: {ink(letters)}", tint, letters)


def lines_on(ground: Tint) -> Tint:
    """The lines of a pattern: seen on the ground, and no nearer to the letters than these can bear."""
    light = luminance(ground.hex)
    if letters_on(ground) == BLACK:
        return mix(ground, BLACK, DARKER) if light > MIDDLE else mix(ground, WHITE, LIGHTER)
    return mix(ground, BLACK, LIGHTER) if light > DARK else mix(ground, WHITE, DARKER)


def _tile(drawn: str, width: int, tint: Tint, ink: Ink) -> str:
    inked = Markup(drawn).format(ink(tint))  # noqa: S704 - ours
    svg = TILE.format(Decimal(width) * TALL / 8, width, TALL, inked)
    return f"url('data:image/svg+xml,{quote(str(svg))}')"
