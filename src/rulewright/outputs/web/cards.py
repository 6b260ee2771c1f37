"""Make a web page for each card and each deck, with links to their files, and a stylesheet for their printed look."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import partial
from itertools import groupby
from pathlib import Path, PurePath, PurePosixPath
from typing import Any

import tinycss2
from markupsafe import Markup

from rulewright.base.findings import Span
from rulewright.base.messages.messages import joined, tell
from rulewright.book.wording import page_names
from rulewright.editions.news import news_of
from rulewright.entries.card import Card
from rulewright.entries.card_sizes import Margins
from rulewright.entries.paper import CUT_MARGIN, PAPER_MARGIN, Millimetres, Share
from rulewright.entries.product import CARD_STYLE, Label, Offer, ProductFile
from rulewright.entries.text import Target, Text
from rulewright.entries.themes import Theme
from rulewright.html.environment import asset
from rulewright.html.fonts import VALUE, on_screen
from rulewright.html.paths import card_path, picture_paths, thumbnail_path
from rulewright.html.places import Places
from rulewright.outputs.cards.scale import LENGTH, Where, respaced, scale_of
from rulewright.outputs.cards.themes import design_values
from rulewright.outputs.cards.typesetter import (
    SMALLER,
    CardTypesetter,
    card_footer,
    card_page,
    is_whole_sheet,
)
from rulewright.outputs.web.annotations import LinkView
from rulewright.outputs.web.assets import thin_style
from rulewright.outputs.web.fonts import card_stack
from rulewright.outputs.web.site import Page, Site, SiteFile
from rulewright.outputs.web.text import WebTypesetter
from rulewright.pdf.finished_files import FinishedFiles
from rulewright.pdf.page_images import PICTURE_DPI

# Links to files, each with its number of pages and its size


@dataclass(frozen=True, slots=True)
class Download:
    """A link to a file outside the web folder; `details` are its length and size."""

    label: str | Markup
    href: str
    details: str


@dataclass(frozen=True, slots=True)
class CardLink:
    """A card on the overview: its page, its picture and the picture's size in pixels, and its file.

    A deck has the picture of its first card and no file. `copies` is empty for a single card.
    """

    label: Markup
    href: str
    picture: str
    width: int
    height: int
    pdf: Download | None
    copies: str = ""


def overview_links(site: Site, typesetter: WebTypesetter) -> Iterator[CardLink]:
    """Yield a link to every card in the order of the source. All cards of a deck share one link."""
    for deck, group in groupby(site.book.game.cards, key=lambda card: card.deck):
        cards = list(group)
        if not deck:
            yield from card_links(cards, site, typesetter)
            continue
        (first,) = card_links(cards[:1], site, typesetter)
        label, count = typesetter.inline(site.book.deck_title(cards[0])), sum(card.count for card in cards)
        copies = tell("{count} cards", count=count)
        yield replace(first, label=label, href=site.places.href(Target("card", deck)), pdf=None, copies=copies)


def card_links(cards: Iterable[Card], site: Site, typesetter: WebTypesetter) -> Iterator[CardLink]:
    """Yield links to the pages of cards, with their pictures and PDFs."""
    for card in cards:
        width, height = site.files.thumbnail_size(card)
        href = site.places.href(Target("card", card.id))
        pdf = download("PDF", card_path(card), site.files)
        picture = PurePosixPath(thumbnail_path(card)).name
        copies = f"{card.count}\N{NO-BREAK SPACE}×" if card.count > 1 else ""
        yield CardLink(typesetter.inline(card.title), href, picture, width, height, pdf, copies)


def print_downloads(site: Site, typesetter: WebTypesetter, deck: str = "") -> Iterator[Download]:
    """Yield links to the PDFs of all products, in their order. The PDFs of a deck are only on the deck's page."""
    for file, offer in _offers(site, deck):
        if not offer.heading:
            yield download(_label(offer.label, typesetter), file.path, site.files, offer.note)


def online_downloads(site: Site, typesetter: WebTypesetter, deck: str = "") -> Iterator[tuple[Markup, list[Download]]]:
    """Yield groups of files, each under its heading."""

    def place(each: tuple[ProductFile, Offer]) -> tuple[Span | str, ...]:
        """Return a key to group by. Texts count by their place in the source, because headings may be equal."""
        return tuple(part.span if isinstance(part, Text) else part for part in each[1].heading)

    under_headings = (each for each in _offers(site, deck) if each[1].heading)
    for _, group in groupby(under_headings, key=place):
        offers = list(group)
        files = [download(_label(offer.label, typesetter), file.path, site.files) for file, offer in offers]
        yield _label(offers[0][1].heading, typesetter), files


def _offers(site: Site, deck: str) -> Iterator[tuple[ProductFile, Offer]]:
    for product in site.book.products:
        files = ((file, file.offer) for file in product.files(site.book) if file.offer)
        yield from ((file, offer) for file, offer in files if offer.deck == deck)


def _label(label: Label, typesetter: WebTypesetter) -> Markup:
    return Markup("").join(
        typesetter.inline(part) if isinstance(part, Text) else typesetter.said(part) for part in label
    )


