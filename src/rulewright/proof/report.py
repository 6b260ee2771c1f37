"""The outcome of a proof: which statements are proved, for how many combinations, and why others are not."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from rulewright.base.findings import Finding, Span
from rulewright.base.messages.messages import tell
from rulewright.book.wording import Part
from rulewright.entries.domains import Axis
from rulewright.entries.text import Target

Tried = tuple[tuple[str, str], ...]
"""Inputs that a proof tries only in part, each with its range, such as (Distance, 1–30)."""


def tried_ranges(axes: Iterable[Axis]) -> Tried:
    """Return the test range of each axis that has one."""
    parts = {axis.name: axis.domain for axis in axes if axis.domain.proof_keys() != axis.domain.keys}
    return tuple(
        (domain.title.words if domain.title else name.replace("-", " "), domain.describe(domain.proof_keys()))
        for name, domain in parts.items()
    )


def tried_data(tried: Tried) -> list[dict[str, str]]:
    """Return the ranges for JSON, as a list because two inputs may have one title."""
    return [{"input": title, "range": words} for title, words in tried]


def tried_words(tried: Tried) -> str:
    """Return text such as `Distance 1–30, FFAR −6 to 20`."""
    return ", ".join(f"{title} {words}" for title, words in tried)


class Grade(Enum):
    """How much it is worth that a statement agrees with the code; `grades` says how this is decided.

    STATED is for a fact or a claim without a proof.
    """

    DERIVED = tell("derived")
    RESTATED = tell("restated")
    REPEATED = tell("repeated")
    PARTLY = tell("partly covered")
    SEARCHED = tell("searched")
    UNPROVED = tell("not proved")
    STATED = tell("stated")


class State(Enum):
    """Whether a printed statement agrees with the rules code; SEARCHED if only some combinations were compared."""

    PROVED = "proved"
    SEARCHED = "searched"
    FAILED = "failed"
    UNPROVED = "unproved"
    STATED = "stated"


@dataclass(frozen=True, slots=True)
class Statement:
    """A printed statement that code can prove: a cell, a claim, a fact or the result of an example's step.

    `cases` counts the input combinations compared. If none were compared, `function` is empty and `reason` says why.
    `parts` are the factors or summands of a step's result. `key` says where the statement holds: the keys of a cell,
    the condition of a claim, the id of a fact, the call of a step. `tried` are the ranges of inputs that the proof
    covers. `grade` is the worth of the proof, None for a step of an example. `rules` are the numbers of other rules
    from which the code computes the statement.
    """

    kind: str
    owner: Target
    text: str
    span: Span
    state: State = State.UNPROVED
    function: str = ""
    cases: int = 0
    reason: str = ""
    parts: tuple[Part, ...] = ()
    key: str = ""
    tried: Tried = ()
    grade: Grade | None = Grade.UNPROVED
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one proof; `compared` and `open` count the combinations compared and those left open."""

    statements: tuple[Statement, ...]
    findings: tuple[Finding, ...] = ()
    compared: int = 0
    open: int = 0


def join_outcomes(outcomes: Sequence[Outcome], statements: Iterable[Statement] | None = None) -> Outcome:
    """Join several outcomes; `statements`, if given, replace theirs."""
    joined = (statement for outcome in outcomes for statement in outcome.statements)
    return Outcome(
        tuple(joined if statements is None else statements),
        tuple(finding for outcome in outcomes for finding in outcome.findings),
        sum(outcome.compared for outcome in outcomes),
        sum(outcome.open for outcome in outcomes),
    )


@dataclass(frozen=True, slots=True)
class FunctionSource:
    """The source of a function, shown beside the statements that it proves."""

    name: str
    docstring: str
    file: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class MutantCounts:
    """How many mutants the proof killed, how many survived, and how many are equivalent to the original."""

    killed: int
    survived: int
    equivalent: int
    seconds: float = field(default=0.0, compare=False)

    @property
    def made(self) -> int:
        """The number of mutants that differ from the original."""
        return self.killed + self.survived


@dataclass(frozen=True, slots=True)
class CodeMutantCounts:
    """How many mutants of the rules code a printed statement notices, and how many go unnoticed."""

    noticed: int
    unnoticed: int
    seconds: float = field(default=0.0, compare=False)

    @property
    def made(self) -> int:
        return self.noticed + self.unnoticed


@dataclass(frozen=True)
class ProofReport:
    """All statements of a game with their states; `ran` is false if no rules code ran.

    `compared` counts the input combinations compared for each table, reference, fact and example, and `open` those left
    out because the sources leave the answer open. `mutants` and `code_mutants` are None if no mutants were tried.
    """

    statements: tuple[Statement, ...] = ()
    findings: tuple[Finding, ...] = ()
    compared: Mapping[Target, int] = field(default_factory=dict)
    open: int = 0
    functions: Mapping[str, FunctionSource] = field(default_factory=dict)
    ran: bool = False
    mutants: MutantCounts | None = None
    code_mutants: CodeMutantCounts | None = None
    jail: tuple[str, ...] = ()
    """The parts of the system's jail that contained the rules code."""

    def of(self, owner: Target) -> tuple[Statement, ...]:
        return tuple(self._by_owner.get(owner, ()))

    @cached_property
    def _by_owner(self) -> Mapping[Target, Sequence[Statement]]:
        by_owner: dict[Target, list[Statement]] = {}
        for statement in self.statements:
            by_owner.setdefault(statement.owner, []).append(statement)
        return by_owner

    def cell(self, span: Span) -> Statement | None:
        return self._cells.get(span)

    @cached_property
    def _cells(self) -> Mapping[Span, Statement]:
        """The first cell at each place."""
        return {each.span: each for each in reversed(self.statements) if each.kind == "cell"}

    @cached_property
    def coverage(self) -> Mapping[str, int]:
        """Count the statements for the report and JSON output, except those that are only stated.

        Steps of examples and searched statements appear only if there are any.
        """
        counts = {"cells": 0, "proved": 0, "claims": 0, "claims_proved": 0, "facts": 0, "facts_proved": 0}
        asked = [statement for statement in self.statements if statement.state is not State.STATED]
        if any(statement.kind == "example" for statement in asked):
            counts |= {"examples": 0, "examples_proved": 0}
        if searched := sum(statement.state is State.SEARCHED for statement in self.statements):
            counts["searched"] = searched
        for statement in asked:
            counts[f"{statement.kind}s"] += 1
            counts["proved" if statement.kind == "cell" else f"{statement.kind}s_proved"] += (
                statement.state is State.PROVED
            )
        return {**counts, "cases": sum(self.compared.values()), "open": self.open}

    def grades(self) -> dict[str, dict[str, int]]:
        """Count the cells, claims and facts of each grade; empty kinds and grades are left out."""
        return {
            f"{kind}s": grade_counts(each for each in self.statements if each.kind == kind)
            for kind in ("cell", "claim", "fact")
            if any(each.kind == kind for each in self.statements)
        }


def grade_counts(statements: Iterable[Statement]) -> dict[str, int]:
    """Count statements by grade, the best grade first."""
    counts = Counter(statement.grade for statement in statements if statement.grade is not None)
    return {grade.value: counts[grade] for grade in Grade if counts[grade]}
