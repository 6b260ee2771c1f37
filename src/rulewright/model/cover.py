"""Whether boxes cover a region, and what they leave: exact where the keys are far too many to be tried.

The keys of an axis that the same boxes hold make one slice. A combination of slices, one of each axis, lies in the
boxes that all of them share, so boxes are bits of a number: where the bits of some combination have none in common,
nothing covers it. The search for one chooses the axis that tells the boxes apart best, and remembers which few boxes
were enough to cover what it has seen: wherever these meet again nothing need be tried.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from operator import and_, or_

from rulewright.model.keyset import Bound, Box, Interval, KeySet

Boxes = int
"""A set of boxes: the bit 1 << n is the one at place n."""

MOST_LEARNED = 200
"""Reasons kept for each set of axes: beyond them looking through costs more than it saves."""


@dataclass(frozen=True, slots=True)
class Slice:
    """Keys of one axis that the same boxes hold."""

    keys: KeySet
    boxes: Boxes


def slices(whole: KeySet, sets: Sequence[KeySet]) -> tuple[Slice, ...]:
    """The keys of an axis, divided by which of the sets hold them, in the order of their first keys."""
    places: dict[KeySet, Boxes] = {}
    for place, keys in enumerate(sets):
        places[keys] = places.get(keys, 0) | 1 << place
    inside = 1 << len(sets)
    changes: dict[Bound, Boxes] = {}
    for keys, boxes in (*places.items(), (whole, inside)):
        for low, high in keys.intervals:
            changes[low] = changes.get(low, 0) ^ boxes
            changes[high + 1] = changes.get(high + 1, 0) ^ boxes
    found: dict[Boxes, list[Interval]] = {}
    ends, boxes = sorted(changes), 0
    for low, after in pairwise(ends):
        boxes ^= changes[low]
        if boxes & inside:
            found.setdefault(boxes ^ inside, []).append((low, after - 1))
    return tuple(Slice(KeySet.union_of(intervals), boxes) for boxes, intervals in found.items())


class Cover:
    """Boxes over the same axes, and questions about what some of them leave of a region.

    `steps` counts what was looked into so far.
    """

    def __init__(self, whole: Box, boxes: Sequence[Box]) -> None:
        self.steps = 0
        self.boxes = tuple(boxes)
        self.axes = [slices(keys, [box[at] for box in boxes]) for at, keys in enumerate(whole)]
        self.all: Boxes = (1 << len(boxes)) - 1
        self._meeting: dict[int, Boxes] = {}
        self._holding: dict[int, Boxes] = {}

    def meeting(self, place: int) -> Boxes:
        """The boxes that share something with one of them, itself among these."""
        if place not in self._meeting:
            axes = self._within(1 << place)
            self._meeting[place] = reduce(and_, (_either(axis) for axis in axes), self.all)
        return self._meeting[place]

    def holding(self, place: int) -> Boxes:
        """The boxes that hold all of one of them, itself among these."""
        if place not in self._holding:
            axes = self._within(1 << place)
            self._holding[place] = reduce(and_, (each.boxes for axis in axes for each in axis), self.all)
        return self._holding[place]

    def covers(self, by: Boxes, *within: int) -> bool:
        """Whether some of the boxes leave nothing of the region that the boxes at these places share."""
        return next(self.holes(by, *within), None) is None

    def holes(self, by: Boxes, *within: int) -> Iterator[Box]:
        """What some of the boxes leave of the region that others share, each hole as wide as it can be.

        Together the holes are all that is left. They may share something, as the arms of an L do, but none lies in
        those told before it. They come in the order of their first keys that no other has.
        """
        axes = self._within(sum(1 << place for place in set(within)))
        if not all(axes):
            return
        search = _Search([[each.boxes & by for each in axis] for axis in axes], by)
        while True:
            hole = search.hole()
            self.steps += search.steps
            search.steps = 0
            if hole is None:
                return
            yield tuple(
                KeySet.union_of(interval for at in chosen for interval in axis[at].keys.intervals)
                for axis, chosen in zip(axes, hole, strict=True)
            )

    def _within(self, boxes: Boxes) -> list[list[Slice]]:
        return [[each for each in axis if each.boxes & boxes == boxes] for axis in self.axes]


def gaps(region: Box, boxes: Iterable[Box]) -> Iterator[Box]:
    """What the boxes leave of a region: see `Cover.holes`."""
    found = list(boxes)
    return Cover(region, found).holes((1 << len(found)) - 1)


def is_covered(region: Box, boxes: Iterable[Box]) -> bool:
    """Whether the boxes leave nothing of a region."""
    return next(gaps(region, boxes), None) is None


def _either(axis: Iterable[Slice]) -> Boxes:
    return reduce(or_, (each.boxes for each in axis), 0)


class _Search:
    """Looks for combinations of slices in which no box meets; `axes` holds the boxes of each slice.

    Holes that were found become boxes too. `steps` counts the regions looked into.
    """

    def __init__(self, axes: list[list[Boxes]], boxes: Boxes) -> None:
        self.axes, self.boxes = axes, boxes
        self.original = [list(axis) for axis in axes]
        self.learned: dict[tuple[int, ...], list[Boxes]] = {}
        self.steps = 0

    def hole(self) -> list[list[int]] | None:
        """The positions of the slices on each axis of one more hole, or None."""
        rest = tuple(range(len(self.axes)))
        self.everywhere = [reduce(and_, axis) for axis in self.axes]
        meeting = reduce(and_, (reduce(or_, axis) for axis in self.axes), self.boxes)
        if self._reason(meeting, rest):
            return None
        first: list[int] = []
        for axis in self.axes:
            rest = rest[1:]
            first.append(next(at for at, boxes in enumerate(axis) if not self._reason(meeting & boxes, rest)))
            meeting &= axis[first[-1]]
        found = self._widened([[at] for at in first])
        told = 1 << self.boxes.bit_length()
        self.boxes |= told
        for axis, chosen in zip(self.axes, found, strict=True):
            for at in chosen:
                axis[at] |= told
        return found

    def _widened(self, hole: list[list[int]]) -> list[list[int]]:
        """A hole as wide as the boxes let it be; the axes that it need not name at all come first."""
        for wholly in (True, False):
            for at, axis in enumerate(self.original):
                others = (self._either(place, hole[place]) for place in range(len(hole)) if place != at)
                meeting = reduce(and_, others, self.boxes)
                free = [place for place, boxes in enumerate(axis) if not boxes & meeting]
                if len(free) == len(axis) or not wholly:
                    hole[at] = free
        return hole

    def _either(self, at: int, places: Iterable[int]) -> Boxes:
        return reduce(or_, (self.original[at][place] for place in places), 0)

    def _reason(self, meeting: Boxes, rest: tuple[int, ...]) -> Boxes:
        """Boxes that are enough to cover all that the rest of the axes span; 0 where there is a hole.

        `meeting` are the boxes that hold for what was chosen on the other axes.
        """
        self.steps += 1
        if wide := reduce(and_, (self.everywhere[at] for at in rest), meeting):
            return wide & -wide
        learned = self.learned.setdefault(rest, [])
        for reason in learned:
            if reason & meeting == reason:
                return reason
        if not meeting:
            return 0
        parts, at = min(((self._parts(at, meeting), at) for at in rest), key=_spread)
        found = self._reason_of_all(_fewest(parts), self.everywhere[at], tuple(each for each in rest if each != at))
        if found and len(learned) < MOST_LEARNED:
            learned.append(found)
        return found

    def _reason_of_all(self, parts: list[Boxes], everywhere: Boxes, rest: tuple[int, ...]) -> Boxes:
        found: list[Boxes] = []
        for part in parts:
            if any(reason & part == reason for reason in found):
                continue
            reason = self._reason(part, rest)
            if not reason:
                return 0
            if reason & everywhere == reason:
                return reason  # which holds for every part
            found.append(reason)
        return reduce(or_, found)

    def _parts(self, at: int, meeting: Boxes) -> set[Boxes]:
        """The boxes that hold for each slice of an axis."""
        return {boxes & meeting for boxes in self.axes[at]}


def _fewest(parts: Iterable[Boxes]) -> list[Boxes]:
    """Without those that hold all of another, the fewest first: what these leave nothing of, the others do neither."""
    least: list[Boxes] = []
    for part in sorted(parts, key=int.bit_count):
        if not any(each & part == each for each in least):
            least.append(part)
    return least


def _spread(choice: tuple[set[Boxes], int]) -> tuple[int, int]:
    """How often boxes would be looked at again, and in how many parts: the more parts the smaller they are."""
    parts = choice[0]
    return sum(map(int.bit_count, parts)), -len(parts)
