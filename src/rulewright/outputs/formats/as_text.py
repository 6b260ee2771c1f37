"""Findings and summaries of a run as text for a terminal, as compilers print them.

    game.yaml:3:7: error[gap]: no row for 3
      3 | rows: {1-2: 0, 4-6: 1}
        |       ^^^^^^^^^^^^^^^^
      help: add a row for 3

A waiver and YAML to paste may follow.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import fill

from rulewright.base.findings import Finding, LinesOfFiles, Severity, Span, counted
from rulewright.base.messages.messages import all_of
from rulewright.base.visible import visible
from rulewright.book.translations import Translated
from rulewright.proof.report import CodeMutantCounts, MutantCounts, ProofReport, State, tried_words

RED, YELLOW, BLUE, BOLD, DIM, OFF = "\x1b[31m", "\x1b[33m", "\x1b[34m", "\x1b[1m", "\x1b[2m", "\x1b[0m"
INK = {Severity.ERROR: RED, Severity.WARNING: YELLOW, Severity.NOTE: BLUE}
JAIL_PARTS = {"linux": ("Landlock", "seccomp"), "darwin": ("sandbox-exec",), "win32": ("a job object",)}
"""The parts of the jail that each system can offer."""
COLUMNS = 110
"""Characters of a source line to print; a longer line is cut on both sides of the finding."""


def findings_text(findings: Iterable[Finding], texts: Mapping[str, str], *, colour: bool) -> str:
    """Return all findings with excerpts from `texts`, the source files by name."""
    files = LinesOfFiles(texts)
    return "\n".join("\n".join(_finding_lines(finding, files, colour)) + "\n" for finding in findings)


def _finding_lines(finding: Finding, files: LinesOfFiles, colour: bool) -> Iterator[str]:
    ink, bold, off = (INK[finding.severity], BOLD, OFF) if colour else ("", "", "")
    yield f"{bold}{finding.span}: {ink}{finding.severity.value}[{finding.name}]{off}{bold}: {finding.message}{off}"
    yield from _excerpt(finding.span, files, ink, off)
    for label in finding.labels:
        yield f"  {label.span}: {label.message}"
        yield from _excerpt(label.span, files, BLUE if colour else "", off)
    if finding.hint:
        yield "  " + f"help: {finding.hint}"
    if finding.waiver:
        yield f"  {DIM if colour else ''}{finding.waiver}{off}"
    if finding.example:
        yield f"  {finding.example_is}:"
        yield from (f"    {line}" if line else "" for line in finding.example.rstrip().split("\n"))


def _excerpt(span: Span, files: LinesOfFiles, ink: str, off: str) -> Iterator[str]:
    """Yield the line with carets under the span; nothing if the text of the file is missing.

    `ink` and `off` are the codes that colour the carets, or empty.
    """
    if (written := files.at(span)) is None:
        return
    line = written.replace("\t", " ")
    column = span.column - 1
    cut = max(0, column - COLUMNS // 2) if len(line) > COLUMNS else 0
    end = cut + COLUMNS
    before, marked = visible(line[cut:column]), visible(line[column : min(column + span.length, end)])
    gutter = " " * len(str(span.line))
    yield f"  {span.line} | {visible(line[cut:end])}"
    yield f"  {gutter} | {' ' * len(before)}{ink}{'^' * max(1, len(marked))}{off}"


def summary(game: str, findings: Iterable[Finding], proof: ProofReport, waived: int = 0) -> str:
    """Return one line for a game: its number of findings and, if a proof ran, the grades of what is proved."""
    counts = Counter(finding.severity for finding in findings)
    errors, warnings, notes = (counts[each] for each in (Severity.ERROR, Severity.WARNING, Severity.NOTE))
    parts = [
        counted(errors, "error") if errors else "no errors",
        counted(warnings, "warning") if warnings else "no warnings",
    ]
    if notes:
        parts.append(counted(notes, "note"))
    if waived:
        parts.append(f"{waived} waived")
    line = f"{visible(game)}: {', '.join(parts)}"
    if not proof.ran:
        return line
    coverage = proof.coverage
    graded = [_graded(kind, grades) for kind, grades in proof.grades().items()]
    if "examples" in coverage:
        graded.append(f"{coverage['examples_proved']} of {counted(coverage['examples'], 'example step')} run")
    return "; ".join((line, *graded, f"{coverage['cases']:,} cases compared"))


def _graded(kind: str, grades: Mapping[str, int]) -> str:
    """Return text such as `11 cells: 6 derived, 5 repeated`."""
    parts = ", ".join(f"{count:,} {grade}" for grade, count in grades.items())
    return f"{counted(sum(grades.values()), kind.removesuffix('s'))}: {parts}"


def tried_text(proof: ProofReport, *, verbose: bool = False) -> str:
    """Return a line on the inputs that the proof tried only within a range: their number, or all if `verbose`."""
    proved = (statement for statement in proof.statements if statement.state is State.PROVED)
    inputs = dict.fromkeys(each for statement in proved for each in statement.tried)
    if not inputs:
        return ""
    if not verbose:
        return f"  {counted(len(inputs), 'input')} tried only within a range: see the report, or --verbose\n"
    line = f"tried only within a range: {tried_words(tuple(inputs))}"
    return fill(visible(line), COLUMNS, initial_indent="  ", subsequent_indent="  ") + "\n"


def translations_text(translations: Iterable[Translated]) -> str:
    """Return a line for each translation."""
    return "".join(f"  {each.words}\n" for each in translations)


def mutants_summary(game: str, counts: MutantCounts) -> str:
    """Return one line on the mutants and how many the proof missed."""
    result = f"{counts.survived:,} survived" if counts.survived else "all killed"
    line = f"{visible(game)}: {counts.made:,} mutants, {result}, in {counts.seconds:.1f} s"
    if not counts.equivalent:
        return line
    return f"{line}; {counts.equivalent:,} more are equivalent to the original"


def code_mutants_summary(game: str, counts: CodeMutantCounts) -> str:
    """Return one line on the mutants of the rules code."""
    result = f"{counts.unnoticed:,} unnoticed" if counts.unnoticed else "all noticed"
    return f"{visible(game)}: {counted(counts.made, 'mutant')} of the rules code, {result}, in {counts.seconds:.1f} s"


def jail_summary(game: str, jail: Sequence[str], platform: str = sys.platform) -> str:
    """Return one line on what contained the rules code: `jail` are the parts that this system offered."""
    missing = [part for part in JAIL_PARTS.get(platform, ()) if part not in jail]
    jail_words = all_of(("Python's fence", *jail))
    line = f"{visible(game)}: the rules code was contained by {jail_words}"
    return f"{line}; this system lacks {all_of(missing)}" if missing else line
