"""The English words that checks of sentences know: numbers, comparisons and negations.

Every check takes them from here. A game in another language has none of them, and these checks then look at figures,
links and names only.
"""

import re
from collections.abc import Iterator
from enum import Enum

from rulewright.checks.book_words import STOP_WORDS
from rulewright.model.book import Book

NUMBERS = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
}
_PRONOUN_BEFORE = (
    "a",
    "an",
    "another",
    "any",
    "each",
    "every",
    "first",
    "last",
    "new",
    "no",
    "only",
    "or",
    "other",
    "same",
    "such",
    "that",
    "the",
    "this",
    "which",
)
_PRONOUN_AFTER = (
    # prepositions that no noun phrase begins with
    "after",
    "against",
    "among",
    "at",
    "before",
    "behind",
    "between",
    "beyond",
    "by",
    "during",
    "for",
    "from",
    "in",
    "into",
    "of",
    "on",
    "through",
    "to",
    "under",
    "until",
    "with",
    "within",
    "without",
    # conjunctions
    "although",
    "because",
    "but",
    "if",
    "or",
    "than",
    "that",
    "though",
    "unless",
    "when",
    "where",
    "which",
    "while",
    "who",
    # auxiliary verbs and pronouns
    "are",
    "can",
    "cannot",
    "could",
    "did",
    "does",
    "had",
    "has",
    "is",
    "it",
    "may",
    "might",
    "must",
    "shall",
    "should",
    "they",
    "was",
    "were",
    "will",
    "would",
    # adverbs that describe no noun
    "again",
    "already",
    "also",
    "another",
    "away",
    "either",
    "instead",
    "never",
    "not",
    "only",
    "too",
    r"far\s+away",
    r"\w+ically",
    # a participle with its own object
    r"\w+ing\s+(?:an?|each|her|him|his|it|its|that|the|their|them|this)",
)
"""What follows a pronoun. Where "one" counts, adjectives and the noun follow, and none of these can begin them."""
NUMBER = re.compile(rf"(?<![\w-])(?:{'|'.join(NUMBERS)})(?![\w-]|['’]s)", re.IGNORECASE)
_LAST_WORD = re.compile(r"[^\W\d_]+$")
_BLANKS = "".join(filter(str.isspace, map(chr, range(0x3001))))
_FIRST_WORD = re.compile(r"[\s*]*(?:\[\[)?[^\W\d_]")
_PRONOUN_TAIL = re.compile(rf"[\s*]*(?:{'|'.join(_PRONOUN_AFTER)})(?![\w-])", re.IGNORECASE)


def is_english(book: Book) -> bool:
    return book.game.language.partition("-")[0].lower() == "en"


LONGEST_WORDS = 40
"""Characters of the longest words before a number that say something of it, with signs and spaces."""
NEAR = 200
"""Characters on each side of a number in which words belong to it: no comparison is longer."""


def beside(text: str, begin: int, end: int) -> tuple[str, str]:
    """The text before and after a part of it, as far as words there may belong to it."""
    return text[max(0, begin - NEAR) : begin], text[end : end + NEAR]


def number_words(text: str) -> Iterator[re.Match[str]]:
    """The words that count something: not the "one" of "this one" and "one of them"."""
    small = text.lower()
    for match in NUMBER.finditer(text) if any(word in small for word in NUMBERS) else ():
        if match[0].lower() != "one" or _counts(*beside(text, match.start(), match.end())):
            yield match


def _counts(before: str, after: str) -> bool:
    before = before[-LONGEST_WORDS:].rstrip(_BLANKS + "*")
    word = _LAST_WORD.search(before[max(map(before.rfind, " \n")) + 1 :])
    if word is not None and word[0].lower() == "than":
        return True
    if word is not None and word[0].lower() in _PRONOUN_BEFORE:
        return False
    return _FIRST_WORD.match(after) is not None and not _PRONOUN_TAIL.match(after)


class Direction(Enum):
    """Which side of a limit a comparison means."""

    UP = "up"
    DOWN = "down"


