"""A few inputs of each cell, for which the trace follows the rules code."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product

from rulewright.model.answers import GAP, OUTSIDE, QUESTION, deciding_owners
from rulewright.model.domain import Domain
from rulewright.model.keyset import Box, KeySet
from rulewright.model.precedence import precedence, region
from rulewright.model.table import Policy, Table

Keys = Mapping[str, int]

MOST_SAMPLES = 4
MOST_ROWS = 500
"""Of a larger table one input of each cell is enough, and rows are not held against one another."""
MOST_TRIES = 48
"""Combinations to try in a box before a search for one that the cell decides."""
SPREAD = 3
"""Keys of one axis: the first, the last and one in the middle."""


class Samples:
    """The inputs that a cell of a table decides, as far as the proof tries them."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.tried = tuple(axis.domain.proof_keys() for axis in table.axes)
        self.order = precedence(table)
        self.regions = {at: region(table, at) for at in self.order}
        self.most = MOST_SAMPLES if len(self.order) <= MOST_ROWS else 1

    def of(self, position: int) -> list[Keys]:
        """A few of them; none where the proof tries none."""
        found = list(islice(self._decided(position), self.most))
        if not found and self.table.policy not in (Policy.SUM, Policy.LIST):
            found = list(islice(self._searched(position), 1))
        return [dict(zip((axis.name for axis in self.table.axes), keys, strict=True)) for keys in found]

    def _decided(self, position: int) -> Iterator[tuple[int, ...]]:
        for box in self.table.cases[position].boxes:
            for keys in islice(combinations(box, self.tried), MOST_TRIES):
                if self._decides(position, keys):
                    yield keys

    def _decides(self, position: int, keys: tuple[int, ...]) -> bool:
        if any(_inside(keys, silence.boxes) for silence in self.table.silences):
            return False
        if self.table.policy in (Policy.SUM, Policy.LIST, Policy.ANY):
            return True
        if len(self.order) > MOST_ROWS or self.table.policy is Policy.UNIQUE:
            return _inside(keys, self.regions[position])
        return next((at for at in self.order if _inside(keys, self.regions[at])), None) == position

    def _searched(self, position: int) -> Iterator[tuple[int, ...]]:
        for box in self.table.cases[position].boxes:
            for owner, part in deciding_owners(self.table, box):
                if owner == position and owner not in (GAP, OUTSIDE, QUESTION):
                    yield from islice(combinations(part, self.tried), 1)


def _inside(keys: Sequence[int], boxes: Sequence[Box]) -> bool:
    return any(all(key in keyset for key, keyset in zip(keys, box, strict=True)) for box in boxes)


def combinations(box: Box, tried: Sequence[KeySet]) -> Iterator[tuple[int, ...]]:
    """Combinations of a box, spread over it."""
    return product(*(spread(keyset & reached) for keyset, reached in zip(box, tried, strict=True)))


def spread(keys: KeySet) -> list[int]:
    """The first key, the last and one in the middle."""
    if not keys.finite:
        return []
    ends = dict.fromkeys(int(end) for interval in keys.intervals for end in interval)
    chosen = list(ends)
    chosen = chosen if len(chosen) <= SPREAD else [chosen[0], chosen[-1], chosen[len(chosen) // 2]]
    if len(chosen) == 2 and chosen[1] - chosen[0] > 1 and (middle := sum(chosen) // 2) in keys:
        chosen.append(middle)
    return chosen


def spread_over(domains: Mapping[str, Domain], most: int) -> Iterator[Keys]:
    """So many combinations of some domains, evenly spread; all of them where they are few."""
    keys = [list(domain.proof_keys()) for domain in domains.values()]
    sizes = [len(each) for each in keys]
    count = 1
    for size in sizes:
        count *= size
    step = max(1, count // most) | 1 if count > most else 1
    for index in range(0, count, step):
        combination, rest = {}, index
        for name, each in zip(domains, keys, strict=True):
            rest, at = divmod(rest, len(each))
            combination[name] = each[at]
        yield combination
