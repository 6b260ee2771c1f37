r"""What a reader cannot see is a backslash and its code, in every format; and no text becomes a command."""

import json
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis.strategies import text

from rulewright.base.findings import Finding, Findings, Label, Span
from rulewright.base.messages.messages import Message
from rulewright.base.visible import HIDDEN, visible, visible_lines
from rulewright.outputs.formats.as_github import findings_github
from rulewright.outputs.formats.as_json import report_json
from rulewright.outputs.formats.as_junit import results_junit
from rulewright.outputs.formats.as_sarif import findings_sarif
from rulewright.outputs.formats.as_text import findings_text, summary
from rulewright.outputs.formats.results import Result, Results
from rulewright.proof.report import ProofReport

HOSTILE = "\x1b[2J\x00\r\u202eevil\n::error::x\u2028##[add-mask]y\ud800\x85"


@pytest.mark.parametrize(
    ("hidden", "shown"),
    [
        ("plain – é 中 🎲\tno-break\xa0space", "plain – é 中 🎲\tno-break\xa0space"),
        ("\x1b[31mred", r"\x1b[31mred"),
        ("one\ntwo\r\nthree", r"one\ntwo\r\nthree"),
        ("\u202egnitsop", r"\u202egnitsop"),
        ("\ud800\udcff", r"\ud800\udcff"),
        ("AFV\u200b", r"AFV\u200b"),
        ("::error::x", r"\x3a:error::x"),
        ("  ::error::x", r"  \x3a:error::x"),
        ("a[::2]", "a[::2]"),
        ("a ##[add-mask]b", r"a #\x23[add-mask]b"),
    ],
)
def test_one_form(hidden: str, shown: str) -> None:
    assert visible(hidden) == shown
    assert visible(shown) == shown


def test_lines_stay_lines_where_they_may() -> None:
    assert visible_lines("def f():\n    return '\x1b'\n") == "def f():\n    return '\\x1b'\n"


def finding(words: str) -> Finding:
    """With the same words in every part."""
    span, message = Span(f"content/{words}.yaml", 1, 2, 3), Message(words)
    return Finding("gap-in-table", span, message, message, (Label(span, message),), example=words, about=words)


def results(words: str) -> Results:
    return {words: Result.of(Findings([finding(words)]), ProofReport())}


def is_command(line: str) -> bool:
    """As GitHub decides it."""
    return line.lstrip().startswith("::") or "##[" in line


def text_form(words: str) -> str:
    found = finding(words)
    source = {found.span.file: f"a{words}"}
    return findings_text([found], source, colour=False) + summary(words, [found], ProofReport())


@given(text())
def test_text_shows_everything_and_commands_nothing(words: str) -> None:
    for hostile in (words, HOSTILE, f"{words}::{words}", f"##{words}["):
        shown = text_form(hostile)
        assert not HIDDEN.search(shown)
        assert not any(map(is_command, shown.splitlines()))


@given(text())
def test_github_gets_one_command_for_a_finding(words: str) -> None:
    for hostile in (words, HOSTILE):
        said = findings_github([finding(hostile)])
        assert not HIDDEN.search(said)
        assert said.startswith("::error file=content/")
        assert len(said.splitlines()) == 1


@given(text())
def test_json_and_sarif_are_valid_and_keep_the_names_of_files(words: str) -> None:
    for hostile in (words, HOSTILE):
        for form in (report_json, findings_sarif):
            said = form(results(hostile))
            said.encode()
            assert not HIDDEN.search(said)
            assert not any(map(is_command, said.splitlines()))
        assert json.loads(report_json(results(hostile)))["findings"][0]["file"] == f"content/{hostile}.yaml"
        (run,) = json.loads(findings_sarif(results(hostile)))["runs"]
        uri = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        assert uri.isascii()
        assert " " not in uri


@given(text())
def test_junit_is_well_formed(words: str) -> None:
    for hostile in (words, HOSTILE):
        said = results_junit(results(hostile))
        suite = ET.fromstring(said.encode()).find("testsuite")
        assert suite is not None
        assert suite.get("name") == visible(hostile)


def test_the_caret_stands_under_the_fault_behind_hidden_characters() -> None:
    at_b = Finding("gap-in-table", Span("a.yaml", 1, 5), Message("wrong"))
    assert findings_text([at_b], {"a.yaml": "a: \u202eb c"}, colour=False).split("\n")[1:3] == [
        r"  1 | a: \u202eb c",
        r"    |          ^",
    ]
