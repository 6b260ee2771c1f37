"""The words of English, as far as the package `pyspellchecker` is installed.

Its list is American; British spellings count too, and so do inflections and compounds of its words. It is JSON with a
word on each line, in order: words are looked up in its lines, for to parse it would take most of the time of a check.
"""

import gzip
import json
import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path

LETTERS = "abcdefghijklmnopqrstuvwxyz"
ENDINGS = ("s", "es", "d", "ed", "r", "er", "ing", "ly", "less", "able", "ness")
PREFIXES = ("re", "un", "non", "over", "under", "out", "mis", "pre", "counter")
BRITISH = tuple(
    (re.compile(british), other)
    for british, other in (
        (r"our(?=s|ed|ing|ite|able|$|less|er|ful)", "or"),
        (r"re(?=s|d|$)", "er"),
        (r"is(?=e|ing|ation)", "iz"),
        (r"ys(?=e|ing)", "yz"),
        (r"ll(?=ed|ing|er)", "l"),
        (r"ogue(?=s|$)", "og"),
        (r"ence(?=s|$)", "ense"),
    )
)
LEAST_PART, LEAST_REST = 3, 4
"""Letters of the two words of a compound such as hexside: `ing` is none."""
USUAL = 1000
"""How often a word that is meant by another stands in the texts from which the list was made."""


LINE = re.compile(r'"[^"\\]+": \d+,?')
LOOKED_AT = 1000
"""Lines of the list that must be as expected; else all of it is parsed."""


@cache
def english_words() -> Mapping[str, int]:
    """Each word with how common it is; empty where the package is not installed."""
    spec = find_spec("spellchecker")
    path = Path(spec.origin or "").parent / "resources" / "en.json.gz" if spec else None
    if path is None or not path.is_file():
        return {}
    return word_list(gzip.decompress(path.read_bytes()).decode())


def word_list(text: str) -> Mapping[str, int]:
    """The words of a JSON file with their numbers."""
    opening, *lines = text.splitlines()
    closing = lines.pop() if lines else ""
    if (opening, closing) == ("{", "}") and lines == sorted(lines) and all(map(LINE.fullmatch, lines[:LOOKED_AT])):
        return _Lines(lines)
    words: Mapping[str, int] = json.loads(text)
    return words


class _Lines(Mapping[str, int]):
    """Sorted lines such as `"fire": 12345,`."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines

    def __getitem__(self, word: str) -> int:
        begin = f'"{word}": '
        at = bisect_left(self._lines, begin)
        if at == len(self._lines) or not self._lines[at].startswith(begin):
            raise KeyError(word)
        return int(self._lines[at].removeprefix(begin).removesuffix(","))

    def __iter__(self) -> Iterator[str]:
        return (line[1:].partition('"')[0] for line in self._lines)

    def __len__(self) -> int:
        return len(self._lines)


@cache
def is_word(word: str) -> bool:
    """Whether a word in small letters is English, or nothing is known of English."""
    words = english_words()
    if not words or any(each in words or _inflected(each) for each in _spellings(word)):
        return True
    rests = [word.removeprefix(prefix) for prefix in PREFIXES if word.startswith(prefix)]
    rests += [word[at:] for at in range(LEAST_PART, len(word)) if _listed(word[:at])]
    return any(len(rest) >= LEAST_REST and _listed(rest) for rest in rests)


@cache
def _listed(word: str) -> bool:
    words = english_words()
    return len(word) >= LEAST_PART and any(words.get(each, 0) >= USUAL for each in _spellings(word))


def _spellings(word: str) -> Iterator[str]:
    """A word, and its American spellings."""
    yield from dict.fromkeys((word, *(british.sub(other, word) for british, other in BRITISH)))


def _inflected(word: str) -> bool:
    """Whether it is a word with an ending; not `occured` and `fireing`, which the list has in other spellings."""
    words = english_words()
    for ending in (each for each in ENDINGS if word.endswith(each) and len(word) - len(each) >= LEAST_PART):
        stem = word.removesuffix(ending)
        for base in (stem, f"{stem}e", f"{stem[:-1]}y" if stem.endswith("i") else stem):
            others = {base + base[-1] + ending, base[:-1] + ending, base + ending} - {word}
            if base in words and not others.intersection(words):
                return True
    return False


def usual(word: str) -> bool:
    """Whether a word in small letters is a common one."""
    return english_words().get(word, 0) >= USUAL


def correction(word: str) -> str | None:
    """The most common word that one slip turns into this one; None where there is none."""
    return max(filter(usual, dict.fromkeys(_near(word))), key=english_words().__getitem__, default=None)


def _near(word: str) -> list[str]:
    """Words from which one letter is missing here, or added, or another, or two neighbours in the wrong order."""
    found: list[str] = []
    for at in range(1, len(word) + 1):  # hardly anybody mistypes the first letter
        head, tail = word[:at], word[at:]
        found += [head + letter + tail for letter in LETTERS]
        found += [head + letter + tail[1:] for letter in LETTERS if tail]
        found.append(head + tail[1:])
        if len(tail) > 1:
            found.append(head + tail[1] + tail[0] + tail[2:])
    return found
