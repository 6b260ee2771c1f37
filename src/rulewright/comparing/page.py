"""The comparison of a source with a game as one page, side by side, which needs no other file and no script."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from markupsafe import Markup

from rulewright.comparing.as_text import VERDICTS, difference_words, settlement_to_paste
from rulewright.comparing.comparison import Comparison, Pair, Verdict
from rulewright.comparing.statement import Statement
from rulewright.model.game import Game
from rulewright.render.report.frame import report_style
from rulewright.render.typesetting.environment import rendered


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
    counts = Counter(pair.verdict for pair in comparison.pairs)
    view = ComparisonView(
        game.title,
        "en",
        comparison.accounted,
        len(comparison.pairs),
        tuple((each.value, VERDICTS[each], counts[each]) for each in reversed(Verdict) if counts[each]),
        tuple(_sections(comparison)),
        tuple(map(_statement, comparison.added)),
        report_style(game, project, "report/comparison.css"),
    )
    return rendered(project, "report/comparison.html.j2", "en", comparison=view) + "\n"


def _sections(comparison: Comparison) -> Iterator[SectionView]:
    """The pairs below each heading of the source."""
    for (file, path), pairs in groupby(comparison.pairs, key=lambda pair: (pair.source.span.file, pair.source.path)):
        yield SectionView(" › ".join(path), file, tuple(map(_pair, pairs)))


def _pair(pair: Pair) -> PairView:
    return PairView(
        _statement(pair.source),
        tuple(map(_statement, pair.found)),
        pair.verdict.value,
        VERDICTS[pair.verdict],
        pair.accounted,
        tuple(map(difference_words, pair.differences)),
        pair.erratum,
        pair.settlement.because if pair.settlement else "",
        pair.stale,
        "" if pair.accounted else settlement_to_paste(pair),
    )


def _statement(statement: Statement) -> StatementView:
    beside = " · ".join(filter(None, statement.beside))
    return StatementView(statement.id, statement.text, beside, str(statement.span), statement.owner)
