"""Fonts made for tests: letters are boxes, as wide as their face says, so that a print shows which face it has."""

from collections.abc import Iterable
from io import BytesIO
from typing import Any

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.TupleVariation import TupleVariation

EM = 1000
ENGLISH = "".join(map(chr, range(0x20, 0x7F))) + "–—‘’“”•…−×½"


def made_font(
    letters: Iterable[str] = ENGLISH,
    width: int = 500,
    *,
    serif: bool = True,
    fixed: bool = False,
    allowed: int = 0,
    stretch: int = 5,
) -> bytes:
    """A font of TrueType; `allowed` are the bits of fsType, `stretch` goes from 1, ultra-condensed, to 9."""
    built = _built(letters, width)
    built.setupOS2(
        fsType=allowed,
        usWidthClass=stretch,
        sFamilyClass=0x0100 if serif else 0x0800,
        sxHeight=500,
        sCapHeight=700,
        sTypoAscender=800,
        sTypoDescender=-200,
        usWinAscent=900,
        usWinDescent=250,
    )
    built.setupPost(isFixedPitch=int(fixed))
    return _saved(built.font)


def postscript_font(letters: Iterable[str] = ENGLISH, width: int = 500) -> bytes:
    """A font with outlines of PostScript."""
    built = _built(letters, width, truetype=False)
    built.setupOS2(sxHeight=500, sCapHeight=700)
    built.setupPost()
    return _saved(built.font)


def variable_font(letters: Iterable[str] = ENGLISH, width: int = 500) -> bytes:
    """One with an axis of weight, from 300 to 800: the bolder, the wider; 400 is as wide as `width`."""
    built = _built(letters, width)
    built.setupOS2(sxHeight=500, sCapHeight=700)
    built.setupPost()
    built.setupFvar([("wght", 300, 400, 800, "Weight")], [])
    wider = {
        name: [TupleVariation({"wght": (0, 1, 1)}, _moved(built.font, name, 400))]
        for name in built.font.getGlyphOrder()
    }
    built.setupGvar(wider)
    return _saved(built.font)


def _moved(font: TTFont, name: str, by: int) -> list[tuple[int, int]]:
    """How the points of a glyph move at the end of the axis, with those of its origin and its width."""
    glyph = font["glyf"][name]
    points = [(by if x > 60 else 0, 0) for x, _ in glyph.coordinates] if glyph.numberOfContours > 0 else []
    return [*points, (0, 0), (by, 0), (0, 0), (0, 0)]


def _built(letters: Iterable[str], width: int, *, truetype: bool = True) -> FontBuilder:
    names = {ord(letter): f"u{ord(letter):04X}" for letter in letters}
    built = FontBuilder(EM, isTTF=truetype)
    built.setupGlyphOrder([".notdef", *names.values()])
    built.setupCharacterMap(names)
    pens = {
        name: TTGlyphPen(None) if truetype else T2CharStringPen(width, None) for name in (".notdef", *names.values())
    }
    for name, pen in pens.items():
        _draw_box(pen, width, 0 if name == "u0020" else 600)
    if truetype:
        built.setupGlyf({name: pen.glyph() for name, pen in pens.items()})
    else:
        built.setupCFF("Made", {}, {name: pen.getCharString() for name, pen in pens.items()}, {})
    built.setupHorizontalMetrics(dict.fromkeys(pens, (width, 50)))
    built.setupHorizontalHeader(ascent=800, descent=-200)
    built.setupNameTable({"familyName": "Made", "styleName": "Regular"})
    return built


def _draw_box(pen: Any, width: int, height: int) -> None:
    if height:
        pen.moveTo((50, 0))
        for point in ((50, height), (width - 50, height), (width - 50, 0)):
            pen.lineTo(point)
        pen.closePath()


def _saved(font: TTFont) -> bytes:
    font["head"].created = font["head"].modified = 3_800_000_000  # seconds since 1904, always the same
    font.recalcTimestamp = False
    out = BytesIO()
    font.save(out)
    return out.getvalue()


def packed(font: bytes) -> bytes:
    """The same font as WOFF2."""
    out = BytesIO()
    unpacked = TTFont(BytesIO(font))
    unpacked.flavor = "woff2"
    unpacked.save(out)
    return out.getvalue()
