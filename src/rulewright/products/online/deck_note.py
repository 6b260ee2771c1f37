"""A text that says what to type into the dialogs of Tabletop Simulator, for decks and for single cards."""

from collections.abc import Iterable, Sequence

from rulewright.imposition.decks import Deck, DeckCard
from rulewright.model.book import Book
from rulewright.model.online import Online
from rulewright.products.online.saved_object import PLACEHOLDER, card_name
from rulewright.render.paths import picture_paths, saved_object_path, scaled_picture_path
from rulewright.wording import plain

DECK = "In the game: Objects, Components, Cards, Custom Deck."
CARD = "In the game: Objects, Components, Custom, Card."
SAVED = (
    "All of it at once: upload the pictures, put {file} into the folder Saves/Saved Objects, and in the game: Objects, "
    "Saved Objects."
)
REPLACE = f" Before, replace {PLACEHOLDER} in that file by the address of the folder that the pictures are in."


def deck_text(online: Online, decks: Sequence[Deck], singles: Sequence[DeckCard], book: Book) -> str:
    """The whole note: each deck with a list of its cards, then the single cards."""
    parts = [f"{plain(online.title, book)}: for Tabletop Simulator"]
    saved = SAVED.format(file=saved_object_path(online).rpartition("/")[2])
    parts.append(saved if online.address else saved + REPLACE)
    if decks:
        parts += [DECK, *(part for deck in decks for part in _deck(deck, book))]
    if singles:
        parts += [CARD, *(_card(card, max(online.widths), book) for card in singles)]
    return "\n\n".join(parts) + "\n"


def _deck(deck: Deck, book: Book) -> Iterable[str]:
    faces, backs = (file.rpartition("/")[2] for file in deck.files)
    yield "\n".join(
        (
            f"Face: {faces}",
            "Unique Backs: on",
            f"Back: {backs}",
            f"Width: {deck.columns}",
            f"Height: {deck.rows}",
            f"Number: {len(deck.cards)}",
            _sideways(wide=deck.width > deck.height),
            "Back is Hidden: on",
        )
    )
    yield "\n".join(f"{number}. {_named(card, book)}" for number, card in enumerate(deck.cards, 1))


def _card(card: DeckCard, width: int, book: Book) -> str:
    """A single card by its pictures; one without a back shows its face on both sides."""
    files = [scaled_picture_path(each, "", width).lstrip("/") for each in picture_paths(card.card, book.game)]
    size = card.card.size
    back = card.front if card.back is None else card.back
    sideways = _sideways(wide=size.width.value > size.height.value)
    return "\n".join((_named(card, book), f"Face: {files[card.front]}", f"Back: {files[back]}", sideways))


def _named(card: DeckCard, book: Book) -> str:
    """A card, and how many of it there are."""
    return f"{card_name(card, book)} (× {card.card.count})" if card.card.count > 1 else card_name(card, book)


def _sideways(*, wide: bool) -> str:
    return f"Sideways: {'on' if wide else 'off'}"
