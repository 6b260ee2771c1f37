"""The functions of the rules code as the worker describes them: their parameters and what each type may be."""

from dataclasses import dataclass
from inspect import cleandoc
from typing import Any, Literal, TypeAlias, get_args

from rulewright.proof.results import Value, decode_value
from rulewright.visible import visible_lines

Kind: TypeAlias = Literal["enum", "bool", "int", "float", "literal", "set", "other"]


@dataclass(frozen=True, slots=True)
class Enumeration:
    """An enum class of the rules code: (value, member name) in order of definition."""

    name: str
    members: tuple[tuple[Value, str], ...]


@dataclass(frozen=True, slots=True)
class Annotation:
    """A type as written, and what it means.

    `values` lists all values of an enum, bool or literal, and the possible members of a set. An enum of anything but
    strings is `other`. `enums` are all enums in the type, also inside `tuple[Light, int] | None`.
    """

    text: str
    kind: Kind
    values: tuple[Value, ...] = ()
    enums: tuple[Enumeration, ...] = ()


@dataclass(frozen=True, slots=True)
class Parameter:
    """`*scores` and `**rest` keep their stars and are of kind `other`."""

    name: str
    annotation: Annotation
    has_default: bool = False


@dataclass(frozen=True, slots=True)
class Function:
    """A public function of rules.py; `line` is that of its `def`."""

    name: str
    line: int
    end_line: int
    docstring: str
    returns: Annotation
    parameters: tuple[Parameter, ...] = ()


def decode_function(wire: Any) -> Function:
    """The function of a reply; LookupError, TypeError or ValueError if the worker cannot have sent it."""
    parameters = tuple(
        Parameter(_text(each["name"]), _annotation(each["annotation"]), bool(each["has_default"]))
        for each in wire["parameters"]
    )
    line, end_line = int(wire["line"]), int(wire["end_line"])
    docstring = cleandoc(visible_lines(_text(wire["docstring"])))
    return Function(_text(wire["name"]), line, end_line, docstring, _annotation(wire["returns"]), parameters)


def _annotation(wire: Any) -> Annotation:
    enums = tuple(
        Enumeration(_text(each["name"]), tuple((decode_value(value), _text(name)) for value, name in each["members"]))
        for each in wire["enums"]
    )
    if wire["kind"] not in get_args(Kind):
        raise ValueError(wire)
    return Annotation(_text(wire["text"]), wire["kind"], tuple(map(decode_value, wire["values"])), enums)


def _text(wire: object) -> str:
    if not isinstance(wire, str):
        raise TypeError(wire)
    return wire
