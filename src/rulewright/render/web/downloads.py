"""The files to download, each with its pages and its size: for paper, for screens, for online tables."""

from collections.abc import Iterator
from itertools import groupby
from pathlib import PurePosixPath

from markupsafe import Markup

from rulewright.diagnostics import Span
from rulewright.model.book import Target
from rulewright.model.product import Label, Offer, ProductFile
from rulewright.model.text import Text
from rulewright.render.paths import card_path, thumbnail_path
from rulewright.render.pdf.finished_files import FinishedFiles
from rulewright.render.web.download_views import CardLinkView, Download, DownloadsView
from rulewright.render.web.site import Site
from rulewright.render.web.text import WebTypesetter
from rulewright.translation.messages import joined


def card_links(site: Site, typesetter: WebTypesetter) -> Iterator[CardLinkView]:
    """Every card in the order of its file."""
    for card in site.book.game.cards:
        width, height = site.files.thumbnail_size(card)
        href = site.places.href(Target("card", card.id))
        pdf = download("PDF", card_path(card), site.files)
        picture = PurePosixPath(thumbnail_path(card)).name
        yield CardLinkView(typesetter.inline(card.title), href, picture, width, height, pdf)


def print_downloads(site: Site, typesetter: WebTypesetter) -> Iterator[Download]:
    """The PDFs of all products, in their order."""
    for file, offer in _offers(site):
        if not offer.heading:
            yield download(_label(offer.label, typesetter), file.path, site.files, offer.note)


def online_downloads(site: Site, typesetter: WebTypesetter) -> Iterator[DownloadsView]:
    """Files that belong together, under their heading."""
    under_headings = (each for each in _offers(site) if each[1].heading)
    for _, group in groupby(under_headings, key=lambda each: _place(each[1].heading)):
        offers = list(group)
        files = (_file(_label(offer.label, typesetter), file.path, site) for file, offer in offers)
        yield DownloadsView(_label(offers[0][1].heading, typesetter), tuple(files))


def _offers(site: Site) -> Iterator[tuple[ProductFile, Offer]]:
    for product in site.book.products:
        yield from ((file, file.offer) for file in product.files(site.book) if file.offer)


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
