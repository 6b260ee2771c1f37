"""Random tables as their authors write them: every hit policy, kind of domain and layout; and what each line of them says.

A table is drawn as what it says, and written as YAML from that. So a test can compare the findings with what was drawn
and need not trust the reading of the source.
"""

import json
import math
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import strategies as st

from rulewright.book.book import Book
from rulewright.entries.axes import OUTPUT
from rulewright.entries.domains import Domain, key_text
from rulewright.entries.keyset import KeySet
from rulewright.pipeline.stages import examine
from tests.test_row_to_add import domain

DOMAINS = {
    "kind": "[foot, gun, tank]",
    "moved": "boolean",
    "score": "1d6 + 0..1",
    "digits": "d66",
    "roll": "{numbers: 1..7}",
    "count": "{numbers: 0.., test-range: 0..4}",
    "edge": "..",
    "reach": "{measure: 0.., unit: ″}",
    "near": "{measure: 0..2, unit: cm, step: 0.5}",
    "state": "{sets: [hidden, dug-in]}",
}
DECODED = {name: domain(text) for name, text in DOMAINS.items()}
OUTPUTS = ("hits", "losses")
VALUES = ("a", "b", "c")
LEAST, MOST = -1, 6
"""Between these the keys of numbers lie, but for open ends."""

Keys = Mapping[str, KeySet]
"""Where something holds, by axis; axes that are not named do not matter."""


@dataclass(frozen=True)
class Case:
    """A value, or None for nothing, where the keys of its line and one of the alternatives hold."""

    value: str | int | None
    alternatives: tuple[Keys, ...] = ()


@dataclass(frozen=True)
class Line:
    """What stands in one cell; without cases it is unknown. `rows` and `columns` are the headings of the cell."""

    cases: tuple[Case, ...]
    rows: Keys = field(default_factory=dict)
    columns: Keys = field(default_factory=dict)

    @property
    def keys(self) -> Keys:
        return {**self.rows, **self.columns}


@dataclass(frozen=True)
class Silence:
    question: bool
    alternatives: tuple[Keys, ...]


@dataclass(frozen=True)
class Drawn:
    """A table: its lines in the order in which they are read, and its source."""

    policy: str
    lines: tuple[Line, ...]
    silences: tuple[Silence, ...]
    source: Mapping[str, object]
    columns: tuple[Keys, ...] = ()
    ranking: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        domains = "".join(f"  {name}: {spec}\n" for name, spec in DOMAINS.items())
        head = 'game: {title: Spec, language: en}\nrules: {base: {number: "1", title: Base, text: "[[table:t]]"}}\n'
        return f"{head}domains:\n{domains}tables:\n  t: {written(self.source)}\n"

    def book(self) -> Book:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "content/spec/spec.yaml")
            path.parent.mkdir(parents=True)
            path.write_text(self.text, "utf-8")
            examined = examine(Path(folder), "spec", None)
        assert examined.book is not None, (self.text, examined.findings.items)
        return examined.book


def written(part: object) -> str:
    """Flow style, with each text in quotes and each part on a line of its own."""
    if isinstance(part, Mapping):
        return (
            "{"
            + ",\n    ".join(f"{json.dumps(key, ensure_ascii=False)}: {written(each)}" for key, each in part.items())
            + "}"
        )
    if isinstance(part, (list, tuple)):
        return "[" + ",\n    ".join(map(written, part)) + "]"
    return json.dumps(part, ensure_ascii=False) if isinstance(part, str) else str(part)


def key(axis: str, keys: KeySet) -> str:
    """A key in the notation of authors."""
    return OUTPUTS[next(iter(keys))] if axis == OUTPUT else key_text(DECODED[axis], keys)


def when(alternatives: tuple[Keys, ...]) -> dict[str, object]:
    """The entry `when`, if there are conditions."""
    conditions = [{axis: key(axis, keys) for axis, keys in each.items()} for each in alternatives]
    return {"when": conditions if len(conditions) > 1 else conditions[0]} if conditions else {}


def case_source(case: Case) -> object:
    value = "nothing" if case.value is None else case.value
    return {"value": value, **when(case.alternatives)} if case.alternatives else value


