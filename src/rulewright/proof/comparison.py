"""Comparing what is printed with what the code answers, a million combinations at a time.

Both become arrays of numbers that are equal exactly where the two agree, so that memory is compared with memory.
"""

from array import array
from collections.abc import Iterator, Mapping
from fractions import Fraction

from rulewright.proof.results import FLOATING, Codes, Results, Value

CHUNK = 4096
"""Results that are compared at once while those that differ are looked for."""


def same_value(want: object, got: object) -> bool:
    """Equal, and of one kind: True is not 1."""
    return want == got and isinstance(want, bool) == isinstance(got, bool)


class ResultCodes:
    """The results of a run as `codes`: two are equal exactly where the results are the same."""

    def __init__(self, results: Results) -> None:
        self.values = results.values
        self.codes = results.codes
        if results.values is not None:
            self._merge(results.values)

    def _merge(self, values: tuple[Value, ...]) -> None:
        """Several values may be the same, as 1 and 1.0 are: the first of them stands for all."""
        self._numbers: dict[object, int] = {}
        firsts = [self._numbers.setdefault((isinstance(v, bool), v), at) for at, v in enumerate(values)]
        if firsts != list(range(len(values))):
            self.codes = array(self.codes.typecode, map(firsts.__getitem__, self.codes))

    def code(self, want: Value) -> int | float | None:
        """The number of a value; None where no result is that value."""
        if self.values is not None:
            return self._numbers.get((isinstance(want, bool), want))
        if isinstance(want, bool) or not isinstance(want, (int, float, Fraction)):
            return None
        kind: type[int] | type[float] = float if self.codes.typecode == FLOATING else int
        try:
            (code,) = array(self.codes.typecode, [kind(want)])
        except (OverflowError, ValueError):  # too large for these results, or infinite
            return None
        return code if code == want else None

    def expectation(self) -> "ExpectedResults":
        """An expectation that agrees everywhere so far."""
        return ExpectedResults(self)

    def flags(self, want: Value) -> bytes:
        """1 for each result that is this value, else 0."""
        code = self.code(want)
        if code is None:
            return bytes(len(self.codes))
        if self.codes.itemsize == 1:
            return self.codes.tobytes().translate(bytes(at == int(code) % 256 for at in range(256)))
        return bytes(map(code.__eq__, self.codes))


class ExpectedResults:
    """What is printed for each combination, in the code of the results."""

    def __init__(self, answered: ResultCodes) -> None:
        self.answered = answered
        self.codes = answered.codes[:]

    def require(self, where: slice, want: Value) -> None:
        """In these combinations the answer must be this value."""
        code = self.answered.code(want)
        if code is None:
            self.codes[where] = _others(self.answered.codes[where])
        else:
            count = len(range(*where.indices(len(self.codes))))
            self.codes[where] = array(self.codes.typecode, [code]) * count

    def require_each(self, wants: Mapping[int, Value], at: Codes) -> None:
        """In each combination the answer must be the value that `wants` has for the number there."""
        codes = {number: self.answered.code(want) for number, want in wants.items()}
        got = self.answered.codes
        if None in codes.values():
            others = _others(got)
            found = (others[place] if codes[number] is None else codes[number] for place, number in enumerate(at))
            self.codes = array(got.typecode, found)
        elif at.itemsize == got.itemsize == 1:
            table = bytes(int(codes.get(number) or 0) % 256 for number in range(256))
            self.codes = array(got.typecode, at.tobytes().translate(table))
        else:
            self.codes = array(got.typecode, map(codes.__getitem__, at))

    def allow_any(self, where: slice) -> None:
        """In these combinations any answer will do."""
        self.codes[where] = self.answered.codes[where]

    @property
    def matches(self) -> bool:
        """Whether the code answers as demanded everywhere."""
        return identical(self.codes, self.answered.codes) or next(self.mismatches(), None) is None

    def mismatches(self) -> Iterator[int]:
        """The combinations where it does not, in order."""
        return differences(self.codes, self.answered.codes)


def _others(codes: Codes) -> Codes:
    """For each code another one."""
    if codes.typecode == FLOATING:
        return array(FLOATING, [0.0 if code else 1.0 for code in codes])
    return array(codes.typecode, [code ^ 1 for code in codes])


def identical(one: Codes, other: Codes) -> bool:
    """Whether two arrays hold the same numbers; comparing floats one by one would take twenty times as long."""
    return one.tobytes() == other.tobytes() if one.typecode == FLOATING else one == other


def differences(one: Codes, other: Codes) -> Iterator[int]:
    """Where two arrays of one length differ, found chunk by chunk."""
    for start in range(0, len(one), CHUNK):
        here, there = one[start : start + CHUNK], other[start : start + CHUNK]
        if not identical(here, there):
            pairs = enumerate(zip(here, there, strict=True), start)
            yield from (at for at, (a, b) in pairs if a != b and (a == a or b == b))  # noqa: PLR0124 - excused NaN
