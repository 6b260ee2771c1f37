"""Statements of a source or a game, their words and numbers as tokens, and the weight of each token.

A token is the stem of a word, or begins with a sign that says what it is: a number, a name with digits, or a term.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from hashlib import sha256

from rapidfuzz import fuzz, process

from rulewright.entries.names import slug
from rulewright.findings import Span
from rulewright.markup.english import NUMBERS, STOP_WORDS, number_words, parts, stem


class Kind(Enum):
    """The kind of text that a statement is."""

    HEADING = "heading"
    SENTENCE = "sentence"
    BULLET = "bullet"
    CELL = "cell"
    ROW = "row"


@dataclass(frozen=True, slots=True)
class Statement:
    """Plain words and their place.

    `path` are the headings above, `beside` the bullets above, or the headings of a cell.

    `strong` are the words that the page emphasises; `terms` are the names of terms that it links. `owner` is the entry
    of the game that makes the statement, as in `rule:hits`, and `rule` the rule that it belongs to; a source has
    neither. `ours` marks statements that, as the author declares, no document makes.
    """

    text: str
    span: Span
    kind: Kind = Kind.SENTENCE
    path: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    strong: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    owner: str = ""
    rule: str = ""
    ours: bool = False
    id: str = field(init=False)

    def __post_init__(self) -> None:
        """Make the id: the entry or heading, and a digest of the words, so that it changes with the words."""
        words = " ".join(" ".join((*self.beside, self.text)).casefold().split())
        holder = self.owner.rpartition(":")[2] or slug(self.path[-1] if self.path else self.text)
        object.__setattr__(self, "id", f"{holder}-{sha256(words.encode()).hexdigest()[:8]}")


# Words and numbers of a statement, and how rare each is

NEGATION, NOTHING = "¬", "∅"
_EMPTY = frozenset({"", "-", "–", "—", "−", "n/a", "na"})
"""The texts of cells without content."""
_NUMBER, _NAME, _TERM = "#", "@", "§"
"""The first characters of tokens of numbers, of names with digits, and of terms.

