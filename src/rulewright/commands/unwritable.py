"""Where the output of a command cannot be written."""

import sys
from pathlib import Path

from rulewright.boundary import cause, remedy
from rulewright.commands.progress_line import print_findings
from rulewright.findings import Finding, Findings, Span
from rulewright.publish import InTheWayError


def unwritable(folder: Path, error: OSError) -> int:
    """Prints the finding, with the file that the system names; the exit status."""
    message = "the output cannot be written: {cause}{what}".format(
        cause=cause(error), what=f": {error.filename}" if error.filename else ""
    )
    doing = "move it away" if isinstance(error, InTheWayError) else remedy(error)
    untouched = "the files of the last build are untouched"
    hint = "; ".join((doing, untouched)) if doing else untouched
    fault = Finding("unwritable", Span(str(folder)), message, hint, unreadable=True)
    print_findings(Findings([fault]), {}, sys.stderr)
    return 2
