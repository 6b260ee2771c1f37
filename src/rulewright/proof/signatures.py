"""The functions of the rules code as the worker describes them: their parameters and what each type may be."""

from collections.abc import Mapping
from dataclasses import dataclass
from inspect import cleandoc
from typing import Any, Literal, TypeAlias

from rulewright.proof.results import Value, decode_value

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


def decode_function(wire: Mapping[str, Any]) -> Function:
    parameters = tuple(
        Parameter(each["name"], _annotation(each["annotation"]), each["has_default"]) for each in wire["parameters"]
    )
    docstring = cleandoc(wire["docstring"])
    return Function(
        **{**wire, "docstring": docstring, "returns": _annotation(wire["returns"]), "parameters": parameters}
    )


def _annotation(wire: Mapping[str, Any]) -> Annotation:
    enums = tuple(
        Enumeration(each["name"], tuple((decode_value(value), name) for value, name in each["members"]))
        for each in wire["enums"]
    )
    return Annotation(wire["text"], wire["kind"], tuple(map(decode_value, wire["values"])), enums)
