"""What the entries of all blocks have in common."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import ClassVar

from rulewright.findings import Findings
from rulewright.language.entry import Entry, Kind
from rulewright.language.kinds import ref
from rulewright.model.card import Block, PageBreak, Zones
from rulewright.source.nodes import Node

ReadBlocks = Callable[[Iterable[Node]], tuple[Block, ...]]
"""Reads the blocks of one column."""
BLOCK = ref("Block")
"""Any block, in the JSON Schema."""


class BlockEntry(Entry, ABC):
    """A block as its author writes it: a mapping whose first key names it, as in `- table: hits`.

    The key declared first is its name. One that is `alone` may be just that: `- legend`. `parts` are the entries that
    only this block has. `read_blocks` reads the blocks within it.
    """

    name: ClassVar[str] = ""
    alone: ClassVar[bool] = False
    parts: ClassVar[tuple[type[Entry], ...]] = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.name = next(iter(cls.declared))

    def __init__(self, node: Node, findings: Findings, read_blocks: ReadBlocks) -> None:
        super().__init__(node, f"the block {self.name!r}", findings)
        self.read_blocks = read_blocks

    @abstractmethod
    def block(self) -> Block | PageBreak | Zones | None:
        """The block, a page break or zones; None if it has an error."""


def _no_value(entry: Entry, name: str) -> None:
    if entry.node_at(name) is not None:
        entry.report("bad-value", entry.place(name), f"{name!r} takes no value", f"write just: - {name}")


NO_VALUE: Kind[None] = Kind("left out", _no_value, {"type": "null"})
