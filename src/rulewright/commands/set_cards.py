"""What a build says of the cards whose type it chose."""

from collections.abc import Iterator, Mapping

from rulewright.model.book import Book
from rulewright.render.paths import card_path
from rulewright.render.pdf.finished_files import FinishedFiles


def set_cards(book: Book, files: Mapping[str, bytes]) -> Iterator[str]:
    """A line for every card with a `fit`: in which type it is set, and in which it was stated."""
    prints = FinishedFiles(files)
    for card in book.game.cards:
        if card.fit is not None and card_path(card) in files:
            found = prints.as_set(card)
            stated = "as stated" if found.font_size == card.font_size else f"{card.font_size:g} pt is stated"
            yield f"card {card.id!r} is set in {found.font_size:g} pt ({stated})"
