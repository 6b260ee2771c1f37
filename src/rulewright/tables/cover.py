"""Find the gaps that boxes leave in a region: exactly, even with far too many keys to try each.

The keys of an axis that lie in the same boxes form one slice. A set of boxes is a number with one bit for each box. A
combination of slices, one for each axis, lies in the boxes whose bits all its slices share. If they share no bit, the
combination is a gap.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import pairwise
from operator import and_, or_

from rulewright.entries.keyset import Bound, Box, Interval, KeySet

Boxes = int
"""A set of boxes: bit n is the box at place n."""

MAX_REASONS = 200
"""The most reasons stored for each set of axes. Searching more of them costs more than it saves."""


@dataclass(slots=True)
class Reasons:
    """Nonempty sets of boxes, and the union of all. Only sets that overlap the union can contain one of them."""

    all: list[Boxes] = field(default_factory=list)
    union: Boxes = 0

    def add(self, boxes: Boxes) -> None:
        self.all.append(boxes)
        self.union |= boxes

    def subset_of(self, boxes: Boxes) -> Boxes:
        """Return the first stored set that is a subset of `boxes`, or 0."""
        return next((each for each in self.all if each & boxes == each), 0) if self.union & boxes else 0


class GapSearch:
    """Finds combinations of slices that share no box. `axes` has the boxes of each slice of each axis.

    The search divides the region along the axis that separates the boxes best. It stores as a *reason* the few boxes
    that were enough to cover a region: a later region whose candidates include all of them is covered too. A gap
    becomes a box as soon as it is found, so that the next gap lies elsewhere. `steps` counts the regions searched.
    """

    def __init__(self, axes: list[list[Boxes]], boxes: Boxes) -> None:
        self.axes, self.boxes = axes, boxes
        self.original = [list(axis) for axis in axes]
        self.reasons: dict[tuple[int, ...], Reasons] = {}
        self.steps = 0

    def gap(self) -> list[list[int]] | None:
        """Return the next gap as the positions of its slices on each axis, or None."""
        rest = tuple(range(len(self.axes)))
        self.everywhere = [reduce(and_, axis) for axis in self.axes]  # the boxes in all slices of each axis
        candidates = reduce(and_, (reduce(or_, axis) for axis in self.axes), self.boxes)
        if self._reason(candidates, rest):
            return None
        first: list[int] = []
        for axis in self.axes:
            rest = rest[1:]
            first.append(next(at for at, boxes in enumerate(axis) if not self._reason(candidates & boxes, rest)))
            candidates &= axis[first[-1]]
        widened = self._widen([[at] for at in first])
        new_box = 1 << self.boxes.bit_length()
        self.boxes |= new_box
        for axis, positions in zip(self.axes, widened, strict=True):
            for at in positions:
                axis[at] |= new_box
        return widened

    def _widen(self, gap: list[list[int]]) -> list[list[int]]:
        """Widen a gap as far as the boxes allow, first along the axes that it can span completely."""
        for whole_axes in (True, False):
            for at, axis in enumerate(self.original):
                others = (self._either(place, gap[place]) for place in range(len(gap)) if place != at)
                candidates = reduce(and_, others, self.boxes)
                free = [place for place, boxes in enumerate(axis) if not boxes & candidates]
                if len(free) == len(axis) or not whole_axes:
                    gap[at] = free
        return gap

    def _either(self, at: int, places: Iterable[int]) -> Boxes:
        return reduce(or_, (self.original[at][place] for place in places), 0)

    def _reason(self, candidates: Boxes, rest: tuple[int, ...]) -> Boxes:
        """Return a few boxes that cover everything along the `rest` of the axes, or 0 if there is a gap.

        `candidates` are the boxes that contain the slices chosen on the other axes.
        """
        self.steps += 1
        if covering := reduce(and_, (self.everywhere[at] for at in rest), candidates):
            return covering & -covering  # one of them is enough
        reasons = self.reasons.setdefault(rest, Reasons())
        if reason := reasons.subset_of(candidates):
            return reason
        if not candidates:
            return 0
        parts, axis = min(((self._parts(at, candidates), at) for at in rest), key=_division_cost)
        other_axes = tuple(at for at in rest if at != axis)
        reason = self._reason_of_all(_fewest(parts), self.everywhere[axis], other_axes)
        if reason and len(reasons.all) < MAX_REASONS:
            reasons.add(reason)
        return reason

    def _reason_of_all(self, parts: list[Boxes], everywhere: Boxes, rest: tuple[int, ...]) -> Boxes:
        reasons = Reasons()
        for part in parts:
            if reasons.subset_of(part):
                continue
            reason = self._reason(part, rest)
            if not reason:
                return 0
            if reason & everywhere == reason:
                return reason  # it is a reason for every part
            reasons.add(reason)
        return reasons.union

    def _parts(self, at: int, candidates: Boxes) -> set[Boxes]:
        """Return the boxes of each slice of an axis, restricted to `candidates`."""
        return {boxes & candidates for boxes in self.axes[at]}


def _fewest(parts: Iterable[Boxes]) -> list[Boxes]:
    """Sort sets by size and drop those that contain another set: they are covered wherever the smaller set is."""
    least = Reasons()
    for part in sorted(parts, key=int.bit_count):
        if not part:
            return [part]
        if not least.subset_of(part):
            least.add(part)
    return least.all


def _division_cost(choice: tuple[set[Boxes], int]) -> tuple[int, int]:
    """Return the cost of dividing along an axis: the number of boxes to look at again.

    Of equal costs, more parts win.
    """
    parts = choice[0]
    return sum(map(int.bit_count, parts)), -len(parts)


@dataclass(frozen=True, slots=True)
class Slice:
    """Keys of one axis that lie in the same boxes."""

    keys: KeySet
    boxes: Boxes


def slices(whole: KeySet, sets: Sequence[KeySet]) -> tuple[Slice, ...]:
    """Divide the keys of an axis by the sets that contain them, in the order of their first keys."""
    places: dict[KeySet, list[int]] = {}
    for place, keys in enumerate(sets):
        places.setdefault(keys, []).append(place)
    in_axis = 1 << len(sets)  # one more bit, for the axis itself
    changes: dict[Bound, Boxes] = {}  # the boxes that begin or end at each key
    for keys, boxes in (*((keys, _bits(each)) for keys, each in places.items()), (whole, in_axis)):
        for low, high in keys.intervals:
            changes[low] = changes.get(low, 0) ^ boxes
            changes[high + 1] = changes.get(high + 1, 0) ^ boxes
    by_boxes: dict[Boxes, list[Interval]] = {}
    boxes = 0
    for low, after in pairwise(sorted(changes)):
        boxes ^= changes[low]
        if boxes & in_axis:
            by_boxes.setdefault(boxes ^ in_axis, []).append((low, after - 1))
    return tuple(Slice(KeySet.union_of(intervals), boxes) for boxes, intervals in by_boxes.items())


def _bits(places: Sequence[int]) -> Boxes:
    """Return the set of the boxes at rising places, in time linear in their number."""
    octets = bytearray(places[-1] // 8 + 1)
    for place in places:
        octets[place // 8] |= 1 << place % 8
    return int.from_bytes(octets, "little")


@dataclass(frozen=True, slots=True)
class Extent:
    """The slices of an axis that a box contains.

    `overlapping` are boxes with any of these slices, `containing` with all.
    """

    slices: tuple[Slice, ...]
    overlapping: Boxes
    containing: Boxes


class Cover:
    """Boxes over the same axes, for finding the gaps that some of them leave.

    `steps` counts the regions searched so far. A grid has many boxes with few different key sets, so the result for
    each key set is stored.
    """

    def __init__(self, whole: Box, boxes: Sequence[Box]) -> None:
        self.steps = 0
        self.boxes = tuple(boxes)
        self.axes = [slices(keys, [box[at] for box in boxes]) for at, keys in enumerate(whole)]
        self.all: Boxes = (1 << len(boxes)) - 1
        self._by_keys: list[dict[KeySet, Extent]] = [{} for _ in whole]

    def overlapping(self, place: int) -> Boxes:
        """Return the boxes that overlap the box at `place`, including itself."""
        return reduce(and_, (extent.overlapping for extent in self._extents(place)), self.all)

    def containing(self, place: int) -> Boxes:
        """Return the boxes that contain all of the box at `place`, including itself."""
        return reduce(and_, (extent.containing for extent in self._extents(place)), self.all)

    def _extents(self, place: int) -> Iterator[Extent]:
        for axis, extents, keys in zip(self.axes, self._by_keys, self.boxes[place], strict=True):
            if keys not in extents:
                own = tuple(each for each in axis if each.boxes >> place & 1)
                boxes = [each.boxes for each in own]
                extents[keys] = Extent(own, reduce(or_, boxes, 0), reduce(and_, boxes, self.all))
            yield extents[keys]

    def covers(self, by: Boxes, *within: int) -> bool:
        """Whether the boxes `by` cover the intersection of the boxes `within`."""
        return next(self.gaps(by, *within), None) is None

    def gaps(self, by: Boxes, *within: int) -> Iterator[Box]:
        """Yield the gaps that the boxes `by` leave in the intersection of `within`; without `within`, everywhere.

        Each gap is as wide as possible, and their union is all that is not covered. Gaps may overlap, as the arms of an
        L do, but no gap lies inside the earlier ones. They come in the order of their first new keys.
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
        """Return the slices of each axis that lie in all boxes at `places`."""
        if not places:
            return [list(axis) for axis in self.axes]
        others = sum(1 << place for place in places[1:])
        return [[each for each in own.slices if each.boxes & others == others] for own in self._extents(places[0])]


def set_bits(boxes: Boxes) -> Iterator[int]:
    """Yield the places of the boxes in a set, in order."""
    while boxes:
        lowest = boxes & -boxes
        yield lowest.bit_length() - 1
        boxes ^= lowest


def gaps(region: Box, boxes: Iterable[Box]) -> Iterator[Box]:
    """Yield the gaps that the boxes leave in a region: see `Cover.gaps`."""
    all_boxes = list(boxes)
    return Cover(region, all_boxes).gaps((1 << len(all_boxes)) - 1)


def is_covered(region: Box, boxes: Iterable[Box]) -> bool:
    return next(gaps(region, boxes), None) is None
