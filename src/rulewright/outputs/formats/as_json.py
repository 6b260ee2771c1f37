"""Findings and coverage as JSON: what `check --format json` prints, and a file of each build.

`dump` and `place` are shared with other formats.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from rulewright.base.findings import Finding, Span, Waived
from rulewright.base.visible import json_text
from rulewright.outputs.formats.results import Results
from rulewright.proof.report import CodeMutantCounts, MutantCounts, ProofReport, State, Statement, tried_data


def report_json(results: Results) -> str:
    """Return findings, waived findings and statements of all games, with sums of coverage and grades."""
    findings = [_finding(game, finding) for game, result in results.items() for finding in result.findings]
    waived = [_waived(game, each) for game, result in results.items() for each in result.waived]
    statements = [_statement(game, each) for game, result in results.items() for each in result.proof.statements]
    proofs = [result.proof for result in results.values()]
    counts: dict[str, Any] = {"coverage": _sums(proof.coverage for proof in proofs), "grades": _grades(proofs)}
    if mutants := [proof.mutants for proof in proofs if proof.mutants is not None]:
        counts["mutants"] = _sums_of(mutants, "made", "killed", "survived", "equivalent")
    if code_mutants := [proof.code_mutants for proof in proofs if proof.code_mutants is not None]:
        counts["code_mutants"] = _sums_of(code_mutants, "made", "noticed", "unnoticed")
    translations = [{"game": game, **asdict(each)} for game, result in results.items() for each in result.translations]
    if translations:
        counts["translations"] = translations
    return json_text({"findings": findings, **counts, "waived": waived, "statements": statements})


def _sums(counts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Add counts up by name."""
    sums: dict[str, int] = {}
    for each in counts:
        for name, count in each.items():
            sums[name] = sums.get(name, 0) + count
    return sums


def _sums_of(counts: Sequence[MutantCounts] | Sequence[CodeMutantCounts], *names: str) -> dict[str, int]:
    return {name: sum(getattr(each, name) for each in counts) for name in names}


def _grades(proofs: Sequence[ProofReport]) -> dict[str, dict[str, int]]:
    """Count the cells, claims and facts of all games by grade."""
    grades = [proof.grades() for proof in proofs]
    kinds = dict.fromkeys(kind for each in grades for kind in each)
    return {kind: _sums(each.get(kind, {}) for each in grades) for kind in kinds}


def place(span: Span) -> dict[str, Any]:
    """Return a place as JSON; `cell` is its address in a spreadsheet, if it is in one."""
    cell = {"cell": span.cell} if span.cell else {}
    return {"file": span.file, "line": span.line, "column": span.column, **cell}


def _finding(game: str, finding: Finding) -> dict[str, Any]:
    return {
        "name": finding.name,
        "id": finding.id,
        "severity": finding.severity.value,
        "message": finding.message,
        **place(finding.span),
        "hint": finding.hint,
        "game": game,
        "labels": [{"message": label.message, **place(label.span)} for label in finding.labels],
        "example": finding.example,
    }


def _waived(game: str, waived: Waived) -> dict[str, Any]:
    return {**_finding(game, waived.finding), "reason": waived.reason, "waived_at": place(waived.span)}


def _statement(game: str, statement: Statement) -> dict[str, Any]:
    return {
        "kind": statement.kind,
        "game": game,
        "owner": statement.owner.id,
        "key": statement.key,
        "text": statement.text,
        **place(statement.span),
        "state": statement.state.value,
        "grade": statement.grade.value if statement.grade else None,
        "proved_by": statement.function if statement.state is State.PROVED else None,
        "cases": statement.cases,
        "tried": tried_data(statement.tried),
        "reason": statement.reason,
    }
