"""Altering any one proved cell, claim or fact of the real game makes `check` fail."""

import json

import pytest

from rulewright.pipeline import examine
from rulewright.proof.process import Limits
from rulewright.proof.report import State, Statement
from tests.conftest import GAME, ROOT, Project

EXAMINED = examine(ROOT, GAME, Limits())
PROVED = [statement for statement in EXAMINED.proof.statements if statement.state is State.PROVED]
CELLS = [statement for statement in PROVED if statement.kind == "cell"]


def test_everything_is_proved() -> None:
    counts = EXAMINED.proof.coverage()
    assert counts["cells"] == counts["proved"] == len(CELLS) == 13
    assert counts["claims"] == counts["claims_proved"] == 9


def name(statement: Statement) -> str:
    return f"{statement.owner.id}:{statement.span.line}:{statement.span.column}={statement.text}"


@pytest.mark.parametrize("cell", CELLS, ids=name)
def test_an_altered_cell_fails(cell: Statement, hundred_yards: Project) -> None:
    """The value at the cell's own place in the file is set to another value of its domain."""
    lines = hundred_yards.read(cell.span.file).split("\n")
    line = lines[cell.span.line - 1]
    before, after = line[: cell.span.column - 1], line[cell.span.column - 1 :]
    at = after.find("gives: ")
    written = after[at + len("gives: ") :] if at >= 0 else after
    if at < 0 and after.startswith("gives:"):
        written = after[len("gives: ") :]
    old = next(word for word in ("adjacent", "∞", "10", "8", "3", "2", "1") if written.startswith(word))
    new = "4" if old != "4" else "5"
    lines[cell.span.line - 1] = before + after.replace(old, new, 1)
    hundred_yards.write(cell.span.file, "\n".join(lines))

    said = hundred_yards.run("check", "--format", "json")

    findings = [f for f in json.loads(said.out)["findings"] if f["name"] == "disagreement"]
    assert said.status == 1
    assert [(f["line"], f["column"]) for f in findings if f["file"] == cell.span.file][:1] == [
        (cell.span.line, cell.span.column)
    ]
    assert "def test_" in findings[0]["example"]


CLAIMS = [
    ("event in retreat, remain", "event is retreat"),
    ("event in disrupted, shocked, casualty", "event in disrupted, shocked"),
    ("unit is non-vehicular and ffar >= cohesion", "unit is non-vehicular and ffar > cohesion"),
    ("unit is non-vehicular and ffar >= cohesion", "ffar >= cohesion"),
    ("distance <= concealment-sighted", "distance < concealment-sighted"),
    ("unit is latw or (unit is towed-gun and loaded is no)", "unit is latw or unit is towed-gun"),
    ("claim: moment is action", "claim: moment is other"),
    ("attack in sadrm, mdrm", "attack in sadrm"),
    ("los is yes and distance <= hidden-sighted", "distance <= hidden-sighted"),
    ("unit is vehicle or road-bonus is no", "road-bonus is no"),
    ("value: 1, unit: hex", "value: 2, unit: hex"),
]


@pytest.mark.parametrize(("old", "new"), CLAIMS)
def test_an_altered_claim_or_fact_fails(hundred_yards: Project, old: str, new: str) -> None:
    file = "game.yaml" if "value" in old else "concealment.yaml"
    hundred_yards.replace(f"content/{GAME}/{file}", old, new)
    said = hundred_yards.run("check")
    assert said.status == 1
    assert "error[disagreement]" in said.out


def test_a_deleted_row_cannot_pass(hundred_yards: Project) -> None:
    hundred_yards.replace(f"content/{GAME}/concealment.yaml", "          end: adjacent\n", "")
    said = hundred_yards.run("check")
    assert said.status == 1
    assert "error[gap-in-table]: no row of table 'concealment-sighted' covers unit vehicle, occasion end" in said.out


def test_swapped_columns_fail(hundred_yards: Project) -> None:
    hundred_yards.replace(f"content/{GAME}/concealment.yaml", "fire: [8, 2]", "fire: [2, 8]")
    assert hundred_yards.run("check").out.count("error[disagreement]") == 2


def test_a_value_the_code_does_not_know_is_found(hundred_yards: Project) -> None:
    hundred_yards.replace(f"content/{GAME}/game.yaml", 'night: "at [[Night]]"', 'night: "at [[Night]]", dusk: at dusk')
    out = hundred_yards.run("check").out
    assert "error[domain-differs]: the domain 'light' has dusk, which the code does not know for 'light'" in out


def test_a_value_only_the_code_knows_is_found(hundred_yards: Project) -> None:
    hundred_yards.replace(
        f"content/{GAME}/rules.py", '    NIGHT = "night"\n', '    NIGHT = "night"\n    DUSK = "dusk"\n'
    )
    out = hundred_yards.run("check").out
    assert "error[domain-differs]: the code knows dusk for 'light', which the domain 'light' does not have" in out


def test_the_counterexample_is_a_test_that_fails_until_they_agree(hundred_yards: Project) -> None:
    hundred_yards.replace(f"content/{GAME}/concealment.yaml", "fire: [8, 2]", "fire: [8, 5]")
    said = hundred_yards.run("check", "--format", "json")
    example = json.loads(said.out)["findings"][0]["example"]
    namespace: dict[str, object] = {}
    rules = hundred_yards.read(f"content/{GAME}/rules.py")
    exec(compile(rules, "rules.py", "exec"), namespace)  # our own rules code
    body = example.partition("def ")[2]
    test = compile("def " + body, "example", "exec")
    exec(test, namespace)
    with pytest.raises(AssertionError):
        namespace["test_sighting_distance"]()  # type: ignore[operator]
