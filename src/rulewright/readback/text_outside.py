"""Text that leaves its page, or runs over the frame around a card.

Layout does not notice this where a box hides its overflow or is positioned: half a word may lie beyond the edge of
the paper, where the printer cuts it off.
"""

from collections.abc import Iterator, Sequence

from rulewright.findings import Finding
from rulewright.model.product import PrintedPdf
from rulewright.readback.expected_tables import Sources
from rulewright.readback.page import Box, Page, Piece, overlap

TOLERANCE = 0.4
"""Points by which letters may overhang, as italics do."""
MM = 25.4 / 72


def text_outside(print_: PrintedPdf, pages: Sequence[Page], sources: Sources) -> Iterator[Finding]:
    """Every text that does so."""
    for page in pages:
        frames = _frames(page)
        for piece in page.pieces:
            if beyond := _beyond(piece, page, frames):
                message = f"{print_.name} prints {piece.words!r} {beyond}"
                hint = "shorten it, set it smaller, or give it more room"
                about = f"{print_.about}: page {page.number}: {piece.words}"
                yield Finding("text-outside", sources.place(piece.words, print_), message, hint, about=about)


def _beyond(piece: Piece, page: Page, frames: Sequence[Box]) -> str:
    """What a text reaches beyond, and how far; empty if it does not.

    A text wholly outside a frame, such as the foot of a card, need not be inside it.
    """
    crossed = [frame for frame in frames if overlap(piece.box, frame) is not None]
    edge = (0.0, 0.0, page.width, page.height)
    for limit, box in (("the edge of the page", edge), *(("its frame", frame) for frame in crossed)):
        if (points := reach(piece.box, box)) > TOLERANCE:
            return f"{points * MM:.1f} mm beyond {limit}"
    return ""


def reach(inner: Box, outer: Box) -> float:
    """How far a box reaches beyond another, in points; negative inside."""
    return max(outer[0] - inner[0], outer[1] - inner[1], inner[2] - outer[2], inner[3] - outer[3])


def _frames(page: Page) -> list[Box]:
    """The insides of the frames that are drawn around most of a page."""
    wide, high = page.width / 2, page.height / 2
    inner = (shape.inner for shape in page.shapes if shape.inner is not None)
    return [box for box in inner if box[2] - box[0] > wide and box[3] - box[1] > high]


# Which texts of a print are those of a picture


def is_in_picture(piece: Piece, print_: PrintedPdf) -> bool:
    """By its tag. Without tags: a card for the press was read with its tags; on a sheet each card is one form."""
    if print_.tagged and not print_.sheet:
        return piece.pictured
    return not print_.sheet or piece.depth > 1
