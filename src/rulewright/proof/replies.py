"""Decoded replies of the contained process: functions, results, diagrams of results, and errors of the rules code.

The results of a function for many combinations are stored as numbers, so a million results take a few arrays of bytes.
The numbers are the results themselves, or positions in a list of the distinct results:
the results "hit", "miss", "hit" become the codes 0, 1, 0 and the values ("hit", "miss"). Every decoder validates
what it reads, because rules code might forge a reply.
"""

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from inspect import cleandoc
from typing import Any, Literal, Self, TypeAlias, get_args, overload

from rulewright.base.findings import Finding, Label, Span
from rulewright.base.visible import visible_lines

Value: TypeAlias = "bool | int | float | str | Fraction | tuple[Value, ...] | frozenset[Value] | None"
"""An argument or a result: an enum member as its value, a list as a tuple, a set as a frozenset."""

Codes: TypeAlias = "array[Any]"
"""The results as numbers, or their positions in a list of distinct results."""

WHOLE = "BbHhiq"
"""Array type codes of whole numbers, narrow ones first."""
FLOATING = "d"
"""The array type code of floating-point numbers."""
LONGEST_HEX = 760
"""Most hexadecimal digits of a whole number that the worker sends."""
SEVEN_BITS = bytes(range(128))
"""All bytes that mean the same with and without a sign."""


@dataclass(frozen=True, slots=True, eq=False)
class Results(Sequence[Value]):
    """The results of a function in row-major order.

    Without `values` the `codes` are the results; with `values` they are positions in it.
    """

    codes: Codes
    values: tuple[Value, ...] | None = None

    def __len__(self) -> int:
        return len(self.codes)

    def __iter__(self) -> Iterator[Value]:
        return iter(self.codes) if self.values is None else map(self.values.__getitem__, self.codes)

    @overload
    def __getitem__(self, index: int) -> Value: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Value]: ...
    def __getitem__(self, index: int | slice) -> "Value | Sequence[Value]":
        if isinstance(index, slice):
            return Results(self.codes[index], self.values)
        code: Value = self.codes[index]
        return code if self.values is None else self.values[self.codes[index]]

    def distinct_values(self) -> tuple[Value, ...]:
        """Return every value that may be among the results, once."""
        return tuple(dict.fromkeys(self.codes)) if self.values is None else self.values


def single_result(value: Value) -> Results:
    """Return the results of a function without parameters."""
    return Results(array("B", [0]), (value,))


def unpack_results(header: Mapping[str, Any], body: bytes) -> Results:
    """Unpack a batch that `pack` in encoding.py packed; LookupError, TypeError or ValueError if it is malformed."""
    codes = array(header["code"], body)  # this "code" of the worker is the type code of the array
    if "values" not in header:
        return Results(codes)
    values = tuple(decode_value(wire) for wire in header["values"])
    if codes.typecode == "B":
        valid = bytes(range(min(len(values), 256)))
        are_positions = not codes.tobytes().translate(None, valid)  # nothing is left after deleting the valid ones
    else:
        are_positions = not codes or (min(codes) >= 0 and max(codes) < len(values))
    if not are_positions:
        raise ValueError(header)
    return Results(codes, values)


def decode_value(wire: Any) -> Value:
    """Return the value that the worker wrote in JSON; ValueError for anything else."""
    match wire:
        case {"integer": digits}:
            return _integer(digits)
        case {"fraction": [above, below]}:
            return Fraction(_integer(above), _integer(below))
        case {"tuple": parts}:
            return tuple(map(decode_value, parts))
        case {"set": parts}:
            return frozenset(map(decode_value, parts))
        case str():
            wire.encode()  # UnicodeEncodeError is a ValueError
            return wire
        case None | bool() | int() | float():
            return wire
    raise ValueError(wire)


def _integer(digits: str) -> int:
    if len(digits) > LONGEST_HEX:
        raise ValueError(digits)
    return int(digits, 16)


def join_results(batches: Sequence[Results]) -> Results:
    """Join batches of results in order."""
    if len(batches) == 1:
        return batches[0]
    typecodes: set[str] = {batch.codes.typecode for batch in batches}
    mixes_floats = len(typecodes) > 1 and FLOATING in typecodes
    if mixes_floats or any(batch.values is not None for batch in batches):
        return _join_numbered(batches)
    typecode = max(typecodes, key=WHOLE.find, default="B")  # the narrowest for whole numbers that holds them all
    if typecodes == {"B", "b"}:  # numbers above 127 in one batch and negative ones in another need two bytes
        unsigned = (batch.codes for batch in batches if batch.codes.typecode == "B")
        typecode = "h" if any(part.tobytes().translate(None, SEVEN_BITS) for part in unsigned) else "b"
    return Results(_concatenate(typecode, (batch.codes for batch in batches)))


