"""Card layouts."""

import re
from collections.abc import Callable
from decimal import Decimal

from rulewright.decode.fields import Fields
from rulewright.diagnostics import Diagnostic, Faults, Span
from rulewright.model.game import (
    Band,
    Bands,
    Block,
    Bullets,
    Card,
    Columns,
    Legend,
    Line,
    Millimetres,
    Size,
    TableBlock,
)
from rulewright.model.names import slug
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence

KEYS = ("title", "size", "type", "blocks")
BLOCKS = ("band", "bands", "bullets", "table", "columns", "line", "legend")
KEYS_OF = {name: (name,) for name in BLOCKS} | {"band": ("band", "title", "colour", "note")}
SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*[x×]\s*(\d+(?:\.\d+)?)\s*mm")
TYPE = re.compile(r"(\d+(?:\.\d+)?)\s*pt")
DEFAULT_TYPE = Decimal(8)
SMALLEST_TYPE, LARGEST_TYPE = 6, 40
"""Points: smaller type is not read at arm's length."""
SMALLEST, LARGEST = 30, 1200
"""Millimetres between which the sides of a card lie."""


def decode_card(name: str, node: Node, faults: Faults) -> Card:
    """One file of cards/GAME/; its name is the card's."""
    fields = Fields(node, f"card {name!r}", KEYS, faults)
    size = _size(fields, faults)
    type_size = read_type_size(fields, DEFAULT_TYPE, SMALLEST_TYPE, LARGEST_TYPE)
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


def read_type_size(fields: Fields, default: Decimal, smallest: int, largest: int) -> Decimal:
    """The size under `type` in points, or the default."""
    written = fields.scalar("type")
    match = TYPE.fullmatch(written.value) if written else None
    if written and (match is None or not smallest <= Decimal(match[1]) <= largest):
        hint = f"write it in points: {default + Decimal('0.5')}pt, from {smallest} to {largest}"
        fields.fault("bad-value", written.span, f"{written.value!r} is no size of type", hint)
        return default
    return Decimal(match[1]) if match else default


def _block(node: Node, faults: Faults) -> Block | None:
    """A block is named by its first key: `- table: concealment-distance`."""
    if isinstance(node, Scalar) and node.value in ALONE:
        return ALONE[node.value](node.span)
    named = [key.value for key, _ in node.entries if key.value in BLOCKS] if isinstance(node, Mapping) else []
    if len(named) != 1:
        what = f"both {named[0]!r} and {named[1]!r}: a block prints one thing" if named else "nothing to print"
        hint = "make two blocks of it" if named else f"begin it with one of: {', '.join(BLOCKS)}"
        faults.add(Diagnostic("bad-block", node.span, f"this block names {what}", hint))
        return None
    return _BLOCKS[named[0]](Fields(node, f"a block of {named[0]!r}", KEYS_OF[named[0]], faults))


def _band(fields: Fields, key: str = "band") -> Band | None:
    rule, colour = fields.link(key, "rule", required=True), fields.link("colour", "colour", required=True)
    title, note = fields.text("title"), fields.text("note")
    return Band(rule, title, colour, note, fields.span) if rule and colour else None


def _bands(fields: Fields) -> Block | None:
    """`bands: [{rule, title, colour}, …]`."""
    parts = [
        Fields(node, "a band", ("rule", "title", "colour", "note"), fields.faults) for node in fields.list("bands")
    ]
    bands = [_band(part, "rule") for part in parts]
    return Bands(tuple(band for band in bands if band), fields.span)


def _columns(fields: Fields) -> Block | None:
    """`columns: {ratio: [3, 2], blocks: [[block, …], [block, …]]}`."""
    written = fields.required("columns")
    if written is None:
        return None
    inner = Fields(written, "'columns'", ("ratio", "blocks"), fields.faults)
    columns = []
    for node in inner.list("blocks"):
        if isinstance(node, Sequence):
            found = (_block(block, fields.faults) for block in node.items)
            columns.append(tuple(block for block in found if block))
        else:
            inner.wrong(node, "a column is a list of blocks")
    ratio = [share.value for share in inner.strings("ratio")] or ["1"] * len(columns)
    if len(ratio) != len(columns) or len(columns) < 2 or not all(re.fullmatch("[1-9][0-9]?", share) for share in ratio):
        message = f"{len(columns)} columns cannot share the width as {', '.join(ratio) or 'nothing'}"
        fields.fault(
            "bad-value", inner.place("ratio"), message, "give two or more columns, and a whole number for each"
        )
        return None
    return Columns(tuple(int(share) for share in ratio), tuple(columns), fields.span)


def _bullets(fields: Fields) -> Block | None:
    reference = fields.link("bullets", "reference", required=True)
    return Bullets(reference, fields.span) if reference else None


def _table(fields: Fields) -> Block | None:
    table = fields.link("table", "table", required=True)
    return TableBlock(table, fields.span) if table else None


def _alone(name: str) -> Callable[[Fields], Block]:
    """A block that is only named: `- legend`."""

    def read(fields: Fields) -> Block:
        if fields.node(name) is not None:
            fields.fault("bad-value", fields.place(name), f"{name!r} takes no value", f"write just: - {name}")
        return ALONE[name](fields.span)

    return read


ALONE: dict[str, Callable[[Span], Block]] = {"line": Line, "legend": Legend}
_BLOCKS: dict[str, Callable[[Fields], Block | None]] = {
    "band": _band, "bands": _bands, "bullets": _bullets, "table": _table, "columns": _columns,
    "line": _alone("line"), "legend": _alone("legend"),
}  # fmt: skip
