"""For each gap the source that closes it: pasted where its author would paste it, it leaves no gap."""

import re
import textwrap
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.base.findings import Finding, Findings, Span
from rulewright.entries.domain_kinds import read_domain
from rulewright.entries.domains import Domain, key_text
from rulewright.entries.keys import read_key
from rulewright.entries.keyset import KeySet
from rulewright.pipeline.stages import examine
from rulewright.source.nodes import Scalar
from rulewright.source.tree import parse

BASE = 'game: {title: Gaps, language: en}\nrules: {base: {number: "1", title: Base, text: "See [[table:t]]."}}\n'
HERE = re.compile(r"^( *)# here\n", re.MULTILINE)


def gaps(folder: Path, source: str) -> list[Finding]:
    """The gaps of a source; nothing else may be wrong with it."""
    path = folder / "content/gaps/game.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(BASE + source, "utf-8")
    found = examine(folder, "gaps", None).findings.items
    assert {each.name for each in found} <= {"gap-in-table"}, found
    return found


def pasted(source: str, example: str) -> str:
    """The source with the text at its mark, each ? being answered."""
    filled = example.replace("?", "x")
    return HERE.sub(lambda match: textwrap.indent(filled, match[1]) + "\n", source, count=1)


DOMAINS = """\
domains:
  unit: {names: [foot, gun, truck, tank], groups: {vehicles: [truck, tank]}}
  light: [day, night]
  distance: {measure: 0.., unit: ″}
"""

CASES = {
    "one value": (
        "rows: {score: 1d6 + 0..1}\ncells:\n  1-5: none\n  6: hit\n  # here\n",
        "the row to add",
        "7: ?",
    ),
    "several columns, several regions": (
        "rows: {score: 2d6}\ncolumns: light\ncells:\n  3-5: [a, b]\n  8-9: [c, d]\n  # here\n",
        "the row to add",
        "2, 6-7, 10-12: [?, ?]",
    ),
    "an open end as the others are written": (
        "policy: first\nrows: {strength: 0..}\ncells:\n  ≥ 9: a\n  2 or less: b\n  ≥ 7: c\n  # here\n",
        "the row to add",
        "3-6: ?",
    ),
    "an open end": ("rows: {strength: 1..}\ncells:\n  1-9: a\n  # here\n", "the row to add", "10+: ?"),
    "two heading columns, neither there": (
        "rows: {strength: 1.., other: 1..}\ncells:\n  1-9: {any: a}\n  # here\n",
        "the row to add",
        "10+:\n  any: ?",
    ),
    "a measure": (
        "rows: distance\ncells:\n  up to 6: a\n  over 12: b\n  # here\n",
        "the row to add",
        "over 6 to 12: ?",
    ),
    "the outer heading is there": (
        "rows: [unit, light]\ncells:\n  foot, gun: {any: a}\n  tank:\n    day: b\n    # here\n  truck: {any: c}\n",
        "the row to add",
        "# below tank:\nnight: ?",
    ),
    "the outer heading is not there": (
        "rows: [unit, light]\ncolumns: {hits: 0..}\nkeys: [0, 1+]\ncells:\n  foot, gun: {any: [a, b]}\n  # here\n",
        "the row to add",
        "vehicles:\n  any: [?, ?]",
    ),
    "several outputs": (
        "rows: {score: 1d6}\noutputs: {near: {title: Near}, far: {title: Far}}\n"
        "cells:\n  1-4: {near: a, far: b}\n  # here\n",
        "the row to add",
        "5-6: {near: ?, far: ?}",
    ),
    "no row at all": ("rows: unit\ncells:\n  # here\n", "the row to add", "any: ?"),
    "a case of a list": (
        "cases:\n  - {value: a, when: {unit: foot, light: day}}\n  # here\n",
        "the case to add",
        '- {when: {light: night}, value: ?}\n- {when: {unit: "gun, truck, tank", light: day}, value: ?}',
    ),
    "a value in a cell": (
        "rows: light\ncells:\n  day: a\n  night:\n    - {value: b, when: {unit: foot}}\n    # here\n",
        "the value to add",
        '- {value: ?, when: {unit: "gun, truck, tank"}}  # in the cell for light night',
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_told_to_add_closes_the_gap(case: str, tmp_path: Path) -> None:
    table, what, example = CASES[case]
    source = DOMAINS + "tables:\n  t:\n    title: T\n    rule: base\n" + textwrap.indent(table, "    ")
    found = gaps(tmp_path, source)
    assert [(each.example_is, each.example) for each in found] == [(what, example)]
    assert gaps(tmp_path, pasted(source, example)) == []


def test_a_cell_that_is_silent_is_to_be_asked_for(tmp_path: Path) -> None:
    source = DOMAINS + textwrap.dedent("""\
    tables:
      t:
        title: T
        rule: base
        rows: unit
        columns: light
        cells: {foot: [a, unknown], "gun, truck, tank": [c, d]}
        # here
    """)
    [found] = gaps(tmp_path, source)
    assert found.example == "questions:\n  - {when: {unit: foot, light: night}, question: ?}"
    assert gaps(tmp_path, pasted(source, found.example)) == []


def test_a_column_left_out(tmp_path: Path) -> None:
    source = DOMAINS + textwrap.dedent("""\
    tables:
      t:
        title: T
        rule: base
        values: -9..9
        columns: unit
        keys: ["foot, gun", truck]
        modifiers: [{label: at night, when: {light: night}, cells: [-1, -2]}]
    """)
    [found] = gaps(tmp_path, source)
    assert found.example_is == "the column to add"
    assert found.example == 'keys: ["foot, gun", truck, tank]  # and one more value in each row'
    corrected = source.replace('keys: ["foot, gun", truck]', found.example).replace("[-1, -2]", "[-1, -2, -3]")
    assert gaps(tmp_path, corrected) == []


def domain(text: str) -> Domain:
    findings = Findings()
    node = parse(f"x: {text}", "d.yaml", findings)
    decoded = read_domain("x", node.entries[0][1], findings)  # type: ignore[union-attr]
    assert decoded is not None
    return decoded


WRITABLE = [
    domain("{names: [foot, gun, truck, tank], groups: {vehicles: [truck, tank]}}"),
    domain("1..20"),
    domain("-6.."),
    domain(".."),
    domain("d66"),
    domain("1d6 - 1..3"),
    domain("{measure: 0.., unit: ″}"),
    domain("{measure: 0..6, unit: cm, step: 0.25}"),
    domain("{measure: .., step: 5}"),
    domain("{sets: [moving, hidden, dug-in], never: [moving and dug-in]}"),
]


@given(st.sampled_from(WRITABLE), st.data())
def test_keys_that_are_written_read_as_they_were(domain: Domain, data: st.DataObject) -> None:
    """Also where both ends are open, below zero, between the points of a measure, and of sets of names."""
    number = st.integers(-12, 40)
    interval = st.tuples(st.one_of(st.just(float("-inf")), number), st.one_of(st.just(float("inf")), number))
    keys = data.draw(st.lists(interval, min_size=1, max_size=3).map(KeySet.union_of)) & domain.keys
    if keys:
        like = data.draw(st.lists(st.sampled_from(["≥ 3", "5+", "7 or more", "at least 3", "1-2"]), max_size=2))
        findings = Findings()
        key = read_key("x", domain, Scalar(key_text(domain, keys, like), Span("k.yaml")), findings)
        assert not findings.items
        assert key is not None
        assert key.keys == keys
