"""Blocks side by side: listed column by column, or in one list that the tool breaks.

columns: {ratio: [3, 2], blocks: [[block, …], [block, …]]}
columns: {ratio: balance, blocks: [[block, …], [block, …]]}
columns: {count: 3, blocks: [block, …]}
"""

import re
from collections.abc import Callable, Iterable

from rulewright.decode.fields import Fields
from rulewright.diagnostics import Span
from rulewright.model.card import Block, Columns, Sought
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence

ReadColumn = Callable[[Iterable[Node]], tuple[Block, ...]]
"""Reads the blocks of one column."""

KEYS = ("count", "ratio", "blocks")
BALANCE = "balance"
MOST = 8
"""Columns that the tool arranges: more would hold no table."""


def read_columns(fields: Fields, read: ReadColumn) -> Columns | None:
    """What is under `columns`; None with a finding where it is at fault."""
    written = fields.required("columns")
    if written is None:
        return None
    inner = Fields(written, "'columns'", KEYS, fields.faults)
    found = _to_break(inner, read, fields.span) if inner.has("count") else _listed(inner, read, fields.span)
    return found if found is None or _sought_once(found, fields) else None


def _listed(inner: Fields, read: ReadColumn, span: Span) -> Columns | None:
    """Columns listed one by one."""
    nodes = inner.list("blocks")
    columns = [read(node.items) for node in nodes if isinstance(node, Sequence)]
    flat = [node for node in nodes if not isinstance(node, Sequence)]
    if len(flat) == len(nodes) and all(isinstance(node, Mapping) for node in flat) and flat:
        hint = "list the blocks of each column, or add count: 2, and the tool breaks the list"
        inner.fault("bad-value", flat[0].span, "these blocks are in no column", hint)
        return None
    for node in flat:
        inner.wrong(node, "a column is a list of blocks")
    written = inner.node("ratio")
    if isinstance(written, Scalar) and written.value == BALANCE and len(columns) > 1:
        return Columns((1,) * len(columns), tuple(columns), span, Sought.WIDTHS)
    ratio = _ratio(inner, len(columns))
    return None if ratio is None else Columns(ratio, tuple(columns), span)


def _to_break(inner: Fields, read: ReadColumn, span: Span) -> Columns | None:
    """One list of blocks for a number of columns."""
    written = inner.scalar("count", required=True)
    if written is None:
        return None
    if not re.fullmatch("[1-9]", written.value) or not 2 <= int(written.value) <= MOST:
        inner.fault("bad-value", written.span, f"{written.value!r} is no number of columns", f"give 2 to {MOST}")
        return None
    nodes, count = inner.list("blocks"), int(written.value)
    columns = next((node for node in nodes if isinstance(node, Sequence)), None)
    if columns is not None:
        hint = "leave out 'count', or make one list of the blocks"
        message = "with 'count' the tool breaks one list of blocks: this is a column by itself"
        inner.fault("bad-value", columns.span, message, hint)
        return None
    if not nodes:
        inner.fault("missing-key", inner.place("blocks"), "'columns' has no blocks to print")
        return None
    ratio = _ratio(inner, count)
    return None if ratio is None else Columns(ratio, (read(nodes), *((),) * (count - 1)), span, Sought.BREAKS)


def _ratio(inner: Fields, count: int) -> tuple[int, ...] | None:
    """The shares that are stated, or equal ones."""
    ratio = [share.value for share in inner.strings("ratio")] or ["1"] * count
    if len(ratio) == count and count > 1 and all(re.fullmatch("[1-9][0-9]?", share) for share in ratio):
        return tuple(int(share) for share in ratio)
    message = f"{count} columns cannot share the width as {', '.join(ratio) or 'nothing'}"
    hint = "give two or more columns, and a whole number for each"
    if inner.has("count") and ratio == [BALANCE]:
        hint = f"with 'count' the tool finds the breaks; with 'ratio: {BALANCE}' the widths of columns that are listed"
    inner.fault("bad-value", inner.place("ratio"), message, hint)
    return None


def _sought_once(found: Columns, fields: Fields) -> bool:
    """Whether what the tool is to arrange holds nothing else of the kind: the inner would move with every trial."""
    within = [inner for column in found.columns for block in column for inner in _columns_in(block)]
    again = next((inner for inner in within if inner.sought is not Sought.NOTHING), None)
    if found.sought is Sought.NOTHING or again is None:
        return True
    message = "the tool cannot arrange these columns: they stand inside others that it arranges"
    fields.fault("bad-value", again.span, message, "give these a 'ratio' of numbers and list their blocks by columns")
    return False


def _columns_in(block: Block) -> Iterable[Columns]:
    if isinstance(block, Columns):
        yield block
        for column in block.columns:
            for inner in column:
                yield from _columns_in(inner)
