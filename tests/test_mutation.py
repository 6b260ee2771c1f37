"""Altering any one proved cell, claim or fact of the real game makes `check` fail."""

import json
import re
from itertools import pairwise

import pytest

from rulewright.base.findings import Finding, Severity
from rulewright.base.installation import user_store
from rulewright.pipeline.stages import examine
from rulewright.proof.prove import ProofOptions
from rulewright.proof.report import State, Statement
from tests.conftest import FEW, GAME, GAMES, ONE_IN, SMALL_RULES, Project, examined, examined_with_mutants, examples


def concealment() -> list[Statement]:
    """The proved cells of two tables."""
    tables = ("concealment-sighted", "hidden-sighted")
    proved = (each for each in examined(GAME).proof.statements if each.state is State.PROVED)
    return [each for each in proved if each.kind == "cell" and each.owner.id in tables]


def errors(project: Project, name: str) -> list[Finding]:
    """The errors of one name that `check` finds in the real game; what only warns is not looked for."""
    found = examine(project.root, GAME, ProofOptions(), store=user_store(), errors_only=True).findings.items
    return [each for each in found if (each.name, each.severity) == (name, Severity.ERROR)]


@pytest.mark.parametrize("game", GAMES)
def test_everything_is_proved(game: str) -> None:
    counts = examined(game).proof.coverage
    assert counts["cells"] == counts["proved"] > 100
    assert counts["claims"] == counts["claims_proved"] > 20
    assert counts["facts"] == counts["facts_proved"] > 5
    assert counts.get("examples") == counts.get("examples_proved")


def test_the_cells_altered_in_their_file_are_all_there() -> None:
    assert len(concealment()) == 13


@pytest.mark.hypothesis  # so that `make test-long` tries all
@pytest.mark.parametrize("game", GAMES)
def test_no_mutant_of_a_game_goes_unnoticed(game: str) -> None:
    """Cells, keys, claims, facts and steps, against the code; all else stays as it is."""
    found = examined_with_mutants(game)
    counts = found.proof.mutants
    assert counts is not None
    assert [each for each in found.findings.items if each.name != "unnoticed-code"] == []  # see test_code_mutants.py
    assert counts.survived == 0
    assert counts.killed > 2 * found.proof.coverage["cells"] // (ONE_IN if examples() == FEW else 1)
    assert counts.equivalent < counts.killed / 50


def test_mutants_are_counted_in_text_and_json(small: Project) -> None:
    text = small.run("check", "--mutants")
    assert (text.status, text.err) == (0, "")
    assert re.search(r"^small: 15 mutants, all killed, in \d+\.\d s$", text.out, re.MULTILINE), text.out
    found = json.loads(small.run("check", "--mutants", "--format", "json").out)
    assert found["mutants"] == {"made": 15, "killed": 15, "survived": 0, "equivalent": 0}
    assert "mutants" not in json.loads(small.run("check", "--format", "json").out)


def test_a_mutant_that_survives_is_an_error(small: Project) -> None:
    """Nobody is hit from 4 to 8, and the proof only goes to 6: 8 might as well be 7."""
    claim = "{text: from 4 to 8, claim: roll >= 4 and roll <= 8, proof: missed(roll)}"
    small.write(
        "content/small/more.yaml",
        f"""\
domains: {{roll: {{numbers: 0.., test-range: 0..6}}}}
references: {{misses: {{title: Misses, rule: hits, items: [{claim}]}}}}
""",
    )
    small.write(
        "content/small/rules.py", SMALL_RULES + "\n\ndef missed(roll: int) -> bool:\n    return 4 <= roll <= 8\n"
    )
    small.write("cards/small/misses.yaml", "{title: Misses, size: 60 × 60 mm, blocks: [{bullets: misses}]}\n")
    assert small.run("check").status == 0
    said = small.run("check", "--mutants", "--format", "json")
    found = json.loads(said.out)
    assert said.status == 1
    printed = [finding for finding in found["findings"] if finding["name"] == "surviving-mutant"]
    assert found["mutants"]["survived"] == len(printed) == 3
    assert {finding["name"] for finding in found["findings"]} == {"surviving-mutant", "unnoticed-code"}
    notes = [finding["message"] for finding in found["findings"] if finding["name"] == "unnoticed-code"]
    assert notes == [
        "missed: no printed value would change if '4 <= roll <= 8' were '4 <= roll < 8'",
        "missed: no printed value would change if '8' were '9' or '7'",
    ]
    assert "3 survived" in small.run("check", "--mutants").out


def test_mutants_need_a_proof(small: Project) -> None:
    said = small.run("check", "--mutants", "--no-prove")
    assert said.status == 2
    assert "--mutants needs the rules code" in said.err


def altered(line: str, cell: Statement) -> str:
    """The line with another value of the domain at the cell's place, as wide as the old one: other places stay."""
    before, after = line[: cell.span.column - 1], line[cell.span.column - 1 :]
    key = "value: " if "value: " in after else ""
    written = after.partition(key)[2] if key else after
    old = next(word for word in ("adjacent", "∞", "10", "8", "3", "2", "1") if written.startswith(word))
    new = "4" if old != "4" else "5"
    return before + after.replace(key + old, key + new.ljust(len(old)), 1)


