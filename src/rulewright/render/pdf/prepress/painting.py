"""Converts the colour operators on the pages of a PDF to printing inks."""

import re
from collections.abc import Iterator
from typing import Any

from rulewright.render.pdf.prepress.inks import Ink, Inks

LIGHT = re.compile(rb"([\d.]+) ([\d.]+) ([\d.]+) (rg|RG)")
"""How a page sets a colour of sRGB, to fill or to stroke."""
SPACE = re.compile(rb"/(\S+) (?:cs|CS)")
PRINTABLE = (b"DeviceCMYK", b"DeviceGray", b"Pattern")
"""Colour spaces that need no conversion."""
FIGURES = 4
"""Decimals of an amount of ink: far finer than any press."""


def paint_in_inks(stream: Any, inks: Inks) -> Iterator[str]:
    """Changes what a page or a form paints; yields what it cannot convert."""
    for index, line in enumerate(stream.stream):
        if not isinstance(line, bytes):
            continue
        if match := LIGHT.fullmatch(line):
            stream.stream[index] = ink_operator(inks(tuple(map(float, match.groups()[:3]))), stroke=match[4] == b"RG")
        elif (match := SPACE.fullmatch(line)) and match[1] not in PRINTABLE:
            yield f"a colour of the space {match[1].decode('ascii', 'replace')}"


def ink_operator(ink: Ink, *, stroke: bool) -> bytes:
    """The operator for these amounts of cyan, magenta, yellow and black."""
    amounts = " ".join(f"{amount:.{FIGURES}f}".rstrip("0").rstrip(".") for amount in ink)
    return f"{amounts} {'K' if stroke else 'k'}".encode()
