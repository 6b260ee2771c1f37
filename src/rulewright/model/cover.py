"""Whether boxes cover a region, and the gaps that they leave: exact, even with far too many keys to try each.

The keys of an axis that lie in the same boxes make one slice. A combination of slices, one for each axis, lies in the
boxes that all its slices share. So a set of boxes is the bits of a number: where slices share no bit, there is a gap.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from operator import and_, or_

from rulewright.model.gap_search import Boxes, GapSearch
from rulewright.model.keyset import Bound, Box, Interval, KeySet


@dataclass(frozen=True, slots=True)
class Slice:
    """Keys of one axis that lie in the same boxes."""

    keys: KeySet
    boxes: Boxes


def slices(whole: KeySet, sets: Sequence[KeySet]) -> tuple[Slice, ...]:
    """The keys of an axis, divided by the sets that contain them, in the order of their first keys."""
    places: dict[KeySet, Boxes] = {}
    for place, keys in enumerate(sets):
        places[keys] = places.get(keys, 0) | 1 << place
    inside = 1 << len(sets)
    changes: dict[Bound, Boxes] = {}
    for keys, boxes in (*places.items(), (whole, inside)):
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


class Cover:
    """Boxes over the same axes, and what some of them leave of a region.

    `steps` counts the regions searched so far.
    """

    def __init__(self, whole: Box, boxes: Sequence[Box]) -> None:
        self.steps = 0
        self.boxes = tuple(boxes)
        self.axes = [slices(keys, [box[at] for box in boxes]) for at, keys in enumerate(whole)]
        self.all: Boxes = (1 << len(boxes)) - 1
        self._meeting: dict[int, Boxes] = {}
        self._holding: dict[int, Boxes] = {}

    def meeting(self, place: int) -> Boxes:
        """The boxes that overlap one of them, including itself."""
        if place not in self._meeting:
            axes = self._within(1 << place)
            self._meeting[place] = reduce(and_, (_either(axis) for axis in axes), self.all)
        return self._meeting[place]

    def holding(self, place: int) -> Boxes:
        """The boxes that contain all of one of them, including itself."""
        if place not in self._holding:
            axes = self._within(1 << place)
            self._holding[place] = reduce(and_, (each.boxes for axis in axes for each in axis), self.all)
        return self._holding[place]

    def covers(self, by: Boxes, *within: int) -> bool:
        """Whether some of the boxes cover the region that the boxes at these places share."""
        return next(self.gaps(by, *within), None) is None

    def gaps(self, by: Boxes, *within: int) -> Iterator[Box]:
        """What some of the boxes leave of the region that the boxes at other places share.

        Each gap is as wide as it can be, and together they are all that is left. They may overlap, as the arms of an L
        do, but no gap lies within the ones before it. They come in the order of the first keys that are theirs alone.
        """
        axes = self._within(sum(1 << place for place in set(within)))
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

    def _within(self, boxes: Boxes) -> list[list[Slice]]:
        return [[each for each in axis if each.boxes & boxes == boxes] for axis in self.axes]


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


def _either(axis: Iterable[Slice]) -> Boxes:
    return reduce(or_, (each.boxes for each in axis), 0)
