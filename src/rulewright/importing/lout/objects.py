"""Objects of Lout: words, calls and their options, with symbols, lengths and findings."""

import re
from collections import ChainMap
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import NoReturn, Union

from rulewright.boundary import Failure
from rulewright.findings import Span, over_limit
from rulewright.importing.draft import Unread
from rulewright.limits import Limit

Object = Union["Word", "Call", "Parts"]


class Direction(Enum):
    """How objects are joined; the value is the precedence of the operators that do it."""

    DOWN = 5
    ACROSS = 6
    LINE = 7


@dataclass(frozen=True, slots=True)
class Word:
    """Letters to print. A quoted word stays as it is."""

    text: str
    span: Span
    quoted: bool = False


@dataclass(slots=True)
class Parts:
    """Objects joined by operators: `glues` holds one fewer, such as `//1.2v`; in a line a blank or nothing."""

    direction: Direction
    items: list[Object] = field(default_factory=list)
    glues: list[str] = field(default_factory=list)

    def joined(self, glue: str, item: Object) -> "Parts":
        """Itself with one more object; one that is joined in the same way becomes part of it."""
        self.glues.append(glue)
        if isinstance(item, Parts) and item.direction is self.direction and item.items:
            self.items += item.items
            self.glues += item.glues
        else:
            self.items.append(item)
        return self


@dataclass(eq=False, slots=True)
class Symbol:
    """A definition, or a parameter of one, which may have parameters itself.

    `known` marks what comes with Lout; such a symbol with an empty body is a thing of its own, such as a box. An
    unknown one has no definition that we can see. `macro` is a text that stands for the symbol.
    """

    name: str
    left: "Symbol | None" = None
    right: "Symbol | None" = None
    named: dict[str, "Symbol"] = field(default_factory=dict)
    body: Object | None = None
    precedence: int = 100
    to_the_right: bool = True
    braced: bool = False
    parameter: bool = False
    known: bool = False
    unknown: bool = False
    inner: dict[str, "Symbol"] = field(default_factory=dict)
    exports: frozenset[str] = frozenset()
    macro: tuple[object, ...] | None = None

    @property
    def parameters(self) -> dict[str, "Symbol"]:
        """What its body, or the object given for it, may use."""
        return self.named | {each.name: each for each in (self.left, self.right) if each is not None}

    @property
    def exported(self) -> dict[str, "Symbol"]:
        """What its parameters and those who import it may use."""
        return {name: symbol for name, symbol in self.inner.items() if name in self.exports}


@dataclass(eq=False, slots=True)
class Call:
    """A symbol where it is used. `meaning` is what its definition makes of it."""

    symbol: Symbol
    span: Span
    options: dict[str, Object] = field(default_factory=dict)
    left: Object | None = None
    right: Object | None = None
    meaning: Object | None = None

    @property
    def name(self) -> str:
        return self.symbol.name

    @property
    def written(self) -> list[Object]:
        """The objects around it and in its options, in the order of the text."""
        return [part for part in (self.left, *self.options.values(), self.right) if part is not None]

    @property
    def inner(self) -> list[Object]:
        """What it prints: its meaning, and the object after it."""
        return [part for part in (self.meaning, self.right) if part is not None]

    def option(self, name: str) -> str:
        """The words of an option, empty where it is left out."""
        value = self.options.get(name)
        return plain(value) if value is not None else ""


def nothing() -> Parts:
    """An empty object."""
    return Parts(Direction.LINE)


def is_empty(value: Object | None) -> bool:
    return value is None or (isinstance(value, Parts) and all(map(is_empty, value.items)))


def join(direction: Direction, left: Object, glue: str, right: Object) -> Parts:
    """Two objects side by side, or one below the other."""
    if isinstance(left, Parts) and left.direction is direction and left.items:
        return left.joined(glue, right)
    return Parts(direction, [left]).joined(glue, right)


def start_of(value: Object | None) -> Span | None:
    """The place where an object begins; None where it is empty."""
    waiting = [value] if value is not None else []
    while waiting:
        first = waiting.pop(0)
        if not isinstance(first, Parts):
            return first.span
        waiting = first.items + waiting
    return None


def plain(value: Object) -> str:
    """The words of an object in a row, for options: `{ 10.5c }` is `10.5c`."""
    if isinstance(value, Word):
        return value.text
    if isinstance(value, Call) and value.meaning is not None and not value.symbol.known:
        return plain(value.meaning)
    if isinstance(value, Call):
        return " ".join(filter(None, (value.name, *map(plain, value.written))))
    glues = [*(("" if glue == "" else " ") for glue in value.glues), ""]
    return "".join(plain(item) + glue for item, glue in zip(value.items, glues, strict=False)).strip()


OPERATORS = {
    **dict.fromkeys(("/", "//", "^/", "^//"), Direction.DOWN),
    **dict.fromkeys(("|", "||", "^|", "^||"), Direction.ACROSS),
    **dict.fromkeys(("&", "^&"), Direction.LINE),
}
"""Lout's operators, each with a gap after it."""
LONGEST = 4
"""Signs of the longest operator; a definition may name a longer one."""


class Scope:
    """Names and what they mean; what is nearer hides what is farther away."""

    def __init__(self) -> None:
        self.names: ChainMap[str, Symbol] = ChainMap()

    def inside(self, *names: Mapping[str, Symbol]) -> "Scope":
        """A scope within this one, in which more names are known."""
        scope = Scope()
        scope.names = self.names.new_child({name: symbol for each in names for name, symbol in each.items()})
        return scope

    def declare(self, name: str, symbol: Symbol) -> None:
        self.names[name] = symbol

    def get(self, name: str) -> Symbol | None:
        maps = self.names.maps  # ChainMap.get takes twice as long
        return next((names[name] for names in maps if name in names), None)

    def longest(self, signs: str) -> str:
        """The longest symbol with which a run of signs begins; empty where it is a word."""
        starts = (signs[:length] for length in range(min(len(signs), LONGEST), 0, -1))
        return next((start for start in starts if start in OPERATORS or start in self.names), "")


LENGTH = re.compile(r"(\d*\.?\d+)\s*([cipmfsvw])")
UNITS = {"c": 1.0, "i": 2.54, "p": 2.54 / 72, "m": 2.54 / 6, "f": 0.4, "s": 0.12, "v": 0.45}
"""Of the units that depend on the font, those of letters of ten points."""


def centimetres(text: str) -> float:
    """A length; 0 where it is none, or depends on the room on the page."""
    match = LENGTH.fullmatch(text.replace(" ", ""))
    return float(match[1]) * UNITS.get(match[2], 0) if match is not None else 0.0


@dataclass
class Notes:
    """What was not understood, each once."""

    unread: dict[tuple[Span, str], Unread] = field(default_factory=dict)

    def add(self, span: Span, words: str, why: str) -> None:
        self.unread.setdefault((span, words), Unread(span, words, why))


def give_up(limit: Limit, counted: str, span: Span, hint: str) -> NoReturn:
    """Ends the reading of a text that exceeds a limit."""
    finding = over_limit(limit, counted, span, hint)
    raise Failure(f"{finding.span}: {finding.message}: {finding.hint}")
