"""Turn a card into HTML for paper, with a box for each page."""

from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path, PurePosixPath

from markupsafe import Markup, escape

from rulewright.base.messages.messages import joined, tell
from rulewright.book.book import Book
from rulewright.book.grid import COLUMN, UNKNOWN
from rulewright.book.wording import full_name, plain
from rulewright.editions.news import news_of
from rulewright.entries.background import Ground
from rulewright.entries.blocks.zones import Zone, size_class
from rulewright.entries.card import Card
from rulewright.entries.marks import Mark
from rulewright.entries.paper import Millimetres, PictureArea, Share
from rulewright.entries.product import CARD_STYLE, SMALLEST_ON_CARDS
from rulewright.entries.rulebooks import Readers, Rulebook
from rulewright.entries.text import Target, Text
from rulewright.entries.themes import Theme
from rulewright.html.bound_words import bound, bound_in_cell
from rulewright.html.environment import asset, rendered
from rulewright.html.fonts import Ink, on_press, on_screen
from rulewright.html.marks import mark_image
from rulewright.html.paths import card_path
from rulewright.html.places import anchor_in_print, places_of
from rulewright.outputs.cards.bleeding import beyond_style, ground_drawing
from rulewright.outputs.cards.themes import themed
from rulewright.outputs.cards.typesetter import (
    SMALL_ON_BANDS,
    SMALLER,
    CardPageView,
    CardTypesetter,
    card_footer,
    card_pages,
    is_whole_sheet,
)
from rulewright.source.pictures import Picture

# Variants of a card

TAGGED = "pdf/ua-1"
"""WeasyPrint's name of the PDF standard of a single card, which screen readers can read."""


@dataclass(frozen=True, slots=True)
class Variant:
    """The options with which a card is printed, independent of its content.

    `theme` replaces the card's own, if it is not empty; `bleed` is the millimetres of ground printed beyond the edge;
    `standard` is WeasyPrint's name for a kind of PDF. Without `binds` lines may end between any two words.
    """

    theme: str = ""
    bleed: Decimal = Decimal(0)
    standard: str = TAGGED
    binds: bool = True

    @property
    def ink(self) -> Ink:
        """Return the function that writes colours in CSS: for a print shop in the inks of a press."""
        return on_press if self.standard.startswith("pdf/x") else on_screen


PLAIN = Variant()


CARD_TEMPLATE = "card/card.html.j2"
QUIET = Markup('<span class="unknown">{}</span>')
"""The markup of a cell without an answer, which the eye can skip."""
TYPE_STYLE = "type"
"""The id of the only style element that changes with the font size."""
FOOTER = Decimal("2.8")
"""Millimetres that the footer adds to the bottom margin."""


@dataclass(frozen=True, slots=True)
class CardView:
    """A card ready for its template; lengths carry their units. At `edges` it has no margin, and so no frame.

    `footer` is None if pages have none; `dense` reduces the spacing of the tables of a whole sheet; `heading` says how
    bands show their colours.
    """

    title: str
    language: str
    author: str
    subject: str
    width: str
    height: str
    type_style: str
    """The part of the style that depends on the font size."""
    margin: str
    dense: bool
    heading: str
    footer: Markup | None
    pages: tuple[CardPageView, ...]
    created: str = ""
    bleed: str = ""
    edges: tuple[str, ...] = ()


