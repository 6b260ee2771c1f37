"""How the search compares words, and where each word stands, in a code that a browser reads fast.

`search-words.js` folds the words of a question in the same way; tests compare both sides. A posting of a word is, in
the code of `Numbers`:

    entry       its distance from the entry before, doubled, and one more if the word stands in the heading
    share       a digit, only in a heading: the word's share of the weight of the heading, in 63rds
    positions   of the word in title and text, from 1, each as its distance from the one before, doubled, and one more
                if another follows; 0 for a word that stands in neither, but in a name or keyword

The text of an entry begins two words after its title. A number has digits of five bits, and a digit from 32 on is
followed by another. A word in very many entries has no positions, and its code starts with `.`; if it is an everyday
word, it has no postings at all, because it tells nothing.
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

from rulewright.render.web.search_entries import SearchEntry

LETTERS = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "\u0131": "i"}
"""What is written for letters that have no accent to drop."""
WITHOUT_ACCENTS = str.maketrans(LETTERS)
ACCENT = re.compile("[\u0300-\u036f]")
GENITIVE = re.compile(r"['’]s(?![^\W_])")
WORD = re.compile(r"[^\W_]+(?:(?<=\d)(?:\.[^\W_]+)+)?")
"""A number of a rule is one word: 12.121, B28.1, 4.3.1.1.e."""
COMPOUND = re.compile(r"[^\W\d_]+(?:-[^\W_]+)+")
DIGIT = re.compile(r"\d")
DOUBLED = re.compile(r"([^\W\d_s])\1$")
STEM = 3
"""The fewest letters that an ending leaves."""


@cache
def language_words(language: str) -> Mapping[str, Any]:
    """The words of a language that the search knows, from `search_words.toml`; empty for an unknown language."""
    text = (files(__package__) / "search_words.toml").read_text("utf-8")
    words: Mapping[str, Any] = tomllib.loads(text).get(language[:2], {})
    return words


def fold(text: str) -> str:
    """Lower case without accents and genitives."""
    if text.isascii():
        lower = text.lower()
    else:
        lower = ACCENT.sub("", unicodedata.normalize("NFKD", text)).lower().translate(WITHOUT_ACCENTS)
    return GENITIVE.sub("", lower) if "'" in lower or "’" in lower else lower


def words_in(text: str) -> list[str]:
    """The words of a text in their order, folded."""
    return WORD.findall(fold(text))


def compounds_in(text: str) -> list[str]:
    """Compounds with hyphens, as one word: half-track is found as halftrack."""
    return [each.replace("-", "") for each in COMPOUND.findall(fold(text))] if "-" in text else []


def words_of(text: str) -> set[str]:
    """All words by which a text is found."""
    return {*words_in(text), *compounds_in(text)}


class Stems(dict[str, str]):
    """The stem of each word in one language. A stem need not be a word: it only joins the forms of a word."""

    def __init__(self, language: str) -> None:
        self.endings: Sequence[Sequence[str]] = language_words(language).get("endings", ())

    def __missing__(self, word: str) -> str:
        self[word] = stem = word if DIGIT.search(word) else self._shortened(word)
        return stem

    def _shortened(self, word: str) -> str:
        """A doubled last letter counts once, so that hit and hitting are the same."""
        for end, instead in self.endings:
            if word.endswith(end) and len(word) - len(end) >= STEM and not (end == "s" and word.endswith("ss")):
                return self[word[: -len(end)] + instead]
        return DOUBLED.sub(r"\1", word)


# Postings

DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
SHARES = len(DIGITS) - 1
MANY = 2_000
"""A word in more entries has no positions: the other words of the question tell which entry is meant."""
EVERYWHERE = 1_000
"""An everyday word in more entries has no postings."""
COMMON = "."
NOWHERE = DIGITS[0]
"""The positions of a word that stands in neither title nor text."""


class Numbers(dict[int, str]):
    """Numbers in digits of five bits, the lowest first; each code is made once."""

    def __missing__(self, value: int) -> str:
        code, left = "", value
        while left > 31:
            code += DIGITS[32 + (left & 31)]
            left >>= 5
        self[value] = code = code + DIGITS[left]
        return code


class Positions(dict[tuple[int, ...], str]):
    """The codes of positions; many words stand at the same single position."""

    def __init__(self, numbers: Numbers) -> None:
        self.numbers = numbers

    def __missing__(self, positions: tuple[int, ...]) -> str:
        before, following = (0, *positions), (*positions[1:], 0)
        steps = (2 * (at - last) + bool(more) for last, at, more in zip(before, positions, following, strict=False))
        self[positions] = code = "".join(self.numbers[step] for step in steps)
        return code


def gaps(places: Iterable[int]) -> str:
    """Rising numbers by their distances."""
    numbers, codes, last = Numbers(), [], 0
    for place in places:
        codes.append(numbers[place - last])
        last = place
    return "".join(codes)


@dataclass(slots=True)
class Occurrences:
    """Where one word stands, entry by entry.

    `places` are the positions of the entries in the index, doubled, and one more for the heading. `codes` are the
    positions of the word in each entry.
    """

    places: list[int] = field(default_factory=list)
    codes: list[str] = field(default_factory=list)

    def steps(self) -> Iterator[int]:
        """Each place by its distance from the entry before."""
        return map(sub, self.places, [0, *(place & ~1 for place in self.places)])


class Postings:
    """The occurrences of all words; `shares` of headings by (entry, stem)."""

    def __init__(self, words: Mapping[str, Occurrences], shares: Mapping[tuple[int, str], float]) -> None:
        self.words, self.shares, self._numbers = words, shares, Numbers()

    def code(self, word: str, stem: str, *, everyday: bool) -> str:
        """The postings of one word."""
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
    """The postings of all words of the entries; `kind_words` are what people call each kind of entry."""
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
        if entry.kind == "table":  # nobody searches for the 5 of a table
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
    """Each word of title and text with the code of its positions."""
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
    """The weight of each stem: large if it stands in few of the `many` entries."""
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
    """The share of each word of a heading in the weight of the title, everyday words left out; at most 1."""
    shares: dict[tuple[int, str], float] = {}
    for at, (entry, heading) in enumerate(zip(entries, headings, strict=True)):
        whole = sum(weights[stems[word]] for word in words_in(entry.title) if word not in everyday) or 1
        shares |= {(at, stems[word]): min(1.0, weights[stems[word]] / whole) for word in heading}
    return shares
