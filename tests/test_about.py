"""A finding is named by what it is about: never empty, never twice in one game, and the same when lines move."""

import re
from typing import Any

import pytest

from rulewright.base.findings import Finding
from tests.conftest import Project
from tests.spec.test_spec import BASE, HERE, Specified, cases

NAMES = (
    "bad-number",
    "inconsistent-boundary",
    "edge-without-mark",
    "legend-without-mark",
    "mark-without-legend",
    "premature-cutoff",
    "reference-on-no-card",
    "restated-table",
    "rule-on-no-card",
    "sheet-overflow",
    "table-on-no-card",
    "term-on-no-card",
    "two-names",
    "unquoted-number",
    "unused-term",
)
ALL: list[Any] = list(cases())
BAD = [
    each
    for each in ALL
    if each.id.partition(":")[0] in NAMES and any(name in NAMES for *_, name, _ in each.values[0].expected())
]


def found(case: Specified, project: Project, before: str) -> list[Finding]:
    for name, text in {"content/spec/base.yaml": BASE, **case.case.files}.items():
        project.write(name, text if name.endswith(".py") else before + text)
    findings = project.examined("spec").findings.items
    return [finding for finding in findings if finding.name in NAMES]


@pytest.mark.parametrize("case", BAD)
def test_ids_are_unique_and_hold_when_lines_move(case: Specified, project: Project) -> None:
    here, moved = found(case, project, ""), found(case, project, "\n# moved\n\n")
    ids = [(finding.name, finding.about) for finding in here]
    assert ids
    assert all(about.strip() for _, about in ids)
    assert len(set(ids)) == len(ids), ids
    assert not any(re.search(r"\.yaml|:\d+:", about) for _, about in ids)
    assert ids == [(finding.name, finding.about) for finding in moved]


def test_every_check_has_its_page() -> None:
    pages = {path.stem for path in HERE.glob("*.md")}
    assert set(NAMES) <= pages
