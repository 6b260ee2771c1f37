"""The ranges of inputs that a proof tried: "proved" means no more than these."""

from collections.abc import Iterable

from rulewright.model.table import Axis

Tried = tuple[tuple[str, str], ...]
"""Inputs of which a proof tries only a part, each with that part: (Distance, 1–30)."""


def tried_ranges(axes: Iterable[Axis]) -> Tried:
    """The test ranges of those axes that have one."""
    parts = {axis.name: axis.domain for axis in axes if axis.domain.proof_keys() != axis.domain.keys}
    return tuple(
        (domain.title.words if domain.title else name.replace("-", " "), domain.describe(domain.proof_keys()))
        for name, domain in parts.items()
    )


def tried_data(tried: Tried) -> list[dict[str, str]]:
    """For JSON; two inputs may have one title."""
    return [{"input": title, "range": words} for title, words in tried]


def tried_words(tried: Tried) -> str:
    """`Distance 1–30, FFAR −6 to 20`."""
    return ", ".join(f"{title} {words}" for title, words in tried)
