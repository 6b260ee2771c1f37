"""A row that another repeats: it says what the other says already, for no input that the other does not have.

It changes no answer today. But it is often what is left of a row whose key or value was to be another, and when a rule
changes one of the two is forgotten: then they contradict each other. A line that does contradict another is left to
that finding.
"""

from collections.abc import Iterator

from rulewright.checks.pairs import Pair, by_line, pairs, repeating
from rulewright.checks.stated import Stated
from rulewright.diagnostics import Diagnostic, FindingKind, Label, Severity
from rulewright.model.names import count_text

FINDING = FindingKind("duplicate-row", Severity.WARNING)


def check(stated: Stated) -> Iterator[Diagnostic]:
    """One finding for each line that has nothing of its own."""
    contradicting = by_line(stated, (pair for pair in pairs(stated) if not pair.agree))
    for line, repeated in by_line(stated, repeating(stated)).items():
        if line not in contradicting:
            yield _finding(stated, line, repeated)


def _finding(stated: Stated, line: str, repeated: list[Pair]) -> Diagnostic:
    table = stated.table
    one, other = table.cases[repeated[0].first], table.cases[repeated[0].second]
    cells = len({pair.second for pair in repeated})
    what = "this case" if cells == 1 else f"{count_text(cells, 'cell')} here, of which this is the first,"
    verb = "repeats" if cells == 1 else "repeat"
    message = f"{what} of table {table.id!r} {verb} what another says for {table.describe(other.boxes[0])}"
    message += f": {stated.says(repeated[0].second)}"
    labels = (Label(one.span, "said here"),)
    hint = "remove it; or correct its key or its value, if another was meant"
    about = f"{table.id}: {line}"
    return FINDING.at(other.span, message, hint, labels, about=about)
