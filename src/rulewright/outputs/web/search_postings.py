"""Fold words for the search, find their stems, and encode where each word occurs, so that a browser decodes it fast.

`search-words.js` folds the words of a query in the same way; tests compare both. The postings of a word have these
fields for each entry that contains it, in the encoding of `Numbers`:

    entry       2 × distance from the entry before, + 1 if the word is in the heading
    share       only in a heading: the word's share of the weight of the heading, in 63rds, as one digit
    positions   for each position of the word in title and text, counted from 1: 2 × distance from the position
                before, + 1 if another position follows; 0 for a word that is only in a name or keyword

There is a gap of one position between title and text. A number is written in digits of five bits; a digit from 32 on
means that another follows. A word in more than MANY entries has no positions, and its code starts with `.`. An
everyday word in more than EVERYWHERE entries has no postings, because it does not narrow a search.
"""

import math
import re
import tomllib
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import chain, count
from operator import sub
from typing import Any

from rulewright.outputs.web.search_entries import SearchEntry

LETTERS = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "\u0131": "i"}
"""Replacements for letters that do not decompose into a letter and an accent."""
WITHOUT_ACCENTS = str.maketrans(LETTERS)
ACCENT = re.compile("[\u0300-\u036f]")
GENITIVE = re.compile(r"['’]s(?![^\W_])")
WORD = re.compile(r"[^\W_]+(?:(?<=\d)(?:\.[^\W_]+)+)?")
"""A rule number is one word: 12.121, B28.1, 4.3.1.1.e."""
COMPOUND = re.compile(r"[^\W\d_]+(?:-[^\W_]+)+")
DIGIT = re.compile(r"\d")
DOUBLED = re.compile(r"([^\W\d_s])\1$")
STEM = 3
"""The fewest letters of a word that remain when an ending is removed."""


@cache
def language_words(language: str) -> Mapping[str, Any]:
    """Return the search words of a language from `search_words.toml`; empty for a language that is not in the file."""
    text = (files(__package__) / "search_words.toml").read_text("utf-8")
    words: Mapping[str, Any] = tomllib.loads(text).get(language[:2], {})
    return words


def fold(text: str) -> str:
    """Return a text in lower case, without accents and without genitive ’s."""
    if text.isascii():
        lower = text.lower()
    else:
        lower = ACCENT.sub("", unicodedata.normalize("NFKD", text)).lower().translate(WITHOUT_ACCENTS)
    return GENITIVE.sub("", lower) if "'" in lower or "’" in lower else lower


def words_in(text: str) -> list[str]:
    """Return the folded words of a text in their order."""
    return WORD.findall(fold(text))


def compounds_in(text: str) -> list[str]:
    """Return words with hyphens, written as one word: a search for "halftrack" finds "half-track"."""
    return [each.replace("-", "") for each in COMPOUND.findall(fold(text))] if "-" in text else []


def words_of(text: str) -> set[str]:
    """Return all words that find a text."""
    return {*words_in(text), *compounds_in(text)}


class Stems(dict[str, str]):
    """A cache of stems by word, for one language. Forms of a word share a stem, which need not be a word itself."""

    def __init__(self, language: str) -> None:
        self.endings: Sequence[Sequence[str]] = language_words(language).get("endings", ())

    def __missing__(self, word: str) -> str:
        self[word] = stem = word if DIGIT.search(word) else self._shortened(word)
        return stem

    def _shortened(self, word: str) -> str:
        """Remove the ending and double last letter of a word, so that hit and hitting have the same stem."""
        for end, instead in self.endings:
            if word.endswith(end) and len(word) - len(end) >= STEM and not (end == "s" and word.endswith("ss")):
                return self[word[: -len(end)] + instead]
        return DOUBLED.sub(r"\1", word)


# Postings

DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
SHARES = len(DIGITS) - 1
MANY = 2_000
"""A word in more entries than this has no positions: the other words of the query are more specific."""
EVERYWHERE = 1_000
"""An everyday word in more entries than this has no postings."""
COMMON = "."
NOWHERE = DIGITS[0]
"""The code for a word that is in neither title nor text."""


class Numbers(dict[int, str]):
    """A cache of encoded numbers: digits of five bits, the lowest first."""

    def __missing__(self, value: int) -> str:
        code, left = "", value
        while left > 31:
            code += DIGITS[32 + (left & 31)]
            left >>= 5
        self[value] = code = code + DIGITS[left]
        return code


class Positions(dict[tuple[int, ...], str]):
    """A cache of encoded positions; many words have the same single position."""

    def __init__(self, numbers: Numbers) -> None:
        self.numbers = numbers

    def __missing__(self, positions: tuple[int, ...]) -> str:
        before, following = (0, *positions), (*positions[1:], 0)
        steps = (2 * (at - last) + bool(more) for last, at, more in zip(before, positions, following, strict=False))
        self[positions] = code = "".join(self.numbers[step] for step in steps)
        return code


