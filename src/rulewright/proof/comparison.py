"""Compare printed values with the answers of the code for all combinations; write counterexamples.

Printed values and answers become arrays of codes, one code per combination, that are equal exactly where both agree
(`ExpectedResults`). With the answers 7, 7, None as codes 0, 0, 1, a table that prints 7, 8, nothing becomes 0, 1, 1:
the second combination differs. `pytest_source` writes a counterexample as a test for the author.
"""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import inf

from rulewright.book.wording import number as number_text
from rulewright.proof.replies import FLOATING, Codes, Enumeration, Function, Results, Value

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
