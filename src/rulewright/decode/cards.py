"""Card layouts."""

from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal

from rulewright.decode.card_blocks import (
    IMAGE_KEYS,
    LEGEND_KEYS,
    NOTE_KEYS,
    read_image,
    read_legend,
    read_note,
)
from rulewright.decode.card_edges import read_foot, read_margins
from rulewright.decode.columns import read_columns
from rulewright.decode.fields import Fields
from rulewright.decode.fit import read_fit, read_points
from rulewright.decode.sizes import read_size, size_hint
from rulewright.diagnostics import Diagnostic, Faults, Span
from rulewright.model.card import Band, Bands, Block, Bullets, Card, Legend, Line, PageBreak, TableBlock
from rulewright.model.names import did_you_mean, nearest, slug
from rulewright.model.paper import Millimetres, Size
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence

KEYS = ("kind", "title", "size", "margin", "type", "fit", "theme", "foot", "blocks")
BLOCKS = ("band", "bands", "bullets", "table", "columns", "note", "image", "line", "legend", "page")
KEYS_OF = {name: (name,) for name in BLOCKS} | {
    "band": ("band", "title", "colour", "note"),
    "table": ("table", "title"),
    "note": NOTE_KEYS,
    "image": IMAGE_KEYS,
    "legend": LEGEND_KEYS,
}
DEFAULT_TYPE = Decimal(8)
SMALLEST_TYPE, LARGEST_TYPE = 6, 40
"""Points: smaller type is not read at arm's length."""
ANY_SIZE = Size(Millimetres(Decimal(100)), Millimetres(Decimal(100)))
"""Of a card whose own size cannot be read, so that decoding goes on."""


def decode_card(name: str, node: Node, themes: tuple[str, ...], faults: Faults) -> Card:
    """One file of cards/GAME/; its name is the card's. Of the ids of `themes` the first is what it usually has."""
    fields = Fields(node, f"card {name!r}", KEYS, faults)
    size = _size(fields, faults)
    margins, foot = read_margins(fields, size), read_foot(fields)
    type_size = read_type_size(fields, DEFAULT_TYPE, SMALLEST_TYPE, LARGEST_TYPE)
    fit = read_fit(fields, type_size, SMALLEST_TYPE, LARGEST_TYPE)
    written = fields.required("blocks")
    blocks = [_block(block, faults) for block in fields.list("blocks")]
    if isinstance(written, Sequence) and not written.items:
        hint = f"begin its blocks with one of: {', '.join(BLOCKS)}"
        faults.add(Diagnostic("missing-key", written.span, f"{fields.what} has no blocks to print", hint))
    return Card(
        slug(name),
        fields.title(),
        size,
        type_size,
        tuple(_pages(blocks, faults)),
        fields.span,
        theme=fields.choice("theme", themes),
        fit=fit,
        margins=margins,
        foot=foot,
    )


def _pages(blocks: Iterable[Block | PageBreak | None], faults: Faults) -> Iterator[tuple[Block, ...]]:
    """The blocks of each page. A block at fault is left out, but its page is not empty for that."""
    page: list[Block | None] = []
    before: PageBreak | None = None
    for block in blocks:
        if not isinstance(block, PageBreak):
            page.append(block)
            continue
        if not page:
            where = "before this 'page'" if before is None else "between this 'page' and the one before"
            _empty_page(block, where, faults)
        yield tuple(each for each in page if each)
        page, before = [], block
    if before and not page:
        _empty_page(before, "after this 'page'", faults)
    yield tuple(each for each in page if each)


def _empty_page(block: PageBreak, where: str, faults: Faults) -> None:
    hint = "remove it: 'page' stands between the blocks of two pages"
    faults.add(Diagnostic("bad-block", block.span, f"there is nothing to print {where}", hint))


def _size(fields: Fields, faults: Faults) -> Size:
    written = fields.scalar("size", required=True)
    if written is None:
        return ANY_SIZE
    size = read_size(written.value)
    if size is None:
        hint = size_hint(written.value)
        faults.add(Diagnostic("bad-value", written.span, f"{written.value!r} is no size of a card", hint))
    return size or ANY_SIZE


def read_type_size(fields: Fields, default: Decimal, smallest: int, largest: int) -> Decimal:
    """The size under `type` in points, or the default."""
    example = f"{default + Decimal('0.5')}pt"
    return read_points(fields, "type", smallest, largest, example) or default


def _block(node: Node, faults: Faults) -> Block | PageBreak | None:
    """A block is named by its first key: `- table: concealment-distance`."""
    if isinstance(node, Scalar) and node.value in ALONE:
        return ALONE[node.value](node.span)
    named = _named(node)
    if len(named) != 1:
        what = f"both {named[0]!r} and {named[1]!r}: a block prints one thing" if named else "nothing to print"
        hint = "make two blocks of it" if named else _block_hint(node)
        faults.add(Diagnostic("bad-block", node.span, f"this block names {what}", hint))
        return None
    return _BLOCKS[named[0]](Fields(node, f"a block of {named[0]!r}", KEYS_OF[named[0]], faults))


def _named(node: Node) -> list[str]:
    """The blocks that a mapping names; what is a key of another of them is no name: a band may have a note."""
    names = [key.value for key, _ in node.entries if key.value in BLOCKS] if isinstance(node, Mapping) else []
    return [name for name in names if not any(name in KEYS_OF[other] for other in names if other != name)]


def _block_hint(node: Node) -> str:
    """The block that may be meant by one of the keys."""
    keys = [key.value for key, _ in node.entries] if isinstance(node, Mapping) else []
    written = node.value if isinstance(node, Scalar) else next((key for key in keys if nearest(key, BLOCKS)), "")
    return did_you_mean(written, (*BLOCKS, *ALONE), f"begin it with one of: {', '.join(BLOCKS)}")


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
    return read_columns(fields, lambda nodes: tuple(_column(nodes, fields.faults)))


def _column(nodes: Iterable[Node], faults: Faults) -> Iterator[Block]:
    for node in nodes:
        block = _block(node, faults)
        if isinstance(block, PageBreak):
            hint = "end the columns, then write 'page', then begin columns anew"
            faults.add(Diagnostic("bad-block", block.span, "a page cannot begin inside columns", hint))
        elif block:
            yield block


def _bullets(fields: Fields) -> Block | None:
    reference = fields.link("bullets", "reference", required=True)
    return Bullets(reference, fields.span) if reference else None


def _table(fields: Fields) -> Block | None:
    table = fields.link("table", "table", required=True)
    return TableBlock(table, fields.text("title"), fields.span) if table else None


def _alone(name: str) -> Callable[[Fields], Block | PageBreak]:
    """A block that is only named: `- legend`."""

    def read(fields: Fields) -> Block | PageBreak:
        if fields.node(name) is not None:
            fields.fault("bad-value", fields.place(name), f"{name!r} takes no value", f"write just: - {name}")
        return ALONE[name](fields.span)

    return read


ALONE: dict[str, Callable[[Span], Block | PageBreak]] = {
    "line": Line, "legend": lambda span: Legend(None, span), "page": PageBreak,
}  # fmt: skip
_BLOCKS: dict[str, Callable[[Fields], Block | PageBreak | None]] = {
    "band": _band, "bands": _bands, "bullets": _bullets, "table": _table, "columns": _columns,
    "note": read_note, "image": read_image, "legend": read_legend, "line": _alone("line"), "page": _alone("page"),
}  # fmt: skip
