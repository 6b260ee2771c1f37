"""Draw marks and counters: badges as wide as their text, signs, faces of dice, and the author's pictures.

All marks are 20 units high. A drawing of one colour prints in the colour of the mark, or of the text around it.
"""

from base64 import b64encode
from collections.abc import Mapping
from functools import cache, lru_cache
from urllib.parse import quote

from markupsafe import Markup

from rulewright.entries.colour import WHITE, Tint
from rulewright.entries.errata import RULING
from rulewright.entries.marks import Mark, Shape
from rulewright.entries.notations import Unit
from rulewright.entries.themes import Badge, Theme
from rulewright.html.fonts import Ink, font_file, on_screen
from rulewright.source.pictures import TYPES
from rulewright.source.svg import repainted

CACHE_SIZE = 512
"""Entries of the caches of drawn marks: a page may show one mark a hundred times."""
HEIGHT = 20
"""The height of a mark in units."""
FACE = "SourceSansPro-Bold.ttf"
FONT = Markup(' font-family="Source Sans Pro, Source Sans 3, sans-serif" text-anchor="middle"')
"""The font attributes of a mark, where no style sheet defines its font."""
SIZE, SIGN = 17.0, 19.0
"""The font size of the letters of a badge, and of a sign, in units."""
BASE: Mapping[Shape, float] = {Shape.SQUARE: 15.8, Shape.ROUND: 15.8, Shape.HEX: 15.8, Shape.SHIELD: 14.4}
"""Units from the top of a badge to the baseline of its letters, so that capitals are in the middle."""
SIDE: Mapping[Shape, float] = {Shape.SQUARE: 3, Shape.ROUND: 5, Shape.HEX: 6, Shape.SHIELD: 3.4}
"""Units between the text of a badge and its edge."""
NARROWEST: Mapping[Shape, float] = {Shape.SQUARE: 20, Shape.ROUND: 20, Shape.HEX: 23, Shape.SHIELD: 18}
POINT = 5.6
"""The horizontal distance in units from the point of a hexagon to its full height."""
STROKE = 1.2
"""The width in units of the edge of a badge that is not filled."""
PIPS: Mapping[int, str] = {1: "c", 2: "dx", 3: "dcx", 4: "abxd", 5: "abcxd", 6: "abxdlr"}
"""The pips on each face of a die, as keys of PLACES."""
PLACES = {
    "a": (5.2, 5.2),
    "d": (14.8, 5.2),
    "l": (5.2, 10),
    "c": (10, 10),
    "r": (14.8, 10),
    "x": (5.2, 14.8),
    "b": (14.8, 14.8),
}
PIP = Markup('<circle cx="{}" cy="{}" r="2.1" fill="{}"/>')


@lru_cache(CACHE_SIZE)
def mark_svg(mark: Mark, *, label: bool, theme: Theme, ink: Ink = on_screen, letters: Tint | None = None) -> Markup:
    """Draw a mark for a web page.

    With `label` it has a name for screen readers, and the style sheet defines its font.
    """
    if mark.picture:
        return _picture(mark, letters or theme.ink, ink, mark.name if label else "")
    spoken = Markup(' role="img" aria-label="{}"').format(mark.name) if label else Markup("")
    return _drawing(mark, theme, ink, spoken=spoken, styled=label)


@lru_cache(CACHE_SIZE)
def mark_image(mark: Mark, theme: Theme, ink: Ink = on_screen, letters: Tint | None = None) -> Markup:
    """Draw a mark for print, as an image with alternative text; `letters` is the colour of the text around it."""
    if mark.picture:
        return _picture(mark, letters or theme.ink, ink, mark.name)
    svg = _drawing(mark, theme, ink, spoken=Markup(' xmlns="http://www.w3.org/2000/svg"'), styled=False)
    source = "data:image/svg+xml," + quote(str(svg))
    kind = "mark sign" if mark.sign else "mark"
    return Markup('<img class="{}" alt="{}" src="{}">').format(kind, mark.name, source)


def mark_width(mark: Mark) -> float:
    """Return the width of a mark as a multiple of its height."""
    if mark.picture:
        return mark.picture.width / mark.picture.height
    return (_sign_width(mark) if mark.sign else _badge_width(mark)) / HEIGHT


def _picture(mark: Mark, letters: Tint, ink: Ink, alt: str) -> Markup:
    """Return the author's picture as an image.

    The class `own` means that it keeps its colours and needs a light ground; `inked` means the colour of the text.
    """
    picture, data = mark.picture, mark.picture.data if mark.picture else b""
    assert picture is not None
    if tint := mark.tint or (letters if mark.inked else None):
        data = repainted(data, ink(tint))
    kind = "inked" if mark.inked and not mark.tint else "own"
    dots = 0 if picture.drawn else round(picture.width)
    source = f"data:{TYPES['.svg'] if picture.drawn else picture.type};base64,{b64encode(data).decode()}"
    return Markup('<img class="mark icon {}" alt="{}" src="{}" data-picture="{}" data-dots="{}">').format(
        kind, alt, source, picture.name, dots
    )


