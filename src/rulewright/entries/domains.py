"""Domains: the values that a key or a cell can have, and how they are written and printed."""

import math
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any

from rulewright.base.findings import Span
from rulewright.base.messages.messages import joined, tell
from rulewright.entries.dice import Roll
from rulewright.entries.entry import Entry, Kind
from rulewright.entries.keyset import Bound, KeySet, set_text, sets_text
from rulewright.entries.numbers import Plain, interval_text, minus
from rulewright.entries.text import Text

# Months: scenario books count time in them


@dataclass(frozen=True, slots=True)
class Calendar:
    """The months of a domain. Key 0 is the month `first`, counted from January of the year 0.

    Rules code sees a month as the number 194309, which it can compare: `month > 1943_09`.
    """

    first: int

    def number(self, key: int) -> int:
        """Return the month of a key as rules code sees it, such as 194309."""
        year, month = divmod(self.first + key, 12)
        return year * 100 + month + 1

    def key_of(self, number: Fraction) -> Fraction:
        """Return the key of a month such as 194309.

        For a number that is not a month, return a fraction, never a key.
        """
        year, month = divmod(number, 100)
        return year * 12 + month - 1 - self.first if 1 <= month <= 12 else Fraction(1, 2)

    def text(self, low: int, high: int) -> str:
        """Return months as authors write them: `9/1943`, `9/1943–5/1945`."""
        months = (divmod(self.first + key, 12) for key in (low, high))
        return "–".join(dict.fromkeys(f"{month + 1}/{year}" for year, month in months))


NO_KEYS = KeySet()

NARROW = "\u202f"
"""The narrow no-break space between a number and a unit that is a word."""


@dataclass(frozen=True, slots=True)
class Name:
    """One value of an enumeration, or a group of values (`members`), with its printed text."""

    id: str
    label: Text
    span: Span = field(compare=False)
    members: KeySet = NO_KEYS


class Domain(Entry, kw_only=False):
    """The values of a key or cell: an enumeration, sets of names, whole numbers, months, or a measure such as inches.

    `keys` are the positions of the names, or the numbers themselves. With `sets` a value is a set of the names, and its
    key has the bit 2**position for each name in it. A measure changes only at multiples of `step`: the even key 2n is
    the point n·step, and the odd key 2n + 1 is everything between it and the next point. So sets of keys distinguish
    open ends from closed ones exactly.

    `infinite` means that ∞ is a value. `words` are names for single numbers. `test_range` is the part that a proof
    tries if the numbers have an open end. With `ranges` a value is a range of numbers. `roll` is the dice that produce
    the numbers. With a `calendar` the keys count months.
    """

    id: str
    keys: KeySet = NO_KEYS
    names: tuple[Name, ...] = ()
    groups: tuple[Name, ...] = ()
    words: tuple[tuple[Name, Bound], ...] = ()
    title: Text | None = None
    unit: str = ""
    infinite: bool = False
    ranges: bool = False
    sets: bool = False
    test_range: KeySet | None = None
    step: Fraction | None = None
    calendar: Calendar | None = None
    roll: Roll | None = field(default=None, compare=False)
    is_entry: bool = field(default=False, compare=False)
    """Whether it is declared under `domains`, and not in the table that uses it."""

    def texts(self) -> Iterator[Text]:
        yield from (self.title,) if self.title else ()
        yield from (name.label for name in (*self.names, *self.groups))

    def texts_of(self, _: Callable[[Kind[Any]], bool]) -> Iterator[Text]:
        """Yield nothing: an entry that uses a domain does not have its texts."""
        return iter(())

    @property
    def enumeration(self) -> bool:
        return bool(self.names) and not self.sets

    @property
    def ids(self) -> tuple[str, ...]:
        """The names as the author writes them."""
        return tuple(name.id for name in self.names)

    @property
    def dice(self) -> str:
        """The name of the dice that produce the numbers, such as D6; empty if there are none."""
        return self.roll.name if self.roll else ""

    def position(self, id_: str) -> int | None:
        return next((i for i, name in enumerate(self.names) if name.id == id_), None)

    @property
    def boolean(self) -> bool:
        """Whether rules code sees this enumeration as True and False."""
        return not self.sets and sorted(name.id for name in self.names) == ["no", "yes"]

    def plain(self, key: int) -> Plain | frozenset[str]:
        """Return the value of a key as rules code sees it."""
        if self.sets:
            return frozenset(name.id for at, name in enumerate(self.names) if key >> at & 1)
        if not self.names:
            return self.number(key)
        return self.names[key].id == "yes" if self.boolean else self.names[key].id

    def number(self, key: int) -> int | float:
        """Return the number of a key: for an odd key of a measure the middle of the gap, for a month such as 194309."""
        if self.calendar is not None:
            return self.calendar.number(key)
        if self.step is None:
            return key
        number = key * self.step / 2
        return int(number) if number.denominator == 1 else float(number)

    def key_of(self, number: Fraction) -> int | None:
        """Return the key of a number, or None if it is outside the domain or not a multiple of the step."""
        if self.calendar is not None:
            number = self.calendar.key_of(number)
        scaled = number if self.step is None else 2 * number / self.step
        whole = scaled.denominator == 1 and (self.step is None or scaled.numerator % 2 == 0)
        return int(scaled) if whole and int(scaled) in self.keys else None

    def key_text(self, key: int) -> str:
        """Return the value of a key in the author's words."""
        if self.sets:
            return set_text(key, self.ids)
        return self.names[key].id if self.names else self._interval_text(key, key)

    def proof_keys(self) -> KeySet:
        """Return the keys that a proof tries; empty if an end is open and there is no test range."""
        keys = self.keys if self.test_range is None else self.test_range
        return keys if keys.finite else KeySet()

    def describe(self, keys: KeySet) -> str:
        """Describe a set of keys in the author's words: `fire, maneuver`, `4–5, 7 or more`, `only concealed`."""
        if self.sets:
            return joined(sets_text(keys, self.keys, self.ids))
        if self.names:
            return ", ".join(self.names[key].id for key in keys)
        return joined(self._interval_text(low, high) for low, high in keys.intervals)

    def _interval_text(self, low: Bound, high: Bound) -> str:
        if self.calendar is not None:
            return self.calendar.text(int(low), int(high))
        if self.step is None:
            return interval_text(low, high)
        first, last = end_point(low, self.step, below=True), end_point(high, self.step, below=False)
        return range_text(*first, *last, spaced(self.unit))


