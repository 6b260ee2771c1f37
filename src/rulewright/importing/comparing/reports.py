"""Reports of a comparison for `rulewright compare`: text, JSON, or an HTML page with both sides next to each other."""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from rulewright.book.game import Game
from rulewright.importing.comparing.comparison import Comparison, Pair, Verdict
from rulewright.importing.comparing.matching import Difference, DifferenceKind
from rulewright.importing.comparing.statements import Statement


def comparison_lines(comparison: Comparison, game: str) -> Iterator[str]:
    """Yield a paragraph for each statement that nothing accounts for, then the counts."""
    for pair in comparison.pairs:
        if not pair.is_accounted:
            yield f"{pair.source.span}: {pair.verdict.value}: {shown(pair.source)}"
            yield from (f"    {difference_words(each)}" for each in pair.differences)
            yield from (f"    {each.span} says: {shown(each)}" for each in pair.matching)
            yield f"    {settlement_to_paste(pair)}"
            yield ""
    yield coverage_line(comparison, game)
    added = len(comparison.added)
    statements = "1 statement of the game is" if added == 1 else f"{added} statements of the game are"
    yield f"{statements} in no source"


def coverage_line(comparison: Comparison, game: str) -> str:
    """Return the counts of statements that are accounted for, by reason."""
    counts = Counter(pair.accounted_by for pair in comparison.pairs)
    return (
        f"{game}: {comparison.accounted_count:,} of {len(comparison.pairs):,} statements accounted for: "
        f"{counts['same']:,} same, {counts['paraphrased']:,} paraphrased, {counts['erratum']:,} by errata, "
        f"{counts['settled']:,} settled"
    )


def shown(statement: Statement) -> str:
    """Return the words of a statement after its labels: `“Eel · Muddy · 2”`."""
    return f"“{' · '.join(filter(None, (*statement.labels, statement.text)))}”"


def difference_words(difference: Difference) -> str:
    """Describe a difference in a few words."""
    if difference.added:
        return "the game denies something here, and the source does not"
    match difference.kind:
        case DifferenceKind.NUMBER:
            return f"the number {difference.words} is missing"
        case DifferenceKind.NAME:
            return f"{difference.words} is missing"
        case DifferenceKind.NEGATION:
            return "the source denies something here, and the game does not"
        case DifferenceKind.WORDS:
            return f"“{difference.words}” is missing"
        case DifferenceKind.EMPHASIS:
            return f"the emphasis on “{difference.words}” is missing"


def settlement_to_paste(pair: Pair) -> str:
    """Return YAML that settles a pair; a person fills in the reason."""
    ids = ", ".join(each.id for each in pair.matching)
    said_by_game = f", said: [{ids}]" if ids else ""
    return f"settled: {{{pair.source.id}: {{because: …{said_by_game}}}}}"


def comparison_json(comparison: Comparison, game: str) -> str:
    """Return every statement of the source with its verdict and place, and the matching statements of the game."""
    counts = Counter(pair.verdict.value for pair in comparison.pairs)
    document = {
        "game": game,
        "coverage": {"statements": len(comparison.pairs), "accounted": comparison.accounted_count, **counts},
        "statements": [_pair_data(pair) for pair in comparison.pairs],
        "added": [_statement_data(each) for each in comparison.added],
    }
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _pair_data(pair: Pair) -> dict[str, Any]:
    settlement = pair.settlement
    return {
        **_statement_data(pair.source),
        "verdict": pair.verdict.value,
        "accounted": pair.is_accounted,
        "differences": [
            {"kind": each.kind.value, "words": each.words, "added": each.added} for each in pair.differences
        ],
        "erratum": pair.erratum or None,
        "settled": settlement
        and {"because": settlement.because, "said": list(settlement.statements), "stale": pair.stale},
        "found": [_statement_data(each) for each in pair.matching],
    }


def _statement_data(statement: Statement) -> dict[str, Any]:
    span = statement.span
    return {
        "id": statement.id,
        "kind": statement.kind.value,
        "text": statement.text,
        "path": list(statement.path),
        "beside": list(statement.labels),
        "emphasis": list(statement.emphasised),
        "owner": statement.owner or None,
        "file": span.file,
        "line": span.line,
        "column": span.column,
    }


def comparison_html(comparison: Comparison, game: Game, project: Path) -> str:
    """Return a page with the pairs below each heading of the source, and what only the game says."""
    from rulewright.html.environment import rendered
    from rulewright.outputs.report.frame import report_style

    counts = Counter(pair.verdict for pair in comparison.pairs)
    by_heading = groupby(comparison.pairs, key=lambda pair: (pair.source.span.file, pair.source.path))
    page = rendered(
        project,
        "report/comparison.html.j2",
        "en",
        comparison=comparison,
        game=game.title,
        style=report_style(game, project, "report/comparison.css"),
        verdicts=[(each.value, counts[each]) for each in reversed(Verdict) if counts[each]],
        sections=[(" › ".join(path) or file, [*map(_row_of_page, pairs)]) for (file, path), pairs in by_heading],
    )
    return page + "\n"


def _row_of_page(pair: Pair) -> tuple[Pair, list[str], str]:
    """Return a pair with its differences in words, and YAML that settles it unless it is accounted for."""
    return pair, [*map(difference_words, pair.differences)], "" if pair.is_accounted else settlement_to_paste(pair)
