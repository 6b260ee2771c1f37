"""Which entries hold a word, how well and where: written so that a browser reads it fast.

A posting of a word is, in `number` code:

    entry       its distance from the entry before, doubled, and one more where the word stands in the heading
    share       a digit, only in a heading: what share of the heading's weight the word has, in 63rds
    positions   of the word in title and text, from 1, each as its distance from the one before, doubled, and one more
                where another follows; 0 where it stands in neither, but in a name or keyword

The text of an entry begins two words after its title. A number has digits of five bits, and a digit from 32 on is
followed by another. A word that stands in very many entries has no positions, and says so by a first sign `.`; one of
everyday speech that does has no postings, for it tells nothing.
"""

import math
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, count
from operator import sub

from rulewright.render.web.search_entries import SearchEntry

# Words as the search compares them

LETTERS = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "\u0131": "i"}
"""What is written for letters that have no accent to drop."""
WITHOUT_ACCENTS = str.maketrans(LETTERS)
ENDINGS = {
    "en": (
        ("ations", "at"),
        ("ation", "at"),
        ("ctions", "ct"),
        ("ction", "ct"),
        ("ments", ""),
        ("ment", ""),
        ("ies", "i"),
        ("ied", "i"),
        ("y", "i"),
        ("ing", ""),
        ("ed", ""),
        ("es", ""),
        ("e", ""),
        ("s", ""),
    ),
    "de": (("ern", ""), ("en", ""), ("er", ""), ("em", ""), ("es", ""), ("e", ""), ("n", ""), ("s", "")),
    "fr": (("aux", "al"), ("es", ""), ("s", ""), ("x", ""), ("e", "")),
    "es": (("es", ""), ("s", ""), ("a", "o"), ("e", "")),
    "it": (("i", ""), ("e", ""), ("a", ""), ("o", "")),
    "nl": (("en", ""), ("s", ""), ("e", "")),
}
"""By language, (ending, instead): the first that fits is taken off, and again from what is left."""

ACCENT = re.compile("[\u0300-\u036f]")
GENITIVE = re.compile(r"['’]s(?![^\W_])")
WORD = re.compile(r"[^\W_]+(?:(?<=\d)(?:\.[^\W_]+)+)?")
"""A number of a rule is one word: 12.121, B28.1, 4.3.1.1.e."""
COMPOUND = re.compile(r"[^\W\d_]+(?:-[^\W_]+)+")
DIGIT = re.compile(r"\d")
DOUBLED = re.compile(r"([^\W\d_s])\1$")
STEM = 3
"""The fewest letters that an ending leaves."""


def fold(text: str) -> str:
    """Lower case without accents and genitives."""
    lower = text.lower() if text.isascii() else _without_accents(text)
    return GENITIVE.sub("", lower) if "'" in lower or "’" in lower else lower


def _without_accents(text: str) -> str:
    return ACCENT.sub("", unicodedata.normalize("NFKD", text)).lower().translate(WITHOUT_ACCENTS)


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
    """The stem of each word that is asked for, in one language."""

    def __init__(self, language: str) -> None:
        self.endings = ENDINGS.get(language[:2], ())

    def __missing__(self, word: str) -> str:
        self[word] = stem = word if DIGIT.search(word) else self._shortened(word)
        return stem

    def _shortened(self, word: str) -> str:
        """A doubled last letter counts once, so that hit and hitting are the same."""
        for end, instead in self.endings:
            if word.endswith(end) and len(word) - len(end) >= STEM and not (end == "s" and word.endswith("ss")):
                return self[word[: -len(end)] + instead]
        return DOUBLED.sub(r"\1", word)


DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
SHARES = len(DIGITS) - 1
MANY = 2_000
"""Entries from which on a word has no positions: which of them is meant, the other words tell."""
EVERYWHERE = 1_000
"""Entries from which on an everyday word has no postings."""
COMMON = "."
NOWHERE = DIGITS[0]
"""The positions of a word that stands in neither title nor text."""


class Numbers(dict[int, str]):
    """Numbers in digits of five bits, the lowest first; each is written once."""

    def __missing__(self, value: int) -> str:
        code, left = "", value
        while left > 31:
            code += DIGITS[32 + (left & 31)]
            left >>= 5
        self[value] = code = code + DIGITS[left]
        return code


class Positions(dict[tuple[int, ...], str]):
    """The code of some positions; that of a single one is needed many times."""

    def __init__(self, numbers: Numbers) -> None:
        self.numbers = numbers

    def __missing__(self, positions: tuple[int, ...]) -> str:
        before, following = (0, *positions), (*positions[1:], 0)
        steps = (2 * (at - last) + bool(more) for last, at, more in zip(before, positions, following, strict=False))
        self[positions] = code = "".join(self.numbers[step] for step in steps)
        return code


