"""The tokens of both sides, how much each weighs, and where the game has it."""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property

from rapidfuzz import fuzz, process

from rulewright.comparing.statement import Statement
from rulewright.comparing.tokens import NEGATION, Tokens, is_word

_ALIKE, _SHORTEST_ALIKE = 84, 5
"""How many of a hundred letters words must share, and how long they must be, to be one word written in two ways."""

CONTEXT = 0.3
"""What a word of a heading, a row or a column counts beside one of the statement itself."""

_CAPITAL = re.compile(r"(?<=[\w,;] )[A-Z][a-z]{2,}(?![\w-])")
"""A word with a capital that does not begin a sentence."""
_SMALL = re.compile(r"(?<![\w-])[a-z]+(?![\w-])")


class Vocabulary:
    """Both sides as tokens. A word of the source that the game lacks is read as the game's, if one is nearly alike."""

    def __init__(self, source: Sequence[Statement], game: Sequence[Statement], tokens: Tokens) -> None:
        self.statements, self._tokens = source, tokens
        self.game = [tokens.of(each) for each in game]
        self._known = {token for said in self.game for token in said.all if is_word(token)}
        self._spellings: dict[str, str] = {}
        self.source = [tokens.of(each).spelt(self._spelling) for each in source]
        self._weigh()
        self.places: dict[str, dict[int, float]] = defaultdict(dict)
        for number, said in enumerate(self.game):
            for token in said.all - {NEGATION}:
                self.places[token][number] = 1 if token in said.own else CONTEXT

    # `places` are the statements of the game that have a token, by their numbers, and how much it counts there.
    # A denial has none: it weighs nothing.

    def _weigh(self) -> None:
        often = Counter(token for said in (*self.game, *self.source) for token in said.own)
        every = len(self.game) + len(self.source)
        self._weights = {token: math.log(1 + every / count) for token, count in often.items()}
        self._weights[NEGATION] = 0.0
        self._rarest = math.log(1 + every)

    def proper(self, statement: Statement) -> Iterator[tuple[str, str]]:
        """The words of a statement of the source that are always written with a capital there, and their tokens."""
        for match in _CAPITAL.finditer(statement.text):
            if match[0].lower() not in self._small:
                yield from ((match[0], token) for token in self.of_source(match[0]) if is_word(token))

    @cached_property
    def _small(self) -> frozenset[str]:
        return frozenset(word for each in self.statements for word in _SMALL.findall(each.text))

    def weight(self, tokens: Iterable[str]) -> float:
        """The rarer a token is on both sides, the more it weighs; a denial alone is no sign of anything."""
        return sum(self._weights.get(token, self._rarest) for token in tokens)

    def of_source(self, text: str) -> frozenset[str]:
        """The tokens of a part of the source."""
        return frozenset(map(self._spelling, self._tokens.tokens(text)))

    def _spelling(self, word: str) -> str:
        if word not in self._spellings:
            self._spellings[word] = _nearest(word, self._known)
        return self._spellings[word]


def _nearest(word: str, known: Collection[str]) -> str:
    if word in known or not is_word(word) or len(word) < _SHORTEST_ALIKE:
        return word
    found = process.extractOne(word, known, scorer=fuzz.ratio, score_cutoff=_ALIKE)
    return str(found[0]) if found else word
