"""Tables: the axes, the cases they state, and the layout that arranges them."""

from collections.abc import Iterator
from dataclasses import replace

from rulewright.decode.axes import Axes, Domains, comparing_conditions, condition_names
from rulewright.decode.cases import Cases, read_clamp
from rulewright.decode.domains import decode_domain, says_domain
from rulewright.decode.expressions import read_call
from rulewright.decode.fields import Fields, reference
from rulewright.decode.goals import read_goal
from rulewright.decode.layouts import Layouts
from rulewright.decode.policies import read_policy, read_ranking
from rulewright.diagnostics import Diagnostic, Faults
from rulewright.model.domain import Domain, Name
from rulewright.model.keyset import KeySet
from rulewright.model.names import did_you_mean
from rulewright.model.table import (
    OUTPUT,
    Axis,
    Call,
    Case,
    Layout,
    Listing,
    Modifiers,
    Output,
    Row,
    Silence,
    Table,
)
from rulewright.model.text import Text
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence

KEYS = (
    "title", "rule", "gives", "policy", "order", "rows", "columns", "keys", "heads", "cells",
    "cases", "lead", "across", "modifiers", "clamp", "outputs", "stack", "open", "outside", "proof", "note", "cutoffs",
    "modifies",
)  # fmt: skip
KINDS = ("cells", "cases", "modifiers")
"""What the kinds of table hold: a grid of cells, a list of cases, or modifiers that add up."""

IDLE = {
    "cells": ("lead", "across", "clamp", "modifies"),
    "cases": ("rows", "columns", "keys", "heads", "outputs", "stack", "clamp", "modifies"),
    "modifiers": ("rows", "lead", "across", "outputs", "stack", "cutoffs"),
}
"""Keys that a kind of table would pass over in silence."""

WITH_COLUMNS = ("keys", "open", "outside")
"""Keys that modifiers have only where they have columns: without these every sum is said, if only by 0."""


def decode_table(id_: Scalar, node: Node, domains: Domains, faults: Faults) -> Table | None:
    """One table; None where its shape could not be made out, with the reasons in `faults`."""
    fields = Fields(node, f"table {id_.value!r}", KEYS, faults)
    before = len(faults.findings)
    table = _TableReader(id_, node, fields, domains, faults).read(fields.title(), fields.link("rule", "rule"))
    return table if len(faults.findings) == before else None


def decode_throw(id_: Scalar, node: Node, rule: Scalar, title: Text, domains: Domains, faults: Faults) -> Table | None:
    """A table that stands in a rule: it belongs to the rule, and has its title unless it gives one of its own."""
    fields = Fields(node, f"throw {id_.value!r}", tuple(key for key in KEYS if key != "rule"), faults)
    before = len(faults.findings)
    own = fields.text("title") or title
    table = _TableReader(id_, node, fields, domains, faults).read(own, reference(rule, "rule"))
    return replace(table, throw=True) if table is not None and len(faults.findings) == before else None


