"""Kinds of value: how a key's value is read, what the reference calls it, and its JSON Schema.

A schema describes the file as an editor reads it, by YAML 1.2: `4.1` is a number there, and `yes` a text.
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from rulewright.language.entry import Entry, Kind, Schema
from rulewright.language.lengths import read_length
from rulewright.language.texts import check_id, prose, reference
from rulewright.model.paper import Millimetres
from rulewright.model.text import Text
from rulewright.source.nodes import Node, Scalar

ONE_VALUE: Schema = {"type": ["string", "number", "boolean"]}
"""Whatever an author writes without brackets: it is read as text."""


class Printed(dict[str, Any]):
    """The JSON Schema of a value that readers see as it is written, so that other languages have other words for it."""


class PrintedName(Printed):
    """That of a name which prints unless a text stands beside it: rules code and keys name its value by it."""


class PrintedCell(Printed):
    """That of a value in a table: text, unless the table says which values it has."""


PROSE = Printed(ONE_VALUE)
NAME = PrintedName(type=["string", "number", "boolean", "null"])
"""A name in a list, which `null` may be too."""
CELL_VALUE = PrintedCell(ONE_VALUE)


def _string(entry: Entry, name: str) -> str:
    value = entry.scalar_at(name)
    return "" if value is None else value.value


def _scalar(entry: Entry, name: str) -> Scalar | None:
    return entry.scalar_at(name)


def _text(entry: Entry, name: str) -> Text | None:
    value = entry.scalar_at(name)
    return None if value is None else prose(value, entry.faults)


def _texts(entry: Entry, name: str) -> tuple[Text, ...]:
    return tuple(prose(scalar, entry.faults) for scalar in entry.scalars_at(name))


def _flag(entry: Entry, name: str) -> bool:
    value = entry.scalar_at(name)
    if value is not None and value.value not in ("yes", "no"):
        entry.fault(
            "bad-value",
            value.span,
            f"{name!r} is yes or no, not {value.value!r}",
            f"as in {name}: yes",
        )
    return value is not None and value.value == "yes"


def list_of(schema: Schema) -> Schema:
    return {"type": "array", "items": schema}


def names_to(schema: Schema, names: Schema | None = None) -> Schema:
    """A mapping whose keys the author chooses."""
    named = {} if names is None else {"propertyNames": names}
    return {"type": "object", **named, "additionalProperties": schema}


def one_or_list(schema: Schema) -> Schema:
    return either(schema, list_of(schema))


def either(*schemas: Schema) -> Schema:
    return {"anyOf": list(schemas)}


def ref(entry: str) -> Schema:
    """An entry by what its class is called."""
    return {"$ref": f"#/$defs/{entry}"}


STRING: Kind[str] = Kind("text", _string, ONE_VALUE)
WORDS: Kind[str] = Kind("text", _string, PROSE)
"""Text without markup that readers see."""
SCALAR: Kind[Scalar | None] = Kind("text", _scalar, ONE_VALUE)
TEXT: Kind[Text | None] = Kind("Markdown text with links", _text, PROSE)
TEXTS: Kind[tuple[Text, ...]] = Kind("a Markdown text, or a list of them", _texts, one_or_list(PROSE))
STRINGS: Kind[list[Scalar]] = Kind(
    "a text, or a list of them", lambda entry, name: entry.scalars_at(name), one_or_list(ONE_VALUE)
)
ALL_WORDS: Kind[list[Scalar]] = Kind(
    "a text, or a list of them", lambda entry, name: entry.scalars_at(name), one_or_list(PROSE)
)
"""Texts that readers see."""
FLAG: Kind[bool] = Kind("yes or no", _flag, {"enum": ["yes", "no"]})


def _title(entry: Entry, name: str) -> Text:
    return _text(entry, name) or Text("", (), entry.span)


TITLE: Kind[Text] = Kind("Markdown text with links", _title, PROSE)
"""Text that must be there; empty text where it is not, so that decoding goes on."""


def _passage(entry: Entry, name: str) -> Text | None:
    value = entry.scalar_at(name)
    return None if value is None else prose(value, entry.faults, blocks=True)


PASSAGE: Kind[Text | None] = Kind("Markdown of any length: paragraphs, lists, tables, pictures", _passage, PROSE)


def choice(*options: str) -> Kind[str]:
    """One of a few words; the first is the default."""
    return Kind(" or ".join(options), lambda entry, name: entry.choice_at(name, options), {"enum": list(options)})


def link(target: str) -> Kind[Text | None]:
    """The bare name of a thing of one kind, read as text with that one link."""

    def read(entry: Entry, name: str) -> Text | None:
        value = entry.scalar_at(name)
        return None if value is None else reference(value, target)

    article = "an" if target[0] in "aeiou" else "a"
    return Kind(f"the name of {article} {target}", read, ONE_VALUE)


def links(target: str) -> Kind[tuple[Text, ...]]:
    """The bare names of things of one kind, each read as text with that one link."""

    def read(entry: Entry, name: str) -> tuple[Text, ...]:
        return tuple(reference(value, target) for value in entry.scalars_at(name))

    article = "an" if target[0] in "aeiou" else "a"
    return Kind(f"the name of {article} {target}, or a list of them", read, one_or_list(ONE_VALUE))


def node(words: str, *schemas: Schema) -> Kind[Node | None]:
    """A value that its reader takes apart; it has one of some forms."""
    return Kind(words, lambda entry, name: entry.node_at(name), schemas[0] if len(schemas) == 1 else either(*schemas))


def nodes(words: str, schema: Schema) -> Kind[tuple[Node, ...]]:
    """A list whose items their reader takes apart."""
    return Kind(words, lambda entry, name: entry.list_at(name), list_of(schema))


def named(words: str, schema: Schema, names: Schema | None = None) -> Kind[list[tuple[Scalar, Node]]]:
    """A mapping from names of the author's to what their reader takes apart."""
    return Kind(words, lambda entry, name: list(entry.pairs_at(name)), names_to(schema, names))


