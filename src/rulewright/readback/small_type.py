"""Type too small to read at a table.

The renderers shrink no text below the limit, but an author may set a whole card too small, and a stylesheet of the
project any part of it. The size on paper counts: a letter in a mark is scaled with it, and a turned one has its height
across the page.
"""

from collections.abc import Iterator, Sequence

from rulewright.diagnostics import Diagnostic, Severity
from rulewright.model.product import PrintedPdf
from rulewright.readback.page import Page, Piece
from rulewright.readback.sources import Sources
from rulewright.translation.messages import NO_WORDS, tell, tell_number

ROUNDING = 0.03
"""Points: PDFs hold rounded sizes."""


def small_type(print_: PrintedPdf, pages: Sequence[Page], sources: Sources) -> Iterator[Diagnostic]:
    """One finding for each size that is too small."""
    by_size: dict[float, list[Piece]] = {}
    for page in pages:
        for piece in page.pieces:
            if piece.size < float(print_.smallest) - ROUNDING:
                by_size.setdefault(round(piece.size, 1), []).append(piece)
    for size, (first, *more) in sorted(by_size.items()):
        others = tell_number(" and {n} more text", " and {n} more texts", len(more)) if more else NO_WORDS
        message = tell(
            "{print} prints {first!r}{others} in type of {size:g} pt",
            print=print_.name,
            first=first.words,
            others=others,
            size=size,
        )
        hint = tell("type under {smallest} pt is hard to read: set it larger, or print less", smallest=print_.smallest)
        about = f"{print_.about}: {size:g} pt"
        place = sources.place(first.words, print_)
        yield Diagnostic("small-type", place, message, hint, severity=Severity.WARNING, about=about)
