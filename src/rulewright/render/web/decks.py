"""A page for each deck, with all its cards: on the overview, and above its cards, a deck is one entry."""

from collections.abc import Iterator
from functools import partial

from markupsafe import Markup

from rulewright.model.book import Target
from rulewright.model.card import Card, Deck
from rulewright.render.web.downloads import card_links, online_downloads, print_downloads
from rulewright.render.web.site import Page, Site, SiteFile
from rulewright.render.web.views import LinkView
from rulewright.translation.messages import tell


def deck_pages(site: Site) -> Iterator[SiteFile]:
    """The decks in the order of their files."""
    for deck in dict.fromkeys(card.deck for card in site.book.game.cards):
        if deck is not None:
            yield SiteFile(deck_file(deck, site), partial(_page, deck, site))


def deck_file(deck: Deck, site: Site) -> str:
    """Its address is like that of a card: no card has the name of a deck."""
    return site.places.href(Target("card", deck.id))


def above(card: Card, site: Site) -> LinkView | None:
    """The deck of a card."""
    if card.deck is None:
        return None
    return LinkView(deck_file(card.deck, site), Markup.escape(site.book.deck_title(card.deck).words), "card")


def _page(deck: Deck, site: Site) -> Page:
    typesetter = site.typesetter()
    cards = [card for card in site.book.game.cards if card.deck == deck]
    title = site.book.deck_title(deck).words
    return site.page(
        deck_file(deck, site),
        "deck",
        typesetter,
        title,
        description=tell("The cards “{deck}” for {game}, to read and to print.", deck=title, game=site.book.game.title),
        cards=tuple(card_links(cards, site, typesetter)),
        print_downloads=tuple(print_downloads(site, typesetter, deck.id)),
        online_downloads=tuple(online_downloads(site, typesetter, deck.id)),
    )
