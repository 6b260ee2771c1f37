"""Names in comparable form: anchors from titles, and the nearest known name to a wrong one."""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import islice


@lru_cache(maxsize=2**15)  # a preview asks for those of a whole book after each edit
def slug(name: str) -> str:
    """An anchor or file name from a name: lower case, words joined by hyphens, accents dropped, any script."""
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", name) if not unicodedata.combining(sign))
    return re.sub(r"[\W_]+", "-", plain.casefold()).strip("-") or "x"


class KnownNames:
    """Names to suggest from, by the groups of three letters in them.

    To compare a wrong name with each of thousands takes minutes where thousands are wrong: it is compared with those
    that share the rarest groups with it.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self.by_folded = {name.casefold(): name for name in names}
        self._by_group: dict[str, list[str]] = {}
        if len(self.by_folded) > FEW:
            for folded in self.by_folded:
                for group in _groups(folded):
                    self._by_group.setdefault(group, []).append(folded)

    def nearest(self, name: str) -> str | None:
        """The name most like a wrong one, if any is close."""
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
    """The one that is most alike, or nothing: what `difflib.get_close_matches` would find first.

    It compares each in full. Here those with the most letters in common come first, and the rest cannot win any more.
    """
    letters = _letters(name)
    bounds = sorted(((2 * len(letters & _letters(other)) / len(name + other), other) for other in others), reverse=True)
    compared, best = SequenceMatcher(b=name), (CLOSE, "")
    for bound, other in bounds:
        if (bound, other) < best:
            break
        compared.set_seq1(other)
        best = max(best, (compared.ratio(), other))
    return best[1]


@lru_cache(1 << 15)
def _letters(name: str) -> frozenset[str]:
    """The letters of a name, those that come again apart: `a`, `n` and `nn` of "nan"."""
    return frozenset(sign * (name[:at].count(sign) + 1) for at, sign in enumerate(name))


def _groups(folded: str) -> Iterable[str]:
    padded = f"  {folded} "
    return dict.fromkeys(padded[at : at + 3] for at in range(len(padded) - 2))


CLOSE = 0.6
"""The part of two names that a slip leaves alike."""
FEW = 40
"""So many names are compared one by one."""
MOST_SHARED = 200
"""A group of letters that more names share tells little."""
MOST_LISTED = 30
"""Names of a list in a hint."""
LONGEST = 100
"""A longer name is not a misspelling of a known one."""


@lru_cache(maxsize=16)
def _known_names(names: tuple[str, ...]) -> KnownNames:
    return KnownNames(names)


def nearest(name: str, known: Iterable[str] | KnownNames) -> str | None:
    """The known name most like a wrong one, if any is close."""
    return (known if isinstance(known, KnownNames) else _known_names(tuple(known))).nearest(name)


def did_you_mean(name: str, known: Iterable[str] | KnownNames, otherwise: str) -> str:
    """A hint with the nearest known name; `otherwise` if none is close."""
    meant = nearest(name, known)
    return otherwise if meant is None else f"did you mean {meant!r}?"


def listed(names: Collection[str]) -> str:
    """Names in a row; of very many, the first and the number of the others."""
    first, others = ", ".join(islice(names, MOST_LISTED)), len(names) - MOST_LISTED
    return f"{first} and {others:,} more" if others > 0 else first
