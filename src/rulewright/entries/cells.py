"""The cells of tables: values, and cases: a value together with the conditions under which a table gives it."""

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Annotated, Any, Self, cast

from rulewright.base.findings import Finding, Findings, Span
from rulewright.entries.axes import NAME, OUTPUT, WHEN, Axes, Conditions
from rulewright.entries.dice import read_numbers
from rulewright.entries.domains import NARROW, Axis, Domain, spaced
from rulewright.entries.entry import Entry, EntryReader, Kind, Schema, key
from rulewright.entries.keys import Key, date_keys, value_hint, value_name, without_unit
from rulewright.entries.keyset import Bound, Box
from rulewright.entries.number_ranges import RANGE
from rulewright.entries.numbers import DECIMAL, NUMBER, Plain, count_noun, decimal, minus, signed, whole
from rulewright.entries.roles import CELL_VALUE, ONE_VALUE, TEXT, Prose, either, one_value, parsed, prose, ref
from rulewright.entries.text import Text
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence

NOTHING = "nothing"
"""The word for a cell that is empty on purpose."""

UNKNOWN = "unknown"
"""The word for a cell whose value is an open question."""
UNCLAMPED: tuple[Bound, Bound] = (-math.inf, math.inf)


def _bounds(text: str) -> tuple[Bound, Bound] | None:
    numbers = read_numbers(text)
    return numbers.ends if numbers else None


CLAMP = parsed("text", ONE_VALUE, _bounds, "is not a pair of bounds", "write both ends: -4..4")
Bounds = Annotated[tuple[Bound, Bound], CLAMP]
"""The least and the most of a total or an amount."""


class Value(Entry, kw_only=False):
    """The value of a cell: `plain` for comparison, `label` for print.

    With an `axis` the value is `factor` times the key on that axis, after clamping the key to `clamp`.
    """

    plain: Plain = None
    label: Text = Text("")
    axis: str = ""
    clamp: tuple[Bound, Bound] = UNCLAMPED
    factor: int = 1

    def at(self, key: Bound) -> Bound:
        """Return the value at a key of `axis`."""
        low, high = self.clamp
        return min(max(key, low), high) * self.factor

    def texts_of(self, wanted: Callable[[Kind[Any]], bool]) -> Iterator[Text]:
        """Yield the label of a value that is a text; other labels belong to domains."""
        yield from (self.label,) if wanted(TEXT) and self.plain == self.label.source else ()

    def check(self, reader: EntryReader) -> None:
        if not reader.context.signs:
            hint = "write the value, or make it a table of modifiers"
            message = f"{reader.what} adds up; the values of this table do not"
            reader.report("bad-value", reader.span, message, hint)


def _counted(written: Scalar, reader: EntryReader) -> str:
    """Return the name of an axis of whole numbers."""
    axis: Axis | None = reader.context.axes.axis(written)
    if axis and (axis.domain.names or axis.domain.step is not None or axis.domain.calendar is not None):
        hint = "count by an input of whole numbers, such as {numbers: 0..}"
        message = f"{axis.name!r} is {_kind_in_words(axis.domain)}, not a whole number"
        reader.report("bad-value", written.span, message, hint)
    return axis.name if axis else ""


def _kind_in_words(domain: Domain) -> str:
    if domain.names:
        return "a set of names" if domain.sets else "a choice of names"
    return "a measure" if domain.calendar is None else "a date"


COUNTED = one_value(_counted)
WHOLE = parsed(
    "text",
    ONE_VALUE,
    lambda text: whole(text) if re.fullmatch(NUMBER, text) else None,
    "is not a whole number",
    "write what each one adds: adds: -1",
)


class Amount(Value, noun="an amount"):
    """An amount that equals an input, such as the morale of a unit that is added to a roll."""

    axis: Annotated[str, COUNTED] = key("The input whose number is added", "axis: morale")
    clamp: Bounds = key("The bounds of what is added", "clamp: -2..2", default=UNCLAMPED, otherwise="no bounds")

    def completed(self, _: EntryReader) -> Self:
        low, high = self.clamp
        words = f"[{signed(low)} ; {signed(high)}]" if self.clamp != UNCLAMPED else "±"
        return replace(self, label=Text(words, (), self.span))


