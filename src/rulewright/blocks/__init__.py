"""The blocks of a card: their keys, their values, what they show and how they print.

A block consists of an entry (`BlockEntry`), which reads it and is listed in `BLOCKS`; a value (`Block`); a template in
templates/card/blocks; and a page of the manual in tests/spec/cards. The rest of the program only uses the methods of
`Block`. The texts and inner blocks of a block are found in its fields, so all of their links are checked.
"""

from collections.abc import Iterable, Iterator

from rulewright.blocks.bands import BandEntry, BandsEntry
from rulewright.blocks.columns import ColumnsEntry
from rulewright.blocks.contents import BulletsEntry, FieldsEntry, LegendEntry, LineEntry, NoteEntry, TableBlockEntry
from rulewright.blocks.entry import BlockEntry
from rulewright.blocks.page import ListedBlock, PageEntry, one_column
from rulewright.blocks.pictures import FigureBlockEntry, ImageEntry
from rulewright.blocks.zones import ZonesEntry
from rulewright.entries.entry import Schema
from rulewright.entries.names import did_you_mean, nearest
from rulewright.entries.roles import either, ref
from rulewright.findings import Finding, Findings
from rulewright.model.block import Block
from rulewright.source.nodes import Mapping, Node, Scalar

BLOCKS: tuple[type[BlockEntry], ...] = (
    BandEntry,
    BandsEntry,
    BulletsEntry,
    TableBlockEntry,
    ColumnsEntry,
    NoteEntry,
    FieldsEntry,
    ImageEntry,
    FigureBlockEntry,
    LineEntry,
    LegendEntry,
    ZonesEntry,
    PageEntry,
)
"""All kinds of blocks, in the order in which hints and the reference list them."""

BY_NAME = {block.name: block for block in BLOCKS}
BLOCK_SCHEMA: Schema = either(
    *(ref(block.__name__) for block in BLOCKS), {"enum": [block.name for block in BLOCKS if block.needs_no_value]}
)
"""The JSON Schema of any block: the definition `Block`."""


def read_blocks(nodes: Iterable[Node], findings: Findings) -> Iterator[ListedBlock]:
    """Read a list of blocks and page breaks. One key of each item names the block: `- table: hits`."""
    return (_read_block(node, findings) for node in nodes)


def _read_block(node: Node, findings: Findings) -> ListedBlock:
    """Read one block; None, with a finding, if it does not name exactly one block."""
    if isinstance(node, Scalar) and node.value in BY_NAME and BY_NAME[node.value].needs_no_value:
        # read `- legend` as `- legend:`
        node = Mapping(((node, Scalar("", node.span)),), node.span)
    keys = [key.value for key, _ in node.entries] if isinstance(node, Mapping) else []
    candidates = [BY_NAME[key] for key in keys if key in BY_NAME]
    # a key that another candidate declares does not name a block: `note` in `{band: fire, note: one die}`
    named = [
        entry
        for entry in candidates
        if not any(entry.name in other.declared for other in candidates if other is not entry)
    ]
    if len(named) == 1:

        def read_column(nodes: Iterable[Node]) -> tuple[Block, ...]:
            return tuple(one_column(read_blocks(nodes, findings), findings))

        return named[0](node, findings, read_column).block()
    if named:
        hint, message = "make two blocks of it", f"this block names both {named[0].name!r} and {named[1].name!r}"
        findings.add(Finding("bad-block", node.span, f"{message}: a block prints one thing", hint))
    else:
        misspelt_key = next((key for key in keys if nearest(key, BY_NAME)), "")
        written = node.value if isinstance(node, Scalar) else misspelt_key
        hint = did_you_mean(written, BY_NAME, f"begin it with one of: {', '.join(BY_NAME)}")
        findings.add(Finding("bad-block", node.span, "this block names nothing to print", hint))
    return None
