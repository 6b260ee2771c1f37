"""A comparison as text: what nobody has accounted for, and one line that counts everything."""

from collections import Counter
from collections.abc import Iterator

from rulewright.comparing.comparison import Comparison, Pair, Verdict
from rulewright.comparing.differences import Difference, DifferenceKind
from rulewright.comparing.statement import Statement

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
