"""The frame of a book: everything that other entries show of an entry.

A page about a rule depends on that rule, and on the numbers, titles, links, tables and citations of the rest of the
book. Editing a sentence changes none of these. So the preview gives the books before and after such an edit the same
`Frame` object, and values computed from the frame alone are not computed again.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from operator import is_
from typing import Any, TypeVar

from rulewright.book.book import Book
from rulewright.book.game import Game
from rulewright.entries.card import Card
from rulewright.entries.rules import Rule
from rulewright.entries.text import Text
from rulewright.source.markup.words import placed_figures

T = TypeVar("T")

SHOWN_ONLY_WITH_ENTRY: Mapping[str, frozenset[str]] = {
    "rules": frozenset({"text", "notes", "span"}),
    "terms": frozenset({"text", "span"}),
    "references": frozenset({"items", "span"}),
    "cards": frozenset(each.name for each in fields(Card)) - {"id", "title"},
}
"""By field of the game: the fields of its entries that print only where the entry itself prints.

The span of such an entry does not matter elsewhere either.
"""
FRAME_RESULTS = ("cited_by", "plain_texts")
"""The cached properties of a book that depend on its frame alone."""
NAME = "frame"


class Frame:
    """An identity shared by all books with equal frames, and a cache of values computed from the frame, by name."""

    def __init__(self) -> None:
        self.cache: dict[str, Any] = {}

    def of_entries(self, name: str, entries: tuple[object, ...], make: Callable[[], T]) -> T:
        """Return the cached value for `entries`. Compute it again if one of them is another object than last time."""
        cached = self.cache.get(name)
        if cached is None or len(cached[0]) != len(entries) or not all(map(is_, cached[0], entries)):
            cached = self.cache[name] = entries, make()
        value: T = cached[1]
        return value


def frame_of(book: Book) -> Frame | None:
    """Return the frame of a book. Drafts and books that are read only once have None."""
    frame: Frame | None = vars(book).get(NAME)
    return frame


def attach_frame(book: Book, before: Book | None) -> None:
    """Give a book the frame of the book `before` the last edit if their frames are equal, and otherwise a new frame."""
    frame = frame_of(before) if before is not None and have_same_frame(before, book) else None
    vars(book)[NAME] = frame or Frame()
    if frame is not None:
        vars(book).update({name: value for name, value in vars(before).items() if name in FRAME_RESULTS})


def have_same_frame(one: Book, other: Book) -> bool:
    """Whether two books have equal frames. Always false for drafts and layers, which show more than the game says."""
    return (
        not (one.draft_errors or other.draft_errors or one.game.layer or other.game.layer)
        and one.targets == other.targets
        and one.citations == other.citations
        and all(_same_fields(each.name, one.game, other.game) for each in fields(Game))
        and all(map(_place_the_same_figures, one.game.rules, other.game.rules))
    )


def _same_fields(name: str, one: Game, other: Game) -> bool:
    first, second = getattr(one, name), getattr(other, name)
    own_fields = SHOWN_ONLY_WITH_ENTRY.get(name)
    if own_fields is None or len(first) != len(second):
        return equal_with_spans(first, second)
    pairs = ((a, b) for a, b in zip(first, second, strict=True) if a is not b)
    return all(getattr(a, each) == getattr(b, each) for a, b in pairs for each in _names(a) if each not in own_fields)


def _place_the_same_figures(one: Rule, other: Rule) -> bool:
    """Whether both rules place the same figures in the same order; figures are numbered in the order of print."""
    return one is other or _figures(one.text) == _figures(other.text)


def _figures(text: Text | None) -> list[str]:
    return [*placed_figures(text.source)] if text is not None else []


def equal_with_spans(one: object, other: object) -> bool:
    """Whether two values are equal including their spans, which `==` ignores."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple):
        assert isinstance(other, tuple)
        return len(one) == len(other) and all(map(equal_with_spans, one, other))
    if isinstance(one, Mapping):
        assert isinstance(other, Mapping)
        return one.keys() == other.keys() and all(equal_with_spans(value, other[key]) for key, value in one.items())
    if is_dataclass(one):
        return all(equal_with_spans(getattr(one, name), getattr(other, name)) for name in _names(one))
    return one == other


def _names(value: Any) -> Iterator[str]:
    return (each.name for each in fields(value))
