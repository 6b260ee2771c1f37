"""Tables: the axes, the cases they state, and the layout that arranges them."""

import re
from collections.abc import Iterable, Iterator
from collections.abc import Mapping as Lookups

from rulewright.decode.domains import decode_domain, read_numbers
from rulewright.decode.expressions import read_call
from rulewright.decode.fields import Fields, prose
from rulewright.decode.keys import read_key
from rulewright.decode.values import NOTHING, read_value
from rulewright.diagnostics import Diagnostic, Faults, Label, Span
from rulewright.model.domain import Domain, Name, signed
from rulewright.model.keyset import Bound, Box, KeySet
from rulewright.model.names import counted, did_you_mean
from rulewright.model.table import (
    OUTPUT,
    UNCLAMPED,
    Axis,
    Call,
    Case,
    Cell,
    Key,
    Layout,
    Listing,
    Lookup,
    Modifier,
    Modifiers,
    Output,
    Policy,
    Row,
    Silence,
    Table,
    Value,
)
from rulewright.model.text import Text
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence, kind

KEYS = (
    "title", "rule", "gives", "policy", "rows", "columns", "keys", "heads", "cells",
    "cases", "lead", "across", "modifiers", "clamp", "outputs", "stack", "open", "outside", "proof", "note",
)  # fmt: skip
KINDS = ("cells", "cases", "modifiers")
"""What the kinds of table hold: a grid of cells, a list of cases, or modifiers that add up."""

IDLE = {
    "cells": ("lead", "across", "clamp"),
    "cases": ("rows", "columns", "keys", "heads", "outputs", "stack", "clamp"),
    "modifiers": ("rows", "columns", "keys", "lead", "across", "outputs", "stack", "open", "outside"),
}
"""Keys that a kind of table would pass over in silence."""

Domains = Lookups[str, Domain]


def decode_table(id_: Scalar, node: Node, domains: Domains, faults: Faults) -> Table | None:
    """One table; None where its shape could not be made out, with the reasons in `faults`."""
    fields = Fields(node, f"table {id_.value!r}", KEYS, faults)
    before = len(faults.found)
    table = _TableReader(id_, node, fields, domains, faults).read()
    return table if len(faults.found) == before else None


