"""Find where the game says a statement of the source, and which words differ there."""

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
    HALF_DENIALS,
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
"""How much a bullet is preferred for a bullet, and a cell for a cell."""
_SECTION = 2.0
"""How much the rules of a section are preferred."""
_CANDIDATES, _WIDELY = 24, 96
"""How many statements of the game are compared with one of the source, with and without regard to its section."""
_COMMON = 300
"""A word with more places only counts where rarer words are too: else all would be compared with all."""
_VOTES = 3
_MOST, _LEAST_GAIN = 4, 0.12
"""How many statements of the game may say one of the source together, and the share that each must add."""
_HEADS, _NEARLY = 0.5, 0.9
"""The share of the words of row and column that a cell must have, and the share of the best that is as good."""
_SAID_ALREADY = 0.25
"""The weight, as evidence, of a word that a better claimant of the same statement has too."""

Scores = Mapping[int, float]
"""How similar statements of the game are, by their numbers."""
Section = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """A statement of the source, and the numbers of the game's statements that say it.

    `covered` are its tokens in these. `evidence` is how sure it is that they say it: near 0 they only share common
    words, or words that they have from other statements of the source.
    """

    source: Statement
    tokens: TokenSets
    numbers: tuple[int, ...]
    covered: frozenset[str]
    evidence: float
    near: tuple[int, ...]


class Matcher:
    def __init__(self, source: Sequence[Statement], game: Sequence[Statement], words: Vocabulary) -> None:
        self.source, self.game, self.words = source, game, words
        self._widely = [self._alike(tokens) for tokens in words.source]
        self._rules = _rules_of_sections(source, game, self._widely)
        self._near = [
            _best({n: score * self._preference(each, n) for n, score in scores.items()}, _CANDIDATES)
            for each, scores in zip(source, self._widely, strict=True)
        ]

    def matches(self) -> list[Match]:
        """A match for each statement of the source, in their order."""
        return [self._cell(number) or self._sentence(number) for number in range(len(self.source))]

    def _alike(self, tokens: TokenSets) -> Scores:
        """The statements of the game that are most alike: of those that have one of its rarer words."""
        by_rarity = sorted(tokens.all, key=lambda token: (len(self.words.places.get(token, ())), token))
        shared: dict[int, float] = defaultdict(float)
        for token in by_rarity:
            weight = self.words.weight((token,)) * (1 if token in tokens.own else CONTEXT)
            places = self.words.places.get(token, {})
            if len(places) > _COMMON and len(shared) > _WIDELY:
                for number in shared.keys() & places.keys():
                    shared[number] += weight * places[number]
            else:
                for number, share in places.items():
                    shared[number] += weight * share
        scores = {number: each * self._shortness[number] for number, each in shared.items()}
        return _best(scores, _WIDELY)

    @cached_property
    def _shortness(self) -> list[float]:
        """The factor of each score: a long statement shares many words with everything."""
        return [1 / math.sqrt(4 + self.words.weight(tokens.own)) for tokens in self.words.game]

    def _preference(self, source: Statement, number: int) -> float:
        """The factor by which the rule and the kind of a statement of the game raise its score."""
        other = self.game[number]
        alike = _SAME_KIND if source.kind is other.kind and source.kind is not Kind.SENTENCE else 1.0
        return alike * (1 + _SECTION * self._rules[source.path].get(other.rule, 0))

    def _cell(self, number: int) -> Match | None:
        """The cell of the game in the same row and column; None where no table has both."""
        source, tokens = self.source[number], self.words.source[number]
        if source.kind is not Kind.CELL or not tokens.beside:
            return None
        cells = (each for each in self._widely[number] if self.game[each].kind is Kind.CELL and self.game[each].beside)
        heads = {each: self.words.weight(tokens.beside & self.words.game[each].all) for each in cells}
        near = {
            each: score * self._preference(source, each)
            for each, score in heads.items()
            if score >= _HEADS * self.words.weight(tokens.beside)
        }
        best = [each for each in near if near[each] >= _NEARLY * max(near.values())]
        if not best:
            return None
        cell = min(best, key=lambda each: (not tokens.own <= self.words.game[each].own, -near[each], each))
        covered = tokens.own & self.words.game[cell].own
        if not covered and any(map(is_word, tokens.own)):
            return None
        return Match(source, tokens, (cell,), covered, near[cell], tuple(near))

    def _sentence(self, number: int) -> Match:
        tokens, near = self.words.source[number], self._near[number]
        total = self.words.weight(tokens.own)
        numbers: list[int] = []
        covered: frozenset[str] = frozenset()
        while len(numbers) < _MOST:
            gains = {each: self._gain(tokens, each, covered) for each in near if each not in numbers}
            best = max(gains, key=lambda each: (gains[each] * near[each] ** 0.5, -each), default=None)
            if best is None or gains[best] <= _LEAST_GAIN * total:
                break
            numbers.append(best)
            covered |= tokens.own & self.words.game[best].all
        whole = numbers and tokens.own <= self.words.game[numbers[0]].own and self._local(number, numbers[0])
        evidence = sum(self._evidence(number, each) for each in numbers) / math.sqrt(total or 1) + (1 if whole else 0)
        return Match(self.source[number], tokens, tuple(numbers), covered, evidence, tuple(near))

    def _gain(self, tokens: TokenSets, number: int, covered: frozenset[str]) -> float:
        own = self.words.game[number]
        new = (tokens.own & own.all) - covered
        return self.words.weight(new & own.own) + CONTEXT * self.words.weight(new - own.own)

    def _evidence(self, number: int, other: int) -> float:
        """The weight of the words shared, less where the rule is far from the section or others have them too."""
        shared = self.words.source[number].own & self.words.game[other].all
        others = (self.words.source[each].own for each in self._better(number, other))
        fresh = shared.difference(*others)
        weight = self.words.weight(fresh) + _SAID_ALREADY * self.words.weight(shared - fresh)
        return (0.4 + 0.6 * min(1.0, 2 * self._local(number, other))) * weight

    def _local(self, number: int, other: int) -> float:
        """How much of the section is in the rule of a statement of the game."""
        return self._rules[self.source[number].path].get(self.game[other].rule, 0)

    def _better(self, number: int, other: int) -> list[int]:
        """The two other statements of the source that are most like this one of the game, if more than `number` is."""
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
    source: Sequence[Statement], game: Sequence[Statement], widely: Sequence[Scores]
) -> Mapping[Section, Mapping[str, float]]:
    """How much of each section of the source is in each rule of the game; 1 for that which has most of it."""
    votes: dict[Section, Counter[str]] = defaultdict(Counter)
    for statement, scores in zip(source, widely, strict=True):
        votes[statement.path].update({})
        for number in list(scores)[:_VOTES]:
            votes[statement.path][game[number].rule] += scores[number]  # type: ignore[assignment]
    return {path: {rule: count / max(each.values()) for rule, count in each.items()} for path, each in votes.items()}


