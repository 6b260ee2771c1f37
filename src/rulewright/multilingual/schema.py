"""The JSON Schema of the files of a translation: like that of the originals, but with their texts only."""

from collections.abc import Iterable
from functools import cache

from rulewright.blocks import BLOCK_SCHEMA
from rulewright.decode.cards import CardEntry
from rulewright.decode.game_section import ContentFile
from rulewright.entries.entry import Declaration, Schema
from rulewright.entries.roles import Printed, PrintedName, either, list_of, names_to
from rulewright.entries.schema import DRAFT, reachable
from rulewright.multilingual.entries import ALSO, OF
from rulewright.multilingual.texts import BY_NAME, CARD_FILES, holds_cells

TEXT: Schema = {"type": ["string", "number", "boolean", "null"]}
DIGESTS: Schema = {
    "type": ["string", "number"],
    "description": "Digests of the originals that the entry translates; `rulewright translate` writes them.",
}
OWN: dict[str, Schema] = {"Term": {"name": TEXT, ALSO: either(TEXT, list_of(TEXT))}}
"""The keys that only translations have, by their entries."""
NO_TEXT: Schema = {"not": {}}


def translation_schema(*, cards: bool) -> Schema:
    """Return the schema of a file below content/GAME/LANGUAGE/, or with `cards` below cards/GAME/LANGUAGE/."""
    roots: Iterable[type[Declaration]] = (CardEntry, *CARD_FILES.values()) if cards else (ContentFile,)
    root = _any({"$ref": f"#/$defs/{each.__name__}"} for each in roots)
    entries = {name: _of_entry(entry) for name, entry in BY_NAME.items()} | {"Block": _of(BLOCK_SCHEMA)}
    return {"$schema": DRAFT, "title": "A file of a translation", **root, "$defs": reachable(root, entries)}


def _of_entry(entry: type[Declaration]) -> Schema:
    """Return the schema of an entry: the keys that hold texts, with their descriptions."""
    if plain := entry.schema_extra().get("anyOf"):
        return _any(_of(each) for each in plain)
    properties: dict[str, Schema] = {OF: DIGESTS, **OWN.get(entry.__name__, {})}
    for key in entry.declared.values():
        value = names_to(TEXT) if holds_cells(key.kind.schema) else _of(key.kind.schema)
        if value != NO_TEXT:
            properties[key.name] = {"description": f"{key.summary}.", **either(value, {"type": "null"})}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _of(schema: Schema) -> Schema:
    """Return the schema of a value in a translation; NO_TEXT if it holds no text."""
    if isinstance(schema, Printed):
        return TEXT
    if "$ref" in schema:
        return schema if schema["$ref"].rpartition("/")[2] in _with_texts() else NO_TEXT
    if "anyOf" in schema:
        return _any(map(_of, schema["anyOf"]))
    if "items" in schema:
        item = names_to(TEXT) if isinstance(schema["items"], PrintedName) else _of(schema["items"])
        listed = isinstance(schema["items"], PrintedName)
        return item if listed or item == NO_TEXT else either(list_of(either(item, {"type": "null"})), names_to(item))
    if isinstance(schema.get("propertyNames"), Printed) and "$ref" not in schema["additionalProperties"]:
        return names_to(TEXT)
    inner = _of(schema["additionalProperties"]) if isinstance(schema.get("additionalProperties"), dict) else NO_TEXT
    return inner if inner == NO_TEXT else names_to(either(inner, {"type": "null"}))


def _any(schemas: Iterable[Schema]) -> Schema:
    choices = [each for each in schemas if each != NO_TEXT]
    return either(*choices) if len(choices) > 1 else choices[0] if choices else NO_TEXT


@cache
def _with_texts() -> frozenset[str]:
    """Return the names of the entries that hold texts, directly or through other entries."""
    names: set[str] = set()
    while new := {name for name, entry in BY_NAME.items() if name not in names and _holds_text(entry, names)}:
        names |= new
    return frozenset(names | {"Block"})


def _holds_text(entry: type[Declaration], with_texts: set[str]) -> bool:
    schemas = [key.kind.schema for key in entry.declared.values()] or [entry.schema_extra()]
    return any(_has_text(schema, with_texts) for schema in schemas)


def _has_text(schema: object, with_texts: set[str]) -> bool:
    if isinstance(schema, Printed):
        return True
    if isinstance(schema, dict) and schema.get("$ref", "").rpartition("/")[2] in with_texts:
        return True
    inner = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
    return any(_has_text(each, with_texts) for each in inner)
