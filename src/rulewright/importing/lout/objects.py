"""Objects of Lout: words, calls and their options, with symbols, lengths and notes; and what definitions make of them.

`parsing` makes an object of a text. `Two @B { Fire } // Dice` becomes

    Parts(DOWN, [Parts(LINE, [Word("Two"), Call(@B, right=Word("Fire"))], [" "]), Word("Dice")], ["//"])
"""

import re
from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import NoReturn, Union

from rulewright.base.boundary import Failure
from rulewright.base.findings import Span, over_limit
from rulewright.base.limits import LOUT_LEVELS, LOUT_OBJECTS, Limit
from rulewright.importing.draft import Unread

Object = Union["Word", "Call", "Parts"]


class Direction(Enum):
    """How objects are joined; the value is the precedence of its operators."""

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
    """Objects joined by operators. `glues` are the operators, such as `//1.2v`; in a line a blank or ""."""

    direction: Direction
    items: list[Object] = field(default_factory=list)
    glues: list[str] = field(default_factory=list)

    def joined(self, glue: str, item: Object) -> "Parts":
        """Add an object; if it is joined in the same way, add its items instead."""
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

    `def @Band left x named gap { 1c } right y { x |gap y }` has the parameters `left`, `right` and, in `named`, its
    options. If the right one is `braced`, an object in braces is all of it. `inner` are the definitions inside its
    body, of which others may use the `exports`.

    `a @Op b @Op c` is `a @Op {b @Op c}` if the symbol associates `to_the_right`. `precedence` says how tight it binds.

    `standard` marks what comes with Lout; such a symbol with an empty body is a thing of its own, such as a box. An
    `unknown` one is used and never defined. `macro` are the units of a text that stands for the symbol.
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
    standard: bool = False
    unknown: bool = False
    inner: dict[str, "Symbol"] = field(default_factory=dict)
    exports: frozenset[str] = frozenset()
    macro: tuple[object, ...] | None = None

    @property
    def parameters(self) -> dict[str, "Symbol"]:
        """The symbols that its body may use."""
        return self.named | {each.name: each for each in (self.left, self.right) if each is not None}

    @property
    def exported(self) -> dict[str, "Symbol"]:
        """The symbols that its parameters may use, and whoever imports it."""
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
        """The objects beside it and in its options, in the order of the text."""
        return [part for part in (self.left, *self.options.values(), self.right) if part is not None]

    @property
    def inner(self) -> list[Object]:
        """The objects that it prints: its meaning, and the object after it."""
        return [part for part in (self.meaning, self.right) if part is not None]

    def option(self, name: str) -> str:
        """The words of an option, or ""."""
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
    """The place where an object begins; None if it is empty."""
    return next((each.span for each in printed_in(value) if not isinstance(each, Parts)), None)


def printed_in(value: Object | None) -> Iterator[Object]:
    """An object and all objects that it prints, in reading order."""
    waiting = [] if value is None else [value]
    while waiting:
        first = waiting.pop()
        yield first
        waiting += reversed(first.items if isinstance(first, Parts) else first.inner if isinstance(first, Call) else ())


def plain(value: Object) -> str:
    """The words of an object, for options: `{ 10.5c }` is `10.5c`."""
    if isinstance(value, Word):
        return value.text
    if isinstance(value, Call) and value.meaning is not None and not value.symbol.standard:
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
"""Lout's operators. A gap may follow each."""
LONGEST = 4
"""Most signs of an operator."""


class Scope:
    """The symbols in a scope by name. Symbols of an inner scope hide those of outer ones."""

    def __init__(self) -> None:
        self.names: ChainMap[str, Symbol] = ChainMap()

    def inside(self, *names: Mapping[str, Symbol]) -> "Scope":
        """A scope inside this one, with more names."""
        scope = Scope()
        scope.names = self.names.new_child({name: symbol for each in names for name, symbol in each.items()})
        return scope

    def declare(self, name: str, symbol: Symbol) -> None:
        self.names[name] = symbol

    def get(self, name: str) -> Symbol | None:
        maps = self.names.maps  # ChainMap.get takes twice as long
        return next((names[name] for names in maps if name in names), None)

    def longest(self, signs: str) -> str:
        """The longest symbol at the beginning of a run of signs; "" if there is none."""
        starts = (signs[:length] for length in range(min(len(signs), LONGEST), 0, -1))
        return next((start for start in starts if start in OPERATORS or start in self.names), "")


LENGTH = re.compile(r"(\d*\.?\d+)\s*([cipmfsvw])")
UNITS = {"c": 1.0, "i": 2.54, "p": 2.54 / 72, "m": 2.54 / 6, "f": 0.4, "s": 0.12, "v": 0.45}
"""Units in centimetres; those that depend on the font are for letters of ten points."""


