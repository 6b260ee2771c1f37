"""The English words for numbers. A game in another language has none of them: of it, checks look at figures only."""

import re
from collections.abc import Iterator

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


def folded(word: str) -> str:
    """A word in lower case; an abbreviation as it is, for MM and mm are two words."""
    return word if word[:2].isupper() and len(word) > 1 else word.lower()
