"""A page for each card: the card itself with its links live, and its files to take away."""

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from rulewright.model.book import Target
from rulewright.model.game import Card
from rulewright.render.card_blocks import CardPageView, CardTypesetter, card_pages, is_whole_sheet
from rulewright.render.prints import card_file, picture_files
from rulewright.render.published_views import Download
from rulewright.render.views import LinkView
from rulewright.render.web.downloads import download
from rulewright.render.web.site import Site
from rulewright.render.web.text import WebTypesetter


@dataclass(frozen=True, slots=True)
class CardOnWebView:
    """A card: its sides in millimetres, its type in points, and its files."""

    width: str
    height: str
    type_size: str
    whole: bool
    pages: tuple[CardPageView, ...]
    pdf: Download
    pictures: tuple[Download, ...]


class WebCardTypesetter(CardTypesetter, WebTypesetter):
    """As on paper, rule numbers in brackets; as on the web, everything named is a link."""

    def link(self, target: Target, label: str) -> Markup:
        return super().link(target, f"[{label}]" if target.kind == "rule" else label)

    def address(self, rule: Target) -> str:
        return self.places.href(rule)


def web_card_pages(site: Site) -> Iterator[tuple[str, str]]:
    """Each card in the order of the overview, with its neighbours."""
    cards = site.book.game.cards
    for at, card in enumerate(cards):
        typesetter = WebCardTypesetter(site.places)
        file = site.places.href(Target("card", card.id))
        yield file, site.page(
            file,
            "card",
            typesetter,
            site.plain(card.title),
            description=f"The card “{site.plain(card.title)}” for {site.book.game.title}, to read and to print.",
            previous=_link(cards[at - 1], site) if at else None,
            next=_link(cards[at + 1], site) if at + 1 < len(cards) else None,
            own={"card": _view(card, site, typesetter)},
        )


def _view(card: Card, site: Site, typesetter: WebCardTypesetter) -> CardOnWebView:
    game, prints = site.book.game, site.prints
    files = picture_files(card, game)
    labels = [f"PNG, page {page}" for page in range(1, len(files) + 1)] if len(files) > 1 else ["PNG"]
    return CardOnWebView(
        width=str(card.size.width.value),
        height=str(card.size.height.value),
        type_size=str(card.type_size),
        whole=is_whole_sheet(card),
        pages=card_pages(card, site.book, typesetter),
        pdf=download("PDF", card_file(card), prints),
        pictures=tuple(Download(label, f"../{file}", "300 dpi") for label, file in zip(labels, files, strict=True)),
    )


def _link(card: Card, site: Site) -> LinkView:
    return LinkView(site.places.href(Target("card", card.id)), Markup.escape(site.plain(card.title)), "card")
