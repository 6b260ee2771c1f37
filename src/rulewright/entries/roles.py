"""Kinds of value: how to read the value of a key, its name in the reference, and its JSON Schema.

A schema describes the file as an editor reads it, in YAML 1.2: there `4.1` is a number, and `yes` is a text.
"""

import re
from collections.abc import Callable, Iterator
from collections.abc import Mapping as MappingOf
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any, TypeVar

from rulewright.base.findings import Finding, Findings
from rulewright.entries.entry import KINDS, Entry, EntryReader, Key, Kind, Schema
from rulewright.entries.names import slug
from rulewright.entries.numbers import read_exact
from rulewright.entries.paper import Millimetres
from rulewright.entries.text import Link, Text, WrittenName, read_text
from rulewright.source.markup.links import LINK
from rulewright.source.markup.unsupported import unsupported_markup
from rulewright.source.nodes import Mapping, Node, Scalar

E = TypeVar("E", bound=Entry)
T = TypeVar("T")

# Lengths in millimetres, centimetres or inches, also with fractions

UNITS = {"mm": Fraction(1), "cm": Fraction(10), "in": Fraction(254, 10)}
LENGTH = re.compile(rf"(.+?)\s*({'|'.join(UNITS)})")
STEP = 1000
"""Lengths are rounded to this fraction of a millimetre."""


def read_length(text: str) -> Millimetres | None:
    """Read a length such as `4mm`, `1.5 cm`, `¼ in` or `2 1/2 in`; None if it is not a length, or is negative."""
    match = LENGTH.fullmatch(text.strip())
    number = read_exact(match[1]) if match else None
    if match is None or number is None or number < 0:
        return None
    return Millimetres(_decimal(number * UNITS[match[2]]))


def _decimal(value: Fraction) -> Decimal:
    """Return the rounded value without trailing zeros."""
    exact = Decimal(round(value * STEP)) / STEP
    return exact.normalize() if exact % 1 else exact.to_integral_value()


# Texts, ids and references

ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
BROKEN_LINK = re.compile(rf"(?!{LINK.pattern})\[\[[^\[\]\n]{{0,30}}(?:\]\])?")


def check_id(name: Scalar, findings: Findings) -> bool:
    """Whether a name can be an id, which is also a file name and an anchor. Report it if not."""
    if _is_id(name.value):
        return True
    hint = "an id holds lower-case letters a to z, digits and hyphens"
    if _is_id(slug(name.value)):
        hint = f"write {slug(name.value)!r}: lower-case letters, digits and hyphens"
    findings.add(Finding("bad-name", name.span, f"{name.value!r} cannot be an id", hint))
    return False


@lru_cache(maxsize=2**15)  # the preview checks the ids of a whole book after each edit
def _is_id(name: str) -> bool:
    return ID.fullmatch(name) is not None


def reference(name: Scalar, kind: str) -> Text:
    """Return the name of an entry as a text with one link to it."""
    target = f"{kind}:{name.value}"
    return Text(f"[[{target}]]", (Link(target, "", name.span),), name.span)


def prose(scalar: Scalar, findings: Findings, *, blocks: bool = False) -> Text:
    """Read a scalar as a text, or with `blocks` as a passage. Report broken links and unsupported markup."""
    for match in BROKEN_LINK.finditer(scalar.value):
        span = scalar.at(match.start(), len(match[0]))
        hint = "write [[name]] or [[name|shown text]]"
        findings.add(Finding("broken-link", span, f"{match[0]!r} {_broken(match[0])}", hint))
    for unsupported in unsupported_markup(scalar.value, blocks=blocks):
        span = scalar.at(unsupported.start, unsupported.length)
        findings.add(Finding("unsupported-markup", span, unsupported.message, unsupported.hint))
    return read_text(scalar, blocks=blocks)


def _broken(link: str) -> str:
    if not link.endswith("]]"):
        return "is a link that is not closed"
    return "is a link with more than one |" if link.count("|") > 1 else "is a link with nothing in it"


ONE_VALUE: Schema = {"type": ["string", "number", "boolean"]}
"""Any value without brackets; it is read as text."""


class Printed(dict[str, Any]):
    """The JSON Schema of a value that prints as written, so that it must be translated."""


class PrintedName(Printed):
    """The schema of a name that rules code and keys use. It prints unless a label is given for it."""


class PrintedCell(Printed):
    """The schema of a value in a table: a text, unless the table declares the values that it has."""


