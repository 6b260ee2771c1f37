"""What shows of a game elsewhere than where it is written: the frame around its words.

What a page shows of a rule follows from the rule itself, and from what the book says of everything else: numbers,
titles and links, tables, citations. An edit of a sentence changes none of that. Books that are alike in all of it share
a frame, which a process that reads a game after each edit gives them. What is worked out of the frame alone is then
worked out once, and what is made of one thing is made again only where the thing is another object.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from operator import is_
from typing import Any, TypeVar

from rulewright.markup.words import placed_figures
from rulewright.model.book import Book
from rulewright.model.card import Card
from rulewright.model.game import Game, Rule
from rulewright.model.text import Text

T = TypeVar("T")

WORDS: Mapping[str, frozenset[str]] = {
    "rules": frozenset({"text", "notes", "span"}),
    "terms": frozenset({"text", "span"}),
    "references": frozenset({"items", "span"}),
    "cards": frozenset(each.name for each in fields(Card)) - {"id", "title"},
}
"""The fields of things that show nowhere but where the thing itself is shown, by the field of the game.

Nor does it show elsewhere where in the source such a thing stands.
"""
SHARED = ("cited_by", "plain_texts")
"""What a book works out of its frame alone."""
NAME = "frame"


class Frame:
    """The same object as long as nothing in the frame changes; `kept` are values computed from it, by name."""

    def __init__(self) -> None:
        self.kept: dict[str, Any] = {}

    def of_things(self, name: str, things: tuple[object, ...], make: Callable[[], T]) -> T:
        """The value computed from some things, until one of them is another object."""
        known = self.kept.get(name)
        if known is None or len(known[0]) != len(things) or not all(map(is_, known[0], things)):
            known = self.kept[name] = things, make()
        made: T = known[1]
        return made


def frame_of(book: Book) -> Frame | None:
    """The frame of a book; None for a book that is read once, and for a draft."""
    frame: Frame | None = vars(book).get(NAME)
    return frame


def give_frame(book: Book, before: Book | None) -> None:
    """Give a book the frame of the book before the last edit if they are alike, or else a new one."""
    frame = frame_of(before) if before is not None and alike(before, book) else None
    vars(book)[NAME] = frame or Frame()
    if frame is not None:
        vars(book).update({name: value for name, value in vars(before).items() if name in SHARED})


def alike(one: Book, other: Book) -> bool:
    """Whether two books show the same of each thing in other places. A layer shows another book too."""
    return (
        not (one.slips or other.slips or one.game.layer or other.game.layer)
        and one.targets == other.targets
        and one.citations == other.citations
        and all(_fields_alike(each.name, one.game, other.game) for each in fields(Game))
        and all(map(_place_the_same_figures, one.game.rules, other.game.rules))
    )


def _fields_alike(name: str, one: Game, other: Game) -> bool:
    first, second = getattr(one, name), getattr(other, name)
    words = WORDS.get(name)
    if words is None or len(first) != len(second):
        return same(first, second)
    pairs = ((a, b) for a, b in zip(first, second, strict=True) if a is not b)
    return all(getattr(a, each) == getattr(b, each) for a, b in pairs for each in _names(a) if each not in words)


def _place_the_same_figures(one: Rule, other: Rule) -> bool:
    """Figures have numbers in the order of print."""
    return one is other or _figures(one.text) == _figures(other.text)


def _figures(text: Text | None) -> list[str]:
    return [*placed_figures(text.source)] if text is not None else []


def same(one: object, other: object) -> bool:
    """Whether two values are equal in everything, also in their places in the source, which `==` leaves out."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple):
        assert isinstance(other, tuple)
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, Mapping):
        assert isinstance(other, Mapping)
        return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())
    if is_dataclass(one):
        return all(same(getattr(one, name), getattr(other, name)) for name in _names(one))
    return one == other


def _names(value: Any) -> Iterator[str]:
    return (each.name for each in fields(value))
