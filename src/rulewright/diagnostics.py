"""Findings are values: what is wrong, where, in whose words, and what to do about it.

Imports nothing of the package: every stage may report.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum


class Severity(Enum):
    """How much a finding weighs: an error refuses the build, a warning and a note do not."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Stage(Enum):
    """When a finding is made: on the machine itself, or in a stage of the pipeline."""

    MACHINE = "The machine"
    READ = "Reading the source"
    DECODE = "Making sense of it"
    LINK = "Linking"
    CHECK = "Checks"
    PROVE = "Proof"
    MUTATE = "Mutants"
    PRINT = "Print"
    READ_BACK = "Reading back the print"

    @property
    def waivable(self) -> bool:
        """Without what the first stages demand there is no book to go on with."""
        return self not in (Stage.MACHINE, Stage.READ, Stage.DECODE, Stage.LINK)


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of one line of a source file: path relative to the project, line and column from 1."""

    file: str
    line: int = 0
    column: int = 0
    length: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


@dataclass(frozen=True, slots=True)
class Label:
    """A second place that explains a finding."""

    span: Span
    message: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding.

    `name` is stable (`gap-in-table`), and so is what it is `about`: the author's words for the thing at fault, as in
    `damage: score 7`, which hold when lines move. Together they are the finding's id.

    `example` is text to paste elsewhere, and `example_is` says what kind of text: a failing test, or the row to add.
    `waivable` is known once the finding has an id (`waivers.py`). `unreadable` marks input that could not be read at
    all, which is exit status 2, not 1.
    """

    name: str
    span: Span
    message: str
    hint: str = ""
    labels: tuple[Label, ...] = ()
    severity: Severity = Severity.ERROR
    example: str = ""
    unreadable: bool = False
    about: str = ""
    example_is: str = "a test to paste"
    waivable: bool = False

    @property
    def id(self) -> str:
        """What a waiver names: `gap-in-table/damage: score 7`."""
        return f"{self.name}/{self.about}" if self.about else self.name


@dataclass(frozen=True, slots=True)
class FindingKind:
    """What a check can find: the name that never changes, and how grave it usually is.

    A check makes its findings here and nowhere else, so that it cannot yield a name that the catalogue lacks.
    """

    name: str
    severity: Severity = Severity.ERROR
    waivable: bool = True

    def at(
        self,
        span: Span,
        message: str,
        hint: str = "",
        labels: tuple[Label, ...] = (),
        severity: Severity | None = None,
        *,
        about: str,
    ) -> Diagnostic:
        """A finding of this kind at a place of the source; `about` makes its id, by which authors waive it."""
        return Diagnostic(self.name, span, message, hint, labels, severity or self.severity, about=about)


@dataclass(frozen=True, slots=True)
class Waived:
    """A finding that the source waives, for which reason and where it says so."""

    finding: Diagnostic
    reason: str
    span: Span


@dataclass(slots=True)
class Faults:
    """The findings of one run, in the order in which the stages met them; what is waived weighs nothing."""

    found: list[Diagnostic] = field(default_factory=list)
    waived: list[Waived] = field(default_factory=list)

    def add(self, diagnostic: Diagnostic) -> None:
        self.found.append(diagnostic)

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.found.extend(diagnostics)

    @property
    def fatal(self) -> bool:
        """Whether a later stage would only repeat what is wrong already."""
        return any(d.severity is Severity.ERROR for d in self.found)

    @property
    def status(self) -> int:
        """Exit status by the contract: 0 fine, 1 errors found, 2 input that cannot be read."""
        if any(d.unreadable for d in self.found):
            return 2
        return 1 if self.fatal else 0

    def sorted(self) -> list[Diagnostic]:
        """By file and position; findings of one place keep their order."""
        return sorted(self.found, key=lambda d: (d.span.file, d.span.line, d.span.column))
