"""Fill the design values of a theme into the stylesheet of cards.

`card.css` refers to design values as CSS does, `var(--ink)`. They are replaced before the stylesheet is parsed, so that
WeasyPrint need not look them up for every box. Names that no theme has stay, for the project's stylesheet to define.
"""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from urllib.parse import quote

from rulewright.entries.colour import WHITE, Tint, letters_on, mix
from rulewright.entries.fonts import MARK_FONT, with_fallbacks
from rulewright.entries.paper import NO_LENGTH, Millimetres
from rulewright.entries.themes import Badge, Frame, Rows, Theme
from rulewright.html.fonts import Ink, filled, font_faces, on_screen, stack

QUIET, LINE, FINE_LINE = 0.333, 0.133, 0.55
"""The share of paper colour in a theme's greys: of small print, of lines, and of lines around cells."""
HEAD_OF_SHADE = 0.1
"""The share of ink by which the heading of a shaded column is darker than the column."""
DIAMOND = (
    "%3Csvg xmlns='http://www.w3.org/2000/svg' width='4mm' height='4mm' viewBox='0 0 40 40'%3E"
    "%3Cpath fill='{paper}' d='M20 0 40 20 20 40 0 20Z'/%3E"
    "%3Cpath fill='{line}' d='M20 4 36 20 20 36 4 20Z'/%3E"
    "%3Cpath fill='{paper}' d='M20 10 30 20 20 30 10 20Z'/%3E"
    "%3Cpath fill='{line}' d='M20 14 26 20 20 26 14 20Z'/%3E%3C/svg%3E"
)
LEAST_ON_BAND, LEAST_IN_COLUMN = Decimal("0.9"), Decimal("0.81")
"""The smallest size of numbers and notes on bands, as a share of the card's type size."""
HALF_DIAMOND = Decimal(2)
"""Half the width of a diamond, in millimetres."""
IN_COLUMN = Decimal("0.73")
"""The size of a band in a column, relative to a band across the card."""


def themed(stylesheet: str, theme: Theme, ink: Ink = on_screen) -> str:
    """Add the fonts of the theme to a stylesheet, and replace the names of design values by the values."""
    return font_faces(with_fallbacks(*theme.families, MARK_FONT)) + filled(stylesheet, design_values(theme, ink))


def design_values(theme: Theme, ink: Ink) -> Mapping[str, str]:
    """Return the design values in CSS syntax, by their names in `card.css`."""
    paper = theme.background or WHITE

    def colour(tint: Tint | None) -> str:
        return "transparent" if tint is None else ink(tint)

    def grey(share: float) -> str:
        return ink(mix(theme.ink, paper, share) if theme.greys else theme.ink)

    odd, even = (None, None) if theme.rows is Rows.RULED else theme.stripes or (None, None)
    grid = theme.rows is Rows.GRID
    return {
        "font": stack(theme.font),
        "headings": stack(theme.headings),
        "band": f"{theme.band_size}em",
        "band-in-column": f"{theme.band_size * IN_COLUMN}em",
        **dict(_small_on_bands(theme)),
        "size": f"{theme.font_scale}em",
        "letter-spacing": f"{theme.letter_spacing}em" if theme.letter_spacing else "normal",
        "heading-ink": ink(theme.accent or theme.ink),
        "frame": str(theme.frame),
        "frame-style": "solid" if theme.frame_style is Frame.PLAIN else "double",
        **dict(_corners(theme)),
        "column-line": str(theme.lines.fine if grid else NO_LENGTH),
        "table-edge": str(theme.lines.strong if grid else NO_LENGTH),
        "frame-corner": str(theme.corner_radius.frame),
        "band-corner": str(theme.corner_radius.band),
        "band-corner-in-column": str(Millimetres(theme.corner_radius.band.value * 3 / 4)),
        "strong": str(theme.lines.strong),
        "fine": str(theme.lines.fine),
        "ink": ink(theme.ink),
        "minus": ink(theme.negative),
        "minus-ground": ink(theme.negative) if theme.marks is Badge.FILLED else "transparent",
        "on-minus": ink(letters_on(theme.negative) if theme.marks is Badge.FILLED else theme.negative),
        "quiet": grey(QUIET),
        "line": grey(LINE),
        "fine-line": grey(FINE_LINE),
        "ground": colour(theme.background),
        "paper": ink(paper),
        "stripe-odd": colour(None if odd == WHITE else odd),
        "stripe-even": colour(None if even == WHITE else even),
        "row-line": str(theme.lines.fine if theme.ruled else NO_LENGTH),
        "terms": theme.terms.value.replace("plain", "normal"),
        "row-head": theme.row_heads.value.replace("plain", "normal"),
        "shade": colour(theme.shade),
        "shade-of-heading": colour(theme.shade and mix(theme.shade, theme.ink, HEAD_OF_SHADE)),
    }


def _small_on_bands(theme: Theme) -> Iterator[tuple[str, str]]:
    """Yield the sizes of numbers and notes relative to their band: larger on small bands, to stay readable."""
    band = theme.band_size * theme.font_scale
    for name, share in (("band-small", Decimal("0.6")), ("band-note", Decimal("0.62"))):
        yield name, f"{max(share, LEAST_ON_BAND / band):.4g}em"
        yield f"{name}-in-column", f"{max(share, LEAST_IN_COLUMN / (band * IN_COLUMN)):.4g}em"


def _corners(theme: Theme) -> Iterator[tuple[str, str]]:
    """Yield the ornament at the corners of the frame: a diamond, for which the foot leaves room, or nothing."""
    ornate = theme.frame_style is Frame.ORNATE
    paper, line = (quote(colour.hex) for colour in (theme.background or WHITE, theme.accent or theme.ink))
    yield "corner-sign", f'url("data:image/svg+xml,{DIAMOND.format(paper=paper, line=line)}")' if ornate else "none"
    yield "corner-reach", str(Millimetres(-HALF_DIAMOND - theme.frame.value / 2))
    yield "foot-indent", "2.9mm" if ornate else "1.4mm"
