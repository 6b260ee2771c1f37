"""Cards on paper: a layout and a book become HTML, with a box for each page."""

from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path, PurePosixPath

from markupsafe import Markup

from rulewright.model.book import Book, Target
from rulewright.model.card import Card
from rulewright.model.game import Mark
from rulewright.model.paper import Millimetres, Share
from rulewright.model.product import CARD_STYLE, SMALLEST_ON_CARDS
from rulewright.model.rulebook import Rulebook
from rulewright.model.theme import STANDARD, Theme
from rulewright.render.cards.blocks import (
    SMALL_ON_BANDS,
    SMALLER,
    CardPageView,
    CardTypesetter,
    card_foot,
    card_pages,
    is_whole_sheet,
)
from rulewright.render.cards.themes import themed
from rulewright.render.cards.variant import PLAIN, Variant
from rulewright.render.paths import card_path
from rulewright.render.typesetting.environment import asset, environment
from rulewright.render.typesetting.inks import Ink, on_screen
from rulewright.render.typesetting.places import Places, anchor_in_print
from rulewright.render.typesetting.typesetter import mark_image
from rulewright.wording import full_name, plain

TYPE_STYLE = "type"
"""The id of the style element that alone changes with the size of type."""
FOOT = Decimal("2.8")
"""Millimetres that the line at the foot of a page adds to the margin below."""


@dataclass(frozen=True, slots=True)
class CardView:
    """A card ready for its template; lengths carry their units.

    `foot` is None where pages have none; `dense` sets the tables of a whole sheet, which holds many, closer.
    `heading` is what bands do with their colours.
    """

    title: str
    language: str
    author: str
    subject: str
    width: str
    height: str
    type_style: str
    """The part of the style that the size of type changes."""
    margin: str
    dense: bool
    heading: str
    foot: Markup | None
    pages: tuple[CardPageView, ...]
    created: str = ""
    bleed: str = ""


class PaperTypesetter(CardTypesetter):
    """Terms in italics, rule numbers small in brackets, marks as images."""

    def __init__(self, book: Book, card: Card, theme: Theme = STANDARD, ink: Ink = on_screen) -> None:
        super().__init__(book, theme, ink)
        self.places, self.card = Places(book), card

    def link(self, target: Target, label: str) -> Markup:
        """Rules and other cards are links, for they are files beside this one; a card is none to itself."""
        match target.kind:
            case "card" if target.id != self.card.id:
                file = PurePosixPath(card_path(self.book.cards[target.id])).name
                return Markup('<a class="card" href="{}">{}</a>').format(file, label)
            case "term":
                return Markup('<i class="{}">{}</i>').format("term whole" if "-" in label else "term", label)
            case "rule":
                return Markup('<a class="rule" href="{}" title="{}">[{}]</a>').format(
                    self.address(target), full_name(self.book.rules[target.id], self.book), label
                )
        return Markup('<span class="{}">{}</span>').format(target.kind, label)

    def mark(self, mark: Mark) -> Markup:
        return mark_image(mark, self.theme, self.ink)

    def length(self, length: Millimetres | Share) -> str:
        return str(length)

    def address(self, rule: Target) -> str:
        """The rule in the printed rulebook, by its name there; where the game has no rulebook, its page on the web.

        A card is read at the table, often without a network, and printed things lead to printed things: they lie in
        one folder, open in one program, and a reader of PDFs turns to a named place by itself. Browsers do so too.
        """
        for rulebook in self.book.game.requests(Rulebook):
            return f"../{rulebook.file}#nameddest={anchor_in_print(rule)}"
        return f"../web/{self.places.href(rule)}"


def card_theme(card: Card, book: Book, dress: Variant = PLAIN) -> Theme:
    """The theme that a card is printed in: its own, unless the dress has another."""
    return book.themes[dress.theme or card.theme]


def card_style(card: Card, book: Book, project: Path, dress: Variant = PLAIN) -> str:
    """The style sheet of one card."""
    return themed(asset(project, CARD_STYLE), card_theme(card, book, dress), dress.ink)


def card_html(card: Card, book: Book, project: Path, created: str = "", dress: Variant = PLAIN) -> str:
    """The HTML of one card; `created` is a date in ISO form for its metadata, or empty."""
    game = book.game
    theme = card_theme(card, book, dress)
    typesetter = PaperTypesetter(book, card, theme, dress.ink)
    view = CardView(
        title=f"{plain(card.title, book)} · {game.title}",
        language=game.language,
        author=game.title,
        subject=", ".join(filter(None, (f"{game.title}: quick-reference card", game.imprint))),
        width=str(card.size.width),
        height=str(card.size.height),
        type_style=type_style(card.type_size),
        margin=_margin(card),
        dense=is_whole_sheet(card),
        heading=theme.band.value,
        foot=card_foot(card, typesetter) if card.has_foot else None,
        pages=card_pages(card, book, typesetter),
        created=created,
        bleed=str(Millimetres(dress.bleed)) if dress.bleed else "",
    )
    return environment(project).get_template("card/card.html.j2").render(card=view)


def _margin(card: Card) -> str:
    """What lies around the frame, in the order of the style sheet."""
    sides = card.margins
    below = Millimetres(sides.bottom.value + FOOT) if card.has_foot else sides.bottom
    return " ".join(map(str, (sides.top, sides.right, below, sides.left)))


def type_style(size: Decimal) -> str:
    """The stylesheet that sets the size of type of a card, in points, and of the smaller texts on it."""
    too_small = {what: share for what, share in SMALL_ON_BANDS.items() if size * Decimal(share) < SMALLEST_ON_CARDS}
    shares = (SMALLER | too_small).items()
    smaller = (f"{selector} {{ font-size: {_reduced(size, share)}pt }}" for selector, share in shares)
    return "\n".join((f"html {{ font-size: {size}pt }}", *smaller))


def _reduced(size: Decimal, share: str) -> Decimal:
    """A share of the size, but no type that is hard to read."""
    return max(size * Decimal(share), min(size, SMALLEST_ON_CARDS))
