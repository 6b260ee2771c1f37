"""A comparison as text: what nobody has accounted for, and one line that counts everything."""

from collections import Counter
from collections.abc import Iterator

from rulewright.comparing.comparison import Comparison, Pair, Verdict
from rulewright.comparing.differences import Difference, DifferenceKind
from rulewright.comparing.statement import Statement
from rulewright.translation.messages import Message, joined, tell, tell_number

VERDICTS = {
    Verdict.SAME: tell("same"),
    Verdict.PARAPHRASED: tell("paraphrased"),
    Verdict.CHANGED: tell("changed"),
    Verdict.MISSING: tell("missing"),
}


def comparison_lines(comparison: Comparison, game: str) -> Iterator[str]:
    """A paragraph for each statement that is missing or changed without an erratum; then the count."""
    for pair in comparison.pairs:
        if not pair.accounted:
            yield from _paragraph(pair)
    yield coverage_line(comparison, game)
    yield tell_number(
        "{n} statement of the game is in no source",
        "{n} statements of the game are in no source",
        len(comparison.added),
    )


def coverage_line(comparison: Comparison, game: str) -> Message:
    """`sample: 498 of 503 statements accounted for: 80 same, 390 paraphrased, 8 by errata, 20 settled`."""
    counts = Counter(_account(pair) for pair in comparison.pairs)
    return tell(
        "{game}: {some:,} of {all:,} statements accounted for: {same:,} same, {paraphrased:,} paraphrased, "
        "{errata:,} by errata, {settled:,} settled",
        game=game,
        some=comparison.accounted,
        all=len(comparison.pairs),
        same=counts[Verdict.SAME.value],
        paraphrased=counts[Verdict.PARAPHRASED.value],
        errata=counts["erratum"],
        settled=counts["settled"],
    )


def _account(pair: Pair) -> str:
    """What accounts for a statement; empty where nothing does."""
    if pair.verdict in {Verdict.SAME, Verdict.PARAPHRASED}:
        return str(pair.verdict.value)
    return "erratum" if pair.erratum else "settled" if pair.settled else ""


def _paragraph(pair: Pair) -> Iterator[str]:
    yield tell(
        "{place}: {verdict}: {words}", place=pair.source.span, verdict=VERDICTS[pair.verdict], words=shown(pair.source)
    )
    yield from (joined(("    ", difference_words(each)), "") for each in pair.differences)
    for each in pair.found:
        yield tell("    {place} says: {words}", place=each.span, words=shown(each))
    yield f"    {settlement_to_paste(pair)}"
    yield ""


def shown(statement: Statement) -> str:
    """The words of a statement, after those beside it."""
    return f"“{' · '.join(filter(None, (*statement.beside, statement.text)))}”"


def difference_words(difference: Difference) -> Message:
    """What differs, in a few words."""
    if difference.added:
        return tell("the game denies something here, and the source does not")
    match difference.kind:
        case DifferenceKind.NUMBER:
            return tell("the number {words} is lost", words=difference.words)
        case DifferenceKind.NAME:
            return tell("the name {words} is lost", words=difference.words)
        case DifferenceKind.NEGATION:
            return tell("the source denies something here, and the game does not")
        case DifferenceKind.WORDS:
            return tell("“{words}” is lost", words=difference.words)
        case DifferenceKind.EMPHASIS:
            return tell("the emphasis on “{words}” is lost", words=difference.words)


def settlement_to_paste(pair: Pair) -> str:
    """The lines of a source that settle a pair, for a person to fill in."""
    said = ", ".join(each.id for each in pair.found)
    return f"settled: {{{pair.source.id}: {{because: …{f', said: [{said}]' if said else ''}}}}}"
