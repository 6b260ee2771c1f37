"""Soft proofs of the cards: every page as it prints, in grey, and as people see it who lack one kind of cone.

The report holds one picture of each page; filters change its colours, with the matrices that `colours-merge` uses.
Where a file for a print shop has a profile, another picture has the colours of that press.
"""

from base64 import b64encode
from collections.abc import Iterator, Sequence

from rulewright.findings import Finding
from rulewright.model.book import Book
from rulewright.model.card import Card
from rulewright.model.colour import MATRICES, Matrix
from rulewright.model.product import Press
from rulewright.render.pdf.finished_files import FinishedFiles
from rulewright.render.pdf.page_images import Picture
from rulewright.render.report.views import ColourVisionView, SoftProofView
from rulewright.translation.messages import Message, joined, tell
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


def soft_proofs(book: Book, findings: Sequence[Finding], finished: FinishedFiles) -> Iterator[SoftProofView]:
    """Every page of every card that is printed."""
    for card in book.game.cards:
        presses = [(_printed_by(press), [*_on_press(card, press, finished)]) for press in _presses(card, book)]
        about = [finding for finding in findings if _is_about(finding, card)]
        # A card that is too long has more pages than names.
        for number, (name, picture) in enumerate(zip(page_names(card), finished.soft_proofs(card), strict=False), 1):
            yield SoftProofView(
                f"proof-{card.id}-{number}",
                joined(filter(None, (plain(card.title, book), name))),
                _data_url(picture),
                picture.width,
                picture.height,
                tuple((finding.severity.value, finding.message) for finding in about),
                tuple((press, pictures[number - 1]) for press, pictures in presses),
            )


def _presses(card: Card, book: Book) -> Iterator[Press]:
    """The files for print shops that print a card by a profile."""
    for press in book.game.requests(Press):
        if press.profile is not None and card in book.chosen(press.cards):
            yield press


def _printed_by(press: Press) -> Message:
    assert press.profile is not None
    return tell("as {condition} prints it, by {profile}", condition=press.condition, profile=press.profile.name)


def _on_press(card: Card, press: Press, finished: FinishedFiles) -> Iterator[str]:
    assert press.profile is not None
    return map(_data_url, finished.press_proofs(card, press.profile))


def _data_url(picture: Picture) -> str:
    return f"data:image/png;base64,{b64encode(picture.png).decode()}"


def _is_about(finding: Finding, card: Card) -> bool:
    """Whether it lies in the file of a card, or names it: all messages name cards in the same way."""
    return finding.span.file == card.span.file or f"card {card.id!r}" in finding.message
