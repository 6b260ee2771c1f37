"""Text that is cut off, because its box hides what reaches beyond it.

No other check notices: the letters, the tags and the text are all in the PDF, and are missing on paper only.
"""

from collections.abc import Iterator, Sequence

from rulewright.findings import Finding
from rulewright.model.product import PrintedPdf
from rulewright.readback.page import Page
from rulewright.readback.sources import Sources
from rulewright.readback.text_outside import MM, TOLERANCE, reach


def text_clipped(print_: PrintedPdf, pages: Sequence[Page], sources: Sources) -> Iterator[Finding]:
    """Every text that is cut off."""
    for page in pages:
        for piece in page.pieces:
            lost = reach(piece.box, piece.clip) if piece.clip else 0.0
            if lost > TOLERANCE:
                message = f"{print_.name} cuts off {lost * MM:.1f} mm of {piece.words!r}"
                hint = "make its box larger, or let the stylesheet show what overflows it"
                about = f"{print_.about}: page {page.number}: {piece.words}"
                yield Finding("text-clipped", sources.place(piece.words, print_), message, hint, about=about)