def end_point(key: Bound, step: Fraction, *, below: bool) -> tuple[Bound, bool]:
    """Return the point at one end of a range of a measure, and whether the range includes that point."""
    if math.isinf(key):
        return key, False
    point = _nearest_point(key, step, below=below)
    return int(point) if point.denominator == 1 else float(point), key % 2 == 0


def _nearest_point(key: Bound, step: Fraction, *, below: bool) -> Fraction:
    """Return the point of an even key; for an odd key the point below or above."""
    if key % 2:
        key += -1 if below else 1
    return Fraction(key) * step / 2


def range_text(low: Bound, low_in: bool, high: Bound, high_in: bool, unit: str) -> str:
    """Return a range of a measure as it prints: `12″`, `1–2″`, `over 1 to 2″`, `under 12″`, `18″ or more`."""
    ends = {"low": minus(low), "high": minus(high), "unit": unit}
    if low == -math.inf and high == math.inf:
        return tell("any")
    if high == math.inf:
        return tell("{low}{unit} or more", **ends) if low_in else tell("over {low}{unit}", **ends)
    if low == -math.inf:
        return tell("up to {high}{unit}", **ends) if high_in else tell("under {high}{unit}", **ends)
    if low_in and high_in:
        return joined((interval_text(low, high), unit), "")
    if not low_in and not high_in:
        return tell("between {low} and {high}{unit}", **ends)
    return tell("{low} to under {high}{unit}", **ends) if low_in else tell("over {low} to {high}{unit}", **ends)


def spaced(unit: str) -> str:
    """Return a unit as it follows a number: with a space before a letter (7.5 cm), without one before a sign (1″)."""
    return f" {unit}" if unit[:1].isalpha() else unit


# Sets of keys as the author could write them in the source

OPEN_END = re.compile(r">=|≥|at least|or more|\+")
"""The ways to write a range without an upper end."""


UPWARDS = re.compile(
    r"(?:>=|≥|>|(?:at least|over|above|more than|from|after|since)\b)[^a-z]*"
    r"|.*(?:\+|\.\.|or (?:more|higher|greater|above|over)|and (?:up|above|over))"
)
DOWNWARDS = re.compile(
    r"(?:<=|≤|<|\.\.|(?:at most|up to|under|below|less than|fewer than|before|until|through)\b)[^a-z]*"
    r"|.*or (?:less|fewer|lower|below|under)"
)


def open_end(text: str) -> int:
    """Return 1 for a key without an upper end, -1 for a key without a lower end, and otherwise 0."""
    if UPWARDS.fullmatch(text.strip()):
        return 1
    return -1 if DOWNWARDS.fullmatch(text.strip()) else 0


def key_text(domain: Domain, keys: KeySet, like: Iterable[str] = ()) -> str:
    """Return source text for `keys`. Open ends are written as in `like`, the texts of the other keys of the axis."""
    if keys == domain.keys:
        return "any"
    if domain.sets:
        return domain.describe(keys)
    if domain.names:
        group = next((group.id for group in domain.groups if group.members == keys), "")
        return group or ", ".join(domain.names[key].id for key in keys)
    if domain.calendar is not None:
        return domain.describe(keys)
    default = "+" if domain.step is None else "or more"
    style = next((match[0] for text in like if (match := OPEN_END.search(text))), default)
    return ", ".join(_source_range(domain, low, high, style) for low, high in keys.intervals)


def _source_range(domain: Domain, low: Bound, high: Bound, style: str) -> str:
    least, least_in = _point(low, domain.step, below=True)
    most, most_in = _point(high, domain.step, below=False)
    if not least and not most:
        return "any"
    if not least:
        return f"{most} or less" if domain.step is None else f"{'up to' if most_in else 'under'} {most}"
    if not most and not least_in:
        return f"over {least}"
    if not most:
        return {"or more": f"{least} or more", "+": f"{least}+"}.get(style, f"{style} {least}")
    if least == most:
        return least
    if least_in and most_in and not least.startswith("-"):
        return f"{least}-{most}"
    return f"{'' if least_in else 'over '}{least} to {'' if most_in else 'under '}{most}"


def _point(key: Bound, step: Fraction | None, *, below: bool) -> tuple[str, bool]:
    """Return the number at an end of a range ("" for an open end), and whether the range includes it."""
    if math.isinf(key):
        return "", True
    if step is None:
        return str(key), True
    point = _nearest_point(key, step, below=below)
    return f"{Decimal(point.numerator) / Decimal(point.denominator):f}", key % 2 == 0


@dataclass(frozen=True, slots=True)
class Axis:
    """One input of a table: its name in the rules code, and its domain."""

    name: str
    domain: Domain
