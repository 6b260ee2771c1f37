"""Text with something printed over it: other text, a line through it, or a ground painted later.

Layout does not keep boxes apart that are positioned or turned: two texts may share a place, and turned words that are
longer than their cell run through its border. In a picture a line may pass below a text: a road below the name of a
town.
"""

from collections.abc import Iterator, Sequence

from rulewright.findings import Finding
from rulewright.model.product import PrintedPdf
from rulewright.readback.in_pictures import is_in_picture
from rulewright.readback.page import Over, Overprint, Page
from rulewright.readback.sources import Sources


def text_overprinted(print_: PrintedPdf, pages: Sequence[Page], sources: Sources) -> Iterator[Finding]:
    """Every text that has something over it."""
    for page in pages:
        pieces = set(page.pieces)
        real = [each for each in page.overprints if each.piece in pieces]
        told = [each for each in real if not (_is_beneath(each) and is_in_picture(each.piece, print_))]
        for over in {id(each.piece): each for each in reversed(told)}.values():
            words = over.piece.words
            message = f"{print_.name} prints {_said(over)} {words!r}"
            hint = "give them more room, or shorten the text"
            about = f"{print_.about}: page {page.number}: {words}"
            yield Finding("text-overprinted", sources.place(words, print_), message, hint, about=about)


def _is_beneath(over: Overprint) -> bool:
    return over.by is Over.LINE and over.beneath


def _said(over: Overprint) -> str:
    if over.by is Over.TEXT:
        return f"over {over.words!r} the text"
    return "a line through" if over.by is Over.LINE else "something over"
