"""Tables: keys over domains, the values at them, and how the grid is laid out.

However a table prints, what it *says* is its `cases`: each a set of boxes over `axes` and one value.
The layout only arranges those cases, so analysis, proof and printing look at the same statements.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from rulewright.diagnostics import Span
from rulewright.model.dice import Roll
from rulewright.model.domain import Domain, Plain
from rulewright.model.keyset import Bound, Box, KeySet
from rulewright.model.text import Text

COMPARED = "when"
"""Stands for the axis of a condition that compares several: `when: "score > armour"`."""

UNCLAMPED: tuple[Bound, Bound] = (-math.inf, math.inf)


class Policy(Enum):
    """What holds where several cases apply (the hit policy).

    UNIQUE: none may. FIRST: the first decides. ANY: they say the same. PRIORITY: the one whose value ranks highest
    decides. LIST: all are the answer, in their order. SUM: all add up.
    """

    UNIQUE = "unique"
    FIRST = "first"
    ANY = "any"
    PRIORITY = "priority"
    LIST = "list"
    SUM = "sum"


@dataclass(frozen=True, slots=True)
class Axis:
    """One input of a table: the name rules code knows it by, and the values it ranges over."""

    name: str
    domain: Domain


@dataclass(frozen=True, slots=True)
class Key:
    """A key as `written` on one axis: the set it stands for and the text that prints for it.

    `everything` marks the key `any`, which prints nothing beside another key. A condition that compares axes
    stands on the axis COMPARED, and its `region` is the boxes in which it holds, by the names of the axes.
    """

    axis: str
    keys: KeySet
    label: Text
    written: str
    everything: bool
    span: Span = field(compare=False)
    region: tuple[Mapping[str, KeySet], ...] = ()


@dataclass(frozen=True, slots=True)
class Value:
    """A cell's value: `plain` for comparing, `label` for printing.

    Where `axis` is named the value is `factor` times the key on that axis, which is kept within `clamp`.
    """

    plain: Plain
    label: Text
    axis: str = ""
    clamp: tuple[Bound, Bound] = UNCLAMPED
    factor: int = 1

    def at(self, key: int) -> Bound:
        """The value where this is the key on `axis`."""
        low, high = self.clamp
        return min(max(key, low), high) * self.factor


@dataclass(frozen=True, slots=True)
class Case:
    """In any of `boxes` the table says `value`.

    `conditions` are the printed conditions beyond the row's and column's keys, one tuple for each
    alternative; `general` marks the first of several values in one cell, to which the others are
    exceptions. `label` replaces the text that would be derived from the conditions.
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
    """A region where the table says nothing on purpose: an open question, or not its business.

    `conditions` are the keys that make up each of `boxes`.
    """

    boxes: tuple[Box, ...]
    conditions: tuple[tuple[Key, ...], ...]
    why: Text
    question: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Cell:
    """One printed cell: the columns it covers and its cases, the general one first."""

    first: int
    count: int
    cases: tuple[Case, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Row:
    """A heading with either rows under it or cells beside it; a heading may print several keys."""

    keys: tuple[Key, ...]
    rows: tuple["Row", ...] = ()
    cells: tuple[Cell, ...] = ()
    span: Span = field(default=Span(""), compare=False)

    @property
    def height(self) -> int:
        return sum(row.height for row in self.rows) or 1


@dataclass(frozen=True, slots=True)
class Lookup:
    """Rows by columns. `heads` names the heading columns; a table without columns has one of values."""

    heads: tuple[Text | None, ...]
    columns: tuple[Key, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """A decision list, `across` cases side by side on a line, headed by their key on axis `lead`."""

    lead: str | None
    across: int
    cases: tuple[Case, ...]
    leads: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class Modifier:
    """A printed line of a modifier table: the values it may add in each column, what it is called, and a remark."""

    label: Text
    remark: Text | None
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Modifiers:
    """Modifiers that add up, one to a line.

    `heads` are the texts above value, name and remark; where the values depend on the key of a column, those
    above name and remark.
    """

    heads: tuple[Text | None, ...]
    lines: tuple[Modifier, ...]
    columns: tuple[Key, ...] = ()


Layout = Lookup | Listing | Modifiers

OUTPUT = "output"
"""The axis that tells the outputs of a table apart: each is a column with a domain and a proof of its own."""


@dataclass(frozen=True, slots=True)
class Output:
    """A column of a table with several outputs, or one that only `says` a text beside all rows.

    `rotated` prints it turned by 90°, `merged` joins equal neighbours down the column, `shaded` marks
    columns that belong together.
    """

    id: str
    label: Text
    gives: Domain | None
    proof: "Call | None"
    says: Text | None
    rotated: bool
    merged: bool
    shaded: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Argument:
    """What a proof passes for one parameter: an axis, or in an example the value as it is written."""

    parameter: str
    axis: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Call:
    """`function(axis, parameter=axis, …)` as written under `proof`.

    `answer` is the result that makes a claim true, where `is …` follows; else that is True.
    """

    function: str
    arguments: tuple[Argument, ...]
    text: str
    span: Span = field(compare=False)
    answer: Plain = True


@dataclass(frozen=True, slots=True)
class Goal:
    """What the total of modifiers is for: another `table`, whose input it is, or a throw.

    A throw of `roll` with the total added has to reach the `fact`, or with `at_most` not to exceed it.
    """

    table: Text | None = None
    roll: Roll | None = None
    fact: Text | None = None
    at_most: bool = False

    @property
    def named(self) -> Text | None:
        """The table or the fact, as text with a link to it."""
        return self.table or self.fact


@dataclass(frozen=True, slots=True)
class Table:
    """A printed table that is a function of its axes.

    With several `outputs` it is one function for each of them, told apart on the axis OUTPUT. `clamp`
    keeps the total of modifiers within bounds; `stacked` prints the values of a cell under one another.
    `ranking` are the values in the order in which they prevail, where the policy is PRIORITY. `cutoffs` say
    where no throw is needed because its result is known: they add nothing to what the cases say. A `throw`
    stands in the text of its rule: what each score of the dice leads to. `goal` is what modifiers add up for.
    """

    id: str
    title: Text
    rule: Text | None
    gives: Domain | None
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
    throw: bool = False
    goal: Goal | None = None

    @property
    def listed(self) -> bool:
        """Whether it reads as a list of sentences: a throw whose scores alone decide."""
        layout = self.layout
        return self.throw and isinstance(layout, Lookup) and not (layout.columns or self.outputs or layout.heads[1:])

    @property
    def box(self) -> Box:
        """The whole domain of the table."""
        return tuple(axis.domain.keys for axis in self.axes)

    def rank(self, case: Case) -> int:
        """How many values prevail over that of a case; an empty cell prevails over none."""
        value = case.value.plain
        return self.ranking.index(value) if value in self.ranking else len(self.ranking)

    def describe(self, box: Box) -> str:
        """A region in the author's words; axes that are not narrowed are left out."""
        parts = (
            f"{axis.name} {axis.domain.describe(keys)}"
            for axis, keys in zip(self.axes, box, strict=True)
            if keys != axis.domain.keys
        )
        return ", ".join(parts) or "the whole table"

    def functions(self) -> "Iterator[Table]":
        """The functions that the table is, one for each output, or just itself.

        An output's function has those of the axes that some case of it, or its proof, looks at.
        """
        if not self.outputs:
            yield self
            return
        at = next(place for place, axis in enumerate(self.axes) if axis.name == OUTPUT)
        names = [name.id for name in self.axes[at].domain.names]
        for output in self.outputs:
            if output.says is None:
                yield self._function(output, at, names.index(output.id))

    def _function(self, output: Output, at: int, key: int) -> "Table":
        cases = [(case, tuple(box for box in case.boxes if key in box[at])) for case in self.cases]
        silences = [(silence, tuple(box for box in silence.boxes if key in box[at])) for silence in self.silences]
        asked = {argument.axis for argument in output.proof.arguments} if output.proof else set()
        boxes = [box for _, found in (*cases, *silences) for box in found]
        kept = [
            place
            for place, axis in enumerate(self.axes)
            if place != at and (axis.name in asked or any(box[place] != axis.domain.keys for box in boxes))
        ]

        def narrowed(found: tuple[Box, ...]) -> tuple[Box, ...]:
            return tuple(tuple(box[place] for place in kept) for box in found)

        return replace(
            self,
            gives=output.gives,
            proof=output.proof,
            outputs=(),
            axes=tuple(self.axes[place] for place in kept),
            cases=tuple(replace(case, boxes=narrowed(found)) for case, found in cases if found),
            silences=tuple(replace(silence, boxes=narrowed(found)) for silence, found in silences if found),
        )