def cell_source(cases: tuple[Case, ...]) -> object:
    if not cases:
        return "unknown"
    return case_source(cases[0]) if len(cases) == 1 else [case_source(case) for case in cases]


def key_sets(domain: Domain) -> st.SearchStrategy[KeySet]:
    """Stretches of numbers, often with an open end, or several names; never nothing."""
    if domain.names:
        return st.sets(st.sampled_from(sorted(domain.keys)), min_size=1).map(KeySet.of)
    if domain.keys.finite and domain.step is None:
        number = st.sampled_from(sorted(domain.keys))
    else:
        number = st.integers(int(max(domain.keys.intervals[0][0], LEAST)), MOST)
    interval = st.tuples(st.one_of(number, st.just(-math.inf)), st.one_of(number, st.just(math.inf)))
    few = st.one_of(st.lists(interval, min_size=1, max_size=1), st.lists(interval, min_size=1, max_size=2))
    return few.map(lambda intervals: KeySet.union_of(intervals) & domain.keys).filter(bool)


@st.composite
def conditions(draw: st.DrawFn, axes: list[str], line: Keys, least: int = 0) -> tuple[Keys, ...]:
    """Alternatives over some of the axes, each of which can hold where the line does."""
    alternatives = []
    for _ in range(draw(st.sampled_from([least, 1, 1, 2]))):
        named = draw(st.lists(st.sampled_from(axes), min_size=1, max_size=2, unique=True))
        keys = {}
        for axis in named:
            drawn = draw(key_sets(DECODED[axis]))
            keys[axis] = drawn if axis not in line or drawn & line[axis] else line[axis]
        alternatives.append(keys)
    return tuple(alternatives)


@st.composite
def cells(draw: st.DrawFn, axes: list[str], line: Keys, *, plain: bool) -> tuple[Case, ...]:
    """A value; or unknown, or unless it is to be `plain`, a value with exceptions to it."""
    values = st.sampled_from([*VALUES[:2], *VALUES, None])
    kind = draw(st.sampled_from(["value", "value", "value", "unknown", "exceptions"]))
    if kind == "unknown":
        return ()
    if kind == "value" or plain:
        return (Case(draw(values)),)
    exceptions = [Case(draw(values), draw(conditions(axes, line, 1))) for _ in range(draw(st.integers(1, 2)))]
    return (Case(draw(values)), *exceptions)


@st.composite
def silences(draw: st.DrawFn, axes: list[str]) -> tuple[Silence, ...]:
    kinds = draw(st.lists(st.booleans(), max_size=2))
    return tuple(Silence(question, draw(conditions(axes, {}, 1))) for question in kinds)


def silence_source(silent: tuple[Silence, ...]) -> dict[str, object]:
    asked = [{**when(each.alternatives), "question": "What then?"} for each in silent if each.question]
    outside = [{**when(each.alternatives), "because": "Never."} for each in silent if not each.question]
    return {**({"questions": asked} if asked else {}), **({"not-applicable": outside} if outside else {})}


@st.composite
def heading(draw: st.DrawFn, axis: str, most: int) -> list[KeySet]:
    """Different keys of one axis, at least one."""
    keys = st.one_of(st.just(DECODED[axis].keys), key_sets(DECODED[axis]))
    return draw(st.lists(keys, min_size=1, max_size=most, unique=True))


@st.composite
def lists(draw: st.DrawFn, axes: list[str], policy: str) -> Drawn:
    """A list of cases; the last is often for everything else."""
    values = st.sampled_from([*VALUES[:2], *VALUES, None])
    found = [Case(draw(values), draw(conditions(axes, {}))) for _ in range(draw(st.integers(1, 7)))]
    if draw(st.booleans()):
        found.append(Case(draw(values)))
    silent = draw(silences(axes))
    entries = [{"value": "nothing" if each.value is None else each.value, **when(each.alternatives)} for each in found]
    source = {"cases": entries, **silence_source(silent)}
    return Drawn(policy, tuple(Line((case,)) for case in found), silent, source)


