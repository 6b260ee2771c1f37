"""Findings as compilers print them: place, name, message, the line with a caret, a hint, a waiver, a text to paste."""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import fill

from rulewright.diagnostics import Diagnostic, LinesOfFiles, Severity, Span
from rulewright.model.translated import Translated
from rulewright.proof.ranges import tried_words
from rulewright.proof.report import CodeMutantCounts, MutantCounts, ProofReport, State
from rulewright.translation.catalogues import ENGLISH, Catalogue
from rulewright.translation.messages import Message, all_of, in_language, joined, tell, tell_number
from rulewright.visible import visible

RED, YELLOW, BLUE, BOLD, DIM, OFF = "\x1b[31m", "\x1b[33m", "\x1b[34m", "\x1b[1m", "\x1b[2m", "\x1b[0m"
INK = {Severity.ERROR: RED, Severity.WARNING: YELLOW, Severity.NOTE: BLUE}
JAIL = {"linux": ("Landlock", "seccomp"), "darwin": ("sandbox-exec",), "win32": (tell("a job object"),)}
"""The parts of the jail that each system can have."""
WIDEST = 110
"""Columns of a source line that print; a longer line is cut on both sides of the fault."""


def findings_text(
    findings: Iterable[Diagnostic], texts: Mapping[str, str], *, colour: bool, words: Catalogue = ENGLISH
) -> str:
    """All findings with excerpts from `texts`, which holds source files by name."""
    lines = LinesOfFiles(texts)
    told = (finding.in_language(words) for finding in findings)
    return "\n".join("\n".join(_lines(finding, lines, colour, words)) + "\n" for finding in told)


def _lines(finding: Diagnostic, lines: LinesOfFiles, colour: bool, words: Catalogue) -> Iterator[str]:
    ink, bold, off = (INK[finding.severity], BOLD, OFF) if colour else ("", "", "")
    yield f"{bold}{finding.span}: {ink}{finding.severity.value}[{finding.name}]{off}{bold}: {finding.message}{off}"
    yield from _excerpt(finding.span, lines, ink, off)
    for label in finding.labels:
        yield f"  {label.span}: {label.message}"
        yield from _excerpt(label.span, lines, BLUE if colour else "", off)
    if finding.hint:
        yield "  " + in_language(tell("help: {hint}", hint=finding.hint), words)
    if finding.waiver:
        yield f"  {DIM if colour else ''}{finding.waiver}{off}"
    if finding.example:
        yield f"  {finding.example_is}:"
        yield from (f"    {line}" if line else "" for line in finding.example.rstrip().split("\n"))


