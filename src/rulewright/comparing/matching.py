"""Search for the statements of a game that say the same as a statement of the source, and for differences in words.

Rare words weigh more than common ones. First each statement of the source finds candidates that share its rare words.
The candidates show which rules of the game correspond to which section of the source, and rank higher if their rule
does. Then a sentence takes the candidates that together cover most of its words; a cell takes the cell in the same row
and column.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from heapq import nsmallest

from rulewright.comparing.statements import (
    CONTEXT,
    HALF_NEGATIONS,
    NEGATION,
    NOTHING,
    Kind,
    Statement,
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
"""The weight of the rules that correspond to a section."""
_CANDIDATES, _FIRST_CANDIDATES = 24, 96
"""The number of candidates for a statement of the source: ranked by their section, and before that."""
_COMMON = 300
"""A word in more statements than this adds no candidates once there are enough, to avoid comparing all with all."""
_VOTES = 3
"""The number of candidates whose rules a statement votes for, on behalf of its section."""
_MOST_STATEMENTS, _LEAST_GAIN = 4, 0.12
"""The most statements of the game that together match one of the source, and the share of words each must add."""
_LEAST_HEADINGS, _NEAR_BEST = 0.5, 0.9
"""The share of the heading words that a cell needs, and the share of the best score that counts as equally good."""
_DUPLICATE = 0.25
"""The weight, as evidence, of a word that a better claimant of the same statement also has."""

Scores = Mapping[int, float]
"""The similarity of statements of the game, by their numbers."""
Section = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """A statement of the source, and the numbers of the game's statements that say the same.

    `covered` are its tokens in these statements. `evidence` says how reliable the match is: near 0, they only share
    common words, or words that better match other statements of the source. `near` are the numbers of all candidates.
    """

    source: Statement
    tokens: TokenSets
    numbers: tuple[int, ...]
    covered: frozenset[str]
    evidence: float
    near: tuple[int, ...]


class Matcher:
    """Finds the statements of a game that match those of a source."""

    def __init__(self, source: Sequence[Statement], game: Sequence[Statement], words: Vocabulary) -> None:
        self.source, self.game, self.words = source, game, words
        self._first_scores = [self._first_candidates(tokens) for tokens in words.source]
        self._rules = _rules_of_sections(source, game, self._first_scores)
        self._near = [
            _best({n: score * self._preference(each, n) for n, score in scores.items()}, _CANDIDATES)
            for each, scores in zip(source, self._first_scores, strict=True)
        ]

    def matches(self) -> list[Match]:
        """Return a match for each statement of the source, in their order."""
        return [self._cell(number) or self._sentence(number) for number in range(len(self.source))]

    def _first_candidates(self, tokens: TokenSets) -> Scores:
        """Return the most similar statements of the game, among those that share a rare word."""
        by_rarity = sorted(tokens.all, key=lambda token: (len(self.words.places.get(token, ())), token))
        shared: dict[int, float] = defaultdict(float)
        for token in by_rarity:
            weight = self.words.weight((token,)) * (1 if token in tokens.own else CONTEXT)
            places = self.words.places.get(token, {})
            if len(places) > _COMMON and len(shared) > _FIRST_CANDIDATES:
                for number in shared.keys() & places.keys():
                    shared[number] += weight * places[number]
            else:
                for number, share in places.items():
                    shared[number] += weight * share
        scores = {number: each * self._shortness[number] for number, each in shared.items()}
        return _best(scores, _FIRST_CANDIDATES)

    @cached_property
    def _shortness(self) -> list[float]:
        """The factor of each statement's score. It is lower for long statements, which share words with everything."""
        return [1 / math.sqrt(4 + self.words.weight(tokens.own)) for tokens in self.words.game]

    def _preference(self, source: Statement, number: int) -> float:
        """Return the factor by which the rule and the kind of a statement of the game raise its score."""
        other = self.game[number]
        factor = _SAME_KIND if source.kind is other.kind and source.kind is not Kind.SENTENCE else 1.0
        return factor * (1 + _SECTION * self._rules[source.path].get(other.rule, 0))

    def _cell(self, number: int) -> Match | None:
        """Match a cell with the game's cell in the same row and column. Return None if no table has both."""
        source, tokens = self.source[number], self.words.source[number]
        if source.kind is not Kind.CELL or not tokens.beside:
            return None
        cells = (
            each for each in self._first_scores[number] if self.game[each].kind is Kind.CELL and self.game[each].beside
        )
        heads = {each: self.words.weight(tokens.beside & self.words.game[each].all) for each in cells}
        near = {
            each: score * self._preference(source, each)
            for each, score in heads.items()
            if score >= _LEAST_HEADINGS * self.words.weight(tokens.beside)
        }
        best = [each for each in near if near[each] >= _NEAR_BEST * max(near.values())]
        if not best:
            return None
        cell = min(best, key=lambda each: (not tokens.own <= self.words.game[each].own, -near[each], each))
        covered = tokens.own & self.words.game[cell].own
        if not covered and any(map(is_word, tokens.own)):
            return None
        return Match(source, tokens, (cell,), covered, near[cell], tuple(near))

    def _sentence(self, number: int) -> Match:
        """Match a sentence with the few candidates that together cover most of its words."""
        tokens, near = self.words.source[number], self._near[number]
        total = self.words.weight(tokens.own)
        numbers: list[int] = []
        covered: frozenset[str] = frozenset()
        while len(numbers) < _MOST_STATEMENTS:
            gains = {each: self._gain(tokens, each, covered) for each in near if each not in numbers}
            best = max(gains, key=lambda each: (gains[each] * near[each] ** 0.5, -each), default=None)
            if best is None or gains[best] <= _LEAST_GAIN * total:
                break
            numbers.append(best)
            covered |= tokens.own & self.words.game[best].all
        evidence = sum(self._evidence(number, each) for each in numbers) / math.sqrt(total or 1)
        if numbers and tokens.own <= self.words.game[numbers[0]].own and self._section_share(number, numbers[0]):
            evidence += 1  # one statement has all words, in a rule that corresponds to the section
        return Match(self.source[number], tokens, tuple(numbers), covered, evidence, tuple(near))

    def _gain(self, tokens: TokenSets, number: int, covered: frozenset[str]) -> float:
        """Return the weight of the words that a candidate adds to those covered."""
        own = self.words.game[number]
        new = (tokens.own & own.all) - covered
        return self.words.weight(new & own.own) + CONTEXT * self.words.weight(new - own.own)

    def _evidence(self, number: int, other: int) -> float:
        """Return the weight of the shared words.

        It is lower for a distant rule, and for words that others claim too.
        """
        shared = self.words.source[number].own & self.words.game[other].all
        others = (self.words.source[each].own for each in self._closer_claimants(number, other))
        unclaimed = shared.difference(*others)
        weight = self.words.weight(unclaimed) + _DUPLICATE * self.words.weight(shared - unclaimed)
        return (0.4 + 0.6 * min(1.0, 2 * self._section_share(number, other))) * weight

    def _section_share(self, number: int, other: int) -> float:
        """Return how much of the section is in the rule of a statement of the game, 0 to 1."""
        return self._rules[self.source[number].path].get(self.game[other].rule, 0)

    def _closer_claimants(self, number: int, other: int) -> list[int]:
        """Return up to two other statements of the source that are more similar to `other` than `number` is."""
        least = self._near[number][other]
        return [each for score, each in self._claimants[other] if each != number and score > least][:2]

    @cached_property
    def _claimants(self) -> Mapping[int, list[tuple[float, int]]]:
        claimants: dict[int, list[tuple[float, int]]] = defaultdict(list)
        for number, near in enumerate(self._near):
            for other, score in near.items():
                claimants[other].append((score, number))
        return {other: sorted(each, reverse=True) for other, each in claimants.items()}