@st.composite
def grids(draw: st.DrawFn, axes: list[str], policy: str) -> Drawn:
    """Rows, with or without columns or outputs; heading columns of one axis, of two, or two of them."""
    heads = axes[: draw(st.integers(1, min(2, len(axes))))]
    free = axes[len(heads) :]
    shape = draw(
        st.sampled_from(["bare", *(["columns"] * 3 if free else []), *(["outputs"] if policy != "priority" else [])])
    )
    columns: list[Keys] = []
    head: dict[str, object] = {"rows": [heads] if len(heads) > 1 and draw(st.booleans()) else heads}
    if shape == "columns":
        columns = [{free[0]: keys} for keys in draw(heading(free[0], 3))]
        head |= {"columns": free[0], "keys": [key(free[0], each[free[0]]) for each in columns]}
    elif shape == "outputs":
        columns = [{OUTPUT: KeySet.of([at])} for at in range(len(OUTPUTS))]
        head["outputs"] = {name: {"title": name} for name in OUTPUTS}
    lines: list[Line] = []

    def row(rows: Keys) -> object:
        if shape == "bare" or (shape == "columns" and draw(st.integers(0, 4)) == 0):  # one value for all columns
            lines.append(Line(draw(cells(axes, rows, plain=shape != "bare")), rows))
            return cell_source(lines[-1].cases)
        found = [Line(draw(cells(axes, {**rows, **each}, plain=False)), rows, each) for each in columns]
        lines.extend(found)
        sources = [cell_source(line.cases) for line in found]
        return dict(zip(OUTPUTS, sources, strict=True)) if shape == "outputs" else sources

    def below(depth: int, outer: Keys) -> object:
        if depth == len(heads):
            return row(outer)
        axis = heads[depth]
        keys = draw(heading(axis, 4 if len(heads) == 1 else 3))
        return {key(axis, each): below(depth + 1, {**outer, axis: each}) for each in keys}

    grid = below(0, {})
    silent = draw(silences(axes))
    source = {**head, "cells": grid, **silence_source(silent)}
    return Drawn(policy, tuple(lines), silent, source, tuple(columns))


@st.composite
def sums(draw: st.DrawFn, axes: list[str]) -> Drawn:
    """Modifiers, with or without columns; only with columns can some of them be silent."""
    amounts = st.integers(-2, 2)
    columns: list[Keys] = []
    head: dict[str, object] = {}
    if draw(st.booleans()):
        columns = [{axes[0]: keys} for keys in draw(heading(axes[0], 3))]
        head = {"columns": axes[0], "keys": [key(axes[0], each[axes[0]]) for each in columns]}
    lines, entries = [], []
    for at in range(draw(st.integers(1, 5))):
        condition = draw(conditions(axes[1:] or axes, {}, 1)) if len(axes) > 1 or not columns else ()
        found = [Line((Case(draw(amounts), condition),), {}, each) for each in columns or [{}]]
        values = [line.cases[0].value for line in found]
        lines += found
        entries.append(
            {"label": f"modifier {at}", **when(condition), **({"cells": values} if columns else {"value": values[0]})}
        )
    silent = draw(silences(axes)) if columns else ()
    source = {**head, "modifiers": entries, **silence_source(silent)}
    return Drawn("sum", tuple(lines), silent, source, tuple(columns))


@st.composite
def tables(draw: st.DrawFn, policy: str) -> Drawn:
    """A table under a policy, over up to three domains."""
    axes = draw(st.lists(st.sampled_from(sorted(DOMAINS)), min_size=1, max_size=3, unique=True))
    drawn = draw(sums(axes) if policy == "sum" else st.one_of(lists(axes, policy), grids(axes, policy)))
    head: dict[str, object] = {"title": "T", "rule": "base", "policy": policy}
    ranking: tuple[str, ...] = ()
    if policy == "sum":
        head["values"] = ".."
    elif "outputs" not in drawn.source:
        head["values"] = VALUES
    if policy == "priority":
        ranking = tuple(draw(st.permutations(VALUES)))
        head["order"] = ranking
    return Drawn(policy, drawn.lines, drawn.silences, {**head, **drawn.source}, drawn.columns, ranking)


def cases_of(drawn: Drawn) -> Iterator[tuple[Line, int, Case]]:
    """Every case with its line and its place there, in the order in which they are read."""
    for line in drawn.lines:
        yield from ((line, at, case) for at, case in enumerate(line.cases))
