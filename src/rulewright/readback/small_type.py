"""Type too small to read at a table.

The renderers shrink no text below the limit, but an author may set a whole card too small, and a stylesheet of the
project any part of it. The size on paper counts: a letter in a mark is scaled with it, and a turned one has its height
across the page.
"""

from collections.abc import Iterator, Sequence

from rulewright.findings import Finding, Severity
from rulewright.model.product import PrintedPdf
from rulewright.readback.page import Page, Piece
from rulewright.readback.sources import Sources

ROUNDING = 0.03
"""Points: PDFs hold rounded sizes."""


def small_type(print_: PrintedPdf, pages: Sequence[Page], sources: Sources) -> Iterator[Finding]:
    """One finding for each size that is too small."""
    by_size: dict[float, list[Piece]] = {}
    for page in pages:
        for piece in page.pieces:
            if piece.size < float(print_.smallest) - ROUNDING:
                by_size.setdefault(round(piece.size, 1), []).append(piece)
    for size, (first, *more) in sorted(by_size.items()):
        others = (" and {n} more text" if len(more) == 1 else " and {n} more texts").format(n=len(more)) if more else ""
        message = f"{print_.name} prints {first.words!r}{others} in type of {size:g} pt"
        hint = f"type under {print_.smallest} pt is hard to read: set it larger, or print less"
        about = f"{print_.about}: {size:g} pt"
        place = sources.place(first.words, print_)
        yield Finding("small-type", place, message, hint, severity=Severity.WARNING, about=about)
