"""Keep parts of a painted page open until the piece has its place: page numbers, and texts of one side.

A piece is laid out as right pages; those that come to lie on the left are mirrored when it is joined. So each page has
the heads and page numbers of both sides, in margin boxes on the left for left pages and on the right for right ones.
The wrong ones are not painted, and the text is moved with its links and anchors. Each page number is replaced by what
paints any number in the same room.
"""

import re
from collections.abc import Mapping
from typing import Any

from rulewright.render.pdf.engine import MarginBox, Matrix, TextBox, create_layout, draw_first_line
from rulewright.render.pdf.pieces.piece import OpenNumber, SidedText

POINTS = 0.75
"""Points in a pixel."""
RECTANGLE = re.compile(rb"/Rect \[(\S+) (\S+) (\S+) (\S+)\]")


def is_left(number: int) -> bool:
    """Whether the page with this number lies on the left: books begin on the right."""
    return number % 2 == 0


def sides_of(page: Any) -> dict[Any, str]:
    """The texts in the margins of a page that belong to one side, each with that side."""
    return {
        box: side
        for margin in page._page_box.children
        if isinstance(margin, MarginBox) and (side := _side(margin.at_keyword))
        for box in margin.descendants()
        if isinstance(box, TextBox)
    }


def _side(keyword: str) -> str:
    return next((side for side in ("left", "right") if keyword.endswith((f"-{side}", f"-{side}-corner"))), "")


def leave_sides_open(stream: Any, sides: Mapping[Any, str]) -> None:
    """Makes the painting of texts on one side a thing that is painted there only."""
    places = {part["MCID"]: at for at, part in enumerate(stream.stream) if isinstance(part, dict) and "MCID" in part}
    for box, side in sides.items():
        if box in stream._tags:
            at = places[stream._tags[box]["mcid"]]
            while stream.stream[at] != b"EMC":
                stream.stream[at] = _sided(stream.stream[at], side)
                at += 1


def _sided(part: Any, side: str) -> Any:
    if isinstance(part, OpenNumber):
        part.side = side
    elif isinstance(part, bytes) and part.endswith(b" TJ"):
        return SidedText(part.decode("latin-1"), side)
    return part


def moved_annotation(data: bytes, points: float) -> bytes:
    """An annotation as it is written, further to the right."""

    def moved(found: re.Match[bytes]) -> bytes:
        left, bottom, right, top = map(float, found.groups())
        return f"/Rect [{left + points:g} {bottom:g} {right + points:g} {top:g}]".encode()

    return RECTANGLE.sub(moved, data)


GLYPH = re.compile("[0-9a-f]{4}")


def leave_open(stream: Any, numbers: Mapping[Any, tuple[str, str]]) -> None:
    """`numbers` are texts with a page number, each with the number as it stands, and the anchor whose page it is."""
    places = {part["MCID"]: at for at, part in enumerate(stream.stream) if isinstance(part, dict) and "MCID" in part}
    for box, (shown, anchor) in numbers.items():
        if box in stream._tags:
            at = places[stream._tags[box]["mcid"]]
            while not (isinstance(stream.stream[at], bytes) and stream.stream[at].endswith(b" TJ")):
                at += 1
            painted = stream.stream[at].decode("ascii").removeprefix("[").removesuffix("] TJ")
            stream.stream[at] = _opened(painted, shown, anchor, *_digits(stream, box.style))


def _opened(painted: str, shown: str, anchor: str, digits: list[str], width: float) -> OpenNumber:
    glyphs = (digits[int(digit)] for digit in shown)
    (found,) = re.finditer("(?:>-?[0-9]+<)?".join(glyphs), painted)
    return OpenNumber(anchor, painted[: found.start()], painted[found.end() :], digits, width, len(shown))


def _digits(stream: Any, style: Any) -> tuple[list[str], float]:
    """The glyphs of the digits in a style, and the width of the first."""
    box = TextBox.__new__(TextBox)
    box.text, box.style = "0123456789", style
    box.pango_layout = create_layout(box.text, style, None, None, 0)
    before = len(stream.stream)
    draw_first_line(stream, box, "clip", "none", Matrix())
    painted = b" ".join(part for part in stream.stream[before:] if part.endswith(b" TJ")).decode("ascii")
    font = stream._current_font[0]
    del stream.stream[before:]
    digits = GLYPH.findall(re.sub(r">[^<]*<", "", painted))
    widths = next(each.widths for each in dict.values(stream._fonts) if each.hash == font)
    return digits, widths[int(digits[0], 16)]
