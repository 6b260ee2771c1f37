"""Text with something printed over it: other text, a line through it, or a ground painted later.

Layout does not keep boxes apart that are positioned or turned: two texts may share a place, and turned words that are
longer than their cell run through its border.
"""

from collections.abc import Iterator, Sequence

from rulewright.diagnostics import Diagnostic
from rulewright.model.product import PrintedPdf
from rulewright.readback.nearby import Nearby, overlap
from rulewright.readback.page import Box, Page, Piece, Shape
from rulewright.readback.sources import Sources
from rulewright.translation.messages import tell

SHARED = 0.15
"""Two texts that share more than this part of the smaller one overprint each other."""
TOUCH = 0.25
"""Ems by which neighbours may overlap: the last letter of a slanted word overhangs."""
MIDDLE = 0.2
"""A line along letters within this share of their height, from below or above, does not run through them."""


def text_overprinted(print_: PrintedPdf, pages: Sequence[Page], sources: Sources) -> Iterator[Diagnostic]:
    """Every text that has something over it."""
    for page in pages:
        texts, shapes = Nearby(page.pieces), Nearby(_obstacles(page))
        for piece in page.pieces:
            over = next(_over(piece, texts.to(piece.box), shapes.to(piece.box)), None)
            if over is not None:
                message = tell("{print} prints {over} {piece!r}", print=print_.name, over=over, piece=piece.words)
                hint = tell("give them more room, or shorten the text")
                about = f"{print_.about}: page {page.number}: {piece.words}"
                yield Diagnostic("text-overprinted", sources.place(piece.words, print_), message, hint, about=about)


def _obstacles(page: Page) -> list[Shape]:
    """Lines, and fills painted after the first letters."""
    first = min((piece.order for piece in page.pieces), default=0)
    return [shape for shape in page.shapes if shape.thin or (shape.filled and shape.order > first)]


def _over(piece: Piece, texts: list[Piece], shapes: list[Shape]) -> Iterator[str]:
    for other in texts:
        if other.order < piece.order and _collide(piece, other):
            yield tell("over {other!r} the text", other=other.words)
    for shape in shapes:
        if shape.thin:
            if _crosses(shape, piece):
                yield tell("a line through")
        elif shape.order > piece.order and _covers(shape, piece):
            yield tell("something over")


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
