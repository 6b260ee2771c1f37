"""A row `6+` on one D6 that no modifier changes: nothing beyond 6 can be thrown.

Either a modifier was forgotten, or the row was to begin lower, or it is simply 6. Where numbers are counted rather than
thrown an open end says that there may be more one day, and the last step of thresholds, `6+` after `4+`, is written as
the others are: both are sound.
"""

from collections.abc import Iterable, Iterator

from rulewright.checks.stated import Stated, all_keys
from rulewright.diagnostics import Diagnostic, FindingKind, Severity
from rulewright.model.domain import Domain
from rulewright.model.key_text import open_end
from rulewright.model.table import Key, Table

FINDING = FindingKind("needless-open-end", Severity.WARNING)


def check(stated: Stated) -> Iterator[Diagnostic]:
    """Keys without an end that hold only the last score of dice."""
    for axis in stated.table.axes:
        if axis.domain.roll is not None and axis.domain.roll.bonus == (0, 0):
            keys = {key.written: key for key in reversed(list(all_keys(stated.table))) if key.axis == axis.name}
            needless = (key for key in keys.values() if _alone(key, keys.values()))
            yield from (_finding(stated.table, key, axis.domain) for key in needless)


def _alone(key: Key, others: Iterable[Key]) -> bool:
    """Whether one key ends nowhere, holds only one score, and no other goes on in its direction."""
    end = open_end(key.written)
    alike = [other for other in others if open_end(other.written) == end and other.keys != key.keys]
    return end != 0 and key.keys.size == 1 and not alike


def _finding(table: Table, key: Key, domain: Domain) -> Diagnostic:
    score = domain.describe(key.keys)
    beyond = "higher" if open_end(key.written) > 0 else "lower"
    message = f"{key.written!r} of table {table.id!r} is only {score}: with {domain.dice} nothing {beyond} is thrown"
    hint = f"write {score}; or, if a modifier was forgotten, give {key.axis} the scores it makes, such as 1d6 + 0..1"
    about = f"{table.id}: {key.axis} {key.written}"
    return FINDING.at(key.span, message, hint, about=about)
