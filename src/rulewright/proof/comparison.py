"""Compares what is printed with what the code answers, a million combinations at a time.

Both become arrays of numbers that are equal exactly where print and code agree, so one comparison of memory finds
whether they do.
"""

from array import array
from collections.abc import Iterator, Mapping
from fractions import Fraction

from rulewright.proof.results import FLOATING, Codes, Results, Value

CHUNK = 4096
"""Results that are compared at once in the search for differences."""


def same_value(one: object, other: object) -> bool:
    """Equal, and of one kind: True is not 1."""
    return one == other and isinstance(one, bool) == isinstance(other, bool)


class ResultCodes:
    """Results as `codes`: two codes are equal exactly where the results are the same."""

    def __init__(self, results: Results) -> None:
        self.values = results.values
        self.codes = results.codes
        if results.values is not None:
            self._merge(results.values)

    def _merge(self, values: tuple[Value, ...]) -> None:
        """Equal values, such as 1 and 1.0, get the code of the first of them."""
        self._numbers: dict[object, int] = {}
        firsts = [self._numbers.setdefault((isinstance(v, bool), v), index) for index, v in enumerate(values)]
        if firsts != list(range(len(values))):
            self.codes = array(self.codes.typecode, map(firsts.__getitem__, self.codes))

    def code_of(self, value: Value) -> int | float | None:
        """The code of a value; None where no result has it."""
        if self.values is not None:
            return self._numbers.get((isinstance(value, bool), value))
        if isinstance(value, bool) or not isinstance(value, (int, float, Fraction)):
            return None
        kind: type[int] | type[float] = float if self.codes.typecode == FLOATING else int
        try:
            (code,) = array(self.codes.typecode, [kind(value)])
        except (OverflowError, ValueError):  # too large for these results, or infinite
            return None
        return code if code == value else None

    def expectation(self) -> "ExpectedResults":
        """An expectation that allows any answer everywhere."""
        return ExpectedResults(self)

    def flags(self, value: Value) -> bytes:
        """1 for each result that is this value, else 0."""
        code = self.code_of(value)
        if code is None:
            return bytes(len(self.codes))
        if self.codes.itemsize == 1:
            return self.codes.tobytes().translate(bytes(byte == int(code) % 256 for byte in range(256)))
        return bytes(map(code.__eq__, self.codes))


class ExpectedResults:
    """What is printed for each combination, in the codes of the results."""

    def __init__(self, actual: ResultCodes) -> None:
        self.actual = actual
        self.codes = actual.codes[:]

    def require(self, where: slice, value: Value) -> None:
        """In these combinations the answer must be this value."""
        code = self.actual.code_of(value)
        if code is None:
            self.codes[where] = _others(self.actual.codes[where])
        else:
            count = len(range(*where.indices(len(self.codes))))
            self.codes[where] = array(self.codes.typecode, [code]) * count

    def require_each(self, values: Mapping[int, Value], numbers: Codes) -> None:
        """In each combination the answer must be the value that `values` has for the number of the combination."""
        codes = {number: self.actual.code_of(value) for number, value in values.items()}
        results = self.actual.codes
        if None in codes.values():
            others = _others(results)
            wanted = (others[place] if codes[number] is None else codes[number] for place, number in enumerate(numbers))
            self.codes = array(results.typecode, wanted)
        elif numbers.itemsize == results.itemsize == 1:
            table = bytes(int(codes.get(number) or 0) % 256 for number in range(256))
            self.codes = array(results.typecode, numbers.tobytes().translate(table))
        else:
            self.codes = array(results.typecode, map(codes.__getitem__, numbers))

    def allow_any(self, where: slice) -> None:
        """In these combinations any answer agrees."""
        self.codes[where] = self.actual.codes[where]

    @property
    def matches(self) -> bool:
        """Whether the code answers as required everywhere."""
        return identical(self.codes, self.actual.codes) or next(self.mismatches(), None) is None

    def mismatches(self) -> Iterator[int]:
        """The combinations where it does not, in order."""
        return differences(self.codes, self.actual.codes)


def _others(codes: Codes) -> Codes:
    """For each code a different one."""
    if codes.typecode == FLOATING:
        return array(FLOATING, [0.0 if code else 1.0 for code in codes])
    return array(codes.typecode, [code ^ 1 for code in codes])


def identical(one: Codes, other: Codes) -> bool:
    """Whether two arrays hold the same numbers; comparing floats one by one takes twenty times as long."""
    return one.tobytes() == other.tobytes() if one.typecode == FLOATING else one == other


def differences(one: Codes, other: Codes) -> Iterator[int]:
    """Where two arrays of one length differ, found chunk by chunk."""
    for start in range(0, len(one), CHUNK):
        here, there = one[start : start + CHUNK], other[start : start + CHUNK]
        if not identical(here, there):
            pairs = enumerate(zip(here, there, strict=True), start)
            yield from (index for index, (a, b) in pairs if a != b and (a == a or b == b))  # noqa: PLR0124 - NaN agrees with NaN
