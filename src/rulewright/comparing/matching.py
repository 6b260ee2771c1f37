"""Finds where a game says what a source says: by the words that both have, and the rarer a word, the more it counts.

A game is written in its own words, so a single sentence proves little. But a section of the source mostly goes into a
few rules, and all its sentences together show which. So each sentence is looked for twice: everywhere, to learn the
rules of its section, and again with these preferred.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import nsmallest

from rulewright.comparing.statement import Kind, Statement
from rulewright.comparing.tokens import Said, is_word
from rulewright.comparing.vocabulary import CONTEXT, Vocabulary

_SAME_KIND = 1.6
"""How much a bullet is preferred for a bullet, and a cell for a cell."""
_SECTION = 2.0
"""How much the rules of a section are preferred."""
_CANDIDATES, _WIDELY = 24, 96
"""How many statements of the game are looked at for one of the source, with the rules of its section and before."""
_COMMON = 300
"""Places of a word from which on it only counts where rarer words are too: else all would be compared with all."""
_VOTES = 3
_MOST, _LEAST_GAIN = 4, 0.12
"""How many statements of the game may say one of the source together, and the share that each must add."""
_HEADS, _NEARLY = 0.5, 0.9
"""The share of the words of row and column that a cell must have, and the share of the best that is as good."""
_SAID_ALREADY = 0.25
"""What a word is worth as evidence that a better claimant of the same statement has too."""

Scores = Mapping[int, float]
"""How much alike statements of the game are, by their numbers."""
Section = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """A statement of the source, and the numbers of those of the game that say it.

    `covered` are its tokens in these. `evidence` is how sure it is that they say it: near 0 they only share common
    words, or words that they have from other statements of the source.
    """

    source: Statement
    said: Said
    found: tuple[int, ...]
    covered: frozenset[str]
    evidence: float
    near: tuple[int, ...]


class Matcher:
    def __init__(self, source: Sequence[Statement], game: Sequence[Statement], words: Vocabulary) -> None:
        self.source, self.game, self.words = source, game, words
        self._widely = [self._alike(said) for said in words.source]
        self._rules = _rules_of_sections(source, game, self._widely)
        self._near = [self._nearby(each, scores) for each, scores in zip(source, self._widely, strict=True)]

    def matches(self) -> list[Match]:
        """Each statement of the source with those of the game that say it, in the order of the source."""
        return [self._match(number) for number in range(len(self.source))]

    def _alike(self, said: Said) -> Scores:
        """The statements of the game that are most alike: of those that have one of its rarer words."""
        tokens = sorted(said.all, key=lambda token: (len(self.words.places.get(token, ())), token))
        shared: dict[int, float] = defaultdict(float)
        for token in tokens:
            weight = self.words.weight((token,)) * (1 if token in said.own else CONTEXT)
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
        """By what a score is multiplied: a long statement shares many words with everything."""
        return [1 / math.sqrt(4 + self.words.weight(said.own)) for said in self.words.game]

    def _nearby(self, source: Statement, widely: Scores) -> Scores:
        near = {number: score * self._preference(source, number) for number, score in widely.items()}
        return _best(near, _CANDIDATES)

    def _preference(self, source: Statement, number: int) -> float:
        """How much more a statement of the game is worth for its rule and its kind."""
        other = self.game[number]
        alike = _SAME_KIND if source.kind is other.kind and source.kind is not Kind.SENTENCE else 1.0
        return alike * (1 + _SECTION * self._rules[source.path].get(other.rule, 0))

    def _match(self, number: int) -> Match:
        return self._cell(number) or self._sentence(number)

    def _cell(self, number: int) -> Match | None:
        """The cell of the game in the same row and column; None where no table has both."""
        source, said = self.source[number], self.words.source[number]
        if source.kind is not Kind.CELL or not said.beside:
            return None
        cells = (each for each in self._widely[number] if self.game[each].kind is Kind.CELL and self.game[each].beside)
        heads = {each: self.words.weight(said.beside & self.words.game[each].all) for each in cells}
        near = {
            each: score * self._preference(source, each)
            for each, score in heads.items()
            if score >= _HEADS * self.words.weight(said.beside)
        }
        best = [each for each in near if near[each] >= _NEARLY * max(near.values())]
        if not best:
            return None
        found = min(best, key=lambda each: (not said.own <= self.words.game[each].own, -near[each], each))
        covered = said.own & self.words.game[found].own
        if not covered and any(map(is_word, said.own)):
            return None
        return Match(source, said, (found,), covered, near[found], tuple(near))

    def _sentence(self, number: int) -> Match:
        said, near = self.words.source[number], self._near[number]
        total = self.words.weight(said.own)
        found: list[int] = []
        covered: frozenset[str] = frozenset()
        while len(found) < _MOST:
            gains = {each: self._gain(said, each, covered) for each in near if each not in found}
            best = max(gains, key=lambda each: (gains[each] * near[each] ** 0.5, -each), default=None)
            if best is None or gains[best] <= _LEAST_GAIN * total:
                break
            found.append(best)
            covered |= said.own & self.words.game[best].all
        whole = found and said.own <= self.words.game[found[0]].own and self._local(number, found[0])
        evidence = sum(self._evidence(number, each) for each in found) / math.sqrt(total or 1) + (1 if whole else 0)
        return Match(self.source[number], said, tuple(found), covered, evidence, tuple(near))

    def _gain(self, said: Said, number: int, covered: frozenset[str]) -> float:
        own = self.words.game[number]
        new = (said.own & own.all) - covered
        return self.words.weight(new & own.own) + CONTEXT * self.words.weight(new - own.own)

    def _evidence(self, number: int, found: int) -> float:
        """The weight of the words shared, less where the rule is far from the section or others have them too."""
        shared = self.words.source[number].own & self.words.game[found].all
        others = (self.words.source[each].own for each in self._better(number, found))
        fresh = shared.difference(*others)
        weight = self.words.weight(fresh) + _SAID_ALREADY * self.words.weight(shared - fresh)
        return (0.4 + 0.6 * min(1.0, 2 * self._local(number, found))) * weight

    def _local(self, number: int, found: int) -> float:
        """How much of the section is in the rule of a statement of the game."""
        return self._rules[self.source[number].path].get(self.game[found].rule, 0)

    def _better(self, number: int, found: int) -> list[int]:
        """The two other statements of the source that are most like this one of the game, if more than the given."""
        least = self._near[number][found]
        return [each for score, each in self._claimants[found] if each != number and score > least][:2]

    @cached_property
    def _claimants(self) -> Mapping[int, list[tuple[float, int]]]:
        claimants: dict[int, list[tuple[float, int]]] = defaultdict(list)
        for number, near in enumerate(self._near):
            for found, score in near.items():
                claimants[found].append((score, number))
        return {found: sorted(each, reverse=True) for found, each in claimants.items()}


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
