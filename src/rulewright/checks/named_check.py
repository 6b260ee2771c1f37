"""The class of a check: a function that yields findings of one kind for a book or a table.

`@finds(Severity.WARNING)` turns the function `repeated_word` into the check `repeated-word`. Inside the function, its
own name is the check, so it makes findings with `repeated_word.at(...)`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from rulewright.base.findings import Finding, FindingKind, Severity

Subject = TypeVar("Subject")


@dataclass(frozen=True, slots=True)
class NamedCheck(FindingKind, Generic[Subject]):
    """A kind of findings, and the function that yields them. The name is that of the function, with hyphens."""

    function: Callable[[Subject], Iterable[Finding]] = field(kw_only=True)

    def check(self, subject: Subject) -> Iterator[Finding]:
        """Yield the findings. Several about the same subject get numbers in their ids: `rule fire: 6 (2)`."""
        counts = Counter[str]()
        for finding in self.function(subject):
            counts[finding.about] += 1
            count = counts[finding.about]
            yield replace(finding, about=f"{finding.about} ({count})") if finding.about and count > 1 else finding


def finds(
    severity: Severity, *, waivable: bool = True
) -> Callable[[Callable[[Subject], Iterable[Finding]]], NamedCheck[Subject]]:
    """Turn a function into a check. The function makes its findings with `NAME.at`."""
    return lambda check: NamedCheck(check.__name__.replace("_", "-"), severity, waivable, function=check)
