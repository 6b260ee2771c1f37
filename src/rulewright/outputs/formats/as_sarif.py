"""Findings as SARIF 2.1.0, for code-scanning services."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from rulewright import __version__
from rulewright.base.findings import Finding, Span
from rulewright.base.visible import json_text
from rulewright.outputs.formats.results import Results
from rulewright.outputs.manual.pages import page


def findings_sarif(results: Results) -> str:
    """Return a SARIF file with one run.

    It has the findings with their ids as fingerprints, the waived ones as suppressed, and as its rules the kinds of
    these findings, described by their pages of the manual.
    """
    findings = [finding for result in results.values() for finding in result.findings]
    waived = [waived for result in results.values() for waived in result.waived]
    names = list(dict.fromkeys(finding.name for finding in (*findings, *(each.finding for each in waived))))
    driver = {"name": "rulewright", "version": __version__, "rules": [_rule(name) for name in names]}
    sarif_results = [_result(finding, names.index(finding.name)) for finding in findings]
    for each in waived:
        suppression = {"kind": "inSource", "justification": each.reason, "location": _location(each.span)}
        result = _result(each.finding, names.index(each.finding.name))
        sarif_results.append({**result, "suppressions": [suppression]})
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": sarif_results}
    return json_text({"version": "2.1.0", "runs": [run]})


def _rule(name: str) -> dict[str, Any]:
    """Describe a kind of finding with its page of the manual."""
    manual = page(name)
    if manual is None:
        return {"id": name}
    return {
        "id": name,
        "shortDescription": {"text": manual.summary},
        "fullDescription": {"text": manual.reason},
        "help": {"text": manual.reason, "markdown": manual.text},
    }


def _result(finding: Finding, rule_index: int) -> dict[str, Any]:
    related = [{**_location(label.span), "message": {"text": label.message}} for label in finding.labels]
    return {
        "ruleId": finding.name,
        "ruleIndex": rule_index,
        "level": finding.severity.value,
        "message": {"text": "\n".join(_message_lines(finding))},
        "locations": [_location(finding.span)],
        "partialFingerprints": {"findingId/v1": finding.id},
        **({"relatedLocations": related} if related else {}),
    }


def _message_lines(finding: Finding) -> Iterator[str]:
    yield finding.message
    if finding.hint:
        yield finding.hint
    if finding.example:
        yield f"{finding.example_is}:\n{finding.example}"


def _location(span: Span) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": {"uri": quote(span.file.encode(errors="surrogatepass"))}}
    if span.line:
        region = {"startLine": span.line, "startColumn": span.column, "endColumn": span.column + span.length}
        place["region"] = region
    cell = {"logicalLocations": [{"name": span.cell}]} if span.cell else {}
    return {"physicalLocation": place, **cell}
