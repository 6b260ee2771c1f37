"""Cards for tables that are on the screen: pictures, and decks for Tabletop Simulator."""

from collections.abc import Iterator, Mapping
from functools import partial

from rulewright.model.on_screen import Online
from rulewright.render.cards.deck_note import deck_text
from rulewright.render.cards.decks import Deck, alone, deck_picture, decks_of
from rulewright.render.pdf.page_images import card_file, deck_note, page_image
from rulewright.render.products.run import Made, PrintRun, Wanted, text_file
from rulewright.render.products.screen import wide_pictures

FOLDER = "online"


def online(run: PrintRun, cards: Mapping[str, bytes]) -> Iterator[Wanted]:
    """The pictures, and what is to be known of them; `cards` are the finished ones."""
    for each in run.book.game.online:
        for card in run.book.chosen(each.cards):
            for width in each.widths:
                yield from wide_pictures(run, card, cards[card_file(card)], FOLDER, width)
        yield from _decks(run, each, cards)


def _decks(run: PrintRun, online: Online, cards: Mapping[str, bytes]) -> Iterator[Wanted]:
    """The pictures of each deck, and what to type for all of them."""
    chosen = run.book.chosen(online.cards)
    made = decks_of(online, chosen)
    pdfs = [cards[card_file(card)] for card in chosen]
    for deck in made:
        for path, backs in zip(deck.files, (False, True), strict=True):
            yield Wanted(path, [repr(deck), *pdfs], partial(_side, deck, cards, backs))
    yield text_file(deck_note(online), deck_text(online, made, alone(chosen), run.book))


def _side(deck: Deck, cards: Mapping[str, bytes], backs: bool) -> Made:
    return deck_picture(deck, lambda card, *rest: page_image(cards[card_file(card)], *rest), backs=backs), ()
