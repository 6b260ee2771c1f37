"""Domains: the values a key or a cell may take."""

import math
from dataclasses import dataclass, field

from rulewright.diagnostics import Span
from rulewright.model.keyset import Bound, KeySet
from rulewright.model.text import Text

Plain = int | float | str | bool | tuple[int, int] | None
"""A value as rules code sees it: an enumeration's value is its name, infinity a float, a range its two ends."""


NO_KEYS = KeySet()


@dataclass(frozen=True, slots=True)
class Name:
    """One value of an enumeration, or a group of them, with the text that prints for it."""

    id: str
    label: Text
    span: Span = field(compare=False)
    members: KeySet = NO_KEYS


@dataclass(frozen=True, slots=True)
class Domain:
    """Names in order (an enumeration), or whole numbers.

    `keys` are the positions of the names, or the numbers themselves. `infinite` says that ∞ is one of
    the values; `words` are names for single numbers; `proved` is the stretch a proof runs through
    where the numbers have an open end. With `ranges` a value is a range of the numbers, not one of them.
    """

    id: str
    keys: KeySet
    names: tuple[Name, ...] = ()
    groups: tuple[Name, ...] = ()
    words: tuple[tuple[Name, int], ...] = ()
    title: Text | None = None
    unit: str = ""
    infinite: bool = False
    ranges: bool = False
    proved: KeySet | None = None
    span: Span = field(default=Span(""), compare=False)

    @property
    def enumeration(self) -> bool:
        return bool(self.names)

    def position(self, id_: str) -> int | None:
        return next((i for i, name in enumerate(self.names) if name.id == id_), None)

    @property
    def boolean(self) -> bool:
        """Whether rules code sees this enumeration as True and False."""
        return sorted(name.id for name in self.names) == ["no", "yes"]

    def plain(self, key: int) -> Plain:
        """The value of a key as rules code sees it."""
        if not self.names:
            return key
        return self.names[key].id == "yes" if self.boolean else self.names[key].id

    def written(self, key: int) -> str:
        """The value of a key in the author's words."""
        return self.names[key].id if self.names else minus(key)

    def enumerated(self) -> KeySet:
        """The keys a proof runs through; empty where an open end leaves them unstated."""
        stretch = self.proved if self.proved is not None else self.keys
        return stretch if stretch.finite else KeySet()

    def describe(self, keys: KeySet) -> str:
        """A set of keys in the author's words: `fire or maneuver`, `4–5, 7 or more`."""
        if self.names:
            return ", ".join(self.names[key].id for key in keys)
        return ", ".join(interval_text(low, high) for low, high in keys.intervals)


def interval_text(low: Bound, high: Bound) -> str:
    """An interval as it prints: `4`, `4–5`, `7 or more`, `2 or less`."""
    if low == high:
        return minus(low)
    if high == math.inf:
        return "any" if low == -math.inf else f"{minus(low)} or more"
    if low == -math.inf:
        return f"{minus(high)} or less"
    return f"{minus(low)}–{minus(high)}" if low >= 0 else f"{minus(low)} to {minus(high)}"


def signed(number: Bound) -> str:
    """A number with its sign, as modifiers print: +2, −1, 0."""
    return f"+{minus(number)}" if number > 0 else minus(number)


def minus(number: Bound) -> str:
    """A number with a true minus sign, and ∞ for the endless."""
    if math.isinf(number):
        return "∞" if number > 0 else "−∞"
    return str(number).replace("-", "−")
