"""Colours and fonts."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import dist

from rulewright.checks.named_check import finds
from rulewright.findings import Finding, Label, Severity, Span
from rulewright.grid import colour_of, grid
from rulewright.model.book import Book
from rulewright.model.card import Card
from rulewright.model.colour import HEAVIEST, VIEWS, Tint, difference, inks, lab, printed_light, to_hex
from rulewright.model.game import Colour, Mark
from rulewright.model.table import CellColour
from rulewright.model.theme import (
    BOLD,
    DARK,
    ENOUGH,
    ENOUGH_FOR_RINGS,
    LIGHT,
    REGULAR,
    Family,
    Grounds,
    Heading,
    least_contrast,
    nearest_legible,
)
from rulewright.translation.messages import all_of

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


@finds(Severity.WARNING)
def colours_merge(book: Book) -> Iterator[Finding]:
    """Colours that should tell two things apart, but look alike to some readers.

    One man in twelve sees fewer colours than others, and home printers often print in grey. Bands also have titles, so
    where the colours of two bands merge, readers only find them more slowly: a note. Two marks with the same letter
    differ by their colour alone, and the cells of a table are coloured so that a glance tells them apart: a warning.
    Cells with different patterns differ whatever their colours.

    Each pair of bands on one card, and of marks with one letter, whose different colours look alike to somebody.
    """
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
                yield _colours_merge_finding(message, (first.span, second.span), f"{one} and {other}", Severity.NOTE)
    yield from _cells(book)
    for mark, same in combinations(book.game.marks, 2):
        if _differ_by_colour(mark, same) and (views := _merge(mark.colour.hex, same.colour.hex)):
            message = f"the marks {mark.id!r} and {same.id!r} have the same letter, and look alike {views}"
            yield _colours_merge_finding(message, (mark.span, same.span), f"{mark.id} and {same.id}", Severity.WARNING)


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
                yield _colours_merge_finding(message, (one.span, other.span), about, Severity.WARNING, PATTERN)


def _colour(cells: CellColour, book: Book) -> Colour | None:
    target = book.target_of(cells.colour)
    return book.colours[target.id] if target else None


def _colours_merge_finding(
    message: str, spans: tuple[Span, Span], about: str, severity: Severity, hint: str = HINT
) -> Finding:
    first, second = spans
    label = Label(first, "the other colour")
    return colours_merge.at(second, message, hint, (label,), severity=severity, about=about)


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


@finds(Severity.WARNING)
def faint_accent(book: Book) -> Iterator[Finding]:
    """An accent that hardly stands out on web pages: links, pressed buttons and the ring of focus are hard to see.

    By day and by night: a colour given for the day alone is lightened until it is seen by night.
    """
    accent = book.game.look.accent
    if accent is not None:
        yield from _faint(accent.light, LIGHT, accent.light_span)
        yield from _faint(accent.dark, DARK, accent.dark_span)


def _faint(colour: str, grounds: Grounds, span: Span) -> Iterator[Finding]:
    """The least contrast of all grounds counts, for links are on each of them, and letters of the page on buttons."""
    found = least_contrast(colour, grounds)
    if found >= ENOUGH:
        return
    pages = "light" if grounds is LIGHT else "dark"
    message = (
        f"on {pages} pages the accent {colour} has a contrast of {found:.1f}; links and pressed buttons "
        f"need {ENOUGH:g}, focus rings {ENOUGH_FOR_RINGS:g}"
    )
    hint = f"the nearest colour that has it is {nearest_legible(colour, grounds)}"
    yield faint_accent.at(span, message, hint, about=f"accent on {pages} pages")


@finds(Severity.WARNING)
def unmatched_colour(book: Book) -> Iterator[Finding]:
    """A colour of a table that none of its cells has.

    Most often the words of the key are not those that the cells print, or a key before it fits the same cells. What
    should stand out then does not, and nobody notices on paper.

    Each key of `colours` that decides the colour of no cell.
    """
    for table in book.game.tables:
        if not table.colours:
            continue
        used = {colour_of(cell, table, book) for row in grid(table).body for cell in row.cells}
        for each in table.colours:
            if each not in used:
                message = f"no cell of {table.id!r} has the colour of {each.words!r}"
                hint = "write words that a cell prints, or remove it; if several match, the first applies"
                yield unmatched_colour.at(each.span, message, hint, about=f"{table.id}: {each.words}")


# How a press prints the colours that a game declares.


@dataclass(frozen=True, slots=True)
class DeclaredColour:
    """A colour with its name in messages, what findings are about, and its place."""

    tint: Tint
    what: str
    about: str
    span: Span


def declared_colours(book: Book) -> Iterator[DeclaredColour]:
    """The colours of the game, of its marks and of its own themes."""
    for colour in book.game.colours:
        yield DeclaredColour(colour.tint, f"the colour {colour.id!r}", colour.id, colour.span)
    for mark in book.game.marks:
        if mark.picture and not mark.tint:
            continue  # as it is drawn
        yield DeclaredColour(mark.colour, f"the mark {mark.id!r}", f"mark {mark.id}", mark.span)
    for theme in book.game.themes:
        for name, tint in theme.tints.items():
            yield DeclaredColour(
                tint,
                f"{name} of the theme {theme.id!r}",
                f"theme {theme.id}: {name}",
                theme.span,
            )


@finds(Severity.WARNING)
def heavy_ink(book: Book) -> Iterator[Finding]:
    """A colour with more ink than paper absorbs: it smears, dries slowly and comes off on the next sheet.

    Only inks that the author chose can be too heavy; the tool never computes such inks.
    """
    for given in declared_colours(book):
        total = sum(given.tint.cmyk or ())
        if total > HEAVIEST:
            message = f"{given.what} uses {total} % of ink"
            hint = f"paper absorbs at most {HEAVIEST} % of ink: replace equal parts of the other three by black"
            yield heavy_ink.at(given.span, message, hint, about=given.about)


FAR = 25.0
"""The difference (CIE 1976) from which nobody confuses the two colours.

