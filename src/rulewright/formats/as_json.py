"""Findings and coverage as JSON."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rulewright.findings import Finding, Span, Waived
from rulewright.formats.results import Results
from rulewright.proof.report import CodeMutantCounts, MutantCounts, State, Statement, tried_data
from rulewright.visible import escape_hidden


def report_json(results: Results) -> str:
    """Return findings, waived findings and statements of all games, with sums of coverage and grades."""
    findings = [_finding(game, finding) for game, result in results.items() for finding in result.findings]
    waived = [_waived(game, each) for game, result in results.items() for each in result.waived]
    coverage: dict[str, int] = {}
    for result in results.values():
        for name, count in result.proof.coverage.items():
            coverage[name] = coverage.get(name, 0) + count
    mutants = [result.proof.mutants for result in results.values() if result.proof.mutants is not None]
    altered = {"mutants": _mutants(mutants)} if mutants else {}
    code = [result.proof.code_mutants for result in results.values() if result.proof.code_mutants is not None]
    altered |= {"code_mutants": _code_mutants(code)} if code else {}
    statements = [_statement(game, s) for game, result in results.items() for s in result.proof.statements]
    translated = [{"game": game, **asdict(each)} for game, result in results.items() for each in result.translations]
    translations = {"translations": translated} if translated else {}
    counts = {"coverage": coverage, "grades": _grades(results), **altered}
    return dump({"findings": findings, **counts, **translations, "waived": waived, "statements": statements})


def _grades(results: Results) -> dict[str, dict[str, int]]:
    """Count the cells, claims and facts of all games by grade."""
    grades: dict[str, dict[str, int]] = {}
    for result in results.values():
        for kind, counts in result.proof.grades().items():
            sums = grades.setdefault(kind, {})
            for grade, count in counts.items():
                sums[grade] = sums.get(grade, 0) + count
    return grades


def _mutants(counts: Sequence[MutantCounts]) -> dict[str, int]:
    return {name: sum(getattr(each, name) for each in counts) for name in ("made", "killed", "survived", "equivalent")}


def _code_mutants(counts: Sequence[CodeMutantCounts]) -> dict[str, int]:
    return {name: sum(getattr(each, name) for each in counts) for name in ("made", "noticed", "unnoticed")}


def dump(value: Any) -> str:
    """Return JSON text; invisible characters are escaped."""
    return escape_hidden(json.dumps(value, ensure_ascii=False, indent=1)) + "\n"


def place(span: Span) -> dict[str, Any]:
    """Return a place; `cell` is the address in a spreadsheet."""
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
