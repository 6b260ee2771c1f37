"""Cards for online tables: pictures, and decks for Tabletop Simulator."""

from collections.abc import Iterator, Mapping
from functools import partial

from rulewright.model.on_screen import Online
from rulewright.render.cards.deck_note import deck_text
from rulewright.render.cards.decks import Deck, deck_picture, decks_of, single_cards
from rulewright.render.paths import card_path, deck_note_path
from rulewright.render.pdf.page_images import page_image
from rulewright.render.products.run import OutputFile, PrintRun, Rendered, text_file
from rulewright.render.products.screen import scaled_picture_files

FOLDER = "online"


def online_files(run: PrintRun, cards: Mapping[str, bytes]) -> Iterator[OutputFile]:
    """The pictures, and notes on how to use them; `cards` are the finished ones."""
    for each in run.book.game.online:
        for card in run.book.chosen(each.cards):
            for width in each.widths:
                yield from scaled_picture_files(run, card, cards[card_path(card)], FOLDER, width)
        yield from _decks(run, each, cards)


def _decks(run: PrintRun, online: Online, cards: Mapping[str, bytes]) -> Iterator[OutputFile]:
    """The pictures of each deck, and what to type for all of them."""
    chosen = run.book.chosen(online.cards)
    decks = decks_of(online, chosen)
    pdfs = [cards[card_path(card)] for card in chosen]
    for deck in decks:
        for path, backs in zip(deck.files, (False, True), strict=True):
            yield OutputFile(path, [repr(deck), *pdfs], partial(_side, deck, cards, backs))
    yield text_file(deck_note_path(online), deck_text(online, decks, single_cards(chosen), run.book))


def _side(deck: Deck, cards: Mapping[str, bytes], backs: bool) -> Rendered:
    return deck_picture(deck, lambda card, *rest: page_image(cards[card_path(card)], *rest), backs=backs), ()
