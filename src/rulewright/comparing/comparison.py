"""Comparison of the statements of a source with a game: verdicts, errata and settled differences."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from rulewright.catalogue import STALE_SETTLEMENT
from rulewright.comparing.game_statements import game_statements
from rulewright.comparing.matching import Difference, DifferenceKind, Differences, Match, Matcher
from rulewright.comparing.statements import Kind, Statement, Tokens, Vocabulary
from rulewright.entries.settlements import Settlement
from rulewright.findings import Finding
from rulewright.model.book import Book
from rulewright.model.owners import rule_behind
from rulewright.wording import plain

_LEAST_QUOTED = 0.5
"""The share of the words of an erratum that a statement needs for the erratum to be about it."""


class Errata:
    """The errata of a game by the rules that they correct."""

    def __init__(self, book: Book, tokens: Tokens, words: Vocabulary) -> None:
        self.words = words
        self.by_rule: dict[str, list[tuple[str, frozenset[str]]]] = {}
        for erratum in book.game.errata:
            rule = rule_behind(book, book.target_of(erratum.where))
            if rule is not None:
                printed = frozenset(tokens.tokens(plain(erratum.printed, book)))
                self.by_rule.setdefault(rule.id, []).append((erratum.id, printed))

    def of(self, match: Match, statements: Sequence[Statement], differences: Sequence[Difference]) -> str:
        """Return the id of the erratum that explains all differences; empty if there is none."""
        for rule in dict.fromkeys(each.rule for each in statements):
            for name, printed in self.by_rule.get(rule, ()):
                is_about = self.words.weight(printed & match.tokens.own) >= _LEAST_QUOTED * self.words.weight(printed)
                if is_about and all(self._quotes(printed, each) for each in differences):
                    return name
        return ""

    def _quotes(self, printed: frozenset[str], difference: Difference) -> bool:
        in_words = difference.kind not in {DifferenceKind.NEGATION, DifferenceKind.EMPHASIS}
        return in_words and bool(self.words.of_source(difference.words) & printed)


_LEAST_EVIDENCE = 0.8
"""Below this evidence the game counts as not making the statement."""
_IN_SOURCE = 0.5
"""The share of the words of a game's statement that the source must have; below it, only the game says it."""
_JUDGED = frozenset({Kind.SENTENCE, Kind.BULLET, Kind.ROW})


class Verdict(Enum):
    """Whether and how the game makes a statement of the source."""

    SAME = "same"
    PARAPHRASED = "paraphrased"
    CHANGED = "changed"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Pair:
    """A statement of the source, and the statements of the game that say the same.

    `erratum` is the id of the erratum that explains the differences; `settlement` is the decision of a person. The
    settlement is `stale` if the game no longer says what the person read.
    """

    source: Statement
    matching: tuple[Statement, ...]
    verdict: Verdict
    differences: tuple[Difference, ...] = ()
    erratum: str = ""
    settlement: Settlement | None = None
    stale: bool = False

    @property
    def settled(self) -> bool:
        return self.settlement is not None and not self.stale

    @property
    def accounted_by(self) -> str:
        """What accounts for the statement, so that nobody needs to look at it again; empty if nothing does."""
        if self.verdict in {Verdict.SAME, Verdict.PARAPHRASED}:
            return str(self.verdict.value)
        return "erratum" if self.erratum else "settled" if self.settled else ""

    @property
    def accounted(self) -> bool:
        return bool(self.accounted_by)


@dataclass(frozen=True, slots=True)
class Comparison:
    """The pairs in the order of the source; `added` are statements that only the game makes, in the same rules.

    `unused` are settlements of statements that are gone from sections which the source still has.
    """

    pairs: tuple[Pair, ...]
    added: tuple[Statement, ...]
    unused: tuple[Settlement, ...] = ()

    @property
    def accounted(self) -> int:
        return sum(pair.accounted for pair in self.pairs)


