"""Search for the statements of a game that say the same as a statement of the source, and for differences in words.

Statements have numbers: their positions in the source, or among the statements of the game. Rare words weigh more than
common ones. The search has three steps:

1. Each statement of the source finds candidates in the game that share its rare words.
2. The candidates show which rules of the game correspond to which section of the source. They rank higher if their rule
   does.
3. A sentence takes the candidates that together cover most of its words; a cell takes the cell in the same row and
   column.

For example, the sentence `A raft crosses the river in 3 turns` finds `A raft needs some turns to cross the river`, and
the difference is the number 3.

The words of a statement are compared as tokens, see `statements`: `in_text` are those of the statement itself,
`in_labels` those of the headings of its row and column, `anywhere` both of these and those of the headings above it.
`vocabulary.weight` adds up how rare tokens are.
"""

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from heapq import nsmallest

from rulewright.importing.comparing.statements import (
    CONTEXT,
    HALF_NEGATIONS,
    NEGATION,
    NOTHING,
    Statement,
    StatementKind,
    TokenSets,
    Vocabulary,
    is_name,
    is_number,
    is_word,
    shown,
    unsigned,
)

_SAME_KIND = 1.6
"""The factor of a score if both statements are bullets, or both cells."""
_SECTION = 2.0
"""How many times its score is added for a statement in the rule that has most of the section."""
_CANDIDATES, _FIRST_CANDIDATES = 24, 96
"""The number of candidates for a statement of the source: ranked by their section, and before that."""
_COMMON = 300
"""A word in more statements than this adds no candidates once there are enough, to avoid comparing all with all."""
_VOTES = 3
"""The number of candidates whose rules a statement votes for, on behalf of its section."""
_MOST_STATEMENTS, _LEAST_GAIN = 4, 0.12
"""The most statements of the game that together match one of the source, and the share of words each must add."""
_LEAST_LABELS, _NEAR_BEST = 0.5, 0.9
"""The share of the words of its labels that a cell needs, and the share of the best score that counts as equal."""
_DUPLICATE, _MOST_RIVALS = 0.25, 2
"""The weight, as evidence, of a word that a closer statement of the source also has, and how many of these count."""
_DISTANT_RULE = 0.4
"""The factor of the evidence from a rule that does not correspond to the section; 1 for one with half of it or more."""

SourceNumber = int
"""The position of a statement in the source, from 0."""
GameNumber = int
"""The position of a statement among those of the game, from 0."""
Scores = Mapping[GameNumber, float]
"""The similarity of statements of the game with one of the source; the most similar first."""
Section = tuple[str, ...]
"""The headings above a statement of the source."""


@dataclass(frozen=True, slots=True)
class Match:
    """A statement of the source, and the statements of the game that say the same, the best first.

    `covered` are its tokens that these statements have. `evidence` says how reliable the match is: near 0, they only
    share common words, or words that better match other statements of the source. `candidates` are all statements of
    the game that were considered.
    """

    source: Statement
    tokens: TokenSets
    numbers: tuple[GameNumber, ...]
    covered: frozenset[str]
    evidence: float
    candidates: tuple[GameNumber, ...]


