"""A check: a function that looks at a book or at a table and yields findings of one kind."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from rulewright.findings import Finding, FindingKind, Severity
from rulewright.model.book import Target

Subject = TypeVar("Subject")
CheckFunction = Callable[[Subject], Iterable[Finding]]


@dataclass(frozen=True, slots=True)
class NamedCheck(FindingKind, Generic[Subject]):
    """The kind of the findings, whose name is that of the function with hyphens, and the function."""

    check: CheckFunction[Subject] = field(kw_only=True)


def finds(severity: Severity, *, waivable: bool = True) -> Callable[[CheckFunction[Subject]], NamedCheck[Subject]]:
    """Make a check of a function, which makes its findings with `NAME.at`."""
    return lambda check: NamedCheck(check.__name__.replace("_", "-"), severity, waivable, check=check)


class Occurrences:
    """Gives findings about the same words in one place different ids: `rule fire: 6`, then `rule fire: 6 (2)`."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()

    def about(self, owner: Target, what: str) -> str:
        about = f"{owner.kind} {owner.id}: {what}"
        self._seen[about] += 1
        return about if self._seen[about] == 1 else f"{about} ({self._seen[about]})"
