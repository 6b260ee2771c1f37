"""Runs the specifications: prose, the author's YAML, and the findings expected at the lines that earn them.

In a specification a `## heading` begins a case, whose fenced blocks are its files, as `rulewright.outputs.manual.pages` tells. A
comment `# error: [name] words` at the end of a line says that exactly this finding stands there, with these words in
its message. Findings without a line are expected by a comment on the first line.

A case is compared in its errors, and in the findings that its page is about or states anywhere. So a new check that only
warns leaves the other pages as they are. Sound cases of pages about no finding are free of warnings too, for readers
copy them.


A case whose heading ends in `(printed)` is also printed and read back, and so is every sound case about cards. A
comment `# grade: 3 repeated, 1 derived` says which grades the statements of its line have. What a
```css block holds is added to the style sheet of cards, as a project of its own may do.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from rulewright.app.commands.manual_cases import write_case
from rulewright.base.findings import Finding, Severity
from rulewright.outputs.manual.pages import FILES, GAME, Case, Page, card_pages, example_of, read_page
from rulewright.pipeline.catalogue import STAGES
from rulewright.pipeline.stages import examine
from rulewright.proof.process import Limits
from rulewright.proof.prove import ProofOptions
from rulewright.proof.report import Statement, grade_counts
from tests.conftest import print_some
from tests.sharing import store

HERE = Path(__file__).parent
EXPECTED = re.compile(r"# (error|warning|note): \[([a-z0-9-]+)\] ?(.*?)(?= # (?:error|warning|note): \[| -->|$)")
GRADED = re.compile(r"# grade: (.+?)(?= #|$)")
PRINTED = "(printed)"
BASE = """\
game: {title: Specification, language: en}
rules: {base: {number: "0", title: Base, text: The rule that tables of a specification belong to.}}
"""


SHARED = {FILES["yaml", "game"]: BASE.encode()}
"""What the cases of findings share; those about cards share their example."""


@dataclass(frozen=True)
class Specified:
    """A case of a specification: what it shares with others, and whether it is printed.

    `names` are the findings that its page is about, or states; with `warnings` it has none of any name.
    """

    case: Case
    shared: Mapping[str, bytes]
    names: frozenset[str]
    mutants: bool
    printed: bool
    warnings: bool

    def expected(self) -> Iterator[tuple[str, int, str, str, str]]:
        for name, text in self.case.files.items():
            for number, line in enumerate(text.split("\n"), 1):
                for match in EXPECTED.finditer(line):
                    yield name, number, match[1], match[2], match[3]

    def compares(self, found: Finding) -> bool:
        """Whether the case says something of such a finding, be it that there is none."""
        if found.name in self.names:
            return not _of_base(found, self.case)
        return found.severity is Severity.ERROR or (self.warnings and found.severity is Severity.WARNING)


def cases() -> Iterator[object]:
    for page in map(read_page, sorted((*HERE.glob("*.md"), *(HERE / "topics").glob("*.md")))):
        for case in page.cases:
            mutants, printed = page.name in ("surviving-mutant", "unnoticed-code"), case.title.endswith(PRINTED)
            specified = Specified(case, SHARED, _names(page), mutants, printed, _copied(page, case))
            yield pytest.param(specified, id=f"{page.name}: {case.title}", marks=_marks(printed))
    for page in card_pages().values():
        for case in page.cases:
            printed = not case.faulty or case.title.endswith(PRINTED)
            specified = Specified(case, example_of("cards"), _names(page), False, printed, _copied(page, case))
            yield pytest.param(specified, id=f"cards/{page.name}: {case.title}", marks=_marks(printed))


def _marks(printed: bool) -> list[pytest.MarkDecorator]:
    return [pytest.mark.slow] if printed else []


def _names(page: Page) -> frozenset[str]:
    return frozenset({page.name, *(match[2] for line in page.text.split("\n") for match in EXPECTED.finditer(line))})


def _copied(page: Page, case: Case) -> bool:
    return not case.faulty and page.name not in STAGES


def place(found: Finding) -> tuple[str, int]:
    return found.span.file, found.span.line or 1


def findings_of(case: Specified, project: Path) -> list[Finding]:
    examined = examine(project, GAME, ProofOptions(Limits(seconds=2), mutants=case.mutants), store=store())
    if case.printed and not examined.findings.fatal:
        print_some(examined, project, ("*.pdf", "*.html"), store())  # of the other files no finding tells
    return [each for each in examined.findings.items if case.compares(each)]


def _of_base(found: Finding, case: Case) -> bool:
    """Whether it is noted that something all cases share stands on no card: no case is about that."""
    shared = FILES["yaml", "game"]
    return found.severity is Severity.NOTE and found.span.file == shared and shared not in case.files


@pytest.mark.parametrize("case", list(cases()))
def test_specification(case: Specified, tmp_path: Path) -> None:
    assert case.case.files, "the case has no source"
    write_case(case.case, case.shared, tmp_path)
    found = findings_of(case, tmp_path)
    wanted = list(case.expected())
    got = sorted((*place(each), each.severity.value, each.name) for each in found)
    told = "\n".join(f"{each.span}: {each.name}: {each.message}" for each in found)
    assert got == sorted(each[:4] for each in wanted), told
    for file, line, _, name, words in wanted:
        messages = [each.message for each in found if (*place(each), each.name) == (file, line, name)]
        assert any(words in message for message in messages), f"{words!r} is in none of: {messages}"


def graded_cases() -> Iterator[object]:
    """The cases that say the grades of their statements."""
    for page in map(read_page, sorted((HERE / "topics").glob("*.md"))):
        for case in page.cases:
            if "# grade: " in case.text:
                yield pytest.param(case, id=f"{page.name}: {case.title}")


@pytest.mark.parametrize("case", list(graded_cases()))
def test_statements_have_the_grades_that_their_lines_say(case: Case, tmp_path: Path) -> None:
    write_case(case, SHARED, tmp_path)
    by_line: dict[tuple[str, int], list[Statement]] = {}
    for statement in examine(tmp_path, GAME, ProofOptions(Limits(seconds=2)), store=store()).proof.statements:
        by_line.setdefault((statement.span.file, statement.span.line), []).append(statement)
    wanted = {
        (file, number): match[1]
        for file, text in case.files.items()
        for number, line in enumerate(text.split("\n"), 1)
        for match in GRADED.finditer(line)
    }
    got = {
        place: ", ".join(f"{count} {grade}" for grade, count in grade_counts(by_line.get(place, [])).items())
        for place in wanted
    }
    assert got == wanted
