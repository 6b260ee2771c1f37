"""Checks of colours, inks and fonts.

A *tint* is a colour on screens (`hex`), perhaps with its inks (`cmyk`). A *mark* is a small picture or letter that
prints within text. `VIEWS` are ways to see colours: in greyscale, and with each kind of colour blindness. Inside a
check its own name is the check (`@finds` makes it one), so `faint_accent.at(...)` makes one of its findings.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import dist

from rulewright.base.findings import Finding, Label, Severity, Span
from rulewright.base.messages.messages import all_of
from rulewright.book.book import Book
from rulewright.book.grid import colour_of, grid
from rulewright.checks.named_check import finds
from rulewright.entries.colour import MAX_INK, VIEWS, Tint, difference, inks, lab, printed_light, to_hex
from rulewright.entries.fonts import BOLD, REGULAR
from rulewright.entries.themes import HeadingStyle
from rulewright.entries.web_look import RING_CONTRAST, TEXT_CONTRAST, grounds, least_contrast, nearest_legible

LEAST_DIFFERENCE = 10.0
"""The least difference (CIE 1976) between colours that must look different.

People just see a difference of 2.3 side by side. These colours are not side by side, the light is a lamp, printers
deviate by 3 to 5, and a badge is a few millimetres wide: so the limit is about four times that.
"""


@finds(Severity.WARNING)
def colours_merge(book: Book) -> Iterator[Finding]:
    """Colours that should tell two things apart, but look alike to some readers.

    One man in twelve sees fewer colours than others, and home printers often print in grey. Bands also have titles, so
    where the colours of two bands merge, readers only find them more slowly: a note. Two marks with the same letter
    differ by their colour alone, and the cells of a table are coloured so that a glance tells them apart: a warning.
    Cells with different patterns differ whatever their colours.
    """
    hint = "make one of them lighter or darker: everybody sees lightness, and every printer prints it"
    yield from _bands(book, hint)
    yield from _cells(book)
    for mark, other in combinations(book.game.marks, 2):
        differ_by_colour = mark.drawing == other.drawing and mark.paint != other.paint
        if differ_by_colour and (views := _look_alike(mark.paint.hex, other.paint.hex)):
            message = f"the marks {mark.id!r} and {other.id!r} have the same letter, and look alike {views}"
            about = f"{mark.id} and {other.id}"
            yield colours_merge.at(other.span, message, hint, _other_colour(mark.span), about=about)


def _bands(book: Book, hint: str) -> Iterator[Finding]:
    """Report pairs of bands on one card.

    Where bands are only a thin bar or line of colour, the colour does not matter.
    """
    compared: set[frozenset[str]] = set()
    for card in (each for each in book.game.cards if book.themes[each.theme].band is HeadingStyle.FILLED):
        targets = (book.target_of(colour) for block in card.all_blocks() for colour in block.shown.colours)
        for pair in combinations(dict.fromkeys(target.id for target in targets if target), 2):
            first, second = (book.colours[id_] for id_ in pair)
            views = "" if {*pair} in compared else _look_alike(first.hex, second.hex)
            compared.add(frozenset(pair))
            if views:
                message = f"the bands {first.id!r} and {second.id!r} of the card {card.id!r} look alike {views}"
                labels, about = _other_colour(first.span), f"{first.id} and {second.id}"
                yield colours_merge.at(second.span, message, hint, labels, Severity.NOTE, about=about)


def _cells(book: Book) -> Iterator[Finding]:
    """Report pairs of colours of one table that differ by their colour alone."""
    hint = "make one of them lighter or darker, or give one a pattern: hatch, dots or bars"
    for table in book.game.tables:
        reported: set[frozenset[str]] = set()
        for first, second in combinations(table.colours, 2):
            colours = [book.colours[target.id] for key in (first, second) if (target := book.target_of(key.colour))]
            if first.pattern is not second.pattern or len(colours) < 2:
                continue
            ids = frozenset(colour.id for colour in colours)
            if ids not in reported and (views := _look_alike(*(colour.hex for colour in colours))):
                reported.add(ids)
                message = f"the cells {first.words!r} and {second.words!r} of the table {table.id!r} look alike {views}"
                about = f"{table.id}: {first.words} and {second.words}"
                yield colours_merge.at(second.span, message, hint, _other_colour(first.span), about=about)


def _other_colour(span: Span) -> tuple[Label, ...]:
    return (Label(span, "the other colour"),)


def _look_alike(first: str, second: str) -> str:
    """Return in words to whom two colours look alike; empty for equal colours, which are on purpose."""
    if first == second:
        return ""
    views = [name for name, view in VIEWS.items() if difference(first, second, view) < LEAST_DIFFERENCE]
    grey = ["in greyscale"] if "greyscale" in views else []
    blind = all_of(name for name in views if name != "greyscale")
    return all_of([*grey, f"to people with {blind}"] if blind else grey)


@finds(Severity.WARNING)
def faint_accent(book: Book) -> Iterator[Finding]:
    """An accent that hardly stands out on web pages: links, pressed buttons and the ring of focus are hard to see.

    The least contrast with any ground counts, because links are on each of them.
    """
    accent = book.game.look.accent
    if accent is None:
        return
    for pages, tint, behind in (
        ("light", accent.light, grounds(dark=False)),
        ("dark", accent.at_night, grounds(dark=True)),
    ):
        colour = tint.hex
        contrast = least_contrast(colour, behind)
        if contrast < TEXT_CONTRAST:
            message = (
                f"on {pages} pages the accent {colour} has a contrast of {contrast:.1f}; links and pressed buttons "
                f"need {TEXT_CONTRAST:g}, focus rings {RING_CONTRAST:g}"
            )
            hint = f"the nearest colour that has it is {nearest_legible(colour, behind)}"
            yield faint_accent.at(tint.span, message, hint, about=f"accent on {pages} pages")


@finds(Severity.WARNING)
def unmatched_colour(book: Book) -> Iterator[Finding]:
    """A colour of a table that none of its cells has.

    Most often the words of the key are not those that the cells print, or a key before it fits the same cells. What
    should stand out then does not, and nobody notices on paper.
    """
    for table in (each for each in book.game.tables if each.colours):
        used = {colour_of(cell, table, book) for row in grid(table).body for cell in row.cells}
        for each in (colour for colour in table.colours if colour not in used):
            message = f"no cell of {table.id!r} has the colour of {each.words!r}"
            hint = "write words that a cell prints, or remove it; if several match, the first applies"
            yield unmatched_colour.at(each.span, message, hint, about=f"{table.id}: {each.words}")


@dataclass(frozen=True, slots=True)
class DeclaredColour:
    """A colour with its name in messages, the subject of its findings, and its place."""

    tint: Tint
    what: str
    about: str
    span: Span


def declared_colours(book: Book) -> Iterator[DeclaredColour]:
    """Yield the colours of the game, of its marks and of its own themes."""
    for colour in book.game.colours:
        yield DeclaredColour(colour.tint, f"the colour {colour.id!r}", colour.id, colour.span)
    for mark in book.game.marks:
        if mark.picture and not mark.tint:
            continue  # it keeps the colours of its picture
        yield DeclaredColour(mark.paint, f"the mark {mark.id!r}", f"mark {mark.id}", mark.span)
    for theme in book.game.themes:
        for name, tint in theme.tints.items():
            what, about = f"{name} of the theme {theme.id!r}", f"theme {theme.id}: {name}"
            yield DeclaredColour(tint, what, about, theme.span)


@finds(Severity.WARNING)
def heavy_ink(book: Book) -> Iterator[Finding]:
    """A colour with more ink than paper absorbs: it smears, dries slowly and comes off on the next sheet.

    Only inks that the author chose can be too heavy; the tool never computes such inks.
    """
    for colour in declared_colours(book):
        total = sum(colour.tint.cmyk or ())
        if total > MAX_INK:
            message = f"{colour.what} uses {total} % of ink"
            hint = f"paper absorbs at most {MAX_INK} % of ink: replace equal parts of the other three by black"
            yield heavy_ink.at(colour.span, message, hint, about=colour.about)


WRONG_INKS_DIFFERENCE = 25.0
"""The difference (CIE 1976) from which the inks count as wrong.

