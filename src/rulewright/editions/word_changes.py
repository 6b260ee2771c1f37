"""Texts compared word by word: what stayed, what is struck out, what is new."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import Enum
from re import compile as pattern

TOKEN = pattern(r"\s*(?:\w+(?:['’.,–-]\w+)*|[^\w\s])")
LONGEST = 4_000
"""Words of a text that is compared word by word; of a longer one all is struck out and all is new."""
BRIDGE = 1
"""So few words that stayed between two changes are struck out and written again: that reads better."""


class Fate(Enum):
    """What became of some words."""

    SAME = "="
    STRUCK = "-"
    NEW = "+"


@dataclass(frozen=True, slots=True)
class Words:
    """Some words in a row with the space before them."""

    fate: Fate
    text: str


def word_changes(before: str, after: str) -> tuple[Words, ...]:
    """The words of both texts in order; what is struck out is before what is new in its place."""
    one, other = TOKEN.findall(before), TOKEN.findall(after)
    if max(len(one), len(other)) > LONGEST:
        return tuple(_joined([(Fate.STRUCK, one), (Fate.NEW, other)]))
    matcher = SequenceMatcher(None, [each.strip() for each in one], [each.strip() for each in other], autojunk=False)
    steps = [(tag == "equal", one[i:k], other[m:n]) for tag, i, k, m, n in matcher.get_opcodes()]
    return tuple(_joined(_runs(_bridged(steps))))


Step = tuple[bool, list[str], list[str]]
"""Whether some words stayed; those of the earlier text, and of the later one."""


def _bridged(steps: Sequence[Step]) -> Iterator[Step]:
    """Changes with next to nothing between them are one."""
    held: Step | None = None
    for at, (same, one, other) in enumerate(steps):
        stays = same and (len(one) > BRIDGE or at in {0, len(steps) - 1})
        if held and not held[0] and not stays:
            held = (False, held[1] + one, held[2] + other)
            continue
        if held:
            yield held
        held = (stays, one, other)
    if held:
        yield held


def _runs(steps: Iterable[Step]) -> Iterator[tuple[Fate, list[str]]]:
    for same, one, other in steps:
        if same:
            yield Fate.SAME, other
        else:
            yield Fate.STRUCK, one
            yield Fate.NEW, other


def _joined(runs: Iterable[tuple[Fate, list[str]]]) -> Iterator[Words]:
    """What was the beginning of the later text has a space before it where struck words come first."""
    first = True
    for fate, words in runs:
        if words:
            text = "".join(words)
            yield Words(fate, text if first or not text[0].isalnum() else f" {text}")
            first = False


AROUND = 6
"""Words that stay beside a change in an excerpt."""
GAP = " … "
BEGINNING = pattern(r"^[\s.,;:)]+")
"""Signs that end what an excerpt leaves out."""


def excerpt(words: tuple[Words, ...]) -> tuple[Words, ...]:
    """The changes with a few words around them."""
    last = len(words) - 1
    return tuple(_cut(each, first=at == 0, last=at == last) for at, each in enumerate(words))


def _cut(words: Words, *, first: bool, last: bool) -> Words:
    tokens = TOKEN.findall(words.text)
    before, after = (0 if first else AROUND), (0 if last else AROUND)
    if words.fate is not Fate.SAME or len(tokens) <= before + after + 2:
        return words
    ending = BEGINNING.sub("", "".join(tokens[len(tokens) - after :] if after else ()))
    return Words(Fate.SAME, f"{''.join(tokens[:before])}{GAP}{ending}")


# Texts of several passages compared passage by passage, and what is alike in both word by word

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
