"""The texts in the cells of a table: all that it prints without declaring which values it has."""

from collections.abc import Iterator

from rulewright.source.nodes import Mapping, Node, Scalar, Sequence

LABELS = ("label", "remark")
"""The keys of a case or a modifier that hold texts."""
OF_A_CASE = {*LABELS, "value", "when", "cells", "errata"}
COUNTED = {"axis", "each"}
"""The keys by which an amount is known, which is no text."""

Found = Iterator[tuple[Scalar, str]]
"""Texts, each a `value` or the `name` of a record."""


def cell_texts(table: Mapping, key: str, value: Node) -> Found:
    """The texts under `cells`, `list`, `records`, `cases`, `cutoffs` or `modifiers` of a table."""
    typed = key == "modifiers" or table.get("values") is not None
    if key == "records" and isinstance(value, Mapping) and table.get("rows") is None:
        yield from ((name, "name") for name, _ in value.entries)
    yield from _rows(value, _columns(table), typed)


def _columns(table: Mapping) -> dict[str, bool]:
    """The outputs that have cells, and whether each declares its values."""
    outputs = table.get("outputs")
    entries = outputs.entries if isinstance(outputs, Mapping) else ()
    cells = [(name, entry) for name, entry in entries if not isinstance(entry, Mapping) or entry.get("text") is None]
    return {name.value: isinstance(entry, Mapping) and entry.get("values") is not None for name, entry in cells}


def _rows(node: Node, columns: dict[str, bool], typed: bool) -> Found:
    """The texts of rows; the list of a row has a value for each column."""
    if isinstance(node, Mapping) and not _is_case(node):
        for name, below in node.entries:
            if name.value in columns:
                yield from _values(below, columns[name.value])
            else:
                yield from _rows(below, columns, typed)
    elif isinstance(node, Sequence) and columns and len(node.items) == len(columns):
        for item, known in zip(node.items, columns.values(), strict=True):
            yield from _values(item, known)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _rows(item, columns, typed)
    else:
        yield from _values(node, typed or (len(columns) == 1 and all(columns.values())))


def _values(node: Node, typed: bool) -> Found:
    """The texts of one cell: of typed values only the labels of their conditions."""
    if isinstance(node, Scalar):
        yield from () if typed or node.empty else ((node, "value"),)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _values(item, typed)
    elif not COUNTED & {key.value for key, _ in node.entries}:
        for key, value in node.entries:
            if key.value in LABELS and isinstance(value, Scalar):
                yield value, "value"
            elif key.value in ("value", "cells"):
                yield from _values(value, typed)


def _is_case(node: Mapping) -> bool:
    names = {key.value for key, _ in node.entries}
    return names <= OF_A_CASE or bool(COUNTED & names)
