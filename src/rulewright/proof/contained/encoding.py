"""What the worker tells its parent about the rules code: its functions in JSON, and their results in few bytes.

`describe` gives the parameters of a function with their types, so that the parent knows which values to try;
`arguments_from_json` reads the values that it sends back. `pack` turns results into a header in JSON and a body of
bytes: the results 4, 3 and 2 become {code: "B"} and these three bytes, where `code` is the type code of an array. The
parent decodes all this with `replies.py`.
"""

import ast
import re
import sys
import typing
from array import array
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from enum import EnumMeta, Flag
from itertools import chain
from numbers import Rational
from operator import attrgetter
from typing import Any, Literal

Reply = tuple[dict[str, Any], bytes]
"""A JSON header and a body."""

SETS = (frozenset, AbstractSet)
"""Set types of parameters. They are immutable, so a function cannot change the arguments of another call."""

RATIO = attrgetter("_numerator", "_denominator")
"""A key of a fraction that is ten times faster than its own hash, which is written in Python."""

SURROGATE = re.compile("[\ud800-\udfff]")
"""Half of a surrogate pair, such as `"\\ud83d"`, which UTF-8 cannot encode."""

LONGEST_NUMBER = 3_000
"""Most bits of a number that can be printed, about 900 digits."""


# Functions


def describe(node: ast.FunctionDef, types: Mapping[str, object], lines: Sequence[str]) -> dict[str, Any]:
    """Return a function in JSON: its place, docstring, parameters and result, with their types.

    `types` are those of its annotations by parameter, and `lines` the lines of its file.
    """

    def annotation(expression: ast.expr | None, name: str) -> dict[str, Any]:
        return {"text": source_of(expression, lines), **kind_of(types.get(name))}

    def parameter(argument: ast.arg, has_default: bool, stars: str = "") -> dict[str, Any]:
        # the stars stay in the name, so that `*scores: int` finds no type hint: it is not an int
        name = stars + argument.arg
        return {"name": name, "has_default": has_default, "annotation": annotation(argument.annotation, name)}

    signature = node.args
    required = len(positional(node)) - len(signature.defaults)
    parameters = [parameter(arg, index >= required) for index, arg in enumerate(positional(node))]
    parameters += [
        parameter(arg, default is not None)
        for arg, default in zip(signature.kwonlyargs, signature.kw_defaults, strict=True)
    ]
    starred = ((signature.vararg, "*"), (signature.kwarg, "**"))
    parameters += [parameter(arg, True, stars) for arg, stars in starred if arg]
    return {
        "name": node.name,
        "line": node.lineno,
        "end_line": node.end_lineno,
        "docstring": ast.get_docstring(node, clean=False) or "",
        "returns": annotation(node.returns, "return"),
        "parameters": parameters,
    }


def positional(node: ast.FunctionDef) -> list[ast.arg]:
    """Return the parameters of a function that take an argument by position."""
    return node.args.posonlyargs + node.args.args


def source_of(node: ast.expr | None, lines: Sequence[str]) -> str:
    """Return the text of a node as written, or unparsed if it spans lines; "" for None."""
    if node is None:
        return ""
    if node.lineno != node.end_lineno:
        return ast.unparse(node)
    return lines[node.lineno - 1].encode()[node.col_offset : node.end_col_offset].decode()


def kind_of(type_: object) -> dict[str, Any]:
    """Return the kind of a type (`Kind` in replies.py), its values if they can be listed, and every enum in it.

    The values of a set type are the possible members of the set; the parent builds the sets.
    """
    enums = [enumeration(enum) for enum in enums_in(type_)]
    kind: str = "other"
    values: list[object] = []
    if type_ is bool:
        kind, values = "bool", [False, True]
    elif type_ in (int, float):
        kind = "int" if type_ is int else "float"
    elif isinstance(type_, EnumMeta):
        values = [value for value, _ in enums[0]["members"]]
        has_all_members = 0 < len(values) == len(type_)  # else the proof would try only some members
        kind = "enum" if has_all_members and all(isinstance(value, str) for value in values) else "other"
    elif typing.get_origin(type_) is Literal and {int, str}.issuperset(map(type, typing.get_args(type_))):
        with suppress(TypeError):  # a value that no table prints
            kind, values = "literal", [json_value(value) for value in typing.get_args(type_)]
    elif typing.get_origin(type_) in SETS:
        members = kind_of(member_type(type_))
        if members["kind"] in ("enum", "literal"):
            kind, values = "set", members["values"]
    return {"kind": kind, "values": values if kind != "other" else [], "enums": enums}


def member_type(set_type: object) -> object:
    """Return the type of the members of a set type; None for `frozenset[()]`."""
    return next(iter(typing.get_args(set_type)), None)


def enums_in(type_: object) -> list[EnumMeta]:
    """Return the distinct enums in a type such as `tuple[Light, int] | None`, in order."""
    if isinstance(type_, EnumMeta):
        return [type_]
    return list(dict.fromkeys(enum for argument in typing.get_args(type_) for enum in enums_in(argument)))


def enumeration(enum: EnumMeta) -> dict[str, Any]:
    """Return the name of an enum, and its members as pairs (value in JSON, name)."""
    members: list[tuple[object, str]] = []
    for member in enum:  # type: ignore[var-annotated]
        with suppress(TypeError, RecursionError):  # a member whose value has no JSON is never a result either
            members.append((json_value(member.value), member.name))
    return {"name": enum.__name__, "members": members}


