"""Soft proofs of the cards: every page as it prints, in grey, and as people see it who lack one kind of cone.

The report holds one picture of each page; filters change its colours, with the matrices that `colours-merge` uses.
"""

from base64 import b64encode
from collections.abc import Iterator, Sequence

from rulewright.diagnostics import Diagnostic
from rulewright.model.book import Book
from rulewright.model.card import Card
from rulewright.model.colour import MATRICES, Matrix
from rulewright.render.pdf.finished_files import FinishedFiles
from rulewright.render.report.views import ColourVisionView, SoftProofView
from rulewright.translation.messages import joined, tell
from rulewright.wording import page_names, plain

VISIONS = {
    "greyscale": tell("in grey, as a laser printer prints it"),
    "protanopia": tell("without red cones (protanopia)"),
    "deuteranopia": tell("without green cones (deuteranopia)"),
    "tritanopia": tell("without blue cones (tritanopia)"),
}


def colour_visions() -> tuple[ColourVisionView, ...]:
    """The ways to see colours that the report shows beside the usual one."""
    return tuple(ColourVisionView(name, VISIONS[name], _filter(matrix)) for name, matrix in MATRICES.items())


def _filter(matrix: Matrix) -> str:
    """As `feColorMatrix` has it: a row for each of red, green, blue and opacity."""
    rows = [" ".join(str(share) for share in (*row, 0, 0)) for row in matrix]
    return "  ".join((*rows, "0 0 0 1 0"))


def soft_proofs(book: Book, findings: Sequence[Diagnostic], finished: FinishedFiles) -> Iterator[SoftProofView]:
    """Every page of every card that is printed."""
    for card in book.game.cards:
        about = [finding for finding in findings if _is_about(finding, card)]
        # A card that is too long has more pages than names.
        for number, (name, picture) in enumerate(zip(page_names(card), finished.soft_proofs(card), strict=False), 1):
            yield SoftProofView(
                f"proof-{card.id}-{number}",
                joined(filter(None, (plain(card.title, book), name))),
                f"data:image/png;base64,{b64encode(picture.png).decode()}",
                picture.width,
                picture.height,
                tuple((finding.severity.value, finding.message) for finding in about),
            )


def _is_about(finding: Diagnostic, card: Card) -> bool:
    """Whether it lies in the file of a card, or names it: all messages name cards in the same way."""
    return finding.span.file == card.span.file or f"card {card.id!r}" in finding.message