def gaps(places: Iterable[int]) -> str:
    """Encode rising numbers by their distances."""
    numbers, codes, last = Numbers(), [], 0
    for place in places:
        codes.append(numbers[place - last])
        last = place
    return "".join(codes)


@dataclass(slots=True)
class Occurrences:
    """The occurrences of one word, entry by entry.

    Each of `places` is 2 × the position of an entry in the index, + 1 if the word is in its heading. `codes` are the
    encoded positions of the word in each entry.
    """

    places: list[int] = field(default_factory=list)
    codes: list[str] = field(default_factory=list)

    def steps(self) -> Iterator[int]:
        """Return each place as its distance from the entry before."""
        return map(sub, self.places, [0, *(place & ~1 for place in self.places)])


class Postings:
    """The occurrences of all words, and the share of each word in a heading by (entry, stem)."""

    def __init__(self, words: Mapping[str, Occurrences], shares: Mapping[tuple[int, str], float]) -> None:
        self.words, self.shares, self._numbers = words, shares, Numbers()

    def code(self, word: str, stem: str, *, everyday: bool) -> str:
        """Encode the postings of one word."""
        occurrences = self.words[word]
        many = len(occurrences.places)
        if everyday and many > EVERYWHERE:
            return COMMON
        beginnings = list(map(self._numbers.__getitem__, occurrences.steps()))
        for at, place in enumerate(occurrences.places):
            if place & 1:
                beginnings[at] += DIGITS[max(1, round(SHARES * self.shares[place >> 1, stem]))]
        if many > MANY:
            return COMMON + "".join(beginnings)
        return "".join(chain.from_iterable(zip(beginnings, occurrences.codes, strict=True)))


def postings(
    entries: Sequence[SearchEntry], kind_words: Mapping[str, str], everyday: set[str], stems: Stems
) -> Postings:
    """Return the postings of all words in the entries; `kind_words` are words that people use for a kind of entry."""
    words: defaultdict[str, Occurrences] = defaultdict(Occurrences)
    headings, positions = [], Positions(Numbers())
    for at, entry in enumerate(entries):
        number = entry.number if entry.kind == "rule" else ""
        heading = words_of(
            " ".join((number, entry.title, *entry.names, entry.keywords, kind_words.get(entry.kind, "")))
        )
        headings.append(heading)
        codes = _codes_in(entry, positions)
        others = {word: code for word, code in codes.items() if word not in heading}
        if entry.kind == "table":  # nobody searches for a single digit in a table
            others = {word: code for word, code in others.items() if len(word) > 1 or not word.isdecimal()}
        if entry.above or "-" in entry.text:
            without_place = {*compounds_in(entry.text), *words_of(entry.above)}.difference(heading, codes)
            others |= dict.fromkeys(without_place, NOWHERE)
        for place, own in ((2 * at, others), (2 * at + 1, {word: codes.get(word, NOWHERE) for word in heading})):
            for word, code in own.items():
                occurrences = words[word]
                occurrences.places.append(place)
                occurrences.codes.append(code)
    return Postings(words, _shares(entries, headings, everyday, stems, _weights(words, len(entries), stems)))


def _codes_in(entry: SearchEntry, positions: Positions) -> dict[str, str]:
    """Return each word of title and text with its encoded positions."""
    words = [*words_in(entry.title), "", *words_in(entry.text)]
    last = dict(zip(words, count(1), strict=False))
    codes = {word: positions[at,] for word, at in last.items()}
    if len(last) < len(words):
        earlier: dict[str, tuple[int, ...]] = {}
        for word, at in [(word, at) for at, word in enumerate(words, 1) if last[word] != at]:
            earlier[word] = (*earlier.get(word, ()), at)
        codes |= {word: positions[*several, last[word]] for word, several in earlier.items()}
    del codes[""]
    return codes


def _weights(words: Mapping[str, Occurrences], many: int, stems: Stems) -> dict[str, float]:
    """Return the weight of each stem: log(1 + entries in total / entries with the stem). Rare stems weigh more."""
    places_of: dict[str, list[list[int]]] = {}
    for word, occurrences in words.items():
        places_of.setdefault(stems[word], []).append(occurrences.places)
    counts = {
        stem: len(several[0]) if len(several) == 1 else len({place >> 1 for places in several for place in places})
        for stem, several in places_of.items()
    }
    return {stem: math.log(1 + many / entries) for stem, entries in counts.items()}


def _shares(
    entries: Sequence[SearchEntry],
    headings: Sequence[set[str]],
    everyday: set[str],
    stems: Stems,
    weights: Mapping[str, float],
) -> dict[tuple[int, str], float]:
    """Return the share of each word of a heading in the weight of the title, at most 1.

    The weight of a title is the sum of the weights of its words, without everyday words.
    """
    shares: dict[tuple[int, str], float] = {}
    for at, (entry, heading) in enumerate(zip(entries, headings, strict=True)):
        whole = sum(weights[stems[word]] for word in words_in(entry.title) if word not in everyday) or 1
        shares |= {(at, stems[word]): min(1.0, weights[stems[word]] / whole) for word in heading}
    return shares