def _concatenate(typecode: str, parts: Iterable[Codes]) -> Codes:
    joined = array(typecode)
    for part in parts:
        if joined.itemsize == part.itemsize:
            joined.frombytes(part.tobytes())
        else:
            joined.extend(array(typecode, part))
    return joined


def _join_numbered(batches: Sequence[Results]) -> Results:
    """Join batches with one list of values; each value is numbered where it first occurs."""
    numbers: dict[object, int] = {}
    values: list[Value] = []
    tables: list[dict[Any, int]] = []
    for batch in batches:
        table = {}
        pairs = ((code, code) for code in batch.distinct_values()) if batch.values is None else enumerate(batch.values)
        for code, value in pairs:
            number = table[code] = numbers.setdefault(typed_key(value), len(values))
            if number == len(values):
                values.append(value)
        tables.append(table)
    typecode = "B" if len(values) <= 256 else "I"
    parts = (_renumber(batch.codes, table, typecode) for batch, table in zip(batches, tables, strict=True))
    return Results(_concatenate(typecode, parts), tuple(values))


def _renumber(codes: Codes, table: Mapping[Any, int], typecode: str) -> Codes:
    """Replace each code by its number in `table`."""
    if all(number == old for old, number in table.items()):
        return codes
    if codes.typecode == typecode == "B":
        return array("B", codes.tobytes().translate(bytes(table.get(old, 0) for old in range(256))))
    return array(typecode, map(table.__getitem__, codes))


def typed_key(value: Value) -> object:
    """Return a key that only equal values of equal types share: 1 is neither True nor 1.0."""
    if isinstance(value, (tuple, frozenset)):
        return type(value), type(value)(map(typed_key, value))  # type: ignore[arg-type]
    return type(value), value if value == value else "NaN"  # noqa: PLR0124 - NaN is the same as NaN


Kind: TypeAlias = Literal["enum", "bool", "int", "float", "literal", "set", "other"]


@dataclass(frozen=True, slots=True)
class Enumeration:
    """An enum class of the rules code; `members` are pairs (value, member name) in order of definition."""

    name: str
    members: tuple[tuple[Value, str], ...]


