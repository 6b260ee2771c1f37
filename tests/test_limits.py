"""The limits: a source that exceeds one gets a finding with its number and its line, and nothing takes minutes."""

import ast
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.base.boundary import Failure
from rulewright.base.findings import Finding, Findings, LinesOfFiles, Severity, Span
from rulewright.base.limits import (
    CELLS,
    ENTRIES,
    FILES,
    FINDINGS,
    LIMITS,
    MODIFIERS,
    RUN,
    SVG_TEXT,
    TEXT,
    Budget,
    Limit,
)
from rulewright.base.listing import listing
from rulewright.base.messages.messages import Message
from rulewright.entries.names import FEW, KnownNames, listed, nearest
from rulewright.outputs.formats.as_text import findings_text
from rulewright.pipeline.stages import examine
from rulewright.proof.contained.partial_evaluation import trace
from rulewright.readback.page import Nearby
from rulewright.source.svg import read_svg
from rulewright.source.tree import parse

GAME = """\
game: {title: Big, language: en}
rules: {base: {number: "1", title: Base, text: "See [[table:t]]."}}
"""
Check = Callable[[str], list[str]]


@pytest.fixture
def check(tmp_path: Path) -> Check:
    def run(source: str) -> list[str]:
        file = tmp_path / "content/big/game.yaml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(source, "utf-8")
        found = examine(tmp_path, "big", None).findings.sorted()
        return [f"{each.span.line}:{each.span.column} {each.name}: {each.message}" for each in found]

    return run


def refusals(text: str, nodes: Budget | None = None) -> list[str]:
    findings = Findings()
    parse(text, "a.yaml", findings, nodes)
    return [f"{each.span.line}:{each.span.column} {each.message}" for each in findings.items]


# The source


@pytest.mark.parametrize("surplus", [1, 70_000])
def test_rows_beyond_the_limit_are_counted_to_the_last(surplus: int) -> None:
    count = ENTRIES.most + surplus
    rows = "".join(f"      {at}: [a, b]\n" for at in range(count))
    text = f"tables:\n  fire:\n    title: Fire\n    cells:\n{rows}    note: after them\n"
    assert refusals(text) == [f"4:5 'cells' has {count:,} entries, and the limit is 2,000"]


def test_a_list_beyond_the_limit() -> None:
    text = f"domains:\n  a:\n    sets: [{', '.join(map(str, range(3_000)))}]\n"
    assert refusals(text) == ["3:5 'sets' has 3,000 entries, and the limit is 2,000"]


def test_as_many_rows_as_the_limit_says() -> None:
    rows = "".join(f"      {at}: x\n" for at in range(ENTRIES.most))
    assert not refusals(f"tables:\n  fire:\n    cells:\n{rows}")


def test_a_section_may_have_more_entries_than_a_table() -> None:
    assert not refusals("facts:\n" + "".join(f"  a{at}: 1\n" for at in range(ENTRIES.most + 10)))


def test_all_files_of_a_game_share_one_budget() -> None:
    nodes = Budget(Limit(12, "", ""))
    assert not refusals("a: [1, 2, 3]\n", nodes)
    said = "the files of this game have, up to here, 13 texts, lists and mappings, and the limit is 12"
    assert refusals("b: 1\nc: [1, 2, 3, 4, 5, 6, 7, 8]\n", nodes) == [f"2:4 {said}"]


