"""Compare texts passage by passage, and passages word by word: unchanged, struck and new words.

A new bullet is shown as new as a whole, so that its words do not mix with those of its neighbours.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import Enum

TOKEN = re.compile(r"\s*(?:\w+(?:['’.,–-]\w+)*|[^\w\s])")
LONGEST = 4_000
"""The most words to compare one by one; a longer text is struck and new as a whole."""
BRIDGE = 1
"""The most unchanged words between two changes that are struck and repeated, which is easier to read."""


class Fate(Enum):
    """Whether words are unchanged, struck or new."""

    SAME = "="
    STRUCK = "-"
    NEW = "+"


@dataclass(frozen=True, slots=True)
class Words:
    """Consecutive words with the space before them."""

    fate: Fate
    text: str


def word_changes(before: str, after: str) -> tuple[Words, ...]:
    """Return the words of both texts in order; struck words come before the new ones in their place."""
    one, other = TOKEN.findall(before), TOKEN.findall(after)
    if max(len(one), len(other)) > LONGEST:
        return tuple(_joined([(Fate.STRUCK, one), (Fate.NEW, other)]))
    matcher = SequenceMatcher(None, [each.strip() for each in one], [each.strip() for each in other], autojunk=False)
    steps = [(tag == "equal", one[i:k], other[m:n]) for tag, i, k, m, n in matcher.get_opcodes()]
    return tuple(_joined(_runs(_bridged(steps))))


Step = tuple[bool, list[str], list[str]]
"""Whether words are unchanged; those of the earlier text, and those of the later one."""


def _bridged(steps: Sequence[Step]) -> Iterator[Step]:
    """Join changes with almost nothing between them."""
    last: Step | None = None
    for at, (same, one, other) in enumerate(steps):
        stays = same and (len(one) > BRIDGE or at in {0, len(steps) - 1})
        if last and not last[0] and not stays:
            last = (False, last[1] + one, last[2] + other)
            continue
        if last:
            yield last
        last = (stays, one, other)
    if last:
        yield last


def _runs(steps: Iterable[Step]) -> Iterator[tuple[Fate, list[str]]]:
    for same, one, other in steps:
        if same:
            yield Fate.SAME, other
        else:
            yield Fate.STRUCK, one
            yield Fate.NEW, other


def _joined(runs: Iterable[tuple[Fate, list[str]]]) -> Iterator[Words]:
    """Join the words of each run; a word that began the later text gets a space if struck words come before it."""
    first = True
    for fate, words in runs:
        if words:
            text = "".join(words)
            yield Words(fate, text if first or not text[0].isalnum() else f" {text}")
            first = False


AROUND = 6
"""The number of unchanged words beside a change in an excerpt."""
GAP = " … "
BEGINNING = re.compile(r"^[\s.,;:)]+")
"""Punctuation that belongs to the words left out."""


def excerpt(words: tuple[Words, ...]) -> tuple[Words, ...]:
    """Return the changes with a few words around them."""
    last = len(words) - 1
    return tuple(_cut(each, first=at == 0, last=at == last) for at, each in enumerate(words))


def _cut(words: Words, *, first: bool, last: bool) -> Words:
    tokens = TOKEN.findall(words.text)
    before, after = (0 if first else AROUND), (0 if last else AROUND)
    if words.fate is not Fate.SAME or len(tokens) <= before + after + 2:
        return words
    ending = BEGINNING.sub("", "".join(tokens[len(tokens) - after :] if after else ()))
    return Words(Fate.SAME, f"{''.join(tokens[:before])}{GAP}{ending}")


# Texts of several passages

NEAR = 20
"""How many old passages further down to search for the partner of a new one."""
ALIKE = 0.4
"""The share of common words from which two passages count as one."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph, a bullet or a heading of both texts, or of one of them."""

    words: tuple[Words, ...]

    @property
    def changed(self) -> bool:
        return any(each.fate is not Fate.SAME for each in self.words)


def passage_changes(before: Sequence[str], after: Sequence[str]) -> tuple[Passage, ...]:
    """Return all passages in order: those of the later text, and before them the struck ones."""
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    return tuple(
        passage
        for tag, i, k, m, n in matcher.get_opcodes()
        for passage in (_whole(Fate.SAME, after[m:n]) if tag == "equal" else _paired(before[i:k], after[m:n]))
    )


def _whole(fate: Fate, passages: Iterable[str]) -> Iterator[Passage]:
    return (Passage((Words(fate, each),)) for each in passages)


def _paired(old: Sequence[str], new: Sequence[str]) -> Iterator[Passage]:
    """Pair each new passage with the first old one that is like it; old ones in between are struck."""
    at, shown = 0, 0
    for place, each in enumerate(new):
        alone = len(old) == len(new) == 1
        pair = next((k for k in range(at, min(len(old), at + NEAR)) if alone or _alike(old[k], each)), None)
        if pair is not None:
            yield from (*_whole(Fate.STRUCK, old[at:pair]), *_whole(Fate.NEW, new[shown:place]))
            yield Passage(word_changes(old[pair], each))
            at, shown = pair + 1, place + 1
    yield from (*_whole(Fate.STRUCK, old[at:]), *_whole(Fate.NEW, new[shown:]))


def _alike(one: str, other: str) -> bool:
    left, right = (Counter(each.strip().casefold() for each in TOKEN.findall(text)) for text in (one, other))
    return (left & right).total() >= ALIKE * (left | right).total()


def excerpts(passages: Iterable[Passage]) -> Iterator[tuple[Words, ...]]:
    """Yield the excerpt of each passage that changed."""
    return (excerpt(each.words) for each in passages if each.changed)
