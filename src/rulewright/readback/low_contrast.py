"""Letters that hardly stand out from their ground.

The limits are those of WCAG 2: a ratio of 4.5, and of 3 for large type. The colour beneath is measured on the page
painted without its letters, whether it is a band, a stripe, a shade or a picture.
"""

from collections.abc import Iterator, Sequence

from rulewright.findings import Finding, Severity
from rulewright.model.colour import contrast
from rulewright.model.product import PrintedPdf
from rulewright.readback.page import Page, Piece
from rulewright.readback.sources import Sources

ENOUGH, ENOUGH_FOR_LARGE = 4.5, 3.0
LARGE, LARGE_AND_BOLD = 18.0, 14.0
"""Points from which type is large."""


def low_contrast(print_: PrintedPdf, pages: Sequence[Page], sources: Sources) -> Iterator[Finding]:
    """One finding for each pair of colours."""
    found: dict[tuple[str, str, float], list[Piece]] = {}
    for page in pages:
        for piece in page.pieces:
            limit = _limit(piece)
            for beneath in piece.beneath:
                if contrast(piece.colour, beneath) < limit:
                    found.setdefault((piece.colour, beneath, limit), []).append(piece)
    for (colour, beneath, limit), (first, *more) in found.items():
        others = (" and {n} more text" if len(more) == 1 else " and {n} more texts").format(n=len(more)) if more else ""
        colours = f"in {colour} on {beneath}: a contrast of {contrast(colour, beneath):.1f}"
        message = f"{print_.name} prints {first.words!r}{others} {colours}"
        hint = f"letters of this size need a contrast of {limit:g}: make the dark one darker or the light one lighter"
        place, about = sources.place(first.words, print_), f"{print_.about}: {colour} on {beneath}"
        yield Finding("low-contrast", place, message, hint, severity=Severity.WARNING, about=about)


def _limit(piece: Piece) -> float:
    large = piece.size >= (LARGE_AND_BOLD if piece.bold else LARGE)
    return ENOUGH_FOR_LARGE if large else ENOUGH