def length(least: float, most: float, what: str, example: str = "4mm, ¼ in") -> Kind[Millimetres | None]:
    """A length from least to most millimetres; None where there is none, or it is at fault."""

    def read(entry: Entry, name: str) -> Millimetres | None:
        written = entry.scalar_at(name)
        if written is None:
            return None
        found = read_length(written.value)
        if found is None or not Decimal(str(least)) <= found.value <= Decimal(str(most)):
            hint = f"write it in millimetres or inches, {least} to {most} mm: {example}"
            entry.fault("bad-value", written.span, f"{written.value!r} is not a {what}", hint)
            return None
        return found

    return Kind(f"a length from {least:g} to {most:g} mm: {example}", read, LENGTH_SCHEMA)


LENGTH_SCHEMA: Schema = {"type": "string", "pattern": r"(mm|cm|in)\s*$"}
POINTS = re.compile(r"(\d+(?:\.\d+)?)\s*pt")


def points(smallest: int, largest: int, example: str = "6.5pt") -> Kind[Decimal | None]:
    """A size of type in points; None where there is none, or it is at fault."""

    def read(entry: Entry, name: str) -> Decimal | None:
        written = entry.scalar_at(name)
        if written is None:
            return None
        match = POINTS.fullmatch(written.value)
        if match is not None and smallest <= Decimal(match[1]) <= largest:
            return Decimal(match[1])
        hint = f"write it in points: {example}, from {smallest} to {largest}"
        entry.fault("bad-value", written.span, f"{written.value!r} is not a font size", hint)
        return None

    return Kind(f"a font size from {smallest} to {largest} points: {example}", read, POINTS_SCHEMA)


POINTS_SCHEMA: Schema = {"type": "string", "pattern": r"^\d+(\.\d+)?\s*pt$"}


def number(pattern: str, words: str, message: str, hint: str) -> Kind[int | None]:
    """A whole number of some form; `message` completes «'x' …»."""

    def read(entry: Entry, name: str) -> int | None:
        written = entry.scalar_at(name)
        if written is None or re.fullmatch(pattern, written.value):
            return None if written is None else int(written.value)
        entry.fault("bad-value", written.span, f"{written.value!r} {message}", hint)
        return None

    return Kind(words, read, either({"type": "integer"}, {"type": "string", "pattern": f"^({pattern})$"}))


def ids(scalars: list[Scalar], entry: Entry) -> Iterator[Scalar]:
    """Those that can be ids; the others are faults."""
    return (each for each in scalars if check_id(each, entry.faults))
