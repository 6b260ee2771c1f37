"""Odd and hostile inputs lead to an answer, findings or a refusal: a few made by chance, and all that once broke something."""

from dataclasses import replace
from itertools import count, islice

import pytest

from tests.conftest import GAMES
from tests.fuzz.attempts import Attempt, attempt_of, corpus, text_of
from tests.fuzz.conditions import needs_process
from tests.fuzz.makers import MAKERS, attempt
from tests.fuzz.running import Outcome, run
from tests.fuzz.verdicts import complaints, verdict

FEW = {
    "sources": 30,
    "texts": 5,
    "cards": 20,
    "rules_code": 4,
    "pictures": 2,
    "spreadsheets": 6,
    "templates": 1,
    "environments": 2,
    "kills": 1,
}
"""How many of a kind the suite tries, always the same; `make fuzz` tries thousands, with any seed."""
SLOW = ("first", "beside")
"""Conditions that make a second build."""
KNOWN = dict(corpus())


@pytest.mark.long
@pytest.mark.parametrize("kind", FEW)
def test_few_by_chance(kind: str) -> None:
    made = list(islice(filter(is_quick, (attempt(kind, 0, number) for number in count())), FEW[kind]))
    assert [(each, wrong) for each in made if (wrong := verdict(each, run(each))[1])] == []


def is_quick(made: Attempt) -> bool:
    return made.base not in GAMES and not any(each.startswith(SLOW) for each in made.conditions)


def process_marks(known: Attempt) -> list[pytest.MarkDecorator]:
    return [pytest.mark.slow] if needs_process(known.conditions) or "build" in known.command else []


@pytest.mark.parametrize(
    "known", [pytest.param(each, id=name, marks=process_marks(each)) for name, each in KNOWN.items()]
)
def test_what_once_broke_something(known: Attempt) -> None:
    assert known.broke, "the file does not say what it broke"
    assert verdict(known, run(known))[1] == []


@pytest.mark.parametrize("kind", MAKERS)
def test_an_attempt_is_made_again_from_its_seed_and_from_its_text(kind: str) -> None:
    for number in range(30):
        made = attempt(kind, 1, number)
        assert made == attempt(kind, 1, number)
        same = attempt_of(text_of(made)) == replace(made, broke="")
        assert same, number


FINDING = '{"name": "x", "severity": "error", "message": "m", "file": "f", "hint": "h"}'
NO_HINT, NO_PLACE = FINDING.replace('"h"', '""'), FINDING.replace('"f"', '""')


@pytest.mark.parametrize(
    ("form", "outcome", "wrong"),
    [
        ("json", Outcome(0, '{"findings": []}'), ""),
        ("json", Outcome(1, f'{{"findings": [{FINDING}]}}'), ""),
        ("json", Outcome(0, f'{{"findings": [{FINDING}]}}'), "status 0 with 1 errors"),
        ("json", Outcome(1, f'{{"findings": [{NO_HINT}]}}'), "has no hint"),
        ("json", Outcome(1, f'{{"findings": [{NO_PLACE}]}}'), "has no place"),
        ("json", Outcome(1, "{"), "not valid as json"),
        ("json", Outcome(1, "Traceback (most recent call last):\nValueError: x"), "ValueError: x"),
        ("json", Outcome(3, '{"findings": []}'), "status 3"),
        ("json", Outcome(None), "does not end"),
        ("json", Outcome(0, '{"findings": []}', seconds=21), "21 seconds"),
        ("json", Outcome(0, '{"findings": []}', memory=2**31), "2048 MiB"),
        ("json", Outcome(0, '{"findings": []}', changed=("content/x",)), "'content/x' outside build/ was changed"),
        ("json", Outcome(0, '{"findings": []}', built={"a/index.html": 1}), "build/a lacks report.json"),
        ("json", Outcome(0, '{"findings": []}', built={".staging-1/x": 1}), "left behind"),
        ("json", Outcome(0, '{"findings": []}', again=Outcome(3)), "of the other run: status 3"),
        ("json", Outcome(2, "", "oh no"), "a refusal in other words"),
        ("json", Outcome(2, "", "rulewright: this is a bug of the tool (KeyError): please send us x"), "(KeyError)"),
        ("json", Outcome(2, "", "rulewright: interrupted"), ""),
        ("github", Outcome(1, "::error file=a,line=1,col=2,title=x::m\n"), ""),
        ("github", Outcome(1, "::error file=a,line=1,col=2,title=x::m\nmore\n"), "no annotation: 'more'"),
        ("junit", Outcome(1, "<testsuites>\x1b</testsuites>"), "not valid as junit"),
        ("sarif", Outcome(1, '{"runs": [{"results": [{}]}]}'), "not valid as sarif"),
        ("text", Outcome(1, "a: error[x]: m\n::error::x\n"), "a command of GitHub"),
        ("text", Outcome(1, "a: error[x]: \x1b[2J\n"), "U+001B in a text"),
    ],
)
def test_what_a_verdict_notices(form: str, outcome: Outcome, wrong: str) -> None:
    told = list(complaints(Attempt(("check", "--format", form)), outcome))
    assert any(wrong in each for each in told) if wrong else told == []


@pytest.mark.parametrize(
    ("frame", "explained"), [("<frozen site>, line 73, in <module>", True), ("boundary.py, line 60, in guard", False)]
)
def test_only_python_itself_may_end_with_a_traceback_when_it_is_interrupted(frame: str, explained: bool) -> None:
    said = f"Traceback (most recent call last):\n  {frame}\nKeyboardInterrupt\n"
    told = list(complaints(Attempt(("build",), {}, ("kill SIGINT 0.050",)), Outcome(1, err=said, killed=True)))
    assert (told == []) is explained