def _best(scores: Scores, count: int) -> Scores:
    return {number: scores[number] for number in nsmallest(count, scores, key=lambda each: (-scores[each], each))}


def _rules_of_sections(
    source: Sequence[Statement], game: Sequence[Statement], first_scores: Sequence[Scores]
) -> Mapping[Section, Mapping[str, float]]:
    """Return how much of each section of the source is in each rule of the game; 1 for the rule with most of it."""
    votes: dict[Section, Counter[str]] = defaultdict(Counter)
    for statement, scores in zip(source, first_scores, strict=True):
        votes[statement.path].update({})
        for number in list(scores)[:_VOTES]:
            votes[statement.path][game[number].rule] += scores[number]  # type: ignore[assignment]
    return {path: {rule: count / max(each.values()) for rule, count in each.items()} for path, each in votes.items()}


_CLAUSE = re.compile(
    r"[,;:()\[\]/–—]|\s-\s|\b(?:and|or|but|although|though|unless|except|if|when|while|because|since|which|provided)\b"
)
_CLAUSE_WEIGHT = 5.5
"""The least weight of a clause whose loss is reported: one word that the game never uses, or two rare words."""

_LISTED = frozenset({Kind.BULLET, Kind.ROW, Kind.CELL})
_AS_GOOD = 0.75
"""A statement with this share of the best statement's words is as good."""
_ALIKE = 0.2
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

    def __init__(self, game: Sequence[Statement], words: Vocabulary) -> None:
        self.game, self.words = game, words
        self._by_owner: dict[str, set[str]] = defaultdict(set)
        self._by_rule: dict[str, set[str]] = defaultdict(set)
        for statement, tokens in zip(game, words.game, strict=True):
            self._by_owner[statement.owner] |= tokens.all
            if not statement.owner.startswith("example:"):
                self._by_rule[statement.rule] |= tokens.all

    def of(self, match: Match) -> Iterator[Difference]:
        statements = [self.game[number] for number in match.numbers]
        if match.source.kind is Kind.CELL and statements[0].kind is Kind.CELL:
            yield from self._figures(match.tokens.own - match.covered)
            return
        near = {token for each in statements for token in self._by_owner[each.owner]}
        game_tokens = near | {token for each in statements if each.rule for token in self._by_rule[each.rule]}
        yield from self._figures(each for each in match.tokens.own if not {each, unsigned(each)} & game_tokens)
        for name, token in self.words.proper(match.source):
            if token not in game_tokens and not self.words.places.get(token):
                yield Difference(DifferenceKind.NAME, name)
        yield from self._negation(match, statements)
        yield from self._clauses(match, near)
        yield from self._emphasis(match)

    def _figures(self, lost: Iterable[str]) -> Iterator[Difference]:
        """Yield the numbers and names among lost tokens."""
        for token in sorted(lost):
            if is_number(token) or is_name(token) or token == NOTHING:
                yield Difference(DifferenceKind.NUMBER if is_number(token) else DifferenceKind.NAME, shown(token))

    def _negation(self, match: Match, statements: Sequence[Statement]) -> Iterator[Difference]:
        """Yield a negation that only one side has.

        Partial negations such as `only` may stand for it on the other side.
        """
        first, source = match.numbers[0], match.source
        bullets = source.kind is statements[0].kind is Kind.BULLET
        if NEGATION in match.tokens.own and source.kind is not Kind.HEADING:
            least = _AS_GOOD * self._shared(match, first)
            as_good = {*match.numbers, *(number for number in match.near if self._shared(match, number) >= least)}
            has_half_negation = any(HALF_NEGATIONS.search(each.text) for each in statements)
            if not has_half_negation and not any(NEGATION in self.words.game[number].own for number in as_good):
                yield Difference(DifferenceKind.NEGATION, "not")
        elif bullets and NEGATION in self.words.game[first].own and not HALF_NEGATIONS.search(source.text):
            yield Difference(DifferenceKind.NEGATION, "not", added=True)

    def _clauses(self, match: Match, near: set[str]) -> Iterator[Difference]:
        """Yield clauses of which the entries of the game (with the words `near`) have no word."""
        for clause in _CLAUSE.split(match.source.text):
            words = {token for token in self.words.of_source(clause) if is_word(token)}
            if not words & near and self.words.weight(words) >= _CLAUSE_WEIGHT:
                yield Difference(DifferenceKind.WORDS, clause.strip(" ."))

    def _emphasis(self, match: Match) -> Iterator[Difference]:
        """Yield emphasised words that the game's nearest statement has without emphasis.

        Lists are compared with lists.
        """
        is_listed = match.source.kind in _LISTED
        own = [number for number in match.numbers if self.game[number].kind in _LISTED or not is_listed]
        least = _ALIKE * self.words.weight(match.tokens.own)
        near = [number for number in match.near if self.game[number].kind in _LISTED]
        alike = own + [number for number in near if is_listed and self._shared(match, number) >= least]
        for words in match.source.strong:
            pattern = re.compile(rf"(?<!\w){re.escape(words)}(?!\w)", re.IGNORECASE)
            candidates = alike if self.words.of_source(words) else own or alike
            with_words = [each for each in candidates if pattern.search(self.game[each].text)]
            nearest = max(with_words, key=lambda each: self._shared(match, each), default=None)
            if nearest is not None and not any(pattern.search(strong) for strong in self.game[nearest].strong):
                yield Difference(DifferenceKind.EMPHASIS, words)

    def _shared(self, match: Match, number: int) -> float:
        return self.words.weight(match.tokens.own & self.words.game[number].own)
