"""A proof that was made is not made again; what an edit changes is."""

from enum import Enum
from typing import Any

import pytest

from rulewright.base.fingerprint import fingerprint
from rulewright.proof.process import RulesProcess
from tests.conftest import SMALL_GAME, Project

SOURCE, RULES = "content/small/game.yaml", "content/small/rules.py"
TWO_TABLES = (
    SMALL_GAME
    + """\
  damage:
    title: Damage
    rule: hits
    values: {numbers: 0..9}
    rows: weapon
    cells: {rifle: 1, mortar: 3}
    proof: harm(weapon)
"""
)
HARM = '''

def harm(weapon: Weapon) -> int:
    """A bomb hurts more (rule 1)."""
    return 3 if weapon is Weapon.MORTAR else 1
'''


@pytest.fixture
def asked(small: Project, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The functions that contained processes were asked for, after a first check."""
    small.write(SOURCE, TWO_TABLES)
    small.write(RULES, small.read(RULES) + HARM)
    assert small.run("check").status == 0
    asked: list[str] = []
    evaluate, load = RulesProcess.evaluate, RulesProcess._start

    def evaluated(self: RulesProcess, name: str, axes: Any) -> Any:
        asked.append(name)
        return evaluate(self, name, axes)

    def started(self: RulesProcess) -> Any:
        if self._worker is None:
            asked.append("start")
        return load(self)

    monkeypatch.setattr(RulesProcess, "evaluate", evaluated)
    monkeypatch.setattr(RulesProcess, "_start", started)
    return asked


def test_without_an_edit_no_process_starts(small: Project, asked: list[str]) -> None:
    first = small.run("check", "--format", "json")
    again = small.run("check", "--format", "json")
    assert (again.out, again.status) == (first.out, 0)
    assert '"proved": 6' in again.out
    assert asked == []


def test_an_edit_of_words_starts_no_process(small: Project, asked: list[str]) -> None:
    small.replace(SOURCE, "Roll as", "\n      Roll exactly as")
    assert small.run("check").status == 0
    assert asked == []


def test_an_edit_of_a_cell_asks_no_function_again_and_is_noticed(small: Project, asked: list[str]) -> None:
    small.replace(SOURCE, "[3, 4]", "[2, 4]")
    said = small.run("check")
    assert "[disagreement]" in said.out
    assert said.status == 1
    assert small.run("check").out == said.out
    assert asked == []


def test_an_edit_of_the_code_asks_everything_again(small: Project, asked: list[str]) -> None:
    small.replace(RULES, "else 1\n", "else 2\n")
    said = small.run("check")
    assert "harm() answers 2" in said.out
    assert {*asked} - {"start"} == {"score", "harm"}


def test_a_larger_domain_is_asked_for(small: Project, asked: list[str]) -> None:
    small.replace(SOURCE, "wood: In a wood", "wood: In a wood, town: In a town")
    small.replace(SOURCE, "wood: [5, 4]", "wood: [5, 4]\n      town: [5, 4]")
    small.replace(RULES, 'WOOD = "wood"', 'WOOD = "wood"\n    TOWN = "town"')
    assert '"proved": 8' in small.run("check", "--format", "json").out
    assert "score" in asked


def test_code_that_fails_is_asked_each_time(small: Project, asked: list[str]) -> None:
    small.replace(RULES, "    return 3 if weapon", "    raise ValueError\n    return 3 if weapon")
    first = small.run("check").out
    assert "rules-raised" in first
    asked.clear()
    assert small.run("check").out == first
    assert "harm" in asked


def test_impure_code_is_found_each_time(small: Project, asked: list[str]) -> None:
    small.replace(RULES, "    return 3 if weapon", "    COUNT.append(1)\n    return len(COUNT) if weapon")
    small.write(RULES, small.read(RULES) + "\nCOUNT: list[int] = []\n")
    assert "[rules-impure]" in small.run("check").out
    assert "[rules-impure]" in small.run("check").out


def test_no_proof_is_taken_without_rules_code(small: Project, asked: list[str]) -> None:
    assert "0 proved" not in small.run("check").out
    (small.root / RULES).unlink()
    assert "[no-rules-code]" in small.run("check").out


def test_answers_are_the_same_whoever_gives_them(small: Project, asked: list[str]) -> None:
    kept = small.run("tables", "--format", "json")
    fresh = small.run("tables", "--format", "json")
    assert kept.out == fresh.out


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ((1,), (1.0,)),
        ((True,), (1,)),
        (("1",), (1,)),
        (("a", "b"), ("ab",)),
        (((1, 2), 3), ((1,), 2, 3)),
        ((None,), ("None",)),
    ],
)
def test_values_that_differ_have_other_fingerprints(one: object, other: object) -> None:
    assert fingerprint(one) != fingerprint(other)


def test_sets_have_no_order(small: Project) -> None:
    assert fingerprint(frozenset("abc")) == fingerprint(frozenset("cba"))


def test_it_is_read_again_where_python_writes_enumerations_with_getattr(
    small: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python before 3.11.4 does; what is kept must not depend on it."""
    monkeypatch.setattr(Enum, "__reduce_ex__", lambda member, _: (getattr, (type(member), member.name)))
    small.write(SOURCE, TWO_TABLES)
    small.write(RULES, small.read(RULES) + HARM)
    assert [small.run("check").status for _ in range(2)] == [0, 0]
