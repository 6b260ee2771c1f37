"""Runs the specifications: prose, the author's YAML, and the findings expected at the lines that earn them.

In a specification a `## heading` begins a case. Its ```yaml block is the source; a ```yaml card block a
card and a ```yaml sheet block a sheet for it, a ```python block the rules code, and a ```yaml game block takes the place of the base below. A comment `# error: [name] words` at the end of a line says that
exactly this finding stands there, with these words in its message; a case without such comments must
be silent. Findings without a line are expected by a comment on the first line.

A case whose heading ends in `(printed)` is also printed and read back. What a ```css block holds is added to the
style sheet of cards, as a project of its own may do.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from rulewright.diagnostics import Diagnostic, Severity
from rulewright.pipeline import examine, printed, read_back
from rulewright.proof.process import Limits

HERE = Path(__file__).parent
PACKAGED = HERE.parent.parent
CASE = re.compile(r"^## (.+)$", re.MULTILINE)
BLOCK = re.compile(r"^```(yaml card|yaml sheet|yaml game|yaml|python|css)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXPECTED = re.compile(r"# (error|warning|note): \[([a-z0-9-]+)\] ?(.*?)(?= # (?:error|warning|note): \[|$)")
PRINTED = "(printed)"
STYLE = "templates/card/card.css"
FILES = {
    "yaml": "content/spec/spec.yaml",
    "yaml game": "content/spec/base.yaml",
    "yaml card": "cards/spec/card.yaml",
    "yaml sheet": "cards/spec/sheet.yaml",
    "python": "content/spec/rules.py",
    "css": STYLE,
}
BASE = """\
game: {title: Specification, language: en}
rules: {base: {number: "0", title: Base, text: The rule that tables of a specification belong to.}}
"""


@dataclass(frozen=True)
class Case:
    """One case of a specification: its files by name, and whether it is printed."""

    files: dict[str, str]
    mutants: bool = False
    printed: bool = False

    def expected(self) -> Iterator[tuple[str, int, str, str, str]]:
        for name, text in self.files.items():
            for number, line in enumerate(text.split("\n"), 1):
                for match in EXPECTED.finditer(line):
                    yield name, number, match[1], match[2], match[3]


def cases() -> Iterator[object]:
    for path in sorted(HERE.glob("*.md")):
        parts = CASE.split(path.read_text("utf-8"))
        for title, body in zip(parts[1::2], parts[2::2], strict=True):
            files = {FILES[kind]: text for kind, text in BLOCK.findall(body)}
            if STYLE in files:
                files[STYLE] = (PACKAGED / STYLE).read_text("utf-8") + files[STYLE]
            case = Case(files, path.stem == "surviving-mutant", title.endswith(PRINTED))
            yield pytest.param(case, id=f"{path.stem}: {title}")


def place(found: Diagnostic) -> tuple[str, int]:
    return found.span.file, found.span.line or 1


def findings(case: Case, project: Path) -> list[Diagnostic]:
    examined = examine(project, "spec", Limits(seconds=2), mutants=case.mutants)
    if case.printed and not examined.faults.fatal:
        read_back(examined, printed(examined, project), project)
    return [each for each in examined.faults.found if not _of_base(each, case)]


def _of_base(found: Diagnostic, case: Case) -> bool:
    """Whether it is noted that the rule all cases share stands on no card: no case is about that."""
    shared = "content/spec/base.yaml"
    return found.severity is Severity.NOTE and found.span.file == shared and shared not in case.files


@pytest.mark.parametrize("case", list(cases()))
def test_specification(case: Case, tmp_path: Path) -> None:
    assert case.files, "the case has no source"
    for name, text in {"content/spec/base.yaml": BASE, **case.files}.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    found = findings(case, tmp_path)
    wanted = list(case.expected())
    got = sorted((*place(each), each.severity.value, each.name) for each in found)
    told = "\n".join(f"{each.span}: {each.name}: {each.message}" for each in found)
    assert got == sorted(each[:4] for each in wanted), told
    for file, line, _, name, words in wanted:
        messages = [each.message for each in found if (*place(each), each.name) == (file, line, name)]
        assert any(words in message for message in messages), f"{words!r} is in none of: {messages}"
