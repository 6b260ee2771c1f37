"""Counters in a text: small badges with their numbers, explained on hover and to screen readers."""

from urllib.parse import quote

from markupsafe import Markup

from rulewright.model.colour import Tint
from rulewright.model.notation import Unit
from rulewright.model.theme import STANDARD, Badge, Theme
from rulewright.render.typesetting.inks import Ink, on_screen

WIDTHS = {"-": 3.1, "+": 5.0}
"""Tenths of an em of the signs of a counter; a figure takes FIGURE of them."""
FIGURE, PADDING = 5.1, 3.2
GROUND, LINE = Tint("#f1efe8"), Tint("#7d796e")

SVG = Markup(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 14">'
    '<rect x="0.4" y="0.4" width="{inner}" height="13.2" rx="2" fill="{ground}" stroke="{line}" stroke-width="0.6"/>'
    '<text x="{middle}" y="10.4" font-family="Source Sans Pro, Source Sans 3, sans-serif" font-weight="600" '
    'text-anchor="middle" font-size="10" fill="{ink}">{text}</text></svg>'
)


def counter_html(unit: Unit) -> Markup:
    """For the web: the numbers, with their meaning on hover and for screen readers."""
    template = Markup('<span class="counter" role="img" aria-label="{meaning}" title="{meaning}">{text}</span>')
    return template.format(meaning=unit.description, text=unit.written)


def counter_image(unit: Unit, theme: Theme = STANDARD, ink: Ink = on_screen) -> Markup:
    """For print: a drawing with alternative text, as PDFs have no hover."""
    width = sum(WIDTHS.get(sign, FIGURE) for sign in unit.written) + 2 * PADDING
    outlined = theme.marks is Badge.OUTLINED
    svg = SVG.format(
        width=f"{width:.1f}",
        inner=f"{width - 0.8:.1f}",
        middle=f"{width / 2:.1f}",
        text=unit.written,
        ground="none" if outlined else ink(GROUND),
        line=ink(theme.ink if outlined else LINE),
        ink=ink(theme.ink),
    )
    return Markup('<img class="counter" alt="{}" src="{}">').format(
        unit.description, "data:image/svg+xml," + quote(str(svg))
    )
