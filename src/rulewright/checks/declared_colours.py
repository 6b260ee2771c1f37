"""All colours that a game declares, for checks of how a press prints them."""

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.findings import Span
from rulewright.model.book import Book
from rulewright.model.colour import Tint


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
