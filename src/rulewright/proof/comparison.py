"""Compare printed values with the answers of the code for all combinations, in one of two ways; write counterexamples.

- `ExpectedResults`: printed values and answers become arrays of codes, one code per combination, that are equal exactly
  where both agree. With the answers 7, 7, None as codes 0, 0, 1, a table that prints 7, 8, nothing becomes 0, 1, 1: the
  second combination differs.
- `Walker`: if the answers are a decision diagram, a walk goes down its levels, one axis each. A state of the walk is a
  node of the diagram together with the state of the table, such as the boxes that contain the keys so far. Ways to the
  same state are merged and counted, so most combinations are never visited. Sets of boxes are masks: bit 0 is the first
  box, so the mask 0b101 is the boxes 0 and 2.

`pytest_source` writes a counterexample as a test for the author.
"""

from abc import ABC, abstractmethod
from array import array
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import inf
from operator import and_
from typing import Generic, TypeVar

from rulewright.book.wording import number as number_text
from rulewright.entries.keyset import Box
from rulewright.entries.table import Table
from rulewright.proof.replies import FLOATING, Codes, Diagram, Enumeration, Function, Results, Value
from rulewright.tables.answers import axes_in_order

CHUNK = 4096
"""Number of results that are compared at once in the search for differences."""


def same_value(one: object, other: object) -> bool:
    """Return whether two values are equal and of one kind: True is not 1."""
    return one == other and isinstance(one, bool) == isinstance(other, bool)


class ResultCodes:
    """Results as `codes`; two codes are equal exactly if the results are the same."""

    def __init__(self, results: Results) -> None:
        self.values = results.values
        self.codes = results.codes
        if results.values is not None:
            self._merge(results.values)

    def _merge(self, values: tuple[Value, ...]) -> None:
        """Give equal values, such as 1 and 1.0, the code of the first of them."""
        self._numbers: dict[object, int] = {}
        firsts = [self._numbers.setdefault((isinstance(v, bool), v), index) for index, v in enumerate(values)]
        if firsts != list(range(len(values))):
            self.codes = array(self.codes.typecode, map(firsts.__getitem__, self.codes))

    def code_of(self, value: Value) -> int | float | None:
        """Return the code of a value; None if no result has it."""
        if self.values is not None:
            return self._numbers.get((isinstance(value, bool), value))
        if isinstance(value, bool) or not isinstance(value, (int, float, Fraction)):
            return None
        number_type: type[int] | type[float] = float if self.codes.typecode == FLOATING else int
        try:
            (code,) = array(self.codes.typecode, [number_type(value)])
        except (OverflowError, ValueError):  # too large for these results, or infinite
            return None
        return code if code == value else None

    def flags(self, value: Value) -> bytes:
        """Return one byte per result: 1 if it is this value."""
        code = self.code_of(value)
        if code is None:
            return bytes(len(self.codes))
        if self.codes.itemsize == 1:
            byte_of_code = int(code) % 256  # a signed code -1 is the byte 255
            return self.codes.tobytes().translate(bytes(byte == byte_of_code for byte in range(256)))
        return bytes(map(code.__eq__, self.codes))


class ExpectedResults:
    """The printed value for each combination, in the codes of the results."""

    def __init__(self, actual: ResultCodes) -> None:
        self.actual = actual
        self.codes = actual.codes[:]

    def require(self, where: slice, value: Value) -> None:
        """Require this value in these combinations."""
        code = self.actual.code_of(value)
        if code is None:
            self.codes[where] = _others(self.actual.codes[where])
        else:
            count = len(range(*where.indices(len(self.codes))))
            self.codes[where] = array(self.codes.typecode, [code]) * count

    def require_each(self, values: Mapping[int, Value], numbers: Codes) -> None:
        """Require in each combination the value that `values` has for the number of the combination."""
        codes = {number: self.actual.code_of(value) for number, value in values.items()}
        results = self.actual.codes
        if None in codes.values():
            others = _others(results)
            changed = (
                others[index] if codes[number] is None else codes[number] for index, number in enumerate(numbers)
            )
            self.codes = array(results.typecode, changed)
        elif numbers.itemsize == results.itemsize == 1:
            table = bytes(int(codes.get(number) or 0) % 256 for number in range(256))
            self.codes = array(results.typecode, numbers.tobytes().translate(table))
        else:
            self.codes = array(results.typecode, map(codes.__getitem__, numbers))

    def allow_any(self, where: slice) -> None:
        """Allow any answer in these combinations."""
        self.codes[where] = self.actual.codes[where]

    @property
    def matches(self) -> bool:
        """Whether the code answers as required everywhere."""
        return identical(self.codes, self.actual.codes) or next(self.mismatches(), None) is None

    def mismatches(self) -> Iterator[int]:
        """Yield the combinations where the code answers something else, in order."""
        return differences(self.codes, self.actual.codes)


