"""The JSON Schema of entries, with which editors complete and check files."""

from collections.abc import Iterable, Iterator
from collections.abc import Mapping as MappingOf
from typing import Any, get_args, get_type_hints

from rulewright.entries.entry import Declaration, Entry, Key, Schema
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence

DRAFT = "http://json-schema.org/draft-07/schema#"
"""The draft of JSON Schema that editors support best: yaml-language-server reads draft 7."""


def entry_schema(entry: type[Declaration]) -> Schema:
    """Return the schema of one entry: only its own keys are allowed, each with a description and an example."""
    properties = {name: _key(key) for key in entry.declared.values() for name in (key.name, *key.also)}
    required = [key.name for key in entry.declared.values() if key.required and not key.also]
    schema: Schema = {
        "type": "object",
        "description": " ".join((entry.__doc__ or "").split()),
        "properties": properties,
    }
    if required:
        schema["required"] = required
    return schema | {"additionalProperties": False} | entry.schema_extra()


def _key(key: Key[Any]) -> Schema:
    default = f" Default: {key.default}." if key.default else ""
    described = {"description": f"{key.summary}.{default}", "examples": [key.example]}
    value = key.kind.schema if key.required else {"anyOf": [key.kind.schema, {"type": "null"}]}
    return described | value


def definitions(entries: Iterable[type[Declaration]]) -> Schema:
    """Return the schemas of all entries by class name, for `$ref`."""
    return {entry.__name__: entry_schema(entry) for entry in entries}


def reachable(root: Schema, entries: MappingOf[str, Schema]) -> Schema:
    """Return the entries to which a schema refers, directly or indirectly."""
    reached: set[str] = set()
    waiting = list(_references(root))
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += _references(entries[name])
    return {name: entries[name] for name in entries if name in reached}


def _references(schema: object) -> Iterator[str]:
    if isinstance(schema, dict):
        yield from ([schema["$ref"].removeprefix("#/$defs/")] if "$ref" in schema else [])
    values = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
    for value in values:
        yield from _references(value)


# The alternative of a schema that a value fits

FORMS = {"array": Sequence, "object": Mapping}


def fitting(node: Node, schema: Schema, entries: MappingOf[str, type[Declaration]]) -> Schema | None:
    """Return the schema, or its first alternative, that a value fits; None if it fits none."""
    for option in schema.get("anyOf", ()):
        if (fit := fitting(node, option, entries)) is not None:
            return fit
    return None if "anyOf" in schema or not _fits(node, schema, entries) else schema


def _fits(node: Node, schema: Schema, entries: MappingOf[str, type[Declaration]]) -> bool:
    if "$ref" in schema:
        entry = entries.get(schema["$ref"].rpartition("/")[2])
        return isinstance(node, Mapping) if entry is None or not entry.declared else _is_entry(node, entry)
    if "enum" in schema:
        return isinstance(node, Scalar) and node.value in schema["enum"]
    names = schema.get("propertyNames", {}).get("not", {}).get("enum", ())
    if isinstance(node, Mapping) and any(key.value in names for key, _ in node.entries):
        return False
    return isinstance(node, FORMS.get(str(schema.get("type")), Scalar))


def _is_entry(node: Node, entry: type[Declaration]) -> bool:
    """Whether a mapping has all required keys of the entry and no unknown ones."""
    if not isinstance(node, Mapping):
        return False
    keys = {key.value for key, _ in node.entries}
    allowed = {name for key in entry.declared.values() for name in (key.name, *key.also)}
    required = [{key.name, *key.also} for key in entry.declared.values() if key.required]
    return keys <= allowed and all(keys & each for each in required)


# The entries within entries


def entries_within(entry: type[Entry]) -> Iterator[type[Entry]]:
    """Yield a class of entries, and the classes of the entries in its fields at any depth, in the order of keys."""
    waiting, seen = [entry], set[type[Entry]]()
    while waiting:
        if (each := waiting.pop()) not in seen:
            seen.add(each)
            yield each
            types = get_type_hints(each, include_extras=True)
            fields = (types[key.attribute] for key in each.declared.values() if key.attribute in types)
            waiting += reversed([inner for field in fields for inner in _entries_in(field)])


def _entries_in(type_: Any) -> Iterator[type[Entry]]:
    """Yield the classes of entries in the type of a field, such as `tuple[Bullet, ...]`."""
    if isinstance(type_, type) and issubclass(type_, Entry):
        yield type_
    for each in get_args(type_):
        yield from _entries_in(each)
