"""The search for a combination of slices that no box covers.

It divides the axis that separates the boxes best. It also remembers which few boxes were enough to cover what it has
seen: where all of these meet again, nothing is left to try.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import reduce
from operator import and_, or_

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
        """The first of them that has no box but these; 0 if there is none."""
        return next((each for each in self.all if each & boxes == each), 0) if self.union & boxes else 0


class GapSearch:
    """Finds combinations of slices that share no box; `axes` has the boxes of each slice.

    A gap becomes a box once it is found, so that the next gap lies elsewhere. `steps` counts the regions searched.
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