def download(label: str | Markup, path: str, files: FinishedFiles, how_to_print: str = "") -> Download:
    """Return a link from the web folder to `path`, a file in build/GAME."""
    details = files.length(path)
    return Download(label, f"../{path}", joined(filter(None, (details, how_to_print)), "; "))


# A page for each deck. A deck is one entry on the overview, and the pages of its cards link to it.


def deck_pages(site: Site) -> Iterator[SiteFile]:
    """Yield a page for each deck, in the order of its first card."""
    for deck in dict.fromkeys(card.deck for card in site.book.game.cards):
        if deck:
            yield SiteFile(_deck_file(deck, site), partial(_deck_page, deck, site))


def _deck_file(deck: str, site: Site) -> str:
    """Return the file name of a deck's page. It is formed like the page of a card, and no card has the id of a deck."""
    return site.places.href(Target("card", deck))


def _deck_page(deck: str, site: Site) -> Page:
    typesetter = site.typesetter()
    cards = [card for card in site.book.game.cards if card.deck == deck]
    title = site.book.deck_title(cards[0]).words
    return site.page(
        _deck_file(deck, site),
        "deck",
        typesetter,
        title,
        description=tell("The cards “{deck}” for {game}, to read and to print.", deck=title, game=site.book.game.title),
        cards=tuple(card_links(cards, site, typesetter)),
        print_downloads=tuple(print_downloads(site, typesetter, deck)),
        online_downloads=tuple(online_downloads(site, typesetter, deck)),
    )


# A page for each card


class WebCardTypesetter(CardTypesetter, WebTypesetter):
    """Renders cards for the web, with rule numbers in brackets as on paper, and references as links."""

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
    """A web page of a card. `sides` are the pages of the card that it shows, counted from 0."""

    file: str
    title: str
    card: Card
    sides: tuple[int, ...]


def web_card_pages(site: Site) -> Iterator[SiteFile]:
    """Yield the pages of each card in the order of the overview, each with links to the previous and the next one."""
    pages = [page for card in site.book.game.cards for page in _card_pages(card, site)]
    links = [LinkView(page.file, Markup.escape(page.title), "card") for page in pages]
    for page, previous, next_ in zip(pages, [None, *links], [*links[1:], None], strict=False):
        yield SiteFile(page.file, partial(_web_page, page, site, previous, next_))


def _card_pages(card: Card, site: Site) -> Iterator[_CardPage]:
    """Yield one page for a card that players cut out, or one page for each side of a whole sheet."""
    title, names = site.plain(card.title), page_names(card)
    first = site.places.href(Target("card", card.id))
    if len(names) == 1 or not is_whole_sheet(card):
        yield _CardPage(first, title, card, tuple(range(len(names))))
        return
    for at, picture in enumerate(picture_paths(card, site.book.game)):
        file = f"card-{PurePath(picture).stem}.html" if at else first
        yield _CardPage(file, f"{title}, {names[at]}", card, (at,))


def _web_page(page: _CardPage, site: Site, previous: LinkView | None, next_: LinkView | None) -> Page:
    card, deck, game = site.files.with_setting(page.card), page.card.deck, site.book.game
    typesetter = WebCardTypesetter(site.places, card, site.book.themes[card.theme])
    typesetter.report(news_of(site.book, site.project))
    label = Markup.escape(site.book.deck_title(page.card).words)
    above = LinkView(_deck_file(deck, site), label, "card") if deck else None
    return site.page(
        page.file,
        "card",
        typesetter,
        page.title,
        description=tell("The card “{card}” for {game}, to read and to print.", card=page.title, game=game.title),
        previous=previous,
        next=next_,
        above=above,
        **_view(page, site, typesetter),
    )


def _view(page: _CardPage, site: Site, typesetter: WebCardTypesetter) -> dict[str, Any]:
    """Return a card with the factor of its spacing, to suit its type.

    `margins` and `footer` are empty unless the author wrote some.
    """
    card, sides = typesetter.card, typesetter.card.margins
    usual_margins = (Margins.around(CUT_MARGIN), Margins.around(PAPER_MARGIN))
    margins = "" if sides in usual_margins else f"{sides.top} {sides.right} {sides.bottom} {sides.left}"
    says_more_than_page = card.footer is not None or typesetter.news is not None
    pictures = zip(page_names(card), picture_paths(card, site.book.game), strict=True)
    return {
        "card": card,
        "scale": f"{scale_of(page.card, card):.4g}",
        "whole": is_whole_sheet(card),
        "heading": typesetter.theme.band.value,
        "margins": to_scale(margins),
        "footer": card_footer(typesetter) if card.has_footer and says_more_than_page else None,
        "sides": [card_page(typesetter, at) for at in page.sides],
        "pdf": download("PDF", card_path(card), site.files),
        "pictures": [
            Download(joined(("PNG", name)) if name else "PNG", f"../{file}", f"{PICTURE_DPI} dpi")
            for name, file in pictures
        ],
    }


