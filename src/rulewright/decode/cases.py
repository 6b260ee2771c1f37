"""Cases: a value and the conditions under which a table says it."""

import re
from collections.abc import Iterator

from rulewright.decode.axes import Axes
from rulewright.decode.fields import Fields
from rulewright.decode.figures import NUMBER, whole
from rulewright.decode.numbers import read_numbers
from rulewright.decode.values import UNKNOWN, read_value
from rulewright.diagnostics import Diagnostic, Faults
from rulewright.model.domain import Domain, signed
from rulewright.model.keyset import Bound
from rulewright.model.table import OUTPUT, UNCLAMPED, Case, Cell, Key, Value
from rulewright.model.text import Text
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence

AMOUNT, COUNT = ("axis", "clamp"), ("each", "adds", "clamp")
"""The keys of an amount, which is the key on an axis itself, and of a count, which adds as much for each one."""


class Cases:
    """Reads the cases of one table. `gives` is the domain of its values, `given` that of each output.

    With `signs` values print as modifiers do.
    """

    def __init__(self, axes: Axes, gives: Domain | None, faults: Faults, *, signs: bool) -> None:
        self.axes, self.gives, self.faults, self.signs = axes, gives, faults, signs
        self.given: dict[str, Domain | None] = {}

    def value(self, node: Node, keys: tuple[Key, ...]) -> Value | None:
        """The value of a case, in the domain of its column where the table has several outputs."""
        if isinstance(node, Scalar):
            output = next((key.written for key in keys if key.axis == OUTPUT), None)
            domain = self.gives if output is None else self.given.get(output)
            return read_value(node, domain, self.faults, signs=self.signs)
        counted = _is_count(node)
        fields = Fields(node, "a count" if counted else "an amount", COUNT if counted else AMOUNT, self.faults)
        if not self.signs:
            hint = "write the value, or make it a table of modifiers"
            fields.fault("bad-value", node.span, f"{fields.what} adds up; the values of this table do not", hint)
        name = fields.scalar("each" if counted else "axis", required=True)
        axis = None if name is None else self.axes.axis(name)
        if axis is None:
            return None
        if axis.domain.names or axis.domain.step is not None:
            what = _no_number(axis.domain)
            place = fields.place("each" if counted else "axis")
            fields.fault("bad-value", place, f"{axis.name!r} is {what}, not a whole number")
        clamp = read_clamp(fields)
        if counted:
            factor = self._factor(fields)
            return (
                None if factor is None else Value(None, Text(signed(factor), (), node.span), axis.name, clamp, factor)
            )
        label = f"[{signed(clamp[0])} ; {signed(clamp[1])}]" if clamp != UNCLAMPED else "±"
        return Value(None, Text(label, (), node.span), axis.name, clamp)

    @staticmethod
    def _factor(fields: Fields) -> int | None:
        """What a modifier adds for each one counted."""
        adds = fields.scalar("adds", required=True)
        if adds is None or re.fullmatch(NUMBER, adds.value):
            return None if adds is None else whole(adds.value)
        fields.fault("bad-value", adds.span, f"{adds.value!r} is no whole number", "write what each one adds: adds: -1")
        return None

    def case(self, node: Node, keys: tuple[Key, ...], general: bool) -> Case | None:
        """A value, or `{gives: value, when: …, label: …}`."""
        conditions: tuple[tuple[Key, ...], ...] = ()
        label: Text | None = None
        if isinstance(node, Scalar) or _is_amount(node):
            value = self.value(node, keys)
        elif isinstance(node, Sequence):
            message = "a value is text, or a mapping with 'gives' and 'when', not a list"
            self.faults.add(Diagnostic("wrong-type", node.span, message))
            return None
        else:
            fields = Fields(node, "a case", ("gives", "when", "label"), self.faults)
            written = fields.required("gives")
            value = None if written is None else self.value(written, keys)
            conditions = self.axes.when(fields.node("when"))
            label = fields.text("label")
        boxes = self.axes.boxes_of_all(keys, conditions, node.span)
        if value is None or not boxes:
            return None
        return Case(tuple(boxes), value, keys, conditions, general, label, node.span)

    def cell(self, node: Node, keys: tuple[Key, ...], first: int, count: int) -> Cell:
        """One cell: a case, or a general value followed by its exceptions.

        `unknown` is a cell that says nothing: the table has to have it among its open questions.
        """
        if isinstance(node, Scalar) and node.value.strip() == UNKNOWN:
            return Cell(first, count, (), node.span)
        nodes = node.items if isinstance(node, Sequence) and node.items else (node,)
        several = len(nodes) > 1
        cases = [self.case(part, keys, several and at == 0) for at, part in enumerate(nodes)]
        for case in cases[1:]:
            if case is not None and not case.conditions:
                message = "a second value in one cell needs a condition"
                self.faults.add(Diagnostic("overlap", case.span, message, "write {gives: …, when: {axis: key}}"))
        return Cell(first, count, tuple(case for case in cases if case is not None), node.span)

    def added(self, fields: Fields, written: Node, keys: tuple[Key, ...] = ()) -> Iterator[Case]:
        """The one value that a modifier adds in a column wherever its condition holds."""
        conditions = self.axes.when(fields.node("when"))
        value = self.value(written, keys)
        boxes = self.axes.boxes_of_all(keys, conditions, written.span)
        if value is not None and boxes:
            yield Case(tuple(boxes), value, keys, conditions, span=written.span)

    def cutoff(self, node: Node) -> Case | None:
        """`{when: …, gives: value}`: where no throw is needed, for its result is known."""
        fields = Fields(node, "a cut-off", ("gives", "when", "label"), self.faults)
        written, when = fields.required("gives"), fields.required("when")
        return None if written is None or when is None else self.case(node, (), general=False)


def _no_number(domain: Domain) -> str:
    return "a set of names" if domain.sets else "a choice of names" if domain.names else "a measure"


def _is_amount(node: Node) -> bool:
    return isinstance(node, Mapping) and (node.get("axis") is not None or _is_count(node))


def _is_count(node: Node) -> bool:
    return isinstance(node, Mapping) and node.get("each") is not None


def read_clamp(fields: Fields) -> tuple[Bound, Bound]:
    """The bounds that a total or an amount is kept within."""
    written = fields.scalar("clamp")
    if written is None:
        return UNCLAMPED
    keys = read_numbers(written.value)
    if not keys:
        fields.fault("bad-value", written.span, f"{written.value!r} are no bounds", "write both ends: -4..4")
        return UNCLAMPED
    return keys.intervals[0][0], keys.intervals[-1][1]
