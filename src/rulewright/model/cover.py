"""Finds the gaps that boxes leave in a region: exact, even with far too many keys to try each.

The keys of an axis that lie in the same boxes make one slice. A combination of slices, one for each axis, lies in the
boxes that all its slices share. So a set of boxes is the bits of a number: where slices share no bit, there is a gap.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import pairwise
from operator import and_, or_

from rulewright.model.keyset import Bound, Box, Interval, KeySet

Boxes = int
"""A set of boxes: the bit 1 << n is the box at place n."""

MAX_REASONS = 200
"""Reasons remembered for each set of axes: searching more of them costs more than it saves."""


@dataclass(slots=True)
class Reasons:
    """Sets of boxes that are not empty, and all their boxes: what shares nothing with these contains none of them."""

    all: list[Boxes] = field(default_factory=list)
    union: Boxes = 0

    def add(self, boxes: Boxes) -> None:
        self.all.append(boxes)
        self.union |= boxes

    def within(self, boxes: Boxes) -> Boxes:
        """The first of them that is a subset of these boxes; 0 if there is none."""
        return next((each for each in self.all if each & boxes == each), 0) if self.union & boxes else 0


class GapSearch:
    """Finds combinations of slices that share no box; `axes` has the boxes of each slice.

    It divides the axis that separates the boxes best, and remembers which few boxes were enough to cover a region:
    where all of these meet again, nothing is left to try. A gap becomes a box once it is found, so that the next gap
    lies elsewhere. `steps` counts the regions searched.
    """

    def __init__(self, axes: list[list[Boxes]], boxes: Boxes) -> None:
        self.axes, self.boxes = axes, boxes
        self.original = [list(axis) for axis in axes]
        self.reasons: dict[tuple[int, ...], Reasons] = {}
        self.steps = 0

    def gap(self) -> list[list[int]] | None:
        """The positions of the slices of the next gap on each axis, or None."""
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
        widened = self._widen([[at] for at in first])
        marker = 1 << self.boxes.bit_length()
        self.boxes |= marker
        for axis, choice in zip(self.axes, widened, strict=True):
            for at in choice:
                axis[at] |= marker
        return widened

    def _widen(self, gap: list[list[int]]) -> list[list[int]]:
        """The gap made as wide as the boxes allow, along axes that it can span whole first."""
        for whole_axes in (True, False):
            for at, axis in enumerate(self.original):
                others = (self._either(place, gap[place]) for place in range(len(gap)) if place != at)
                meeting = reduce(and_, others, self.boxes)
                free = [place for place, boxes in enumerate(axis) if not boxes & meeting]
                if len(free) == len(axis) or not whole_axes:
                    gap[at] = free
        return gap

    def _either(self, at: int, places: Iterable[int]) -> Boxes:
        return reduce(or_, (self.original[at][place] for place in places), 0)

    def _reason(self, meeting: Boxes, rest: tuple[int, ...]) -> Boxes:
        """Boxes that are enough to cover everything along the rest of the axes; 0 where there is a gap.

        `meeting` are the boxes that contain the slices chosen on the other axes.
        """
        self.steps += 1
        if wide := reduce(and_, (self.everywhere[at] for at in rest), meeting):
            return wide & -wide
        known = self.reasons.setdefault(rest, Reasons())
        if reason := known.within(meeting):
            return reason
        if not meeting:
            return 0
        parts, at = min(((self._parts(at, meeting), at) for at in rest), key=_spread)
        reason = self._reason_of_all(_fewest(parts), self.everywhere[at], tuple(each for each in rest if each != at))
        if reason and len(known.all) < MAX_REASONS:
            known.add(reason)
        return reason

    def _reason_of_all(self, parts: list[Boxes], everywhere: Boxes, rest: tuple[int, ...]) -> Boxes:
        reasons = Reasons()
        for part in parts:
            if reasons.within(part):
                continue
            reason = self._reason(part, rest)
            if not reason:
                return 0
            if reason & everywhere == reason:
                return reason  # it is a reason for every part
            reasons.add(reason)
        return reasons.union

    def _parts(self, at: int, meeting: Boxes) -> set[Boxes]:
        """The boxes of each slice of an axis, as far as they are in `meeting`."""
        return {boxes & meeting for boxes in self.axes[at]}


def _fewest(parts: Iterable[Boxes]) -> list[Boxes]:
    """The smallest parts first, without those that contain another: they are covered wherever that one is."""
    least = Reasons()
    for part in sorted(parts, key=int.bit_count):
        if not part:
            return [part]
        if not least.within(part):
            least.add(part)
    return least.all


def _spread(choice: tuple[set[Boxes], int]) -> tuple[int, int]:
    """The cost of dividing an axis: how often boxes would be looked at again; of equal costs, the most parts."""
    parts = choice[0]
    return sum(map(int.bit_count, parts)), -len(parts)


@dataclass(frozen=True, slots=True)
class Slice:
    """Keys of one axis that lie in the same boxes."""

    keys: KeySet
    boxes: Boxes


def slices(whole: KeySet, sets: Sequence[KeySet]) -> tuple[Slice, ...]:
    """The keys of an axis, divided by the sets that contain them, in the order of their first keys."""
    places: dict[KeySet, list[int]] = {}
    for place, keys in enumerate(sets):
        places.setdefault(keys, []).append(place)
    inside = 1 << len(sets)
    changes: dict[Bound, Boxes] = {}
    for keys, boxes in (*((keys, _bits(each)) for keys, each in places.items()), (whole, inside)):
        for low, high in keys.intervals:
            changes[low] = changes.get(low, 0) ^ boxes
            changes[high + 1] = changes.get(high + 1, 0) ^ boxes
    by_boxes: dict[Boxes, list[Interval]] = {}
    ends, boxes = sorted(changes), 0
    for low, after in pairwise(ends):
        boxes ^= changes[low]
        if boxes & inside:
            by_boxes.setdefault(boxes ^ inside, []).append((low, after - 1))
    return tuple(Slice(KeySet.union_of(intervals), boxes) for boxes, intervals in by_boxes.items())


def _bits(places: Sequence[int]) -> Boxes:
    """The set of the boxes at rising places, in time that grows with their number."""
    octets = bytearray(places[-1] // 8 + 1)
    for place in places:
        octets[place // 8] |= 1 << place % 8
    return int.from_bytes(octets, "little")


@dataclass(frozen=True, slots=True)
class Extent:
    """The slices of an axis that a box contains, the boxes in any of them, and those in all."""

    slices: tuple[Slice, ...]
    meeting: Boxes
    holding: Boxes


class Cover:
    """Boxes over the same axes, and what some of them leave of a region.

    `steps` counts the regions searched so far. A grid has many boxes with few sets of keys, so each set is looked up
    once.
    """

    def __init__(self, whole: Box, boxes: Sequence[Box]) -> None:
        self.steps = 0
        self.boxes = tuple(boxes)
        self.axes = [slices(keys, [box[at] for box in boxes]) for at, keys in enumerate(whole)]
        self.all: Boxes = (1 << len(boxes)) - 1
        self._by_keys: list[dict[KeySet, Extent]] = [{} for _ in whole]

    def meeting(self, place: int) -> Boxes:
        """The boxes that overlap one of them, including itself."""
        return reduce(and_, (extent.meeting for extent in self._extents(place)), self.all)

    def holding(self, place: int) -> Boxes:
        """The boxes that contain all of one of them, including itself."""
        return reduce(and_, (extent.holding for extent in self._extents(place)), self.all)

    def _extents(self, place: int) -> Iterator[Extent]:
        for axis, extents, keys in zip(self.axes, self._by_keys, self.boxes[place], strict=True):
            if keys not in extents:
                own = tuple(each for each in axis if each.boxes >> place & 1)
                boxes = [each.boxes for each in own]
                extents[keys] = Extent(own, reduce(or_, boxes, 0), reduce(and_, boxes, self.all))
            yield extents[keys]

    def covers(self, by: Boxes, *within: int) -> bool:
        """Whether some of the boxes cover the region that the boxes at these places share."""
        return next(self.gaps(by, *within), None) is None

    def gaps(self, by: Boxes, *within: int) -> Iterator[Box]:
        """What some of the boxes leave of the region that the boxes at other places share.

        Each gap is as wide as it can be, and together they are all that is left. They may overlap, as the arms of an L
        do, but no gap lies within the ones before it. They come in the order of the first keys that are theirs alone.
        """
        axes = self._within(*set(within))
        if not all(axes):
            return
        search = GapSearch([[each.boxes & by for each in axis] for axis in axes], by)
        while True:
            gap = search.gap()
            self.steps += search.steps
            search.steps = 0
            if gap is None:
                return
            yield tuple(
                KeySet.union_of(interval for at in choice for interval in axis[at].keys.intervals)
                for axis, choice in zip(axes, gap, strict=True)
            )

    def _within(self, *places: int) -> list[list[Slice]]:
        """The slices of each axis that the boxes at all these places contain."""
        if not places:
            return [list(axis) for axis in self.axes]
        others = sum(1 << place for place in places[1:])
        return [[each for each in own.slices if each.boxes & others == others] for own in self._extents(places[0])]


def set_bits(boxes: Boxes) -> Iterator[int]:
    """The places of some boxes, in order."""
    while boxes:
        lowest = boxes & -boxes
        yield lowest.bit_length() - 1
        boxes ^= lowest


def gaps(region: Box, boxes: Iterable[Box]) -> Iterator[Box]:
    """What the boxes leave of a region: see `Cover.gaps`."""
    all_boxes = list(boxes)
    return Cover(region, all_boxes).gaps((1 << len(all_boxes)) - 1)


def is_covered(region: Box, boxes: Iterable[Box]) -> bool:
    """Whether the boxes cover all of a region."""
    return next(gaps(region, boxes), None) is None
