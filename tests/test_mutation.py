"""Altering any one proved cell, claim or fact of the real game makes `check` fail."""

import json
import math
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from typing import ClassVar

import pytest

from rulewright.model.domain import Domain
from rulewright.model.table import Call, Table, Value
from rulewright.proof.binding import Code
from rulewright.proof.process import Limits, RulesProcess
from rulewright.proof.questioning import Questioning, Refused, Run
from rulewright.proof.report import State, Statement
from rulewright.proof.tables import prove_table
from tests.conftest import GAME, GAMES, Project, examined

PROVED = [statement for statement in examined(GAME).proof.statements if statement.state is State.PROVED]
CONCEALMENT = [s for s in PROVED if s.kind == "cell" and s.owner.id in ("concealment-sighted", "hidden-sighted")]


@pytest.mark.parametrize("game", GAMES)
def test_everything_is_proved(game: str) -> None:
    counts = examined(game).proof.coverage()
    assert counts["cells"] == counts["proved"] > 100
    assert counts["claims"] == counts["claims_proved"] > 20
    assert counts["facts"] == counts["facts_proved"] > 5
    assert counts.get("examples") == counts.get("examples_proved")


def test_the_cells_altered_in_their_file_are_all_there() -> None:
    assert len(CONCEALMENT) == 13


@pytest.fixture(scope="module")
def codes() -> Iterator[Mapping[str, Questioning]]:
    """The rules code of each game, at work."""
    with ExitStack() as running:
        found: dict[str, Questioning] = {}
        for game in GAMES:
            sources = examined(game).sources
            assert sources.rules is not None
            process = running.enter_context(RulesProcess(sources.rules, sources.rules_file, Limits()))
            found[game] = Remembering(process, Code(process.functions, sources.rules_file), [])
        yield found


class Remembering(Questioning):
    """Asks each question once: the code's answers do not change when a cell does."""

    known: ClassVar[dict[tuple[str, str], Run | Refused]] = {}

    def run(self, call: Call, domains: Mapping[str, Domain]) -> Run | Refused:
        asked = (self.code.file, call.text)
        if asked not in self.known:
            self.known[asked] = super().run(call, domains)
        return self.known[asked]


def altered(value: Value, domain: Domain | None) -> Value:
    """Another value that the cell could print."""
    if value.axis:
        return replace(value, plain=0, axis="")
    match value.plain:
        case None:
            other: object = 1 if domain and not domain.enumeration else domain.names[0].id if domain else "something"
        case (low, high):
            other = (low, high - 1) if low < high else (low - 1, high)
        case bool() | str():
            names = [name.id for name in domain.names] if domain else [str(value.plain), "something else"]
            other = next(name for name in names if name != value.plain)
        case number:
            other = 5 if number == math.inf else number + 1
    return replace(value, plain=other)  # type: ignore[arg-type]


def tables() -> list[tuple[str, Table]]:
    books = {game: examined(game).book for game in GAMES}
    return [(game, table) for game, book in books.items() if book is not None for table in book.game.tables]


@pytest.mark.parametrize(("game", "table"), tables(), ids=lambda each: each if isinstance(each, str) else each.id)
def test_altering_any_cell_of_any_table_fails(game: str, table: Table, codes: Mapping[str, Questioning]) -> None:
    """Every proved cell in turn, against the code; the others of its table stay as they are."""
    book = examined(game).book
    assert book is not None
    proved = [function for function in table.functions() if function.proof]
    assert proved
    for function in proved:
        for at, case in enumerate(function.cases):
            mutant = replace(case, value=altered(case.value, function.gives))
            cases = (*function.cases[:at], mutant, *function.cases[at + 1 :])
            outcome = prove_table(replace(function, cases=cases), book, codes[game])
            failed = [s.span for s in outcome.statements if s.state is State.FAILED]
            assert case.span in failed, f"{case.span}: {case.value.plain} altered to {mutant.value.plain} passes"


def name(statement: Statement) -> str:
    return f"{statement.owner.id}:{statement.span.line}:{statement.span.column}={statement.text}"


@pytest.mark.parametrize("cell", CONCEALMENT, ids=name)
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
