"""Which of the forms that a value may have it has."""

from collections.abc import Mapping as Lookup

from rulewright.language.entry import Entry, Schema
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence

FORMS = {"array": Sequence, "object": Mapping}


def fitting(node: Node, schema: Schema, entries: Lookup[str, type[Entry]]) -> Schema | None:
    """The schema itself, or the first of its alternatives that a value fits; None where it fits none."""
    for option in schema.get("anyOf", ()):
        if (found := fitting(node, option, entries)) is not None:
            return found
    return None if "anyOf" in schema or not _fits(node, schema, entries) else schema


def _fits(node: Node, schema: Schema, entries: Lookup[str, type[Entry]]) -> bool:
    if "$ref" in schema:
        entry = entries.get(schema["$ref"].rpartition("/")[2])
        return isinstance(node, Mapping) if entry is None or not entry.declared else _is_entry(node, entry)
    if "enum" in schema:
        return isinstance(node, Scalar) and node.value in schema["enum"]
    names = schema.get("propertyNames", {}).get("not", {}).get("enum", ())
    if isinstance(node, Mapping) and any(key.value in names for key, _ in node.entries):
        return False
    return isinstance(node, FORMS.get(str(schema.get("type")), Scalar))


def _is_entry(node: Node, entry: type[Entry]) -> bool:
    """Whether a mapping has the keys that the entry must have, and no other than its own."""
    if not isinstance(node, Mapping):
        return False
    written = {key.value for key, _ in node.entries}
    known = {name for key in entry.declared.values() for name in (key.name, *key.also)}
    required = [{key.name, *key.also} for key in entry.declared.values() if key.required]
    return written <= known and all(written & each for each in required)
