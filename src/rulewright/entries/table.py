"""Tables: keys over domains, the values at these keys, and the layout of the grid.

Whatever its layout, a table has `cases`: each is a set of boxes over `axes`, and a value. The layout only arranges
them, so analysis, proof and print all work on the same cases. A table with several outputs has one more axis, `output`.
`Table.functions` splits it into one function for each output, and each has its own proof.
"""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from typing import ClassVar

from rulewright.base.findings import Span
from rulewright.base.messages.messages import joined, tell
from rulewright.entries.calls import Call
from rulewright.entries.dice import Roll
from rulewright.entries.domains import Axis, Domain
from rulewright.entries.keys import Key
from rulewright.entries.keyset import Bound, Box
from rulewright.entries.number_ranges import NumberRange
from rulewright.entries.numbers import Plain
from rulewright.entries.origins import UNSTATED, Origin
from rulewright.entries.text import Text

# The colours of cells, which depend on the printed text

NUMBER = re.compile(r"([-−+]?\d+(?:[.,]\d+)?)\s*(?:%|[^\w\s]|[^\W\d_]{1,12}\.?)?")
"""A number with a sign or a unit, such as +2, 50% or 6″."""
DASHES = str.maketrans("–—−", "---")


class Pattern(Enum):
    """A pattern over the colour of a cell, so that it can be distinguished in greyscale."""

    HATCH = "hatch"
    DOTS = "dots"
    BARS = "bars"


@dataclass(frozen=True, slots=True)
class CellColour:
    """The colour and pattern of cells that print `words`, or one of `numbers`."""

    words: str
    numbers: NumberRange | None
    colour: Text
    pattern: Pattern | None
    span: Span = field(compare=False)

    def matches(self, printed: str, *, whole: bool = False) -> bool:
        """Whether a cell with this text gets the colour: if its number matches, or if it contains the words.

        With `whole` the text must be exactly the words. Upper and lower case and kinds of dashes do not matter.
        """
        if self.numbers is not None and (match := NUMBER.fullmatch(printed)):
            return Fraction(match[1].translate(DASHES).replace(",", ".")) in self.numbers
        sought, words = _folded(self.words), _folded(printed)
        return sought == words or (not whole and bool(re.search(rf"(?<!\w){re.escape(sought)}(?!\w)", words)))


def _folded(words: str) -> str:
    return " ".join(words.casefold().translate(DASHES).split())


COMPARED = "when"
"""The axis of a condition that compares several axes: `when: "score > armour"`."""

NAME = "name"
"""The axis of records whose names are not in a domain."""

UNCLAMPED: tuple[Bound, Bound] = (-math.inf, math.inf)


class Policy(Enum):
    """The hit policy: the answer if several cases match.

    UNIQUE: no two may match. FIRST: the first decides. ANY: all have the same value. PRIORITY: the value that ranks
    highest decides. LIST: all values, in table order. SUM: all values added up.
    """

    UNIQUE = "unique"
    FIRST = "first"
    ANY = "any"
    PRIORITY = "priority"
    LIST = "list"
    SUM = "sum"


@dataclass(frozen=True, slots=True)
class Value:
    """The value of a cell: `plain` for comparison, `label` for print.

    With an `axis` the value is `factor` times the key on that axis, after clamping the key to `clamp`.
    """

    plain: Plain
    label: Text
    axis: str = ""
    clamp: tuple[Bound, Bound] = UNCLAMPED
    factor: int = 1

    def at(self, key: Bound) -> Bound:
        """Return the value at a key of `axis`."""
        low, high = self.clamp
        return min(max(key, low), high) * self.factor


@dataclass(frozen=True, slots=True)
class Case:
    """The value of a table inside `boxes`.

    `conditions` are the printed conditions besides the keys of row and column, one tuple for each alternative.
    `general` marks the first of several values in one cell; the others are exceptions to it. `label` replaces the text
    that the conditions would print.
    """

    boxes: tuple[Box, ...]
    value: Value
    keys: tuple[Key, ...]
    conditions: tuple[tuple[Key, ...], ...] = ()
    general: bool = False
    label: Text | None = None
    span: Span = field(default=Span(""), compare=False)


