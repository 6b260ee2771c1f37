"""Write a comparison as text, as JSON, or as a page with both sides next to each other."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from markupsafe import Markup

from rulewright.comparing.comparison import Comparison, Pair, Verdict
from rulewright.comparing.matching import Difference, DifferenceKind
from rulewright.comparing.statement import Statement
from rulewright.model.game import Game

VERDICTS = {
    Verdict.SAME: "same",
    Verdict.PARAPHRASED: "paraphrased",
    Verdict.CHANGED: "changed",
    Verdict.MISSING: "missing",
}


def comparison_lines(comparison: Comparison, game: str) -> Iterator[str]:
    """A paragraph for each statement that is missing or changed without an erratum; then the count."""
    for pair in comparison.pairs:
        if not pair.accounted:
            yield from _paragraph(pair)
    yield coverage_line(comparison, game)
    yield (
        "{n} statement of the game is in no source"
        if len(comparison.added) == 1
        else "{n} statements of the game are in no source"
    ).format(n=len(comparison.added))


def coverage_line(comparison: Comparison, game: str) -> str:
    """`sample: 498 of 503 statements accounted for: 80 same, 390 paraphrased, 8 by errata, 20 settled`."""
    counts = Counter(_account(pair) for pair in comparison.pairs)
    return (
        f"{game}: {comparison.accounted:,} of {len(comparison.pairs):,} statements "
        f"accounted for: {counts[Verdict.SAME.value]:,} same, "
        f"{counts[Verdict.PARAPHRASED.value]:,} paraphrased, {counts['erratum']:,} by errata, "
        f"{counts['settled']:,} settled"
    )


def _account(pair: Pair) -> str:
    """What accounts for a statement; empty where nothing does."""
    if pair.verdict in {Verdict.SAME, Verdict.PARAPHRASED}:
        return str(pair.verdict.value)
    return "erratum" if pair.erratum else "settled" if pair.settled else ""


def _paragraph(pair: Pair) -> Iterator[str]:
    yield f"{pair.source.span}: {VERDICTS[pair.verdict]}: {shown(pair.source)}"
    yield from ("".join(("    ", difference_words(each))) for each in pair.differences)
    for each in pair.found:
        yield f"    {each.span} says: {shown(each)}"
    yield f"    {settlement_to_paste(pair)}"
    yield ""


def shown(statement: Statement) -> str:
    """The words of a statement, after those beside it."""
    return f"“{' · '.join(filter(None, (*statement.beside, statement.text)))}”"


def difference_words(difference: Difference) -> str:
    """What differs, in a few words."""
    if difference.added:
        return "the game denies something here, and the source does not"
    match difference.kind:
        case DifferenceKind.NUMBER:
            return f"the number {difference.words} is lost"
        case DifferenceKind.NAME:
            return f"the name {difference.words} is lost"
        case DifferenceKind.NEGATION:
            return "the source denies something here, and the game does not"
        case DifferenceKind.WORDS:
            return f"“{difference.words}” is lost"
        case DifferenceKind.EMPHASIS:
            return f"the emphasis on “{difference.words}” is lost"


def settlement_to_paste(pair: Pair) -> str:
    """The lines of a source that settle a pair, for a person to fill in."""
    said = ", ".join(each.id for each in pair.found)
    return f"settled: {{{pair.source.id}: {{because: …{f', said: [{said}]' if said else ''}}}}}"


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


@dataclass(frozen=True, slots=True)
class StatementView:
    """A statement with the words of its row and column or the bullets above, and its place."""

    id: str
    words: str
    beside: str
    place: str
    owner: str


@dataclass(frozen=True, slots=True)
class PairView:
    """A statement of the source beside those of the game; `settle` are the lines that settle it."""

    source: StatementView
    found: tuple[StatementView, ...]
    verdict: str
    name: str
    accounted: bool
    differences: tuple[str, ...]
    erratum: str
    because: str
    stale: bool
    settle: str


@dataclass(frozen=True, slots=True)
class SectionView:
    title: str
    file: str
    pairs: tuple[PairView, ...]


@dataclass(frozen=True, slots=True)
class ComparisonView:
    """The figures, the sections of the source, and what only the game says."""

    game: str
    language: str
    accounted: int
    all: int
    verdicts: tuple[tuple[str, str, int], ...]
    sections: tuple[SectionView, ...]
    added: tuple[StatementView, ...]
    style: Markup


def comparison_html(comparison: Comparison, game: Game, project: Path) -> str:
    from rulewright.render.report.frame import report_style
    from rulewright.render.typesetting.environment import rendered

    counts = Counter(pair.verdict for pair in comparison.pairs)
    view = ComparisonView(
        game.title,
        "en",
        comparison.accounted,
        len(comparison.pairs),
        tuple((each.value, VERDICTS[each], counts[each]) for each in reversed(Verdict) if counts[each]),
        tuple(_sections(comparison)),
        tuple(map(_page_statement, comparison.added)),
        report_style(game, project, "report/comparison.css"),
    )
    return rendered(project, "report/comparison.html.j2", "en", comparison=view) + "\n"


def _sections(comparison: Comparison) -> Iterator[SectionView]:
    """The pairs below each heading of the source."""
    for (file, path), pairs in groupby(comparison.pairs, key=lambda pair: (pair.source.span.file, pair.source.path)):
        yield SectionView(" › ".join(path), file, tuple(map(_page_pair, pairs)))


def _page_pair(pair: Pair) -> PairView:
    return PairView(
        _page_statement(pair.source),
        tuple(map(_page_statement, pair.found)),
        pair.verdict.value,
        VERDICTS[pair.verdict],
        pair.accounted,
        tuple(map(difference_words, pair.differences)),
        pair.erratum,
        pair.settlement.because if pair.settlement else "",
        pair.stale,
        "" if pair.accounted else settlement_to_paste(pair),
    )


def _page_statement(statement: Statement) -> StatementView:
    beside = " · ".join(filter(None, statement.beside))
    return StatementView(statement.id, statement.text, beside, str(statement.span), statement.owner)