class Matcher:
    """Finds the statements of a game that match those of a source."""

    def __init__(self, source: Sequence[Statement], game: Sequence[Statement], vocabulary: Vocabulary) -> None:
        self.source, self.game, self.vocabulary = source, game, vocabulary
        self._first_scores = [self._first_candidates(tokens) for tokens in vocabulary.source_tokens]
        self._rules = _rules_of_sections(source, game, self._first_scores)
        self._scores = [
            _best({number: score * self._preference(each, number) for number, score in scores.items()}, _CANDIDATES)
            for each, scores in zip(source, self._first_scores, strict=True)
        ]

    def matches(self) -> list[Match]:
        """Return a match for each statement of the source, in their order."""
        return [self._cell_match(number) or self._sentence_match(number) for number in range(len(self.source))]

    def _first_candidates(self, tokens: TokenSets) -> Scores:
        """Return the most similar statements of the game, among those that share a rare word."""
        index = self.vocabulary.game_index
        rarest_first = sorted(tokens.anywhere, key=lambda token: (len(index.get(token, ())), token))
        shared: dict[GameNumber, float] = defaultdict(float)
        for token in rarest_first:
            weight = self.vocabulary.weight((token,)) * (1 if token in tokens.in_text else CONTEXT)
            with_token = index.get(token, {})
            adds_candidates = len(with_token) <= _COMMON or len(shared) <= _FIRST_CANDIDATES
            # a common word only raises the scores of the candidates so far
            for number in with_token if adds_candidates else shared.keys() & with_token.keys():
                shared[number] += weight * with_token[number]
        scores = {number: score * self._shortness[number] for number, score in shared.items()}
        return _best(scores, _FIRST_CANDIDATES)

    @cached_property
    def _shortness(self) -> list[float]:
        """The factor of each game statement's score: lower for long ones, which share words with everything."""
        # without the 4, a heading of one common word would score far above all others
        return [1 / math.sqrt(4 + self.vocabulary.weight(each.in_text)) for each in self.vocabulary.game_tokens]

    def _preference(self, source: Statement, number: GameNumber) -> float:
        """Return the factor by which the rule and the kind of a statement of the game raise its score."""
        candidate = self.game[number]
        factor = _SAME_KIND if source.kind is candidate.kind and source.kind is not StatementKind.SENTENCE else 1.0
        return factor * (1 + _SECTION * self._rules[source.path].get(candidate.rule, 0))

    def _cell_match(self, number: SourceNumber) -> Match | None:
        """Match a cell with the game's cell in the same row and column.

        Return None for other statements, and if no table has such a row and column.
        """
        source, tokens = self.source[number], self.vocabulary.source_tokens[number]
        game_tokens, weight = self.vocabulary.game_tokens, self.vocabulary.weight
        if source.kind is not StatementKind.CELL or not tokens.in_labels:
            return None
        scores: dict[GameNumber, float] = {}
        for candidate in self._first_scores[number]:
            if self.game[candidate].kind is StatementKind.CELL and self.game[candidate].labels:
                score = weight(tokens.in_labels & game_tokens[candidate].anywhere)
                if score >= _LEAST_LABELS * weight(tokens.in_labels):
                    scores[candidate] = score * self._preference(source, candidate)
        if not scores:
            return None
        best = [each for each in scores if scores[each] >= _NEAR_BEST * max(scores.values())]
        cell = min(best, key=lambda each: (not tokens.in_text <= game_tokens[each].in_text, -scores[each], each))
        covered = tokens.in_text & game_tokens[cell].in_text
        if not covered and any(map(is_word, tokens.in_text)):
            return None
        return Match(source, tokens, (cell,), covered, scores[cell], tuple(scores))

    def _sentence_match(self, number: SourceNumber) -> Match:
        """Match a sentence with the few candidates that together cover most of its words."""
        tokens, scores = self.vocabulary.source_tokens[number], self._scores[number]
        total = self.vocabulary.weight(tokens.in_text)
        numbers: list[GameNumber] = []
        covered: frozenset[str] = frozenset()
        while len(numbers) < _MOST_STATEMENTS:
            gains = {each: self._gain(tokens, each, covered) for each in scores if each not in numbers}
            # the new words count most; the root makes the similarity count less
            best = max(gains, key=lambda each: (gains[each] * scores[each] ** 0.5, -each), default=None)
            if best is None or gains[best] <= _LEAST_GAIN * total:
                break
            numbers.append(best)
            covered |= tokens.in_text & self.vocabulary.game_tokens[best].anywhere
        evidence = sum(self._evidence(number, each) for each in numbers) / math.sqrt(total or 1)
        has_all_words = numbers and tokens.in_text <= self.vocabulary.game_tokens[numbers[0]].in_text
        if has_all_words and self._section_share(number, numbers[0]):
            evidence += 1  # enough alone: all words, in a rule of the section
        return Match(self.source[number], tokens, tuple(numbers), covered, evidence, tuple(scores))

    def _gain(self, tokens: TokenSets, candidate: GameNumber, covered: frozenset[str]) -> float:
        """Return the weight of the words that a candidate adds to those covered."""
        candidate_tokens = self.vocabulary.game_tokens[candidate]
        new = (tokens.in_text & candidate_tokens.anywhere) - covered
        weight = self.vocabulary.weight
        return weight(new & candidate_tokens.in_text) + CONTEXT * weight(new - candidate_tokens.in_text)

    def _evidence(self, number: SourceNumber, candidate: GameNumber) -> float:
        """Return the weight of the shared words.

        It is lower for a distant rule, and for words that closer statements of the source have too.
        """
        source_tokens = self.vocabulary.source_tokens
        shared = source_tokens[number].in_text & self.vocabulary.game_tokens[candidate].anywhere
        least = self._scores[number][candidate]
        closer = [rival for score, rival in self._rivals[candidate] if rival != number and score > least]
        unclaimed = shared.difference(*(source_tokens[rival].in_text for rival in closer[:_MOST_RIVALS]))
        weight = self.vocabulary.weight(unclaimed) + _DUPLICATE * self.vocabulary.weight(shared - unclaimed)
        nearness = min(1.0, 2 * self._section_share(number, candidate))  # 1 for half of the section or more
        return (_DISTANT_RULE + (1 - _DISTANT_RULE) * nearness) * weight

    def _section_share(self, number: SourceNumber, candidate: GameNumber) -> float:
        """Return how much of the source statement's section is in the candidate's rule, 0 to 1."""
        return self._rules[self.source[number].path].get(self.game[candidate].rule, 0)

    @cached_property
    def _rivals(self) -> Mapping[GameNumber, list[tuple[float, SourceNumber]]]:
        """The statements of the source that have a candidate, each after its score; the most similar first."""
        rivals: dict[GameNumber, list[tuple[float, SourceNumber]]] = defaultdict(list)
        for number, scores in enumerate(self._scores):
            for candidate, score in scores.items():
                rivals[candidate].append((score, number))
        return {candidate: sorted(each, reverse=True) for candidate, each in rivals.items()}


