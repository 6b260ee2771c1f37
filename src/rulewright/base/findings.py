"""Findings are values: what is wrong, where, and what the author can do about it.

Every stage makes findings, so this module imports very little. A finding holds only visible characters, so every format
can print it.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum

from rulewright.base.limits import FINDINGS, Limit
from rulewright.base.visible import visible, visible_lines


class Severity(Enum):
    """An error stops the build; a warning or a note does not."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Stage(Enum):
    """What reports a finding: the machine itself, or a stage of the pipeline."""

    MACHINE = "The machine"
    READ = "Reading the source"
    DECODE = "Making sense of it"
    LINK = "Linking"
    CHECK = "Checks"
    PROVE = "Proof"
    MUTATE = "Mutants"
    PRINT = "Print"
    READ_BACK = "Reading back the print"
    COMPARE = "Comparison with a source"

    @property
    def waivable(self) -> bool:
        """Whether a waiver can set the finding aside. Earlier stages leave no book; `compare` has settlements."""
        return self not in (Stage.MACHINE, Stage.READ, Stage.DECODE, Stage.LINK, Stage.COMPARE)


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Part of one line of a source file: path relative to the project, line and column from 1.

    In a spreadsheet `cell` is the address, B3 or Weapons!B3, and the lines are the rows as findings show them.
    """

    file: str
    line: int = 0
    column: int = 0
    length: int = 1
    cell: str = ""

    def __str__(self) -> str:
        file = visible(self.file)
        place = f"{file}:{self.line}:{self.column}" if self.line else file
        return f"{place} ({visible(self.cell)})" if self.cell else place

    @property
    def text(self) -> str:
        """The name of the text that has the line: the file or one of its sheets."""
        sheet, sign, _ = self.cell.rpartition("!")
        return f"{self.file}!{sheet}" if sign else self.file


class LinesOfFiles:
    """The lines of source files by file name; each file is split once."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = texts
        self._lines: dict[str, list[str]] = {}

    def of(self, file: str) -> list[str]:
        if file not in self._lines:
            self._lines[file] = self.texts[file].split("\n") if file in self.texts else []
        return self._lines[file]

    def at(self, span: Span) -> str | None:
        """Return the line of a place, or None if the text of the file is missing."""
        lines = self.of(span.text)
        return lines[span.line - 1] if 0 < span.line <= len(lines) else None


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return `1 cell` or `2,000 cells`; `plural` is for nouns that take more than an s."""
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"


TEST_TO_PASTE = "a test to paste"
WHY = "why it may stay"
"""What an author writes as the reason of a waiver."""


@dataclass(frozen=True, slots=True)
class Label:
    """A second place that explains a finding."""

    span: Span
    message: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "message", visible(self.message))


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong at a place of the source, with a hint for the author.

    - `name` and `about` make the id. Neither changes when lines move: `gap-in-table`, and `damage: score 7`, the
      author's words for the subject.
    - `example` is text to paste elsewhere; `example_is` says what it is: a failing test, or the row to add.
    - `unknown` is a name that leads to nothing. The finding is dropped if the entry of that name could not be read.
    - `other` says it in a few words for a draft, which prints them beside the author's: `score() answers 4`.
    - `why` is a placeholder in the waiver for the author's reason.
    - `waivable` is set together with the id (`waivers.py`).
    - `unreadable` means that input could not be read at all: exit status 2 instead of 1.
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
    example_is: str = TEST_TO_PASTE
    waivable: bool = False
    unknown: str = ""
    other: str = ""
    why: str = WHY

    def __post_init__(self) -> None:
        for name in ("message", "hint", "about"):
            object.__setattr__(self, name, visible(getattr(self, name)))
        object.__setattr__(self, "example", visible_lines(self.example))

    @property
    def id(self) -> str:
        """The id that a waiver names: `gap-in-table/damage: score 7`."""
        return f"{self.name}/{self.about}" if self.about else self.name

    @property
    def waiver(self) -> str:
        """The source line that waives the finding; empty if it cannot be waived."""
        return f"waivers: {{{json.dumps(self.id, ensure_ascii=False)}: {self.why}}}" if self.waivable else ""


def over_limit(limit: Limit, what: str, span: Span, hint: str) -> Finding:
    """Make the finding that something exceeds a limit; `what` begins its message: `'cells' has 50,000 entries`."""
    message = f"{what}, and the limit is {limit.most:,}"
    return Finding("over-limit", span, message, f"{hint}; rulewright explain limits", unreadable=True)


@dataclass(frozen=True, slots=True)
class FindingKind:
    """A kind of finding: a name that never changes, and the usual severity.

    Checks make findings only with `at`, so no check can yield a name that the catalogue lacks.
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
    ) -> Finding:
        """Make a finding at a place of the source; `about` goes into the id, which a waiver names."""
        return Finding(self.name, span, message, hint, labels, severity or self.severity, about=about)


@dataclass(frozen=True, slots=True)
class Waived:
    """A finding that the source waives, with the reason and the place of the waiver."""

    finding: Finding
    reason: str
    span: Span


@dataclass(slots=True)
class Findings:
    """The findings of one run in the order of the stages; waived findings do not count."""

    items: list[Finding] = field(default_factory=list)
    waived: list[Waived] = field(default_factory=list)

    def add(self, finding: Finding) -> None:
        self.items.append(finding)

    def extend(self, findings: Iterable[Finding]) -> None:
        self.items.extend(findings)

    def drop_echoes(self, unread: Collection[str] | None) -> None:
        """Drop findings on names whose entries could not be read (`unread`; None if that may be any entry)."""
        self.items[:] = [
            each for each in self.items if not each.unknown or (unread is not None and each.unknown not in unread)
        ]

    @property
    def fatal(self) -> bool:
        """Whether an error stops the run: later stages would only repeat it."""
        return any(each.severity is Severity.ERROR for each in self.items)

    @property
    def status(self) -> int:
        """The exit status: 0 fine, 1 errors, 2 unreadable input."""
        if any(each.unreadable for each in self.items):
            return 2
        return 1 if self.fatal else 0

    def sorted(self) -> list[Finding]:
        """Return the findings by file and position; of each name at most `limits.FINDINGS`, then a count."""
        return list(_listed(sorted(self.items, key=lambda each: (each.span.file, each.span.line, each.span.column))))


def _listed(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the first findings of each name, then for each name a finding that counts the rest."""
    by_name: dict[str, list[Finding]] = {}
    for finding in findings:
        same = by_name.setdefault(finding.name, [])
        same.append(finding)
        if len(same) <= FINDINGS.most:
            yield finding
    for name, same in by_name.items():
        if rest := same[FINDINGS.most :]:
            worst = min((each.severity for each in rest), key=list(Severity).index)
            message = f"{len(rest):,} more findings of {name!r} from here on are not listed"
            hint = f"fix the first {FINDINGS.most:,} and check again"
            yield Finding("unlisted", rest[0].span, message, hint, severity=worst, about=name)