_CLAUSE = re.compile(
    r"[,;:()\[\]/–—]|\s-\s|\b(?:and|or|but|although|though|unless|except|if|when|while|because|since|which|provided)\b"
)
_CLAUSE_WEIGHT = 5.5
"""The weight from which the words of a clause matter: a single word that the game has nowhere, or two rare ones."""

_LISTED = frozenset({Kind.BULLET, Kind.ROW, Kind.CELL})
_AS_GOOD = 0.75
"""The share of the words of the best statement from which another is as good."""
_ALIKE = 0.2
"""The share of its words that a statement of the game needs to have a say in what it emphasises."""


class DifferenceKind(Enum):
    """What differs between a statement and the game's words for it."""

    NUMBER = "number"
    NAME = "name"
    NEGATION = "negation"
    WORDS = "words"
    EMPHASIS = "emphasis"


@dataclass(frozen=True, slots=True)
class Difference:
    """Words of the source that the game lacks; `added` where only the game has them, which only a denial can be."""

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
        for token in sorted(lost):
            if is_number(token) or is_name(token) or token == NOTHING:
                yield Difference(DifferenceKind.NUMBER if is_number(token) else DifferenceKind.NAME, shown(token))

    def _negation(self, match: Match, statements: Sequence[Statement]) -> Iterator[Difference]:
        """A denial that only one side has; words that deny by halves, such as `only`, may stand for one."""
        first, source = match.numbers[0], match.source
        bullets = source.kind is statements[0].kind is Kind.BULLET
        if NEGATION in match.tokens.own and source.kind is not Kind.HEADING:
            least = _AS_GOOD * self._shared(match, first)
            alike = {*match.numbers, *(number for number in match.near if self._shared(match, number) >= least)}
            halfway = any(HALF_DENIALS.search(each.text) for each in statements)
            if not halfway and not any(NEGATION in self.words.game[number].own for number in alike):
                yield Difference(DifferenceKind.NEGATION, "not")
        elif bullets and NEGATION in self.words.game[first].own and not HALF_DENIALS.search(source.text):
            yield Difference(DifferenceKind.NEGATION, "not", added=True)

    def _clauses(self, match: Match, near: set[str]) -> Iterator[Difference]:
        for clause in _CLAUSE.split(match.source.text):
            words = {token for token in self.words.of_source(clause) if is_word(token)}
            if not words & near and self.words.weight(words) >= _CLAUSE_WEIGHT:
                yield Difference(DifferenceKind.WORDS, clause.strip(" ."))

    def _emphasis(self, match: Match) -> Iterator[Difference]:
        """Emphasised words that the game has without emphasis, in its nearest statement; for a bullet in a bullet."""
        listed = match.source.kind in _LISTED
        own = [number for number in match.numbers if self.game[number].kind in _LISTED or not listed]
        least = _ALIKE * self.words.weight(match.tokens.own)
        near = [number for number in match.near if self.game[number].kind in _LISTED]
        alike = own + [number for number in near if listed and self._shared(match, number) >= least]
        for words in match.source.strong:
            whole = re.compile(rf"(?<!\w){re.escape(words)}(?!\w)", re.IGNORECASE)
            candidates = alike if self.words.of_source(words) else own or alike
            with_words = [each for each in candidates if whole.search(self.game[each].text)]
            nearest = max(with_words, key=lambda each: self._shared(match, each), default=None)
            if nearest is not None and not any(whole.search(strong) for strong in self.game[nearest].strong):
                yield Difference(DifferenceKind.EMPHASIS, words)

    def _shared(self, match: Match, number: int) -> float:
        return self.words.weight(match.tokens.own & self.words.game[number].own)
