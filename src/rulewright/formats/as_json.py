"""Findings and coverage as JSON, in the form of the contract."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from rulewright.diagnostics import Diagnostic, Span
from rulewright.grid import PrintedCell
from rulewright.proof.report import ProofReport, State

Results = Mapping[str, tuple[Iterable[Diagnostic], ProofReport]]
"""Findings and proof of each game by its name."""


def report_json(results: Results) -> str:
    """`findings` of all games together, `coverage` summed, and each statement with what proves it."""
    findings = [_finding(game, finding) for game, (found, _) in results.items() for finding in found]
    coverage: dict[str, int] = {}
    for _, proof in results.values():
        for name, count in proof.coverage().items():
            coverage[name] = coverage.get(name, 0) + count
    statements = [_statement(game, s) for game, (_, proof) in results.items() for s in proof.statements]
    return dump({"findings": findings, "coverage": coverage, "statements": statements})


def dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def place(span: Span) -> dict[str, Any]:
    return {"file": span.file, "line": span.line, "column": span.column}


def _finding(game: str, finding: Diagnostic) -> dict[str, Any]:
    return {
        "name": finding.name,
        "severity": finding.severity.value,
        "message": finding.message,
        **place(finding.span),
        "hint": finding.hint,
        "game": game,
        "labels": [{"message": label.message, **place(label.span)} for label in finding.labels],
        "example": finding.example,
    }


def _statement(game: str, statement: Any) -> dict[str, Any]:
    return {
        "kind": statement.kind,
        "game": game,
        "owner": statement.owner.id,
        "text": statement.text,
        **place(statement.span),
        "state": statement.state.value,
        "proved_by": statement.function if statement.state is State.PROVED else None,
        "cases": statement.cases,
        "reason": statement.reason,
    }


def cells_json(cells: Iterable[tuple[str, PrintedCell, ProofReport]]) -> str:
    """Every printed cell: the game, the cell and the proof that may cover it."""
    return dump([_cell(game, cell, proof) for game, cell, proof in cells])


def _cell(game: str, cell: PrintedCell, proof: ProofReport) -> dict[str, Any]:
    statement = proof.cell(cell.case.span)
    proved = statement is not None and statement.state is State.PROVED
    return {
        "game": game,
        "table": cell.table.id,
        "policy": cell.table.policy.value,
        "key": cell.keys[0],
        "or": list(cell.keys[1:]),
        "text": cell.text,
        **place(cell.case.span),
        "proved_by": statement.function if statement is not None and proved else None,
    }
