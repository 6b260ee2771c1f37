"""English words: those of sentences, those for numbers, and the stems of all others."""

import re
from collections.abc import Iterator
from functools import lru_cache

STOP_WORDS = frozenset(
    (
        "a an and any are as at back be but by can cannot do does down each every for from has have if in "
        "into is it its may must no not of off on one only or out over per some than that the their then "
        "these they this those through to under up was when where which while with without"
    ).split()
)
"""Words that belong to a sentence rather than to a name."""

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
_PRONOUN_BEFORE = tuple(
    ("a an another any each every first last new no only or other same such that the this which").split()
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


@lru_cache(1 << 16)
def stem(word: str) -> str:
    """What the forms of a word have in common, in lower case; it need be no word itself."""
    from snowballstemmer.english_stemmer import EnglishStemmer  # few commands need it

    return str(EnglishStemmer().stemWord(word.lower().replace("’", "'")))


SHORTEST_PLURAL = 4
"""Letters of the shortest word whose final s counts as a plural."""


def singular(word: str) -> str:
    """A word without a plural or genitive ending."""
    if word.endswith(("'", "’", "'s", "’s")):
        word = word.removesuffix("s")[:-1]
    if word.endswith(("xes", "ches", "shes", "sses")):
        return word[:-2]
    return word[:-1] if len(word) >= SHORTEST_PLURAL and word[-1] == "s" != word[-2] else word


def parts(name: str) -> tuple[str, ...]:
    """The words of a name, in lower case and singular; hyphens divide words as spaces do."""
    return tuple(singular(word) for word in re.split(r"[\s-]+", name.strip().lower()) if word)