def centimetres(text: str) -> float:
    """A length in centimetres; 0 if it is not a length, or depends on the room on the page."""
    match = LENGTH.fullmatch(text.replace(" ", ""))
    return float(match[1]) * UNITS.get(match[2], 0) if match is not None else 0.0


@dataclass
class Notes:
    """The words that were not understood, each place once."""

    unread: dict[tuple[Span, str], Unread] = field(default_factory=dict)

    def add(self, span: Span, words: str, why: str) -> None:
        self.unread.setdefault((span, words), Unread(span, words, why))


def give_up(limit: Limit, counted: str, span: Span, hint: str) -> NoReturn:
    """Refuse a text that exceeds a limit."""
    finding = over_limit(limit, counted, span, hint)
    raise Failure(f"{finding.span}: {finding.message}: {finding.hint}")


# Definitions


def written_in(value: Object) -> Iterable[Word]:
    """The words of an object, and of its definitions."""
    waiting = [value]
    while waiting:
        first = waiting.pop()
        if isinstance(first, Word):
            yield first
        elif isinstance(first, Parts):
            waiting.extend(first.items)
        else:
            waiting += (*first.written, *([first.meaning] if first.meaning is not None else ()))


Arguments = Mapping[Symbol, tuple[Object, "Arguments"]]
"""The objects of parameters, each with the arguments that apply inside it.

After `def @Twice right x { x x }`, the call `@Twice { Fire }` has `{x: (Fire, {})}`. If it is inside the body of a
definition, `Fire` may contain parameters of that: the second value has their objects.
"""


@dataclass
class Expander:
    """Expands the definitions of one text: each call gets the body of its symbol, with the objects of the call."""

    notes: Notes
    object_count: int = 0
    symbols_in_expansion: list[Symbol] = field(default_factory=list)
    depth: int = 0

    def expand(self, value: Object, arguments: Arguments = {}) -> Object:  # noqa: B006 - nobody writes into it
        """Copy an object. Calls of definitions get their `meaning`; parameters become their objects."""
        self._check_limits(value)
        self.depth += 1
        match value:
            case Word():
                copy: Object = value
            case Parts():
                items = [self.expand(item, arguments) for item in value.items]
                copy = Parts(value.direction, items, list(value.glues))
            case Call() if value.symbol in arguments:
                # A parameter with parameters of its own takes their objects from its call.
                argument, outer_arguments = arguments[value.symbol]
                copy = self.expand(argument, {**outer_arguments, **_arguments_of(value, arguments)})
            case Call():
                copy = self._call(value, arguments)
        self.depth -= 1
        return copy

    def _call(self, call: Call, arguments: Arguments) -> Object:
        """Copy a call with its meaning, or with expanded operands if its symbol has no definition to expand."""
        symbol = call.symbol
        copy = Call(symbol, call.span)
        has_definition = symbol.body is not None and not symbol.parameter  # the body of a parameter is its default
        is_recursive = symbol in self.symbols_in_expansion
        if symbol.body is None or not has_definition or is_recursive:
            if has_definition and is_recursive:
                self.notes.add(call.span, call.name, f"the definition of {call.name} uses itself; it is expanded once")
            copy.options = {name: self.expand(option, arguments) for name, option in call.options.items()}
            copy.left = self.expand(call.left, arguments) if call.left is not None else None
            copy.right = self.expand(call.right, arguments) if call.right is not None else None
            return copy
        self.symbols_in_expansion.append(symbol)
        copy.meaning = self.expand(symbol.body, {**arguments, **_arguments_of(call, arguments)})
        self.symbols_in_expansion.pop()
        return copy

    def _check_limits(self, value: Object) -> None:
        """Count an object; `Failure` if there are too many, or if they are nested too deep."""
        self.object_count += 1
        if self.object_count <= LOUT_OBJECTS.most and self.depth <= LOUT_LEVELS.most:
            return
        span = start_of(value)
        if self.object_count > LOUT_OBJECTS.most and span is not None:
            give_up(LOUT_OBJECTS, "the text and its definitions make more objects", span, "use them less")
        if span is not None:
            counted = f"definitions nest objects {self.depth} deep"
            give_up(LOUT_LEVELS, counted, span, "use fewer definitions in one another")


def _arguments_of(call: Call, arguments: Arguments) -> dict[Symbol, tuple[Object, Arguments]]:
    """The objects that a call gives for the parameters of its symbol, or the defaults."""
    symbol = call.symbol
    objects = {each: (each.body or nothing(), arguments) for each in symbol.named.values()}
    objects |= {symbol.named[name]: (value, arguments) for name, value in call.options.items() if name in symbol.named}
    for parameter, value in ((symbol.left, call.left), (symbol.right, call.right)):
        if parameter is not None:
            objects[parameter] = (value if value is not None else nothing(), arguments)
    return objects
