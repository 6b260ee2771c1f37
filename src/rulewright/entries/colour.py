"""Colours on screen, in print and with colour-blind vision, and the contrast between two colours.

Colours are #rrggbb in sRGB. Contrast is the contrast ratio of WCAG 2. Difference is CIE 1976, the distance in L*a*b*.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from math import dist, prod
from typing import Annotated

from rulewright.base.findings import Finding, Findings
from rulewright.entries.entry import KINDS, Entry, EntryReader, Kind, NamedEntry, Schema, key
from rulewright.entries.roles import either, list_of, ref
from rulewright.source.nodes import Mapping, Node, Scalar

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]
Cmyk = tuple[int, int, int, int]
"""Cyan, magenta, yellow and black in percent."""

LUMINANCE: Triple = (0.2126, 0.7152, 0.0722)
"""The weights of red, green and blue in relative luminance."""

TO_XYZ: Matrix = ((0.4124, 0.3576, 0.1805), LUMINANCE, (0.0193, 0.1192, 0.9505))
WHITE_POINT: Triple = (0.9505, 1.0, 1.089)
"""D65."""

DICHROMATS: dict[str, Matrix] = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""Linear RGB as seen without red, green or blue cones: Machado, Oliveira and Fernandes 2009, severity 1."""


# How a colour is read

HEX, SHARE = re.compile(r"#[0-9a-fA-F]{6}"), re.compile(r"100|[1-9]?[0-9]")
HEX_SCHEMA: Schema = {"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"}
SHARE_SCHEMA: Schema = {"type": "integer", "minimum": 0, "maximum": 100}


def _hex(written: Node | None, what: str, findings: Findings) -> str:
    if isinstance(written, Scalar) and HEX.fullmatch(written.value):
        return written.value.lower()
    if written is not None:
        message, hint = f"{what} is not written #rrggbb", 'write it in quotes: "#9cb08a"'
        findings.add(Finding("bad-value", written.span, message, hint))
    return ""


def _inks(reader: EntryReader, name: str) -> Cmyk | None:
    """Return the shares of the four inks; None, with a finding, if they are wrong."""
    shares = [share.value if isinstance(share, Scalar) else "" for share in reader.list_at(name)]
    wrong = next((share for share in shares if not SHARE.fullmatch(share)), None)
    if wrong is None and len(shares) == 4:
        cyan, magenta, yellow, black = map(int, shares)
        return cyan, magenta, yellow, black
    message = f"{len(shares)} inks are given for {reader.what}, not cyan, magenta, yellow and black"
    if wrong is not None:
        message = f"{wrong!r} is not an ink percentage of {reader.what}"
    hint = "write the four inks in per cent, each a whole number from 0 to 100: cmyk: [40, 10, 45, 5]"
    reader.report("bad-value", reader.place(name), message, hint)
    return None


HEX_CODE = Kind(
    "#rrggbb, in quotes", lambda reader, name: _hex(reader.node_at(name), reader.what, reader.findings), HEX_SCHEMA
)
INKS = Kind("cyan, magenta, yellow and black, each from 0 to 100", _inks, list_of(SHARE_SCHEMA))


class Tint(Entry, noun="a colour", kw_only=False):
    """A colour with the inks that a press uses for it. Without inks, just write `"#rrggbb"`."""

    hex: Annotated[str, HEX_CODE] = key("The colour on screens", 'hex: "#9cb08a"')
    cmyk: Annotated[Cmyk, INKS] | None = key(
        "The inks of a press in per cent", "cmyk: [40, 10, 45, 5]", default=None, otherwise="worked out from the colour"
    )


class Colour(NamedEntry, noun="a colour"):
    """A colour of the game, which bands and notes name."""

    tint: Tint

    @property
    def hex(self) -> str:
        return self.tint.hex


def read_tint(what: str, written: Node, findings: Findings) -> Tint | None:
    """Read `"#9cb08a"` or `{hex: "#9cb08a", cmyk: [40, 10, 45, 5]}`, which findings call `what`."""
    if isinstance(written, Mapping):
        tint = Tint.read(written, what, findings)
    else:
        tint = Tint(_hex(written, what, findings), span=written.span)
    return tint if tint.hex else None


def _tint(reader: EntryReader, name: str) -> Tint | None:
    written = reader.node_at(name)
    return None if written is None else read_tint(f"the colour {name!r}", written, reader.findings)


COLOUR = Kind("a colour", _tint, either(HEX_SCHEMA, ref("Tint")))
KINDS[Tint] = COLOUR
HEX_COLOUR = Kind(HEX_CODE.words, _tint, HEX_SCHEMA)
"""A colour for screens only."""


# Colours that the tool itself uses

BLACK, WHITE = Tint("#000000"), Tint("#ffffff")
WHITE_LETTERS_BELOW = 0.18
"""The relative luminance of a background below which white letters are easier to read than black ones."""


def channels(colour: str) -> tuple[int, ...]:
    """Return red, green and blue, each from 0 to 255."""
    return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))


def hex_of(channels: Iterable[float]) -> str:
    """Return #rrggbb for red, green and blue, each from 0 to 255."""
    return "#" + "".join(f"{round(channel):02x}" for channel in channels)


def linear(colour: str) -> Triple:
    """Return linear red, green and blue light, each from 0 to 1."""
    red, green, blue = (_gamma_decode(channel / 255) for channel in channels(colour))
    return red, green, blue


