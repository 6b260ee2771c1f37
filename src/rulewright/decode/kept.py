"""What was made of entries when a game was read before, for a process that reads it after each edit.

An entry is decoded again if its node is another object, or if anything else that it is decoded with is: an equal one
may have another place in the source. What is at fault is decoded each time, so that it is said each time. The entries
of a file in which nothing has changed are taken together.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from rulewright.findings import Findings
from rulewright.limits import Budget
from rulewright.source.nodes import Node, Scalar

Name = TypeVar("Name")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Entry:
    """The value of a node, and how much its reading spent."""

    node: Node
    value: Any
    spent: int


@dataclass(frozen=True, slots=True)
class KeptFile:
    """The entries of a section in one file, none at fault: their values, and their keys by names that no other has."""

    tree: Node
    values: tuple[Any, ...]
    names: dict[str, Scalar]
    entries: dict[int, _Entry]


@dataclass(frozen=True, slots=True)
class _Section:
    given: tuple[object, ...] = ()
    entries: dict[int, _Entry] = field(default_factory=dict)
    files: dict[int, KeptFile] = field(default_factory=dict)


class SectionReader(Generic[Name, T]):
    """Reads the entries of a section, each by itself or those of a file together."""

    def __init__(
        self, before: _Section, now: _Section, decode_one: Callable[[Name, Node], T], budget: Budget, faults: Findings
    ) -> None:
        self._before, self._now, self._decode = before, now, decode_one
        self._budget, self._faults = budget, faults

    def __call__(self, name: Name, node: Node) -> T:
        """The value of an entry."""
        kept = self._before.entries.get(id(node))
        if kept is None or not self._budget.allows(kept.spent):
            said, spent = len(self._faults.findings), self._budget.spent
            kept = _Entry(node, self._decode(name, node), self._budget.spent - spent)
            sound = len(self._faults.findings) == said
        else:
            sound = self._budget.spend(kept.spent)
        if sound:
            self._now.entries[id(node)] = kept
        value: T = kept.value
        return value

    def known(self, tree: Node) -> KeptFile | None:
        """The entries of a file as they were read before, if it has not changed."""
        file = self._before.files.get(id(tree))
        if file is not None:
            self._now.files[id(tree)] = file
            self._now.entries.update(file.entries)
        return file

    def keep(self, tree: Node, nodes: Iterable[Node], values: tuple[T, ...], names: dict[str, Scalar]) -> None:
        """The entries of a file of which none is at fault and none spent anything."""
        entries = {id(node): self._now.entries[id(node)] for node in nodes}
        self._now.files[id(tree)] = KeptFile(tree, values, names, entries)


class KeptEntries:
    """The entries of one game as they were decoded last."""

    def __init__(self) -> None:
        self._sections: dict[str, _Section] = {}

    def reader(
        self, section: str, decode_one: Callable[[Name, Node], T], budget: Budget, faults: Findings, *given: object
    ) -> SectionReader[Name, T]:
        """Decodes the entries of a section. `given` is all that `decode_one` looks at beside the entry."""
        before = self._sections.get(section, _Section())
        now = self._sections[section] = _Section(given)
        return SectionReader(before if _same(before.given, given) else _Section(), now, decode_one, budget, faults)


def _same(before: tuple[object, ...], now: tuple[object, ...]) -> bool:
    """Whether all are the same objects, or equal strings."""
    pairs = zip(before, now, strict=False)
    return len(before) == len(now) and all(a is b or (isinstance(a, str) and a == b) for a, b in pairs)
