"""Reads the blocks of a card. A block is named by one of its keys: `- table: concealment-distance`."""

from collections.abc import Iterable, Iterator

from rulewright.blocks import BLOCKS
from rulewright.blocks.entry import BlockEntry
from rulewright.blocks.page import Written, one_column
from rulewright.findings import Finding, Findings
from rulewright.language.entry import Schema
from rulewright.language.kinds import either, ref
from rulewright.model.names import did_you_mean, nearest
from rulewright.source.nodes import Mapping, Node, Scalar

BY_NAME = {block.name: block for block in BLOCKS}
BLOCK_SCHEMA: Schema = either(
    *(ref(block.__name__) for block in BLOCKS), {"enum": [block.name for block in BLOCKS if block.alone]}
)
"""The JSON Schema of any block: the definition `Block`."""


def read_blocks(nodes: Iterable[Node], faults: Findings) -> Iterator[Written]:
    """The blocks that a list of the source names, page breaks among them."""
    return (_read_block(node, faults) for node in nodes)


def _read_block(node: Node, faults: Findings) -> Written:
    if isinstance(node, Scalar) and node.value in BY_NAME and BY_NAME[node.value].alone:
        node = Mapping(((node, Scalar("", node.span)),), node.span)
    named = _named(node)
    if len(named) == 1:
        return named[0](node, faults, lambda nodes: tuple(one_column(read_blocks(nodes, faults), faults))).block()
    if named:
        hint, message = (
            "make two blocks of it",
            f"this block names both {named[0].name!r} and {named[1].name!r}",
        )
        faults.add(Finding("bad-block", node.span, f"{message}: a block prints one thing", hint))
    else:
        faults.add(Finding("bad-block", node.span, "this block names nothing to print", _hint(node)))
    return None


def _named(node: Node) -> list[type[BlockEntry]]:
    """The blocks that a mapping names; what is a key of another of them is no name: a band may have a note."""
    keys = [key.value for key, _ in node.entries] if isinstance(node, Mapping) else []
    blocks = [BY_NAME[key] for key in keys if key in BY_NAME]
    return [each for each in blocks if not any(each.name in other.declared for other in blocks if other is not each)]


def _hint(node: Node) -> str:
    """The block that one of the keys may be a slip for."""
    keys = [key.value for key, _ in node.entries] if isinstance(node, Mapping) else []
    written = node.value if isinstance(node, Scalar) else next((key for key in keys if nearest(key, BY_NAME)), "")
    return did_you_mean(written, BY_NAME, f"begin it with one of: {', '.join(BY_NAME)}")
