"""The paths of all outputs of a game below build/GAME."""

from collections.abc import Iterator
from pathlib import PurePath

from rulewright.model.card import Card
from rulewright.model.game import Game
from rulewright.model.product import Online, Press

RULES_FILE, RULES_SCHEMA = "rules.json", "rules.schema.json"
"""The rules for other programs, and the form of that file."""


def card_path(card: Card) -> str:
    """The PDF of a card."""
    return f"cards/{card.id}.pdf"


def press_path(card: Card) -> str:
    """The PDF of a card for a print shop."""
    return f"press/{card.id}.pdf"


def gang_path(press: Press) -> str:
    """The PDF of the cards that share a sheet of a press."""
    return f"press/{press.id}.pdf"


def screen_path(card: Card, width: int) -> str:
    """The PDF of a card for a screen."""
    return f"screen/{card.id}-{width}.pdf"


def chart_path(card: Card) -> str:
    """The HTML chart of a card for an online table."""
    return f"online/{card.id}.html"


def deck_note_path(online: Online) -> str:
    """The text that explains how to use the decks."""
    return f"online/{online.id}.txt"


def saved_object_path(online: Online) -> str:
    """The decks as an object that Tabletop Simulator loads."""
    return f"online/{online.id}-tabletop-simulator.json"


def picture_paths(card: Card, game: Game) -> tuple[str, ...]:
    """The pictures of a card, page by page: CARD.png, CARD-2.png."""
    taken = {each.id for each in game.cards}
    later = (f"{card.id}-{page}" for page in range(2, len(card.pages) + 1))
    names = (card.id, *(f"{name}-page" if name in taken else name for name in later))
    return tuple(f"cards/{name}.png" for name in names)


def thumbnail_path(card: Card) -> str:
    """The small picture of a card for the web pages."""
    return f"web/card-{card.id}.png"


def scaled_picture_paths(card: Card, game: Game, folder: str, width: int) -> Iterator[str]:
    """All pictures of a card in another folder, page by page."""
    return (scaled_picture_path(picture, folder, width) for picture in picture_paths(card, game))


def scaled_picture_path(picture: str, folder: str, width: int) -> str:
    """One of the `picture_paths` in another folder, with its width in pixels: online/CARD-2-500.png."""
    return f"{folder}/{PurePath(picture).stem}-{width}.png"
