"""One name in several spellings: `soft-skin`, `softskin` and `soft skins`.

That a name is hyphenated before a noun and not elsewhere is good English: `long range`, `long-range fire`.
"""

import re
from collections.abc import Iterator, Mapping

from rulewright.checks.reading import SMALL_WORDS, Reading, Words, single, singular
from rulewright.checks.two_names.tally import Tally
from rulewright.diagnostics import Diagnostic

SHORTEST_PART = 3
"""Letters of a word that may be half of a compound: `battle field` is one, `a part` is none."""


def spelt_twice(reading: Reading) -> Iterator[Diagnostic]:
    """Compounds that stand joined, hyphenated or apart where they cannot all be right."""
    tally, named = Tally(), set()
    uses: dict[str, dict[str, set[str]]] = {}
    whole, parted = _compounds({word for page in reading.pages for run in page.runs for word in run})
    for page in reading.pages:
        heading = page.text.source in reading.headings
        for run in page.runs:
            for at, count, fold in _compounds_in(run, whole, parted):
                parts, after = run[at : at + count], run[at + count :]
                phrase = " ".join(parts)
                tally.add(singular(phrase), page, phrase)
                uses.setdefault(fold, {}).setdefault(singular(phrase), set()).update(_followers(parts, after, heading))
                if heading:
                    named.add(fold)
    for fold, spellings in uses.items():
        kept, *others = sorted(spellings, key=lambda spelling: -tally.count[spelling])
        for other in others:
            if _differ(kept, other, spellings, fold in named, reading):
                yield tally.finding(kept, other, "they differ by a hyphen or a blank")


def _compounds(vocabulary: set[str]) -> tuple[dict[str, str], dict[str, list[Words]]]:
    """Words that may be spelt apart, each with what is left of it without hyphens, and their parts by the first.

    A verb with its particle is no compound: to set up, a set-up.
    """
    joined = {word: single(word.replace("-", "")) for word in vocabulary if not word[0].isdigit()}
    singles = {single(word) for word in vocabulary}
    divided = {word: [tuple(word.split("-"))] if "-" in word else _halves(word, vocabulary, singles) for word in joined}
    folds = {joined[word] for word, parts in divided.items() if parts}
    parted: dict[str, list[Words]] = {}
    for first, *rest in dict.fromkeys(parts for found in divided.values() for parts in found):
        if rest[-1] not in SMALL_WORDS:
            parted.setdefault(first, []).append(tuple(rest))
    return {word: fold for word, fold in joined.items() if fold in folds}, parted


def _halves(word: str, vocabulary: set[str], singles: set[str]) -> list[Words]:
    """A word in two, where both halves are words of the book."""
    halves = ((word[:at], single(word[at:])) for at in range(SHORTEST_PART, len(word) - SHORTEST_PART + 1))
    return [
        (one, other)
        for one, other in halves
        if one in vocabulary and other in singles and one not in SMALL_WORDS and other not in SMALL_WORDS
    ]


def _compounds_in(
    run: list[str], whole: Mapping[str, str], parted: Mapping[str, list[Words]]
) -> Iterator[tuple[int, int, str]]:
    """Where in a run a compound stands, of how many words, and what it is without hyphens and blanks."""
    for at, word in enumerate(run):
        if word in whole:
            yield at, 1, whole[word]
        for rest in parted.get(word, ()):
            found = run[at + 1 : at + 1 + len(rest)]
            if len(found) == len(rest) and (*found[:-1], single(found[-1])) == (*rest[:-1], single(rest[-1])):
                yield at, 1 + len(rest), single(word + "".join(found))


def _followers(parts: list[str], after: list[str], heading: bool) -> Iterator[str]:
    """The word that a compound stands before; an empty one where it is, or may be, the noun itself.

    A label such as `long-range` may stand before a noun that it leaves out.
    """
    if after and after[0] not in SMALL_WORDS:
        yield single(after[0])
        noun = len(parts) > 1 and single(parts[-1]) != parts[-1]  # soft skins move
    else:
        noun = len(parts) > 1 or not heading
    if noun:
        yield ""


def _differ(one: str, other: str, uses: Mapping[str, set[str]], named: bool, reading: Reading) -> bool:
    if reading.one_term(one, other):
        return False
    joined = [spelling for spelling in (one, other) if spelling.isalnum()]
    if joined:
        parts = next(spelling for spelling in (one, other) if spelling not in joined).split(" ")
        return len(parts) == 1 or all(len(part) >= SHORTEST_PART and part not in SMALL_WORDS for part in parts)
    shared = uses[one] & uses[other]
    if re.split("[ -]", one)[0] in SMALL_WORDS:
        shared -= {""}  # a score to hit, a to-hit
    return named and any(not reading.one_term(f"{one} {noun}".strip(), f"{other} {noun}".strip()) for noun in shared)
