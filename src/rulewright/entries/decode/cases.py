"""The values of cells, and cases: a value together with the conditions under which a table gives it."""

import math
import re
from collections.abc import Iterator
from dataclasses import replace

from rulewright.base.findings import Finding, Findings
from rulewright.entries.decode.axes import Axes
from rulewright.entries.decode.table_entries import AmountEntry, CaseEntry, CountEntry, CutoffEntry
from rulewright.entries.dice import read_numbers
from rulewright.entries.domains import NARROW, Domain, spaced
from rulewright.entries.entry import EntryReader
from rulewright.entries.keys import Key, date_keys, value_hint, value_name, without_unit
from rulewright.entries.keyset import Bound
from rulewright.entries.number_ranges import RANGE
from rulewright.entries.numbers import DECIMAL, NUMBER, count_noun, decimal, minus, signed, whole
from rulewright.entries.roles import prose
from rulewright.entries.table import OUTPUT, UNCLAMPED, Case, Cell, Value
from rulewright.entries.text import Text
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence

NOTHING = "nothing"
"""The word for a cell that is empty on purpose."""


UNKNOWN = "unknown"
"""The word for a cell whose value is an open question."""


def read_value(scalar: Scalar, domain: Domain | None, findings: Findings, *, signs: bool = False) -> Value | None:
    """Return the value of a cell, or None and a finding if it is not in the domain. With `signs`, 2 prints as +2."""
    text = scalar.value.strip()
    if not text or scalar.empty:
        hint = f"write its value, or {NOTHING} where the table is empty on purpose"
        findings.add(Finding("missing-cell", scalar.span, "this cell is empty", hint))
        return None
    if text == NOTHING:
        return Value(None, Text("–", (), scalar.span))
    if domain is None:
        return Value(text, prose(scalar, findings))
    value = _name_value(text, domain) if domain.enumeration else _number_value(scalar, text, domain, signs)
    if value is None:
        message = f"{text!r} is not a value of {domain.id!r}"
        findings.add(Finding("outside-domain", scalar.span, message, _hint(text, domain)))
    return value


def _name_value(text: str, domain: Domain) -> Value | None:
    position = domain.position(text)
    return None if position is None else Value(text, domain.names[position].label)


def _number_value(scalar: Scalar, text: str, domain: Domain, signs: bool) -> Value | None:
    """Return a value of a domain of numbers, ranges, dates or measures; None if it is not in the domain."""
    if domain.ranges:
        return _range_value(scalar, text, domain)
    if domain.calendar is not None:
        return _month_value(scalar, text, domain)
    word = value_name(domain, text)
    if word is not None:
        return Value(word[1], word[0].label)
    if text == "∞" and domain.infinite:
        return Value(math.inf, Text("∞", (), scalar.span))
    if domain.step is not None:
        return _measure_value(scalar, text, domain)
    bare = without_unit(text, domain.unit)
    if re.fullmatch(NUMBER, bare) and whole(bare) in domain.keys:
        number = whole(bare)
        return Value(number, Text(signed(number) if signs else minus(number), (), scalar.span))
    return None


def _measure_value(scalar: Scalar, text: str, domain: Domain) -> Value | None:
    """Return a point of a measure, printed with its unit; None if the text is not one."""
    bare = without_unit(text, domain.unit)
    key = domain.key_of(decimal(bare)) if re.fullmatch(DECIMAL, bare) else None
    if key is None:
        return None
    number = domain.number(key)
    return Value(number, Text(minus(number) + spaced(domain.unit).replace(" ", NARROW), (), scalar.span))


def _month_value(scalar: Scalar, text: str, domain: Domain) -> Value | None:
    """Return a single month; None if the text is not one."""
    months = date_keys(text, domain)
    if months is None or months.size != 1 or months - domain.keys or not text[0].isdecimal():
        return None
    return Value(domain.number(next(iter(months))), Text(text, (), scalar.span))


