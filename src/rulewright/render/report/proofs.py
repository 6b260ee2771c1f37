"""Proofs of the cards: every page as it prints, in grey, and as people see it who lack one kind of cone.

One picture of each page is in the report; filters show it otherwise, with the matrices by which `colours-merge` judges.
"""

from base64 import b64encode
from collections.abc import Iterator, Sequence

from rulewright.diagnostics import Diagnostic
from rulewright.model.book import Book
from rulewright.model.card import Card
from rulewright.model.colour import MATRICES, Matrix
from rulewright.render.cards.blocks import page_names
from rulewright.render.pdf.page_images import Prints
from rulewright.render.report.views import CardProofView, SeenView
from rulewright.wording import plain

SEEN = {
    "greyscale": "in grey, as a laser printer prints it",
    "protanopia": "without red cones (protanopia)",
    "deuteranopia": "without green cones (deuteranopia)",
    "tritanopia": "without blue cones (tritanopia)",
}


def seen() -> tuple[SeenView, ...]:
    """Through what eyes the cards are shown, beside those of most people."""
    return tuple(SeenView(name, SEEN[name], _filter(matrix)) for name, matrix in MATRICES.items())


def _filter(matrix: Matrix) -> str:
    """As `feColorMatrix` has it: a row for each of red, green, blue and opacity."""
    rows = [" ".join(str(share) for share in (*row, 0, 0)) for row in matrix]
    return "  ".join((*rows, "0 0 0 1 0"))


def proofs(book: Book, found: Sequence[Diagnostic], prints: Prints) -> Iterator[CardProofView]:
    """Every page of every card that is printed."""
    for card in book.game.cards:
        says = tuple((finding.severity.value, finding.message) for finding in found if _is_about(finding, card))
        # A card that is too long has more pages than names.
        for number, (name, picture) in enumerate(zip(page_names(card), prints.proofs(card), strict=False), 1):
            yield CardProofView(
                f"proof-{card.id}-{number}",
                ", ".join(filter(None, (plain(card.title, book), name))),
                f"data:image/png;base64,{b64encode(picture.png).decode()}",
                picture.width,
                picture.height,
                says,
            )


def _is_about(finding: Diagnostic, card: Card) -> bool:
    """Whether it lies in the file of a card, or names it: in all messages cards are named alike."""
    return finding.span.file == card.span.file or f"card {card.id!r}" in finding.message
