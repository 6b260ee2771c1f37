"""DRAFT on each finished page: across those of a PDF, at the top of a web page, and in a corner of a picture."""

import re
from io import BytesIO
from math import atan2, cos, hypot, sin
from typing import TYPE_CHECKING

from rulewright.translation.catalogues import Catalogue
from rulewright.translation.messages import in_language, tell

if TYPE_CHECKING:
    from pypdf import PageObject

WORD = tell("DRAFT")
WIDTHS = dict(
    zip(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        (
            722,
            722,
            722,
            722,
            667,
            611,
            778,
            722,
            278,
            556,
            722,
            611,
            833,
            722,
            778,
            667,
            778,
            722,
            667,
            611,
            722,
            667,
            944,
            667,
            667,
            611,
        ),
        strict=True,
    )
)
"""Of capitals in Helvetica bold, in thousandths of an em."""
HIGH = 0.72
RED = (0.75, 0.09, 0.14)
SHARE = 0.62
"""How much of the diagonal of a page it takes."""
BODY = re.compile(rb"<body[^>]*>")
BANNER = (
    b'<p role="status" style="position: sticky; top: 0; z-index: 99; margin: 0; padding: 0.2em 0.7em; color: #fff; '
    b'background: #a3131f; font: 700 0.9rem/1.4 system-ui, sans-serif; letter-spacing: 0.05em">%s</p>'
)


def stamped(path: str, data: bytes, words: Catalogue) -> bytes:
    """A file with the word on each of its pages, in a language; data that no one reads stays as it is."""
    kind = path.rpartition(".")[2]
    stamp = {"pdf": _pdf, "html": _html, "png": _png}.get(kind)
    return stamp(data, in_language(WORD, words)) if stamp else data


def _html(data: bytes, word: str) -> bytes:
    return BODY.sub(lambda body: body[0] + BANNER % word.encode(), data, count=1)


def _png(data: bytes, word: str) -> bytes:
    from PIL import Image, ImageDraw, ImageFont

    with Image.open(BytesIO(data)) as opened:
        image = opened.convert("RGBA")
    size = max(image.height // 12, 8)
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(size)
    left, top, right, bottom = draw.textbbox((0, 0), word, font)
    draw.rectangle((0, 0, right + left + 4, bottom + top // 2 + 2), fill=(163, 19, 31, 255))
    draw.text((2, 0), word, fill="white", font=font)
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def _pdf(data: bytes, word: str) -> bytes:
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter(clone_from=PdfReader(BytesIO(data)))
    for page in writer.pages:
        page.merge_page(_word_on(word, float(page.mediabox.width), float(page.mediabox.height)))
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


def _word_on(word: str, width: float, height: float) -> "PageObject":
    """A page with nothing but the word, from its lower left to its upper right corner."""
    from pypdf import PageObject
    from pypdf.generic import DictionaryObject, FloatObject, NameObject, StreamObject

    wide = sum(WIDTHS.get(letter, max(WIDTHS.values())) for letter in word) / 1000
    angle, size = atan2(height, width), SHARE * hypot(width, height) / wide
    x = width / 2 - (wide * size * cos(angle) - HIGH * size * sin(angle)) / 2
    y = height / 2 - (wide * size * sin(angle) + HIGH * size * cos(angle)) / 2
    turn = f"{cos(angle):.4f} {sin(angle):.4f} {-sin(angle):.4f} {cos(angle):.4f} {x:.2f} {y:.2f}"
    text = StreamObject()
    drawn = f"q /G gs {RED[0]} {RED[1]} {RED[2]} rg BT /F {size:.2f} Tf {turn} Tm ({word}) Tj ET Q"
    text.set_data(drawn.encode("cp1252", "replace"))
    page = PageObject.create_blank_page(width=width, height=height)
    names = ("Type", "Font", "Subtype", "Type1", "BaseFont", "ExtGState", "Encoding")
    named = {name: NameObject(f"/{name}") for name in names}
    font = DictionaryObject(
        {
            named["Type"]: named["Font"],
            named["Subtype"]: named["Type1"],
            named["BaseFont"]: NameObject("/Helvetica-Bold"),
            named["Encoding"]: NameObject("/WinAnsiEncoding"),
        }
    )
    light = DictionaryObject({NameObject("/ca"): FloatObject(0.25)})
    page[NameObject("/Resources")] = DictionaryObject(
        {
            named["Font"]: DictionaryObject({NameObject("/F"): font}),
            named["ExtGState"]: DictionaryObject({NameObject("/G"): light}),
        }
    )
    page[NameObject("/Contents")] = text
    return page
