"""The blocks of a card: their keys, what they show and how they print.

A block consists of a class that is listed in `BLOCKS`, a template in templates/card/blocks, and a page of the manual in
tests/spec/cards. The rest of the program only uses the methods of `Block`. The texts and inner blocks of a block are
found in its fields, so all of their links are checked.
"""

from collections.abc import Iterable, Iterator

from rulewright.base.findings import Finding, Findings
from rulewright.entries.block import Block, ListedBlock
from rulewright.entries.blocks.bands import Band, Bands
from rulewright.entries.blocks.columns import ColumnsBlock
from rulewright.entries.blocks.contents import Bullets, Fields, Legend, Line, Note, TableBlock
from rulewright.entries.blocks.page import PageBreak, one_column
from rulewright.entries.blocks.pictures import FigureBlock, Image
from rulewright.entries.blocks.zones import Zones
from rulewright.entries.entry import Schema
from rulewright.entries.names import did_you_mean, nearest
from rulewright.entries.roles import either, ref
from rulewright.source.nodes import Mapping, Node, Scalar

BLOCKS: tuple[type[ListedBlock], ...] = (
    Band,
    Bands,
    Bullets,
    TableBlock,
    ColumnsBlock,
    Note,
    Fields,
    Image,
    FigureBlock,
    Line,
    Legend,
    Zones,
    PageBreak,
)
"""All kinds of blocks, in the order in which hints and the reference list them."""

BY_NAME = {next(iter(block.declared)): block for block in BLOCKS}
NAMES_ALONE = [name for name, block in BY_NAME.items() if not block.declared[name].required]
"""The names of the blocks that need no value: `- legend`."""
BLOCK_SCHEMA: Schema = either(*(ref(block.__name__) for block in BLOCKS), {"enum": NAMES_ALONE})
"""The JSON Schema of any block: the definition `Block`."""


def read_blocks(nodes: Iterable[Node], findings: Findings) -> Iterator[ListedBlock | None]:
    """Read a list of blocks and page breaks. One key of each item names the block: `- table: hits`."""
    return (_read_block(node, findings) for node in nodes)


def _read_block(node: Node, findings: Findings) -> ListedBlock | None:
    """Read one block; None, with a finding, if it does not name exactly one block, or has no correct value for it."""
    if isinstance(node, Scalar) and node.value in NAMES_ALONE:
        # read `- legend` as `- legend:`
        node = Mapping(((node, Scalar("", node.span)),), node.span)
    keys = [key.value for key, _ in node.entries] if isinstance(node, Mapping) else []
    candidates = [key for key in keys if key in BY_NAME]
    # a key that another candidate declares does not name a block: `note` in `{band: fire, note: one die}`
    named = [
        name for name in candidates if not any(name in BY_NAME[other].declared for other in candidates if other != name)
    ]
    if len(named) == 1:
        block = BY_NAME[named[0]].read(node, f"the block {named[0]!r}", findings, _read_column)
        return block if block.is_complete else None
    if named:
        hint, message = "make two blocks of it", f"this block names both {named[0]!r} and {named[1]!r}"
        findings.add(Finding("bad-block", node.span, f"{message}: a block prints one thing", hint))
    else:
        misspelt_key = next((key for key in keys if nearest(key, BY_NAME)), "")
        written = node.value if isinstance(node, Scalar) else misspelt_key
        hint = did_you_mean(written, BY_NAME, f"begin it with one of: {', '.join(BY_NAME)}")
        findings.add(Finding("bad-block", node.span, "this block names nothing to print", hint))
    return None


def _read_column(nodes: Iterable[Node], findings: Findings) -> tuple[Block, ...]:
    return tuple(one_column(read_blocks(nodes, findings), findings))
