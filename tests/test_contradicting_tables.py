"""Two tables of one quantity against every pair of inputs: where one never gives the answer of the other, and only there."""

import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from rulewright.checks.contradictions import contradicting_tables
from rulewright.pipeline.stages import examine

WEAPONS, TARGETS = ("rifle", "mg", "gun"), ("foot", "tank")
values = st.sampled_from(["0", "1", "2", "nothing"])
one = st.lists(values, min_size=len(WEAPONS), max_size=len(WEAPONS))
other = st.lists(
    st.lists(values, min_size=len(TARGETS), max_size=len(TARGETS)), min_size=len(WEAPONS), max_size=len(WEAPONS)
)


def found(first: list[str], second: list[list[str]]) -> list[str]:
    cells = ", ".join(f"{weapon}: {value}" for weapon, value in zip(WEAPONS, first, strict=True))
    grid = ", ".join(f"{weapon}: [{', '.join(row)}]" for weapon, row in zip(WEAPONS, second, strict=True))
    source = f"""\
game: {{title: Spec, language: en}}
domains: {{weapon: [{", ".join(WEAPONS)}], target: [{", ".join(TARGETS)}]}}
rules: {{base: {{number: "1", title: Base, text: "[[table:a]] [[table:b]]"}}}}
terms: {{Range: {{text: How far., rule: base}}}}
tables:
  a: {{title: Range, rule: base, values: 0..2, rows: weapon, cells: {{{cells}}}}}
  b: {{title: Range, rule: base, values: 0..2, rows: weapon, columns: target, cells: {{{grid}}}}}
"""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "content/spec/spec.yaml")
        path.parent.mkdir(parents=True)
        path.write_text(source, "utf-8")
        book = examine(Path(folder), "spec", None).book
    assert book is not None, source
    return [finding.message for finding in contradicting_tables.check(book)]


@given(one, other)
def test_every_contradiction_and_no_other(first: list[str], second: list[list[str]]) -> None:
    apart = [weapon for weapon, value, row in zip(WEAPONS, first, second, strict=True) if value not in row]
    messages = found(first, second)
    assert len(messages) == bool(apart)
    for message in messages:
        where = message.partition(" for ")[2].partition(" is ")[0]
        named = WEAPONS if where == "the whole table" else where.removeprefix("weapon ").split(", ")
        assert set(named) <= set(apart)
