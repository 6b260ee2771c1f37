"""Which mappings of a file are entries, and the order of their keys."""

from collections.abc import Iterator
from collections.abc import Mapping as Lookup

from rulewright.blocks.reading import BLOCK_SCHEMA
from rulewright.decode.content_file import ContentFile
from rulewright.language.entry import Entry, Schema
from rulewright.language.fitting import fitting
from rulewright.multilingual.entries import OF
from rulewright.reference import ENTRIES
from rulewright.source.nodes import Mapping, Node, Sequence

BY_NAME = {entry.__name__: entry for entry in ENTRIES}

Orders = Lookup[tuple[int, int], Lookup[str, int]]
"""For each entry, by the line and column where it begins, the position of each key that it may have."""


def orders(tree: Node, entry: type[Entry]) -> Orders:
    """Those of a file. Its sections are no keys of an entry: authors put them in the order that they like."""
    found = _of_entry(tree, entry)
    return {(node.span.line, node.span.column): _positions(each) for node, each in found if each is not ContentFile}


def _positions(entry: type[Entry]) -> Lookup[str, int]:
    """What a translation translates comes first."""
    declared = {name: at for at, key in enumerate(entry.declared.values()) for name in (key.name, *key.also)}
    return {OF: -1, **declared}


def _of_entry(node: Node, entry: type[Entry]) -> Iterator[tuple[Mapping, type[Entry]]]:
    if not isinstance(node, Mapping):
        return
    yield node, entry
    keys = {name: key for key in entry.declared.values() for name in (key.name, *key.also)}
    for written, value in node.entries:
        if (key := keys.get(written.value)) is not None:
            yield from _of_value(value, key.kind.schema)


def _of_value(node: Node, schema: Schema) -> Iterator[tuple[Mapping, type[Entry]]]:
    chosen = fitting(node, schema, BY_NAME) or {}
    if "$ref" in chosen:
        yield from _of_thing(node, chosen["$ref"].rpartition("/")[2])
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _of_value(item, chosen.get("items", {}))
    elif isinstance(node, Mapping):
        for _, value in node.entries:
            yield from _of_value(value, chosen.get("additionalProperties") or {})


def _of_thing(node: Node, name: str) -> Iterator[tuple[Mapping, type[Entry]]]:
    if name == "Block":
        yield from _of_value(node, BLOCK_SCHEMA)
    elif (plain := BY_NAME[name].schema_extra().get("anyOf")) and isinstance(node, Mapping):
        yield from _of_value(node, {"anyOf": plain})
    else:
        yield from _of_entry(node, BY_NAME[name])
