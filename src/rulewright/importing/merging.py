"""A second import: what its author left as it was is renewed, and what both changed stays the author's.

Lines are merged three ways: the draft as it was written, the file as it is now, and the draft of the changed source.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

Match = tuple[int, int, int]
"""Where equal lines begin in the base and in the other text, and how many they are."""


@dataclass(frozen=True, slots=True)
class Change:
    """Lines that the source says otherwise now. `line` is their first in the merged file, from 1.

    `new` are the lines of the new draft, from its line `new_line`. They are in the file only if it was `renewed`.
    """

    line: int
    old: tuple[str, ...]
    new: tuple[str, ...]
    new_line: int
    renewed: bool


@dataclass(frozen=True, slots=True)
class Merged:
    """A merged file, and what the source says otherwise now."""

    text: str
    changes: tuple[Change, ...]


def merged(base: str, mine: str, new: str) -> Merged:
    """The file `mine` with what changed from `base` to `new`, wherever it is as in `base`."""
    lines: list[str] = []
    changes: list[Change] = []
    base_lines, my_lines, new_lines = base.split("\n"), mine.split("\n"), new.split("\n")
    for (b0, b1), (m0, m1), (n0, n1) in _stretches(base_lines, my_lines, new_lines):
        old, own, other = base_lines[b0:b1], my_lines[m0:m1], new_lines[n0:n1]
        renewed = own == old
        if other not in (old, own):
            changes.append(Change(len(lines) + 1, tuple(own), tuple(other), n0 + 1, renewed))
        lines += other if renewed else own
    return Merged("\n".join(lines), tuple(changes))


Stretch = tuple[int, int]


def _stretches(base: list[str], mine: list[str], new: list[str]) -> Iterator[tuple[Stretch, Stretch, Stretch]]:
    """The texts in stretches that belong together: in each other one all three are alike."""
    at_base = at_mine = at_new = 0
    for begin, in_mine, in_new, length in _common(_matches(base, mine), _matches(base, new)):
        yield (at_base, begin), (at_mine, in_mine), (at_new, in_new)
        at_base, at_mine, at_new = begin + length, in_mine + length, in_new + length
        yield (begin, at_base), (in_mine, at_mine), (in_new, at_new)
    yield (at_base, len(base)), (at_mine, len(mine)), (at_new, len(new))


def _matches(base: Sequence[str], other: Sequence[str]) -> list[Match]:
    return [(each.a, each.b, each.size) for each in SequenceMatcher(None, base, other).get_matching_blocks()]


def _common(mine: list[Match], new: list[Match]) -> Iterator[tuple[int, int, int, int]]:
    """The lines of the base that both others have: where they begin in each of the three, and how many."""
    at, other = 0, 0
    while at < len(mine) and other < len(new):
        (base_a, a, size_a), (base_b, b, size_b) = mine[at], new[other]
        begin, end = max(base_a, base_b), min(base_a + size_a, base_b + size_b)
        if begin < end:
            yield begin, a + begin - base_a, b + begin - base_b, end - begin
        if base_a + size_a < base_b + size_b:
            at += 1
        else:
            other += 1
