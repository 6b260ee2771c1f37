"""Findings as annotations of a GitHub Actions run."""

from collections.abc import Iterable

from rulewright.findings import Finding, Severity
from rulewright.visible import visible

COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def findings_github(findings: Iterable[Finding]) -> str:
    """One workflow command for each finding."""
    return "".join(_command(finding) for finding in findings)


def _command(finding: Finding) -> str:
    span = finding.span
    place = f"file={_property(visible(span.file))}" + (f",line={span.line},col={span.column}" if span.line else "")
    cell = f"{visible(span.cell)}: " if span.cell else ""
    message = cell + finding.message + (f"\n{finding.hint}" if finding.hint else "")
    return f"::{COMMANDS[finding.severity]} {place},title={_property(finding.name)}::{_data(message)}\n"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