def _gamma_decode(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


def to_hex(light: Triple) -> str:
    return hex_of(255 * _gamma_encode(channel) for channel in light)


def _gamma_encode(channel: float) -> float:
    return 12.92 * channel if channel <= 0.0031308 else float(1.055 * channel ** (1 / 2.4) - 0.055)


def luminance(colour: str) -> float:
    """Return the relative luminance, from 0 for black to 1 for white."""
    return _dot(LUMINANCE, linear(colour))


def letters_on(ground: Tint) -> Tint:
    """Return black or white, whichever is easier to read on a colour."""
    return WHITE if luminance(ground.hex) < WHITE_LETTERS_BELOW else BLACK


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio, from 1 for equal colours to 21 for black on white."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def lab(light: Triple) -> Triple:
    x, y, z = (_response(_dot(row, light) / white) for row, white in zip(TO_XYZ, WHITE_POINT, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _response(share: float) -> float:
    return float(share ** (1 / 3)) if share > 0.008856 else 7.787 * share + 16 / 116


def _through(matrix: Matrix) -> Callable[[Triple], Triple]:
    def view(light: Triple) -> Triple:
        red, green, blue = (min(1.0, max(0.0, _dot(row, light))) for row in matrix)
        return red, green, blue

    return view


def _dot(one: Triple, other: Triple) -> float:
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]


MATRICES: dict[str, Matrix] = {"greyscale": (LUMINANCE, LUMINANCE, LUMINANCE), **DICHROMATS}
"""How each kind of vision, and a greyscale printer, mixes linear light; the result is clipped to 0 to 1."""

VIEWS: dict[str, Callable[[Triple], Triple]] = {name: _through(matrix) for name, matrix in MATRICES.items()}
"""Functions from linear light to the linear light that each kind of vision perceives."""


def difference(one: str, other: str, view: Callable[[Triple], Triple] = lambda light: light) -> float:
    """Return the difference of two colours: 2 is visible side by side, 100 is black and white."""
    return dist(lab(view(linear(one))), lab(view(linear(other))))


# The four inks of a press

MAX_INK = 300
"""The most ink that print shops accept on coated paper, as the sum of all four percentages. Other papers take less."""
FRUGAL = 0.02
"""The penalty for each percent of coloured ink, so that black is preferred to equal shares of the other three."""
STEPS = (16, 8, 4, 2, 1)

OVERPRINTS = {
    (0, 0, 0): "#ffffff",
    (1, 0, 0): "#009ee3",
    (0, 1, 0): "#e6007e",
    (0, 0, 1): "#ffed00",
    (0, 1, 1): "#e30613",
    (1, 0, 1): "#009640",
    (1, 1, 0): "#312783",
    (1, 1, 1): "#3c3c3b",
}
"""Full tones of cyan, magenta and yellow on coated paper, alone and over one another."""
BLACK_INK = "#1d1d1b"
SPREAD = 0.5
"""The inverse of the Yule-Nielsen factor, which is 2 for paper and common screens."""


def inks(tint: Tint) -> Cmyk:
    """Return the inks of a colour in percent: the author's, or those that print the nearest colour.

    Greys use black alone, so that fine lines and letters need no registration. No colour uses more than 300 %.
    """
    return tint.cmyk or _separate(tint.hex)


@cache
def _separate(colour: str) -> Cmyk:
    """Search for the inks of a colour with smaller and smaller steps.

    Black is preferred to equal shares of the other inks.
    """
    red, green, blue = channels(colour)
    if red == green == blue:
        return 0, 0, 0, round(100 * (255 - red) / 255)
    target_lab = lab(linear(colour))

    def distance(cmyk: Cmyk) -> float:
        return dist(lab(printed_light(cmyk)), target_lab) + FRUGAL * sum(cmyk[:3])

    most = max(red, green, blue)
    best = _cmyk([*(100 * (most - each) / most for each in (red, green, blue)), 100 * (255 - most) / 255])
    for step in STEPS:
        while distance(nearer := min(_neighbours(best, step), key=distance)) < distance(best):
            best = nearer
    return best


def _neighbours(cmyk: Cmyk, step: int) -> Iterator[Cmyk]:
    """Yield the inks with one share increased or decreased by a step."""
    for at, share in enumerate(cmyk):
        for moved in (min(100, share + step), max(0, share - step)):
            neighbour = (*cmyk[:at], moved, *cmyk[at + 1 :])
            if sum(neighbour) <= MAX_INK:
                yield _cmyk(neighbour)


def _cmyk(shares: Iterable[float]) -> Cmyk:
    cyan, magenta, yellow, black = (round(share) for share in shares)
    return cyan, magenta, yellow, black


def printed_light(cmyk: Cmyk) -> Triple:
    """Return the approximate light of these inks, printed in offset on coated paper.

    Dots of the inks overlap at random (Demichel and Neugebauer), and the paper spreads the light (Yule and Nielsen).
    """
    shares = [share / 100 for share in cmyk]
    mixture = [0.0, 0.0, 0.0]
    for overprint, colour in OVERPRINTS.items():
        area = prod(share if inked else 1 - share for share, inked in zip(shares, overprint, strict=False))
        mixture = [total + area * light**SPREAD for total, light in zip(mixture, linear(colour), strict=True)]
    black = shares[3]
    red, green, blue = (
        ((1 - black) * share + black * light**SPREAD) ** (1 / SPREAD)
        for share, light in zip(mixture, linear(BLACK_INK), strict=True)
    )
    return red, green, blue


def mix(one: Tint, other: Tint, share: float) -> Tint:
    """Mix a tint with a share (0 to 1) of another. The result has inks only if one of the tints has."""
    hex_ = hex_of(a + share * (b - a) for a, b in zip(channels(one.hex), channels(other.hex), strict=True))
    if one.cmyk is None and other.cmyk is None:
        return Tint(hex_)
    return Tint(hex_, _cmyk(a + share * (b - a) for a, b in zip(inks(one), inks(other), strict=True)))
