"""What shares its ink with a text: other text, a line through it, or something painted over it.

Boxes tell quickly what may; the ink of both, as pixels, tells what does (`ink.py`). On most pages nothing may.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulewright.readback.ink import Ink
from rulewright.readback.nearby import Nearby, overlap
from rulewright.readback.page import Box, Over, Overprint, Piece, Shape

SHARED = 0.15
"""Two texts whose boxes share more than this part of the smaller one may overprint each other; and a ground that hides
more than this part of a text is told."""
TOUCHED = 0.01
"""Inks that share less than this part of the smaller one only touch."""
CROSSED = 0.5
"""A slanted line that hides more than this part of some letters is told: beneath a thin one they stay legible."""
TOUCH = 0.25
"""Ems by which neighbours may overlap: the last letter of a slanted word overhangs."""
MIDDLE = 0.2
"""A line along letters within this share of their height, from below or above, does not run through them."""

Candidate = tuple[Over, Piece | Shape]


def overprints(
    page: Any, pieces: Sequence[Piece], shapes: Sequence[Shape], things: Mapping[int, Any]
) -> list[Overprint]:
    """All of an open page; `things` are its handles by their order."""
    found = list(_candidates(pieces, shapes))
    if not found:
        return []
    with Ink.on(page, things) as ink:
        return [
            Overprint(piece, over, other.words if isinstance(other, Piece) else "", other.order < piece.order)
            for piece, (over, other) in found
            if _is_real(ink, piece, over, other)
        ]


def _is_real(ink: Ink, piece: Piece, over: Over, other: Piece | Shape) -> bool:
    if over is not Over.GROUND:
        return ink.shared(piece.order, other.order, piece.box) > TOUCHED
    assert isinstance(other, Shape)
    return ink.hidden(piece.order, other.order, piece.box) > (SHARED if other.filled else CROSSED)


def _candidates(pieces: Sequence[Piece], shapes: Sequence[Shape]) -> Iterator[tuple[Piece, Candidate]]:
    texts, obstacles = Nearby(pieces), Nearby(_obstacles(pieces, shapes))
    for piece in pieces:
        for other in texts.to(piece.box):
            if other.order < piece.order and _collide(piece, other):
                yield piece, (Over.TEXT, other)
        for shape in obstacles.to(piece.box):
            if shape.thin:
                if _crosses(shape, piece):
                    yield piece, (Over.LINE, shape)
            elif shape.order > piece.order and _covers(shape, piece):
                yield piece, (Over.GROUND, shape)


def _obstacles(pieces: Sequence[Piece], shapes: Sequence[Shape]) -> list[Shape]:
    """Lines, and what is painted after the first letters."""
    first = min((piece.order for piece in pieces), default=0)
    return [shape for shape in shapes if shape.thin or shape.order > first]


def _collide(one: Piece, other: Piece) -> bool:
    common = overlap(one.box, other.box)
    if common is None or min(_extent(common)) <= TOUCH * min(one.size, other.size):
        return False
    return _area(common) > SHARED * min(_area(one.box), _area(other.box))


def _crosses(line: Shape, piece: Piece) -> bool:
    """Whether a line runs through letters: along them in their middle, or across them from side to side."""
    common = overlap(line.box, piece.box)
    if common is None:
        return False
    width, height = _extent(common)
    level = _extent(line.box)[0] >= _extent(line.box)[1]
    along, thick = _extent(piece.box) if level else _extent(piece.box)[::-1]
    low, high = (piece.box[1], piece.box[3]) if level else (piece.box[0], piece.box[2])
    at = sum(line.box[1::2] if level else line.box[::2]) / 2
    if level != piece.turned:  # along the letters
        margin, long = MIDDLE * thick, (width if level else height) > along / 4
    else:
        margin, long = TOUCH * piece.size, (width if level else height) > along / 2
    return long and low + margin < at < high - margin


def _covers(shape: Shape, piece: Piece) -> bool:
    common = overlap(shape.box, piece.box)
    if common is None or _area(common) <= SHARED * _area(piece.box):
        return False
    return shape.inner is None or overlap(shape.inner, piece.box) is None


def _extent(box: Box) -> tuple[float, float]:
    return box[2] - box[0], box[3] - box[1]


def _area(box: Box) -> float:
    width, height = _extent(box)
    return width * height