The comparison is an estimate: good inks for a colour differ from it by up to 15 here.
"""


@finds(Severity.WARNING)
def inks_differ(book: Book) -> Iterator[Finding]:
    """Inks that print a different colour from the one on screens.

    Presses print fewer colours than screens show, so this check compares the inks with what a press makes of the screen
    colour. A colour that no press can print is not reported; two inks in the wrong order are.
    """
    for given in declared_colours(book):
        if given.tint.cmyk is None:
            continue
        usual = inks(Tint(given.tint.hex))
        light = printed_light(given.tint.cmyk)
        if dist(lab(light), lab(printed_light(usual))) > FAR:
            message = f"{given.what} is {given.tint.hex} on screens, but its inks print about {to_hex(light)}"
            hint = f"write cyan, magenta, yellow, black in this order; {list(usual)} prints close to {given.tint.hex}"
            yield inks_differ.at(given.span, message, hint, about=given.about)


@finds(Severity.WARNING)
def missing_face(book: Book) -> Iterator[Finding]:
    """A font of the game without a bold face, or without an italic.

    Bands, headings and keys are bold; terms and rule numbers are italic. A font that lacks the face prints them like
    all other text, for nothing is thickened or slanted by machine. So a reader misses what the author stressed.

    Each face that a font of the game lacks; a bold italic is seldom printed, and nobody misses it.
    """
    for family in book.game.fonts:
        if not family.has(BOLD, italic=False):
            message = f"the font {family.name!r} has no bold: bold text looks like other text"
            yield _missing_face_finding(family, "bold", message)
        if not family.has(REGULAR, italic=True):
            message = f"the font {family.name!r} has no italic: italic text looks like other text"
            yield _missing_face_finding(family, "italic", message)


def _missing_face_finding(family: Family, face: str, message: str) -> Finding:
    hint = f"add {face}: with a file; name the same file again if you mean it"
    return missing_face.at(family.span, message, hint, about=f"{family.name}: {face}")