def _best(scores: Scores, count: int) -> Scores:
    return {number: scores[number] for number in nsmallest(count, scores, key=lambda each: (-scores[each], each))}


def _rules_of_sections(
    source: Sequence[Statement], game: Sequence[Statement], first_scores: Sequence[Scores]
) -> Mapping[Section, Mapping[str, float]]:
    """Return how much of each section of the source is in each rule of the game; 1 for the rule with most of it."""
    votes: dict[Section, dict[str, float]] = {}
    for statement, scores in zip(source, first_scores, strict=True):
        votes_of_section = votes.setdefault(statement.path, defaultdict(float))
        for number in list(scores)[:_VOTES]:
            votes_of_section[game[number].rule] += scores[number]
    return {path: {rule: vote / max(each.values()) for rule, vote in each.items()} for path, each in votes.items()}


# What differs between a statement of the source and the game's words for it

_CLAUSE_END = re.compile(
    r"[,;:()\[\]/–—]|\s-\s|\b(?:and|or|but|although|though|unless|except|if|when|while|because|since|which|provided)\b"
)
"""A sign or conjunction between the clauses of a sentence."""
_CLAUSE_WEIGHT = 5.5
"""The least weight of a clause whose loss is reported: one word that the game never uses, or two rare words."""

_LISTED = frozenset({StatementKind.BULLET, StatementKind.ROW, StatementKind.CELL})
_AS_GOOD = 0.75
"""A statement with this share of the best statement's words is as good."""
_SIMILAR = 0.2
"""The share of the source's words that a statement of the game needs to be searched for emphasis."""


class DifferenceKind(Enum):
    """What differs between a statement and the game's words for it."""

    NUMBER = "number"
    NAME = "name"
    NEGATION = "negation"
    WORDS = "words"
    EMPHASIS = "emphasis"


@dataclass(frozen=True, slots=True)
class Difference:
    """Words of the source that the game lacks.

    `added` marks words that only the game has, which is always a negation.
    """

    kind: DifferenceKind
    words: str
    added: bool = False


