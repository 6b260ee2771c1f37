"""Text of which a part does not show, because the box that it stands in hides what reaches beyond it.

Nothing else tells: the letters are all in the PDF, its tags and its text are whole, and what is missing is missing on
paper only.
"""

from collections.abc import Iterator, Sequence

from rulewright.diagnostics import Diagnostic
from rulewright.model.product import Print
from rulewright.readback.page import Page
from rulewright.readback.sources import Sources
from rulewright.readback.text_outside import MM, TOLERANCE, reach


def text_clipped(print_: Print, pages: Sequence[Page], sources: Sources) -> Iterator[Diagnostic]:
    """Every text that is cut."""
    for page in pages:
        for piece in page.pieces:
            lost = reach(piece.box, piece.clip) if piece.clip else 0.0
            if lost > TOLERANCE:
                message = f"{print_.name} cuts {piece.words!r} off: {lost * MM:.1f} mm of it do not show"
                hint = "give its box more room, or let the style sheet show what overflows it"
                about = f"{print_.about}: page {page.number}: {piece.words}"
                yield Diagnostic("text-clipped", sources.place(piece.words, print_), message, hint, about=about)
