"""Card layouts."""

import re
from collections.abc import Callable
from decimal import Decimal

from rulewright.decode.fields import Fields
from rulewright.diagnostics import Diagnostic, Faults
from rulewright.model.game import Band, Block, Bullets, Card, Legend, Millimetres, Size, TableBlock
from rulewright.model.names import slug
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence

KEYS = ("title", "size", "type", "blocks")
BLOCKS = ("band", "bullets", "table", "legend")
KEYS_OF = {"band": ("band", "title", "colour"), "bullets": ("bullets",), "table": ("table",), "legend": ("legend",)}
SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*[x×]\s*(\d+(?:\.\d+)?)\s*mm")
TYPE = re.compile(r"(\d+(?:\.\d+)?)\s*pt")
DEFAULT_TYPE = Decimal(8)
SMALLEST, LARGEST = 30, 1200
"""Millimetres between which the sides of a card lie."""


def decode_card(name: str, node: Node, faults: Faults) -> Card:
    """One file of cards/GAME/; its name is the card's."""
    fields = Fields(node, f"card {name!r}", KEYS, faults)
    size, type_size = _size(fields, faults), _type_size(fields, faults)
    written = fields.required("blocks")
    blocks = [_block(block, faults) for block in fields.list("blocks")]
    if isinstance(written, Sequence) and not written.items:
        hint = f"begin its blocks with one of: {', '.join(BLOCKS)}"
        faults.add(Diagnostic("missing-key", written.span, f"{fields.what} has no blocks to print", hint))
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
    named = [key.value for key, _ in node.entries if key.value in BLOCKS] if isinstance(node, Mapping) else []
    if len(named) != 1:
        what = f"both {named[0]!r} and {named[1]!r}: a block prints one thing" if named else "nothing to print"
        hint = "make two blocks of it" if named else f"begin it with one of: {', '.join(BLOCKS)}"
        faults.add(Diagnostic("bad-block", node.span, f"this block names {what}", hint))
        return None
    return _BLOCKS[named[0]](Fields(node, f"a block of {named[0]!r}", KEYS_OF[named[0]], faults))


def _band(fields: Fields) -> Block | None:
    rule, colour = fields.link("band", "rule", required=True), fields.link("colour", "colour", required=True)
    title = fields.text("title")
    return Band(rule, title, colour, fields.span) if rule and colour else None


def _bullets(fields: Fields) -> Block | None:
    reference = fields.link("bullets", "reference", required=True)
    return Bullets(reference, fields.span) if reference else None


def _table(fields: Fields) -> Block | None:
    table = fields.link("table", "table", required=True)
    return TableBlock(table, fields.span) if table else None


def _legend(fields: Fields) -> Block:
    if fields.node("legend") is not None:
        fields.fault("bad-value", fields.place("legend"), "'legend' takes no value", "write just: - legend")
    return Legend(fields.span)


_BLOCKS: dict[str, Callable[[Fields], Block | None]] = {
    "band": _band, "bullets": _bullets, "table": _table, "legend": _legend,
}  # fmt: skip
