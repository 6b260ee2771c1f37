"""The outcome of a proof: what was proved over how many cases, and what was not, and why."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from rulewright.diagnostics import Diagnostic, Span
from rulewright.model.book import Target


class State(Enum):
    """How a printed statement stands to the rules code."""

    PROVED = "proved"
    FAILED = "failed"
    UNPROVED = "unproved"


@dataclass(frozen=True, slots=True)
class Statement:
    """One printed statement that code could prove: a cell, a claim or a fact.

    `cases` counts the input combinations compared; `function` is empty and `reason` tells why where
    nothing was compared.
    """

    kind: str
    owner: Target
    text: str
    span: Span
    state: State
    function: str = ""
    cases: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one proof came to; `open` counts the combinations that are an open question."""

    statements: tuple[Statement, ...]
    findings: tuple[Diagnostic, ...] = ()
    open: int = 0


@dataclass(frozen=True, slots=True)
class Undecidable:
    """How often a table or claim met an open question: combinations that nothing was compared for."""

    owner: Target
    cases: int


@dataclass(frozen=True, slots=True)
class FunctionSource:
    """A function of the rules code as it is shown beside what it proves."""

    name: str
    docstring: str
    file: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class ProofReport:
    """All statements of a game and how they fared; `ran` is false where no rules code was run."""

    statements: tuple[Statement, ...] = ()
    findings: tuple[Diagnostic, ...] = ()
    open: tuple[Undecidable, ...] = ()
    functions: Mapping[str, FunctionSource] = field(default_factory=dict)
    ran: bool = False

    def of(self, owner: Target, kind: str = "") -> tuple[Statement, ...]:
        return tuple(s for s in self.statements if s.owner == owner and kind in ("", s.kind))

    def cell(self, span: Span) -> Statement | None:
        return next((s for s in self.statements if s.kind == "cell" and s.span == span), None)

    def coverage(self) -> dict[str, int]:
        """Counts for the report and the JSON of the contract."""
        counts = {"cells": 0, "proved": 0, "claims": 0, "claims_proved": 0, "facts": 0, "facts_proved": 0}
        for statement in self.statements:
            proved = statement.state is State.PROVED
            counts[f"{statement.kind}s"] += 1
            counts["proved" if statement.kind == "cell" else f"{statement.kind}s_proved"] += proved
        tables = {s.owner: 0 for s in self.statements}
        for statement in self.statements:
            if statement.kind == "cell":
                tables[statement.owner] += statement.cases
            else:
                tables[statement.owner] = max(tables[statement.owner], statement.cases)
        return {**counts, "cases": sum(tables.values()), "open": sum(o.cases for o in self.open)}
