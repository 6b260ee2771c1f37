"""Tables: keys over domains, the values at them, and how the grid is laid out.

However a table prints, what it *says* is its `cases`: each a set of boxes over `axes` and one value.
The layout only arranges those cases, so analysis, proof and printing look at the same statements.
"""

from dataclasses import dataclass, field
from enum import Enum

from rulewright.diagnostics import Span
from rulewright.model.domain import Domain, Plain
from rulewright.model.keyset import Box, KeySet
from rulewright.model.text import Text


class Policy(Enum):
    """What holds where several cases apply (the hit policy): none may, or the first decides."""

    UNIQUE = "unique"
    FIRST = "first"


@dataclass(frozen=True, slots=True)
class Axis:
    """One input of a table: the name rules code knows it by, and the values it ranges over."""

    name: str
    domain: Domain


@dataclass(frozen=True, slots=True)
class Key:
    """A key as `written` on one axis: the set it stands for and the text that prints for it.

    `everything` marks the key `any`, which prints nothing beside another key.
    """

    axis: str
    keys: KeySet
    label: Text
    written: str
    everything: bool
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Value:
    """A cell's value: `plain` for comparing, `label` for printing."""

    plain: Plain
    label: Text


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
class Argument:
    """What a proof passes for one parameter: an axis, or a fixed value."""

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
class Table:
    """A printed table that is a function of its axes."""

    id: str
    title: Text
    rule: Text | None
    gives: Domain | None
    axes: tuple[Axis, ...]
    policy: Policy
    layout: Lookup | Listing
    cases: tuple[Case, ...]
    silences: tuple[Silence, ...]
    proof: Call | None
    note: Text | None
    span: Span = field(compare=False)

    @property
    def box(self) -> Box:
        """The whole domain of the table."""
        return tuple(axis.domain.keys for axis in self.axes)

    def describe(self, box: Box) -> str:
        """A region in the author's words; axes that are not narrowed are left out."""
        parts = (
            f"{axis.name} {axis.domain.describe(keys)}"
            for axis, keys in zip(self.axes, box, strict=True)
            if keys != axis.domain.keys
        )
        return ", ".join(parts) or "the whole table"
