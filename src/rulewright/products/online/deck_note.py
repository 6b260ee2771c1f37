"""A text that says what to type into the dialogs of Tabletop Simulator, for decks and for single cards."""

from collections.abc import Iterable, Sequence

from rulewright.imposition.decks import Deck, DeckCard
from rulewright.model.book import Book
from rulewright.model.online import Online
from rulewright.render.paths import picture_paths, scaled_picture_path
from rulewright.wording import page_names, plain

DECK = "In the game: Objects, Components, Cards, Custom Deck."
CARD = "In the game: Objects, Components, Custom, Card."


def deck_text(online: Online, decks: Sequence[Deck], singles: Sequence[DeckCard], book: Book) -> str:
    """The whole note: each deck with a list of its cards, then the single cards."""
    parts = [f"{plain(online.title, book)}: for Tabletop Simulator"]
    if decks:
        parts += [DECK, *(part for deck in decks for part in _deck(deck, book))]
    if singles:
        parts += [CARD, *(_card(card, max(online.widths), book) for card in singles)]
    return "\n\n".join(parts) + "\n"


def _deck(deck: Deck, book: Book) -> Iterable[str]:
    faces, backs = (file.rpartition("/")[2] for file in deck.files)
    yield "\n".join((
        f"Face: {faces}",
        "Unique Backs: on",
        f"Back: {backs}",
        f"Width: {deck.columns}",
        f"Height: {deck.rows}",
        f"Number: {len(deck.cards)}",
        _sideways(wide=deck.width > deck.height),
        "Back is Hidden: on",
    ))  # fmt: skip
    yield "\n".join(f"{number}. {_name(card, book)}" for number, card in enumerate(deck.cards, 1))


def _card(card: DeckCard, width: int, book: Book) -> str:
    """A single card by its pictures; one without a back shows its face on both sides."""
    files = [scaled_picture_path(each, "", width).lstrip("/") for each in picture_paths(card.card, book.game)]
    size = card.card.size
    back = card.front if card.back is None else card.back
    sideways = _sideways(wide=size.width.value > size.height.value)
    return "\n".join((_name(card, book), f"Face: {files[card.front]}", f"Back: {files[back]}", sideways))


def _sideways(*, wide: bool) -> str:
    return f"Sideways: {'on' if wide else 'off'}"


def _name(card: DeckCard, book: Book) -> str:
    """The name of a card: its title, and with more than two pages the page."""
    title, names = plain(card.card.title, book), page_names(card.card)
    return f"{title}, {names[card.front]}" if len(names) > 2 else title