@dataclass(frozen=True, slots=True)
class Silence:
    """A region where the table says nothing on purpose: an open question, or a case that does not apply.

    `conditions` are the keys of each of the `boxes`.
    """

    boxes: tuple[Box, ...]
    conditions: tuple[tuple[Key, ...], ...]
    why: Text
    question: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Cell:
    """One printed cell: its columns and its cases, the general case first.

    A cell without cases is `unknown` in these boxes.
    """

    first: int
    count: int
    cases: tuple[Case, ...]
    span: Span = field(compare=False)
    unknown: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """A heading, which can print several keys, with rows under it or cells beside it."""

    keys: tuple[Key, ...]
    rows: tuple["Row", ...] = ()
    cells: tuple[Cell, ...] = ()
    span: Span = field(default=Span(""), compare=False)

    @property
    def height(self) -> int:
        return sum(row.height for row in self.rows) or 1

    def all_cells(self) -> "Iterator[Cell]":
        """Yield every cell beside the heading and below it, in reading order."""
        yield from self.cells
        for row in self.rows:
            yield from row.all_cells()


@dataclass(frozen=True, slots=True)
class Lookup:
    """Rows by columns. `headers` are the titles of the heading columns.

    Without `columns` there is one column of values. `values_header` is its title; None means the title of the values'
    domain.
    """

    word: ClassVar[str] = "cells"
    headers: tuple[Text | None, ...]
    columns: tuple[Key, ...]
    rows: tuple[Row, ...]
    values_header: Text | None = None


@dataclass(frozen=True, slots=True)
class RollList(Lookup):
    """A list to roll on, such as gear or encounters. No rule determines the entries, so there is nothing to prove."""

    word: ClassVar[str] = "list"


@dataclass(frozen=True, slots=True)
class Records(Lookup):
    """Entries with a value in each column, such as prices or weapons.

    Equal values of the column `grouped` share a heading.
    """

    word: ClassVar[str] = "records"
    grouped: str = ""