def _others(codes: Codes) -> Codes:
    """Return another code for each code, so that the comparison fails everywhere."""
    if codes.typecode == FLOATING:
        return array(FLOATING, [0.0 if code else 1.0 for code in codes])
    return array(codes.typecode, [code ^ 1 for code in codes])


def identical(one: Codes, other: Codes) -> bool:
    """Return whether two arrays hold the same numbers; comparing floats one by one takes twenty times as long."""
    return one.tobytes() == other.tobytes() if one.typecode == FLOATING else one == other


def differences(one: Codes, other: Codes) -> Iterator[int]:
    """Yield the positions where two arrays of the same length differ."""
    for start in range(0, len(one), CHUNK):
        here, there = one[start : start + CHUNK], other[start : start + CHUNK]
        if not identical(here, there):
            pairs = enumerate(zip(here, there, strict=True), start)
            yield from (index for index, (a, b) in pairs if a != b and (a == a or b == b))  # noqa: PLR0124 - NaN agrees with NaN


MOST_STATES = 50_000
"""Most states on one level of a walk; with more, a walk takes longer than trying every combination."""

State = TypeVar("State", bound=Hashable)
"""What a walk remembers of the keys so far, such as the boxes of the table that contain them."""


class AnyAnswer:
    """The expected answer if every answer agrees."""


ANY = AnyAnswer()


class WalkedTable(ABC, Generic[State]):
    """A table as a walk sees it. All masks are sets of boxes.

    `inside` are the boxes that contain the key just taken; `surely` are those that contain all keys of every later
    axis, so that a combination which is inside so far stays inside.
    """

    @abstractmethod
    def start(self, boxes: int, surely: int) -> State:
        """Return the state of the table before the first axis."""

    @abstractmethod
    def go(self, state: State, inside: int, surely: int) -> State:
        """Return the state of the table after a key that lies in the boxes `inside`."""

    @abstractmethod
    def owner(self, state: State) -> int:
        """Return the owner of the combinations that end here, for counting."""

    @abstractmethod
    def expected(self, state: State) -> "Value | AnyAnswer":
        """Return the answer that the table expects of the code here."""


@dataclass(frozen=True, slots=True)
class Walk:
    """The number of combinations of each owner; `wrong` are the keys of one disagreement, or None."""

    counts: Mapping[int, int]
    wrong: Mapping[str, int] | None = None


@dataclass(slots=True)
class _Ways:
    """The ways of a walk to one state: how many combinations lead there, and the last step of the simplest way.

    The step comes from the state `before` by the key at `position` of the axis. The simplest way meets the fewest
    `conditions`: as a counterexample, it shows which of them is wrong.
    """

    count: int = 0
    before: "_Ways | None" = None
    position: int = 0
    conditions: int = 0


class Walker(Generic[State]):
    """A walk over all combinations, with the axes in this order."""

    def __init__(
        self, walked: WalkedTable[State], table: Table, boxes: Sequence[Box], order: Sequence[str], diagram: Diagram
    ) -> None:
        self.walked, self.diagram = walked, diagram
        self.axes, self.keys = axes_in_order(table, order)
        self.everything = (1 << len(boxes)) - 1
        rest = [axis for axis in range(len(self.axes)) if axis not in diagram.axis_order]
        self.order = [*diagram.axis_order, *rest]
        self.inside: list[list[int]] = []
        """For each level and each key of its axis, a mask of the boxes that contain the key."""
        for axis in self.order:
            position = [each.name for each in table.axes].index(self.axes[axis].name)  # in the table's own order
            bits = [(1 << number, box[position]) for number, box in enumerate(boxes)]
            self.inside.append([sum(bit for bit, keys in bits if key in keys) for key in self.keys[axis]])
        self.surely = [self.everything]  # after the last axis nothing limits a box any more
        for masks in reversed(self.inside):
            self.surely.append(reduce(and_, masks, self.surely[-1]))
        self.surely.reverse()

    def walk(self) -> Walk | None:
        """Return the outcome; None if the walk takes too long."""
        start = self.walked.start(self.everything, self.surely[0])
        ways_to = {(self.diagram.root, start): _Ways(1)}
        for level, masks in enumerate(self.inside):
            ways_to = self._next(ways_to, level, masks)
            if len(ways_to) > MOST_STATES:
                return None
        if wrong := [ways for (node, state), ways in ways_to.items() if not self._agrees(node, state)]:
            return Walk({}, self._keys_of(min(wrong, key=lambda ways: ways.conditions)))
        counts: Counter[int] = Counter()
        for (_, state), ways in ways_to.items():
            counts[self.walked.owner(state)] += ways.count
        return Walk(counts)

    def _agrees(self, node: int, state: State) -> bool:
        """Return whether the answer at the end of a walk is the expected one; the node -1 is the first answer."""
        expected = self.walked.expected(state)
        return isinstance(expected, AnyAnswer) or same_value(expected, self.diagram.answers[-1 - node])

    def _next(
        self, ways_to: Mapping[tuple[int, State], _Ways], level: int, masks: Sequence[int]
    ) -> dict[tuple[int, State], _Ways]:
        """Return the ways to the states after a key of the axis of this level."""
        following: dict[tuple[int, State], _Ways] = {}
        surely, nodes, go = self.surely[level + 1], self.diagram.nodes, self.walked.go
        always = reduce(and_, masks)  # boxes that contain all keys of this axis: to be in them meets no condition
        keys = [(position, mask, (mask & ~always).bit_count()) for position, mask in enumerate(masks)]
        for (node, state), ways in ways_to.items():
            branches = node >= 0 and nodes[node][0] == level  # otherwise the answer does not depend on this axis
            children = nodes[node][1] if branches else ()
            for position, mask, conditions in keys:
                key = (children[position] if branches else node), go(state, mask, surely)
                total = ways.conditions + conditions
                if (merged := following.get(key)) is None:
                    following[key] = _Ways(ways.count, ways, position, total)
                    continue
                merged.count += ways.count
                if total < merged.conditions:
                    merged.before, merged.position, merged.conditions = ways, position, total
        return following

    def _keys_of(self, ways: _Ways) -> Mapping[str, int]:
        """Return the keys of the simplest way, by axis."""
        positions: list[int] = []
        while ways.before is not None:
            positions.append(ways.position)
            ways = ways.before
        position_of = dict(zip(self.order, reversed(positions), strict=True))
        return {axis.name: self.keys[number][position_of[number]] for number, axis in enumerate(self.axes)}


