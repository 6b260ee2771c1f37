"""The JSON Schema of the files of a layer: like that of a game, but no key is required and lists may be mappings."""

from collections.abc import Iterator
from typing import Any

from rulewright.book.kinds import ContentFile
from rulewright.entries.card import Card
from rulewright.entries.entry import Schema
from rulewright.entries.layers import LayerEntry
from rulewright.entries.roles import either
from rulewright.entries.schema import entry_schema

NOTHING: Schema = {"type": "null"}
REQUIRING = ("required", "oneOf")
"""The keywords by which a schema requires keys."""


def layer_schema(schema: Schema) -> Schema:
    """Return the schema for a layer, made from that for a game."""
    entries = {name: _loosened(entry) for name, entry in schema["$defs"].items()}
    own = entry_schema(LayerEntry)["properties"]
    sections = schema["$defs"].get(ContentFile.__name__, {}).get("properties", {})
    section_entries = {name for section in sections.values() for name in _referenced(section)}
    for name in {Card.__name__, *section_entries} & entries.keys():
        if "properties" in entries[name]:
            entries[name] = entries[name] | {"properties": entries[name]["properties"] | own}
    return schema | {"title": f"{schema['title']} that extends another", "$defs": entries}


def _referenced(schema: Any) -> Iterator[str]:
    """Yield the entries that a schema refers to directly or in a mapping."""
    if isinstance(schema, dict):
        if "$ref" in schema:
            yield schema["$ref"].rpartition("/")[2]
        yield from (name for key in ("anyOf", "additionalProperties") for name in _referenced(schema.get(key)))
    elif isinstance(schema, list):
        yield from (name for each in schema for name in _referenced(each))


def _loosened(schema: Any) -> Any:
    """Return a schema that requires no key, allows an empty value anywhere, and lets numbers change items of lists."""
    if isinstance(schema, list):
        return [_loosened(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    loose = {key: _loosened(value) for key, value in schema.items() if key not in REQUIRING and key != "examples"}
    if "properties" in schema:
        loose["properties"] = {name: either(_loosened(value), NOTHING) for name, value in schema["properties"].items()}
    if isinstance(schema.get("additionalProperties"), dict):
        loose["additionalProperties"] = either(loose["additionalProperties"], NOTHING)
    if schema.get("type") == "array":
        item = either(loose.get("items", {}), NOTHING)
        return either(loose, {"type": "object", "patternProperties": {r"^\d+$": item}, "additionalProperties": False})
    return loose
