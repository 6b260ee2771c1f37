"""The calls of Python's own functions that rules code makes, on traced values."""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from rulewright.proof.grades.traced import (
    UNKNOWN,
    Kind,
    Mark,
    Traced,
    computed,
    elements,
    entry_of,
    opaque,
    plain,
    together,
)

LARGEST = 100_000
"""A number beyond which a calculation may take long."""
LONGEST = 256
"""Elements of a container that a trace goes through."""
CONVERSIONS: Mapping[str, Callable[[object], object]] = {"int": int, "float": float, "str": str, "bool": bool}  # type: ignore[dict-item]
CONTAINERS = frozenset({"tuple", "list", "set", "frozenset", "dict", "sorted", "reversed", "iter", "MappingProxyType"})
ARITHMETIC: Mapping[str, Callable[..., object]] = {
    "min": min,
    "max": max,
    "sum": sum,
    "abs": abs,
    "round": round,
    "len": len,
    "Fraction": Fraction,
    "pow": pow,
    "floor": math.floor,
    "ceil": math.ceil,
    "comb": math.comb,
    "divmod": divmod,
    "prod": math.prod,
}
SEARCHES: Mapping[str, Callable[..., int]] = {
    "bisect": bisect_right,
    "bisect_right": bisect_right,
    "bisect_left": bisect_left,
}
MODULES = frozenset({"math", "bisect", "fractions", "operator", "statistics", "itertools", "functools"})
TEXT_METHODS = frozenset({"upper", "lower", "title", "capitalize", "replace", "strip", "removeprefix", "removesuffix"})


def call_builtin(name: str, arguments: Sequence[Traced]) -> Traced:
    """A call of a function that the rules code does not define."""
    if name in CONVERSIONS and len(arguments) == 1:
        return _converted(CONVERSIONS[name], arguments[0])
    if name in CONTAINERS and len(arguments) <= 1:
        return arguments[0] if arguments and elements(arguments[0]) is not None else opaque(*arguments)
    if name in SEARCHES:
        found = _applied(SEARCHES[name], arguments)
        return Traced(found.value, Kind.CONDITION, together(tuple(arguments)).marked(Mark.ORDER))
    if name in ARITHMETIC:
        varying = [each for each in arguments if each.kind is not Kind.LITERAL]
        terms = varying[0].terms if name in ("min", "max") and len(varying) == 1 else ()
        return replace(_applied(ARITHMETIC[name], arguments), terms=terms)
    return _over_elements(name, arguments)


def _over_elements(name: str, arguments: Sequence[Traced]) -> Traced:
    inner = [elements(each) for each in arguments]
    match name, inner:
        case "next", [(first, *_), *_]:
            return first.under(arguments[0].basis)
        case "next", [(), None]:
            return arguments[1].under(arguments[0].basis)
        case "any" | "all", [tuple() as parts]:
            truths = [part.truth for part in parts]
            value = UNKNOWN if None in truths else (any if name == "any" else all)(truths)
            return computed(arguments[0], value=value)
        case "range", _:
            numbers = [number for each in arguments if isinstance(number := plain(each), int)]
            if len(numbers) == len(arguments) and len(numbers) in (1, 2):
                found = range(*numbers)[:LONGEST]
                basis = together(tuple(arguments))
                return Traced(tuple(Traced(number, Kind.COMPUTED, basis) for number in found), Kind.COMPUTED, basis)
        case "enumerate", [tuple() as parts, *_]:
            pairs = (Traced((Traced(at, Kind.COMPUTED), part), Kind.COMPUTED) for at, part in enumerate(parts))
            return Traced(tuple(pairs), arguments[0].kind, arguments[0].basis)
        case "zip", [tuple(), *_] if None not in inner:
            rows = zip(*(parts for parts in inner if parts is not None), strict=False)
            return Traced(tuple(Traced(row, Kind.LITERAL) for row in rows), Kind.LITERAL, together(tuple(arguments)))
    return opaque(*arguments)