# The print stylesheet, scoped and scaled for the screen. So a card on the web looks like the printed card, even with a
# project's own stylesheet. Every length becomes a multiple of `--mm`, which the page sets to the size of a millimetre
# of the card on the screen. The design values of themes become CSS variables, so that one stylesheet serves all themes.

FACE = ".face"
ON_SCREEN = "face.css"
MM_PER = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72, "px": 25.4 / 96}
SPACED = "var(--scale, 1)"
"""The spacing factor of a card whose type size was fitted automatically."""
TALLER = "var(--above, 1)"
FACTORS = {
    Where.ABOVE: f" * {SPACED} * var(--above, 1)",
    Where.BESIDE: f" * {SPACED} * var(--beside, 1)",
    Where.ELSEWHERE: f" * {SPACED}",
}
"""Factors for lengths that are spacing, by the place of the space."""
OF_THE_PAGE = ("body", ".page")
"""Selectors of the printed page. Their rules do not apply to cards on the web."""
ON_PAPER = ("corner-sign", "corner-reach", "foot-indent")
"""Design values that only pages on paper use."""
FRAMED = ("border", "border-radius", "padding")
"""Properties that the printed page and the frame of a card on the web share."""


def cards_style(project: Path, themes: Iterable[Theme]) -> str:
    """Return the stylesheet of card pages: the look of the print, then the rules for screens."""
    return card_look(asset(project, CARD_STYLE), themes) + thin_style(asset(project, f"web/{ON_SCREEN}"))


def card_look(stylesheet: str, themes: Iterable[Theme]) -> str:
    """Return the rules of a card's stylesheet, scoped to elements in a `.face`, which has its theme as a class.

    Font rules are left out, and page rules apply to the frame of the card.
    """
    themes = tuple(themes)
    values = {name for theme in themes for name in design_values(theme, on_screen)}
    renamed = VALUE.sub(lambda match: f"var(--card-{match[1]})" if match[1] in values else match[0], stylesheet)
    rules = tinycss2.parse_stylesheet(renamed, skip_comments=True, skip_whitespace=True)
    smaller = (f"{FACE} {selector} {{ font-size: {share}em }}" for selector, share in SMALLER.items())
    return "\n".join([*map(_values, themes), *filter(None, map(_scoped, rules)), *smaller]) + "\n"


def _values(theme: Theme) -> str:
    """Return the design values of a theme as CSS variables, with the web names of its font families.

    A screen cannot draw a line thinner than a pixel, so fine lines are paler instead.
    """
    paler = design_values(replace(theme, greys=True), on_screen)["fine-line"]
    written = {name: multiples(value) for name, value in design_values(theme, on_screen).items()} | {"fine-line": paler}
    written |= {"font": card_stack(theme.font), "headings": card_stack(theme.headings)}
    values = "; ".join(f"--card-{name}: {value}" for name, value in written.items() if name not in ON_PAPER)
    size = f"font-size: calc({theme.font_scale} * var(--type) * .3528 * var(--mm)); " if theme.font_scale != 1 else ""
    own = f"{size}letter-spacing: {written['letter-spacing']}; background: {written['paper']}"
    return f"{FACE}.{theme.id} {{ {values}; {own} }}"


def _scoped(rule: Any) -> str:
    """Return a rule, scoped to a card or to its frame; "" for a rule that the web does not need."""
    if rule.type == "at-rule" and rule.lower_at_keyword == "page" and rule.content is not None:
        parts = (each for each in tinycss2.parse_blocks_contents(rule.content) if each.type == "declaration")
        framed = (f"{each.name}:{multiples(tinycss2.serialize(each.value))}" for each in parts if each.name in FRAMED)
        text = "; ".join(framed)
        return f"{FACE} .frame {{ {text} }}" if text else ""
    if rule.type != "qualified-rule":
        return ""
    groups = (list(part) for comma, part in groupby(rule.prelude, lambda each: each == ",") if not comma)
    selectors = [tinycss2.serialize(group).strip() for group in groups]
    within = [
        FACE if selector == "html" else f"{FACE} {selector}"
        for selector in selectors
        if re.split(r"[\s+>~]", selector)[0] not in OF_THE_PAGE
    ]
    content, whole = (tinycss2.serialize(each).strip() for each in (rule.content, rule.prelude))
    return f"{', '.join(within)} {{ {to_scale(content, whole)} }}" if within else ""


def to_scale(declarations: str, selectors: str = "") -> str:
    """Return declarations with lengths as multiples of `--mm`. Spacing scales with the font size and may shrink."""

    def length(match: re.Match[str], where: Where) -> str:
        return multiples(match[0], FACTORS[where])

    return multiples(respaced(declarations, selectors, length, lambda line: f"calc(1 + {line - 1:.3g} * {TALLER})"))


def multiples(text: str, more: str = "") -> str:
    """Return a text with its lengths as multiples of `--mm`; `more` is CSS with further factors, such as ` * 2`."""
    return LENGTH.sub(lambda match: f"calc({float(match[1]) * MM_PER[match[2]]:.4g} * var(--mm){more})", text)