def _range_value(scalar: Scalar, text: str, domain: Domain) -> Value | None:
    """Return `2-4` as the pair (2, 4), and a single number as a range from itself to itself; None if it is neither."""
    match = RANGE.fullmatch(text)
    ends = (whole(match[1]), whole(match[2])) if match else None
    if ends is None and re.fullmatch(NUMBER, text):
        ends = (whole(text), whole(text))
    if ends is None or ends[0] > ends[1] or not all(end in domain.keys for end in ends):
        return None
    label = minus(ends[0]) if ends[0] == ends[1] else f"{minus(ends[0])}–{minus(ends[1])}"
    return Value(ends, Text(label, (), scalar.span))


def _hint(text: str, domain: Domain) -> str:
    """Return a hint with the values of the domain."""
    if domain.enumeration:
        return value_hint(text, domain.names)
    endless = ", ∞" if domain.infinite else ""
    words = "".join(f", {name.id}" for name, _ in domain.words)
    content = f"it holds {domain.describe(domain.keys)}{endless}{words}"
    if domain.ranges:
        return f"{content}, and ranges of these such as 2-4"
    is_word = not domain.words and not any(sign.isdecimal() for sign in text)
    return f"{content}; write {NOTHING!r} in a cell without a number" if is_word else content


class Cases:
    """A reader of the cases of one table.

    `values` is the domain of its values; `output_domains` has the domain of each output of a table with several.
    With `signs`, values print as modifiers do: +2.
    """

    def __init__(self, axes: Axes, values: Domain | None, findings: Findings, *, signs: bool) -> None:
        self.axes, self.values, self.findings, self.signs = axes, values, findings, signs
        self.output_domains: dict[str, Domain | None] = {}
        self.misfits: dict[str, list[Finding]] = {}

    def value(self, node: Node, keys: tuple[Key, ...]) -> Value | None:
        """Return the value of a case. In a table with several outputs it is read by the domain of its column."""
        if isinstance(node, Scalar):
            output = next((key.written for key in keys if key.axis == OUTPUT), None)
            domain = self.values if output is None else self.output_domains.get(output)
            return self._read(node, domain, output or "")
        counts = _is_count(node)
        entry = CountEntry(node, "a count", self.findings) if counts else AmountEntry(node, "an amount", self.findings)
        if not self.signs:
            hint = "write the value, or make it a table of modifiers"
            entry.report("bad-value", node.span, f"{entry.what} adds up; the values of this table do not", hint)
        name, place = (entry.each, "each") if isinstance(entry, CountEntry) else (entry.axis, "axis")
        axis = None if name is None else self.axes.axis(name)
        if axis is None:
            return None
        if axis.domain.names or axis.domain.step is not None or axis.domain.calendar is not None:
            what = _kind_in_words(axis.domain)
            hint = "count by an input of whole numbers, such as {numbers: 0..}"
            entry.report("bad-value", entry.place(place), f"{axis.name!r} is {what}, not a whole number", hint)
        clamp = read_clamp(entry, entry.clamp)
        if isinstance(entry, CountEntry):
            factor = self._factor(entry)
            if factor is None:
                return None
            return Value(None, Text(signed(factor), (), node.span), axis.name, clamp, factor)
        label = f"[{signed(clamp[0])} ; {signed(clamp[1])}]" if clamp != UNCLAMPED else "±"
        return Value(None, Text(label, (), node.span), axis.name, clamp)

    def _read(self, scalar: Scalar, domain: Domain | None, column: str) -> Value | None:
        """Return the value of a cell. Findings on numbers are collected, so that each column reports them once."""
        findings = Findings()
        value = read_value(scalar, domain, findings, signs=self.signs)
        if domain is None or domain.enumeration:
            self.findings.extend(findings.items)
        else:
            self.misfits.setdefault(column, []).extend(findings.items)
        return value

    def report_misfits(self) -> None:
        """Report cells that do not fit the numbers of their column: one finding per column, at the first cell."""
        for column in self.misfits.values():
            for name in dict.fromkeys(each.name for each in column):
                first, *more = (each for each in column if each.name == name)
                if more:
                    others = count_noun(len(more), "more cell")
                    message = f"{first.message} (and {others} like it, to line {more[-1].span.line})"
                    first = replace(first, message=message)
                self.findings.add(first)

    @staticmethod
    def _factor(entry: CountEntry) -> int | None:
        """Return what a modifier adds for each thing counted; None if it is missing or not a whole number."""
        adds = entry.adds
        if adds is None or re.fullmatch(NUMBER, adds.value):
            return None if adds is None else whole(adds.value)
        entry.report(
            "bad-value", adds.span, f"{adds.value!r} is not a whole number", "write what each one adds: adds: -1"
        )
        return None

    def case(self, node: Node, keys: tuple[Key, ...], general: bool) -> Case | None:
        """Read a value, or `{value: …, when: …, label: …}`. Return None, with a finding, if it cannot be read."""
        conditions: tuple[tuple[Key, ...], ...] = ()
        label: Text | None = None
        if isinstance(node, Scalar) or _is_amount(node):
            value = self.value(node, keys)
        elif isinstance(node, Sequence):
            message = "a value is text, or a mapping with 'value' and 'when', not a list"
            hint = "as in {value: 4, when: {cover: wood}}"
            self.findings.add(Finding("wrong-type", node.span, message, hint))
            return None
        else:
            entry = CaseEntry(node, "a case", self.findings)
            value = None if entry.value is None else self.value(entry.value, keys)
            conditions = self.axes.when(entry.when)
            label = entry.label
        boxes = self.axes.boxes_of_alternatives(keys, conditions, node.span)
        if value is None or not boxes:
            return None
        return Case(tuple(boxes), value, keys, conditions, general, label, node.span)

    def cell(self, node: Node, keys: tuple[Key, ...], first: int, count: int) -> Cell:
        """Read one cell: a case, or a general value followed by its exceptions.

        A cell `unknown` has no cases: the table must list it among its open questions.
        """
        if isinstance(node, Scalar) and node.value.strip() == UNKNOWN:
            return Cell(first, count, (), node.span, tuple(self.axes.boxes(keys, node.span)))
        nodes = node.items if isinstance(node, Sequence) and node.items else (node,)
        several = len(nodes) > 1
        cases = [self.case(part, keys, several and at == 0) for at, part in enumerate(nodes)]
        for case in cases[1:]:
            if case is not None and not case.conditions:
                message = "a second value in one cell needs a condition"
                hint = "write {value: …, when: {axis: key}}"
                self.findings.add(Finding("overlap", case.span, message, hint))
        return Cell(first, count, tuple(case for case in cases if case is not None), node.span)

    def modifier_cases(self, when: Node | None, written: Node, keys: tuple[Key, ...] = ()) -> Iterator[Case]:
        """Yield the value that a modifier adds in one column where its condition holds, if it can be read."""
        conditions = self.axes.when(when)
        value = self.value(written, keys)
        boxes = self.axes.boxes_of_alternatives(keys, conditions, written.span)
        if value is not None and boxes:
            yield Case(tuple(boxes), value, keys, conditions, span=written.span)

    def cutoff(self, node: Node) -> Case | None:
        """Read `{when: …, value: …}`: a part of the table whose result is known without a roll."""
        entry = CutoffEntry(node, "a cutoff", self.findings)
        return None if entry.value is None or entry.when is None else self.case(node, (), general=False)


def _kind_in_words(domain: Domain) -> str:
    if domain.names:
        return "a set of names" if domain.sets else "a choice of names"
    return "a measure" if domain.calendar is None else "a date"


def _is_amount(node: Node) -> bool:
    return isinstance(node, Mapping) and (node.get("axis") is not None or _is_count(node))


def _is_count(node: Node) -> bool:
    return isinstance(node, Mapping) and node.get("each") is not None


def read_clamp(entry: EntryReader, written: Scalar | None) -> tuple[Bound, Bound]:
    """Return the lower and upper bound of a total or an amount."""
    if written is None:
        return UNCLAMPED
    keys = read_numbers(written.value)
    if not keys:
        entry.report("bad-value", written.span, f"{written.value!r} is not a pair of bounds", "write both ends: -4..4")
        return UNCLAMPED
    return keys.ends