def _converted(convert: Callable[[object], object], argument: Traced) -> Traced:
    """int, str and the like leave a value what it was."""
    value = plain(argument)
    try:
        made = UNKNOWN if value is UNKNOWN else convert(value)
    except (TypeError, ValueError, OverflowError):
        made = UNKNOWN
    return Traced(made, argument.kind, argument.basis, argument.origin)


def _applied(function: Callable[..., object], arguments: Sequence[Traced]) -> Traced:
    values = [plain(each) for each in arguments]
    if UNKNOWN in values or any(isinstance(value, int) and abs(value) > LARGEST for value in values):
        return computed(*arguments)
    try:
        return computed(*arguments, value=_limited(function(*values)))
    except (TypeError, ValueError, ArithmeticError):
        return computed(*arguments)


def _limited(value: object) -> object:
    """The value, unless it is too large to go on with; the parts of a pair are calculated too."""
    if isinstance(value, tuple):
        return tuple(Traced(_limited(part), Kind.COMPUTED) for part in value)
    return UNKNOWN if isinstance(value, int) and value.bit_length() > 1024 else value


def call_method(owner: Traced, name: str, arguments: Sequence[Traced]) -> Traced:
    """A call of a method of a container or a text."""
    match owner.value, name, arguments:
        case dict() as entries, "get", [key, *default]:
            return entry_at(owner, key) or (default[0] if default else Traced(None, Kind.LITERAL)).under(key.tested)
        case dict() as entries, "items", []:
            pairs = tuple(Traced((Traced(key, Kind.LITERAL), each), Kind.LITERAL) for key, each in entries.items())
            return Traced(pairs, Kind.LITERAL, owner.basis)
        case dict() as entries, "values", []:
            return Traced(tuple(entries.values()), Kind.LITERAL, owner.basis)
        case dict(), "keys", []:
            return Traced(elements(owner), Kind.LITERAL, owner.basis)
        case tuple() as parts, "index", [key] if key.known:
            found = next((at for at, part in enumerate(parts) if plain(part) == plain(key)), None)
            if found is not None:
                return computed(key, value=found)
        case str() as text, "index", [key] if isinstance(plain(key), str) and str(plain(key)) in text:
            return computed(key, value=text.index(str(plain(key))))
        case str() as text, method, _ if method in TEXT_METHODS:
            values = [plain(each) for each in arguments]
            if all(isinstance(value, str) for value in values):
                return Traced(_text(text, method, values), owner.kind, owner.basis, owner.origin)
        case str() as text, "split", [] | [Traced(value=str())] if not arguments or plain(arguments[0]):
            pieces = text.split(str(plain(arguments[0])) if arguments else None)
            return Traced(tuple(Traced(piece, Kind.LITERAL) for piece in pieces), owner.kind, owner.basis, owner.origin)
    return opaque(owner, *arguments)


def _text(text: str, method: str, values: Sequence[object]) -> object:
    try:
        return getattr(text, method)(*values)
    except TypeError:
        return UNKNOWN


def entry_at(container: Traced, key: Traced) -> Traced | None:
    """The entry of a container at a key; None if it has none."""
    sought, basis = plain(key), key.tested
    match container.value:
        case dict() as entries if sought is not UNKNOWN:
            found = entries.get(sought)
            return None if found is None else entry_of(container, sought, found, basis)
        case tuple() as parts if isinstance(sought, int) and -len(parts) <= sought < len(parts):
            if container.origin is None:  # an order, not a list that the author wrote
                return Traced(parts[sought].value, Kind.COMPUTED, basis | parts[sought].basis)
            return entry_of(container, sought % len(parts), parts[sought], basis)
        case (str() | bytes()) as text if isinstance(sought, int) and -len(text) <= sought < len(text):
            return entry_of(container, sought % len(text), Traced(text[sought], Kind.LITERAL), basis)
    return Traced(UNKNOWN, Kind.OPAQUE, container.basis | basis)