class Count(Value, noun="a count"):
    """An amount for each of a number of things, such as −1 for each squad."""

    axis: Annotated[str, COUNTED] = key("The input that counts them", "each: squads", name="each")
    factor: Annotated[int, WHOLE] = key("What each one adds", "adds: -1", name="adds")
    clamp: Bounds = key("The bounds of what is added", "clamp: -2..2", default=UNCLAMPED, otherwise="no bounds")

    def completed(self, _: EntryReader) -> Self:
        return replace(self, label=Text(signed(self.factor or 0), (), self.span))


# Cases

ADDEND: Schema = either(CELL_VALUE, ref("Amount"), ref("Count"))


def _value(reader: EntryReader, name: str) -> Value | None:
    node, context = reader.node_at(name), cast(CellReader, reader.context)
    return None if node is None else context.value(node)


VALUE = Kind("a value", _value, ADDEND)


class Case(Entry, noun="a case"):
    """A value and the condition under which it holds."""

    boxes: tuple[Box, ...] = ()
    """The boxes over the axes of the table where it holds."""
    value: Annotated[Value | Amount | Count, VALUE] = key(
        "The value that the table gives", "value: 4", former=("gives",)
    )
    label: Prose | None = key(
        "What prints for the condition", "label: if shelled", default=None, otherwise="the condition in words"
    )
    conditions: Annotated[Conditions, WHEN] = key(
        "Where the value holds; without it, everywhere",
        "when: {weapon: mortar}",
        name="when",
        default=(),
        otherwise="everywhere",
    )
    keys: tuple[Key, ...] = ()
    """The keys of its row and column."""
    general: bool = False
    """Whether it is the first of several values in one cell; the others are exceptions to it."""

    def completed(self, reader: EntryReader) -> Self:
        return replace(self, boxes=reader.context.boxes(self.conditions, reader.span))


class Cutoff(Case, noun="a cutoff"):
    """A part of a table that needs no roll, because its result is known. The table itself must give that result."""

    value: Annotated[Value, VALUE] = key("The result there", "value: miss", former=("gives",))
    conditions: Annotated[Conditions, WHEN] = key("Where no roll is needed", "when: {score: under 2}", name="when")


class Silence(Entry):
    """A region where the table says nothing on purpose: an open question, or a case that does not apply.

    `conditions` are the keys of each of the `boxes`.
    """

    boxes: tuple[Box, ...] = ()
    conditions: Conditions = ()
    why: Text = Text("")
    question: bool = True

    def completed(self, reader: EntryReader) -> Self:
        axes: Axes = reader.context.axes
        boxes = (box for keys in self.conditions for box in axes.boxes(keys, reader.span))
        return replace(self, boxes=tuple(boxes))


class Question(Silence, noun="a question"):
    """A part of a table where the sources leave the answer open."""

    conditions: Annotated[Conditions, WHEN] = key(
        "The inputs for which there is no answer", "when: {cover: wood, weapon: mortar}", name="when"
    )
    why: Prose = key("What the sources leave open", "question: Do trees set off the shell?", name="question")


class NotApplicable(Silence, noun="a not-applicable part"):
    """A part of a table that is out of its scope."""

    conditions: Annotated[Conditions, WHEN] = key(
        "The inputs that never reach the table", "when: {cover: wood}", name="when"
    )
    why: Prose = key("Why not", "because: Nobody fires at a wood.", name="because")
    question: bool = False


class Cell(Entry):
    """One printed cell: its columns and its cases, the general case first.

    A cell without cases is `unknown` in these boxes.
    """

    first: int
    count: int
    cases: tuple[Case, ...]
    unknown: tuple[Box, ...] = ()

    def texts_of(self, wanted: Callable[[Kind[Any]], bool]) -> Iterator[Text]:
        return (text for case in self.cases for text in case.texts_of(wanted))


class Row(Entry):
    """A heading, which can print several keys, with rows under it or cells beside it."""

    keys: tuple[Key, ...]
    rows: tuple["Row", ...] = ()
    cells: tuple[Cell, ...] = ()

    @property
    def height(self) -> int:
        return sum(row.height for row in self.rows) or 1

    def all_cells(self) -> Iterator[Cell]:
        """Yield every cell beside the heading and below it, in reading order."""
        yield from self.cells
        for row in self.rows:
            yield from row.all_cells()

    def texts_of(self, wanted: Callable[[Kind[Any]], bool]) -> Iterator[Text]:
        """Yield the names of records and the texts of the cells."""
        yield from (each.label for each in self.keys if each.axis == NAME and wanted(TEXT))
        for cell in self.all_cells():
            yield from cell.texts_of(wanted)


