"""Colours that are meant to tell things apart, and do not for everybody.

One man in twelve sees fewer colours than others, and home printers often print in grey. Two bands of one card have
their titles too, so where their colours merge, a reader only loses the quick way to find them: a note. Two marks with
the same letter are told apart by their colours alone: a warning.
"""

from collections.abc import Iterator
from itertools import combinations

from rulewright.diagnostics import Diagnostic, Label, Severity, Span
from rulewright.model.book import Book
from rulewright.model.card import Card
from rulewright.model.colour import VIEWS, difference
from rulewright.model.game import Mark
from rulewright.model.theme import Heading

APART = 10.0
"""The least difference (CIE 1976) of colours that are to be told apart.

2.3 can just be seen where two lie side by side. These lie apart, under a lamp, from a printer that is itself 3 to 5
off, and a badge is a few millimetres large: so it takes about four times as much.
"""

HINT = "make one of them lighter or darker: lightness is what everybody sees, and every printer prints"


def colours_merge(book: Book) -> Iterator[Diagnostic]:
    """Each pair of bands on one card, and of marks with one letter, whose different colours look alike to somebody."""
    told: set[tuple[str, str]] = set()
    for card in book.game.cards:
        if book.themes[card.theme].band is not Heading.FILLED:
            continue  # a thin bar or line of colour tells nothing that the title does not
        for one, other in combinations(_band_colours(card, book), 2):
            if (one, other) in told or (other, one) in told:
                continue
            told.add((one, other))
            first, second = book.colours[one], book.colours[other]
            if views := _merge(first.hex, second.hex):
                message = f"the bands {one!r} and {other!r} of the card {card.id!r} look alike {views}"
                yield _finding(message, (first.span, second.span), f"{one} and {other}", Severity.NOTE)
    for mark, same in combinations(book.game.marks, 2):
        if _told_by_colour(mark, same) and (views := _merge(mark.colour.hex, same.colour.hex)):
            message = f"the marks {mark.id!r} and {same.id!r} have the same letter, and look alike {views}"
            yield _finding(message, (mark.span, same.span), f"{mark.id} and {same.id}", Severity.WARNING)


def _finding(message: str, spans: tuple[Span, Span], about: str, severity: Severity) -> Diagnostic:
    first, second = spans
    label = Label(first, "the other colour")
    return Diagnostic("colours-merge", second, message, HINT, (label,), severity=severity, about=about)


def _band_colours(card: Card, book: Book) -> list[str]:
    """The ids of the colours of a card's bands, each once."""
    targets = (book.target_of(colour) for block in card.all_blocks() for colour in block.shown.colours)
    return list(dict.fromkeys(target.id for target in targets if target))


def _told_by_colour(mark: Mark, other: Mark) -> bool:
    return (mark.letter, mark.badge) == (other.letter, other.badge) and mark.colour != other.colour


def _merge(one: str, other: str) -> str:
    """In whose eyes two colours are too near, or nothing; the same colour twice is not meant to tell anything apart."""
    if one == other:
        return ""
    views = [name for name, view in VIEWS.items() if difference(one, other, view) < APART]
    grey = "in greyscale" if "greyscale" in views else ""
    blind = " and ".join(name for name in views if name != "greyscale")
    return " and ".join(filter(None, (grey, f"to people with {blind}" if blind else "")))
