"""Lengths of Lout in centimetres: `10.5c`, `4i`, `12p`, `2f`."""

import re

LENGTH = re.compile(r"(\d*\.?\d+)\s*([cipmfsvw])")
UNITS = {"c": 1.0, "i": 2.54, "p": 2.54 / 72, "m": 2.54 / 6, "f": 0.4, "s": 0.12, "v": 0.45}
"""Of the units that depend on the font, those of letters of ten points."""


def centimetres(text: str) -> float:
    """A length; 0 where it is none, or depends on the room on the page."""
    match = LENGTH.fullmatch(text.replace(" ", ""))
    return float(match[1]) * UNITS.get(match[2], 0) if match is not None else 0.0
