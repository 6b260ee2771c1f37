"""A saved object for Tabletop Simulator: every deck with its cards by name, as many of each as the game has.

The program loads pictures from addresses, which nobody knows before they are uploaded. The product's `address` is the
folder that they will be in; without it the file has a word in its place.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from rulewright.imposition.decks import Deck, DeckCard
from rulewright.model.book import Book
from rulewright.model.online import Online
from rulewright.render.paths import picture_paths, scaled_picture_path
from rulewright.wording import page_names, plain

PLACEHOLDER = "ADDRESS-OF-THE-FOLDER/"
"""What stands for an address that the author has not given; the note says to replace it."""
FACE_DOWN = {"rotX": 0.0, "rotY": 180.0, "rotZ": 180.0, "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}
APART = 4.0
"""Inches of the table from one deck to the next."""


def saved_object(online: Online, decks: Sequence[Deck], singles: Sequence[DeckCard], book: Book) -> str:
    """The file as text."""
    objects = [_deck(online, deck, at, book) for at, deck in enumerate(decks)]
    for at, card in enumerate(singles, len(decks)):
        objects += [_single(online, card, at, book)] * card.card.count
    saved = {"SaveName": plain(online.title, book), "ObjectStates": objects}
    return json.dumps(saved, indent=1, ensure_ascii=False) + "\n"


def card_name(card: DeckCard, book: Book) -> str:
    """The name of a card: its title, and with more than two pages the page."""
    title, names = plain(card.card.title, book), page_names(card.card)
    return f"{title}, {names[card.front]}" if len(names) > 2 else title


def _deck(online: Online, deck: Deck, at: int, book: Book) -> dict[str, Any]:
    face, back = (file.rpartition("/")[2] for file in deck.files)
    pictures = _pictures(online, face, back, deck.columns, deck.rows)
    ids = [100 * (at + 1) + place for place, card in enumerate(deck.cards) for _ in range(card.card.count)]
    wide = deck.width > deck.height
    cards = [_card(id_, card_name(deck.cards[id_ % 100], book), wide=wide) for id_ in ids]
    return {
        "Name": "DeckCustom",
        "Transform": {"posX": at * APART, "posY": 1.0, "posZ": 0.0, **FACE_DOWN},
        "Nickname": deck.name,
        "SidewaysCard": wide,
        "DeckIDs": ids,
        "CustomDeck": {str(at + 1): pictures},
        "ContainedObjects": cards,
    }


def _single(online: Online, card: DeckCard, at: int, book: Book) -> dict[str, Any]:
    """A card that is in no deck, with its own pictures; one without a back shows its face on both sides."""
    files = list(_files(card, max(online.widths), book))
    pictures = _pictures(online, files[card.front], files[card.front if card.back is None else card.back], 1, 1)
    size = card.card.size
    one = _card(100 * (at + 1), card_name(card, book), wide=size.width.value > size.height.value)
    place = {"posX": at * APART, "posY": 1.0, "posZ": 0.0, **FACE_DOWN}
    return {**one, "Name": "CardCustom", "Transform": place, "CustomDeck": {str(at + 1): pictures}}


def _files(card: DeckCard, width: int, book: Book) -> Iterator[str]:
    return (scaled_picture_path(each, "", width).lstrip("/") for each in picture_paths(card.card, book.game))


def _pictures(online: Online, face: str, back: str, columns: int, rows: int) -> dict[str, Any]:
    address = online.address or PLACEHOLDER
    return {
        "FaceURL": address + face,
        "BackURL": address + back,
        "NumWidth": columns,
        "NumHeight": rows,
        "BackIsHidden": True,
        "UniqueBack": columns * rows > 1,
        "Type": 0,
    }


def _card(id_: int, name: str, *, wide: bool) -> dict[str, Any]:
    place = {"posX": 0.0, "posY": 0.0, "posZ": 0.0, **FACE_DOWN}
    return {"Name": "Card", "Transform": place, "Nickname": name, "CardID": id_, "SidewaysCard": wide}