OPPOSITES = (
    ("or fewer", "or more"),
    ("or less", "or more"),
    ("at least", "at most"),
    ("more than", "less than"),
    ("unless", "if"),
    ("≥", "≤"),
    (">", "<"),
    ("cannot", "can"),
    ("may not", "may"),
    ("must not", "must"),
    ("never", "always"),
)
"""Words that turn a sentence into its opposite, one for the other; from `cannot` on, in this direction only."""
SYMMETRIC = 7
"""How many of them are as common in either direction."""

COMPARATIVES = frozenset(
    {
        "better",
        "cheaper",
        "dearer",
        "easier",
        "farther",
        "faster",
        "fewer",
        "greater",
        "harder",
        "higher",
        "less",
        "longer",
        "lower",
        "more",
        "quicker",
        "shorter",
        "slower",
        "stronger",
        "sooner",
        "weaker",
        "worse",
    }
)
"""Words that say, as the value of a cell, that something makes a difference."""

_NEGATIVE = re.compile(
    r"(?<!\w)(?:not|no|non|none|nobody|never|neither|nor|without|out of|off)(?!\w)-?|(?<!\w)un(?=\w{3})", re.IGNORECASE
)


NEGATION = re.compile(r"(?<!\w)(?:not|no|none|nobody|nothing|never|neither|nor|without|cannot)(?!\w)", re.IGNORECASE)
"""The words by which a sentence denies something."""


def is_negative(name: str) -> bool:
    """Whether a name denies something: `not hidden`, `out of sight`, `unloaded`."""
    return _NEGATIVE.search(name) is not None


NOTHING = re.compile(r"(?:none|nobody|nothing)(?!\w)", re.IGNORECASE)
"""A name that begins so denies whatever stands beside it."""
_BEGINNING = 5
"""Letters that words of one root have in common: vehicle and non-vehicular."""


def denies(name: str, other: str) -> bool:
    """Whether one name is the denial of the other: they have words beside the negation in common."""
    if not is_negative(name) or is_negative(other):
        return False
    words = (re.findall(r"\w+", _NEGATIVE.sub("", each.lower())) for each in (name, other))
    left, right = ({word[:_BEGINNING] for word in each} for each in words)
    return bool(left & right) or NOTHING.match(name) is not None


_SPACE = r"[\s*_(]*"
_BETWEEN = "*_(-−+" + _BLANKS
"""The signs and blanks that may be between a comparison and its number."""
_BEFORE = {
    True: r"at most|no more than|up to|more than|greater than|higher than|over|above|beyond|exceeds|≤|>",
    False: r"at least|no less than|no fewer than|less than|fewer than|lower than|under|below|≥|<",
}
_AFTER = {
    True: r"or (?:less|fewer|lower|nearer|below)|at most",
    False: r"or (?:more|higher|better|greater|above|farther)|at least",
}
_UP = re.compile(
    r"(?<!\w)(?:or (?:more|higher|better|greater|above|farther)|at least|more than|over|above|beyond)(?!\w)|[≥>]"
)
_DOWN = re.compile(
    r"(?<!\w)(?:or (?:less|fewer|lower|nearer|below)|at most|(?:less|fewer) than|under|below|up to|within)(?!\w)|[≤<]"
)


def direction_of(text: str) -> Direction | None:
    """Whether words compare upwards, as `5 or more` does, or downwards; None where they do neither, or both."""
    up, down = _UP.search(text), _DOWN.search(text)
    if (up is None) is (down is None):
        return None
    return Direction.UP if up else Direction.DOWN


_BEFORE_NUMBER = re.compile(rf"(?<!\w)(?:(?P<above>{_BEFORE[True]})|{_BEFORE[False]}){_SPACE}[-−+]?$", re.IGNORECASE)
_AFTER_NUMBER = re.compile(
    rf"[*_]*(?:[″°%]|\s+[^\W\d_]+){{0,3}}?[\s*_]+(?:(?P<above>{_AFTER[True]})|{_AFTER[False]})(?!\w)", re.IGNORECASE
)
_LAST_OF_BEFORE = tuple(phrase.rpartition(" ")[2] for side in _BEFORE.values() for phrase in side.split("|"))


