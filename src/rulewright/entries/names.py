"""Slugs of names, and "did you mean" hints for misspelled names."""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import islice

NAME = re.compile(r"[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*")
"""The form of names that keys, cells and counters use."""


@lru_cache(maxsize=2**15)  # the preview needs the slugs of a whole book after each edit
def slug(name: str) -> str:
    """Return an anchor or file name for a name: lower case, hyphens between words, no accents, any script."""
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", name) if not unicodedata.combining(sign))
    return re.sub(r"[\W_]+", "-", plain.casefold()).strip("-") or "x"


class KnownNames:
    """The existing names from which a hint can suggest one, indexed by their groups of three letters.

    Comparing thousands of wrong names with thousands of existing names would take minutes. So a wrong name is compared
    only with the names that share its rarest groups.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self.by_folded = {name.casefold(): name for name in names}
        self._by_group: dict[str, list[str]] = {}
        if len(self.by_folded) > FEW:
            for folded in self.by_folded:
                for group in _groups(folded):
                    self._by_group.setdefault(group, []).append(folded)

    def nearest(self, name: str) -> str | None:
        """Return the existing name most like `name`, or None if none is close."""
        folded = name[: LONGEST + 1].casefold()
        if not 0 < len(folded) <= LONGEST:
            return None
        closest = _closest(folded, self._candidates(folded))
        return self.by_folded[closest] if closest else None

    def _candidates(self, folded: str) -> Iterable[str]:
        if not self._by_group:
            return self.by_folded
        shared: Counter[str] = Counter()
        for names in sorted((self._by_group.get(group, []) for group in _groups(folded)), key=len):
            if shared and len(names) > MOST_SHARED:
                break
            shared.update(names[:MOST_SHARED])
        return [name for name, _ in shared.most_common(FEW)]


def _closest(name: str, others: Iterable[str]) -> str:
    """Return the name most like `name`, or "" if none is close: the first result of `difflib.get_close_matches`.

    Comparing in full is slow. The share of common letters is an upper bound of the ratio, so names are compared from
    the highest bound down, and the search stops once no later name can win.
    """
    letters = _letters(name)
    bounds = ((2 * len(letters & _letters(other)) / len(name + other), other) for other in others)
    matcher, best = SequenceMatcher(b=name), (CLOSE, "")
    for bound, other in sorted(bounds, reverse=True):
        if (bound, other) < best:
            break
        matcher.set_seq1(other)
        best = max(best, (matcher.ratio(), other))
    return best[1]


@lru_cache(1 << 15)
def _letters(name: str) -> frozenset[str]:
    """Return the letters of a name, with repetitions numbered: "nan" gives `n`, `a` and `nn`."""
    return frozenset(sign * (name[:at].count(sign) + 1) for at, sign in enumerate(name))


def _groups(folded: str) -> Iterable[str]:
    padded = f"  {folded} "
    return dict.fromkeys(padded[at : at + 3] for at in range(len(padded) - 2))


CLOSE = 0.6
"""The lowest similarity of a name and its misspelling (a ratio of `difflib`)."""
FEW = 40
"""Up to this number, names are compared one by one."""
MOST_SHARED = 200
"""A group of letters that more names share says little about a name."""
MOST_LISTED = 30
"""The most names that a hint lists."""
LONGEST = 100
"""A name with more letters is not treated as a misspelling."""


@lru_cache(maxsize=16)
def _known_names(names: tuple[str, ...]) -> KnownNames:
    return KnownNames(names)


def nearest(name: str, known: Iterable[str] | KnownNames) -> str | None:
    names = known if isinstance(known, KnownNames) else _known_names(tuple(known))
    return names.nearest(name)


def did_you_mean(name: str, known: Iterable[str] | KnownNames, otherwise: str) -> str:
    """Return a hint with the nearest known name, or `otherwise` if none is close."""
    suggestion = nearest(name, known)
    return otherwise if suggestion is None else f"did you mean {suggestion!r}?"


def listed(names: Collection[str]) -> str:
    """Join names with commas. Of more than 30 names, list the first 30 and count the others."""
    first, others = ", ".join(islice(names, MOST_LISTED)), len(names) - MOST_LISTED
    return f"{first} and {others:,} more" if others > 0 else first
