"""Findings as annotations of a GitHub Actions run, such as `::error file=game.yaml,line=3,title=gap::no row for 3`.

GitHub shows each of these commands beside the line of the file.
"""

from collections.abc import Iterable

from rulewright.base.findings import Finding, Severity
from rulewright.base.visible import visible

COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def findings_github(findings: Iterable[Finding]) -> str:
    """Return one workflow command for each finding."""
    return "".join(_command(finding) for finding in findings)


def _command(finding: Finding) -> str:
    span = finding.span
    place = f"file={_property(visible(span.file))}" + (f",line={span.line},col={span.column}" if span.line else "")
    cell = f"{visible(span.cell)}: " if span.cell else ""
    message = cell + finding.message + (f"\n{finding.hint}" if finding.hint else "")
    return f"::{COMMANDS[finding.severity]} {place},title={_property(finding.name)}::{_data(message)}\n"


def _data(text: str) -> str:
    """Escape the message of a command."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """Escape a value before the message, where colons and commas have a meaning."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")
