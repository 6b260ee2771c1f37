"""What the game's words for a statement lack: numbers, names, denials, emphasis, clauses of which no word is left."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from rulewright.comparing.matching import Match
from rulewright.comparing.statement import Kind, Statement
from rulewright.comparing.tokens import HALF_DENIALS, NEGATION, NOTHING, is_name, is_number, is_word, shown, unsigned
from rulewright.comparing.vocabulary import Vocabulary

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


_ADDED_DENIAL = Difference(DifferenceKind.NEGATION, "not", added=True)


class Differences:
    """Finds them for the matches of one comparison."""

    def __init__(self, game: Sequence[Statement], words: Vocabulary) -> None:
        self.game, self.words = game, words
        self._by_owner: dict[str, set[str]] = defaultdict(set)
        self._by_rule: dict[str, set[str]] = defaultdict(set)
        for statement, said in zip(game, words.game, strict=True):
            self._by_owner[statement.owner] |= said.all
            if not statement.owner.startswith("example:"):
                self._by_rule[statement.rule] |= said.all

    def of(self, match: Match) -> Iterator[Difference]:
        found = [self.game[number] for number in match.found]
        if match.source.kind is Kind.CELL and found[0].kind is Kind.CELL:
            yield from self._figures(match.said.own - match.covered)
            return
        near = {token for each in found for token in self._by_owner[each.owner]}
        known = near | {token for each in found if each.rule for token in self._by_rule[each.rule]}
        yield from self._figures(each for each in match.said.own if not {each, unsigned(each)} & known)
        for name, token in self.words.proper(match.source):
            if token not in known and not self.words.places.get(token):
                yield Difference(DifferenceKind.NAME, name)
        yield from self._negation(match, found)
        yield from self._clauses(match, near)
        yield from self._emphasis(match)

    def _figures(self, lost: Iterable[str]) -> Iterator[Difference]:
        for token in sorted(lost):
            if is_number(token) or is_name(token) or token == NOTHING:
                yield Difference(DifferenceKind.NUMBER if is_number(token) else DifferenceKind.NAME, shown(token))

    def _negation(self, match: Match, found: Sequence[Statement]) -> Iterator[Difference]:
        """A denial that only one side has; words that deny by halves, such as `only`, may stand for one."""
        first, source = match.found[0], match.source
        if source.kind is Kind.HEADING:
            return
        if NEGATION in match.said.own:
            least = _AS_GOOD * self._shared(match, first)
            alike = {*match.found, *(number for number in match.near if self._shared(match, number) >= least)}
            halfway = any(HALF_DENIALS.search(each.text) for each in found)
            if not halfway and not any(NEGATION in self.words.game[number].own for number in alike):
                yield Difference(DifferenceKind.NEGATION, "not")
        elif source.kind is found[0].kind is Kind.BULLET and NEGATION in self.words.game[first].own:
            yield from () if HALF_DENIALS.search(source.text) else (_ADDED_DENIAL,)

    def _clauses(self, match: Match, known: set[str]) -> Iterator[Difference]:
        for clause in _CLAUSE.split(match.source.text):
            tokens = {token for token in self.words.of_source(clause) if is_word(token)}
            if not tokens & known and self.words.weight(tokens) >= _CLAUSE_WEIGHT:
                yield Difference(DifferenceKind.WORDS, clause.strip(" ."))

    def _emphasis(self, match: Match) -> Iterator[Difference]:
        """Emphasised words that the game has without emphasis, in its nearest statement; for a bullet in a bullet."""
        listed = match.source.kind in _LISTED
        found = [number for number in match.found if self.game[number].kind in _LISTED or not listed]
        least = _ALIKE * self.words.weight(match.said.own)
        near = [number for number in match.near if self.game[number].kind in _LISTED]
        alike = found + [number for number in near if listed and self._shared(match, number) >= least]
        for words in match.source.strong:
            whole = re.compile(rf"(?<!\w){re.escape(words)}(?!\w)", re.IGNORECASE)
            telling = alike if self.words.of_source(words) else found or alike
            having = [each for each in telling if whole.search(self.game[each].text)]
            nearest = max(having, key=lambda each: self._shared(match, each), default=None)
            if nearest is not None and not any(whole.search(strong) for strong in self.game[nearest].strong):
                yield Difference(DifferenceKind.EMPHASIS, words)

    def _shared(self, match: Match, number: int) -> float:
        return self.words.weight(match.said.own & self.words.game[number].own)
