"""The rules code altered in one place at a time: what nothing printed notices, against running each altered module."""

import ast
import json
import re
from typing import Any

import pytest

from rulewright.base.findings import Severity
from rulewright.base.installation import user_store
from rulewright.pipeline.stages import examine
from rulewright.proof.mutation.code_mutants import Reach, code_mutants
from rulewright.proof.prove import ProofOptions
from tests.conftest import GAMES, ROOT, Project, examined_with_mutants

UNNOTICED = {"advanced-squad-leader": 24, "iron-cross": 72, "last-hundred-yards": 10}
"""Alterations of our games' rules code that nothing printed notices: equal in arithmetic, or open in the sources."""

SOURCES = {game: (ROOT / "content" / game / "rules.py").read_text("utf-8") for game in GAMES}


@pytest.mark.parametrize("game", GAMES)
def test_every_mutant_is_python_and_differs_where_it_says(game: str) -> None:
    source = SOURCES[game]
    tree, lines = ast.parse(source), source.split("\n")
    mutants = list(code_mutants(source, tree))
    assert len(mutants) > 400
    for mutant in mutants:
        original = tree.body[mutant.statement]
        (altered,) = ast.parse(mutant.text).body
        assert ast.dump(altered) != ast.dump(original)
        assert type(altered) is type(original)
        here = lines[mutant.place.line - 1][mutant.place.column - 1 :]
        assert here.startswith(mutant.before.split("…")[0].split(" ")[0])


ALTERED = [
    ("x < 3", {"x <= 3", "4", "2"}),
    ("x is not None", {"x is None"}),
    ("x in (1, 2)", {"x not in (1, 2)", "(2,)", "(1,)", "2", "0", "3", "1"}),
    ("0 < x <= 6", {"0 <= x <= 6", "0 < x < 6", "1", "-1", "7", "5"}),
    ("x and y", {"x or y", "y", "x"}),
    ("not x", {"x"}),
    ("x + y * 2", {"x - y * 2", "y // 2", "3", "1"}),
    ("min(x, y)", {"max(x, y)", "x", "y"}),
    ("max(x, y, 3)", {"min(x, y, 3)", "4", "2"}),
    ("Side.LEFT", {"Side.RIGHT"}),
    ("True", {"False"}),
    ("-x", {"x"}),
    ("x if y else z", {"not y", ""}),
    ("f'{x + 1}'", set()),
    ("'text'", set()),
    ("[a for a in x if a]", {"not a"}),
]


@pytest.mark.parametrize(("code", "after"), ALTERED)
def test_what_is_altered(code: str, after: set[str]) -> None:
    source = f"class Side(Enum):\n    LEFT = 1\n    RIGHT = 2\ndef f(x, y, z):\n    return {code}\n"
    assert {mutant.after for mutant in code_mutants(source, ast.parse(source))} == after


def test_statements_and_blocks() -> None:
    source = "def f(x):\n    '''Words (rule 1).'''\n    y = 0\n    if x:\n        return 1\n    y += x\n    return y\n"
    mutants = [(m.place.line, m.before, m.after) for m in code_mutants(source, ast.parse(source))]
    assert (4, "x", "not x") in mutants
    assert (5, "return 1", "") in mutants
    assert (5, "return 1", "pass") in mutants
    assert (6, "y += x", "pass") in mutants
    assert not [mutant for mutant in mutants if mutant[0] in (2, 7)]


def test_which_functions_depend_on_what() -> None:
    source = """
LIMIT = 3
SCALE = LIMIT * 2
def unused(): return 1
def helper(x): return x < LIMIT
def f(x): return helper(x)
def g(x): return SCALE
"""
    tree = ast.parse(source)
    reach = Reach(tree)
    limit, scale, unused, helper, f, _ = tree.body
    assert reach.dependents(limit) == {"helper", "f", "g"}
    assert reach.dependents(scale) == {"g"}
    assert reach.dependents(helper) == {"helper", "f"}
    assert [reach.needs_whole(each) for each in (limit, helper, f, unused)] == [True, False, False, False]
    assert Reach(ast.parse("@cache\ndef f(x): return x")).needs_whole(helper)


# Against running each altered module by itself


TABLE = """\
domains: {{a: {{numbers: 0..3}}, b: [yes, no]}}
tables:
  answers:
    title: Answers
    rule: hits
    values: {{numbers: -99..99}}
    cases:
{cases}
    proof: f(a, b)
"""

