"""Every finding says what to do about it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import rulewright
from tests.conftest import Project

SOURCES = Path(rulewright.__file__).parent
HINT_AT = {"Finding": 3, "fault": 3, "at": 2}
"""The position of the hint, in what makes a finding; `at` of a kind of finding, whose name is in capitals."""

MAKES = re.compile(rf"\b({'|'.join(HINT_AT)})\(")
"""Files without such a call make no finding, and are not parsed."""


def without_hint() -> Iterator[str]:
    for path in sorted(SOURCES.rglob("*.py")):
        text = path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)) if MAKES.search(text) else ():
            if isinstance(node, ast.Call) and not _has_hint(node):
                yield f"{path.relative_to(SOURCES)}:{node.lineno}: {ast.unparse(node)}"


def _has_hint(call: ast.Call) -> bool:
    return len(call.args) > _position(call.func) or any(each.arg == "hint" for each in call.keywords)


def _position(function: ast.expr) -> int:
    match function:
        case ast.Name(id="Finding"):
            return HINT_AT["Finding"]
        case ast.Attribute(value=ast.Name(id=kind), attr="at") if kind.isupper():
            return HINT_AT["at"]
        case ast.Attribute(attr="fault"):
            return HINT_AT["fault"]
    return -1


def test_whatever_makes_a_finding_gives_a_hint() -> None:
    assert list(without_hint()) == []


@pytest.mark.parametrize(
    ("source", "message", "hint"),
    [
        ("game: {language: en}", "game needs 'title'", "as in title: Skirmish"),
        ("game: x", "game is a mapping of keys to values, not text", "as in title: Skirmish"),
        ("rules: {a: {number: '1', title: A, text: []}}", "'text' is text, not a list", "as in text: "),
        ("game: {title: A, language: en}\nrules: []", "'rules' is a mapping of names to values, not a list", ""),
        ("facts: {a: {}}", "fact 'a' needs 'value'", "as in value: 2"),
        ("tables: {t: {title: T}}", "table 't' needs one of 'cells', 'cases', 'modifiers'", "as in cells: {"),
        (
            "domains: {d: {title: D}}",
            "domain 'd' needs 'names' or 'numbers'",
            "as in names: [open, wood], or numbers: 1..6",
        ),
        ("domains: {d: {a: []}}", "the label of 'a' is text, not a list", "as in a: In the open"),
        (
            'game: {title: A, language: en}\nrules: {r: {number: "1", title: A, text: "See [[table:t]]."}}\n'
            "tables: {t: {title: T, rule: r, values: 1..3, rows: {sea: [open, dry]}, cells: {open: 1, dry: never}}}",
            "'never' is not a value of 'values'",
            "it holds 1–3; write 'nothing' in a cell without a number",
        ),
        ("b: c\na\n", "not valid YAML", "write a colon and a space after the key"),
        ("a: - b", "not valid YAML", "begin the list on its own line"),
    ],
)
def test_a_hint_shows_how_it_is_written(project: Project, source: str, message: str, hint: str) -> None:
    project.write("content/small/game.yaml", source)
    said = project.run("check").out
    assert message in said
    assert f"help: {hint}" in said[said.index(message) :]