def _excerpt(span: Span, lines: LinesOfFiles, ink: str, off: str) -> Iterator[str]:
    """The line at fault with a caret under it; nothing if the text of the file is missing."""
    if (written := lines.at(span)) is None:
        return
    line = written.replace("\t", " ")
    column = span.column - 1
    cut = max(0, column - WIDEST // 2) if len(line) > WIDEST else 0
    end = cut + WIDEST
    before, fault = visible(line[cut:column]), visible(line[column : min(column + span.length, end)])
    gutter = " " * len(str(span.line))
    yield f"  {span.line} | {visible(line[cut:end])}"
    yield f"  {gutter} | {' ' * len(before)}{ink}{'^' * max(1, len(fault))}{off}"


def summary(game: str, findings: Iterable[Diagnostic], proof: ProofReport, waived: int = 0) -> Message:
    """One line for a game: its number of findings and, if a proof ran, the grades of what is proved."""
    count = dict.fromkeys(Severity, 0)
    for finding in findings:
        count[finding.severity] += 1
    errors, warnings, notes = (count[each] for each in (Severity.ERROR, Severity.WARNING, Severity.NOTE))
    parts = [
        tell_number("{n} error", "{n} errors", errors) if errors else tell("no errors"),
        tell_number("{n} warning", "{n} warnings", warnings) if warnings else tell("no warnings"),
    ]
    if notes:
        parts.append(tell_number("{n} note", "{n} notes", notes))
    if waived:
        parts.append(tell("{count} waived", count=waived))
    line = joined((visible(game), joined(parts)), ": ")
    if not proof.ran:
        return line
    coverage = proof.coverage
    graded = [_graded(kind, grades) for kind, grades in proof.grades().items()]
    if "examples" in coverage:
        proved, steps = coverage["examples_proved"], coverage["examples"]
        graded.append(
            tell_number("{proved} of {n} example step run", "{proved} of {n} example steps run", steps, proved=proved)
        )
    return joined((line, *graded, tell("{count:,} cases compared", count=coverage["cases"])), "; ")


def _graded(kind: str, grades: Mapping[str, int]) -> Message:
    """`11 cells: 6 derived, 5 repeated`."""
    parts = (tell("{count:,} {grade}", count=count, grade=grade) for grade, count in grades.items())
    return joined((_counted(kind, sum(grades.values())), joined(parts)), ": ")


def _counted(kind: str, count: int) -> Message:
    if kind == "cells":
        return tell_number("{n:,} cell", "{n:,} cells", count)
    if kind == "claims":
        return tell_number("{n:,} claim", "{n:,} claims", count)
    return tell_number("{n:,} fact", "{n:,} facts", count)


def tried_text(proof: ProofReport, *, verbose: bool = False, words: Catalogue = ENGLISH) -> str:
    """The ranges to which the proof is limited, below the summary: their number, or each; empty if there are none."""
    tried = dict.fromkeys(each for s in proof.statements if s.state is State.PROVED for each in s.tried)
    if not tried:
        return ""
    if not verbose:
        line = tell_number(
            "{n} input tried only within a range: see the report, or --verbose",
            "{n} inputs tried only within a range: see the report, or --verbose",
            len(tried),
        )
        return f"  {in_language(line, words)}\n"
    line = tell("tried only within a range: {inputs}", inputs=tried_words(tuple(tried)))
    return fill(visible(in_language(line, words)), WIDEST, initial_indent="  ", subsequent_indent="  ") + "\n"


def translations_text(translations: Iterable[Translated], words: Catalogue = ENGLISH) -> str:
    """A line for each language below the summary; empty for a game in one."""
    return "".join(f"  {in_language(each.words, words)}\n" for each in translations)


def mutants_summary(game: str, counts: MutantCounts) -> Message:
    """One line on the mutants, and how many of them the proof missed."""
    result = tell("{count:,} survived", count=counts.survived) if counts.survived else tell("all killed")
    line = tell(
        "{game}: {made:,} mutants, {result}, in {seconds:.1f} s",
        game=visible(game),
        made=counts.made,
        result=result,
        seconds=counts.seconds,
    )
    if not counts.equivalent:
        return line
    return tell("{line}; {count:,} more are equivalent to the original", line=line, count=counts.equivalent)


def code_mutants_summary(game: str, counts: CodeMutantCounts) -> Message:
    """One line on the mutants of the rules code."""
    result = tell("{count:,} unnoticed", count=counts.unnoticed) if counts.unnoticed else tell("all noticed")
    return tell_number(
        "{game}: {n} mutant of the rules code, {result}, in {seconds:.1f} s",
        "{game}: {n} mutants of the rules code, {result}, in {seconds:.1f} s",
        counts.made,
        game=visible(game),
        result=result,
        seconds=counts.seconds,
    )


def jail_summary(game: str, jail: Sequence[str], platform: str = sys.platform) -> Message:
    """One line on what contained the rules code."""
    missing = [part for part in JAIL.get(platform, ()) if part not in jail]
    held = all_of((tell("Python's fence"), *jail))
    line = tell("{game}: the rules code was contained by {jail}", game=visible(game), jail=held)
    return tell("{line}; this system lacks {parts}", line=line, parts=all_of(missing)) if missing else line