CODE = {
    "helper": "def half(a: int) -> int:\n    return max(a // 2, 0)\n\n\ndef f(a: int, b: bool) -> int:\n    return half(a) + (1 if b else 0)\n",
    "constant": "LIMIT = 2\nTWICE = LIMIT * 2\n\n\ndef f(a: int, b: bool) -> int:\n    return TWICE if a > LIMIT and b else a\n",
    "cache": "from functools import cache\n\n\n@cache\ndef one(a: int) -> int:\n    return a + 1\n\n\ndef f(a: int, b: bool) -> int:\n    return one(a) if b else min(one(a), 9)\n",
    "loop": "def f(a: int, b: bool) -> int:\n    total = 0\n    for n in range(a):\n        if n % 2 == 1:\n            continue\n        total += n\n    return total if b or a > 5 else -total\n",
}


def run(source: str) -> list[object] | None:
    namespace: dict[str, Any] = {}
    try:
        exec(source, namespace)
        return [namespace["f"](a, b) for a in range(4) for b in (True, False)]
    except Exception:
        return None


@pytest.mark.parametrize("name", CODE)
def test_noticed_is_what_answers_otherwise(name: str, small: Project) -> None:
    source = CODE[name]
    original = run(source)
    assert original is not None
    pairs = [(a, b) for a in range(4) for b in ("yes", "no")]
    cases = "\n".join(
        f"      - {{when: {{a: {a}, b: {b}}}, value: {v}}}" for (a, b), v in zip(pairs, original, strict=True)
    )
    small.write("content/small/more.yaml", TABLE.format(cases=cases))
    before = small.read("content/small/rules.py") + "\n\n"
    small.write("content/small/rules.py", before + source)
    found = examine(small.root, "small", ProofOptions(mutants=True), store=user_store())
    assert not [
        each for each in found.findings.items if each.severity is Severity.ERROR and each.name != "table-on-no-card"
    ]
    notes = [each for each in found.findings.items if each.name == "unnoticed-code"]

    body = ast.parse(source)
    lines = source.split("\n")
    for mutant in code_mutants(source, body):
        node = body.body[mutant.statement]
        first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
        altered = "\n".join([*lines[: first - 1], mutant.text, *lines[node.end_lineno or 0 :]])
        same = run(altered) == original
        place = mutant.place.line + before.count("\n"), mutant.place.column
        said = [each.message for each in notes if (each.span.line, each.span.column) == place]
        named = [text for text in said if f"{mutant.before!r} were" in text and f"{mutant.after!r}" in text]
        if mutant.after not in ("", "pass"):
            assert bool(named) == same, (mutant, said)


# What the author sees


def test_code_mutants_are_counted_in_text_and_json(small: Project) -> None:
    text = small.run("check", "--mutants")
    assert text.status == 0
    assert re.search(r"^small: \d+ mutants? of the rules code, all noticed, in \d+\.\d s$", text.out, re.MULTILINE), (
        text.out
    )
    found = json.loads(small.run("check", "--mutants", "--format", "json").out)
    counts = found["code_mutants"]
    assert counts["made"] == counts["noticed"] + counts["unnoticed"] > 0
    assert "code_mutants" not in json.loads(small.run("check", "--format", "json").out)


def test_a_note_does_not_fail_the_check(small: Project) -> None:
    small.write(
        "content/small/rules.py", small.read("content/small/rules.py") + "\n\ndef spare() -> int:\n    return 3\n"
    )
    said = small.run("check", "--mutants")
    assert said.status == 0
    assert "note[unnoticed-code]: nothing printed depends on spare" in said.out


@pytest.mark.slow
def test_a_mutant_that_never_ends_is_noticed_and_the_next_are_tried(small: Project) -> None:
    code = (
        "def f(a: int, b: bool) -> int:\n    n = 0\n    while n < a:\n        n += 1\n    return max(n, 0) if b else 7"
    )
    cases = "\n".join(
        f"      - {{when: {{a: {a}, b: {b}}}, value: {a if b == 'yes' else 7}}}"
        for a in range(4)
        for b in ("yes", "no")
    )
    small.write("content/small/more.yaml", TABLE.format(cases=cases))
    small.write("content/small/rules.py", small.read("content/small/rules.py") + "\n\n" + code + "\n")
    said = small.run("check", "--mutants").out
    assert "'n += 1'" not in said
    assert "f: no printed value would change if 'max(n, 0)' were 'n'" in said


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.hypothesis  # so that `make test-long` tries all
@pytest.mark.parametrize("game", GAMES)
def test_little_of_a_game_goes_unnoticed(game: str) -> None:
    counts = examined_with_mutants(game).proof.code_mutants
    assert counts is not None
    assert counts.noticed > 12 * counts.unnoticed
    assert counts.unnoticed <= UNNOTICED[game]
