"""Words as the search compares them: folded, and as stems.

`search-words.js` does the same to what is asked; tests compare both sides. A stem need not be a word: it only brings
the forms of a word together.
"""

import re
import unicodedata

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
