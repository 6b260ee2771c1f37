"""Card layouts."""

import re
from decimal import Decimal

from rulewright.decode.fields import Fields
from rulewright.diagnostics import Diagnostic, Faults
from rulewright.model.game import Band, Block, Bullets, Card, Legend, Millimetres, Size, TableBlock
from rulewright.model.names import slug
from rulewright.source.nodes import Node, Scalar

KEYS = ("title", "size", "type", "blocks")
BLOCKS = ("band", "bullets", "table", "legend")
SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*[x×]\s*(\d+(?:\.\d+)?)\s*mm")
TYPE = re.compile(r"(\d+(?:\.\d+)?)\s*pt")
DEFAULT_TYPE = Decimal(8)
SMALLEST, LARGEST = 30, 1200
"""Millimetres between which the sides of a card lie."""


def decode_card(name: str, node: Node, faults: Faults) -> Card:
    """One file of cards/GAME/; its name is the card's."""
    fields = Fields(node, f"card {name!r}", KEYS, faults)
    size, type_size = _size(fields, faults), _type_size(fields, faults)
    blocks = [_block(block, faults) for block in fields.list("blocks")]
    fields.required("blocks")
    return Card(slug(name), fields.title(), size, type_size, tuple(b for b in blocks if b), fields.span)


def _size(fields: Fields, faults: Faults) -> Size:
    written = fields.scalar("size", required=True)
    match = SIZE.fullmatch(written.value) if written else None
    sides = [Decimal(match[1]), Decimal(match[2])] if match else [Decimal(100), Decimal(100)]
    if written and (match is None or not all(SMALLEST <= side <= LARGEST for side in sides)):
        hint = f"write the width and height: 107 × 143 mm, each {SMALLEST} to {LARGEST} mm"
        faults.add(Diagnostic("bad-value", written.span, f"{written.value!r} is no size of a card", hint))
    return Size(Millimetres(sides[0]), Millimetres(sides[1]))


def _type_size(fields: Fields, faults: Faults) -> Decimal:
    written = fields.scalar("type")
    match = TYPE.fullmatch(written.value) if written else None
    if written and (match is None or not 4 <= Decimal(match[1]) <= 40):
        faults.add(
            Diagnostic("bad-value", written.span, f"{written.value!r} is no size of type", "write it in points: 8.5pt")
        )
        return DEFAULT_TYPE
    return Decimal(match[1]) if match else DEFAULT_TYPE


def _block(node: Node, faults: Faults) -> Block | None:
    """A block is named by its first key: `- table: concealment-distance`."""
    if isinstance(node, Scalar) and node.value == "legend":
        return Legend(node.span)
    fields = Fields(node, "a block", (*BLOCKS, "title", "colour"), faults)
    if (rule := fields.link("band", "rule")) is not None:
        colour = fields.link("colour", "colour", required=True)
        return Band(rule, fields.text("title"), colour, fields.span) if colour else None
    if (reference := fields.link("bullets", "reference")) is not None:
        return Bullets(reference, fields.span)
    if (table := fields.link("table", "table")) is not None:
        return TableBlock(table, fields.span)
    faults.add(
        Diagnostic(
            "bad-block", fields.span, "this block names nothing to print", f"begin it with one of: {', '.join(BLOCKS)}"
        )
    )
    return None
