"""Fonts with outlines of PostScript as every version of PDF has them.

WeasyPrint embeds such a font as a whole OpenType file, which PDF has allowed since 1.6. The standards of print shops,
PDF/X-1a and X-3, are older: they take the table of outlines alone. That is smaller too.
"""

from struct import unpack_from
from typing import Any

OPENTYPE, OUTLINES = "/OpenType", "/CIDFontType0C"


def bare_outlines(pdf: Any) -> None:
    """Leaves of each font with outlines of PostScript these alone; its glyphs keep their numbers."""
    for each in pdf.objects:
        if isinstance(each, dict) and each.get("Subtype") == "/CIDFontType0":
            each.pop("CIDToGIDMap", None)  # only for outlines of TrueType
        extra = getattr(each, "extra", None)
        if isinstance(extra, dict) and extra.get("Subtype") == OPENTYPE:
            (font,) = each.stream
            each.stream, extra["Subtype"] = [_table(font, b"CFF ")], OUTLINES


def _table(font: bytes, wanted: bytes) -> bytes:
    (count,) = unpack_from(">H", font, 4)
    for at in range(count):
        tag, _, offset, length = unpack_from(">4sIII", font, 12 + 16 * at)
        if tag == wanted:
            return font[offset : offset + length]
    return font