class _TableReader:
    def __init__(self, id_: Scalar, node: Node, fields: Fields, domains: Domains, faults: Faults) -> None:
        self.id, self.node, self.fields, self.domains, self.faults = id_, node, fields, domains, faults
        self.axes = Axes(domains, faults)

    def read(self, title: Text, rule: Text | None) -> Table | None:
        fields = self.fields
        gives = self._gives(fields)
        before = len(self.faults.findings)
        levels = self._levels()
        columns = self._column_axis()
        if len(self.faults.findings) > before:
            return None  # without its axes no cell can be read
        outputs = tuple(self._outputs())
        valued = [output for output in outputs if output.says is None]
        if valued:
            self.axes.found[OUTPUT] = self._output_axis(valued)  # before the conditions, which may speak of it
        for scalar in condition_names(self.node):
            self.axes.axis(scalar)
        for scalar in comparing_conditions(self.node):
            self.axes.compare(scalar)
        kinds = [name for name in KINDS if fields.has(name)]
        if len(kinds) != 1:
            if fields.sound:
                message = f"{fields.what} needs one of {', '.join(map(repr, KINDS))}"
                fields.fault("missing-key", fields.span, message)
            return None
        self._refuse_idle_keys(kinds[0])
        policy = read_policy(fields, adds=kinds[0] == "modifiers")
        cases = Cases(self.axes, gives, self.faults, signs=kinds[0] == "modifiers")
        layout = self._layout(kinds[0], levels, columns, outputs, cases)
        if layout is None:
            return None
        found = tuple(_cases(layout))
        return Table(
            self.id.value, title, rule, gives, tuple(self.axes.found.values()),
            policy, layout, found, (*self._silences("open"), *self._silences("outside")),
            self._proof(fields), fields.text("note"), self.id.span,
            outputs=outputs, clamp=read_clamp(fields), stacked=fields.flag("stack"),
            ranking=read_ranking(fields, policy, gives, found), goal=read_goal(fields),
            cutoffs=tuple(cutoff for node in fields.list("cutoffs") if (cutoff := cases.cutoff(node)) is not None),
        )  # fmt: skip

    def _layout(
        self, kind_: str, levels: list[list[Axis]], columns: Axis | None, outputs: tuple[Output, ...], cases: Cases
    ) -> Layout | None:
        layouts = Layouts(self.fields, self.axes, cases, self.faults)
        if kind_ == "cases":
            return layouts.listing()
        if kind_ == "modifiers":
            return layouts.modifiers(columns)
        cases.given = {output.id: output.gives for output in outputs if output.says is None}
        return layouts.lookup(levels, self.axes.found.get(OUTPUT) if outputs else columns)

    def _proof(self, fields: Fields) -> Call | None:
        written = fields.scalar("proof")
        call = None if written is None else read_call(written, self.faults)
        if call is not None and call.answer is not True:
            hint = "the value printed is what the function must answer"
            fields.fault("bad-proof", call.span, "the proof of a table names no answer", hint)
        return call

    def _refuse_idle_keys(self, kind_: str) -> None:
        """Keys that this kind of table would pass over in silence."""
        idle = IDLE[kind_] + (WITH_COLUMNS if kind_ == "modifiers" and not self.fields.has("columns") else ())
        for name in (name for name in idle if self.fields.has(name)):
            span = self.fields.values[name][0].span
            self.fields.fault("unknown-key", span, f"a table of {kind_!r} has no key {name!r}", "remove it")
        if self.fields.has("outputs"):
            for name in (name for name in ("columns", "keys", "gives", "proof", "cutoffs") if self.fields.has(name)):
                span = self.fields.values[name][0].span
                message = f"a table of several outputs has no key {name!r}: each output has its own"
                self.fields.fault("unknown-key", span, message, "remove it")
        if self.fields.has("keys") and not self.fields.has("columns") and kind_ == "cells":
            span = self.fields.values["keys"][0].span
            hint = "name the axis under 'columns', or remove it"
            self.fields.fault("missing-key", span, "'keys' lists the keys of columns, and there is no 'columns'", hint)

    def _gives(self, fields: Fields) -> Domain | None:
        written = fields.node("gives")
        domain = self._given(written)
        if domain is None or not domain.sets:
            return domain
        hint = "let it give one of the names; with policy: list all rows that hold make up the answer"
        fields.fault("bad-value", fields.place("gives"), "no cell gives a set of names", hint)
        return None

    def _given(self, written: Node | None) -> Domain | None:
        """The domain that `gives` names, or declares in place."""
        if isinstance(written, Scalar) and written.value in self.domains:
            return self.domains[written.value]
        if isinstance(written, Scalar) and not says_domain(written):
            hint = did_you_mean(written.value, self.domains, "declare it under domains, or leave 'gives' out for text")
            self.faults.add(Diagnostic("unknown-domain", written.span, f"there is no domain {written.value!r}", hint))
        elif written is not None:
            return decode_domain("gives", written, self.faults)
        return None

    def _outputs(self) -> Iterator[Output]:
        """The columns of a table with several outputs; each gives values of its own and has its own proof."""
        for key, node in self.fields.each("outputs"):
            known = ("title", "gives", "proof", "says", "rotated", "merged", "shaded")
            fields = Fields(node, f"output {key.value!r}", known, self.faults)
            says = fields.text("says")
            if says is not None:
                for name in (name for name in ("gives", "proof", "merged") if fields.has(name)):
                    fields.fault("unknown-key", fields.place(name), f"an output that only says a text has no {name!r}")
            yield Output(
                key.value, fields.text("title") or Text("", (), key.span), self._gives(fields), self._proof(fields),
                says, fields.flag("rotated"), fields.flag("merged"), fields.flag("shaded"), key.span,
            )  # fmt: skip

    @staticmethod
    def _output_axis(valued: list[Output]) -> Axis:
        names = tuple(Name(output.id, output.label, output.span) for output in valued)
        return Axis(OUTPUT, Domain(OUTPUT, KeySet.union_of([(0, len(names) - 1)]), names))

    def _levels(self) -> list[list[Axis]]:
        """The heading columns, left to right; one may print the keys of several axes together."""
        rows = self.fields.node("rows")
        if rows is None:
            return []
        levels = rows.items if isinstance(rows, Sequence) else (rows,)
        return [self.axes.level(level) for level in levels]

    def _column_axis(self) -> Axis | None:
        columns = self.fields.node("columns")
        if isinstance(columns, Mapping) and len(columns.entries) != 1:
            message = f"the columns are one axis, not {len(columns.entries)}"
            hint = "give the other axes to the rows; these may have several"
            self.fields.fault("bad-value", columns.span, message, hint)
            return None
        return None if columns is None else next(self.axes.all_of(columns), None)

    def _silences(self, name: str) -> Iterator[Silence]:
        reason = "question" if name == "open" else "because"
        for node in self.fields.list(name):
            fields = Fields(node, f"an entry of {name!r}", ("when", reason), self.faults)
            alternatives = self.axes.when(fields.required("when"))
            why = fields.text(reason, required=True)
            boxes = [box for keys in alternatives for box in self.axes.boxes(keys, fields.span)]
            if why is not None:
                yield Silence(tuple(boxes), alternatives, why, name == "open", fields.span)


def _cases(layout: Layout) -> Iterator[Case]:
    if isinstance(layout, Listing):
        yield from layout.cases
    elif isinstance(layout, Modifiers):
        yield from (case for line in layout.lines for cell in line.cells for case in cell.cases)
    else:
        yield from (case for row in layout.rows for case in row_cases(row))


def row_cases(row: Row) -> Iterator[Case]:
    """Every case in the rows below one heading, in reading order."""
    for below in row.rows:
        yield from row_cases(below)
    for cell in row.cells:
        yield from cell.cases
