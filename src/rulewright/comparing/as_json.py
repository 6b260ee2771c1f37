"""A comparison as JSON, for programs."""

import json
from typing import Any

from rulewright.comparing.comparison import Comparison, Pair
from rulewright.comparing.statement import Statement


def comparison_json(comparison: Comparison, game: str) -> str:
    """Every statement with its verdict and its place, and those of the game with theirs."""
    counts: dict[str, int] = {}
    for pair in comparison.pairs:
        counts[pair.verdict.value] = counts.get(pair.verdict.value, 0) + 1
    document = {
        "game": game,
        "coverage": {"statements": len(comparison.pairs), "accounted": comparison.accounted, **counts},
        "statements": [_pair(pair) for pair in comparison.pairs],
        "added": [_statement(each) for each in comparison.added],
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _pair(pair: Pair) -> dict[str, Any]:
    settled = pair.settlement
    return {
        **_statement(pair.source),
        "verdict": pair.verdict.value,
        "accounted": pair.accounted,
        "differences": [{"kind": e.kind.value, "words": e.words, "added": e.added} for e in pair.differences],
        "erratum": pair.erratum or None,
        "settled": settled and {"because": settled.because, "said": list(settled.said), "stale": pair.stale},
        "found": [_statement(each) for each in pair.found],
    }


def _statement(statement: Statement) -> dict[str, Any]:
    span = statement.span
    return {
        "id": statement.id,
        "kind": statement.kind.value,
        "text": statement.text,
        "path": list(statement.path),
        "beside": list(statement.beside),
        "emphasis": list(statement.strong),
        "owner": statement.owner or None,
        "file": span.file,
        "line": span.line,
        "column": span.column,
    }
