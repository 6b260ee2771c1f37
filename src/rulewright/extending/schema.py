"""The JSON Schema of the files of a layer: that of a game, in which nothing is required and lists may be mappings."""

from collections.abc import Iterator
from typing import Any

from rulewright.decode.cards import CardEntry
from rulewright.decode.entries import LayerEntry
from rulewright.decode.game_section import ContentFile
from rulewright.language.entry import Schema, entry_schema
from rulewright.language.kinds import either

NOTHING: Schema = {"type": "null"}
NEEDED = ("required", "oneOf")
"""What a schema says of keys that must be there."""


def layer_schema(schema: Schema) -> Schema:
    """The schema of a file of a game, as a layer has it."""
    entries = {name: _changed(entry) for name, entry in schema["$defs"].items()}
    own = entry_schema(LayerEntry)["properties"]
    for name in {CardEntry.__name__, *_entries_of_sections(schema)} & entries.keys():
        if "properties" in entries[name]:
            entries[name] = entries[name] | {"properties": entries[name]["properties"] | own}
    return schema | {"title": f"{schema['title']} that extends another", "$defs": entries}


def _entries_of_sections(schema: Schema) -> Iterator[str]:
    """The entries that stand right below a section."""
    sections = schema["$defs"].get(ContentFile.__name__, {}).get("properties", {})
    yield from (name for section in sections.values() for name in _named(section))


def _named(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        if "$ref" in schema:
            yield schema["$ref"].rpartition("/")[2]
        yield from (name for key in ("anyOf", "additionalProperties") for name in _named(schema.get(key)))
    elif isinstance(schema, list):
        yield from (name for each in schema for name in _named(each))


def _changed(schema: Any) -> Any:
    """A schema with nothing that must be there; a value may be taken away, and items changed by their numbers."""
    if isinstance(schema, list):
        return [_changed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    loose = {key: _changed(value) for key, value in schema.items() if key not in NEEDED and key != "examples"}
    if "properties" in schema:
        loose["properties"] = {name: either(_changed(value), NOTHING) for name, value in schema["properties"].items()}
    if isinstance(schema.get("additionalProperties"), dict):
        loose["additionalProperties"] = either(loose["additionalProperties"], NOTHING)
    if schema.get("type") == "array":
        item = either(loose.get("items", {}), NOTHING)
        return either(loose, {"type": "object", "patternProperties": {r"^\d+$": item}, "additionalProperties": False})
    return loose
