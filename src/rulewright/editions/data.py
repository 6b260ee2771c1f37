"""Entries as JSON: what `rules.json` and the records of editions contain of them, and the schema of it.

Both follow from the declarations of the entries: an object has a property for each key, under its name in the source.

- A text has `markdown`, in which links name ids, and `plain`, as readers see it: `{"markdown": "See [[rule:hits]].",
  "plain": "See 4.2."}`.
- A reference is a link without its brackets: `rule:hits`. A key that is left out is null, an empty text or an empty
  list.
- An expression, such as a claim or a call of the rules code, is a text as in the source.
"""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from enum import Enum
from fractions import Fraction
from math import isinf
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from rulewright.book.wording import WRITTEN, written
from rulewright.editions.texts import RecordedTexts
from rulewright.entries.entry import Entry, Key, Schema
from rulewright.entries.examples import Given, StatedAnswer
from rulewright.entries.numbers import Plain
from rulewright.entries.origins import Source
from rulewright.entries.procedures import Operand
from rulewright.entries.text import Text


def entry_data(entry: Entry, texts: RecordedTexts) -> dict[str, Any]:
    """Return an entry with the entries in it."""
    names = {name: getattr(entry, name) for name in _names(type(entry))}
    keys = (key for key in entry.declared.values())
    return names | {key.name: _data(getattr(entry, key.attribute), key, texts) for key in keys}


def _names(entry: type[Entry]) -> tuple[str, ...]:
    """Return the fields that the author writes outside the mapping: the id, and the name of a term."""
    attributes = {key.attribute for key in entry.declared.values()}
    return tuple(each.name for each in fields(entry) if each.type is str and each.name not in attributes)


def _data(value: Any, key: Key[Any], texts: RecordedTexts) -> Any:
    match value:
        case Text():
            return texts.reference(value) if key.kind.refers else text_data(value, texts)
        case Entry():
            return entry_data(value, texts)
        case Source(document, place):
            return {"document": texts.reference(document), "place": place}
        case Given():
            return {"name": value.name, "value": value.written}
        case StatedAnswer():
            return text_data(value.text, texts)
        case Operand(word, fact):
            return word.name if fact is None else texts.reference(fact)
        case tuple() if not _is_range(value):
            return [_data(each, key, texts) for each in value]
        case Enum():
            return value.value
    return written(value) if type(value) in WRITTEN else plain_data(value)


def text_data(text: Text, texts: RecordedTexts) -> dict[str, str]:
    return {"markdown": texts.of(text), "plain": texts.plain(text)}


def _is_range(value: tuple[Any, ...]) -> bool:
    return len(value) == 2 and all(type(each) is int for each in value)


def plain_data(value: Plain) -> Any:
    """Return a value in JSON: ranges and fractions as objects with two named numbers, infinity as a word."""
    match value:
        case (low, high):
            return {"from": low, "to": high}
        case Fraction():
            return {"numerator": value.numerator, "denominator": value.denominator}
        case float() if isinf(value):
            return {"infinite": "up" if value > 0 else "down"}
    return value


# The schema

REFERENCE: Schema = {"type": "string", "pattern": "^[a-z]+:."}
STRING: Schema = {"type": "string"}


def _object(**properties: Schema) -> Schema:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": [*properties],
        "properties": properties,
    }


OF_CLASS: Mapping[type, Schema] = {
    Source: _object(document=REFERENCE, place=STRING),
    Given: _object(name=STRING, value=STRING),
    StatedAnswer: {"$ref": "#/$defs/text"},
    bool: {"type": "boolean"},
}
PLAIN: Schema = {"$ref": "#/$defs/plain-value"}


def entry_schemas(entries: Iterable[type[Entry]]) -> dict[str, Schema]:
    """Return the schema of each entry by the name of its class."""
    return {entry.__name__: _entry_schema(entry) for entry in entries}


def _entry_schema(entry: type[Entry]) -> Schema:
    types = get_type_hints(entry, include_extras=True)
    names: dict[str, Schema] = dict.fromkeys(_names(entry), STRING)
    keys = {
        key.name: {"description": f"{key.summary}."} | _schema(types[key.attribute], refers=key.kind.refers)
        for key in entry.declared.values()
    }
    description = " ".join((entry.__doc__ or "").split())
    properties = names | keys
    return {"description": description, "type": "object", "required": [*properties], "properties": properties}


def _schema(type_: Any, *, refers: bool) -> Schema:
    """Return the schema of a value of this type, as `_data` makes it."""
    origin, within = get_origin(type_), get_args(type_)
    if type_ == Plain:
        return PLAIN
    if origin is Annotated:
        return _schema(within[0], refers=refers)
    if origin in (Union, UnionType):
        options = [_schema(each, refers=refers) for each in within if each is not type(None)]
        return {"anyOf": [*options, {"type": "null"}]}
    if origin is tuple:
        inner = [_schema(each, refers=refers) for each in within if each is not Ellipsis]
        return {"type": "array", "items": inner[0] if len(within) == 2 and within[1] is Ellipsis else {"anyOf": inner}}
    if issubclass(type_, Text):
        return REFERENCE if refers else {"$ref": "#/$defs/text"}
    if issubclass(type_, Entry):
        return {"$ref": f"#/$defs/{type_.__name__}", "unevaluatedProperties": False}
    if issubclass(type_, Enum):
        return {"enum": [each.value for each in type_]}
    return OF_CLASS.get(type_, STRING)