class _TableReader:
    def __init__(self, id_: Scalar, node: Node, fields: Fields, domains: Domains, faults: Faults) -> None:
        self.id, self.node, self.fields, self.domains, self.faults = id_, node, fields, domains, faults
        self.axes: dict[str, Axis] = {}
        self.unknown: set[str] = set()
        self.gives: Domain | None = None
        self.given: dict[str, Domain | None] = {}

    def read(self) -> Table | None:
        fields = self.fields
        self.gives = self._gives(fields)
        before = len(self.faults.found)
        levels = self._levels()
        columns = self._column_axis()
        if len(self.faults.found) > before:
            return None  # without its axes no cell can be read
        outputs = tuple(self._outputs())
        for scalar in _condition_names(self.node):
            self._axis(scalar)
        kinds = [name for name in KINDS if fields.has(name)]
        if len(kinds) != 1:
            if fields.sound:
                message = f"{fields.what} needs one of {', '.join(map(repr, KINDS))}"
                fields.fault("missing-key", fields.span, message)
            return None
        self._refuse_idle_keys(kinds[0])
        policy = self._policy(kinds[0])
        layout = self._layout(kinds[0], levels, columns, outputs)
        if layout is None:
            return None
        return Table(
            self.id.value, fields.title(), fields.link("rule", "rule"), self.gives, tuple(self.axes.values()),
            policy, layout, tuple(_cases(layout)), (*self._silences("open"), *self._silences("outside")),
            self._proof(fields), fields.text("note"), self.id.span,
            outputs=outputs, clamp=self._clamp(fields), stacked=fields.flag("stack"),
        )  # fmt: skip

    def _layout(
        self, kind_: str, levels: list[list[Axis]], columns: Axis | None, outputs: tuple[Output, ...]
    ) -> Layout | None:
        if kind_ == "cases":
            return self._listing()
        if kind_ == "modifiers":
            return self._modifiers()
        if outputs:
            columns = self._output_axis(outputs)
        return self._lookup(levels, columns)

    def _policy(self, kind_: str) -> Policy:
        if kind_ != "modifiers":
            return Policy(self.fields.choice("policy", ("unique", "first")))
        if self.fields.string("policy", "sum") != "sum":
            self.fields.fault("bad-value", self.fields.place("policy"), "modifiers add up: their policy is sum")
        return Policy.SUM

    def _proof(self, fields: Fields) -> Call | None:
        written = fields.scalar("proof")
        call = None if written is None else read_call(written, self.faults)
        if call is not None and call.answer is not True:
            hint = "the value printed is what the function must answer"
            fields.fault("bad-proof", call.span, "the proof of a table names no answer", hint)
        return call

    def _clamp(self, fields: Fields) -> tuple[Bound, Bound]:
        written = fields.scalar("clamp")
        if written is None:
            return UNCLAMPED
        keys = read_numbers(written.value)
        if not keys:
            fields.fault("bad-value", written.span, f"{written.value!r} are no bounds", "write both ends: -4..4")
            return UNCLAMPED
        return keys.intervals[0][0], keys.intervals[-1][1]

    def _refuse_idle_keys(self, kind_: str) -> None:
        """Keys that this kind of table would pass over in silence."""
        for name in (name for name in IDLE[kind_] if self.fields.has(name)):
            span = self.fields.values[name][0].span
            self.fields.fault("unknown-key", span, f"a table of {kind_!r} has no key {name!r}", "remove it")
        if self.fields.has("outputs"):
            for name in (name for name in ("columns", "keys", "gives", "proof") if self.fields.has(name)):
                span = self.fields.values[name][0].span
                message = f"a table of several outputs has no key {name!r}: each output has its own"
                self.fields.fault("unknown-key", span, message, "remove it")
        if self.fields.has("keys") and not self.fields.has("columns") and kind_ == "cells":
            span = self.fields.values["keys"][0].span
            hint = "name the axis under 'columns', or remove it"
            self.fields.fault("missing-key", span, "'keys' lists the keys of columns, and there is no 'columns'", hint)

    # Axes

    def _gives(self, fields: Fields) -> Domain | None:
        written = fields.node("gives")
        if isinstance(written, Scalar) and written.value in self.domains:
            return self.domains[written.value]
        if isinstance(written, Scalar) and not read_numbers(written.value):
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

    def _output_axis(self, outputs: tuple[Output, ...]) -> Axis:
        valued = [output for output in outputs if output.says is None]
        names = tuple(Name(output.id, output.label, output.span) for output in valued)
        self.given = {output.id: output.gives for output in valued}
        self.axes[OUTPUT] = Axis(OUTPUT, Domain(OUTPUT, KeySet.union_of([(0, len(names) - 1)]), names))
        return self.axes[OUTPUT]

    def _axis(self, name: Scalar, spec: Node | None = None) -> Axis | None:
        """The axis of a name: one met before, a domain of that name, or one declared in place."""
        if name.value in self.axes or name.value in self.unknown:
            return self.axes.get(name.value)
        domain: Domain | None
        if spec is None or (isinstance(spec, Scalar) and spec.value in self.domains):
            wanted = name if spec is None else spec
            assert isinstance(wanted, Scalar)
            domain = self.domains.get(wanted.value)
            if domain is None:
                hint = did_you_mean(wanted.value, self.domains, "declare it under domains")
                self.faults.add(Diagnostic("unknown-domain", wanted.span, f"there is no domain {wanted.value!r}", hint))
        else:
            domain = decode_domain(name.value, spec, self.faults)
        if domain is None:
            self.unknown.add(name.value)
            return None
        self.axes[name.value] = Axis(name.value, domain)
        return self.axes[name.value]

    def _axes_of(self, node: Node) -> Iterator[Axis]:
        """`unit`, or `{score: 1d6 + 0..1}`."""
        if isinstance(node, Scalar):
            pairs: Iterable[tuple[Scalar, Node | None]] = [(node, None)]
        elif isinstance(node, Mapping):
            pairs = node.entries
        else:
            pairs = []
            self.faults.add(Diagnostic("wrong-type", node.span, f"an axis is the name of a domain, not {kind(node)}"))
        for name, spec in pairs:
            if name.value in self.axes:
                hint = "each axis heads one column of headings, or the columns of the table"
                self.faults.add(Diagnostic("bad-value", name.span, f"the axis {name.value!r} is named twice", hint))
            axis = self._axis(name, spec)
            if axis is not None:
                yield axis

    def _levels(self) -> list[list[Axis]]:
        """The heading columns, left to right; one may print the keys of several axes together."""
        rows = self.fields.node("rows")
        if rows is None:
            return []
        levels = rows.items if isinstance(rows, Sequence) else (rows,)
        return [self._level(level) for level in levels]

    def _level(self, level: Node) -> list[Axis]:
        parts = level.items if isinstance(level, Sequence) else (level,)
        axes = [axis for part in parts for axis in self._axes_of(part)]
        if not parts or (isinstance(level, Mapping) and not level.entries):
            self.faults.add(Diagnostic("missing-key", level.span, "a heading column names the axis of its keys"))
        return axes

    def _column_axis(self) -> Axis | None:
        columns = self.fields.node("columns")
        if isinstance(columns, Mapping) and len(columns.entries) != 1:
            message = f"the columns are one axis, not {len(columns.entries)}"
            hint = "give the other axes to the rows; these may have several"
            self.fields.fault("bad-value", columns.span, message, hint)
            return None
        return None if columns is None else next(self._axes_of(columns), None)

    # Conditions

    def _box(self, keys: Iterable[Key], span: Span) -> Box | None:
        """Where all of `keys` hold; keys that exclude each other are a fault."""
        sets = {name: axis.domain.keys for name, axis in self.axes.items()}
        for key in keys:
            sets[key.axis] = sets[key.axis] & key.keys
            if not sets[key.axis]:
                message = f"{key.axis} {key.written} cannot occur here: the row or column says otherwise"
                self.faults.add(Diagnostic("outside-domain", span, message, "correct the condition, or move the value"))
                return None
        return tuple(sets.values())

    def _when(self, node: Node | None) -> tuple[tuple[Key, ...], ...]:
        """The alternatives of a `when`: a mapping of axes to keys, or a list of such mappings."""
        alternatives = node.items if isinstance(node, Sequence) else (node,) if node is not None else ()
        found: list[tuple[Key, ...]] = []
        for alternative in alternatives:
            if not isinstance(alternative, Mapping):
                self.faults.add(Diagnostic("wrong-type", alternative.span, "a condition is a mapping of axes to keys"))
                continue
            if not alternative.entries:
                hint = "name an axis and its key; without a condition it would hold everywhere"
                self.faults.add(Diagnostic("missing-key", alternative.span, "this condition is empty", hint))
            pairs = [(self._axis(name), value) for name, value in alternative.entries]
            keys = [read_key(axis.name, axis.domain, value, self.faults) for axis, value in pairs if axis]
            found.append(tuple(key for key in keys if key is not None))
        return tuple(found)

    def _silences(self, name: str) -> Iterator[Silence]:
        reason = "question" if name == "open" else "because"
        for node in self.fields.list(name):
            fields = Fields(node, f"an entry of {name!r}", ("when", reason), self.faults)
            alternatives = self._when(fields.required("when"))
            why = fields.text(reason, required=True)
            boxes = [box for keys in alternatives if (box := self._box(keys, fields.span)) is not None]
            if why is not None:
                yield Silence(tuple(boxes), alternatives, why, name == "open", fields.span)

    # Values and cases

    def _value(self, node: Node, keys: tuple[Key, ...]) -> Value | None:
        """The value of a case, in the domain of its column where the table has several outputs."""
        if isinstance(node, Scalar):
            output = next((key.written for key in keys if key.axis == OUTPUT), None)
            domain = self.gives if output is None else self.given.get(output)
            return read_value(node, domain, self.faults, signs=self.fields.has("modifiers"))
        fields = Fields(node, "an amount", ("axis", "clamp"), self.faults)
        name = fields.scalar("axis", required=True)
        axis = None if name is None else self._axis(name)
        if axis is None:
            return None
        if axis.domain.enumeration:
            fields.fault("bad-value", fields.place("axis"), f"{axis.name!r} is a choice of names, not a number")
        clamp = self._clamp(fields)
        label = f"[{signed(clamp[0])} ; {signed(clamp[1])}]" if clamp != UNCLAMPED else "±"
        return Value(None, Text(label, (), node.span), axis.name, clamp)

    def _case(self, node: Node, keys: tuple[Key, ...], general: bool) -> Case | None:
        """A value, or `{gives: value, when: …, label: …}`."""
        conditions: tuple[tuple[Key, ...], ...] = ()
        label: Text | None = None
        if isinstance(node, Scalar):
            value = self._value(node, keys)
        elif isinstance(node, Sequence):
            message = "a value is text, or a mapping with 'gives' and 'when', not a list"
            self.faults.add(Diagnostic("wrong-type", node.span, message))
            return None
        else:
            fields = Fields(node, "a case", ("gives", "when", "label"), self.faults)
            written = fields.required("gives")
            value = None if written is None else self._value(written, keys)
            conditions = self._when(fields.node("when"))
            label = fields.text("label")
        boxes = [self._box((*keys, *extra), node.span) for extra in (conditions or ((),))]
        if value is None or not all(boxes):
            return None
        return Case(tuple(box for box in boxes if box), value, keys, conditions, general, label, node.span)

    def _cell(self, node: Node, keys: tuple[Key, ...], first: int, count: int) -> Cell:
        """One cell: a case, or a general value followed by its exceptions."""
        nodes = node.items if isinstance(node, Sequence) and node.items else (node,)
        several = len(nodes) > 1
        cases = [self._case(part, keys, several and at == 0) for at, part in enumerate(nodes)]
        for case in cases[1:]:
            if case is not None and not case.conditions:
                message = "a second value in one cell needs a condition"
                self.fields.fault("overlap", case.span, message, "write {gives: …, when: {axis: key}}")
        return Cell(first, count, tuple(case for case in cases if case is not None), node.span)

    # Layouts

    def _listing(self) -> Listing | None:
        lead = self.fields.scalar("lead")
        axis = None if lead is None else self._axis(lead)
        across = self.fields.scalar("across")
        if across is not None and not re.fullmatch("[1-9]", across.value):
            self.fields.fault("bad-value", across.span, "'across' is the number of cases set side by side, 1 to 9")
            return None
        cases: list[Case] = []
        leads: list[Key] = []
        for node in self.fields.list("cases"):
            case = self._case(node, (), general=False)
            if case is not None:
                cases.append(case)
                if axis is not None:
                    leads.append(self._lead(case, axis))
        return Listing(axis.name if axis else None, int(across.value) if across else 1, tuple(cases), tuple(leads))

    def _modifiers(self) -> Modifiers:
        heads = tuple(prose(scalar, self.faults) if scalar.value else None for scalar in self.fields.strings("heads"))
        return Modifiers(heads, tuple(self._modifier(node) for node in self.fields.list("modifiers")))

    def _modifier(self, node: Node) -> Modifier:
        """`{label, remark, gives, when}`; `gives` may list several values, each with its own condition."""
        fields = Fields(node, "a modifier", ("label", "remark", "gives", "when"), self.faults)
        written = fields.required("gives")
        cases: list[Case] = []
        if isinstance(written, Sequence):
            found = [self._case(part, (), general=False) for part in written.items]
            cases = [case for case in found if case is not None]
        elif written is not None:
            cases = list(self._added(fields, written))
        return Modifier(fields.title("label"), fields.text("remark"), Cell(0, 1, tuple(cases), node.span))

    def _added(self, fields: Fields, written: Node) -> Iterator[Case]:
        """The one value that a modifier adds wherever its condition holds."""
        conditions = self._when(fields.node("when"))
        value = self._value(written, ())
        boxes = [self._box(extra, written.span) for extra in (conditions or ((),))]
        if value is not None and all(boxes):
            found = tuple(box for box in boxes if box)
            yield Case(found, value, (), conditions, span=written.span)

    @staticmethod
    def _lead(case: Case, axis: Axis) -> Key:
        """The key of a case on the leading axis, from its first alternative."""
        for key in case.conditions[0] if case.conditions else ():
            if key.axis == axis.name:
                return key
        return Key(axis.name, axis.domain.keys, Text("any"), "any", everything=True, span=case.span)

    def _lookup(self, levels: list[list[Axis]], column_axis: Axis | None) -> Lookup | None:
        if not levels or not all(levels):
            if not levels:
                hint = "name the domain whose values head the rows: rows: cover"
                self.fields.fault("missing-key", self.fields.place("rows"), f"{self.fields.what} needs 'rows'", hint)
            return None
        columns = self._columns(column_axis)
        cells = self.fields.node("cells")
        rows = () if cells is None else tuple(self._rows(cells, levels, columns, ()))
        heads = tuple(prose(scalar, self.faults) if scalar.value else None for scalar in self.fields.strings("heads"))
        if len(heads) > len(levels):
            span = self.fields.place("heads")
            self.fields.fault(
                "bad-value",
                span,
                f"there are {counted(len(heads), 'head')} for {counted(len(levels), 'heading column')}",
            )
        return Lookup((*heads, *[None] * (len(levels) - len(heads))), columns, rows)

    def _columns(self, axis: Axis | None) -> tuple[Key, ...]:
        """The column keys: those listed under `keys`, or every name of the domain."""
        if axis is None:
            return ()
        written: Iterable[Scalar] = self.fields.strings("keys")
        if not written:
            written = [Scalar(name.id, self.fields.place("columns"), name.id) for name in axis.domain.names]
        if not written:
            message = f"the columns of {axis.name!r} are numbers: list them under 'keys'"
            self.fields.fault("missing-key", self.fields.place("columns"), message, 'write keys: ["1-3", "4-6"]')
        keys = [read_key(axis.name, axis.domain, scalar, self.faults) for scalar in written]
        return tuple(key for key in keys if key is not None)

    def _rows(
        self, node: Node, levels: list[list[Axis]], columns: tuple[Key, ...], outer: tuple[Key, ...]
    ) -> Iterator[Row]:
        """The rows of one level; each either holds the rows of the next or its cells."""
        inner = levels[1:]
        for keys, below, span in self._headings(node, levels[0]):
            path = (*outer, *keys)
            if inner:
                yield Row(keys, tuple(self._rows(below, inner, columns, path)), (), span)
            else:
                yield Row(keys, (), tuple(self._cells(below, path, columns)), span)

    def _headings(self, node: Node, axes: list[Axis]) -> Iterator[tuple[tuple[Key, ...], Node, Span]]:
        """The keys of one heading column: nested mappings, one for each of its axes."""
        if not isinstance(node, Mapping):
            message = f"the rows of {axes[0].name!r} are a mapping of keys to what stands beside them, not {kind(node)}"
            self.faults.add(Diagnostic("wrong-type", node.span, message))
            return
        for written, below in node.entries:
            key = read_key(axes[0].name, axes[0].domain, written, self.faults)
            if key is None:
                continue
            if len(axes) == 1:
                yield (key,), below, written.span
            else:
                for rest, deeper, _ in self._headings(below, axes[1:]):
                    yield (key, *rest), deeper, written.span

    def _cells(self, node: Node, keys: tuple[Key, ...], columns: tuple[Key, ...]) -> Iterator[Cell]:
        """The cells of one row: a list by column, a mapping by column key, or one value for all."""
        if not columns:
            yield self._cell(node, keys, 0, 1)
        elif isinstance(node, Scalar):
            yield self._cell(node, keys, 0, len(columns))
        elif isinstance(node, Sequence):
            if len(node.items) != len(columns):
                self._wrong_count(node, columns)
            for at, (item, column) in enumerate(zip(node.items, columns, strict=False)):
                yield self._cell(item, (*keys, column), at, 1)
        else:
            yield from self._cells_by_key(node, keys, columns)

    def _cells_by_key(self, node: Mapping, keys: tuple[Key, ...], columns: tuple[Key, ...]) -> Iterator[Cell]:
        axis = self.axes[columns[0].axis]
        taken: dict[int, Scalar] = {}
        for written, value in node.entries:
            key = read_key(axis.name, axis.domain, written, self.faults)
            if key is None:
                continue
            covered = [at for at, column in enumerate(columns) if column.keys & key.keys]
            for at in covered:
                if at in taken:
                    label = Label(taken[at].span, "given here")
                    message = f"the column {columns[at].label.words!r} has two cells in this row"
                    self.fields.fault("surplus-cell", written.span, message, "keep one of the two", (label,))
                taken[at] = written
            if covered:
                yield self._cell(value, (*keys, key), covered[0], len(covered))
        for at, column in enumerate(columns):
            if at not in taken:
                message = f"this row has no cell for {column.label.words!r}"
                hint = f"add it, or write {NOTHING} where the table is empty on purpose"
                self.fields.fault("missing-cell", node.span, message, hint)

    def _wrong_count(self, node: Sequence, columns: tuple[Key, ...]) -> None:
        name = "missing-cell" if len(node.items) < len(columns) else "surplus-cell"
        span = node.span if name == "missing-cell" else node.items[len(columns)].span
        titles = ", ".join(column.label.words for column in columns)
        message = f"this row has {counted(len(node.items), 'cell')} for {counted(len(columns), 'column')}"
        self.fields.fault(name, span, message, f"the columns are: {titles}")


def _condition_names(node: Node) -> Iterator[Scalar]:
    """The axes that conditions anywhere in a table speak of."""
    if isinstance(node, Sequence):
        for item in node.items:
            yield from _condition_names(item)
    elif isinstance(node, Mapping):
        for key, value in node.entries:
            if key.value == "axis" and isinstance(value, Scalar):
                yield value
            elif key.value == "when":
                for part in value.items if isinstance(value, Sequence) else (value,):
                    yield from (name for name, _ in part.entries) if isinstance(part, Mapping) else ()
            else:
                yield from _condition_names(value)


def _cases(layout: Layout) -> Iterator[Case]:
    if isinstance(layout, Listing):
        yield from layout.cases
    elif isinstance(layout, Modifiers):
        yield from (case for line in layout.lines for case in line.cell.cases)
    else:
        yield from (case for row in layout.rows for case in row_cases(row))


def row_cases(row: Row) -> Iterator[Case]:
    """Every case in the rows below one heading, in reading order."""
    for below in row.rows:
        yield from row_cases(below)
    for cell in row.cells:
        yield from cell.cases
