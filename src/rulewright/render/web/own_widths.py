"""Glyphs made of others, such as % and …, with their own widths.

In a TrueType font a part of such a glyph may be marked as the one whose width counts. The fonts that come with the tool
mark parts that are much narrower: a browser that draws with FreeType, on Linux and Android, then sets a % as wide as
its stroke, over which the next letter falls. The widths of the whole glyphs stand in the font too, and are right.
"""

from itertools import pairwise
from struct import unpack_from

USE_MY_METRICS, MORE = 0x0200, 0x0020
LONG_ARGUMENTS, SCALE, TWO_SCALES, MATRIX = 0x0001, 0x0008, 0x0040, 0x0080
"""Flags of a part; the last four say how long it is."""
HEADER = 10
"""Bytes of a glyph before its outline or its parts."""


def with_own_widths(font: bytes) -> bytes:
    """A font in which no glyph has the width of a part; one with outlines of PostScript marks none."""
    found = dict(_tables(font))
    if b"glyf" not in found:
        return font
    whole, glyphs = bytearray(font), found[b"glyf"]
    for begin, end in _places(font, found):
        if end > begin and unpack_from(">h", font, glyphs + begin)[0] < 0:
            _clear(whole, glyphs + begin + HEADER)
    return bytes(whole)


def _tables(font: bytes) -> list[tuple[bytes, int]]:
    """The offset of each table."""
    (count,) = unpack_from(">H", font, 4)
    return [unpack_from(">4s4xI", font, 12 + 16 * at) for at in range(count)]


def _places(font: bytes, found: dict[bytes, int]) -> list[tuple[int, int]]:
    """Where each glyph begins and ends."""
    (count,), (is_long,) = unpack_from(">H", font, found[b"maxp"] + 4), unpack_from(">h", font, found[b"head"] + 50)
    offsets = unpack_from(f">{count + 1}{'I' if is_long else 'H'}", font, found[b"loca"])
    scale = 1 if is_long else 2
    return [(scale * begin, scale * end) for begin, end in pairwise(offsets)]


def _clear(font: bytearray, at: int) -> None:
    """Takes the mark from each part of a glyph."""
    flags = MORE
    while flags & MORE:
        (flags,) = unpack_from(">H", font, at)
        font[at] &= ~(USE_MY_METRICS >> 8) & 0xFF
        transformed = 2 if flags & SCALE else 4 if flags & TWO_SCALES else 8 if flags & MATRIX else 0
        at += (8 if flags & LONG_ARGUMENTS else 6) + transformed
