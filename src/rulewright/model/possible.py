"""The results that a step of a procedure may have: names, numbers, and `nothing`."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from rulewright.model.domain import Domain, Plain
from rulewright.model.keyset import Bound, KeySet
from rulewright.model.procedure import Result

NO_NUMBERS = KeySet()


@dataclass(frozen=True, slots=True)
class Possible:
    """Some results. Names are those of domains, or texts; None among them is `nothing`."""

    names: frozenset[str | None] = frozenset()
    numbers: KeySet = NO_NUMBERS

    @classmethod
    def of(cls, results: Iterable[Result]) -> "Possible":
        found = list(results)
        numbers = KeySet.of(each for each in found if isinstance(each, int))
        return cls(frozenset(each for each in found if not isinstance(each, int)), numbers)

    @classmethod
    def between(cls, low: Bound, high: Bound) -> "Possible":
        return cls(numbers=KeySet.union_of([(low, high)]))

    @classmethod
    def in_domain(cls, domain: Domain) -> "Possible":
        """Every value of a domain; of a measure the whole numbers stand for all."""
        if domain.enumeration:
            return cls(frozenset(domain.ids))
        return cls(numbers=domain.keys if domain.step is None else points(domain))

    def __bool__(self) -> bool:
        return bool(self.names or self.numbers)

    def __contains__(self, result: Result) -> bool:
        return result in self.numbers if isinstance(result, int) else result in self.names

    def __or__(self, other: "Possible") -> "Possible":
        return Possible(self.names | other.names, self.numbers | other.numbers)

    def __sub__(self, other: "Possible") -> "Possible":
        return Possible(self.names - other.names, self.numbers - other.numbers)

    def __and__(self, other: "Possible") -> "Possible":
        return Possible(self.names & other.names, self.numbers & other.numbers)

    def __iter__(self) -> Iterator[Result]:
        """Each of them; the numbers must be finite."""
        yield from sorted(name for name in self.names if name is not None)
        yield from self.numbers
        if None in self.names:
            yield None

    @property
    def ends(self) -> tuple[Bound, Bound]:
        """The least and the greatest of the numbers; none where there are no numbers."""
        return (self.numbers.intervals[0][0], self.numbers.intervals[-1][1]) if self.numbers else (0, 0)

    def keys(self, domain: Domain) -> KeySet:
        """Those that are values of a domain, as its keys."""
        if domain.enumeration:
            return KeySet.of(at for at, name in enumerate(domain.ids) if name in self.names)
        return (self.numbers if domain.step is None else _measured(self.numbers, domain)) & domain.keys

    def outside(self, domain: Domain) -> "Possible":
        """Those that are no values of a domain."""
        return self - Possible.in_domain(domain)


def points(domain: Domain) -> KeySet:
    """The whole numbers among the points of a measure."""
    assert domain.step is not None, domain.id
    low, high = (end if math.isinf(end) else math.ceil(end * domain.step / 2) for end in _ends(domain.keys))
    return KeySet.union_of([(low, high)])


def _ends(keys: KeySet) -> tuple[Bound, Bound]:
    return keys.intervals[0][0], keys.intervals[-1][1]


def _measured(numbers: KeySet, domain: Domain) -> KeySet:
    assert domain.step is not None, domain.id
    scale = 2 / domain.step
    return KeySet.union_of(
        (low if math.isinf(low) else math.floor(low * scale), high if math.isinf(high) else math.ceil(high * scale))
        for low, high in numbers.intervals
    )


def result_of(plain: Plain) -> Result:
    """What a cell gives a later step: a whole number, a name, or nothing; anything else only prints."""
    if isinstance(plain, bool):
        return "yes" if plain else "no"
    if isinstance(plain, (float, Fraction)):
        return int(plain) if not math.isinf(plain) and plain == int(plain) else str(plain)
    if isinstance(plain, tuple):
        return "–".join(map(str, dict.fromkeys(plain)))
    return plain