def _drawing(mark: Mark, theme: Theme, ink: Ink, *, spoken: Markup, styled: bool) -> Markup:
    """Draw a badge or a sign as SVG. If it is `styled`, a style sheet defines the font of its letters."""
    font = Markup("") if styled else FONT
    if not styled or mark.id == RULING:  # the sign of rulings is less prominent than the text that it marks
        font += Markup(' font-weight="{}"').format(400 if mark.id == RULING else 700)
    if mark.sign:
        body, width = _text(mark.letter, _sign_width(mark), 19, SIGN, font, ink(mark.paint), styled), _sign_width(mark)
    else:
        body, width = _badge(mark, theme, ink, font, styled=styled), _badge_width(mark)
    kind = "mark sign" if mark.sign else "mark"
    return Markup('<svg class="{}"{} viewBox="0 0 {:g} 20">{}</svg>').format(kind, spoken, width, body)


def _badge(mark: Mark, theme: Theme, ink: Ink, font: Markup, *, styled: bool) -> Markup:
    outlined, width = theme.marks is Badge.OUTLINED, _badge_width(mark)
    inside = ink(mark.paint if outlined else WHITE)
    edge = Markup('fill="none" stroke="{}" stroke-width="{}"').format(ink(mark.paint), STROKE)
    box = _box(mark.shape, width, STROKE / 2 if outlined else 0)
    box = box.format(edge if outlined else Markup('fill="{}"').format(ink(mark.paint)))
    if mark.die:
        return box + Markup("").join(PIP.format(*PLACES[place], inside) for place in PIPS[mark.die])
    return box + _text(mark.letter, width, BASE[mark.shape], SIZE, font, inside, styled)


def _text(words: str, width: float, base: float, size: float, font: Markup, colour: str, styled: bool) -> Markup:
    """Draw letters. If a style sheet may choose another font, several letters still keep their total width."""
    same_width = Markup(' textLength="{:.1f}" lengthAdjust="spacingAndGlyphs"').format(_advance(words) * size)
    return Markup('<text x="{:g}" y="{:.4g}"{}{} font-size="{:g}" fill="{}">{}</text>').format(
        width / 2, base, font, same_width if styled and len(words) > 1 else Markup(""), size, colour, words
    )


def _box(shape: Shape, width: float, inset: float) -> Markup:
    """Return the outline of a badge with a placeholder for its paint; `inset` is half the width of its edge."""
    left, right, top, bottom = inset, width - inset, inset, HEIGHT - inset
    match shape:
        case Shape.SQUARE | Shape.ROUND:
            corner = 4.5 if shape is Shape.SQUARE else HEIGHT / 2
            return Markup('<rect x="{0:g}" y="{0:g}" width="{1:.4g}" height="{2:.4g}" rx="{3:.4g}" {{}}/>').format(
                inset, right - left, bottom - top, corner - inset
            )
        case Shape.HEX:
            above = f"{left + POINT},{top} {right - POINT},{top}"
            below = f"{right - POINT},{bottom} {left + POINT},{bottom}"
            points = f"{left},10 {above} {right},10 {below}"
            return Markup('<polygon points="{}" stroke-linejoin="round" {{}}/>').format(points)
        case Shape.SHIELD:
            path = f"M{left} {top}H{right}V11Q{right} 17 {width / 2} {bottom}Q{left} 17 {left} 11Z"
            return Markup('<path d="{}" stroke-linejoin="round" {{}}/>').format(path)


def _badge_width(mark: Mark) -> float:
    side, least = SIDE[mark.shape], NARROWEST[mark.shape]
    if mark.die or len(mark.letter) == 1:
        return least
    return max(least, round(_advance(mark.letter) * SIZE + 2 * side, 1))


def _sign_width(mark: Mark) -> float:
    return 10 if len(mark.letter) == 1 else round(_advance(mark.letter) * SIGN + 1, 1)


def _advance(words: str) -> float:
    """Return the width of bold letters in ems; letters that the font lacks count as 0.6 em."""
    return sum(_widths().get(ord(letter), 0.6) for letter in words)


@cache
def _widths() -> Mapping[int, float]:
    from uharfbuzz import Face, Font  # only for badges of several letters

    face = Face(font_file(FACE))
    font = Font(face)
    return {each: font.get_glyph_h_advance(font.get_nominal_glyph(each)) / face.upem for each in face.unicodes}


# Counters in a text

WIDTHS = {"-": 3.1, "+": 5.0}
"""The widths of signs on a counter in tenths of an em. Digits are FIGURE wide."""
FIGURE, PADDING = 5.1, 3.2
GROUND, LINE = Tint("#f1efe8"), Tint("#7d796e")

SVG = Markup(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 14">'
    '<rect x="0.4" y="0.4" width="{inner}" height="13.2" rx="2" fill="{ground}" stroke="{line}" stroke-width="0.6"/>'
    '<text x="{middle}" y="10.4" font-family="Source Sans Pro, Source Sans 3, sans-serif" font-weight="600" '
    'text-anchor="middle" font-size="10" fill="{ink}">{text}</text></svg>'
)


def counter_html(unit: Unit) -> Markup:
    """Return a counter for the web: the numbers, with their meaning on hover and for screen readers."""
    template = Markup('<span class="counter" role="img" aria-label="{meaning}" title="{meaning}">{text}</span>')
    return template.format(meaning=unit.description, text=unit.written)


def counter_image(unit: Unit, theme: Theme, ink: Ink = on_screen) -> Markup:
    """Draw a counter for print, with alternative text, because PDFs have no hover."""
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
