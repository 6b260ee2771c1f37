"""One abbreviation for two names: `infantry anti-tank weapons (IAWs)` and `portable anti-tank weapons (IAWs)`."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulewright.checks.reading import SMALL_WORDS, Reading, Words, folded
from rulewright.checks.two_names.tally import finding
from rulewright.diagnostics import Diagnostic
from rulewright.model.game import Term
from rulewright.model.text import Text

BRACKETED = re.compile(r"\(([A-Z]{2,6})s?\)")
BEFORE = re.compile(r"(?:[^\W_][\w'’-]*\s+){1,6}$")
LONGEST_BEFORE = 150
"""Signs before a bracket that are looked at: more than the longest name has."""


def abbreviated_alike(reading: Reading) -> Iterator[Diagnostic]:
    """Each name before a bracketed abbreviation that stands for another name elsewhere."""
    for short, uses in _bracketed(reading).items():
        telling = [use for use in uses if use.tells]
        for other in uses:
            one = telling[0] if telling else other
            same = _ends_alike(one.words, other.words) or other.words in _names_of(short, reading.book.game.terms)
            if not same and (other.tells or other.words[-1] == one.words[-1]):
                why = f"{short} stands for both"
                yield finding(other.text, other.written, one.text, one.written, why)


@dataclass(frozen=True, slots=True)
class _Abbreviated:
    """A name with its abbreviation behind it; `tells` where the one is made of the initials of the other."""

    words: Words
    written: str
    text: Text
    tells: bool


def _bracketed(reading: Reading) -> dict[str, list[_Abbreviated]]:
    """Each name that stands before an abbreviation, once, by the abbreviation; that of the glossary first."""
    found: dict[str, list[_Abbreviated]] = {}
    for term in reading.book.game.terms:
        if term.abbreviation:
            short = term.abbreviation.rstrip("s")
            found[short] = [_Abbreviated(folded(term.name), term.name, Text(term.name, (), term.span), tells=True)]
    for page in reading.pages:
        for match in BRACKETED.finditer(page.shown):
            before = BEFORE.search(page.shown[: match.start()][-LONGEST_BEFORE:])
            name, tells = _before(before[0].split() if before else [], match[1])
            known = found.setdefault(match[1], [])
            if name and all(folded(name) != use.words for use in known):
                known.append(_Abbreviated(folded(name), name, page.text, tells))
    return found


def _before(words: list[str], short: str) -> tuple[str, bool]:
    """The name of an abbreviation in the words before it: the fewest whose initials it is made of.

    Where there are none, as many words as it has letters, without those of the sentence.
    """
    for begin in reversed(range(len(words))):
        initials = iter(part[0].upper() for word in words[begin:] for part in word.split("-") if part)
        if words[begin][0].upper() == short[0] and all(letter in initials for letter in short):
            return " ".join(words[begin:]), True
    words = words[-len(short) :]
    while words and words[0].casefold() in SMALL_WORDS:
        words = words[1:]
    return " ".join(words), False


def _ends_alike(one: Words, other: Words) -> bool:
    count = min(len(one), len(other))
    return one[-count:] == other[-count:]


def _names_of(short: str, terms: Iterable[Term]) -> set[Words]:
    """All spellings of the term with an abbreviation."""
    return {folded(name) for term in terms if term.abbreviation.rstrip("s") == short for name in term.names}
