"""Colours that should tell two things apart, but look alike to some readers.

One man in twelve sees fewer colours than others, and home printers often print in grey. Bands also have titles, so
where the colours of two bands merge, readers only find them more slowly: a note. Two marks with the same letter differ
by their colour alone, and the cells of a table are coloured so that a glance tells them apart: a warning. Cells with
different patterns differ whatever their colours.
"""

from collections.abc import Iterator
from itertools import combinations

from rulewright.findings import Finding, FindingKind, Label, Severity, Span
from rulewright.model.book import Book
from rulewright.model.card import Card
from rulewright.model.cell_colours import CellColour
from rulewright.model.colour import VIEWS, difference
from rulewright.model.game import Colour, Mark
from rulewright.model.theme import Heading
from rulewright.translation.messages import all_of

FINDING = FindingKind("colours-merge", Severity.WARNING)

APART = 10.0
"""The least difference (CIE 1976) between colours that must look different.

Side by side, people just see a difference of 2.3. These colours are not side by side, the light is a lamp, the printer
is off by 3 to 5, and a badge is a few millimetres wide: so the limit is about four times that.
"""

HINT = "make one of them lighter or darker: everybody sees lightness, and every printer prints it"

PATTERN = "make one of them lighter or darker, or give one a pattern: hatch, dots or bars"

BLINDNESS = {
    "protanopia": "protanopia",
    "deuteranopia": "deuteranopia",
    "tritanopia": "tritanopia",
}
"""Words for eyes with fewer cones."""


def check(book: Book) -> Iterator[Finding]:
    """Each pair of bands on one card, and of marks with one letter, whose different colours look alike to somebody."""
    compared: set[tuple[str, str]] = set()
    for card in book.game.cards:
        if book.themes[card.theme].band is not Heading.FILLED:
            continue  # a thin bar or line of colour adds nothing to the title
        for one, other in combinations(_band_colours(card, book), 2):
            if (one, other) in compared or (other, one) in compared:
                continue
            compared.add((one, other))
            first, second = book.colours[one], book.colours[other]
            if views := _merge(first.hex, second.hex):
                message = f"the bands {one!r} and {other!r} of the card {card.id!r} look alike {views}"
                yield _finding(message, (first.span, second.span), f"{one} and {other}", Severity.NOTE)
    yield from _cells(book)
    for mark, same in combinations(book.game.marks, 2):
        if _differ_by_colour(mark, same) and (views := _merge(mark.colour.hex, same.colour.hex)):
            message = f"the marks {mark.id!r} and {same.id!r} have the same letter, and look alike {views}"
            yield _finding(message, (mark.span, same.span), f"{mark.id} and {same.id}", Severity.WARNING)


def _cells(book: Book) -> Iterator[Finding]:
    """Each pair of colours of one table that only their colour tells apart, and that look alike to somebody."""
    for table in book.game.tables:
        known: set[tuple[str, str]] = set()
        for one, other in combinations(table.colours, 2):
            first, second = _colour(one, book), _colour(other, book)
            if one.pattern is not other.pattern or first is None or second is None:
                continue
            if (first.id, second.id) not in known and (views := _merge(first.hex, second.hex)):
                known |= {(first.id, second.id), (second.id, first.id)}
                message = f"the cells {one.words!r} and {other.words!r} of the table {table.id!r} look alike {views}"
                about = f"{table.id}: {one.words} and {other.words}"
                yield _finding(message, (one.span, other.span), about, Severity.WARNING, PATTERN)


def _colour(cells: CellColour, book: Book) -> Colour | None:
    target = book.target_of(cells.colour)
    return book.colours[target.id] if target else None


def _finding(message: str, spans: tuple[Span, Span], about: str, severity: Severity, hint: str = HINT) -> Finding:
    first, second = spans
    label = Label(first, "the other colour")
    return FINDING.at(second, message, hint, (label,), severity=severity, about=about)


def _band_colours(card: Card, book: Book) -> list[str]:
    """The ids of the colours of a card's bands, each once."""
    targets = (book.target_of(colour) for block in card.all_blocks() for colour in block.shown.colours)
    return list(dict.fromkeys(target.id for target in targets if target))


def _differ_by_colour(mark: Mark, other: Mark) -> bool:
    return mark.drawn == other.drawn and mark.colour != other.colour


def _merge(one: str, other: str) -> str:
    """To whom two colours look alike, in words; nothing for one colour used twice, which is no attempt to differ."""
    if one == other:
        return ""
    views = [name for name, view in VIEWS.items() if difference(one, other, view) < APART]
    grey = ["in greyscale"] if "greyscale" in views else []
    blind = all_of(BLINDNESS[name] for name in views if name != "greyscale")
    return all_of([*grey, f"to people with {blind}"] if blind else grey)
