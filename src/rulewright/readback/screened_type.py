"""Small letters in a grey, in a file for a press.

A press has no grey ink: it prints dots of black. Small letters are hardly wider than these dots, so their edges fray.
Coloured letters are dots too, but they are coloured for a reason.
"""

from collections.abc import Iterator, Sequence

from rulewright.findings import Finding, Severity
from rulewright.model.product import PrintedPdf
from rulewright.readback.page import Page, Piece
from rulewright.readback.sources import Sources

LARGE_ENOUGH = 8.0
"""Points from which the strokes of letters are several dots wide."""
NEUTRAL = 12
"""Steps of 255 by which the lights of a grey differ where a reader shows black ink."""
DARK, PALE = 64, 245
"""Lights of what is solid black, and of what is paper."""


def screened_type(print_: PrintedPdf, pages: Sequence[Page], sources: Sources) -> Iterator[Finding]:
    """One finding for each grey."""
    by_grey: dict[str, list[Piece]] = {}
    for page in pages if print_.for_press else ():
        for piece in page.pieces:
            if piece.words and piece.size < LARGE_ENOUGH and _is_grey(piece.colour):
                by_grey.setdefault(piece.colour, []).append(piece)
    for grey, (first, *more) in by_grey.items():
        others = (" and {n} more text" if len(more) == 1 else " and {n} more texts").format(n=len(more)) if more else ""
        message = (
            f"{print_.name} prints {first.words!r}{others} in a grey, {grey}, in type of "
            f"{min(piece.size for piece in (first, *more)):.2g} pt"
        )
        hint = f"a press prints grey as dots: take the full ink, or type of {LARGE_ENOUGH:g} pt"
        place, about = sources.place(first.words, print_), f"{print_.about}: {grey}"
        yield Finding("screened-type", place, message, hint, severity=Severity.WARNING, about=about)


def _is_grey(colour: str) -> bool:
    lights = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    return max(lights) - min(lights) <= NEUTRAL and DARK <= max(lights) < PALE