Plain words begin with a letter.
"""

_FRACTIONS = {"½": ".5", "¼": ".25", "¾": ".75", "⅓": ".33", "⅔": ".67", "⅝": ".625"}
_WORD = re.compile(r"(?P<figures>\w*[\d½¼¾⅓⅔⅝][\w.½¼¾⅓⅔⅝]*)|(?P<word>[^\W\d_]+(?:['’][^\W\d_]+)?)")
_DIE = re.compile(r"\d*[dD]\d+")
_NUMBERED = re.compile(r"[pP]?(\d*[½¼¾⅓⅔⅝]?)([^\W\d_]{2,})?")
"""A number, possibly of a page, and possibly with its unit: 5, p18, 75mm, 2MMs."""
_MINUS = re.compile(r"(?<![\w\]])[-−–]$")
_NEGATIONS = frozenset(("not no non none nobody nothing never neither nor without cannot unable").split())
"""Words that negate what follows them."""
HALF_NEGATIONS = re.compile(
    r"\b(?:only|unless|except\w*|outside|out of|fails?|failed|barred|until|instead|un\w{4,})\b", re.IGNORECASE
)
"""Words that negate partly or indirectly."""
_EMPTY_WORDS = STOP_WORDS | set(
    (
        "a about above after again all also an another anything away because been before being below between "
        "both but come could did during either else etc even example following follows get give given go had "
        "has have he her here him his how however i instead like make many might more most much need note "
        "other our own per quite same see shall she should similarly so such take taken them themselves there "
        "therefore though thus too upon us use used using very was way we were what whereas whether who whose "
        "will would you your let just when treated treat counts count ex exc eg ie"
    ).split()
)
"""Words without a meaning of their own."""


@dataclass(frozen=True, slots=True)
class TokenSets:
    """The tokens of a statement: its own, those of `beside`, and all, which includes those of its path."""

    own: frozenset[str]
    beside: frozenset[str]
    all: frozenset[str]

    def spelt(self, spelling: Callable[[str], str]) -> "TokenSets":
        """Return the sets with each token respelt."""
        return TokenSets(*(frozenset(map(spelling, each)) for each in (self.own, self.beside, self.all)))


def is_number(token: str) -> bool:
    return token.startswith(_NUMBER)


def is_name(token: str) -> bool:
    return token.startswith(_NAME)


def is_word(token: str) -> bool:
    return token[0].isalpha()


def shown(token: str) -> str:
    """Return a token without the sign of its kind."""
    return token[1:] if token[0] in {_NUMBER, _NAME, _TERM} else token


def unsigned(token: str) -> str:
    """Return a number without its minus sign, because words such as `deduct` may replace it."""
    return token.replace("-", "", 1) if is_number(token) else token


class Tokens:
    """Makes tokens from texts. All names of a term become the same token."""

    def __init__(self, terms: Iterable[tuple[str, ...]]) -> None:
        self._terms: dict[tuple[str, ...], str] = {}
        for names in terms:
            for name in names:
                self._terms.setdefault(parts(name), _TERM + names[0])
        self._longest = max(map(len, self._terms), default=1)

    def of(self, statement: Statement) -> TokenSets:
        own = frozenset(self.tokens(statement.text)) | {_TERM + name for name in statement.terms}
        if statement.kind is Kind.CELL and statement.text.strip().lower() in _EMPTY:
            own = frozenset({NOTHING})
        beside = frozenset(self.tokens(" . ".join(statement.beside)))
        return TokenSets(own, beside, own | beside | frozenset(self.tokens(" . ".join(statement.path))))

    def tokens(self, text: str) -> Iterator[str]:
        """Yield the tokens of a text: terms, then numbers, names and stems of words."""
        yield from self._term_tokens(text)
        number_starts = {match.start() for match in number_words(text)}
        for match in _WORD.finditer(text):
            if match["figures"]:
                yield from _numeric(match[0], text[max(0, match.start() - 2) : match.start()])
            else:
                yield from _word(match[0], is_quantity=match.start() in number_starts)

    def _term_tokens(self, text: str) -> Iterator[str]:
        """Yield the terms in a text; where several fit, the one with the longest name."""
        words = [each for part in re.split(r"[^\w\s'’?-]+", text) for each in (*parts(part), "")]
        at = 0
        while at < len(words):
            for length in range(min(self._longest, len(words) - at), 0, -1):
                name = tuple(words[at : at + length])
                term = self._terms.get(name) or self._terms.get(("".join(name),))
                if term:
                    yield term
                    at += length - 1
                    break
            at += 1


def _numeric(written: str, before: str) -> Iterator[str]:
    """Yield the tokens of a word with digits: dice, a number with its unit, or a name such as N2 and 12.11."""
    written = written.rstrip(".")
    number = _NUMBERED.fullmatch(written)
    if _DIE.fullmatch(written.rstrip("s")):
        yield _NAME + written.lower().rstrip("s")
    elif number and number[1]:
        yield _NUMBER + ("-" if _MINUS.search(before) else "") + _figures(number[1])
        if number[2]:
            yield from _word(number[2], is_quantity=False)
    else:
        yield _NAME + written.lower()


def _figures(written: str) -> str:
    for sign, value in _FRACTIONS.items():
        written = written.replace(sign, value)
    return written.lstrip("0") or "0"


def _word(written: str, *, is_quantity: bool) -> Iterator[str]:
    """Yield the token of a word; nothing for words without a meaning of their own."""
    word = written.lower().replace("’", "'")
    if word in _NEGATIONS or word.endswith("n't"):
        yield NEGATION
    elif word in NUMBERS:
        if is_quantity:
            yield f"{_NUMBER}{NUMBERS[word]}"
    elif word in {"half", "halved", "halves"}:
        yield f"{_NUMBER}.5"
    elif word == "twice":
        yield f"{_NUMBER}2"
    elif len(word) == 1:
        if written.isupper() and word not in _EMPTY_WORDS:
            yield _NAME + word
    elif word not in _EMPTY_WORDS:
        yield stem(word.removesuffix("'s"))


_ALIKE, _SHORTEST_ALIKE = 84, 5
"""The similarity in per cent, and the length, from which two words count as spellings of one word."""

CONTEXT = 0.3
"""The weight of a word of a heading, row or column, relative to a word of the statement itself."""

_CAPITAL = re.compile(r"(?<=[\w,;] )[A-Z][a-z]{2,}(?![\w-])")
"""A capitalised word that does not begin a sentence."""
_SMALL = re.compile(r"(?<![\w-])[a-z]+(?![\w-])")


class Vocabulary:
    """The statements of both sides as token sets, and the weights of tokens.

    A word of the source that the game lacks is replaced by a similar word of the game, if there is one. `places` maps a
    token to the game's statements that have it, by number, with the weight it has there. Negations have no places: they
    weigh nothing.
    """

    def __init__(self, source: Sequence[Statement], game: Sequence[Statement], tokens: Tokens) -> None:
        self.statements, self._tokens = source, tokens
        self.game = [tokens.of(each) for each in game]
        self._game_words = {token for sets in self.game for token in sets.all if is_word(token)}
        self._spellings: dict[str, str] = {}
        self.source = [tokens.of(each).spelt(self._spelling) for each in source]
        self._weigh()
        self.places: dict[str, dict[int, float]] = defaultdict(dict)
        for number, sets in enumerate(self.game):
            for token in sets.all - {NEGATION}:
                self.places[token][number] = 1 if token in sets.own else CONTEXT

    def _weigh(self) -> None:
        counts = Counter(token for sets in (*self.game, *self.source) for token in sets.own)
        total = len(self.game) + len(self.source)
        self._weights = {token: math.log(1 + total / count) for token, count in counts.items()}
        self._weights[NEGATION] = 0.0
        self._rarest = math.log(1 + total)

    def proper(self, statement: Statement) -> Iterator[tuple[str, str]]:
        """Yield words of a source statement that the source only writes with a capital, and their tokens."""
        for match in _CAPITAL.finditer(statement.text):
            if match[0].lower() not in self._small:
                yield from ((match[0], token) for token in self.of_source(match[0]) if is_word(token))

    @cached_property
    def _small(self) -> frozenset[str]:
        return frozenset(word for each in self.statements for word in _SMALL.findall(each.text))

    def weight(self, tokens: Iterable[str]) -> float:
        """Return the weight of tokens: rare tokens weigh more, and a negation alone weighs nothing."""
        return sum(self._weights.get(token, self._rarest) for token in tokens)

    def of_source(self, text: str) -> frozenset[str]:
        """Return the tokens of a text of the source, in the spelling of the game."""
        return frozenset(map(self._spelling, self._tokens.tokens(text)))

    def _spelling(self, word: str) -> str:
        if word in self._game_words or not is_word(word) or len(word) < _SHORTEST_ALIKE:
            return word
        if word not in self._spellings:
            nearest = process.extractOne(word, self._game_words, scorer=fuzz.ratio, score_cutoff=_ALIKE)
            self._spellings[word] = str(nearest[0]) if nearest else word
        return self._spellings[word]
