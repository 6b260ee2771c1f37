"""What was made of entries when a game was read before, for a process that reads it after each edit.

An entry is decoded again if its node is another object, or if anything else that it is decoded with is: an equal one
may have another place in the source. What is at fault is decoded each time, so that it is said each time.
"""

from collections.abc import Callable
from dataclasses import field
from typing import Any, TypeVar

from rulewright.diagnostics import Faults
from rulewright.lazy_dataclass import dataclass
from rulewright.limits import Budget
from rulewright.source.nodes import Node

Name = TypeVar("Name")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Entry:
    """The value of a node, and how much its reading spent."""

    node: Node
    value: Any
    spent: int


@dataclass(frozen=True, slots=True)
class _Section:
    given: tuple[object, ...] = ()
    entries: dict[int, _Entry] = field(default_factory=dict)


class KeptEntries:
    """The entries of one game as they were decoded last."""

    def __init__(self) -> None:
        self._sections: dict[str, _Section] = {}

    def reader(
        self, section: str, decode_one: Callable[[Name, Node], T], budget: Budget, faults: Faults, *given: object
    ) -> Callable[[Name, Node], T]:
        """Decodes the entries of a section. `given` is all that `decode_one` looks at beside the entry."""
        before = self._sections.get(section, _Section())
        known = before.entries if _same(before.given, given) else {}
        now = self._sections[section] = _Section(given)

        def read(name: Name, node: Node) -> T:
            kept = known.get(id(node))
            if kept is None or not budget.allows(kept.spent):
                said, spent = len(faults.findings), budget.spent
                kept = _Entry(node, decode_one(name, node), budget.spent - spent)
                sound = len(faults.findings) == said
            else:
                sound = budget.spend(kept.spent)
            if sound:
                now.entries[id(node)] = kept
            value: T = kept.value
            return value

        return read


def _same(before: tuple[object, ...], now: tuple[object, ...]) -> bool:
    """Whether all are the same objects, or equal strings."""
    pairs = zip(before, now, strict=False)
    return len(before) == len(now) and all(a is b or (isinstance(a, str) and a == b) for a, b in pairs)