def test_a_long_text() -> None:
    long = "word " * (TEXT.most // 5 + 1)
    assert refusals(f"a: 1\nb: '{long}'\n") == ["2:4 this text has 10,005 characters, and the limit is 10,000"]


@pytest.mark.parametrize("sign", ["a", " ", "."])
def test_a_long_run_of_signs_at_its_line(sign: str) -> None:
    run = sign * (RUN.most + 1)
    text = f'a: |\n  One line.\n  Two "{run}" three.\n'
    assert refusals(text)[0].partition(" ")[0] in ("3:7", "3:8")


def test_modifiers_beyond_the_limit(check: Check) -> None:
    lines = "".join(f"      - {{label: L{at}, value: 1, when: {{a: yes}}}}\n" for at in range(MODIFIERS.most + 1))
    table = "tables:\n  t:\n    title: T\n    rule: base\n    values: {numbers: 0..400}\n    policy: sum\n"
    found = check(GAME + "domains: {a: boolean}\n" + table + "    modifiers:\n" + lines)
    assert found[0] == "10:5 over-limit: table 't' has 301 modifiers, and the limit is 300"


def test_cases_beyond_the_limit(check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.entries.table.CELLS", Limit(3, CELLS.subject, CELLS.reason))
    table = "tables: {t: {title: T, rule: base, rows: a, columns: b, cells: {any: [1, 2]}}}\n"
    assert not any("over-limit" in each for each in check(GAME + "domains: {a: boolean, b: boolean}\n" + table))
    table = table.replace("{any: [1, 2]}", "{yes: [1, 2], no: [3, 4]}")
    found = check(GAME + "domains: {a: boolean, b: boolean}\n" + table)
    assert found[0] == "4:10 over-limit: table 't' has 4 cases, and the limit is 3"


@pytest.mark.parametrize("text", [" " * 100_000 + "x: {", "a: b" + " \t" * 50_000 + "[[: {", "- " * 50_000 + "{"])
def test_hints_for_hostile_yaml_take_no_time(text: str) -> None:
    began = time.process_time()
    assert refusals("a: {\n" + text)
    assert time.process_time() - began < 2


# Findings


def many(count: int, name: str = "broken-link", severity: Severity = Severity.ERROR) -> list[Finding]:
    return [Finding(name, Span("a.yaml", at + 1, 1), Message(f"number {at}"), severity=severity) for at in range(count)]


def test_findings_beyond_the_limit_are_counted() -> None:
    findings = Findings(many(FINDINGS.most + 3) + many(2, "unused-term", Severity.WARNING))
    found = findings.sorted()
    assert len(found) == FINDINGS.most + 2 + 1
    assert str(found[-1].span) == f"a.yaml:{FINDINGS.most + 1}:1"
    assert found[-1].message == "3 more findings of 'broken-link' from here on are not listed"
    assert found[-1].severity is Severity.ERROR
    assert len(findings.items) == FINDINGS.most + 5  # the summary counts all


def test_the_worst_of_those_not_listed_is_told() -> None:
    found = Findings([*many(FINDINGS.most + 1, severity=Severity.NOTE), *many(1)]).sorted()
    assert found[-1].severity is Severity.NOTE


def test_a_file_is_divided_into_lines_once_for_all_its_findings() -> None:
    lines = LinesOfFiles({"a.yaml": "one\ntwo\n"})
    assert lines.at(Span("a.yaml", 2, 1)) == "two"
    assert lines.of("a.yaml") is lines.of("a.yaml")
    assert lines.at(Span("b.yaml", 1, 1)) is None
    assert "  2 | two" in findings_text(many(2), {"a.yaml": "one\ntwo\n"}, colour=False)


# Suggestions


def test_of_many_names_the_nearest_is_found_by_comparing_few() -> None:
    names = [f"rule-number-{at}" for at in range(3_000)] + ["line-of-sight", "Concealment"]
    known = KnownNames(names)
    assert known.nearest("line-of-sigth") == "line-of-sight"
    assert known.nearest("conceelment") == "Concealment"
    assert known.nearest("rule-numbr-2999") == "rule-number-2999"
    assert known.nearest("quartz") is None
    assert known.nearest("x" * 5_000) is None
    assert all(len(list(known._candidates(name))) <= FEW for name in ("rule-number-7", "line", "ber-1"))


def test_few_names_are_all_compared() -> None:
    assert nearest("Fier", ["Fire", "Move"]) == "Fire"


def test_a_hint_lists_some_of_very_many_names() -> None:
    assert listed(["a", "b"]) == "a, b"
    assert listed([str(at) for at in range(1_030)]).endswith("28, 29 and 1,000 more")


# Drawings, read-back, rules code

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">\n{}\n</svg>'


def test_letters_of_a_drawing_are_counted_with_each_reference() -> None:
    text = f'<g id="a">\n<text>{"word " * 300}</text></g>'
    assert not read_svg(SVG.format(text).encode()).findings
    [fault] = read_svg(SVG.format(text + '<use href="#a"/>').encode()).findings
    assert (fault.line, fault.message) == (1, f"draws 3,000 letters, and the limit is {SVG_TEXT.most:,}")
    [fault] = read_svg(SVG.format(f"<g>\n<text>{'word ' * 500}</text></g>").encode()).findings
    assert (fault.line, fault.message) == (3, f"draws 2,500 letters, and the limit is {SVG_TEXT.most:,}")


class Boxed:
    def __init__(self, *box: float) -> None:
        self.box = (box[0], box[1], box[2], box[3])


def test_a_letter_of_a_million_points_touches_no_million_squares() -> None:
    giant, small, far = Boxed(-1e6, -1e6, 1e6, 1e6), Boxed(10, 10, 20, 20), Boxed(500, 500, 510, 510)
    near = Nearby([giant, small, far])
    assert len(near.squares) < 10
    assert near.overlapping(small.box) == [small, giant]
    assert near.overlapping(giant.box) == [giant, small, far]


def test_a_sum_of_hundreds_of_summands_is_not_cut() -> None:
    function = ast.parse(f"def f(a):\n    return {' + '.join(['a'] * 900)}\n").body[0]
    assert isinstance(function, ast.FunctionDef)
    assert trace(function, {}, "rules.py", [("a", [0])], (100, 10.0), str) is None


def test_every_limit_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    from rulewright.app.cli import main

    assert main(["explain", "limits"]) == 0
    said = capsys.readouterr().out
    assert all(f"{each.most:,} {each.subject}. {each.reason}" in said for each in LIMITS)


def test_a_folder_of_too_many_files_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("a.yaml", "b.yaml", "c.yaml"):
        (tmp_path / name).touch()
    monkeypatch.setattr("rulewright.base.listing.FILES", Limit(2, FILES.subject, FILES.reason))
    with pytest.raises(Failure, match="has more than 2 files: if it is a link to another place, remove it"):
        listing(str(tmp_path))
    monkeypatch.undo()
    assert len(listing(str(tmp_path))) == 3
    assert FILES in LIMITS