class Differences:
    """Finds the differences of the matches of one comparison."""

    def __init__(self, game: Sequence[Statement], vocabulary: Vocabulary) -> None:
        self.game, self.vocabulary = game, vocabulary
        self._by_owner: dict[str, set[str]] = defaultdict(set)
        self._by_rule: dict[str, set[str]] = defaultdict(set)
        for statement, tokens in zip(game, vocabulary.game_tokens, strict=True):
            self._by_owner[statement.owner] |= tokens.anywhere
            if not statement.owner.startswith("example:"):
                self._by_rule[statement.rule] |= tokens.anywhere

    def of_match(self, match: Match) -> Iterator[Difference]:
        """Yield the differences of a match with at least one statement of the game."""
        statements = [self.game[number] for number in match.numbers]
        if match.source.kind is StatementKind.CELL and statements[0].kind is StatementKind.CELL:
            yield from _numbers_and_names(match.tokens.in_text - match.covered)
            return
        in_owners = {token for each in statements for token in self._by_owner[each.owner]}
        in_rules = {token for each in statements if each.rule for token in self._by_rule[each.rule]}
        nearby = in_owners | in_rules  # a number may stand in another sentence of the rule, so it is not missing
        yield from _numbers_and_names(each for each in match.tokens.in_text if not {each, unsigned(each)} & nearby)
        for name, token in self.vocabulary.proper_names(match.source):
            if token not in nearby and not self.vocabulary.game_index.get(token):
                yield Difference(DifferenceKind.NAME, name)
        yield from self._negation(match, statements)
        for clause in _CLAUSE_END.split(match.source.text):
            words = {token for token in self.vocabulary.tokens_of_source(clause) if is_word(token)}
            if not words & in_owners and self.vocabulary.weight(words) >= _CLAUSE_WEIGHT:
                yield Difference(DifferenceKind.WORDS, clause.strip(" ."))
        yield from self._emphasis(match)

    def _negation(self, match: Match, statements: Sequence[Statement]) -> Iterator[Difference]:
        """Yield a negation that only one side has.

        Partial negations such as `only` may stand for it on the other side.
        """
        first, source = match.numbers[0], match.source
        game_tokens = self.vocabulary.game_tokens
        both_bullets = source.kind is statements[0].kind is StatementKind.BULLET
        source_negates = NEGATION in match.tokens.in_text and source.kind is not StatementKind.HEADING
        if source_negates:
            least = _AS_GOOD * self._shared(match, first)
            as_good = {*match.numbers, *(each for each in match.candidates if self._shared(match, each) >= least)}
            has_half_negation = any(HALF_NEGATIONS.search(each.text) for each in statements)
            if not has_half_negation and not any(NEGATION in game_tokens[each].in_text for each in as_good):
                yield Difference(DifferenceKind.NEGATION, "not")
        elif both_bullets and NEGATION in game_tokens[first].in_text and not HALF_NEGATIONS.search(source.text):
            yield Difference(DifferenceKind.NEGATION, "not", added=True)

    def _emphasis(self, match: Match) -> Iterator[Difference]:
        """Yield emphasised words that the game's most similar statement with these words does not emphasise.

        A bullet, row or cell is compared only with others of these. Besides the matching statements, it is compared
        with similar candidates.
        """
        is_listed = match.source.kind in _LISTED
        matching = [number for number in match.numbers if self.game[number].kind in _LISTED or not is_listed]
        similar: list[GameNumber] = []
        if is_listed:
            least = _SIMILAR * self.vocabulary.weight(match.tokens.in_text)
            listed = (number for number in match.candidates if self.game[number].kind in _LISTED)
            similar = [number for number in listed if self._shared(match, number) >= least]
        for words in match.source.emphasised:
            pattern = re.compile(rf"(?<!\w){re.escape(words)}(?!\w)", re.IGNORECASE)
            significant = bool(self.vocabulary.tokens_of_source(words))
            # words without tokens, such as `the`, are everywhere: search similar statements only if none matches
            searched = matching + similar if significant or not matching else matching
            with_words = [each for each in searched if pattern.search(self.game[each].text)]
            nearest = max(with_words, key=lambda each: self._shared(match, each), default=None)
            if nearest is not None and not any(map(pattern.search, self.game[nearest].emphasised)):
                yield Difference(DifferenceKind.EMPHASIS, words)

    def _shared(self, match: Match, number: GameNumber) -> float:
        """Return the weight of the words that the text of a statement of the game shares with the source."""
        return self.vocabulary.weight(match.tokens.in_text & self.vocabulary.game_tokens[number].in_text)


def _numbers_and_names(missing_tokens: Iterable[str]) -> Iterator[Difference]:
    """Yield the missing numbers, names with digits and empty cells; other words may be missing in a paraphrase."""
    for token in sorted(missing_tokens):
        if is_number(token) or is_name(token) or token == NOTHING:
            yield Difference(DifferenceKind.NUMBER if is_number(token) else DifferenceKind.NAME, shown(token))