def cuts_above(before: str, after: str) -> bool | None:
    """Whether the words beside a number cut just above it, as `4 or less` and `more than 4` do, or just below it.

    None where they do not compare.
    """
    before = before[-LONGEST_WORDS:]
    compares = before.rstrip(_BETWEEN).lower().endswith(_LAST_OF_BEFORE)  # few do, and this is quick
    found = (_BEFORE_NUMBER.search(before) if compares else None) or _AFTER_NUMBER.match(after)
    return found["above"] is not None if found else None


_IRREGULAR = {"child": "children", "die": "dice", "foot": "feet", "man": "men", "woman": "women"}
_WITHOUT_PLURAL = frozenset({"cavalry", "infantry", "people", "personnel", "series"})
_ARTICLE = r"(?:a|an|another|each|every|one)"
_DIE = r"[dD]\d+"
_COUNTED = re.compile(rf"(?<!\w){_ARTICLE}\s+([^\W\d_]{{2,}}|{_DIE})(?!\w)", re.IGNORECASE)
NOUN = re.compile(rf"{_DIE}s?(?!\w)|[^\W\d_]+(?:['’-][^\W\d_]+)*")
"""A word that may be a noun; `D6` is one."""


def folded(word: str) -> str:
    """A word in lower case; an abbreviation as it is, for MM and mm are two words."""
    return word if word[:2].isupper() and len(word) > 1 else word.lower()


def is_plural(word: str) -> bool:
    known = word.lower() in _WITHOUT_PLURAL or word.lower() in _IRREGULAR.values()
    return known or (word.endswith("s") and not word.endswith(("ss", "us")))


def singular_nouns(text: str) -> Iterator[str]:
    """The words that a text has after an article, and so in the singular."""
    return (folded(match[1]) for match in _COUNTED.finditer(text) if not is_plural(match[1]))


def plurals(noun: str) -> tuple[str, ...]:
    """How the plural of a noun may be written."""
    return (_IRREGULAR.get(noun, f"{noun}s"), f"{noun}es", f"{noun.removesuffix('y')}ies")


_SIGN = re.compile(r"[^\s*_]")
_NOT_COUNTED = STOP_WORDS | {"either"}


def counted_words(after: str) -> Iterator[str]:
    """The words right after a number that may be what it counts: up to a sign or a word such as `of`."""
    at = 0
    for match in NOUN.finditer(after):
        if _SIGN.search(after, at, match.start()) or match[0].lower() in _NOT_COUNTED:
            return
        yield match[0]
        at = match.end()


_GAP = r"[\s*_]+"
_REST = r"(?:(?!\b(?:not|no|never|nor|cannot|without)\b)[^.;:\n])*?"
BROKEN = tuple(
    (re.compile(rf"(?<![\w-])(?:{pattern})(?![\w-])", re.IGNORECASE), why, needed)
    for pattern, why, needed in (
        (
            rf"(?:even|only|as|what){_GAP}unless",
            "“unless” does not follow this word; it may stand for “if”",
            ("unless",),
        ),
        (rf"unless\b{_REST},{_GAP}(?:else|otherwise|then)", "this word belongs to “if”", ("unless",)),
        (
            rf"one{_GAP}or{_GAP}(?:less|fewer)",
            "less than one is none, which this does not say",
            ("less", "fewer"),
        ),
        (
            rf"(?:can|may|must|always)\b(?!{_GAP}not\b){_REST}\b(?:at{_GAP}all|any{_GAP}(?:longer|more))",
            "these words belong to a denial, and the sentence has none",
            ("all", "any"),
        ),
        (
            rf"can\b(?!{_GAP}(?:not|only)\b){_REST},{_GAP}but{_GAP}(?:it|they|he){_GAP}can(?!{_GAP}(?:not|only)\b)",
            "“but” promises the opposite",
            ("but",),
        ),
    )
)
"""Phrases that no sound sentence has, what is wrong with each, and words of which each has one."""
PAYS = re.compile(r"\b(?:(?:take|spend|pay|lose|discard|mark)s?|gives? up)\s+$", re.IGNORECASE)
"""What stands before a price, and after it what it buys."""
BOUGHT = re.compile(r"[^.,;:\n]*?\bto\s+([^.;\n]+)")