def test_every_altered_cell_fails(hundred_yards: Project) -> None:
    """The values at the cells' own places in the file are set to others; each is found there, with a test to paste."""
    cells = concealment()
    (file,) = {cell.span.file for cell in cells}
    lines = hundred_yards.read(file).split("\n")
    for cell in cells:
        lines[cell.span.line - 1] = altered(lines[cell.span.line - 1], cell)
    hundred_yards.write(file, "\n".join(lines))

    found = [each for each in errors(hundred_yards, "disagreement") if each.span.file == file]
    assert {(cell.span.line, cell.span.column) for cell in cells} <= {(e.span.line, e.span.column) for e in found}
    assert all("def test_" in each.example for each in found)


def test_one_altered_cell_fails(hundred_yards: Project) -> None:
    cell = concealment()[0]
    lines = hundred_yards.read(cell.span.file).split("\n")
    lines[cell.span.line - 1] = altered(lines[cell.span.line - 1], cell)
    hundred_yards.write(cell.span.file, "\n".join(lines))
    assert hundred_yards.run("check").status == 1
    found = [each.span for each in errors(hundred_yards, "disagreement") if each.span.file == cell.span.file]
    assert [(span.line, span.column) for span in found] == [(cell.span.line, cell.span.column)]


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
ROUNDS = 4
"""Who proves the game proves all. Claims of one proof share a finding: in each round they are of different ones."""


@pytest.mark.parametrize("begin", range(ROUNDS))
def test_each_altered_claim_or_fact_fails(hundred_yards: Project, begin: int) -> None:
    """Each has a finding of its own, at its line or at that of the bullet with its proof, below the claim before it."""
    altered: dict[str, list[int]] = {}
    for old, new in CLAIMS[begin::ROUNDS]:
        file = f"content/{GAME}/{'game' if 'value' in old else 'concealment'}.yaml"
        altered.setdefault(file, [0]).append(hundred_yards.read(file).partition(old)[0].count("\n") + 1)
        hundred_yards.replace(file, old, new)
    found = [each.span for each in errors(hundred_yards, "disagreement")]
    for file, lines in altered.items():
        for before, line in pairwise(sorted(lines)):
            assert any(each.file == file and before < each.line <= line for each in found), (file, line)


def test_a_deleted_row_cannot_pass(hundred_yards: Project) -> None:
    hundred_yards.replace(f"content/{GAME}/concealment.yaml", "          end: adjacent\n", "")
    found = [each.message for each in errors(hundred_yards, "gap-in-table")]
    assert "no row of table 'concealment-sighted' covers unit vehicle, occasion end" in found


def test_swapped_columns_fail(hundred_yards: Project) -> None:
    hundred_yards.replace(f"content/{GAME}/concealment.yaml", "fire: [8, 2]", "fire: [2, 8]")
    assert len(errors(hundred_yards, "disagreement")) == 2


def test_a_value_the_code_does_not_know_is_found(hundred_yards: Project) -> None:
    hundred_yards.replace(f"content/{GAME}/game.yaml", 'night: "at [[Night]]"', 'night: "at [[Night]]", dusk: at dusk')
    found = [each.message for each in errors(hundred_yards, "domain-differs")]
    assert "the domain 'light' has dusk, which the code does not know for 'light'" in found


def test_a_value_only_the_code_knows_is_found(hundred_yards: Project) -> None:
    hundred_yards.replace(
        f"content/{GAME}/rules.py", '    NIGHT = "night"\n', '    NIGHT = "night"\n    DUSK = "dusk"\n'
    )
    found = [each.message for each in errors(hundred_yards, "domain-differs")]
    assert "the code knows dusk for 'light', which the domain 'light' does not have" in found


def test_the_counterexample_is_a_test_that_fails_until_they_agree(hundred_yards: Project) -> None:
    hundred_yards.replace(f"content/{GAME}/concealment.yaml", "fire: [8, 2]", "fire: [8, 5]")
    example = errors(hundred_yards, "disagreement")[0].example
    namespace: dict[str, object] = {}
    rules = hundred_yards.read(f"content/{GAME}/rules.py")
    exec(compile(rules, "rules.py", "exec"), namespace)  # our own rules code
    body = example.partition("def ")[2]
    test = compile("def " + body, "example", "exec")
    exec(test, namespace)
    with pytest.raises(AssertionError):
        namespace["test_sighting_distance"]()  # type: ignore[operator]


def test_the_half_of_a_fact_is_not_tried_twice(small: Project) -> None:
    """Half of 2 is one less than 2."""
    small.write("content/small/more.yaml", "facts: {steps: {value: 2, rule: hits, proof: steps()}}\n")
    before = json.loads(small.run("check", "--mutants", "--format", "json").out)["mutants"]["made"]
    small.replace("content/small/more.yaml", "value: 2", "value: 3")
    small.write(
        "content/small/rules.py", small.read("content/small/rules.py") + "\n\ndef steps() -> int:\n    return 3\n"
    )
    after_three = json.loads(small.run("check", "--mutants", "--format", "json").out)["mutants"]["made"]
    small.replace("content/small/more.yaml", "value: 3", "value: 2")
    small.replace("content/small/rules.py", "return 3\n", "return 2\n")
    after_two = json.loads(small.run("check", "--mutants", "--format", "json").out)["mutants"]["made"]
    assert (after_three - before, after_two - before) == (3, 2)
