"""Comparison of the statements of a source with a game: verdicts, errata and settled differences.

The statements of a source and a book come in, and a `Comparison` goes out. Each statement of the source gets a verdict:
the game says the same, paraphrases it, says it with changes, or lacks it. A changed or missing statement is accounted
for if an erratum of the game explains the difference, or a person settled it in the game's source:

    settled: {ferry-1f0c9a2b: {because: Our ferry is faster., said: [ferry-07d1e3aa]}}

A statement of the game is `ours` if its author declares that no document makes it.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from rulewright.base.findings import Finding
from rulewright.book.book import Book
from rulewright.book.owners import rule_behind
from rulewright.book.wording import plain
from rulewright.entries.settlements import Settlement
from rulewright.importing.comparing.game_statements import game_statements
from rulewright.importing.comparing.matching import Difference, DifferenceKind, Differences, GameNumber, Match, Matcher
from rulewright.importing.comparing.statements import Statement, StatementKind, Tokens, Vocabulary
from rulewright.pipeline.catalogue import STALE_SETTLEMENT


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
    def accounted_by(self) -> str:
        """What accounts for the statement, so that nobody needs to look at it again; empty if nothing does."""
        if self.verdict in {Verdict.SAME, Verdict.PARAPHRASED}:
            return str(self.verdict.value)
        is_settled = self.settlement is not None and not self.stale
        return "erratum" if self.erratum else "settled" if is_settled else ""

    @property
    def is_accounted(self) -> bool:
        return bool(self.accounted_by)


@dataclass(frozen=True, slots=True)
class Comparison:
    """A pair for each statement of the source, in order.

    `added` are statements that only the game makes, in the rules that correspond to the source. The statements of
    `unused_settlements` are gone from sections that the source still has.
    """

    pairs: tuple[Pair, ...]
    added: tuple[Statement, ...]
    unused_settlements: tuple[Settlement, ...] = ()

    @property
    def accounted_count(self) -> int:
        """The number of statements that are accounted for."""
        return sum(pair.is_accounted for pair in self.pairs)


def compare(source: Sequence[Statement], book: Book) -> Comparison:
    """Compare each statement of a source with the game. Statements without significant words are left out."""
    game, tokens = game_statements(book), Tokens(term.names for term in book.game.terms)
    statements = [each for each in source if tokens.of(each).in_text]
    vocabulary = Vocabulary(statements, game, tokens)
    matches = Matcher(statements, game, vocabulary).matches()
    differences, errata = Differences(game, vocabulary), _Errata(book, tokens, vocabulary)
    settlements = {each.id: each for each in book.game.settled}
    game_ids = {each.id for each in game}

    pairs: list[Pair] = []
    for match in matches:
        matching = tuple(game[number] for number in match.numbers)
        verdict, differing = _verdict(match, matching, differences)
        erratum = errata.explaining(match, matching, differing) if differing else ""
        settlement = settlements.get(match.source.id)
        stale = settlement is not None and not game_ids.issuperset(settlement.statements)
        pairs.append(Pair(match.source, matching, verdict, differing, erratum, settlement, stale))

    ids = {each.id for each in statements}
    prefixes = {_prefix(each) for each in ids}  # the source still has these sections
    unused = (each for each in book.game.settled if each.id not in ids and _prefix(each.id) in prefixes)
    return Comparison(tuple(pairs), tuple(_only_in_game(pairs, matches, game, vocabulary)), tuple(unused))


def stale_settlements(comparison: Comparison) -> Iterator[Finding]:
    """Yield a finding for each unused or stale settlement."""
    for settlement in comparison.unused_settlements:
        message = f"the source has no statement {settlement.id!r} any more"
        hint = "see what the source says there now, and remove it or settle the new statement"
        yield STALE_SETTLEMENT.at(settlement.span, message, hint, about=settlement.id)
    for pair in comparison.pairs:
        if pair.settlement is not None and pair.stale:
            message = f"the game no longer says what {pair.settlement.id!r} was settled with"
            hint = "compare the two again, and name what the game says now"
            yield STALE_SETTLEMENT.at(pair.settlement.span, message, hint, about=pair.settlement.id)


def _prefix(statement_id: str) -> str:
    """Return the part of an id before the digest, which names the section: `ferry` for `ferry-1f0c9a2b`."""
    return statement_id.rpartition("-")[0]


_LEAST_EVIDENCE = 0.8
"""Below this evidence the game counts as not making the statement."""


def _verdict(
    match: Match, matching: Sequence[Statement], differences: Differences
) -> tuple[Verdict, tuple[Difference, ...]]:
    """Return the verdict on a match, and the differences, which only a changed statement has."""
    if not matching or (match.evidence < _LEAST_EVIDENCE and match.source.kind is not StatementKind.HEADING):
        return Verdict.MISSING, ()
    if differing := tuple(differences.of_match(match)):
        return Verdict.CHANGED, differing
    same = any(_folded(each.text) == _folded(match.source.text) for each in matching)
    return Verdict.SAME if same else Verdict.PARAPHRASED, ()


def _folded(text: str) -> str:
    """Return the words of a text in lower case, without signs."""
    return " ".join("".join(sign if sign.isalnum() else " " for sign in text.casefold()).split())


_LEAST_IN_SOURCE = 0.5
"""The share of the words of a game's statement that the source must have; below it, only the game says it."""


