"""All colours that a game gives, for checks of what a press makes of them."""

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.diagnostics import Span
from rulewright.model.book import Book
from rulewright.model.colour import Tint


@dataclass(frozen=True, slots=True)
class GivenTint:
    """A colour, what messages call it, what its findings go by, and its place."""

    tint: Tint
    what: str
    about: str
    span: Span


def given_tints(book: Book) -> Iterator[GivenTint]:
    """Those of the game, of its marks and of its own themes."""
    for colour in book.game.colours:
        yield GivenTint(colour.tint, f"the colour {colour.id!r}", colour.id, colour.span)
    for mark in book.game.marks:
        yield GivenTint(mark.colour, f"the mark {mark.id!r}", f"mark {mark.id}", mark.span)
    for theme in book.game.themes:
        for name, tint in theme.tints.items():
            yield GivenTint(tint, f"{name} of the theme {theme.id!r}", f"theme {theme.id}: {name}", theme.span)
