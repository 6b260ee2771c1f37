"""The JSON Schema of the input: editors complete and underline by it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rulewright.language.entry import Entry, Key, Schema

DRAFT = "http://json-schema.org/draft-07/schema#"
"""What editors know best: yaml-language-server reads draft 7."""


def entry_schema(entry: type[Entry]) -> Schema:
    """One entry: its keys and no others, with a sentence and an example for each."""
    properties = {name: _key(key) for key in entry.declared.values() for name in (key.name, *key.also)}
    required = [key.name for key in entry.declared.values() if key.required and not key.also]
    schema: Schema = {"type": "object", "description": _line(entry.__doc__ or ""), "properties": properties}
    if required:
        schema["required"] = required
    return schema | {"additionalProperties": False} | entry.schema_extra()


def _key(key: Key[Any]) -> Schema:
    default = f" Default: {key.default}." if key.default else ""
    described = {"description": f"{key.summary}.{default}", "examples": [key.example]}
    value = key.kind.schema if key.required else {"anyOf": [key.kind.schema, {"type": "null"}]}
    return described | value


def _line(text: str) -> str:
    return " ".join(text.split())


def definitions(entries: Iterable[type[Entry]]) -> Schema:
    """All entries by the names under which they refer to one another."""
    return {entry.__name__: entry_schema(entry) for entry in entries}


def reachable(root: Schema, entries: Mapping[str, Schema]) -> Schema:
    """Those entries that a schema refers to, directly or by way of others."""
    found: dict[str, Schema] = {}
    waiting = list(_references(root))
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = entries[name]
            waiting += _references(entries[name])
    return {name: entries[name] for name in entries if name in found}


def _references(schema: object) -> Iterator[str]:
    if isinstance(schema, dict):
        yield from ([schema["$ref"].removeprefix("#/$defs/")] if "$ref" in schema else [])
    values = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
    for value in values:
        yield from _references(value)