def _only_in_game(
    pairs: Sequence[Pair], matches: Sequence[Match], game: Sequence[Statement], vocabulary: Vocabulary
) -> Iterator[Statement]:
    """Yield statements that only the game makes: in the rules of the source, but in words that the source lacks.

    Headings and cells are left out, and what the author declares as an addition.
    """
    matching = [each for pair in pairs for each in pair.matching]
    rules = {each.rule for pair in pairs if pair.verdict is not Verdict.MISSING for each in pair.matching if each.rule}
    tables = {each.owner for each in matching if each.kind is StatementKind.CELL}
    matching_numbers = {number for match in matches for number in match.numbers}
    settled_ids = {name for pair in pairs if pair.settlement for name in pair.settlement.statements}
    similar_words: dict[GameNumber, set[str]] = defaultdict(set)  # the words of all source statements that are similar
    for match in matches:
        for number in match.candidates:
            similar_words[number] |= match.tokens.anywhere
    for number, each in enumerate(game):
        is_claim = each.kind in {StatementKind.SENTENCE, StatementKind.BULLET, StatementKind.ROW} and not each.ours
        in_source = number in matching_numbers or each.owner in tables or each.id in settled_ids
        if is_claim and each.rule in rules and not in_source:
            words = vocabulary.game_tokens[number].in_text
            if vocabulary.weight(words & similar_words[number]) < _LEAST_IN_SOURCE * vocabulary.weight(words):
                yield each


_LEAST_QUOTED = 0.5
"""The share of the words of an erratum that a statement needs for the erratum to be about it."""


class _Errata:
    """The errata of a game by the ids of the rules that they correct: id and tokens of each."""

    def __init__(self, book: Book, tokens: Tokens, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.by_rule: dict[str, list[tuple[str, frozenset[str]]]] = {}
        for erratum in book.game.errata:
            rule = rule_behind(book, book.target_of(erratum.where))
            if rule is not None:
                quoted = frozenset(tokens.tokens(plain(erratum.printed, book)))
                self.by_rule.setdefault(rule.id, []).append((erratum.id, quoted))

    def explaining(self, match: Match, matching: Sequence[Statement], differing: Sequence[Difference]) -> str:
        """Return the id of the erratum that explains all differences; empty if there is none."""
        weight = self.vocabulary.weight
        in_words = all(each.kind not in {DifferenceKind.NEGATION, DifferenceKind.EMPHASIS} for each in differing)
        for rule in dict.fromkeys(each.rule for each in matching):
            for erratum_id, quoted in self.by_rule.get(rule, ()):
                is_about = weight(quoted & match.tokens.in_text) >= _LEAST_QUOTED * weight(quoted)
                tokens = (self.vocabulary.tokens_of_source(each.words) for each in differing)
                if in_words and is_about and not any(map(quoted.isdisjoint, tokens)):
                    return erratum_id
        return ""
