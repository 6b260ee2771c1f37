"""Findings as SARIF 2.1.0, for code-scanning services."""

from collections.abc import Iterable
from typing import Any

from rulewright import __version__
from rulewright.diagnostics import Diagnostic, Span
from rulewright.formats.as_json import dump


def findings_sarif(findings: Iterable[Diagnostic]) -> str:
    """One run with one result for each finding."""
    found = list(findings)
    names = list(dict.fromkeys(finding.name for finding in found))
    driver = {"name": "rulewright", "version": __version__, "rules": [{"id": name} for name in names]}
    results = [_result(finding, names.index(finding.name)) for finding in found]
    return dump({"version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": results}]})


def _result(finding: Diagnostic, rule: int) -> dict[str, Any]:
    text = finding.message + (f"\n{finding.hint}" if finding.hint else "")
    related = [{**_location(label.span), "message": {"text": label.message}} for label in finding.labels]
    return {
        "ruleId": finding.name,
        "ruleIndex": rule,
        "level": finding.severity.value,
        "message": {"text": text},
        "locations": [_location(finding.span)],
        **({"relatedLocations": related} if related else {}),
    }


def _location(span: Span) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": {"uri": span.file}}
    if span.line:
        region = {"startLine": span.line, "startColumn": span.column, "endColumn": span.column + span.length}
        place["region"] = region
    return {"physicalLocation": place}
