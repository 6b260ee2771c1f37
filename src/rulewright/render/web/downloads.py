"""The files to download, each with its pages and its size: for paper, for screens, for online tables."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from pathlib import PurePosixPath

from markupsafe import Markup

from rulewright.findings import Span
from rulewright.model.book import Target
from rulewright.model.card import Card
from rulewright.model.product import Label, Offer, ProductFile
from rulewright.model.text import Text
from rulewright.render.paths import card_path, thumbnail_path
from rulewright.render.pdf.finished_files import FinishedFiles
from rulewright.render.web.download_views import CardLinkView, Download, DownloadsView
from rulewright.render.web.site import Site
from rulewright.render.web.text import WebTypesetter
from rulewright.translation.messages import joined, tell


def overview_links(site: Site, typesetter: WebTypesetter) -> Iterator[CardLinkView]:
    """Every card in the order of its file, but each deck as one."""
    for deck, group in groupby(site.book.game.cards, key=lambda card: card.deck):
        cards = list(group)
        if deck is None:
            yield from card_links(cards, site, typesetter)
            continue
        (first,) = card_links(cards[:1], site, typesetter)
        label, count = typesetter.inline(site.book.deck_title(deck)), sum(card.count for card in cards)
        copies = tell("{count} cards", count=count)
        yield replace(first, label=label, href=site.places.href(Target("card", deck.id)), pdf=None, copies=copies)


def card_links(cards: Iterable[Card], site: Site, typesetter: WebTypesetter) -> Iterator[CardLinkView]:
    """Cards with their files."""
    for card in cards:
        width, height = site.files.thumbnail_size(card)
        href = site.places.href(Target("card", card.id))
        pdf = download("PDF", card_path(card), site.files)
        picture = PurePosixPath(thumbnail_path(card)).name
        copies = f"{card.count}\N{NO-BREAK SPACE}×" if card.count > 1 else ""
        yield CardLinkView(typesetter.inline(card.title), href, picture, width, height, pdf, copies)


def print_downloads(site: Site, typesetter: WebTypesetter, deck: str = "") -> Iterator[Download]:
    """The PDFs of all products, in their order; those of the cards of a deck are on its page only."""
    for file, offer in _offers(site, deck):
        if not offer.heading:
            yield download(_label(offer.label, typesetter), file.path, site.files, offer.note)


def online_downloads(site: Site, typesetter: WebTypesetter, deck: str = "") -> Iterator[DownloadsView]:
    """Files that belong together, under their heading."""
    under_headings = (each for each in _offers(site, deck) if each[1].heading)
    for _, group in groupby(under_headings, key=lambda each: _place(each[1].heading)):
        offers = list(group)
        files = (_file(_label(offer.label, typesetter), file.path, site) for file, offer in offers)
        yield DownloadsView(_label(offers[0][1].heading, typesetter), tuple(files))


def _offers(site: Site, deck: str) -> Iterator[tuple[ProductFile, Offer]]:
    for product in site.book.products:
        files = ((file, file.offer) for file in product.files(site.book) if file.offer)
        yield from ((file, offer) for file, offer in files if offer.deck == deck)


def _place(label: Label) -> tuple[Span | str, ...]:
    """Tells two headings of the same words apart."""
    return tuple(part.span if isinstance(part, Text) else part for part in label)


def _label(label: Label, typesetter: WebTypesetter) -> Markup:
    return Markup("").join(
        typesetter.inline(part) if isinstance(part, Text) else typesetter.said(part) for part in label
    )


def _file(label: Markup, path: str, site: Site) -> Download:
    return Download(label, f"../{path}", site.files.length(path))


def download(label: str | Markup, path: str, files: FinishedFiles, how_to_print: str = "") -> Download:
    """A PDF below build/GAME, as the pages of the web folder link it."""
    details = files.length(path)
    return Download(label, f"../{path}", joined(filter(None, (details, how_to_print)), "; "))