# The values of cells


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


@dataclass
class CellReader:
    """What the cells of one table are read by, and the context of the entries in it.

    `values` is the domain of its values; `output_domains` has the domain of each output of a table with several. With
    `signs`, values print as modifiers do: +2. `levels` are the axes of each heading column, `columns` the keys of the
    columns. `keys` are those of the row and the column that is being read.
    """

    axes: Axes
    values: Domain | None = None
    output_domains: dict[str, Domain | None] = field(default_factory=dict)
    signs: bool = False
    levels: tuple[tuple[Axis, ...], ...] = ()
    columns: tuple[Key, ...] = ()
    keys: tuple[Key, ...] = ()
    misfits: dict[str, list[Finding]] = field(default_factory=dict)

    @property
    def findings(self) -> Findings:
        return self.axes.findings

    def at(self, *keys: Key) -> Self:
        return replace(self, keys=keys)

    def boxes(self, conditions: Conditions, span: Span) -> tuple[Box, ...]:
        """Return the boxes where the keys and any of the conditions hold; none if a condition cannot hold here."""
        boxes = [self.axes.boxes((*self.keys, *extra), span) for extra in conditions or ((),)]
        return tuple(chain.from_iterable(boxes)) if all(boxes) else ()

    def value(self, node: Node) -> Value | None:
        """Return the value of a case. In a table with several outputs it is read by the domain of its column.

        Findings on numbers are collected, so that each column reports them once.
        """
        if not isinstance(node, Scalar):
            form = Count if isinstance(node, Mapping) and node.get("each") is not None else Amount
            return form.read(node, form.noun, self.findings, self)
        column = next((key.written for key in self.keys if key.axis == OUTPUT), "")
        domain = self.output_domains.get(column) if column else self.values
        findings = Findings()
        value = read_value(node, domain, findings, signs=self.signs)
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

    def case(self, node: Node, *, general: bool = False) -> Case | None:
        """Read a value, or `{value: …, when: …, label: …}`. Return None, with a finding, if it cannot be read."""
        if isinstance(node, Sequence):
            message = "a value is text, or a mapping with 'value' and 'when', not a list"
            hint = "as in {value: 4, when: {cover: wood}}"
            self.findings.add(Finding("wrong-type", node.span, message, hint))
            return None
        if isinstance(node, Scalar) or {"axis", "each"} & {name.value for name, _ in node.entries}:
            return self.case_of(node, (), general=general)
        case = Case.read(node, Case.noun, self.findings, self, keys=self.keys, general=general)
        return case if case.is_complete and case.boxes else None

    def case_of(self, written: Node, conditions: Conditions, *, general: bool = False) -> Case | None:
        """Return the case of a value that is written without its conditions; None if it cannot be read."""
        value, boxes, span = self.value(written), self.boxes(conditions, written.span), written.span
        if value is None or not boxes:
            return None
        return Case(boxes=boxes, value=value, keys=self.keys, conditions=conditions, general=general, span=span)

    def cell(self, node: Node, first: int, count: int) -> Cell:
        """Read one cell: a case, or a general value followed by its exceptions.

        A cell `unknown` has no cases: the table must list it among its open questions.
        """
        if isinstance(node, Scalar) and node.value.strip() == UNKNOWN:
            unknown = tuple(self.axes.boxes(self.keys, node.span))
            return Cell(first=first, count=count, cases=(), span=node.span, unknown=unknown)
        nodes = node.items if isinstance(node, Sequence) and node.items else (node,)
        several = len(nodes) > 1
        cases = [self.case(part, general=several and at == 0) for at, part in enumerate(nodes)]
        for case in cases[1:]:
            if case is not None and not case.conditions:
                message = "a second value in one cell needs a condition"
                hint = "write {value: …, when: {axis: key}}"
                self.findings.add(Finding("overlap", case.span, message, hint))
        return Cell(first=first, count=count, cases=tuple(filter(None, cases)), span=node.span)
