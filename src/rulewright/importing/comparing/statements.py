"""Statements of a source or a game, their words and numbers as tokens, and the weight of each token.

A token stands for a word or number, so that different spellings compare as equal. It is the stem of a word, or begins
with a sign that says what it is: `#` a number, `@` a name, `§` a term of the glossary. For example, `Two rafts cross at
D10, not at the Ford` has the tokens `#2`, `raft`, `cross`, `@d10`, `¬` (the negation) and `§ford` if the game has a
term `ford`; `at` and `the` mean nothing alone and are dropped.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from hashlib import sha256

from rapidfuzz import fuzz, process

from rulewright.base.findings import Span
from rulewright.entries.names import slug
from rulewright.source.markup.english import NUMBERS, STOP_WORDS, number_words, parts, stem


class StatementKind(Enum):
    """The kind of text that a statement is."""

    HEADING = "heading"
    SENTENCE = "sentence"
    BULLET = "bullet"
    CELL = "cell"
    ROW = "row"


@dataclass(frozen=True, slots=True)
class Statement:
    """The content of one sentence, bullet, heading, table row or cell, in plain words.

    - `path`: the headings above it, outermost first.
    - `labels`: what it needs to be understood: the bullets above a bullet, or the row and column headings of a cell.
    - `emphasised`: the words that the page emphasises; `terms`: the names of terms that it links.
    - `owner`: the entry of the game that makes the statement, as in `rule:hits`; `rule`: the id of the rule that it
      belongs to. Both are empty in a source.
    - `ours`: the author declares that no document makes the statement.
    """

    text: str
    span: Span
    kind: StatementKind = StatementKind.SENTENCE
    path: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    emphasised: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    owner: str = ""
    rule: str = ""
    ours: bool = False
    id: str = field(init=False)

    def __post_init__(self) -> None:
        """Make the id from the entry or heading and a digest of the words: `hits-1f0c9a2b` changes with the words."""
        words = " ".join(" ".join((*self.labels, self.text)).casefold().split())
        holder = self.owner.rpartition(":")[2] or slug(self.path[-1] if self.path else self.text)
        object.__setattr__(self, "id", f"{holder}-{sha256(words.encode()).hexdigest()[:8]}")


# Words and numbers of a statement, and how rare each is

NEGATION, NOTHING = "¬", "∅"
"""The token of every negating word, and the token of a cell without content."""
_EMPTY_CELLS = frozenset({"", "-", "–", "—", "−", "n/a", "na"})
_NUMBER, _NAME, _TERM = "#", "@", "§"
"""The first characters of tokens of numbers, names and terms. Tokens of plain words begin with a letter."""

_FRACTIONS = {"½": ".5", "¼": ".25", "¾": ".75", "⅓": ".33", "⅔": ".67", "⅝": ".625"}
_WORD = re.compile(r"(?P<with_digits>\w*[\d½¼¾⅓⅔⅝][\w.½¼¾⅓⅔⅝]*)|(?P<word>[^\W\d_]+(?:['’][^\W\d_]+)?)")
"""A word with digits, such as `2½`, `12.11` or `D6`; or a word of letters, such as `isn't`."""
_DIE = re.compile(r"\d*[dD]\d+")
"""Dice, such as `2d6`."""
_NUMBER_WITH_UNIT = re.compile(r"[pP]?(\d*[½¼¾⅓⅔⅝]?)([^\W\d_]{2,})?")
"""A number, possibly of a page, and possibly with its unit: 5, p18, 75mm, 2MMs."""
_MINUS = re.compile(r"(?<![\w\]])[-−–]$")
"""A minus sign before a number, as in `a -1`, but not the hyphen or dash of `6-7`."""
_NEGATIONS = frozenset(("not no non none nobody nothing never neither nor without cannot unable").split())
"""Words that negate what follows them."""
HALF_NEGATIONS = re.compile(
    r"\b(?:only|unless|except\w*|outside|out of|fails?|failed|barred|until|instead|un\w{4,})\b", re.IGNORECASE
)
"""Words that negate partly or indirectly: `only`, `unless`, `unable`."""
_MEANINGLESS_WORDS = STOP_WORDS | set(
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
    """The tokens of a statement: in its text, in its labels, and anywhere in its text, labels and path."""

    in_text: frozenset[str]
    in_labels: frozenset[str]
    anywhere: frozenset[str]


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
        in_text = frozenset(self.tokens(statement.text)) | {_TERM + name for name in statement.terms}
        if statement.kind is StatementKind.CELL and statement.text.strip().lower() in _EMPTY_CELLS:
            in_text = frozenset({NOTHING})
        in_labels = frozenset(self.tokens(" . ".join(statement.labels)))
        in_path = frozenset(self.tokens(" . ".join(statement.path)))
        return TokenSets(in_text, in_labels, in_text | in_labels | in_path)

    def tokens(self, text: str) -> Iterator[str]:
        """Yield the tokens of a text: terms, then numbers, names and stems of words."""
        yield from self._term_tokens(text)
        quantity_starts = {match.start() for match in number_words(text)}
        for match in _WORD.finditer(text):
            if match["with_digits"]:
                yield from _numeric(match[0], text[max(0, match.start() - 2) : match.start()])
            else:
                yield from _word(match[0], is_quantity=match.start() in quantity_starts)

    def _term_tokens(self, text: str) -> Iterator[str]:
        """Yield the terms in a text; where several begin, the one with the longest name."""
        # An empty word ends each part between signs, because no name goes beyond it.
        words = [word for part in re.split(r"[^\w\s'’?-]+", text) for word in (*parts(part), "")]
        start = 0
        while start < len(words):
            for length in range(min(self._longest, len(words) - start), 0, -1):
                name = tuple(words[start : start + length])
                in_one_word = ("".join(name),)  # `fire power` is also the term `firepower`
                if term := self._terms.get(name) or self._terms.get(in_one_word):
                    yield term
                    start += length - 1
                    break
            start += 1


def _numeric(written: str, before: str) -> Iterator[str]:
    """Yield the tokens of a word with digits: dice, a number with its unit, or a name such as N2 and 12.11.

    `before` is the text just before the word, where a minus sign may be.
    """
    written = written.rstrip(".")
    number = _NUMBER_WITH_UNIT.fullmatch(written)
    if _DIE.fullmatch(written.rstrip("s")):
        yield _NAME + written.lower().rstrip("s")
    elif number and number[1]:
        yield _NUMBER + ("-" if _MINUS.search(before) else "") + _figures(number[1])
        if number[2]:
            yield from _word(number[2], is_quantity=False)
    else:
        yield _NAME + written.lower()


def _figures(written: str) -> str:
    """Return a number in decimal form: `2½` as `2.5`."""
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
        if written.isupper() and word not in _MEANINGLESS_WORDS:
            yield _NAME + word
    elif word not in _MEANINGLESS_WORDS:
        yield stem(word.removesuffix("'s"))


_LEAST_SIMILARITY, _LEAST_LETTERS = 84, 5
"""The similarity in per cent, and the length, from which two words count as spellings of one word."""

CONTEXT = 0.3
"""The weight of a word of a heading, row or column, relative to a word of the statement itself."""

_CAPITAL = re.compile(r"(?<=[\w,;] )[A-Z][a-z]{2,}(?![\w-])")
"""A capitalised word that does not begin a sentence."""
_LOWER_CASE = re.compile(r"(?<![\w-])[a-z]+(?![\w-])")


class Vocabulary:
    """The statements of both sides as token sets, and the weights of tokens.

    `source_tokens` and `game_tokens` are in the order of the statements. A word of the source that the game lacks is
    replaced by a similar word of the game, if there is one.

    `game_index` maps a token to the numbers of the game's statements that have it, each with the weight that the token
    has there: 1 in the text, `CONTEXT` in labels and path. Negations are not in it, because they weigh nothing.
    """

    def __init__(self, source: Sequence[Statement], game: Sequence[Statement], tokens: Tokens) -> None:
        self.source, self._tokens = source, tokens
        self.game_tokens = [tokens.of(each) for each in game]
        self._game_words = {token for sets in self.game_tokens for token in sets.anywhere if is_word(token)}
        self._spellings: dict[str, str] = {}
        self.source_tokens = [
            TokenSets(*(frozenset(map(self._spelling, each)) for each in (sets.in_text, sets.in_labels, sets.anywhere)))
            for sets in map(tokens.of, source)
        ]
        self.game_index: dict[str, dict[int, float]] = defaultdict(dict)
        for number, sets in enumerate(self.game_tokens):
            for token in sets.anywhere - {NEGATION}:
                self.game_index[token][number] = 1 if token in sets.in_text else CONTEXT

        counts = Counter(token for sets in (*self.game_tokens, *self.source_tokens) for token in sets.in_text)
        total = len(self.game_tokens) + len(self.source_tokens)
        # a token in every statement weighs log 2, one in a single statement of 1,000 weighs log 1,001
        self._weights = {token: math.log(1 + total / count) for token, count in counts.items()}
        self._weights[NEGATION] = 0.0
        self._greatest_weight = math.log(1 + total)

    def weight(self, tokens: Iterable[str]) -> float:
        """Return the sum of the weights of tokens: rare tokens weigh more, and a negation weighs nothing."""
        return sum(self._weights.get(token, self._greatest_weight) for token in tokens)

    def tokens_of_source(self, text: str) -> frozenset[str]:
        """Return the tokens of a text of the source, in the spelling of the game."""
        return frozenset(map(self._spelling, self._tokens.tokens(text)))

    def proper_names(self, statement: Statement) -> Iterator[tuple[str, str]]:
        """Yield words of a source statement that the source never writes in lower case, each with its token."""
        for match in _CAPITAL.finditer(statement.text):
            if match[0].lower() not in self._lower_case_words:
                yield from ((match[0], token) for token in self.tokens_of_source(match[0]) if is_word(token))

    @cached_property
    def _lower_case_words(self) -> frozenset[str]:
        return frozenset(word for each in self.source for word in _LOWER_CASE.findall(each.text))

    def _spelling(self, token: str) -> str:
        """Return the game's spelling of a word of the source; any other token unchanged."""
        if token in self._game_words or not is_word(token) or len(token) < _LEAST_LETTERS:
            return token
        if token not in self._spellings:
            nearest = process.extractOne(token, self._game_words, scorer=fuzz.ratio, score_cutoff=_LEAST_SIMILARITY)
            self._spellings[token] = str(nearest[0]) if nearest else token
        return self._spellings[token]
