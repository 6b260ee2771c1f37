"""Leaves the page numbers in a painted page open: each is replaced by what paints any number in its room."""

import re
from collections.abc import Mapping
from typing import Any

from rulewright.render.pdf.engine import Matrix, TextBox, create_layout, draw_first_line
from rulewright.render.pdf.pieces.piece import OpenNumber

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
