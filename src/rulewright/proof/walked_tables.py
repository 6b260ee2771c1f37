"""What a walk (`walks.py`) leaves of a table: of cases, the one that decides; of modifiers, their sum."""

from collections.abc import Iterator, Sequence
from math import lcm

from rulewright.model.answers import GAP, OUTSIDE, QUESTION, code_value, layered_boxes
from rulewright.model.keyset import Box, KeySet
from rulewright.model.table import Table
from rulewright.proof.evaluator import Evaluation
from rulewright.proof.results import Value
from rulewright.proof.sums import Sums, exact
from rulewright.proof.walks import ANY, AnyAnswer, Walk, WalkedTable, walk


def walk_cases(table: Table, evaluation: Evaluation) -> Walk | None:
    """A table in which one case decides, against a diagram."""
    if evaluation.diagram is None:
        return None
    owned = [(box, owner) for boxes, owner in layered_boxes(table) for box in boxes]
    cases = _Cases(table, [owner for _, owner in owned])
    return walk(cases, table, [box for box, _ in owned], evaluation.binding.order, evaluation.diagram)


def walk_sum(sums: Sums, evaluation: Evaluation) -> Walk | None:
    """A table of modifiers against a diagram."""
    if evaluation.diagram is None:
        return None
    modifiers = _Modifiers(sums)
    return walk(modifiers, sums.table, modifiers.boxes, evaluation.binding.order, evaluation.diagram)


class _Cases(WalkedTable[int]):
    """The boxes of all owners, from the lowest precedence to the highest: the highest that is left decides."""

    def __init__(self, table: Table, owners: Sequence[int]) -> None:
        self.owners = owners
        values = [None if owner < 0 else code_value(table, table.cases[owner].value.plain) for owner in owners]
        self.answers: list[Value | AnyAnswer] = [
            ANY if owner == QUESTION else value for owner, value in zip(owners, values, strict=True)
        ]

    def start(self, boxes: int, surely: int) -> int:
        return self.go(boxes, boxes, surely)

    def go(self, left: int, inside: int, surely: int) -> int:
        """Boxes below one that surely decides are left out."""
        left &= inside
        below = max((left & surely).bit_length() - 1, 0)
        return left >> below << below

    def owner(self, left: int) -> int:
        return self.owners[left.bit_length() - 1] if left else GAP

    def expected(self, left: int) -> "Value | AnyAnswer":
        return self.answers[left.bit_length() - 1] if left else ANY


class _Modifiers(WalkedTable[tuple[int, int]]):
    """The boxes of modifiers that may yet apply, and the sum of those that surely do. Silences count to the end."""

    def __init__(self, sums: Sums) -> None:
        self.sums = sums
        self.boxes: list[Box] = []
        parts = list(_parts(sums))
        self.unit = lcm(*(exact(amount).denominator for amount, _ in parts))
        self.amounts: list[int] = []
        self.members: list[int] = []
        """For each box, the mask of all boxes of its modifier: it counts once."""
        for amount, boxes in parts:
            mask = (1 << len(boxes)) - 1 << len(self.boxes)
            self.boxes += boxes
            self.amounts += [int(exact(amount) * self.unit)] * len(boxes)
            self.members += [mask] * len(boxes)
        self.modifiers = (1 << len(self.boxes)) - 1
        self.outside, self.open = self._silence(question=False), self._silence(question=True)

    def _silence(self, *, question: bool) -> int:
        boxes = [box for silence in self.sums.table.silences if silence.question is question for box in silence.boxes]
        mask = (1 << len(boxes)) - 1 << len(self.boxes)
        self.boxes += boxes
        return mask

    def start(self, boxes: int, surely: int) -> tuple[int, int]:
        return self.go((boxes, 0), boxes, surely)

    def go(self, left: tuple[int, int], inside: int, surely: int) -> tuple[int, int]:
        boxes, total = left[0] & inside, left[1]
        while sure := boxes & surely & self.modifiers:
            box = sure.bit_length() - 1
            total += self.amounts[box]
            boxes &= ~self.members[box]
        return boxes, total

    def owner(self, left: tuple[int, int]) -> int:
        return QUESTION if left[0] & self.open else OUTSIDE if left[0] & self.outside else 0

    def expected(self, left: tuple[int, int]) -> "Value | AnyAnswer":
        owner = self.owner(left)
        return ANY if owner == QUESTION else None if owner == OUTSIDE else self.sums.clamped(left[1], self.unit)


def _parts(sums: Sums) -> Iterator[tuple[int | float, list[Box]]]:
    """Every amount that some combination adds, and where; one that depends on a key, for each key."""
    names = [axis.name for axis in sums.table.axes]
    for case in sums.table.cases:
        value = case.value
        if not value.axis:
            yield value.plain if isinstance(value.plain, (int, float)) else 0, list(case.boxes)
            continue
        at = names.index(value.axis)
        for key in sums.table.axes[at].domain.proof_keys():
            here = KeySet.of([key])
            yield value.at(key), [(*box[:at], here, *box[at + 1 :]) for box in case.boxes if key in box[at]]
