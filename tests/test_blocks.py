"""Blocks own themselves: what each of them must have, looked at for all in the list."""

from collections.abc import Iterator
from pathlib import Path
from textwrap import indent

import pytest

from rulewright.base.findings import Findings
from rulewright.entries.block import Block, Heading
from rulewright.entries.blocks import BY_NAME, read_blocks
from rulewright.entries.blocks.page import PageBreak
from rulewright.entries.blocks.zones import Zones
from rulewright.entries.text import Text
from rulewright.html.environment import environment
from rulewright.source.nodes import Mapping
from rulewright.source.tree import parse


@pytest.mark.parametrize("name", BY_NAME)
def test_every_word_of_a_block_must_be_found_in_print(name: str) -> None:
    """What is a text of the author's, and no reference, is among what the block and those inside it show."""
    for key in BY_NAME[name].declared.values():
        for block in blocks_of(indent(key.example, "  ").replace("  ", "- ", 1)):
            shown = [text for each in with_inner(block) for text in each.shown.texts]
            headings = [each.own if isinstance(each, Heading) else each for each in shown]
            assert [text for text in block.texts() if not is_reference(text) and text not in headings] == []


def with_inner(block: Block) -> Iterator[Block]:
    yield block
    for each in block.inner():
        yield from with_inner(each)


def is_reference(text: Text) -> bool:
    return [link.span for link in text.links] == [text.span]


def blocks_of(text: str) -> Iterator[Block]:
    findings = Findings()
    node = parse(f"blocks:\n{text}", "card.yaml", findings)
    assert isinstance(node, Mapping)
    for block in read_blocks(node.entries[0][1].items, findings):  # type: ignore[union-attr]  # a list
        if not isinstance(block, PageBreak):
            for each in block.blocks if isinstance(block, Zones) else (block,):
                assert isinstance(each, Block)
                yield each
    assert findings.items == []


def test_every_template_of_a_block_has_macros_for_cards_and_charts(tmp_path: Path) -> None:
    folder = environment(tmp_path)
    templates = [name for name in folder.list_templates() if name.startswith("card/blocks/")]
    assert templates
    for name in templates:
        assert {"card", "chart"} <= vars(folder.get_template(name).module).keys(), name
