"""Text that leaves its page, or runs over the frame around a card.

Layout says nothing of it where a box hides its overflow or stands by itself: half a word may lie beyond the edge of
the paper, and the printer cuts it off.
"""

from collections.abc import Iterator, Sequence

from rulewright.diagnostics import Diagnostic
from rulewright.readback.page import Box, Page, Piece
from rulewright.readback.prints import Print
from rulewright.readback.sources import Sources

TOLERANCE = 0.4
"""Points that letters may stand out by, as italics do."""
MM = 25.4 / 72


def text_outside(print_: Print, pages: Sequence[Page], sources: Sources) -> Iterator[Diagnostic]:
    """Every text that does, once."""
    for page in pages:
        frames = _frames(page)
        for piece in page.pieces:
            for what, box in (("the edge of the page", (0, 0, page.width, page.height)), *frames):
                beyond = reach(piece.box, box)
                crosses = what == "the edge of the page" or _inside_partly(piece, box)
                if beyond > TOLERANCE and crosses:
                    message = f"{print_.name} prints {piece.words!r} {beyond * MM:.1f} mm beyond {what}"
                    hint = "shorten it, set it smaller, or give it more room"
                    about = f"{print_.about}: page {page.number}: {piece.words}"
                    yield Diagnostic("text-outside", sources.place(piece.words, print_), message, hint, about=about)
                    break


def reach(inner: Box, outer: Box) -> float:
    """How far a box reaches beyond another, in points; negative inside."""
    return max(outer[0] - inner[0], outer[1] - inner[1], inner[2] - outer[2], inner[3] - outer[3])


def _frames(page: Page) -> list[tuple[str, Box]]:
    """The insides of the frames that are drawn around most of a page."""
    wide, high = page.width / 2, page.height / 2
    inner = (shape.inner for shape in page.shapes if shape.inner is not None)
    return [("its frame", box) for box in inner if box[2] - box[0] > wide and box[3] - box[1] > high]


def _inside_partly(piece: Piece, box: Box) -> bool:
    """Whether any of it is inside: what stands below a frame, as the foot of a card, is not meant for its inside."""
    left, bottom, right, top = piece.box
    return left < box[2] and right > box[0] and bottom < box[3] and top > box[1]
