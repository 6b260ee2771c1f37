"""Sets of names as keys: a number with a bit for each name in the set; and many sets in few words."""

from collections.abc import Iterator, Sequence

from rulewright.model.keyset import KeySet

Cube = tuple[int, int]
"""The sets that have every name of the first mask and none of the second."""

Truth = int
"""Whether each set is meant: bit n for the set whose key is n."""


def all_sets(names: int) -> KeySet:
    """The keys of all sets with a given number of names."""
    return KeySet.union_of([(0, (1 << names) - 1)])


def sets_with(position: int, names: int) -> KeySet:
    """The sets with the name at a position."""
    size = 1 << position
    return KeySet(tuple((at, at + size - 1) for at in range(size, 1 << names, 2 * size)))


def set_text(key: int, names: Sequence[str]) -> str:
    """One set in words: `only moving and concealed`, `none`."""
    return _words((key, ~key & ((1 << len(names)) - 1)), names)


def sets_text(keys: KeySet, possible: KeySet, names: Sequence[str]) -> Iterator[str]:
    """Sets in few words, where only those `possible` matter: `moving without concealed`, `only concealed`.

    The words are minimal: without any of them the meaning changes.
    """
    meant, irrelevant = _truth(keys), ~_truth(possible) & ((1 << (1 << len(names))) - 1)
    cubes, _ = _cover(meant, meant | irrelevant, len(names))
    yield from (_words(cube, names) for cube in sorted(cubes, key=lambda cube: (sum(map(int.bit_count, cube)), *cube)))


def _truth(keys: KeySet) -> Truth:
    truth = 0
    for low, high in keys.intervals:
        truth |= ((1 << int(high - low + 1)) - 1) << int(low)
    return truth


def _cover(least: Truth, most: Truth, names: int) -> tuple[list[Cube], Truth]:
    """Cubes that cover all of `least` and nothing beyond `most`, and what they cover together.

    None of them can be left out or made wider. The last name divides the question into the sets without it, those with
    it, and both alike: this is the irredundant sum of products of Minato and Morreale.
    """
    if not least:
        return [], 0
    whole = (1 << (1 << names)) - 1
    if most == whole:
        return [(0, 0)], whole
    bit, half = 1 << (names - 1), 1 << (names - 1)
    mask = (1 << half) - 1
    least_without, least_with = least & mask, least >> half
    most_without, most_with = most & mask, most >> half
    without, covered_without = _cover(least_without & ~most_with, most_without, names - 1)
    with_, covered_with = _cover(least_with & ~most_without, most_with, names - 1)
    rest = least_without & ~covered_without | least_with & ~covered_with
    alike, covered = _cover(rest, most_without & most_with, names - 1)
    cubes = [*((has, lacks | bit) for has, lacks in without), *((has | bit, lacks) for has, lacks in with_), *alike]
    return cubes, covered_without | covered | (covered_with | covered) << half


def _words(cube: Cube, names: Sequence[str]) -> str:
    has, lacks = ([name for at, name in enumerate(names) if mask >> at & 1] for mask in cube)
    if not has:
        return "any" if not lacks else "none" if len(lacks) == len(names) else f"not {' and not '.join(lacks)}"
    if lacks and len(has) + len(lacks) == len(names):
        return f"only {' and '.join(has)}"
    return " and ".join(has) + (f" without {' and without '.join(lacks)}" if lacks else "")
