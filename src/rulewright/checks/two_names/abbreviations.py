"""One abbreviation for two names: `infantry anti-tank weapons (IAWs)` and `portable anti-tank weapons (IAWs)`."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulewright.checks.book_words import STOP_WORDS, BookWords, Words, normalised
from rulewright.checks.two_names.tally import finding
from rulewright.diagnostics import Diagnostic
from rulewright.model.game import Term
from rulewright.model.text import Text

BRACKETED = re.compile(r"\(([A-Z]{2,6})s?\)")
BEFORE = re.compile(r"(?:[^\W_][\w'’-]*\s+){1,6}$")
LONGEST_BEFORE = 150
"""Characters before a bracket that can belong to the name: more than the longest name has."""


def shared_abbreviations(book_words: BookWords) -> Iterator[Diagnostic]:
    """Each name before a bracketed abbreviation that abbreviates another name elsewhere."""
    for short, uses in _bracketed(book_words).items():
        spelt_out = [use for use in uses if use.has_initials]
        for other in uses:
            one = spelt_out[0] if spelt_out else other
            same = _ends_alike(one.words, other.words) or other.words in _names_of(short, book_words.book.game.terms)
            if not same and (other.has_initials or other.words[-1] == one.words[-1]):
                why = f"{short} stands for both"
                yield finding(other.text, other.written, one.text, one.written, why)


@dataclass(frozen=True, slots=True)
class _Abbreviated:
    """A name with its abbreviation after it; `has_initials`: the abbreviation consists of initials of the name."""

    words: Words
    written: str
    text: Text
    has_initials: bool


def _bracketed(book_words: BookWords) -> dict[str, list[_Abbreviated]]:
    """The names before each abbreviation, that of the glossary first."""
    names: dict[str, list[_Abbreviated]] = {}
    for term in book_words.book.game.terms:
        if term.abbreviation:
            short = term.abbreviation.rstrip("s")
            text = Text(term.name, (), term.span)
            names[short] = [_Abbreviated(normalised(term.name), term.name, text, has_initials=True)]
    for passage in book_words.passages:
        for match in BRACKETED.finditer(passage.shown):
            before = BEFORE.search(passage.shown[: match.start()][-LONGEST_BEFORE:])
            name, has_initials = _before(before[0].split() if before else [], match[1])
            known = names.setdefault(match[1], [])
            if name and all(normalised(name) != use.words for use in known):
                known.append(_Abbreviated(normalised(name), name, passage.text, has_initials))
    return names


def _before(words: list[str], short: str) -> tuple[str, bool]:
    """The name of an abbreviation in the words before it: the fewest words that contain its letters as initials.

    If there are none: as many words as it has letters, without leading stop words.
    """
    for begin in reversed(range(len(words))):
        initials = iter(part[0].upper() for word in words[begin:] for part in word.split("-") if part)
        if words[begin][0].upper() == short[0] and all(letter in initials for letter in short):
            return " ".join(words[begin:]), True
    words = words[-len(short) :]
    while words and words[0].casefold() in STOP_WORDS:
        words = words[1:]
    return " ".join(words), False


def _ends_alike(one: Words, other: Words) -> bool:
    count = min(len(one), len(other))
    return one[-count:] == other[-count:]


def _names_of(short: str, terms: Iterable[Term]) -> set[Words]:
    """All spellings of the term with an abbreviation."""
    return {normalised(name) for term in terms if term.abbreviation.rstrip("s") == short for name in term.names}