PROSE = Printed(ONE_VALUE)
NAME = PrintedName(type=["string", "number", "boolean", "null"])
"""A name in a list; the name can be `null`."""
CELL_VALUE = PrintedCell(ONE_VALUE)


def _string(entry: EntryReader, name: str) -> str:
    value = entry.scalar_at(name)
    return "" if value is None else value.value


def _text(entry: EntryReader, name: str) -> Text | None:
    value = entry.scalar_at(name)
    return None if value is None else prose(value, entry.findings)


def _flag(entry: EntryReader, name: str) -> bool:
    value = entry.scalar_at(name)
    if value is not None and value.value not in ("yes", "no"):
        entry.report("bad-value", value.span, f"{name!r} is yes or no, not {value.value!r}", f"as in {name}: yes")
    return value is not None and value.value == "yes"


def list_of(schema: Schema) -> Schema:
    return {"type": "array", "items": schema}


def names_to(schema: Schema, names: Schema | None = None) -> Schema:
    """Return the schema of a mapping whose keys the author chooses."""
    named = {} if names is None else {"propertyNames": names}
    return {"type": "object", **named, "additionalProperties": schema}


def one_or_list(schema: Schema) -> Schema:
    return either(schema, list_of(schema))


def either(*schemas: Schema) -> Schema:
    return {"anyOf": list(schemas)}


def ref(entry: str) -> Schema:
    """Return a reference to an entry by its class name."""
    return {"$ref": f"#/$defs/{entry}"}


STRING: Kind[str] = Kind("text", _string, ONE_VALUE)
WORDS: Kind[str] = Kind("text", _string, PROSE)
"""Plain text that readers see."""
SCALAR: Kind[Scalar | None] = Kind("text", EntryReader.scalar_at, ONE_VALUE)
TEXT: Kind[Text | None] = Kind("Markdown text with links", _text, PROSE)
TEXTS: Kind[tuple[Text, ...]] = Kind(
    "a Markdown text, or a list of them",
    lambda entry, name: tuple(prose(scalar, entry.findings) for scalar in entry.scalars_at(name)),
    one_or_list(PROSE),
)
STRINGS: Kind[list[Scalar]] = Kind("a text, or a list of them", EntryReader.scalars_at, one_or_list(ONE_VALUE))
ALL_WORDS: Kind[list[Scalar]] = Kind("a text, or a list of them", EntryReader.scalars_at, one_or_list(PROSE))
"""Plain texts that readers see."""
FLAG: Kind[bool] = Kind("yes or no", _flag, {"enum": ["yes", "no"]})


def _title(entry: EntryReader, name: str) -> Text | None:
    return _text(entry, name) or (Text("", (), entry.span) if entry.is_required(name) else None)


TITLE: Kind[Any] = Kind("Markdown text with links", _title, PROSE)
"""A text. If it is required and missing, decoding continues with an empty text."""


def _passage(entry: EntryReader, name: str) -> Text | None:
    value = entry.scalar_at(name)
    if value is None:
        return Text("", (), entry.span) if entry.is_required(name) else None
    return prose(value, entry.findings, blocks=True)


PASSAGE: Kind[Text | None] = Kind("Markdown of any length: paragraphs, lists, tables, pictures", _passage, PROSE)
MARKDOWN: tuple[Kind[Any], ...] = (TEXT, TITLE, TEXTS, PASSAGE)
"""The kinds of values that are sentences."""


def choice(*options: str) -> Kind[str]:
    """One of a few words; the first is the default."""
    return Kind(" or ".join(options), lambda entry, name: entry.choice_at(name, options), {"enum": list(options)})


def chosen(values: MappingOf[str, T]) -> Kind[T]:
    """One of a few words that stand for values; the first is the default."""
    words = choice(*values)
    return Kind(words.words, lambda entry, name: values[words.read(entry, name)], words.schema)


def file_kind(word: str) -> Key[str]:
    """Return the key `kind` for files that do not describe a card."""
    return Key(choice(word), "What the file describes; without it, a card", f"kind: {word}", required=True)


def defined(what: str, words: str) -> Kind[Any]:
    """The name of something that another entry defines, such as a font: its value among those in the context."""

    def read(entry: EntryReader, name: str) -> Any:
        values = entry.context[what]
        return values[entry.choice_at(name, tuple(values))]

    return Kind(words, read, ONE_VALUE)


