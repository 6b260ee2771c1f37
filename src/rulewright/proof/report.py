"""The outcome of a proof: what was proved over how many cases, and what was not, and why."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from rulewright.diagnostics import Diagnostic, Span
from rulewright.model.book import Target
from rulewright.wording import Part


class State(Enum):
    """How a printed statement stands to the rules code."""

    PROVED = "proved"
    FAILED = "failed"
    UNPROVED = "unproved"


@dataclass(frozen=True, slots=True)
class Statement:
    """One printed statement that code could prove: a cell, a claim, a fact or the result of an example's step.

    `cases` counts the input combinations compared; `function` is empty and `reason` tells why where
    nothing was compared. `parts` are what the result of a step comes from, if it shows that. `key` tells where
    it holds: a cell's keys, a claim's condition, a fact's id, what a step asks.
    """

    kind: str
    owner: Target
    text: str
    span: Span
    state: State
    function: str = ""
    cases: int = 0
    reason: str = ""
    parts: tuple[Part, ...] = ()
    key: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one proof came to: `compared` and `open` count the combinations compared, and those left open."""

    statements: tuple[Statement, ...]
    findings: tuple[Diagnostic, ...] = ()
    compared: int = 0
    open: int = 0


@dataclass(frozen=True, slots=True)
class FunctionSource:
    """A function of the rules code as it is shown beside what it proves."""

    name: str
    docstring: str
    file: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class MutantCounts:
    """Alterations of what is proved: noticed, unnoticed, and those that say the same as the original."""

    killed: int
    survived: int
    equivalent: int
    seconds: float = field(default=0.0, compare=False)

    @property
    def made(self) -> int:
        """How many say something else than the original."""
        return self.killed + self.survived


@dataclass(frozen=True, slots=True)
class ProofReport:
    """All statements of a game and how they fared; `ran` is false where no rules code was run.

    `compared` counts the input combinations compared for each table, reference and fact, and `open` all
    those for which nothing was compared because the sources leave the answer open. `mutants` is None where what is
    proved was not altered to see whether the proof notices.
    """

    statements: tuple[Statement, ...] = ()
    findings: tuple[Diagnostic, ...] = ()
    compared: Mapping[Target, int] = field(default_factory=dict)
    open: int = 0
    functions: Mapping[str, FunctionSource] = field(default_factory=dict)
    ran: bool = False
    mutants: MutantCounts | None = None

    def of(self, owner: Target) -> tuple[Statement, ...]:
        return tuple(statement for statement in self.statements if statement.owner == owner)

    def cell(self, span: Span) -> Statement | None:
        return next((s for s in self.statements if s.kind == "cell" and s.span == span), None)

    def coverage(self) -> dict[str, int]:
        """Counts for the report and the JSON of the contract; the steps of examples only where there are any."""
        counts = {"cells": 0, "proved": 0, "claims": 0, "claims_proved": 0, "facts": 0, "facts_proved": 0}
        if any(statement.kind == "example" for statement in self.statements):
            counts |= {"examples": 0, "examples_proved": 0}
        for statement in self.statements:
            counts[f"{statement.kind}s"] += 1
            counts["proved" if statement.kind == "cell" else f"{statement.kind}s_proved"] += (
                statement.state is State.PROVED
            )
        return {**counts, "cases": sum(self.compared.values()), "open": self.open}