def gaps(places: Iterable[int]) -> str:
    """Rising numbers by their distances."""
    numbers, found, last = Numbers(), [], 0
    for place in places:
        found.append(numbers[place - last])
        last = place
    return "".join(found)


@dataclass(slots=True)
class Occurrences:
    """Where one word stands, entry by entry.

    `places` are twice the positions of the entries in the index, and one more for the heading; `codes` say where in
    the entry.
    """

    places: list[int] = field(default_factory=list)
    codes: list[str] = field(default_factory=list)

    def steps(self) -> Iterator[int]:
        """Each place by its distance from the entry before."""
        return map(sub, self.places, [0, *(place & ~1 for place in self.places)])


class Postings:
    """All words with where they stand; `shares` of headings by (entry, stem)."""

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
    """The postings of all words of the entries; `kind_words` are what each kind of entry is called."""
    words: defaultdict[str, Occurrences] = defaultdict(Occurrences)
    headings, positions = [], Positions(Numbers())
    for at, entry in enumerate(entries):
        heading, found = _heading(entry, kind_words), _codes_in(entry, positions)
        headings.append(heading)
        others = {word: code for word, code in found.items() if word not in heading}
        if entry.kind == "table":
            others = {word: code for word, code in others.items() if not _is_mere_figure(word)}
        if beside := _beside(entry).difference(heading, found):
            others |= dict.fromkeys(beside, NOWHERE)
        for place, codes in ((2 * at, others), (2 * at + 1, {word: found.get(word, NOWHERE) for word in heading})):
            for word, code in codes.items():
                occurrences = words[word]
                occurrences.places.append(place)
                occurrences.codes.append(code)
    return Postings(words, _shares(entries, headings, everyday, stems, _rarities(words, len(entries), stems)))


def _beside(entry: SearchEntry) -> set[str]:
    """What leads to an entry without a place in its text."""
    return {*compounds_in(entry.text), *words_of(entry.above)} if entry.above or "-" in entry.text else set()


def _heading(entry: SearchEntry, kind_words: Mapping[str, str]) -> set[str]:
    rule = entry.number if entry.kind == "rule" else ""
    return words_of(" ".join((rule, entry.title, *entry.names, entry.keywords, kind_words.get(entry.kind, ""))))


def _codes_in(entry: SearchEntry, positions: Positions) -> dict[str, str]:
    """Each word of title and text with the code of its positions."""
    words = [*words_in(entry.title), "", *words_in(entry.text)]
    last = dict(zip(words, count(1), strict=False))
    found = {word: positions[at,] for word, at in last.items()}
    if len(last) < len(words):
        earlier: dict[str, tuple[int, ...]] = {}
        for word, at in [(word, at) for at, word in enumerate(words, 1) if last[word] != at]:
            earlier[word] = (*earlier.get(word, ()), at)
        found |= {word: positions[*several, last[word]] for word, several in earlier.items()}
    del found[""]
    return found


def _is_mere_figure(word: str) -> bool:
    """Nobody searches for the 5 of a table."""
    return len(word) == 1 and word.isdecimal()


def _rarities(words: Mapping[str, Occurrences], many: int, stems: Stems) -> dict[str, float]:
    """What each stem weighs: much where it stands in few entries."""
    held: dict[str, list[list[int]]] = {}
    for word, occurrences in words.items():
        held.setdefault(stems[word], []).append(occurrences.places)
    return {stem: math.log(1 + many / _entries_of(places)) for stem, places in held.items()}


def _entries_of(several: Sequence[Sequence[int]]) -> int:
    return len(several[0]) if len(several) == 1 else len({place >> 1 for places in several for place in places})


def _shares(
    entries: Sequence[SearchEntry],
    headings: Sequence[set[str]],
    everyday: set[str],
    stems: Stems,
    rarities: Mapping[str, float],
) -> dict[tuple[int, str], float]:
    """What share of the telling words of an entry's title a word of its heading has, by weight; at most all."""
    shares: dict[tuple[int, str], float] = {}
    for at, (entry, heading) in enumerate(zip(entries, headings, strict=True)):
        whole = sum(rarities[stems[word]] for word in words_in(entry.title) if word not in everyday) or 1
        shares |= {(at, stems[word]): min(1.0, rarities[stems[word]] / whole) for word in heading}
    return shares