def nested(entry: type[E], words: str) -> Kind[E]:
    """A mapping that is an entry itself."""

    def read(above: EntryReader, name: str) -> E:
        node = above.node_at(name)
        assert node is not None  # a key without a value is not read
        return entry.read(node, repr(name), above.findings, above.context, above.inherited(name))

    return Kind(words, read, ref(entry.__name__))


def or_none(kind: Kind[T], words: str, none: Any = None) -> Kind[T]:
    """A value of a kind, or the word `none`, which is read as the value `none`."""

    def read(entry: EntryReader, name: str) -> T:
        written = entry.node_at(name)
        return none if isinstance(written, Scalar) and written.value == "none" else kind.read(entry, name)

    return Kind(words, read, either(kind.schema, {"const": "none"}))


def link(target: str) -> Kind[Text | None]:
    """The name of an entry of one kind, read as a text with one link."""
    article = "an" if target[0] in "aeiou" else "a"
    return one_value(lambda value, _: reference(value, target), f"the name of {article} {target}", refers=True)


def links(target: str) -> Kind[tuple[Text, ...]]:
    """Names of entries of one kind, each read as a text with one link."""

    def read(entry: EntryReader, name: str) -> tuple[Text, ...]:
        return tuple(reference(value, target) for value in entry.scalars_at(name))

    article = "an" if target[0] in "aeiou" else "a"
    return Kind(f"the name of {article} {target}, or a list of them", read, one_or_list(ONE_VALUE), refers=True)


def node(words: str, *schemas: Schema) -> Kind[Node | None]:
    """A value of one of several schemas, which the caller reads itself."""
    return Kind(words, EntryReader.node_at, schemas[0] if len(schemas) == 1 else either(*schemas))


def nodes(words: str, schema: Schema) -> Kind[tuple[Node, ...]]:
    """A list whose items the caller reads itself."""
    return Kind(words, EntryReader.list_at, list_of(schema))


def named(words: str, schema: Schema, names: Schema | None = None) -> Kind[list[tuple[Scalar, Node]]]:
    """A mapping from names that the author chooses to values that the caller reads itself."""
    return Kind(words, lambda entry, name: list(entry.pairs_at(name)), names_to(schema, names))


def names_of(words: str, schema: Schema) -> Kind[tuple[str, ...]]:
    """The names in a mapping whose values are read elsewhere."""
    return Kind(words, lambda entry, name: tuple(each.value for each, _ in entry.pairs_at(name)), names_to(schema))


def one_value(
    read: Callable[[Scalar, EntryReader], T], words: str = "text", schema: Schema = ONE_VALUE, *, refers: bool = False
) -> Kind[T | None]:
    """A value that `read` reads from a text."""

    def read_at(entry: EntryReader, name: str) -> T | None:
        scalar = entry.scalar_at(name)
        return None if scalar is None else read(scalar, entry)

    return Kind(words, read_at, schema, refers)


def parsed(
    words: str, schema: Schema, parse: Callable[[str], T | None], message: str, hint: str | Callable[[str], str]
) -> Kind[T | None]:
    """A value that `parse` reads from a text. Where that returns None, `message` completes «'x' …».

    `hint` may depend on the text.
    """

    def read(scalar: Scalar, entry: EntryReader) -> T | None:
        value = parse(scalar.value)
        if value is None:
            advice = hint if isinstance(hint, str) else hint(scalar.value)
            entry.report("bad-value", scalar.span, f"{scalar.value!r} {message}", advice)
        return value

    return one_value(read, words, schema)


def length(least: float, most: float, what: str, example: str = "4mm, ¼ in") -> Kind[Millimetres | None]:
    """A length between `least` and `most` millimetres; None if it is missing or wrong."""

    def parse(text: str) -> Millimetres | None:
        value = read_length(text)
        return value if value and Decimal(str(least)) <= value.value <= Decimal(str(most)) else None

    words = f"a length from {least:g} to {most:g} mm: {example}"
    hint = f"write it in millimetres or inches, {least} to {most} mm: {example}"
    return parsed(words, LENGTH_SCHEMA, parse, f"is not a {what}", hint)


LENGTH_SCHEMA: Schema = {"type": "string", "pattern": r"(mm|cm|in)\s*$"}
POINTS = re.compile(r"(\d+(?:\.\d+)?)\s*pt")


