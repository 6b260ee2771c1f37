"""A figure that prints nowhere: it has no rule, no passage places it, and no card shows it."""

from collections.abc import Iterator

from rulewright.findings import Finding, FindingKind, Severity
from rulewright.model.book import Book

FINDING = FindingKind("unused-figure", Severity.WARNING)


def check(book: Book) -> Iterator[Finding]:
    """Each figure that neither the book nor a card prints."""
    printed = {figure.id for figure in book.figure_order.figures} | set(_on_cards(book))
    for figure in book.game.numbered_figures:
        if figure.id not in printed:
            message = f"nothing prints the figure {figure.id!r}"
            hint = f"give it a rule, or write [[figure:{figure.id}]] alone in a paragraph of a rule"
            yield FINDING.at(figure.span, message, hint, about=figure.id)


def _on_cards(book: Book) -> Iterator[str]:
    shown = (name for card in book.game.cards for block in card.all_blocks() for name in block.shown.figures)
    return (target.id for name in shown if (target := book.target_of(name)) is not None)