@dataclass(frozen=True, slots=True)
class Listing:
    """A decision list with `per_line` cases on each line. With `group_by` the keys on that axis are headings.

    `headers` are the titles above those headings, above conditions and above values.
    """

    word: ClassVar[str] = "cases"
    group_by: str | None
    per_line: int
    cases: tuple[Case, ...]
    groups: tuple[Key, ...]
    headers: tuple[Text | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Modifier:
    """A line of a modifier table: a label, a value for each column, a remark, references to errata, and its rule."""

    label: Text
    remark: Text | None
    cells: tuple[Cell, ...]
    errata: tuple[Text, ...] = ()
    rule: Text | None = None


@dataclass(frozen=True, slots=True)
class Modifiers:
    """Modifiers that add up, one on each line.

    `headers` are the titles above value, label and remark; with `columns` only those above label and remark.
    """

    word: ClassVar[str] = "modifiers"
    headers: tuple[Text | None, ...]
    lines: tuple[Modifier, ...]
    columns: tuple[Key, ...] = ()


Layout = Lookup | Listing | Modifiers

OUTPUT = "output"
"""The axis of the outputs of a table: each output is a column with its own domain and proof."""


@dataclass(frozen=True, slots=True)
class Output:
    """A column of a table with several outputs. With `says` it prints one text beside all rows instead of values.

    `rotated` turns the column by 90°, `merged` joins equal neighbours down the column, `shaded` marks columns that
    belong together.
    """

    id: str
    label: Text
    values: Domain | None
    proof: "Call | None"
    says: Text | None
    rotated: bool
    merged: bool
    shaded: bool
    span: Span = field(compare=False)
    errata: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Goal:
    """The use of the total of modifiers: as an input of another `table`, or as a bonus to a roll.

    `roll` plus the total must be at least `fact`, or with `at_most` at most `fact`.
    """

    table: Text | None = None
    roll: Roll | None = None
    fact: Text | None = None
    at_most: bool = False

    @property
    def named(self) -> Text | None:
        """The reference to the table or the fact."""
        return self.table or self.fact


@dataclass(frozen=True, slots=True)
class Lines:
    """Printed lines of the body of a table, from `first` to `last`, counted from 1. None means to the end."""

    first: int
    last: int | None = None


@dataclass(frozen=True, slots=True)
class Portion:
    """Part `at` (from 0) of a table that is split into `of` parts of nearly the same height."""

    at: int
    of: int


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Table:
    """A printed table that is a function of its axes.

    - With several `outputs` it is one function for each of them, on the axis OUTPUT.
    - `clamp` limits the total of modifiers, and `goal` is the use of that total.
    - `stacked` prints the values of a cell under one another.
    - `ranking` is the order of the values under policy PRIORITY.
    - `cutoffs` say where no roll is needed because the result is certain; they repeat what the cases say.
    - `in_rule` marks a table that is part of the text of its rule: the result of each score of the dice. Without a
      title of its own (`has_title`) it has that of the rule.
    - `sheet` is the place of its cells in another file, a spreadsheet.
    - A cell has the first of the `colours` that matches it.
    - If only some lines print here, `part` says which.
    """

    id: str
    title: Text
    rule: Text | None
    values: Domain | None
    axes: tuple[Axis, ...]
    policy: Policy
    layout: Layout
    cases: tuple[Case, ...]
    silences: tuple[Silence, ...]
    proof: Call | None
    note: Text | None
    span: Span = field(compare=False)
    outputs: tuple[Output, ...] = ()
    clamp: tuple[Bound, Bound] = UNCLAMPED
    stacked: bool = False
    ranking: tuple[str, ...] = ()
    cutoffs: tuple[Case, ...] = ()
    in_rule: bool = False
    has_title: bool = True
    goal: Goal | None = None
    origin: Origin = UNSTATED
    sheet: Span | None = field(default=None, compare=False)
    keywords: str = ""
    colours: tuple[CellColour, ...] = ()
    part: Lines | Portion | None = None

    def in_part(self, part: Lines | Portion | None) -> "Table":
        """Return the table with only a part to print; None means all of it."""
        return self if part == self.part else replace(self, part=part)

    @property
    def listed(self) -> bool:
        """Whether it prints as a list of sentences: a list to roll on, or a roll that depends only on its score."""
        if not (self.in_rule or self.is_roll_list) or not isinstance(self.layout, Lookup):
            return False
        return not (self.layout.columns or self.outputs or self.layout.headers[1:])

    @property
    def is_roll_list(self) -> bool:
        return isinstance(self.layout, RollList)

    @property
    def is_data(self) -> bool:
        """Whether there is nothing to prove: it is a list to roll on, or records without a proof."""
        proofs = (self.proof, *(output.proof for output in self.outputs))
        return self.is_roll_list or (isinstance(self.layout, Records) and not any(proofs))

    @property
    def box(self) -> Box:
        return tuple(axis.domain.keys for axis in self.axes)

    def parts(self) -> "Iterator[Modifier | Output]":
        """Yield its modifiers and outputs: the parts with a label, which can have errata of their own."""
        yield from self.layout.lines if isinstance(self.layout, Modifiers) else ()
        yield from self.outputs

    def labels(self) -> Iterator[Text]:
        """Yield the printed texts of its keys and conditions; those of names belong to their domains."""
        for case in self.cases:
            yield from (key.label for key in case.keys)
            if case.label is None:
                yield from (key.label for keys in case.conditions for key in keys)

    def own_texts(self) -> Iterator[Text]:
        """Yield its texts and references except its labels."""
        layout = self.layout
        yield from _given(self.title, self.rule, self.note, self.goal.named if self.goal else None)
        yield from _given(*(text for output in self.outputs for text in (output.label, output.says)))
        yield from _given(*layout.headers)
        if isinstance(layout, Lookup):
            yield from _given(layout.values_header)
        if isinstance(layout, Records):
            yield from (key.label for row in layout.rows for key in row.keys if key.axis == NAME)
        if isinstance(layout, Modifiers):
            yield from _given(*(text for line in layout.lines for text in (line.label, line.remark, line.rule)))
        for case in (*self.cases, *self.cutoffs):
            yield from _given(case.label)
            if case.value.plain == case.value.label.source:
                yield case.value.label
        yield from (silence.why for silence in self.silences)
        yield from (each.colour for each in self.colours)

    def texts(self) -> Iterator[Text]:
        """Yield its texts and references, and its labels with links unless they belong to a domain."""
        domains = [axis.domain for axis in self.axes if axis.domain.is_entry]
        of_domains = {name.label.span for domain in domains for name in (*domain.names, *domain.groups)}
        labels = {text.span: text for text in self.labels() if text.links and text.span not in of_domains}
        yield from labels.values()
        yield from (text for text in self.own_texts() if self.has_title or text is not self.title)
        yield from (erratum for part in self.parts() for erratum in part.errata)
        yield from (source.document for source in self.origin.sources)

    @property
    def why_no_number(self) -> tuple[str, str]:
        """Why a claim cannot compare with its value, and a hint; two empty texts if it can."""
        if self.policy in (Policy.SUM, Policy.LIST):
            does = "adds up modifiers" if self.policy is Policy.SUM else "lists all that holds"
            return f"{does}, so a claim cannot use it", "write the condition over its domains instead"
        if self.values is None or self.values.enumeration or self.values.ranges:
            return "gives no numbers to compare with", "name the domain of its values, such as values: 1..6"
        return "", ""

    def rank(self, case: Case) -> int:
        """Return the position of a case's value in the ranking; empty cells come last."""
        value = case.value.plain
        return self.ranking.index(value) if value in self.ranking else len(self.ranking)

    def describe(self, box: Box) -> str:
        """Describe a region in the author's words, without the axes that it spans completely."""
        parts = (
            joined((axis.name, axis.domain.describe(keys)), " ")
            for axis, keys in zip(self.axes, box, strict=True)
            if keys != axis.domain.keys
        )
        return joined(parts) or tell("the whole table")

    def functions(self) -> "Iterator[Table]":
        """Yield the functions of the table: one for each output, or the table itself if it has no outputs.

        The function of an output has only those axes on which its cases or its proof depend.
        """
        if not self.outputs:
            yield self
            return
        output_axis = next(position for position, axis in enumerate(self.axes) if axis.name == OUTPUT)
        names = [name.id for name in self.axes[output_axis].domain.names]
        for output in self.outputs:
            if output.says is None:
                yield self._function(output, output_axis, names.index(output.id))

    def _function(self, output: Output, output_axis: int, key: int) -> "Table":
        cases = [(case, tuple(box for box in case.boxes if key in box[output_axis])) for case in self.cases]
        silences = [
            (silence, tuple(box for box in silence.boxes if key in box[output_axis])) for silence in self.silences
        ]
        arguments = {argument.axis for argument in output.proof.arguments} if output.proof else set()
        boxes = [box for _, boxes in (*cases, *silences) for box in boxes]
        axes_left = [
            position
            for position, axis in enumerate(self.axes)
            if position != output_axis
            and (axis.name in arguments or any(box[position] != axis.domain.keys for box in boxes))
        ]

        def project(boxes: tuple[Box, ...]) -> tuple[Box, ...]:
            return tuple(tuple(box[position] for position in axes_left) for box in boxes)

        return replace(
            self,
            values=output.values,
            proof=output.proof,
            outputs=(),
            axes=tuple(self.axes[position] for position in axes_left),
            cases=tuple(replace(case, boxes=project(boxes)) for case, boxes in cases if boxes),
            silences=tuple(replace(silence, boxes=project(boxes)) for silence, boxes in silences if boxes),
        )


def _given(*texts: Text | None) -> Iterator[Text]:
    return (text for text in texts if text is not None)


# The input of a table that takes the total of modifiers


def total_axis(table: Table) -> int | None:
    """Return the position of the only axis that can receive a total of modifiers.

    None if there is none or more than one.

    Dice with a variable bonus come first: the total is that bonus. Otherwise the total is the only number among the
    inputs.
    """
    for matches in (_has_modifier, _is_number):
        axes = [position for position, axis in enumerate(table.axes) if matches(axis)]
        if axes:
            return axes[0] if len(axes) == 1 else None
    return None


def _has_modifier(axis: Axis) -> bool:
    roll = axis.domain.roll
    return roll is not None and roll.bonus[0] < roll.bonus[1]


def _is_number(axis: Axis) -> bool:
    domain = axis.domain
    return axis.name != OUTPUT and not (domain.names or domain.roll) and domain.step is None