The comparison is an estimate: good inks for a colour may differ from it by 15 here.
"""


@finds(Severity.WARNING)
def inks_differ(book: Book) -> Iterator[Finding]:
    """Inks that print a different colour from the one on screens.

    Presses print fewer colours than screens show, so this check compares the inks with what a press makes of the screen
    colour. A colour that no press can print is not reported; two inks in the wrong order are.
    """
    for colour in declared_colours(book):
        screen, chosen_inks = colour.tint.hex, colour.tint.cmyk
        if chosen_inks is None:
            continue
        usual, light = inks(Tint(screen)), printed_light(chosen_inks)
        if dist(lab(light), lab(printed_light(usual))) > WRONG_INKS_DIFFERENCE:
            message = f"{colour.what} is {screen} on screens, but its inks print about {to_hex(light)}"
            hint = f"write cyan, magenta, yellow, black in this order; {list(usual)} prints close to {screen}"
            yield inks_differ.at(colour.span, message, hint, about=colour.about)


@finds(Severity.WARNING)
def missing_face(book: Book) -> Iterator[Finding]:
    """A font of the game without a bold face, or without an italic.

    Bands, headings and keys are bold; terms and rule numbers are italic. A font that lacks the face prints them like
    all other text, because the tool does not thicken or slant letters. So a reader misses what the author stressed.
    A bold italic is seldom printed, and nobody misses it.
    """
    for family in book.game.fonts:
        faces = {"bold": family.has(BOLD, italic=False), "italic": family.has(REGULAR, italic=True)}
        for face in (name for name, present in faces.items() if not present):
            message = f"the font {family.name!r} has no {face}: {face} text looks like other text"
            hint = f"add {face}: with a file; name the same file again if you mean it"
            yield missing_face.at(family.span, message, hint, about=f"{family.name}: {face}")
