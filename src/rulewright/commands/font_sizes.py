"""The type sizes that a build chose for cards."""

from collections.abc import Iterator, Mapping

from rulewright.model.book import Book
from rulewright.render.paths import card_path
from rulewright.render.pdf.finished_files import FinishedFiles


def font_size_lines(book: Book, files: Mapping[str, bytes]) -> Iterator[str]:
    """For every card with a `fit`, its font size and the one that its file asks for."""
    finished = FinishedFiles(files)
    for card in book.game.cards:
        if card.fit is not None and card_path(card) in files:
            size, wanted = finished.as_set(card).font_size, card.font_size
            line = f"card {card.id!r} is set in {size:g} pt"
            yield line if size == wanted else f"{line} instead of {wanted:g} pt"