def compare(source: Sequence[Statement], book: Book) -> Comparison:
    """Compare each statement of a source with the game. Statements without significant words are left out."""
    game, tokens = game_statements(book), Tokens(term.names for term in book.game.terms)
    statements = [each for each in source if tokens.of(each).own]
    words = Vocabulary(statements, game, tokens)
    judge = _Judge(book, game, words, Errata(book, tokens, words))
    matches = Matcher(statements, game, words).matches()
    pairs = tuple(map(judge.pair, matches))
    ids = {each.id for each in statements}
    sections = {each.rpartition("-")[0] for each in ids}
    unused = (each for each in book.game.settled if each.id not in ids and each.id.rpartition("-")[0] in sections)
    return Comparison(pairs, tuple(_added(pairs, matches, game, words)), tuple(unused))


class _Judge:
    """Gives the verdict on each match."""

    def __init__(self, book: Book, game: Sequence[Statement], words: Vocabulary, errata: Errata) -> None:
        self.game, self.errata = game, errata
        self.differences = Differences(game, words)
        self.settled: Mapping[str, Settlement] = {each.id: each for each in book.game.settled}
        self.game_ids = {each.id for each in game}

    def pair(self, match: Match) -> Pair:
        source, matching = match.source, tuple(self.game[number] for number in match.numbers)
        differences: tuple[Difference, ...] = ()
        erratum = ""
        if not matching or (match.evidence < _LEAST_EVIDENCE and source.kind is not Kind.HEADING):
            verdict = Verdict.MISSING
        elif differences := tuple(self.differences.of(match)):
            verdict = Verdict.CHANGED
            erratum = self.errata.of(match, matching, differences)
        else:
            same = any(_folded(each.text) == _folded(source.text) for each in matching)
            verdict = Verdict.SAME if same else Verdict.PARAPHRASED
        settlement = self.settled.get(source.id)
        stale = settlement is not None and not self.game_ids.issuperset(settlement.statements)
        return Pair(source, matching, verdict, differences, erratum, settlement, stale)


def _folded(text: str) -> str:
    return " ".join("".join(sign if sign.isalnum() else " " for sign in text.casefold()).split())


def _added(
    pairs: Sequence[Pair], matches: Sequence[Match], game: Sequence[Statement], words: Vocabulary
) -> Iterator[Statement]:
    """Yield statements that the game makes in the rules of the source, in words that no statement of the source has."""
    rules = {each.rule for pair in pairs if pair.verdict is not Verdict.MISSING for each in pair.matching if each.rule}
    claims: dict[int, set[str]] = {}
    for match in matches:
        for number in match.near:
            claims.setdefault(number, set()).update(match.tokens.all)
    used = {number for match in matches for number in match.numbers}
    settled = {name for pair in pairs if pair.settlement for name in pair.settlement.statements}
    tables = {each.owner for pair in pairs for each in pair.matching if each.kind is Kind.CELL}
    for number, each in enumerate(game):
        own = words.game[number].own
        judged = each.kind in _JUDGED and each.rule in rules and not each.ours
        in_source = number in used or each.owner in tables or each.id in settled
        if judged and not in_source and words.weight(own & claims.get(number, set())) < _IN_SOURCE * words.weight(own):
            yield each


def stale_settlements(comparison: Comparison) -> Iterator[Finding]:
    """Yield a finding for each unused or stale settlement."""
    for settlement in comparison.unused:
        message = f"the source has no statement {settlement.id!r} any more"
        hint = "see what the source says there now, and remove it or settle the new statement"
        yield STALE_SETTLEMENT.at(settlement.span, message, hint, about=settlement.id)
    for pair in comparison.pairs:
        if pair.settlement is not None and pair.stale:
            message = f"the game no longer says what {pair.settlement.id!r} was settled with"
            hint = "compare the two again, and name what the game says now"
            yield STALE_SETTLEMENT.at(pair.settlement.span, message, hint, about=pair.settlement.id)
