"""Findings as SARIF 2.1.0, for code-scanning services."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from rulewright import __version__
from rulewright.diagnostics import Diagnostic, Span
from rulewright.formats.as_json import dump
from rulewright.formats.results import Results
from rulewright.manual import page
from rulewright.translation.catalogues import Catalogue
from rulewright.translation.messages import in_language


def findings_sarif(results: Results) -> str:
    """One run: each finding with its id as fingerprint, waived findings as suppressed, and pages of the manual."""
    findings = [finding for result in results.values() for finding in result.findings]
    waived = [waived for result in results.values() for waived in result.waived]
    languages = _languages(results)
    names = list(languages)
    rules = [_rule(name, words) for name, words in languages.items()]
    driver = {"name": "rulewright", "version": __version__, "rules": rules}
    listed = [_result(finding, names.index(finding.name)) for finding in findings]
    for each in waived:
        suppressed = {"kind": "inSource", "justification": each.reason, "location": _location(each.span)}
        listed.append({**_result(each.finding, names.index(each.finding.name)), "suppressions": [suppressed]})
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": listed}
    return dump({"version": "2.1.0", "runs": [run]})


def _languages(results: Results) -> dict[str, Catalogue]:
    """The kinds of findings, each with the language of the first game that has it."""
    found: dict[str, Catalogue] = {}
    for result in results.values():
        for finding in (*result.findings, *(each.finding for each in result.waived)):
            found.setdefault(finding.name, result.language)
    return found


def _rule(name: str, words: Catalogue) -> dict[str, Any]:
    """What the manual says of a kind of finding: its first sentence in a language, and all in English."""
    manual = page(name)
    if manual is None:
        return {"id": name}
    return {
        "id": name,
        "shortDescription": {"text": in_language(manual.summary, words)},
        "fullDescription": {"text": manual.reason},
        "help": {"text": manual.reason, "markdown": manual.text},
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
    place: dict[str, Any] = {"artifactLocation": {"uri": quote(span.file.encode(errors="surrogatepass"))}}
    if span.line:
        region = {"startLine": span.line, "startColumn": span.column, "endColumn": span.column + span.length}
        place["region"] = region
    cell = {"logicalLocations": [{"name": span.cell}]} if span.cell else {}
    return {"physicalLocation": place, **cell}
