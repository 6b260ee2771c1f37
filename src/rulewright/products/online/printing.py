"""Cards for online tables: pictures, and decks for Tabletop Simulator."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from PIL import Image

from rulewright.imposition.decks import Deck, decks_of, single_cards
from rulewright.model.card import Card
from rulewright.model.online import Online
from rulewright.products.online.deck_note import deck_text
from rulewright.products.online.saved_object import saved_object
from rulewright.products.run import OutputFile, PrintRun, Rendered, known, text_file
from rulewright.products.scaled_pictures import scaled_picture_files
from rulewright.render.paths import card_path, deck_note_path, saved_object_path
from rulewright.render.pdf.page_images import page_image, png_picture

FOLDER = "online"


def online_files(run: PrintRun, online: Online, cards: Mapping[str, bytes]) -> Iterator[OutputFile]:
    """The pictures, and notes on how to use them; `cards` are the finished ones."""
    for card in run.book.chosen(online.cards):
        for width in online.widths:
            yield from scaled_picture_files(run, card, cards[card_path(card)], FOLDER, width)
    yield from _decks(run, online, cards)


def _decks(run: PrintRun, online: Online, cards: Mapping[str, bytes]) -> Iterator[OutputFile]:
    """The pictures of each deck, and what to type for all of them."""
    chosen = run.book.chosen(online.cards)
    decks = decks_of(online, chosen)
    pdfs = [cards[card_path(card)] for card in chosen]
    for deck in decks:
        for path, backs in zip(deck.files, (False, True), strict=True):
            yield OutputFile(path, known(repr(deck), *pdfs), partial(_side, deck, cards, backs))
    singles = single_cards(chosen)
    yield text_file(deck_note_path(online), deck_text(online, decks, singles, run.book))
    yield text_file(saved_object_path(online), saved_object(online, decks, singles, run.book))


def _side(deck: Deck, cards: Mapping[str, bytes], backs: bool) -> Rendered:
    return _picture(deck, lambda card, *rest: page_image(cards[card_path(card)], *rest), backs=backs), ()


PageImage = Callable[[Card, int, int], Any]
"""A page of a card as an image of Pillow's, at a given width in pixels."""


def _picture(deck: Deck, page_image: PageImage, *, backs: bool) -> bytes:
    """One side of all cards of a deck as a PNG; a side with nothing on it is white."""
    grid = Image.new("RGB", (deck.columns * deck.width, deck.rows * deck.height), "white")
    for at, card in enumerate(deck.cards):
        page = card.back if backs else card.front
        if page is not None:
            image = page_image(card.card, page, deck.width).crop((0, 0, deck.width, deck.height))
            grid.paste(image, (at % deck.columns * deck.width, at // deck.columns * deck.height))
    return png_picture(grid).png
