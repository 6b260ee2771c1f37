"""Findings as compilers print them: place, name, message, the line with a caret, a hint, a waiver, a text to paste."""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import fill

from rulewright.alterations.counts import KindCount
from rulewright.diagnostics import Diagnostic, LinesOfFiles, Severity, Span
from rulewright.model.names import count_text
from rulewright.model.translated import Translated
from rulewright.proof.ranges import tried_words
from rulewright.proof.report import CodeMutantCounts, MutantCounts, ProofReport, State
from rulewright.visible import visible

RED, YELLOW, BLUE, BOLD, DIM, OFF = "\x1b[31m", "\x1b[33m", "\x1b[34m", "\x1b[1m", "\x1b[2m", "\x1b[0m"
INK = {Severity.ERROR: RED, Severity.WARNING: YELLOW, Severity.NOTE: BLUE}
JAIL = {"linux": ("Landlock", "seccomp"), "darwin": ("sandbox-exec",), "win32": ("a job object",)}
"""The parts of the jail that each system can have."""
WIDEST = 110
"""Columns of a source line that print; a longer line is cut on both sides of the fault."""


def findings_text(findings: Iterable[Diagnostic], texts: Mapping[str, str], *, colour: bool) -> str:
    """All findings with excerpts from `texts`, which holds source files by name."""
    lines = LinesOfFiles(texts)
    return "\n".join("\n".join(_lines(finding, lines, colour)) + "\n" for finding in findings)


def _lines(finding: Diagnostic, lines: LinesOfFiles, colour: bool) -> Iterator[str]:
    ink, bold, off = (INK[finding.severity], BOLD, OFF) if colour else ("", "", "")
    yield f"{bold}{finding.span}: {ink}{finding.severity.value}[{finding.name}]{off}{bold}: {finding.message}{off}"
    yield from _excerpt(finding.span, lines, ink, off)
    for label in finding.labels:
        yield f"  {label.span}: {label.message}"
        yield from _excerpt(label.span, lines, BLUE if colour else "", off)
    if finding.hint:
        yield f"  help: {finding.hint}"
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


def summary(game: str, findings: Iterable[Diagnostic], proof: ProofReport, waived: int = 0) -> str:
    """One line for a game: its number of findings and, if a proof ran, the grades of what is proved."""
    count = dict.fromkeys(Severity, 0)
    for finding in findings:
        count[finding.severity] += 1
    parts = [_many(count[Severity.ERROR], "error"), _many(count[Severity.WARNING], "warning")]
    if count[Severity.NOTE]:
        parts.append(_many(count[Severity.NOTE], "note"))
    if waived:
        parts.append(f"{waived} waived")
    line = visible(f"{game}: {', '.join(parts)}")
    if not proof.ran:
        return line
    coverage = proof.coverage
    graded = [_graded(kind, grades) for kind, grades in proof.grades().items()]
    if "examples" in coverage:
        graded.append(f"{coverage['examples_proved']} of {count_text(coverage['examples'], 'example step')} run")
    return "; ".join((line, *graded, f"{coverage['cases']:,} cases compared"))


def _graded(kind: str, grades: Mapping[str, int]) -> str:
    """`11 cells: 6 derived, 5 repeated`."""
    total = sum(grades.values())
    parts = ", ".join(f"{count:,} {grade}" for grade, count in grades.items())
    return f"{total:,} {kind.removesuffix('s') if total == 1 else kind}: {parts}"


def tried_text(proof: ProofReport, *, verbose: bool = False) -> str:
    """The ranges to which the proof is limited, below the summary: their number, or each; empty if there are none."""
    tried = dict.fromkeys(each for s in proof.statements if s.state is State.PROVED for each in s.tried)
    if not tried:
        return ""
    if not verbose:
        return f"  {count_text(len(tried), 'input')} tried only within a range: see the report, or --verbose\n"
    words = f"tried only within a range: {tried_words(tuple(tried))}"
    return fill(visible(words), WIDEST, initial_indent="  ", subsequent_indent="  ") + "\n"


def translations_text(translations: Iterable[Translated]) -> str:
    """A line for each language below the summary; empty for a game in one."""
    return "".join(f"  {each.words}\n" for each in translations)


def mutants_summary(game: str, counts: MutantCounts) -> str:
    """One line on the mutants, and how many of them the proof missed."""
    result = "all killed" if not counts.survived else f"{counts.survived:,} survived"
    line = f"{visible(game)}: {counts.made:,} mutants, {result}, in {counts.seconds:.1f} s"
    return f"{line}; {counts.equivalent:,} more are equivalent to the original" if counts.equivalent else line


def code_mutants_summary(game: str, counts: CodeMutantCounts) -> str:
    """One line on the mutants of the rules code."""
    result = "all noticed" if not counts.unnoticed else f"{counts.unnoticed:,} unnoticed"
    made = count_text(counts.made, "mutant")
    return f"{visible(game)}: {made} of the rules code, {result}, in {counts.seconds:.1f} s"


def words_table(game: str, counts: Sequence[KindCount]) -> str:
    """How many alterations of printed words were noticed, by kind, and the place of each that was not."""
    tried, noticed = sum(each.tried for each in counts), sum(each.noticed for each in counts)
    width = max(len(each.kind) for each in counts)
    lines = [f"{game}: {noticed:,} of {tried:,} alterations of printed words noticed ({_percent(noticed, tried)})"]
    lines += [
        f"  {each.kind:{width}}  {each.noticed:3} of {each.tried:3}  {_percent(each.noticed, each.tried)}"
        for each in counts
    ]
    lines += [f"{mutant.span}: not noticed: {mutant.words}" for each in counts for mutant in each.unnoticed]
    return "\n".join(map(visible, lines))


def _percent(part: int, whole: int) -> str:
    return f"{part / whole:.0%}" if whole else "–"


def jail_summary(game: str, jail: Sequence[str], platform: str = sys.platform) -> str:
    """One line on what contained the rules code."""
    missing = [part for part in JAIL.get(platform, ()) if part not in jail]
    held = " and ".join(["Python's fence", *jail]) if len(jail) < 2 else f"Python's fence, {' and '.join(jail)}"
    lacks = f"; this system lacks {' and '.join(missing)}" if missing else ""
    return f"{visible(game)}: the rules code was contained by {held}{lacks}"


def _many(count: int, noun: str) -> str:
    return count_text(count, noun) if count else f"no {noun}s"
