"""What a modifier adds: a number, any number (`±`), one with two ends (`[−3 ; +3]`), or one of several (`−1; +1`)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.importing.draft import Entry, Value
from rulewright.importing.grids.columns import BEYOND
from rulewright.importing.grids.grid import Cell
from rulewright.importing.grids.names import Names
from rulewright.importing.grids.scores import SIGNS
from rulewright.importing.grids.shape import bare
from rulewright.importing.grids.table import EMPTY, number_of, numbers_of
from rulewright.model.keyset import Bound

ANY_NUMBER = "±"
BETWEEN = re.compile(r"\[\s*([-+]?\d{1,9})\s*;\s*([-+]?\d{1,9})\s*\]")
INFINITE = float("inf")


@dataclass(frozen=True, slots=True)
class Amount:
    """The keys of a modifier for it, and the input that decides it if it is no plain number."""

    keys: dict[str, Value]
    domains: tuple[Entry, ...] = ()


def are_amounts(texts: Sequence[str]) -> bool:
    """Whether all cells that are not empty say what a modifier adds, and one of them a plain number."""
    present = [text for text in texts if text.strip() not in EMPTY]
    return any(number_of(text) is not None for text in present) and all(map(reach, present))


def reach(text: str) -> tuple[Bound, Bound] | None:
    """The least and the greatest number that an amount may be; None if it is none."""
    if text.strip() == ANY_NUMBER:
        return -INFINITE, INFINITE
    if ends := BETWEEN.fullmatch(text.strip().translate(SIGNS)):
        low, high = int(ends[1]), int(ends[2])
        return (low, high) if low < high else None
    found = numbers_of(text.split(";"))
    several = found and len({*found}) == len(found) == text.count(";") + 1
    return (min(found), max(found)) if found and several else None


def amount(written: str, label: Cell, names: Names) -> Amount:
    """What to write for a cell, beside the label of its modifier."""
    number = number_of(written)
    if number is not None:
        return Amount({"value": str(number)})
    name, title = names.domains.new(bare(label.text)), bare(label.text).strip()
    several = numbers_of(written.split(";")) is not None
    keys, domain = _one_of(written, name) if several else _measured(written, name)
    why = f"the source gives {title!r} no single number, and does not say on what it depends"
    return Amount(keys, (Entry("domains", name, {**domain, "title": title}, label.origin, (why,)),))


def _one_of(written: str, name: str) -> tuple[dict[str, Value], dict[str, Value]]:
    """Each value with its own case of an input."""
    texts = [text.strip() for text in written.split(";")]
    ids = {f"value-{at}": text for at, text in enumerate(texts, 1)}
    cases: list[Value] = [{"value": str(number_of(text)), "when": {name: key}} for key, text in ids.items()]
    return {"value": cases}, {"names": {**ids}}


def _measured(written: str, name: str) -> tuple[dict[str, Value], dict[str, Value]]:
    """The number that an input is, within the ends that the source names."""
    low, high = reach(written) or (-INFINITE, INFINITE)
    if high == INFINITE:
        return {"value": {"axis": name}}, {"numbers": "..", "test-range": f"{-BEYOND}..{BEYOND}"}
    ends = f"{low}..{high}"
    return {"value": {"axis": name, "clamp": ends}}, {"numbers": "..", "test-range": ends}
