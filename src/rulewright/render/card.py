"""Cards on paper: a layout and a book become HTML, with a box for each page."""

from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from markupsafe import Markup

from rulewright.model.book import Book, Target
from rulewright.model.card import Card
from rulewright.model.game import Mark
from rulewright.model.paper import Millimetres
from rulewright.render.card_blocks import (
    SMALL_ON_BANDS,
    SMALLER,
    CardPageView,
    CardTypesetter,
    card_pages,
    is_whole_sheet,
)
from rulewright.render.environment import environment
from rulewright.render.fonts import SMALLEST_ON_CARDS
from rulewright.render.places import Places
from rulewright.render.typeset import mark_image
from rulewright.wording import plain

CUT_MARGIN, PAPER_MARGIN = Millimetres(Decimal("2.2")), Millimetres(Decimal(5))
"""From the edge to the frame: of a card that is cut out, and of a whole sheet, to whose edge few printers reach."""
TYPE_STYLE = "type"
"""The id of the style element that alone changes with the size of type."""
FOOT = Decimal("2.8")
"""Millimetres that the line at the foot of every page adds to the margin below, where a card has several."""


@dataclass(frozen=True, slots=True)
class CardView:
    """A card ready for its template; lengths carry their units.

    `foot` is empty on a card of one page; `dense` sets the tables of a whole sheet, which holds many, closer.
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
    margin_below: str
    dense: bool
    foot: str
    pages: tuple[CardPageView, ...]
    created: str = ""


class PaperTypesetter(CardTypesetter):
    """Terms in italics, rule numbers small in brackets, marks as images."""

    def __init__(self, book: Book) -> None:
        super().__init__(book)
        self.places = Places(book)

    def link(self, target: Target, label: str) -> Markup:
        match target.kind:
            case "term":
                return Markup('<i class="{}">{}</i>').format("term whole" if "-" in label else "term", label)
            case "rule":
                return Markup('<a class="rule" href="{}">[{}]</a>').format(self.address(target), label)
        return Markup('<span class="{}">{}</span>').format(target.kind, label)

    def mark(self, mark: Mark) -> Markup:
        return mark_image(mark)

    def address(self, rule: Target) -> str:
        return f"../web/{self.places.href(rule)}"


def card_html(card: Card, book: Book, project: Path, created: str = "") -> str:
    """The HTML of one card; `created` is a date in ISO form for its metadata, or empty."""
    game = book.game
    typesetter = PaperTypesetter(book)
    whole = is_whole_sheet(card)
    margin = PAPER_MARGIN if whole else CUT_MARGIN
    view = CardView(
        title=card.title.source,
        language=game.language,
        author=game.title,
        subject=f"{game.title}: quick-reference card" + (f", edition {game.edition}" if game.edition else ""),
        width=str(card.size.width),
        height=str(card.size.height),
        type_style=type_style(card.type_size),
        margin=str(margin),
        margin_below=str(Millimetres(margin.value + FOOT) if len(card.pages) > 1 else margin),
        dense=whole,
        foot=_foot(card, book) if len(card.pages) > 1 else "",
        pages=card_pages(card, book, typesetter),
        created=created,
    )
    return environment(project).get_template("card/card.html.j2").render(card=view)


def _foot(card: Card, book: Book) -> str:
    """What tells loose sheets apart."""
    edition = f"edition {book.game.edition}" if book.game.edition else ""
    return " · ".join(filter(None, (plain(card.title, book), book.game.title, edition)))


def type_style(size: Decimal) -> str:
    """The stylesheet that sets the size of type of a card, in points, and of the smaller texts on it."""
    too_small = {what: share for what, share in SMALL_ON_BANDS.items() if size * Decimal(share) < SMALLEST_ON_CARDS}
    shares = (SMALLER | too_small).items()
    smaller = (f"{selector} {{ font-size: {_reduced(size, share)}pt }}" for selector, share in shares)
    return "\n".join((f"html {{ font-size: {size}pt }}", *smaller))


def _reduced(size: Decimal, share: str) -> Decimal:
    """A share of the size, but no type that is hard to read."""
    return max(size * Decimal(share), min(size, SMALLEST_ON_CARDS))
