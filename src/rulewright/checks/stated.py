"""What a table states, as checks look at it: where each case holds, which others prevail, and what it is called."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, reduce
from itertools import accumulate, islice, pairwise
from operator import or_

from rulewright.checks.hit_policies import hit_policy
from rulewright.model.book import Book
from rulewright.model.cover import Cover
from rulewright.model.gap_search import Boxes
from rulewright.model.keyset import Box
from rulewright.model.precedence import exceptions, precedence, region
from rulewright.model.table import Key, Lookup, Modifiers, Table
from rulewright.wording import plain

MOST_NAMED, MOST_COUNTED = 3, 20
"""Regions named one by one, and counted: where two inputs are compared there may be one for each pair."""


class Stated:
    """The cases of a table and its silences as one cover; cases go by their positions, from which exceptions are taken.

    All checks of a table look at the same, so that what one of them has found out the next one knows.
    """

    def __init__(self, table: Table, book: Book) -> None:
        self.table, self.book = table, book
        self.policy = hit_policy(table)
        self.order = precedence(table)
        cases = [region(table, at) for at in range(len(table.cases))]
        regions = [*cases, *(silence.boxes for silence in table.silences)]
        self.cover = Cover(table.box, [box for boxes in regions for box in boxes])
        self.places = [range(*ends) for ends in pairwise(accumulate(map(len, regions), initial=0))]
        self.boxes: list[Boxes] = [((1 << len(places)) - 1) << places.start for places in self.places]
        silent = list(zip(table.silences, self.boxes[len(table.cases) :], strict=True))
        self.questions: Boxes = reduce(or_, (boxes for silence, boxes in silent if silence.question), 0)
        self.outside: Boxes = reduce(or_, (boxes for silence, boxes in silent if not silence.question), 0)

    def holes(self, by: Boxes, *cases: int) -> Iterator[Box]:
        """What these boxes leave of the region of one case, or of what two of them share."""
        first, second = self.places[cases[0]], self.places[cases[-1]]
        for place in first:
            shared = [place] if len(cases) == 1 else [each for each in second if self.cover.meeting(place) >> each & 1]
            yield from (hole for each in shared for hole in self.cover.gaps(by, place, each))

    def covers(self, by: Boxes, *cases: int) -> bool:
        """Whether these boxes leave nothing of it."""
        return next(self.holes(by, *cases), None) is None

    @cached_property
    def idle(self) -> set[int]:
        """The cases that never decide: others prevail over them, or a question is asked, wherever they hold."""
        cases = range(len(self.table.cases))
        return {at for at in cases if self.covers(self.prevailing(at) | self.questions, at)}

    def before(self, at: int) -> set[int]:
        """The cases that decide instead of one where both hold."""
        return set(self.order[: self.order.index(at)]) if self.policy.decided_by else set()

    def prevailing(self, at: int) -> Boxes:
        """The boxes of these cases."""
        return self._prevailing[at]

    @cached_property
    def _prevailing(self) -> Mapping[int, Boxes]:
        before = accumulate((self.boxes[at] for at in self.order), or_, initial=0)
        found = dict(zip(self.order, before, strict=False))
        return found if self.policy.decided_by else dict.fromkeys(found, 0)

    def exceptions(self, at: int) -> list[int]:
        """The exceptions to a general value, which stand after it in its cell."""
        return list(range(at + 1, at + 1 + len(exceptions(self.table, at))))

    @cached_property
    def general(self) -> Mapping[int, int]:
        """For each exception the general value of its cell."""
        return {other: at for at in range(len(self.table.cases)) for other in self.exceptions(at)}

    def either(self, cases: Iterable[int]) -> Boxes:
        """All boxes of some cases."""
        return reduce(or_, (self.boxes[at] for at in cases), 0)

    def meeting(self, at: int) -> list[int]:
        """The other cases that share something with one."""
        meeting = reduce(or_, map(self.cover.meeting, self.places[at]), 0)
        return [other for other in range(len(self.table.cases)) if other != at and self.boxes[other] & meeting]

    def within(self, inner: int, outer: int) -> bool:
        """Whether one case holds only where another does."""
        by = self.boxes[outer]
        return all(
            self.cover.holding(place) & by or (len(self.places[outer]) > 1 and self.cover.covers(by, place))
            for place in self.places[inner]
        )

    def says(self, at: int) -> str:
        """The value of a case as a reader speaks it."""
        return plain(self.table.cases[at].value.label, self.book)

    def agree(self, one: int, other: int) -> bool:
        """Whether two cases say the same."""
        return self.table.cases[one].value.plain == self.table.cases[other].value.plain

    @cached_property
    def names(self) -> list[str]:
        """What each case is called within its table: by its keys as written, and by number where these recur."""
        found: list[str] = []
        met: Counter[str] = Counter()
        for case in self.table.cases:
            name = " or ".join(dict.fromkeys(called((*case.keys, *extra)) for extra in case.conditions or ((),)))
            met[name] += 1
            found.append(name if met[name] == 1 else f"{name} ({met[name]})")
        return found


    def row(self, at: int) -> str:
        """What the row of a case is called; in a list, and without columns, the case itself."""
        layout, keys = self.table.layout, self.table.cases[at].keys
        return called(keys[:-1]) if isinstance(layout, Lookup) and layout.columns else self.names[at]


def called(keys: Iterable[Key]) -> str:
    """Keys as they are written, with their axes: `unit foot, light day`."""
    parts = (key.written if key.region else f"{key.axis} {key.written}" for key in keys if not key.everything)
    return ", ".join(parts) or "any"


def all_keys(table: Table) -> Iterator[Key]:
    """Every key that is written in a table: of columns, of rows, and in conditions."""
    if isinstance(table.layout, (Lookup, Modifiers)):
        yield from table.layout.columns
    for case in (*table.cases, *table.cutoffs):
        yield from case.keys
        yield from (key for keys in case.conditions for key in keys)


def told(table: Table, regions: Iterator[Box]) -> tuple[list[Box], str]:
    """The first few regions, and all in the author's words; they are looked for only as far as they are counted."""
    found = list(islice(regions, MOST_COUNTED + 1))
    named = "; ".join(map(table.describe, found[:MOST_NAMED]))
    more = len(found) - MOST_NAMED
    if more > 0:
        named += f", and {'many' if len(found) > MOST_COUNTED else more} more region{'s' if more > 1 else ''}"
    return found[:MOST_NAMED], named
