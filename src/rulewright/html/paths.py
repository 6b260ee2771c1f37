"""The paths of all outputs of a game below build/GAME."""

from collections.abc import Iterator
from pathlib import PurePath

from rulewright.book.game import Game
from rulewright.entries.card import Card
from rulewright.entries.card_pictures import Online
from rulewright.entries.press import Press

RULES_FILE, RULES_SCHEMA = "rules.json", "rules.schema.json"
"""The rules as data for other programs, and the JSON Schema of that file."""


def card_path(card: Card) -> str:
    """Return the path of a card's PDF."""
    return f"cards/{card.id}.pdf"


def press_path(card: Card) -> str:
    """Return the path of a card's PDF for a print shop."""
    return f"press/{card.id}.pdf"


def gang_path(press: Press) -> str:
    """Return the path of the PDF with several cards on a press sheet."""
    return f"press/{press.id}.pdf"


def screen_path(card: Card, width: int) -> str:
    """Return the path of a card's PDF for a screen `width` pixels wide."""
    return f"screen/{card.id}-{width}.pdf"


def chart_path(card: Card) -> str:
    """Return the path of a card's HTML chart for an online table."""
    return f"online/{card.id}.html"


def deck_note_path(online: Online) -> str:
    """Return the path of the text that explains how to use the decks."""
    return f"online/{online.id}.txt"


def saved_object_path(online: Online) -> str:
    """Return the path of the decks as a saved object for Tabletop Simulator."""
    return f"online/{online.id}-tabletop-simulator.json"


def picture_paths(card: Card, game: Game) -> tuple[str, ...]:
    """Return the paths of a card's pictures, page by page: CARD.png, CARD-2.png."""
    taken = {each.id for each in game.cards}
    later = (f"{card.id}-{page}" for page in range(2, len(card.pages) + 1))
    names = (card.id, *(f"{name}-page" if name in taken else name for name in later))
    return tuple(f"cards/{name}.png" for name in names)


def thumbnail_path(card: Card) -> str:
    """Return the path of the small picture of a card for the web pages."""
    return f"web/card-{card.id}.png"


def scaled_picture_paths(card: Card, game: Game, folder: str, width: int) -> Iterator[str]:
    """Yield the paths of a card's scaled pictures in another folder, page by page."""
    return (scaled_picture_path(picture, folder, width) for picture in picture_paths(card, game))


def scaled_picture_path(picture: str, folder: str, width: int) -> str:
    """Return the path of a scaled picture: a path of `picture_paths` in another folder, with its width in pixels.

    For example, online/CARD-2-500.png.
    """
    return f"{folder}/{PurePath(picture).stem}-{width}.png"
