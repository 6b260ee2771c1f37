"""The base class of the entries of blocks: each reads one block of a card, such as `- table: hits`, into a value.

`blocks.read_blocks` chooses the entry by the first key and calls its method `block`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import ClassVar

from rulewright.entries.entry import EntryReader, Kind
from rulewright.entries.lazy import LazyEntry
from rulewright.entries.roles import ref
from rulewright.findings import Findings
from rulewright.model.block import Block
from rulewright.model.card import PageBreak, Zones
from rulewright.source.nodes import Node

ReadBlocks = Callable[[Iterable[Node]], tuple[Block, ...]]
"""A function that reads the blocks of one column."""
BLOCK = ref("Block")
"""The schema of any block."""


class BlockEntry(LazyEntry, ABC):
    """The source format of a block: a mapping whose first key names the block, as in `- table: hits`.

    The name is the key that the class declares first. With `needs_no_value` the name may stand alone: `- legend`.
    `inner_entries` are the entries that only this block contains. `read_blocks` reads the blocks inside it.
    """

    name: ClassVar[str] = ""
    needs_no_value: ClassVar[bool] = False
    inner_entries: ClassVar[tuple[type[LazyEntry], ...]] = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.name = next(iter(cls.declared))

    def __init__(self, node: Node, findings: Findings, read_blocks: ReadBlocks) -> None:
        super().__init__(node, f"the block {self.name!r}", findings)
        self.read_blocks = read_blocks

    @abstractmethod
    def block(self) -> Block | PageBreak | Zones | None:
        """Return the value; None, with a finding, if the block has an error."""


def _no_value(entry: EntryReader, name: str) -> None:
    """Report a value, because the key takes none."""
    if entry.node_at(name) is not None:
        entry.report("bad-value", entry.place(name), f"{name!r} takes no value", f"write just: - {name}")


NO_VALUE: Kind[None] = Kind("left out", _no_value, {"type": "null"})
