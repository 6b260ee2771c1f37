"""Whether this system has what printing needs."""

from rulewright.diagnostics import Diagnostic, Severity, Span
from rulewright.prerequisites import PRINT, SUBSETTER, Machine, install_command, missing, platform_of


def missing_libraries() -> list[Diagnostic]:
    """Printing needs Pango; without the subsetter of HarfBuzz it is slow, and says so."""
    machine = Machine()
    lacking = missing(PRINT, machine)
    if not lacking:
        return []
    names = [need.name for need in lacking]
    slow = names == [SUBSETTER]
    message = f"this system lacks {', '.join(names)}" + (
        ": cards take twice the time" if slow else ": cards cannot be printed"
    )
    hint = f"run: {install_command(platform_of(machine) or 'debian', lacking)}"
    severity = Severity.WARNING if slow else Severity.ERROR
    return [Diagnostic("missing-library", Span("system"), message, hint, severity=severity, unreadable=not slow)]
