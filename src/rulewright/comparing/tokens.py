"""The words of statements as they are compared: numbers, names, negations, and the stems of words."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from rulewright.comparing.statement import Kind, Statement
from rulewright.markup.english import NUMBERS, STOP_WORDS, number_words, parts, stem

NEGATION, NOTHING = "¬", "∅"
_EMPTY = frozenset({"", "-", "–", "—", "−", "n/a", "na"})
"""Cells that say there is nothing."""
_NUMBER, _NAME, _TERM = "#", "@", "§"
"""What tokens of numbers, of names with figures in them, and of terms begin with; a plain word begins with a letter."""

_FRACTIONS = {"½": ".5", "¼": ".25", "¾": ".75", "⅓": ".33", "⅔": ".67", "⅝": ".625"}
_WORD = re.compile(r"(?P<figures>\w*[\d½¼¾⅓⅔⅝][\w.½¼¾⅓⅔⅝]*)|(?P<word>[^\W\d_]+(?:['’][^\W\d_]+)?)")
_DIE = re.compile(r"\d*[dD]\d+")
_NUMBERED = re.compile(r"[pP]?(\d*[½¼¾⅓⅔⅝]?)([^\W\d_]{2,})?")
"""A number, perhaps of a page, and perhaps with its unit: 5, p18, 75mm, 2MMs."""
_MINUS = re.compile(r"(?<![\w\]])[-−–]$")
_DENIALS = frozenset(
    {
        "not",
        "no",
        "non",
        "none",
        "nobody",
        "nothing",
        "never",
        "neither",
        "nor",
        "without",
        "cannot",
        "unable",
    }
)
"""Words that deny what they are said of."""
HALF_DENIALS = re.compile(
    r"\b(?:only|unless|except\w*|outside|out of|fails?|failed|barred|until|instead|un\w{4,})\b", re.IGNORECASE
)
"""Words that deny something else, or in other words."""
_UNTOLD = STOP_WORDS | {
    "a",
    "about",
    "above",
    "after",
    "again",
    "all",
    "also",
    "an",
    "another",
    "anything",
    "away",
    "because",
    "been",
    "before",
    "being",
    "below",
    "between",
    "both",
    "but",
    "come",
    "could",
    "did",
    "during",
    "either",
    "else",
    "etc",
    "even",
    "example",
    "following",
    "follows",
    "get",
    "give",
    "given",
    "go",
    "had",
    "has",
    "have",
    "he",
    "her",
    "here",
    "him",
    "his",
    "how",
    "however",
    "i",
    "instead",
    "like",
    "make",
    "many",
    "might",
    "more",
    "most",
    "much",
    "need",
    "note",
    "other",
    "our",
    "own",
    "per",
    "quite",
    "same",
    "see",
    "shall",
    "she",
    "should",
    "similarly",
    "so",
    "such",
    "take",
    "taken",
    "them",
    "themselves",
    "there",
    "therefore",
    "though",
    "thus",
    "too",
    "upon",
    "us",
    "use",
    "used",
    "using",
    "very",
    "was",
    "way",
    "we",
    "were",
    "what",
    "whereas",
    "whether",
    "who",
    "whose",
    "will",
    "would",
    "you",
    "your",
    "let",
    "just",
    "when",
    "treated",
    "treat",
    "counts",
    "count",
    "ex",
    "exc",
    "eg",
    "ie",
}
"""Words that say nothing by themselves."""


@dataclass(frozen=True, slots=True)
class Said:
    """The tokens of a statement, each once; `beside` are those of its row and column, and `all` of its path too."""

    own: frozenset[str]
    beside: frozenset[str]
    all: frozenset[str]

    def spelt(self, spelling: Callable[[str], str]) -> "Said":
        """The same with other spellings."""
        return Said(*(frozenset(map(spelling, each)) for each in (self.own, self.beside, self.all)))


def is_number(token: str) -> bool:
    return token.startswith(_NUMBER)


def is_name(token: str) -> bool:
    return token.startswith(_NAME)


def is_term(token: str) -> bool:
    return token.startswith(_TERM)


def is_word(token: str) -> bool:
    return token[0].isalpha()


def shown(token: str) -> str:
    """A number, a name or a term as a reader knows it."""
    return token[1:] if token[0] in {_NUMBER, _NAME, _TERM} else token


def unsigned(token: str) -> str:
    """A number without its minus, for words such as `deduct` may stand for that."""
    return token.replace("-", "", 1) if is_number(token) else token


class Tokens:
    """Makes tokens with the terms of a game: whichever of its names a term has, it is one token."""

    def __init__(self, terms: Iterable[tuple[str, ...]]) -> None:
        self._terms: dict[tuple[str, ...], str] = {}
        for names in terms:
            for name in names:
                self._terms.setdefault(parts(name), _TERM + names[0])
        self._longest = max(map(len, self._terms), default=1)

    def of(self, statement: Statement) -> Said:
        own = frozenset(self.tokens(statement.text)) | {_TERM + name for name in statement.terms}
        if statement.kind is Kind.CELL and statement.text.strip().lower() in _EMPTY:
            own = frozenset({NOTHING})
        beside = frozenset(self.tokens(" . ".join(statement.beside)))
        return Said(own, beside, own | beside | frozenset(self.tokens(" . ".join(statement.path))))

    def tokens(self, text: str) -> Iterator[str]:
        yield from self._named(text)
        counted = {match.start() for match in number_words(text)}
        for match in _WORD.finditer(text):
            if match["figures"]:
                yield from _numeric(match[0], text[max(0, match.start() - 2) : match.start()])
            else:
                yield from _word(match[0], counted=match.start() in counted)

    def _named(self, text: str) -> Iterator[str]:
        """The terms in a text by their longest names."""
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
    """A word with figures in it: dice, a number with what it counts, or a name such as N2 and 12.11."""
    written = written.rstrip(".")
    number = _NUMBERED.fullmatch(written)
    if _DIE.fullmatch(written.rstrip("s")):
        yield _NAME + written.lower().rstrip("s")
    elif number and number[1]:
        yield _NUMBER + ("-" if _MINUS.search(before) else "") + _figures(number[1])
        if number[2]:
            yield from _word(number[2], counted=False)
    else:
        yield _NAME + written.lower()


def _figures(written: str) -> str:
    for sign, value in _FRACTIONS.items():
        written = written.replace(sign, value)
    return written.lstrip("0") or "0"


def _word(written: str, *, counted: bool) -> Iterator[str]:
    word = written.lower().replace("’", "'")
    if word in _DENIALS or word.endswith("n't"):
        yield NEGATION
    elif word in NUMBERS:
        if counted:
            yield f"{_NUMBER}{NUMBERS[word]}"
    elif word in {"half", "halved", "halves"}:
        yield f"{_NUMBER}.5"
    elif word == "twice":
        yield f"{_NUMBER}2"
    elif len(word) == 1:
        if written.isupper() and word not in _UNTOLD:
            yield _NAME + word
    elif word not in _UNTOLD:
        yield stem(word.removesuffix("'s"))
