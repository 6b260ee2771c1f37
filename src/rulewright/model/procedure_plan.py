"""What a procedure comes to in a book: where each input of each table comes from, and what each step may give.

`planned` makes it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from rulewright.findings import Span
from rulewright.model.book import Book
from rulewright.model.domain import Domain
from rulewright.model.possible import Possible
from rulewright.model.procedure import ProcedureStep
from rulewright.model.table import Axis, Table


class Comes(Enum):
    """Where an input comes from."""

    ASKED = "asked"
    GIVEN = "given"
    ROLLED = "rolled"
    FIXED = "fixed"


@dataclass(frozen=True, slots=True)
class Source:
    """Where the input of a table comes from: `name` is that of a result, or a value that is always the same."""

    axis: Axis
    comes: Comes
    name: str = ""
    key: int = 0


@dataclass(frozen=True, slots=True)
class Slip:
    """What is wrong with a procedure; `kind` is the name of the finding."""

    kind: str
    span: Span
    message: str
    about: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class PlannedStep:
    """A step in its book; `gives` are its results by name: of its one output, or `step.output` for each."""

    step: ProcedureStep
    table: Table | None
    sources: tuple[Source, ...]
    asked: tuple[Axis, ...]
    gives: Mapping[str, Possible]
    domains: Mapping[str, Domain | None]
    """What its results are the values of, where they are names."""


@dataclass
class Plan:
    """All steps of a procedure, and what is wrong with it; `known` are the results so far, by name.

    Steps at fault are `unsure`: what they give is not known, so nothing is said of steps that take it.
    """

    book: Book
    steps: list[PlannedStep] = field(default_factory=list)
    slips: list[Slip] = field(default_factory=list)
    known: dict[str, Possible] = field(default_factory=dict)
    unsure: set[str] = field(default_factory=set)
    axes: dict[str, Axis] = field(default_factory=dict)
    over: bool = False


def said(found: Possible) -> str:
    """Results in the words of the author."""
    parts = [name for name in sorted(found.names - {None}, key=str) if name]
    parts += [str(low) if low == high else f"{low}..{high}" for low, high in found.numbers.intervals]
    return ", ".join([*parts, *(["nothing"] if None in found.names else [])])
