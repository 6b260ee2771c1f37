"""One name in several spellings: `soft-skin`, `softskin` and `soft skins`.

A name with a hyphen only before a noun is good English: `long range`, `long-range fire`.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from rulewright.checks.book_words import STOP_WORDS, BookWords, Words, singular_name, singular_word
from rulewright.checks.two_names.tally import Tally
from rulewright.diagnostics import Diagnostic
from rulewright.translation.messages import tell

Rests = dict[int, Counter[Words]]
"""How many compounds go on so after their first part, by the number of these parts; the last is in the singular."""
SHORTEST_PART = 3
"""Letters of a word that can be half of a compound: `battle field` is a compound, `a part` is not."""


def variant_spellings(book_words: BookWords) -> Iterator[Diagnostic]:
    """Compounds in several spellings, joined, with a hyphen or apart, that cannot all be right."""
    tally, named = Tally(), set()
    uses: dict[str, dict[str, set[str]]] = {}
    whole, parted = _compounds({word for passage in book_words.passages for run in passage.runs for word in run})
    found = [
        (passage, run, *compound)
        for passage in book_words.passages
        for run in passage.runs
        for compound in _compounds_in(run, whole, parted)
    ]
    spelt = _spellings((fold, run[at : at + count]) for _, run, at, count, fold in found)
    for passage, run, at, count, fold in (each for each in found if len(spelt[each[-1]]) > 1):
        heading, parts, after = passage.text.source in book_words.headings, run[at : at + count], run[at + count :]
        phrase = " ".join(parts)
        spelling = singular_name(phrase)
        tally.add(spelling, passage, phrase)
        uses.setdefault(fold, {}).setdefault(spelling, set()).update(_followers(parts, after, heading))
        if heading:
            named.add(fold)
    for fold, spellings in uses.items():
        usual, *others = sorted(spellings, key=lambda spelling: -tally.count[spelling])
        for other in others:
            if _differ(usual, other, spellings, fold in named, book_words):
                yield tally.finding(usual, other, tell("they differ by a hyphen or a space"))


def _spellings(compounds: Iterable[tuple[str, list[str]]]) -> Mapping[str, set[str]]:
    """The spellings of each compound as they are written; most have one."""
    spelt: dict[str, set[str]] = {}
    for fold, parts in compounds:
        spelt.setdefault(fold, set()).add(" ".join(parts))
    return spelt


def _compounds(vocabulary: set[str]) -> tuple[dict[str, str], dict[str, Rests]]:
    """Compounds, each with its spelling without hyphens; and how their parts go on after the first one.

    A verb with its particle is no compound: to set up, a set-up.
    """
    joined = {word: singular_word(word.replace("-", "")) for word in vocabulary if not word[0].isdecimal()}
    singles = {singular_word(word) for word in vocabulary}
    divided = {word: [tuple(word.split("-"))] if "-" in word else _halves(word, vocabulary, singles) for word in joined}
    folds = {joined[word] for word, parts in divided.items() if parts}
    parted: dict[str, Rests] = {}
    for first, *rest in dict.fromkeys(parts for found in divided.values() for parts in found):
        if rest[-1] not in STOP_WORDS:
            parted.setdefault(first, {}).setdefault(len(rest), Counter())[*rest[:-1], singular_word(rest[-1])] += 1
    return {word: fold for word, fold in joined.items() if fold in folds}, parted


def _halves(word: str, vocabulary: set[str], singles: set[str]) -> list[Words]:
    """A word divided in two, if both halves are words of the book."""
    divided = ((word[:at], word[at:]) for at in range(SHORTEST_PART, len(word) - SHORTEST_PART + 1))
    known = ((one, singular_word(rest)) for one, rest in divided if one in vocabulary and one not in STOP_WORDS)
    return [(one, other) for one, other in known if other in singles and other not in STOP_WORDS]


def _compounds_in(
    run: list[str], whole: Mapping[str, str], parted: Mapping[str, Rests]
) -> Iterator[tuple[int, int, str]]:
    """The position of each compound in a run, its number of words, and its spelling without hyphens and spaces."""
    for at, word in enumerate(run):
        if word in whole:
            yield at, 1, whole[word]
        for length, rests in parted[word].items() if word in parted else ():
            *middle, last = run[at + 1 : at + 1 + length] or [""]
            for _ in range(rests[*middle, singular_word(last)]):
                yield at, 1 + length, singular_word("".join((word, *middle, last)))


def _followers(parts: list[str], after: list[str], heading: bool) -> Iterator[str]:
    """The word after a compound; an empty one if the compound is, or may be, a noun itself.

    A label such as `long-range` may omit its noun.
    """
    if after and after[0] not in STOP_WORDS:
        yield singular_word(after[0])
        noun = len(parts) > 1 and singular_word(parts[-1]) != parts[-1]  # soft skins move
    else:
        noun = len(parts) > 1 or not heading
    if noun:
        yield ""


def _differ(one: str, other: str, uses: Mapping[str, set[str]], named: bool, book_words: BookWords) -> bool:
    if book_words.same_term(one, other):
        return False
    joined = [spelling for spelling in (one, other) if spelling.isalnum()]
    if joined:
        parts = next(spelling for spelling in (one, other) if spelling not in joined).split(" ")
        return len(parts) == 1 or all(len(part) >= SHORTEST_PART and part not in STOP_WORDS for part in parts)
    shared = uses[one] & uses[other]
    if re.split("[ -]", one)[0] in STOP_WORDS:
        shared -= {""}  # a score to hit, a to-hit
    phrases = ((f"{one} {noun}".strip(), f"{other} {noun}".strip()) for noun in shared)
    return named and any(not book_words.same_term(*pair) for pair in phrases)
