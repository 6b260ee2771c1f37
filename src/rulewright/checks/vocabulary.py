"""The words of the terms, for checks of spelling and of missing definitions."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from rulewright.model.book import Book, Target, checked_texts
from rulewright.model.game import Term
from rulewright.model.once_per_book import once_per_book
from rulewright.model.text import Text

WORD = re.compile(r"(?<!\w)[^\W\d_](?:[^\W\d_]*+['’])*[^\W\d_]+(?!\w)")
CAPITALISED = re.compile(r"(?<!\w)(?![a-z])[^\W\d_]{2,}(?!\w)")
"""The words that do not begin with a small letter, in a text without apostrophes: most texts have few."""
ABBREVIATION = re.compile(r"[A-Z]{2,6}s?")
ROMAN = re.compile(r"[IVX]+")
"""Panzer IV and Chapter II are not abbreviations."""
SHORTEST = 5
"""In a shorter word, one letter more or less makes another word, not a misspelling."""


@dataclass(frozen=True, slots=True)
class WordUse:
    """A word that a text uses without a link, and the owner of the text."""

    word: str
    text: Text
    owner: Target


@once_per_book
def unlinked_words(book: Book) -> Sequence[WordUse]:
    """The unlinked words to compare with terms: abbreviations, and capitalised words that are long enough."""
    return [
        WordUse(word, text, owner)
        for owner, text in checked_texts(book.game)
        for word in dict.fromkeys(_words(text.bare))
        if word[0].isupper() and _may_be_a_term(word)
    ]


def _words(text: str) -> list[str]:
    """The words of a text, or those that may be capitalised."""
    return (WORD if "'" in text or "’" in text else CAPITALISED).findall(text)


@cache
def _may_be_a_term(word: str) -> bool:
    return not ROMAN.fullmatch(word) and (len(word) >= SHORTEST or ABBREVIATION.fullmatch(word) is not None)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of all terms in lower case, and the terms of a single word, which an author can misspell.

    The words of longer terms are everyday words: `Light` is no misspelling of the last word of `Line of Sight`.
    """

    words: frozenset[str]
    stems: frozenset[str]
    single: Mapping[str, Term]
    misspelt: Mapping[str, Sequence[str]]
    """The terms by their letters, and by all of these but one: what is one letter apart shares some."""
    anagrams: Mapping[str, str]

    @staticmethod
    @once_per_book
    def of(book: Book) -> "Vocabulary":
        names = [(name, term) for term in book.game.terms for name in term.names]
        words = frozenset(word.casefold() for name, _ in names for word in WORD.findall(name))
        single = {name.casefold(): term for name, term in names if WORD.fullmatch(name)}
        abbreviations = [name.casefold() for name, _ in names if name.isupper() and name.casefold() in single]
        misspelt: dict[str, list[str]] = {}
        for name in (each for each in single if len(each) >= SHORTEST):
            for letters in _all_but_one(name):
                misspelt.setdefault(letters, []).append(name)
        anagrams = {_sorted(name): name for name in reversed(abbreviations) if len(name) > 2}
        return Vocabulary(words, frozenset(map(stem, words)), single, misspelt, anagrams)

    def knows(self, abbreviation: str) -> bool:
        """Whether a term has this abbreviation, or the singular of it."""
        return abbreviation.casefold() in self.words or abbreviation.rstrip("s").casefold() in self.words

    def misspelt_term(self, word: str) -> Term | None:
        """The term that `word` misspells, unless it is a word of a term or an inflection of one."""
        folded = word.casefold()
        if folded in self.words or stem(folded) in self.stems:
            return None
        if ABBREVIATION.fullmatch(word):  # LOF is another word than LOS; AVF is a misspelt AFV
            name = self.anagrams.get(_sorted(folded))
        else:
            near = sorted({each for letters in _all_but_one(folded) for each in self.misspelt.get(letters, ())})
            name = next((each for each in near if _one_letter_apart(folded, each)), None)
        return self.single[name] if name else None


def _sorted(name: str) -> str:
    return "".join(sorted(name))


def _all_but_one(word: str) -> Iterator[str]:
    """A word, and what is left of it without each letter but the first."""
    yield word
    yield from {word[:at] + word[at + 1 :] for at in range(1, len(word))}


@cache
def stem(word: str) -> str:
    """The stem of a word in lower case, good enough to equate plurals and other inflections."""
    return re.sub(r"(?:ies|ied|y)$", "i", re.sub(r"(?:['’]s|ing|ed|es|s|e)$", "", word))


def _one_letter_apart(one: str, other: str) -> bool:
    """Whether one changed, added or missing letter, or two neighbours in the wrong order, make one word of the other.

    Hardly anybody mistypes the first letter: night is not a misspelt light.
    """
    short, long = sorted((one, other), key=len)
    if len(long) - len(short) > 1 or one[:1] != other[:1]:
        return False
    at = next((i for i, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if len(short) < len(long):
        return short[at:] == long[at + 1 :]
    swapped = short[at + 1 : at + 2] + short[at : at + 1] + short[at + 2 :]
    return short[at + 1 :] == long[at + 1 :] or swapped == long[at:]
