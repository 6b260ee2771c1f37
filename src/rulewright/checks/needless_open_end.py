"""A row `6+` for one D6 that no modifier changes: nothing above 6 can come up.

Either a modifier is missing, or the row should begin lower, or it is simply 6. For counts an open end is sound, because
there may be more one day; so is the last of several thresholds, `6+` after `4+`, which looks like the others.
"""

from collections.abc import Iterable, Iterator

from rulewright.checks.table_analysis import TableAnalysis, all_keys
from rulewright.findings import Finding, FindingKind, Severity
from rulewright.model.domain import Domain
from rulewright.model.key_text import open_end
from rulewright.model.table import Key, Table

FINDING = FindingKind("needless-open-end", Severity.WARNING)


def check(analysis: TableAnalysis) -> Iterator[Finding]:
    """Open-ended keys that hold only the last score of the dice."""
    for axis in analysis.table.axes:
        if axis.domain.roll is not None and axis.domain.roll.bonus == (0, 0):
            keys = {key.written: key for key in reversed(list(all_keys(analysis.table))) if key.axis == axis.name}
            needless = (key for key in keys.values() if _alone(key, keys.values()))
            yield from (_finding(analysis.table, key, axis.domain) for key in needless)


def _alone(key: Key, others: Iterable[Key]) -> bool:
    """Whether a key is open-ended, holds only one score, and no other key is open in its direction."""
    end = open_end(key.written)
    alike = [other for other in others if open_end(other.written) == end and other.keys != key.keys]
    return end != 0 and key.keys.size == 1 and not alike


def _finding(table: Table, key: Key, domain: Domain) -> Finding:
    score = domain.describe(key.keys)
    values = {"key": key.written, "table": table.id, "score": score, "dice": domain.dice}
    message = "{key!r} of table {table!r} can only be {score}: nothing lower comes up on {dice}".format(**values)
    if open_end(key.written) > 0:
        message = "{key!r} of table {table!r} can only be {score}: nothing higher comes up on {dice}".format(**values)
    hint = f"write {score}; if a modifier is missing, add it to the dice of {key.axis}, such as 1d6 + 0..1"
    about = f"{table.id}: {key.axis} {key.written}"
    return FINDING.at(key.span, message, hint, about=about)
