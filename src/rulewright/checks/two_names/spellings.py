"""One name in several spellings: `soft-skin`, `softskin` and `soft skins`.

A name with a hyphen only before a noun is good English: `long range`, `long-range fire`.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from rulewright.checks.book_words import STOP_WORDS, BookWords, Passage, Words, singular_name, singular_word
from rulewright.checks.two_names.tally import Tally
from rulewright.diagnostics import Diagnostic

Rests = dict[int, Counter[Words]]
"""How many compounds go on so after their first part, by the number of these parts; the last is in the singular."""
SHORTEST_PART = 3
"""Letters of a word that can be half of a compound: `battle field` is a compound, `a part` is not."""


def variant_spellings(book_words: BookWords) -> Iterator[Diagnostic]:
    """Compounds in several spellings, joined, with a hyphen or apart, that cannot all be right."""
    tally, named = Tally(), set()
    uses: dict[str, dict[str, set[str]]] = {}
    for passage, run, at, count, fold in _varied(book_words):
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
                yield tally.finding(usual, other, "they differ by a hyphen or a space")


def _varied(book_words: BookWords) -> Iterator[tuple[Passage, list[str], int, int, str]]:
    """The compounds that the book spells in several ways, each with its passage and its run; most have one spelling."""
    whole, parted = _compounds({word for passage in book_words.passages for run in passage.runs for word in run})
    places = [(passage, run) for passage in book_words.passages for run in passage.runs]
    begun = [(at, run) for at, (_, run) in enumerate(places) if not parted.keys().isdisjoint(run)]
    apart = {at: {fold for _, _, fold in _compounds_in(run, {}, parted)} for at, run in begun}
    divided = frozenset[str]().union(*apart.values())
    spelt: dict[str, str] = {}
    spellings = ((fold, singular_name(word)) for word, fold in whole.items())
    varied = {fold for fold, name in spellings if spelt.setdefault(fold, name) != name or fold in divided}
    whole = {word: fold for word, fold in whole.items() if fold in varied}
    for at, (passage, run) in enumerate(places) if varied else ():
        if not (whole.keys().isdisjoint(run) and varied.isdisjoint(apart.get(at, ()))):
            yield from ((passage, run, *each) for each in _compounds_in(run, whole, parted) if each[-1] in varied)


def _compounds(vocabulary: set[str]) -> tuple[dict[str, str], dict[str, Rests]]:
    """Compounds, each with its spelling without hyphens; and how their parts go on after the first one.

    A verb with its particle is no compound: to set up, a set-up.
    """
    singular = {word: singular_word(word) for word in vocabulary}
    singles = set(singular.values())
    words = [word for word in vocabulary if not word[0].isdecimal()]
    joined = {word: singular_word(word.replace("-", "")) if "-" in word else singular[word] for word in words}
    halves = list(_halved((word for word in words if "-" not in word), singles))
    folds = {joined[word] for word in words if "-" in word} | {joined[word] for _, _, word in halves}
    hyphened = [tuple(word.split("-")) for word in words if "-" in word and _last(word) in singles]
    parted: dict[str, Rests] = {}
    for first, *middle, last in dict.fromkeys((*hyphened, *(each[:2] for each in halves))):
        if last not in STOP_WORDS:
            parted.setdefault(first, {}).setdefault(len(middle) + 1, Counter())[*middle, singular_word(last)] += 1
    return {word: fold for word, fold in joined.items() if fold in folds}, parted


def _last(word: str) -> str:
    return singular_word(word[word.rfind("-") + 1 :])


def _halved(words: Iterable[str], singles: set[str]) -> Iterator[tuple[str, str, str]]:
    """The halves of each word that divides in two, and the word, where both halves are words of the book.

    In alphabetical order the words with which a word begins come right before it, each the beginning of the next.
    """
    begins: list[str] = []
    for word in sorted(words):
        while begins and not word.startswith(begins[-1]):
            begins.pop()
        for at in (len(begin) for begin in begins if len(word) - len(begin) >= SHORTEST_PART):
            if word[at - 1 : at + 1].isdecimal():
                continue  # within a number
            other = singular_word(word[at:])
            if other in singles and other not in STOP_WORDS:
                yield word[:at], other, word
        if len(word) >= SHORTEST_PART and word not in STOP_WORDS:
            begins.append(word)


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
