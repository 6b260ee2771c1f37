"""Names normalised for comparison."""

import re
from functools import lru_cache

SHORTEST_PLURAL = 4
"""Letters of the shortest word whose final s counts as a plural."""

STOP_WORDS = frozenset(
    {
        "a",
        "an",
        "and",
        "any",
        "are",
        "as",
        "at",
        "back",
        "be",
        "but",
        "by",
        "can",
        "cannot",
        "do",
        "does",
        "down",
        "each",
        "every",
        "for",
        "from",
        "has",
        "have",
        "if",
        "in",
        "into",
        "is",
        "it",
        "its",
        "may",
        "must",
        "no",
        "not",
        "of",
        "off",
        "on",
        "one",
        "only",
        "or",
        "out",
        "over",
        "per",
        "some",
        "than",
        "that",
        "the",
        "their",
        "then",
        "these",
        "they",
        "this",
        "those",
        "through",
        "to",
        "under",
        "up",
        "was",
        "when",
        "where",
        "which",
        "while",
        "with",
        "without",
    }
)
"""Words that belong to a sentence rather than to a name."""

Words = tuple[str, ...]


@lru_cache(1 << 16)
def singular_word(word: str) -> str:
    """A word in lower case without a plural or genitive ending. A book asks for a million times."""
    word = word.lower()
    if word.endswith(("'", "’", "'s", "’s")):
        word = word.removesuffix("s")[:-1]
    if word.endswith(("xes", "ches", "shes", "sses")):
        return word[:-2]
    return word[:-1] if len(word) >= SHORTEST_PLURAL and word[-1] == "s" != word[-2] else word


def normalised(name: str) -> Words:
    """The words of a name, in lower case and singular; hyphens divide words as spaces do."""
    return tuple(singular_word(word) for word in re.split(r"[\s-]+", name.strip()) if word)
