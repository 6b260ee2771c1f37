"""A check that shares its module with others."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from rulewright.findings import Finding, FindingKind

Subject = TypeVar("Subject")


@dataclass(slots=True, eq=False)
class NamedCheck(Generic[Subject]):
    """The function of a check with the kind of its findings, as a module of one check has them."""

    FINDING: FindingKind
    check: Callable[[Subject], Iterable[Finding]]


def finds(kind: FindingKind) -> Callable[[Callable[[Subject], Iterable[Finding]]], NamedCheck[Subject]]:
    """Make a check of a function that yields findings of `kind`."""
    return lambda check: NamedCheck(kind, check)