def points(smallest: int, largest: int, example: str = "6.5pt") -> Kind[Decimal | None]:
    """A font size in points; None if it is missing or wrong."""

    def parse(text: str) -> Decimal | None:
        match = POINTS.fullmatch(text)
        return Decimal(match[1]) if match and smallest <= Decimal(match[1]) <= largest else None

    words = f"a font size from {smallest} to {largest} points: {example}"
    hint = f"write it in points: {example}, from {smallest} to {largest}"
    return parsed(words, POINTS_SCHEMA, parse, "is not a font size", hint)


POINTS_SCHEMA: Schema = {"type": "string", "pattern": r"^\d+(\.\d+)?\s*pt$"}


def number(pattern: str, words: str, message: str, hint: str) -> Kind[int | None]:
    """A whole number that matches `pattern`; `message` completes «'x' …» for other values."""
    schema = either({"type": "integer"}, {"type": "string", "pattern": f"^({pattern})$"})
    return parsed(words, schema, lambda text: int(text) if re.fullmatch(pattern, text) else None, message, hint)


def ids(scalars: list[Scalar], entry: EntryReader) -> Iterator[Scalar]:
    """Return the names that can be ids, and report the others."""
    return (each for each in scalars if check_id(each, entry.findings))


# The types of fields


def _strings(entry: EntryReader, name: str) -> tuple[str, ...]:
    return tuple(each.value for each in entry.scalars_at(name))


Name = Annotated[str, WORDS]
"""Plain text that readers see."""
Names = Annotated[
    tuple[str, ...],
    Kind(STRINGS.words, lambda entry, name: tuple(each.value for each in entry.scalars_at(name)), STRINGS.schema),
]
"""A text or a list of texts that the tool compares with others: spellings, ids."""
Prose = Annotated[Text, TITLE]
"""Markdown text with links."""
ProseList = Annotated[tuple[Text, ...], TEXTS]
Passage = Annotated[Text, PASSAGE]
"""Markdown of any length."""
WrittenNames = Annotated[
    tuple[WrittenName, ...],
    Kind(
        STRINGS.words,
        lambda entry, name: tuple(WrittenName(each.value, each.span) for each in entry.scalars_at(name)),
        STRINGS.schema,
    ),
]
"""A text or a list of texts, each with its place."""


def subject(scalar: Scalar) -> Text:
    """Return a text with one link, for a value that is written as a link is: `table:hits`, `cell:hits(wood, rifle)`."""
    return Text(f"[[{scalar.value}]]", (Link(scalar.value, "", scalar.span),), scalar.span)


def _subject(entry: EntryReader, name: str) -> Text:
    scalar = entry.scalar_at(name)
    return Text("", (), entry.span) if scalar is None else subject(scalar)


def _subjects(entry: EntryReader, name: str) -> tuple[Text, ...]:
    return tuple(map(subject, entry.scalars_at(name)))


Subject = Annotated[Text, Kind("text", _subject, ONE_VALUE, refers=True)]
"""A reference to an entry of any kind, written as links name it."""
Subjects = Annotated[
    tuple[Text, ...],
    Kind(STRINGS.words, _subjects, STRINGS.schema, refers=True),
]
"""References to entries of any kind."""
KINDS.update({str: STRING, bool: FLAG})


def texts_or_entries(
    name: str, class_of: Callable[[], type[E]], words: str, hint: str, *, listed: bool = False
) -> Kind[tuple[E, ...]]:
    """A list of texts and of mappings with a text and more: each becomes an entry of the class `name`.

    The text is the first key of the class, which `class_of` returns, because its own fields may be of this kind.
    Unless `listed`, a single text or mapping needs no list.
    """

    def read_one(node: Node, above: EntryReader) -> Any:
        entry: Any = class_of()
        if isinstance(node, Mapping):
            return entry.read(node, entry.noun, above.findings, above.context)
        text = next(iter(entry.declared))
        if isinstance(node, Scalar):
            return entry(**{text: prose(node, above.findings)}, span=node.span)
        above.wrong(node, f"{entry.noun} is text or a mapping", hint)
        return entry(**{text: Text("", (), node.span)}, span=node.span)

    def read(above: EntryReader, key: str) -> tuple[E, ...]:
        node = above.node_at(key)
        is_single = isinstance(node, Scalar | Mapping) and not listed
        return tuple(read_one(each, above) for each in ((node,) if is_single and node else above.list_at(key)))

    one = either(PROSE, ref(name))
    return Kind(words, read, list_of(one) if listed else either(PROSE, ref(name), list_of(one)))
