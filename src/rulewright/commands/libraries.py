"""Whether this system has the libraries that printing needs."""

from rulewright.findings import Finding, Severity, Span
from rulewright.prerequisites import SUBSETTER, install_command, missing_libraries, platform_of


def library_findings() -> list[Finding]:
    """At most one finding: an error, or a warning if only the subsetter of HarfBuzz is missing."""
    missing = missing_libraries()
    if not missing:
        return []
    names = [library.name for library in missing]
    slow = names == [SUBSETTER]
    effect = "cards take twice the time" if slow else "cards cannot be printed"
    message = f"this system lacks {', '.join(names)}: {effect}"
    hint = f"run: {install_command(platform_of() or 'debian', missing)}"
    severity = Severity.WARNING if slow else Severity.ERROR
    return [Finding("missing-library", Span("system"), message, hint, severity=severity, unreadable=not slow)]
