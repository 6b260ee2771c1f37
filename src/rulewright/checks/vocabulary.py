"""The words that terms are made of, for checks of how they are spelt and whether they are explained."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from rulewright.model.book import Book, Target, texts
from rulewright.model.game import Term
from rulewright.model.text import Text

WORD = re.compile(r"(?<!\w)[^\W\d_](?:[^\W\d_]|['’])*[^\W\d_](?!\w)")
ABBREVIATION = re.compile(r"[A-Z]{2,6}s?")
ROMAN = re.compile(r"[IVX]+")
"""Panzer IV and Chapter II are no abbreviations."""
SHORTEST = 5
"""Letters below which one letter more or less makes another word, not a slip."""


@dataclass(frozen=True, slots=True)
class Use:
    """A word that stands in a text without a link, and the thing whose text it is."""

    word: str
    text: Text
    owner: Target


def unlinked_words(book: Book) -> Iterator[Use]:
    """The unlinked words worth comparing: abbreviations, and capitalised words long enough to tell."""
    for owner, text in texts(book.game):
        for word in dict.fromkeys(WORD.findall(text.bare)):
            if ROMAN.fullmatch(word):
                continue
            if ABBREVIATION.fullmatch(word) or (word[0].isupper() and len(word) >= SHORTEST):
                yield Use(word, text, owner)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words that terms are made of, in lower case, and the terms of a single word, which can be misspelt.

    The words of longer terms are everyday words: `Light` is no slip for the second half of `Line of Sight`.
    """

    words: frozenset[str]
    stems: frozenset[str]
    single: Mapping[str, Term]
    abbreviations: Mapping[str, Term]

    @classmethod
    def of(cls, book: Book) -> "Vocabulary":
        names = [(name, term) for term in book.game.terms for name in term.names]
        words = frozenset(word.casefold() for name, _ in names for word in WORD.findall(name))
        single = {name.casefold(): term for name, term in names if WORD.fullmatch(name)}
        abbreviations = {name.casefold(): term for name, term in names if name.isupper()}
        return cls(words, frozenset(map(stem, words)), single, abbreviations)

    def knows(self, abbreviation: str) -> bool:
        """Whether a term has this abbreviation, or the singular of it."""
        return abbreviation.casefold() in self.words or abbreviation.rstrip("s").casefold() in self.words

    def slip(self, word: str) -> Term | None:
        """The term that `word` misspells, if it is neither a term's word nor an inflection of one."""
        folded = word.casefold()
        if folded in self.words or stem(folded) in self.stems:
            return None
        if ABBREVIATION.fullmatch(word):  # LOF beside LOS is another word; AVF beside AFV is a slip
            candidates = [name for name in self.abbreviations if len(name) > 2 and sorted(name) == sorted(folded)]
        else:
            candidates = [name for name in self.single if len(name) >= SHORTEST and _one_slip_apart(folded, name)]
        return self.single[candidates[0]] if candidates else None


@cache
def stem(word: str) -> str:
    """Enough of a stem of a word in lower case to let plurals and other inflections pass."""
    return re.sub(r"(?:ies|ied|y)$", "i", re.sub(r"(?:['’]s|ing|ed|es|s|e)$", "", word))


def _one_slip_apart(one: str, other: str) -> bool:
    """Whether one letter changed, added or dropped, or two neighbours swapped, make one of the other.

    The first letter is hardly ever the slip: night is not a misspelt light.
    """
    short, long = sorted((one, other), key=len)
    if len(long) - len(short) > 1 or one[:1] != other[:1]:
        return False
    at = next((i for i, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if len(short) < len(long):
        return short[at:] == long[at + 1 :]
    swapped = short[at + 1 : at + 2] + short[at : at + 1] + short[at + 2 :]
    return short[at + 1 :] == long[at + 1 :] or swapped == long[at:]