@dataclass(frozen=True, slots=True)
class Annotation:
    """The text and the meaning of a type annotation.

    `values` lists all values of an enum, bool or literal, and the possible members of a set. An enum with values other
    than strings has the kind `other`. `enums` lists all enums in the type, also those inside `tuple[Light, int] |
    None`.
    """

    text: str
    kind: Kind
    values: tuple[Value, ...] = ()
    enums: tuple[Enumeration, ...] = ()


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a function. `*scores` and `**rest` keep their stars and have the kind `other`."""

    name: str
    annotation: Annotation
    has_default: bool = False


@dataclass(frozen=True, slots=True)
class Function:
    """A public function of rules.py; `line` is the line of its `def`."""

    name: str
    line: int
    end_line: int
    docstring: str
    returns: Annotation
    parameters: tuple[Parameter, ...] = ()


def decode_function(wire: Any) -> Function:
    """Decode a function; LookupError, TypeError or ValueError if the worker cannot have sent it."""
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


Reference: TypeAlias = int
"""The number of a node of a diagram, or an answer below 0: -1 is the first answer, -2 the second."""

Node: TypeAlias = tuple[int, tuple[Reference, ...]]
"""The level of an axis, and a reference for each of its values: `(0, (-1, 3))` asks the first axis of the diagram."""


@dataclass(frozen=True, slots=True)
class Diagram:
    """A decision diagram of all results of a function. An axis is a parameter, by its position in the call.

    `sizes` has the number of values of each axis. `axis_order` are the axes that matter, in the order in which nodes
    ask them; the *level* of an axis is its index there. With `axis_order` (2, 0), nodes of level 0 ask axis 2.
    """

    sizes: tuple[int, ...]
    axis_order: tuple[int, ...]
    nodes: tuple[Node, ...]
    root: Reference
    answers: tuple[Value, ...]


def decode_diagram(wire: Mapping[str, Any], sizes: Sequence[int]) -> Diagram:
    """Decode a diagram; LookupError, TypeError or ValueError if it is malformed."""
    nodes = tuple((int(level), tuple(map(int, children))) for level, children in wire["nodes"])
    axis_order, answers = tuple(map(int, wire["axes"])), tuple(map(decode_value, wire["answers"]))
    diagram = Diagram(tuple(sizes), axis_order, nodes, int(wire["root"]), answers)
    axes_are_sound = len(set(axis_order)) == len(axis_order) and {*range(len(sizes))}.issuperset(axis_order)
    if not (axes_are_sound and _well_formed(diagram)):
        raise ValueError(wire)
    return diagram


def _well_formed(diagram: Diagram) -> bool:
    """Return whether each node has one child per value: an answer, or an earlier node at a deeper level."""
    levels = [level for level, _ in diagram.nodes]

    def is_sound(reference: Reference, parent_level: int, parent: int) -> bool:
        is_answer = -len(diagram.answers) <= reference < 0
        return is_answer or (0 <= reference < parent and levels[reference] > parent_level)

    if not is_sound(diagram.root, -1, len(levels)):
        return False
    return all(
        len(children) == diagram.sizes[diagram.axis_order[level]]
        and all(is_sound(child, level, number) for child in children)
        for number, (level, children) in enumerate(diagram.nodes)
    )


Axes: TypeAlias = Sequence[tuple[str, Sequence[Value]]]
"""Each parameter of a call with its values: `[("reach", [1, 2]), ("mail", [False, True])]`."""


@dataclass(frozen=True, slots=True)
class RulesErrorReport:
    """One error of the rules code. Line and column count from 1, and are 0 if no place is known.

    `name` is one of rules-syntax, rules-import, rules-forbidden, rules-raised, rules-timeout, rules-memory,
    rules-died and rules-result. `arguments` are those of the failed call.
    """

    name: str
    message: str
    line: int = 0
    column: int = 0
    hint: str = ""
    arguments: Mapping[str, Value] = field(default_factory=dict, hash=False)


class RulesError(Exception):
    """The rules code has errors; `report` is the first of `reports` in the order of the file."""

    def __init__(self, *reports: RulesErrorReport) -> None:
        super().__init__("; ".join(report.message for report in reports))
        self.reports = reports
        self.report = reports[0]

    def __reduce__(self) -> tuple[type[Self], tuple[RulesErrorReport, ...]]:
        """Support pickling, so that the error can come from another process of an executor."""
        return type(self), self.reports


HINTS = {
    "rules-syntax": "correct the code: Python cannot read it",
    "rules-import": "leave the import out; the code needs no more than enum, math and the like",
    "rules-forbidden": "leave it out: rules code only computes its answers",
    "rules-raised": "make it answer for every input that the table has, or say where the table is silent",
    "rules-memory": "let the code hold less at once",
    "rules-result": ("make it return what stands in the table: a number, a name, a truth value, or a tuple of these"),
}
"""Hints by name for errors that have no hint."""


def error_finding(error: RulesErrorReport, call: Span, file: str, about: str = "") -> Finding:
    """Return a finding at the line of the error, with a label at the `call` that caused it."""
    about, hint = about or error.message, error.hint or HINTS.get(error.name, "")
    if not error.line:
        return Finding(error.name, call, error.message, hint, about=about)
    place = Span(file, error.line, error.column or 1)
    labels = (Label(call, "called here"),) if call.line else ()
    return Finding(error.name, place, error.message, hint, labels, about=about)


STUB_ERROR = "raised NotImplementedError"
"""The `says` of a function from `rulewright stubs` that its author has not written yet."""
STUB_HINT = "write in its place what the rule says, and return the answer"
WORKER_ERRORS = frozenset(
    {"rules-syntax", "rules-import", "rules-forbidden", "rules-raised", "rules-memory", "rules-result"}
)
"""Names of the errors that the worker itself reports."""


def decode_error(wire: object, subject: str, axes: Axes) -> RulesErrorReport:
    """Decode an error; ValueError if the worker cannot have sent it."""
    match wire:
        case {
            "name": str(name),
            "says": str(says),
            "hint": str(hint),
            "line": int(line),
            "column": int(column),
            "at": (None | int()) as at,
        } if name in WORKER_ERRORS:
            arguments = {} if at is None else arguments_at(axes, at)
            if says == STUB_ERROR:
                return RulesErrorReport(name, f"{subject} is not written yet", line, column, STUB_HINT)
            if arguments:
                passed = ", ".join(f"{parameter}={value!r}" for parameter, value in arguments.items())
                subject = f"{subject.removesuffix('()')}({passed})"
            message = f"{subject} {says}"
            return RulesErrorReport(name, message, line, column, hint, arguments)
    raise ValueError(wire)


def arguments_at(axes: Axes, call: int) -> dict[str, Value]:
    """Return the arguments of a call by its number in row-major order."""
    values_of = {}
    for name, values in reversed(axes):
        call, position = divmod(call, len(values))
        values_of[name] = values[position]
    return {name: values_of[name] for name, _ in axes}