def value_text(value: object) -> str:
    """Return a result of the rules code in words."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, frozenset):
        return " and ".join(sorted(map(value_text, value))) or "none"
    if value == ():
        return "an empty list"
    if isinstance(value, tuple) and not all(isinstance(part, int) for part in value):
        return f"({', '.join(map(value_text, value))})"
    return number_text(value) if isinstance(value, (int, float, str, Fraction)) else repr(value)


STANDARD_IMPORTS = {"math": "import math", "Fraction": "from fractions import Fraction"}


def pytest_source(
    function: Function, arguments: Mapping[str, Value], expected: Value, *, unequal: bool = False, total: str = ""
) -> str:
    """Return a pytest module that passes if the function returns `expected`, or another value if `unequal`.

    If the function returns pairs, `total` says how to join their first items: `sum` or `prod`.
    """
    annotations = {parameter.name: parameter.annotation for parameter in function.parameters}
    names = {function.name}
    values = {name: _python_source(value, annotations[name].enums, names) for name, value in arguments.items()}
    source = _python_source(expected, function.returns.enums, names)
    if isinstance(expected, tuple) and function.returns.text.startswith("list"):
        source = f"[{source[1:-1].removesuffix(',')}]"
    comparison = "is" if expected is None or isinstance(expected, bool) else "!=" if unequal else "=="
    call = f"{function.name}({', '.join(f'{name}={value}' for name, value in values.items())})"
    if total:
        call = f"{total}(value for value, _ in {call})"
    if total == "prod":
        names.add("math")
        call = f"math.{call}"
    imports = [line for name, line in STANDARD_IMPORTS.items() if name in names]
    lines = [
        f"from rules import {', '.join(sorted(names - STANDARD_IMPORTS.keys()))}",
        "\n",
        f"def test_{function.name}():",
        f"    assert {call} {comparison} {source}",
    ]
    return "\n".join([*imports, *([""] if imports else []), *lines]) + "\n"


def _python_source(value: Value, enums: Sequence[Enumeration], names: set[str]) -> str:
    """Return the value as Python source, an enum member by its name; also add the names to import to `names`."""
    if member := _member(value, enums):
        names.add(member.partition("[")[0].partition(".")[0])
        return member
    match value:
        case Fraction():
            names.add("Fraction")
            return f"Fraction({value.numerator}, {value.denominator})"
        case float() if value in (inf, -inf):
            names.add("math")
            return "math.inf" if value > 0 else "-math.inf"
        case tuple():
            parts = [_python_source(part, enums, names) for part in value]
            return f"({', '.join(parts)}{',' * (len(value) == 1)})"
        case frozenset():
            parts = sorted(_python_source(part, enums, names) for part in value)
            return f"frozenset({{{', '.join(parts)}}})" if parts else "frozenset()"
    return repr(value)


def _member(value: Value, enums: Sequence[Enumeration]) -> str:
    """Return source such as `Light.DAY`; empty unless exactly one enum has the value."""
    members = [
        f"{enum.name}.{name}" if name.isidentifier() else f"{enum.name}[{name!r}]"
        for enum in enums
        for member, name in enum.members
        if type(member) is type(value) and member == value
    ]
    return members[0] if len(members) == 1 else ""
