"""A page for each card: the card with live links, and its files to download."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from pathlib import PurePath

from markupsafe import Markup

from rulewright.editions.news import news_of
from rulewright.model.book import Target
from rulewright.model.card import Card, Spacing
from rulewright.model.game import Game
from rulewright.model.paper import CUT_MARGIN, PAPER_MARGIN, Margins, Millimetres, Share
from rulewright.model.theme import Theme
from rulewright.render.cards.fitting.scale import scale_of
from rulewright.render.cards.typesetter import (
    CardPageView,
    CardTypesetter,
    card_footer,
    card_page,
    is_whole_sheet,
)
from rulewright.render.paths import card_path, picture_paths
from rulewright.render.pdf.page_images import PICTURE_DPI
from rulewright.render.typesetting.places import Places
from rulewright.render.web.card_look import to_scale
from rulewright.render.web.decks import above
from rulewright.render.web.download_views import Download
from rulewright.render.web.downloads import download
from rulewright.render.web.site import Page, Site, SiteFile
from rulewright.render.web.text import WebTypesetter
from rulewright.render.web.views import LinkView
from rulewright.translation.messages import joined, tell
from rulewright.wording import page_names


@dataclass(frozen=True, slots=True)
class CardOnWebView:
    """A card: its sides in millimetres, its type in points, its theme and the look of its bands; and its files.

    `scale` is the factor of its spacing, to suit its type; `spacing` has those between lines and in cells, where
    they are not as usual; `margins` and `foot` are empty unless the author wrote some.
    """

    width: str
    height: str
    font_size: str
    scale: str
    spacing: Spacing | None
    whole: bool
    theme: str
    heading: str
    margins: str
    footer: Markup | None
    pages: tuple[CardPageView, ...]
    pdf: Download
    pictures: tuple[Download, ...]


class WebCardTypesetter(CardTypesetter, WebTypesetter):
    """Rule numbers in brackets as on paper; everything named is a link as on the web."""

    usable = False

    def __init__(self, places: Places, card: Card, theme: Theme) -> None:
        WebTypesetter.__init__(self, places, theme=theme)
        self.card = card

    def link(self, target: Target, label: str) -> Markup:
        return super().link(target, f"[{label}]" if target.kind == "rule" else label)

    def anchor(self, cell: Target) -> str:  # noqa: ARG002 - a card may print a table twice: its ids would clash
        return ""

    def length(self, length: Millimetres | Share) -> str:
        return to_scale(str(length))

    def type_size(self, points: Decimal) -> str:
        return to_scale(f"font-size: {points}pt")

    def address(self, rule: Target) -> str:
        return self.places.href(rule)


@dataclass(frozen=True, slots=True)
class _CardPage:
    """A web page of a card, with the pages of the card on it, counted from 0."""

    file: str
    title: str
    card: Card
    sides: tuple[int, ...]


def web_card_pages(site: Site) -> Iterator[SiteFile]:
    """Each card in the order of the overview, with its neighbours."""
    pages = [page for card in site.book.game.cards for page in _card_pages(card, site)]
    links = [LinkView(page.file, Markup.escape(page.title), "card") for page in pages]
    for at, page in enumerate(pages):
        previous = links[at - 1] if at else None
        next_ = links[at + 1] if at + 1 < len(pages) else None
        yield SiteFile(page.file, partial(_web_page, page, site, previous, next_))


def _web_page(page: _CardPage, site: Site, previous: LinkView | None, next_: LinkView | None) -> Page:
    card = site.files.as_set(page.card)
    typesetter = WebCardTypesetter(site.places, card, site.book.themes[card.theme])
    typesetter.report(news_of(site.book, site.project))
    return site.page(
        page.file,
        "card",
        typesetter,
        page.title,
        description=tell(
            "The card “{card}” for {game}, to read and to print.", card=page.title, game=site.book.game.title
        ),
        previous=previous,
        next=next_,
        above=above(card, site),
        own={"card": _view(page, site, typesetter)},
    )


def _card_pages(card: Card, site: Site) -> Iterator[_CardPage]:
    """One page for a card that is cut out; a whole sheet is long and has a page for each side."""
    title, names = site.plain(card.title), page_names(card)
    first = site.places.href(Target("card", card.id))
    if len(names) == 1 or not is_whole_sheet(card):
        yield _CardPage(first, title, card, tuple(range(len(names))))
        return
    for at, picture in enumerate(picture_paths(card, site.book.game)):
        file = f"card-{PurePath(picture).stem}.html" if at else first
        yield _CardPage(file, f"{title}, {names[at]}", card, (at,))


def _view(page: _CardPage, site: Site, typesetter: WebCardTypesetter) -> CardOnWebView:
    card = typesetter.card
    return CardOnWebView(
        width=str(card.size.width.value),
        height=str(card.size.height.value),
        font_size=str(card.font_size),
        scale=f"{scale_of(page.card, card):.4g}",
        spacing=card.spacing,
        whole=is_whole_sheet(card),
        theme=card.theme,
        heading=typesetter.theme.band.value,
        margins=_margins(card),
        footer=card_footer(typesetter) if card.has_footer and _says_more(typesetter) else None,
        pages=tuple(card_page(typesetter, at) for at in page.sides),
        pdf=download("PDF", card_path(card), site.files),
        pictures=tuple(_pictures(card, site.book.game)),
    )


def _says_more(typesetter: WebCardTypesetter) -> bool:
    """Whether a footer says what the page around the card does not."""
    return typesetter.card.footer is not None or typesetter.news is not None


def _margins(card: Card) -> str:
    sides = card.margins
    own = sides not in (Margins.around(CUT_MARGIN), Margins.around(PAPER_MARGIN))
    return to_scale(" ".join(map(str, (sides.top, sides.right, sides.bottom, sides.left)))) if own else ""


def _pictures(card: Card, game: Game) -> Iterator[Download]:
    for name, file in zip(page_names(card), picture_paths(card, game), strict=True):
        yield Download(joined(("PNG", name)) if name else "PNG", f"../{file}", f"{PICTURE_DPI} dpi")