class PaperTypesetter(CardTypesetter):
    """A typesetter for paper: terms as the theme says, rule numbers small in brackets, marks as images."""

    def __init__(self, book: Book, card: Card, theme: Theme, variant: Variant = PLAIN) -> None:
        super().__init__(book, theme, variant.ink)
        self.places, self.card, self.bleed, self.binds = places_of(book), card, variant.bleed, variant.binds

    def link(self, target: Target, label: str) -> Markup:
        """Link rules and other cards, which are files beside this one; a card does not link to itself."""
        match target.kind:
            case "card" if target.id != self.card.id:
                file = PurePosixPath(card_path(self.book.cards[target.id])).name
                return Markup('<a class="card" href="{}">{}</a>').format(file, label)
            case "term":
                kind = "term whole" if "-" in label else "term"
                return Markup(f'<i class="{kind}">{escape(label)}</i>')  # noqa: S704 - its words are escaped
            case "rule":
                return Markup('<a class="rule" href="{}" title="{}">[{}]</a>').format(
                    self.address(target), full_name(self.book.rules[target.id], self.book), label
                )
        return Markup('<span class="{}">{}</span>').format(target.kind, label)

    def mark(self, mark: Mark) -> Markup:
        return mark_image(self.shown(mark), self.theme, self.ink, self.letters)

    def inline(self, text: Text) -> Markup:
        html = super().inline(text)
        return bound(html) if self.binds else html

    def in_cell(self, text: Text, role: str) -> Markup:
        html = super().inline(text)
        html = bound_in_cell(html, heads_column=role == COLUMN) if self.binds else html
        return QUIET.format(html) if text == UNKNOWN else html

    def length(self, length: Millimetres | Share) -> str:
        return str(length)

    def beyond(self, picture: Picture, place: PictureArea) -> str:
        return beyond_style(picture, place, self.bleed) if self.bleed else ""

    def ground_style(self, ground: Ground, picture: Picture) -> str:
        """Place the picture from the corner of the bleed box."""
        size, beyond = self.card.size, 2 * self.bleed
        area = f"{size.width.value + beyond}mm {size.height.value + beyond}mm"
        source = ground_drawing(ground, picture, size, self.bleed)
        return f"background: url({source}) -{self.bleed}mm -{self.bleed}mm / {area} no-repeat fixed"

    def address(self, rule: Target) -> str:
        """Return the rule's named destination in a rulebook, preferably one for players, or else its web page.

        A card is read at the table, often without a network. PDFs lie in one folder and open in one program, and
        viewers and browsers jump to a named destination without help.
        """
        game = self.book.game
        books = game.requests(Rulebook)
        for rulebook in sorted(books, key=lambda each: (each.readers or game.readers) is Readers.EDITORS):
            return f"../{rulebook.file}#nameddest={anchor_in_print(rule)}"
        return f"../web/{self.places.href(rule)}"


def card_style(card: Card, book: Book, project: Path, variant: Variant = PLAIN) -> str:
    """Return the stylesheet of one card."""
    return themed(asset(project, CARD_STYLE), book.themes[variant.theme or card.theme], variant.ink)


def card_html(card: Card, book: Book, project: Path, created: str = "", variant: Variant = PLAIN) -> str:
    """Return the HTML of one card; `created` is a date in ISO form for its metadata, or empty."""
    game, theme, margins = book.game, book.themes[variant.theme or card.theme], card.margins
    below = Millimetres(margins.bottom.value + FOOTER) if card.has_footer else margins.bottom
    typesetter = PaperTypesetter(book, card, theme, variant)
    typesetter.report(news_of(book, project))
    view = CardView(
        title=f"{plain(card.title, book)} · {game.title}",
        language=game.language,
        author=game.by,
        subject=joined(filter(None, (tell("{game}: quick-reference card", game=game.title), game.imprint))),
        width=str(card.size.width),
        height=str(card.size.height),
        type_style=type_styles(card),
        margin=" ".join(map(str, (margins.top, margins.right, below, margins.left))),
        dense=is_whole_sheet(card),
        heading=theme.band.value,
        footer=card_footer(typesetter) if card.has_footer else None,
        pages=card_pages(typesetter),
        created=created,
        bleed=str(Millimetres(variant.bleed)) if variant.bleed else "",
        edges=tuple(side for side, there in card.edges.named.items() if there),
    )
    return rendered(project, CARD_TEMPLATE, game.language, card=view)


def type_styles(card: Card) -> str:
    """Return the stylesheet with the font sizes of a card, of the smaller texts on it, and of its zones."""
    size = card.font_size
    too_small = {what: share for what, share in SMALL_ON_BANDS.items() if size * Decimal(share) < SMALLEST_ON_CARDS}
    rules = [f"html {{ font-size: {size}pt }}"]
    rules += [f"{what} {{ font-size: {_reduced(size, share)}pt }}" for what, share in (SMALLER | too_small).items()]
    blocks = (block for page in card.pages for block in page)
    for own in sorted({block.font_size for block in blocks if isinstance(block, Zone) and block.font_size}):
        for what, share in (("", "1"), *SMALLER.items()):
            rules.append(f".{size_class(own)} {what} {{ font-size: {_reduced(own, share)}pt }}")
    return "\n".join(rules)


def _reduced(size: Decimal, share: str) -> Decimal:
    """Return a share of the font size, but never a size that is hard to read."""
    return max(size * Decimal(share), min(size, SMALLEST_ON_CARDS))
