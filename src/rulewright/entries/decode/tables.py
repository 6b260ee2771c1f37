"""Decoding of tables: their axes, their cases, and the layout that arranges the cases."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rulewright.base.findings import Findings, over_limit
from rulewright.base.limits import CELLS
from rulewright.entries.calls import Call, read_call
from rulewright.entries.decode.axes import Axes, Domains, comparing_conditions, condition_names
from rulewright.entries.decode.cases import Cases, read_clamp
from rulewright.entries.decode.layouts import Layouts, names_of_records
from rulewright.entries.decode.table_entries import (
    CASE_POLICIES,
    LAYOUTS,
    PLAIN,
    CellColourEntry,
    GoalEntry,
    NotApplicableEntry,
    OutputEntry,
    QuestionEntry,
    RollEntry,
    SpreadsheetEntry,
    TableEntry,
)
from rulewright.entries.dice import read_dice
from rulewright.entries.domain_kinds import is_declaration, read_domain
from rulewright.entries.domains import Axis, Domain, Name
from rulewright.entries.entry import EntryReader
from rulewright.entries.keys import value_hint
from rulewright.entries.keyset import KeySet
from rulewright.entries.number_ranges import range_in_words, read_range
from rulewright.entries.origins import read_origin
from rulewright.entries.roles import reference
from rulewright.entries.table import (
    OUTPUT,
    Case,
    CellColour,
    Goal,
    Layout,
    Listing,
    Modifiers,
    Output,
    Pattern,
    Policy,
    Silence,
    Table,
)
from rulewright.entries.text import Text
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence

# The use of the total of modifiers

BOUNDS = ("at-least", "at-most")


def read_goal(node: Node | None, findings: Findings) -> Goal | None:
    """Return what the total of modifiers is for: a roll with its target, or a table.

    None if the source does not say.
    """
    if node is None:
        return None
    entry = GoalEntry(node, "'modifies'", findings)
    if not entry.sound:
        return None
    if entry.table is None:
        return _roll_goal(entry)
    for name in filter(entry.has, ("roll", *BOUNDS)):
        message = f"a total that goes to a table has no {name!r}"
        entry.report("unknown-key", entry.place(name), message, "remove it: the table says what each score leads to")
    return Goal(entry.table)


def _roll_goal(entry: GoalEntry) -> Goal | None:
    """Return a roll and the fact that it must reach; None, with a finding, if one is missing."""
    bounds = list(filter(entry.has, BOUNDS))
    if not entry.has("roll") or len(bounds) != 1:
        hint = "write {table: NAME}, {roll: 1d10, at-least: FACT} or {roll: 1d10, at-most: FACT}"
        entry.report("missing-key", entry.span, "'modifies' names a table, or a roll and the fact it must reach", hint)
        return None
    hint = "write the dice alone, such as 1d10 or 2d6: the modifiers are what the table adds"
    roll, fact = read_dice(entry, entry.roll, hint), entry.at_least or entry.at_most
    if fact is None:
        entry.require(bounds[0])
    return None if roll is None or fact is None else Goal(None, roll, fact, bounds[0] == "at-most")


def read_cell_colours(written: Iterable[tuple[Scalar, Node]], findings: Findings) -> Iterator[CellColour]:
    """Yield each colour with the words or numbers of its cells, in source order."""
    for name, node in written:
        numbers = read_range(range_in_words(name.value), measured=False)  # of a key such as `7+`; None for words
        if isinstance(node, Scalar) and not node.empty:
            yield CellColour(name.value, numbers, reference(node, "colour"), None, name.span)
            continue
        entry = CellColourEntry(node, f"the colour of {name.value!r}", findings)
        pattern = None if entry.pattern == PLAIN else Pattern(entry.pattern)
        if entry.colour is not None:
            yield CellColour(name.value, numbers, entry.colour, pattern, name.span)


# The hit policy of a table


def read_policy(entry: RollEntry, *, adds: bool) -> Policy:
    """Return the hit policy. It is always `sum` if the table `adds` modifiers."""
    if not adds:
        return Policy(entry.choice_at("policy", CASE_POLICIES))
    if entry.has("policy") and entry.policy != "sum":
        entry.report("bad-value", entry.place("policy"), "modifiers add up: their policy is sum", "leave 'policy' out")
    return Policy.SUM


def read_ranking(entry: RollEntry, policy: Policy, values: Domain | None, cases: Iterable[Case]) -> tuple[str, ...]:
    """Return the values under `policy: priority`, strongest first: from `order`, or as their domain lists them."""
    if policy is not Policy.PRIORITY:
        if entry.has("order"):
            hint = "say policy: priority, or remove it"
            entry.report("unknown-key", entry.place("order"), "'order' only works under policy: priority", hint)
        return ()
    if entry.has("outputs"):
        message, hint = "policy priority does not work in a table of several outputs", "make a table of each output"
    elif values is None or not values.enumeration:
        message = "policy priority needs values that are names in an order"
        hint = "name them under 'values', the one that prevails first: values: [destroyed, damaged, unhurt]"
    else:
        return _ranked(entry, values, cases) if entry.has("order") else values.ids
    entry.report("bad-value", entry.place("policy"), message, hint)
    return ()


def _ranked(entry: RollEntry, values: Domain, cases: Iterable[Case]) -> tuple[str, ...]:
    """Return the values under `order`, and report values of the table that it leaves out."""
    ranked: list[str] = []
    for scalar in entry.order:
        if values.position(scalar.value) is None:
            hint = value_hint(scalar.value, values.names)
            entry.report("outside-domain", scalar.span, f"{scalar.value!r} is not a value of {values.id!r}", hint)
        elif scalar.value in ranked:
            message = f"{scalar.value!r} is listed twice in the order"
            entry.report("bad-value", scalar.span, message, "keep one of the two")
        else:
            ranked.append(scalar.value)
    plain = dict.fromkeys(case.value.plain for case in cases if case.value.plain is not None)
    if missing := [str(value) for value in plain if value not in ranked]:
        message = f"the order leaves out {', '.join(missing)}, which this table gives"
        entry.report("bad-value", entry.place("order"), message, "put it where it prevails over what stands after it")
    return tuple(ranked)


WITH_COLUMNS = ("keys", "questions", "not-applicable")
"""Keys that modifiers only have with columns. Without columns every sum has a value, 0 at the least."""


def decode_table(id_: Scalar, node: Node, domains: Domains, findings: Findings) -> Table | None:
    """Decode one entry of `tables`. Return None, with findings, if it cannot be read."""
    before = len(findings.items)
    entry = TableEntry(node, f"table {id_.value!r}", findings)
    title = entry.title or Text("", (), entry.span)
    table = _TableReader(id_, node, entry, domains, findings).read(title, entry.rule)
    return replace(table, keywords=entry.keywords) if table and len(findings.items) == before else None


def decode_roll(
    id_: Scalar, node: Node, rule: Scalar, title: Text, domains: Domains, findings: Findings
) -> Table | None:
    """Decode a table in a rule. It takes the title of the rule unless it has its own."""
    before = len(findings.items)
    entry = RollEntry(node, f"roll {id_.value!r}", findings)
    table = _TableReader(id_, node, entry, domains, findings).read(entry.title or title, reference(rule, "rule"))
    return (
        replace(table, in_rule=True, has_title=entry.title is not None)
        if table is not None and len(findings.items) == before
        else None
    )


class _TableReader:
    def __init__(self, id_: Scalar, node: Node, entry: RollEntry, domains: Domains, findings: Findings) -> None:
        self.id, self.node, self.entry, self.domains, self.findings = id_, node, entry, domains, findings
        self.axes = Axes(domains, findings)

    def read(self, title: Text, rule: Text | None) -> Table | None:
        entry = self.entry
        values = self._values(entry)
        before = len(self.findings.items)
        levels = self._levels()
        columns = self._column_axis()
        if len(self.findings.items) > before:
            return None  # without its axes no cell can be read
        outputs = tuple(self._outputs())
        with_values = [output for output in outputs if output.says is None]
        if outputs and not with_values:
            hint = "add a column with values, or put the text into a column of the cells"
            message = f"all columns of {entry.what} are texts beside its rows"
            entry.report("missing-key", entry.key_place("outputs"), message, hint)
            return None
        if with_values:
            self.axes.by_name[OUTPUT] = self._output_axis(with_values)  # before the conditions, which may name it
        for scalar in condition_names(self.node):
            self.axes.axis(scalar)
        for scalar in comparing_conditions(self.node, {*self.domains, *self.axes.by_name}):
            self.axes.compare(scalar)
        word = self._layout_word()
        if word is None:
            return None
        self._refuse_idle_keys(word)
        policy = read_policy(entry, adds=word == "modifiers")
        cases = Cases(self.axes, values, self.findings, signs=word == "modifiers")
        layout = self._layout(word, levels, columns, outputs, cases)
        if layout is None:
            return None
        cases.report_misfits()
        all_cases = tuple(_cases(layout))
        if len(all_cases) > CELLS.most:
            size = f"{entry.what} has {len(all_cases):,} cases"
            self.findings.add(over_limit(CELLS, size, self.id.span, "divide it into several tables"))
            return None
        return Table(
            self.id.value,
            title,
            rule,
            values,
            tuple(self.axes.by_name.values()),
            policy,
            layout,
            all_cases,
            tuple(self._silences()),
            self._proof(entry),
            entry.note,
            self.id.span,
            outputs=outputs,
            clamp=read_clamp(entry, entry.clamp),
            stacked=entry.stack,
            ranking=read_ranking(entry, policy, values, all_cases),
            goal=read_goal(entry.modifies, self.findings),
            cutoffs=tuple(cutoff for node in entry.cutoffs if (cutoff := cases.cutoff(node)) is not None),
            colours=tuple(read_cell_colours(entry.colours, self.findings)),
            origin=read_origin(entry),
            sheet=entry.place(word) if entry.has("from") else None,
        )

    def _layout_word(self) -> str | None:
        """Return the key that holds the content of the table; None, with a finding, unless there is exactly one."""
        self._check_spreadsheet()
        words = [word for word in LAYOUTS if self.entry.has(word)]
        if len(words) == 1:
            return words[0]
        if self.entry.sound and not self.entry.has("from"):
            message = f"{self.entry.what} needs one of {', '.join(map(repr, LAYOUTS))}"
            hint = "keep one of them" if words else "as in cells: {open: [3, 4], wood: [5, 4]}"
            self.entry.report("missing-key", self.entry.span, message, hint)
        return None

    def _check_spreadsheet(self) -> None:
        """Report wrong keys under `from`. The cells were already read together with the source."""
        written = self.entry.from_
        if isinstance(written, Mapping):
            entry = SpreadsheetEntry(written, "'from'", self.findings)
            for each in entry.declared.values():
                entry.read_key(each)
        elif isinstance(written, Sequence):
            self.entry.wrong(written, "'from' is the path of a file", "as in from: data/weapons.csv")
        elif written is None and self.entry.has("from"):
            self.entry.require("from")

    def _layout(
        self, kind_: str, levels: list[list[Axis]], columns: Axis | None, outputs: tuple[Output, ...], cases: Cases
    ) -> Layout | None:
        layouts = Layouts(self.entry, self.axes, cases, self.findings)
        if kind_ == "cases":
            return layouts.listing()
        if kind_ == "modifiers":
            return layouts.modifiers(columns)
        cases.output_domains = {output.id: output.values for output in outputs if output.says is None}
        across = self.axes.by_name.get(OUTPUT) if outputs else columns
        if kind_ == "list":
            return layouts.roll_list(levels, across)
        if kind_ == "records":
            return layouts.records(levels, across)
        return layouts.lookup(levels, across, self.entry.cells)

    def _proof(self, entry: RollEntry | OutputEntry) -> Call | None:
        call = None if entry.proof is None else read_call(entry.proof, self.findings)
        if call is not None and call.answer is not True:
            hint = "the value printed is what the function must answer"
            entry.report("bad-proof", call.span, "the proof of a table names no answer", hint)
        return call

    def _refuse_idle_keys(self, layout: str) -> None:
        """Report keys that have no effect in this kind of table."""
        entry = self.entry
        idle = [key.name for key in entry.declared.values() if key.only and layout not in key.only]
        idle += WITH_COLUMNS if layout == "modifiers" and not entry.has("columns") else ()
        for name in filter(entry.has, idle):
            entry.report(
                "unknown-key", entry.key_place(name), f"a table of {layout!r} has no key {name!r}", "remove it"
            )
        if entry.has("outputs"):
            for name in filter(entry.has, ("columns", "keys", "values", "proof", "cutoffs")):
                message = f"a table of several outputs has no key {name!r}: each output has its own"
                entry.report("unknown-key", entry.key_place(name), message, "remove it")
        if entry.has("keys") and not entry.has("columns") and layout == "cells":
            hint = "name the axis under 'columns', or remove it"
            message = "'keys' lists the keys of columns, but there is no 'columns'"
            entry.report("missing-key", entry.key_place("keys"), message, hint)

    def _values(self, entry: RollEntry | OutputEntry) -> Domain | None:
        domain = self._domain(entry.values)
        if domain is None or not domain.sets:
            return domain
        hint = "give a single name; under policy: list, all rows that apply make up the answer"
        entry.report("bad-value", entry.place("values"), "a cell cannot hold a set of names", hint)
        return None

    def _domain(self, written: Node | None) -> Domain | None:
        """Return the domain that `values` names or declares in place."""
        if isinstance(written, Scalar) and (written.value in self.domains or not is_declaration(written)):
            return self.domains.find(written, self.findings, "declare it under domains, or leave 'values' out for text")
        return None if written is None else read_domain("values", written, self.findings)

    def _outputs(self) -> Iterator[Output]:
        """Yield the columns of a table with several outputs; each has its own values and proof."""
        for name, node in self.entry.outputs:
            entry = OutputEntry(node, f"output {name.value!r}", self.findings)
            if entry.text is not None:
                for idle in filter(entry.has, ("values", "proof", "merged")):
                    message, hint = f"an output that is only a text has no {idle!r}", f"remove {idle!r}, or 'text'"
                    entry.report("unknown-key", entry.place(idle), message, hint)
            yield Output(
                name.value,
                entry.title or Text("", (), name.span),
                self._values(entry),
                self._proof(entry),
                entry.text,
                entry.rotated,
                entry.merged,
                entry.shaded,
                name.span,
                entry.errata,
            )

    @staticmethod
    def _output_axis(with_values: list[Output]) -> Axis:
        names = tuple(Name(output.id, output.label, output.span) for output in with_values)
        return Axis(OUTPUT, Domain(OUTPUT, KeySet.union_of([(0, len(names) - 1)]), names))

    def _levels(self) -> list[list[Axis]]:
        """Return the axes of each heading column, left to right. One column may print keys of several axes."""
        rows = self.entry.rows
        if rows is None:
            return self._names()
        levels = rows.items if isinstance(rows, Sequence) else (rows,)
        return [self.axes.level(level) for level in levels]

    def _names(self) -> list[list[Axis]]:
        """Return the heading column of records without `rows`: their names. Other tables have none."""
        axis = names_of_records(self.entry)
        if axis is not None:
            self.axes.by_name[axis.name] = axis
        return [] if axis is None else [[axis]]

    def _column_axis(self) -> Axis | None:
        columns = self.entry.columns
        if isinstance(columns, Mapping) and len(columns.entries) != 1:
            message = f"the columns are one axis, not {len(columns.entries)}"
            hint = "give the other axes to the rows; these may have several"
            self.entry.report("bad-value", columns.span, message, hint)
            return None
        return None if columns is None else next(self.axes.axes_in(columns), None)

    def _silences(self) -> Iterator[Silence]:
        """Yield the regions for which the table gives no value on purpose, with the reason."""
        for node in self.entry.questions:
            question = QuestionEntry(node, "an entry of 'questions'", self.findings)
            yield from self._silence(question, question.when, question.question, is_question=True)
        for node in self.entry.not_applicable:
            entry = NotApplicableEntry(node, "an entry of 'not-applicable'", self.findings)
            yield from self._silence(entry, entry.when, entry.because, is_question=False)

    def _silence(self, entry: EntryReader, when: Node | None, why: Text, *, is_question: bool) -> Iterator[Silence]:
        alternatives = self.axes.when(when)
        boxes = [box for keys in alternatives for box in self.axes.boxes(keys, entry.span)]
        if why.source:
            yield Silence(tuple(boxes), alternatives, why, is_question, entry.span)


def _cases(layout: Layout) -> Iterator[Case]:
    if isinstance(layout, Listing):
        yield from layout.cases
    elif isinstance(layout, Modifiers):
        yield from (case for line in layout.lines for cell in line.cells for case in cell.cases)
    else:
        yield from (case for row in layout.rows for cell in row.all_cells() for case in cell.cases)
