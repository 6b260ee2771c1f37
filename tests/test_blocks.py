"""Blocks own themselves: what each of them must have, looked at for all in the list."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright.blocks import BLOCKS
from rulewright.blocks.entry import BlockEntry
from rulewright.blocks.reading import read_blocks
from rulewright.decode.card_edges import MarginEntry
from rulewright.decode.cards import CardEntry
from rulewright.decode.fit import FitEntry
from rulewright.diagnostics import Faults, Severity
from rulewright.manual import FILES, GAME, example_of
from rulewright.model.card import Block, Heading, PageBreak
from rulewright.model.text import Text
from rulewright.pipeline import examine
from rulewright.render.typesetting.environment import environment
from rulewright.source.nodes import Mapping
from rulewright.source.tree import parse

HEAD = {"title": "title: Example", "size": "size: A5", "blocks": "blocks: [bullets: fire]"}
"""What every card needs."""
PARTS = {"bands": "[{}]", "columns": "{}", "legend": "{{{}}}"}
"""How the examples of the entries within a block are written under its key."""


def cards_with_examples() -> Iterator[tuple[str, str]]:
    """A card for the example of each key of cards and blocks."""
    for block in BLOCKS:
        for key in block.declared.values():
            yield f"{block.name}: {key.name}", card(blocks=f"blocks: [bullets: fire, {key.example}, bullets: moving]")
        for key in (key for part in block.parts for key in part.declared.values()):
            value = PARTS[block.name].format(key.example)
            yield f"inside {block.name}: {key.name}", card(blocks=f"blocks:\n  - {block.name}: {value}")
    for key in CardEntry.declared.values():
        yield f"card: {key.name}", card(**{key.name: key.example})
    for name, entry in (("margin", MarginEntry), ("fit", FitEntry)):
        for key in entry.declared.values():
            yield f"{name}: {key.name}", card(**{name: f"{name}: {{{key.example}}}"})


def card(**lines: str) -> str:
    return "\n".join((HEAD | lines).values()) + "\n"


@pytest.mark.parametrize("text", [pytest.param(text, id=name) for name, text in cards_with_examples()])
def test_the_example_of_every_key_is_sound(text: str, tmp_path: Path) -> None:
    for name, data in (example_of("cards") | {FILES["yaml", "card"].format("card"): text.encode()}).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    found = examine(tmp_path, GAME, None).faults.findings
    assert [each.message for each in found if each.severity is not Severity.NOTE] == []


@pytest.mark.parametrize("entry", BLOCKS, ids=lambda entry: entry.name)
def test_every_word_of_a_block_must_be_found_in_print(entry: type[BlockEntry]) -> None:
    """What is a text of the author's, and no reference, is among what the block shows."""
    for key in entry.declared.values():
        for block in blocks_of(f"- {key.example}"):
            headings = [each.own if isinstance(each, Heading) else each for each in block.shown.texts]
            assert [text for text in block.texts() if not is_reference(text) and text not in headings] == []


def is_reference(text: Text) -> bool:
    return [link.span for link in text.links] == [text.span]


def blocks_of(text: str) -> Iterator[Block]:
    faults = Faults()
    node = parse(f"blocks:\n{text}", "card.yaml", faults)
    assert isinstance(node, Mapping)
    for block in read_blocks(node.entries[0][1].items, faults):  # type: ignore[union-attr]  # a list
        if not isinstance(block, PageBreak):
            assert block is not None
            yield block
            yield from block.inner()
    assert faults.findings == []


def test_every_template_of_a_block_has_macros_for_cards_and_charts(tmp_path: Path) -> None:
    folder = environment(tmp_path)
    templates = [name for name in folder.list_templates() if name.startswith("card/blocks/")]
    assert templates
    for name in templates:
        assert {"card", "chart"} <= vars(folder.get_template(name).module).keys(), name