def arguments_from_json(type_: object, values: Sequence[Any]) -> Sequence[Any]:
    """Return values from JSON as a parameter of this type takes them: enum members, or sets of them."""
    if typing.get_origin(type_) in SETS:
        return [frozenset(arguments_from_json(member_type(type_), value["set"])) for value in values]
    if not isinstance(type_, EnumMeta):
        return values
    return [type_._value2member_map_.get(value, value) for value in values]


# Results


class Unsupported(Exception):
    """The result of call number `call` of a batch has a type that no table can print."""

    def __init__(self, call: int, type_name: str) -> None:
        self.call = call
        self.type_name = type_name


def pack(results: list[Any]) -> Reply:
    """Pack results at a few nanoseconds each: {code: typecode} and the bytes of an array with this typecode.

    The numbers of the array are the results themselves or, with {code, values}, positions in the list `values`. So
    `["hit", "miss", "hit"]` becomes {code: "B", values: ["hit", "miss"]} and the bytes 0, 1, 0.
    """
    types = set(map(type, results))
    only_type = next(iter(types)) if len(types) == 1 else None
    if types <= {int}:
        with suppress(ValueError):
            return {"code": "B"}, bytes(results)
        for code in "bhiq":  # from one byte to eight, with a sign
            with suppress(OverflowError):
                return {"code": code}, array(code, results).tobytes()
    if types == {float}:
        return {"code": "d"}, array("d", results).tobytes()
    if types == {bool}:
        return {"code": "B", "values": [False, True]}, bytes(results)
    if (values := enum_values(only_type)) and len(values) <= 256:
        return {"code": "B", "values": values}, bytes(map(attrgetter("_sort_order_"), results))
    # Equal results share one value, except where equal results may differ, as 1 and True do: then identity decides.
    # (`object.__hash__` is the identity; `id` would call the audit hook each time.)
    keys: list[Any] = results
    if only_type and only_type is getattr(sys.modules.get("fractions"), "Fraction", None):
        keys = list(map(RATIO, results))
    elif not never_equal(types, results):
        keys = list(map(object.__hash__, results))
    positions = Numbering()
    try:
        code, body = "B", bytes(map(positions.__getitem__, keys))
    except ValueError:  # the 257th value
        code, body = "I", array("I", map(positions.__getitem__, keys)).tobytes()
    distinct = positions if keys is results else dict(zip(keys, results, strict=True)).values()
    return {"code": code, "values": [checked_json(value, results) for value in distinct]}, body


class Numbering(dict[object, int]):
    """A dict that gives each new key the next number."""

    def __missing__(self, key: object) -> int:
        self[key] = number = len(self)
        return number


def enum_values(type_: object) -> list[object]:
    """Return the values of a plain enum whose `_sort_order_` is the position of each member; otherwise []."""
    members: list[Any] = list(type_) if isinstance(type_, EnumMeta) else []
    if members and isinstance(members[0], Flag):
        return []
    with suppress(TypeError, RecursionError):
        if [member._sort_order_ for member in members] == list(range(len(members))):
            return [json_value(member.value) for member in members]
    return []


def never_equal(types: set[type], results: list[Any]) -> bool:
    """Return whether values of different types can never be equal, so that a dict may use them as keys.

    That holds with at most one number type, also inside tuples: 1, 1.0 and True are equal keys. A class of the author
    may call unequal values equal.
    """
    if types == {tuple}:
        types = set(map(type, chain.from_iterable(results)))
    number_types = types & {int, float, bool, getattr(sys.modules.get("fractions"), "Fraction", None)}
    return len(number_types) <= 1 and types - number_types <= {str, type(None)}


def checked_json(value: object, results: list[object]) -> object:
    """Return one of the results in JSON, or raise Unsupported with the number of the first call that returned it."""
    try:
        return json_value(value)
    except (TypeError, RecursionError) as error:
        call = next(index for index, each in enumerate(results) if each is value)
        type_name = error.args[0] if isinstance(error, TypeError) else type(value).__name__
        raise Unsupported(call, type_name) from None


def json_value(value: Any) -> object:
    """Return a value in JSON; types that JSON lacks become objects with one key.

    Raise TypeError with the name of a type that no table can print.
    """
    if isinstance(type(value), EnumMeta):
        return json_value(value.value)
    if value is None or isinstance(value, (bool, float)):
        return value
    if isinstance(value, str):
        if SURROGATE.search(value):
            raise TypeError("a text with half a character")
        return value
    if isinstance(value, int):
        return value if -(2**63) <= value < 2**63 else {"integer": long_number(value)}
    if isinstance(value, Rational):
        return {"fraction": [long_number(int(value.numerator)), long_number(int(value.denominator))]}
    if isinstance(value, (tuple, list)):
        return {"tuple": [json_value(part) for part in value]}
    if isinstance(value, (frozenset, set)):
        return {"set": [json_value(part) for part in value]}
    raise TypeError(f"a value of type {type(value).__name__}")


def long_number(value: int) -> str:
    """Return a number in hexadecimal; TypeError if it is too long to print."""
    if value.bit_length() > LONGEST_NUMBER:
        raise TypeError("a number of more than 900 digits")
    return hex(value)
