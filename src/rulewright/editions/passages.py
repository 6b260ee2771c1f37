"""Texts of several passages compared passage by passage, and what is alike in both word by word.

So a new bullet is shown as new, and its words are not mixed with those of its neighbours.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from rulewright.editions.word_changes import TOKEN, Fate, Words, excerpt, word_changes

NEAR = 20
"""So far down an old passage is looked for."""
LIKE = 0.4
"""The share of words that makes two passages one."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph, a bullet or a heading of both texts, or of one of them."""

    words: tuple[Words, ...]

    @property
    def changed(self) -> bool:
        return any(each.fate is not Fate.SAME for each in self.words)


def passage_changes(before: Sequence[str], after: Sequence[str]) -> tuple[Passage, ...]:
    """All passages in order: those of the later text, and before them what is struck out there."""
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    return tuple(
        passage
        for tag, i, k, m, n in matcher.get_opcodes()
        for passage in (_kept(after[m:n]) if tag == "equal" else _paired(before[i:k], after[m:n]))
    )


def _kept(passages: Iterable[str]) -> Iterator[Passage]:
    return (Passage((Words(Fate.SAME, each),)) for each in passages)


def _paired(old: Sequence[str], new: Sequence[str]) -> Iterator[Passage]:
    """Each new passage with the first old one that is like it; old ones in between have gone."""
    at, shown = 0, 0
    for place, each in enumerate(new):
        alone = len(old) == len(new) == 1
        found = next((k for k in range(at, min(len(old), at + NEAR)) if alone or _alike(old[k], each)), None)
        if found is not None:
            yield from _replaced(old[at:found], new[shown:place])
            yield Passage(word_changes(old[found], each))
            at, shown = found + 1, place + 1
    yield from _replaced(old[at:], new[shown:])


def _replaced(old: Sequence[str], new: Sequence[str]) -> Iterator[Passage]:
    yield from (Passage((Words(Fate.STRUCK, each),)) for each in old)
    yield from (Passage((Words(Fate.NEW, each),)) for each in new)


def _alike(one: str, other: str) -> bool:
    left, right = (Counter(each.strip().casefold() for each in TOKEN.findall(text)) for text in (one, other))
    return (left & right).total() >= LIKE * (left | right).total()


def excerpts(passages: Iterable[Passage]) -> Iterator[tuple[Words, ...]]:
    """Of each passage that changed, the changes."""
    return (excerpt(each.words) for each in passages if each.changed)
