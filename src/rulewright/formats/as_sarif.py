"""Findings as SARIF 2.1.0, for code-scanning services."""

from collections.abc import Iterator
from typing import Any

from rulewright import __version__
from rulewright.diagnostics import Diagnostic, Span
from rulewright.formats.as_json import dump
from rulewright.formats.results import Results
from rulewright.manual import page


def findings_sarif(results: Results) -> str:
    """One run: each finding with its id as fingerprint, what is waived as suppressed, and the manual's pages."""
    found = [finding for result in results.values() for finding in result.findings]
    waived = [waived for result in results.values() for waived in result.waived]
    names = list(dict.fromkeys(finding.name for finding in (*found, *(each.finding for each in waived))))
    driver = {"name": "rulewright", "version": __version__, "rules": [_rule(name) for name in names]}
    said = [_result(finding, names.index(finding.name)) for finding in found]
    for each in waived:
        suppressed = {"kind": "inSource", "justification": each.reason, "location": _location(each.span)}
        said.append({**_result(each.finding, names.index(each.finding.name)), "suppressions": [suppressed]})
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": said}
    return dump({"version": "2.1.0", "runs": [run]})


def _rule(name: str) -> dict[str, Any]:
    found = page(name)
    if found is None:
        return {"id": name}
    return {
        "id": name,
        "shortDescription": {"text": found.summary},
        "fullDescription": {"text": found.reason},
        "help": {"text": found.reason, "markdown": found.text},
    }


def _result(finding: Diagnostic, rule: int) -> dict[str, Any]:
    related = [{**_location(label.span), "message": {"text": label.message}} for label in finding.labels]
    return {
        "ruleId": finding.name,
        "ruleIndex": rule,
        "level": finding.severity.value,
        "message": {"text": "\n".join(_paragraphs(finding))},
        "locations": [_location(finding.span)],
        "partialFingerprints": {"findingId/v1": finding.id},
        **({"relatedLocations": related} if related else {}),
    }


def _paragraphs(finding: Diagnostic) -> Iterator[str]:
    yield finding.message
    if finding.hint:
        yield finding.hint
    if finding.example:
        yield f"{finding.example_is}:\n{finding.example}"


def _location(span: Span) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": {"uri": span.file}}
    if span.line:
        region = {"startLine": span.line, "startColumn": span.column, "endColumn": span.column + span.length}
        place["region"] = region
    return {"physicalLocation": place}
