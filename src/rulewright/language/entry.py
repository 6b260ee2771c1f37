"""Entries of the source: mappings whose keys are each declared once.

A subclass of `Entry` is a declaration. Its docstring describes the entry; each `key` says how its value is read and
what it means, with an example that runs. Reading, errors, suggestions, `explain`, the language reference and the JSON
Schema all follow from the declaration.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Mapping as MappingOf
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar, overload

from rulewright.findings import Finding, Findings, Label, Span
from rulewright.model.names import did_you_mean
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence, kind
from rulewright.translation.messages import any_of

T = TypeVar("T")
OF_VALUES = "a unit belongs to the values: values: {numbers: 0.., unit: cm}"
SYNONYMS = {
    "name": "title",
    "heading": "title",
    "headline": "title",
    "caption": "title",
    "author": "authors",
    "description": "text",
    "desc": "text",
    "body": "text",
    "content": "text",
    "lang": "language",
}
"""Keys that authors know from other tools, with our keys of the same meaning."""
LIST_MARKER = re.compile(r"(?:[-*•·‣–—]|\d+[.)])\s*\w")
"""The beginning of list items in other programs."""
Schema = dict[str, Any]
AFTER_A_COMMA = "inside { }, text that holds a comma needs quotes"


@dataclass(frozen=True, slots=True)
class Kind(Generic[T]):
    """A kind of value: `read` reads it from an entry, and `words` complete the sentence «the value is …»."""

    words: str
    read: Callable[["Entry", str], T]
    schema: Schema


@dataclass(slots=True, eq=False)
class Key(Generic[T]):
    """The declaration of one key. On an instance of the entry, the attribute is the value, read on first use.

    `example` is YAML for the entry. `default` says in words what applies without the key. `former` are names from
    earlier versions, which give an error with the current name. `also` are alternative spellings without an error.
    `only` names the variants of the entry that have the key (for a table: cells, cases, modifiers).
    """

    kind: Kind[T]
    summary: str
    example: str
    required: bool = False
    default: str = ""
    former: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    name: str = ""

    def __set_name__(self, owner: type, attribute: str) -> None:
        self.name = self.name or attribute.rstrip("_").replace("_", "-")

    @overload
    def __get__(self, entry: None, owner: type) -> "Key[T]": ...
    @overload
    def __get__(self, entry: "Entry", owner: type) -> T: ...
    def __get__(self, entry: "Entry | None", owner: type) -> "Key[T] | T":
        return self if entry is None else entry.read_key(self)


key = Key
"""Declare a key. Its name is the name of the attribute, unless `name` is given."""


class Entry:
    """The values of one mapping. Creating an entry reports its unknown keys; `what` is its name in messages."""

    noun: ClassVar[str] = ""
    """Its name in the reference, with an article: a rule, the block note."""
    declared: ClassVar[dict[str, Key[Any]]] = {}

    def __init_subclass__(cls, after: str = "") -> None:
        """Collect the keys in the order of writing: own keys come last, or after the key `after` of the base."""
        own = {each.name: each for each in vars(cls).values() if isinstance(each, Key)}
        before = [*cls.declared][: [*cls.declared].index(after) + 1] if after else [*cls.declared]
        earlier = {name: cls.declared[name] for name in before} | own
        cls.declared = earlier | {name: key for name, key in cls.declared.items() if name not in earlier}

    sections: ClassVar[tuple[str, ...]] = ()
    """The top-level keys of a file. If one is found inside an entry, it is indented too far."""

    @classmethod
    def schema_extra(cls) -> Schema:
        """Return what the JSON Schema of this entry contains besides its keys."""
        return {}

    def __init__(self, node: Node, what: str, findings: Findings) -> None:
        self.what, self.span, self.findings = what, node.span, findings
        self.sound = True
        self.pairs: dict[str, tuple[Scalar, Node]] = {}
        self._read: dict[str, Any] = {}
        if isinstance(node, Mapping):
            self._read_pairs(node)
        elif not (isinstance(node, Scalar) and node.empty):
            self.sound = False  # reported once: missing keys would only repeat it
            hint = self._indent() or self._as_in(next(iter(self.declared), ""))
            self.wrong(node, f"{what} is a mapping of keys to values", hint)

    def _read_pairs(self, node: Mapping) -> None:
        spellings = {name: key.name for key in self.declared.values() for name in (key.name, *key.also)}
        for scalar, value in node.entries:
            name = spellings.get(scalar.value)
            if name is None:
                self.findings.add(self._unknown(scalar, value))
            elif name in self.pairs:
                first = Label(self.pairs[name][0].span, "first given here")
                message = f"{scalar.value!r} and {self.pairs[name][0].value!r} are one key"
                self.report("duplicate-key", scalar.span, message, "keep one of the two", (first,))
            else:
                self.pairs[name] = (scalar, value)

    def _unknown(self, scalar: Scalar, value: Node) -> Finding:
        message = f"{self.what} has no key {scalar.value!r}"
        if " " in scalar.value and isinstance(value, Scalar) and value.empty:  # the end of a text, cut at its comma
            return Finding("unknown-key", scalar.span, message, AFTER_A_COMMA)
        former = next((key.name for key in self.declared.values() if scalar.value in key.former), None)
        hint = f"it is called {former!r} now" if former else self.near_miss(scalar.value)
        return Finding("unknown-key", scalar.span, message, hint)

    def near_miss(self, name: str) -> str:
        """Return a hint for an unknown key: the most similar key, or all keys."""
        if name in self.sections and name.removesuffix("s") not in self.declared:
            return _section(name)
        if SYNONYMS.get(name) in self.declared:
            return f"did you mean {SYNONYMS[name]!r}?"
        if name == "unit" and "values" in self.declared:
            return OF_VALUES
        keys = f"the keys of {self.what} are: {', '.join(self.declared)}"
        return did_you_mean(name, self.declared, self._indent() or keys)

    def _indent(self) -> str:
        """Return a hint about indentation if the entry is named like a section or like one of its own keys, or ""."""
        if any(self.what.endswith(f" {name!r}") for name in self.declared):
            return "this is the name of a key: indent it further, below the name of its entry"
        section = next((name for name in self.sections if self.what.endswith(f" {name!r}")), "")
        return _section(section) if section else ""

    # The values

    def read_key(self, key: Key[T]) -> T:
        """Read the value of a key, once."""
        if key.name not in self._read:
            if key.required:
                self.require(key.name)
            self._read[key.name] = key.kind.read(self, key.name)
        value: T = self._read[key.name]
        return value

    def has(self, name: str) -> bool:
        assert name in self.declared, name
        return name in self.pairs

    def node_at(self, name: str) -> Node | None:
        """Return the value under a key; None if the key is missing or its value is empty."""
        assert name in self.declared, name
        value = self.pairs[name][1] if name in self.pairs else None
        return None if isinstance(value, Scalar) and value.empty else value

    def require(self, name: str) -> Node | None:
        """Return the value under a required key. If it is missing, report that and return None."""
        value = self.node_at(name)
        if isinstance(value, Scalar) and not value.value.strip():
            value = None
        if value is None and self.sound:
            span = self.pairs[name][0].span if name in self.pairs else self.span
            self.report("missing-key", span, f"{self.what} needs {name!r}", self._as_in(name))
        return value

    def place(self, name: str) -> Span:
        """Return the span of the value of a key, or of the entry if the key is missing."""
        return self.pairs[name][1].span if name in self.pairs else self.span

    def key_place(self, name: str) -> Span:
        """Return the span of a key itself, or of the entry if the key is missing."""
        return self.pairs[name][0].span if name in self.pairs else self.span

    def scalar_at(self, name: str) -> Scalar | None:
        value = self.node_at(name)
        if value is None or isinstance(value, Scalar):
            return value
        self.wrong(value, f"{name!r} is text", self._as_in(name))
        return None

    def choice_at(self, name: str, options: tuple[str, ...]) -> str:
        """Return one of `options`; the first is the default."""
        value = self.scalar_at(name)
        if value is None:
            return options[0]
        if value.value not in options:
            hint = did_you_mean(value.value, options, self._as_in(name))
            which = any_of(options)
            self.report("bad-value", value.span, f"{name!r} is {which}, not {value.value!r}", hint)
            return options[0]
        return value.value

    def list_at(self, name: str) -> tuple[Node, ...]:
        """Return the items of a list under a key."""
        value = self.node_at(name)
        if value is None:
            return ()
        if isinstance(value, Sequence):
            return value.items
        self.wrong(value, f"{name!r} is a list", self._as_in(name))
        return ()

    def pairs_at(self, name: str) -> Iterator[tuple[Scalar, Node]]:
        """Yield the pairs of a mapping under a key."""
        value = self.node_at(name)
        if isinstance(value, Mapping):
            yield from value.entries
        elif value is not None:
            self.wrong(value, f"{name!r} is a mapping of names to values", self._as_in(name))

    def scalars_at(self, name: str) -> list[Scalar]:
        """Return a list of texts; a single text gives a list of one."""
        value = self.node_at(name)
        if value is None:
            return []
        if isinstance(value, Scalar):
            return [value]
        if isinstance(value, Mapping):
            self.wrong(value, f"{name!r} is a list", self._as_in(name))
            return []
        for item in value.items:
            if not isinstance(item, Scalar):
                self.wrong(item, f"{name!r} lists texts", self._as_in(name))
        return [item for item in value.items if isinstance(item, Scalar)]

    # Findings

    def report(self, name: str, span: Span, message: str, hint: str = "", labels: tuple[Label, ...] = ()) -> None:
        self.findings.add(Finding(name, span, message, hint, labels))

    def _as_in(self, name: str) -> str:
        """Return the line of a key's example for a hint, such as "as in title: Hits"."""
        lines = self.declared[name].example.split("\n") if name in self.declared else []
        return next((f"as in {line}" for line in lines if line.startswith(f"{name}:")), "")

    def wrong(self, node: Node, expected: str, hint: str) -> None:
        self.findings.add(wrong_type(node, expected, hint))


def wrong_type(node: Node, expected: str, hint: str) -> Finding:
    """Return the finding for a value of the wrong type. If a character misled YAML, the hint explains it."""
    if isinstance(node, Sequence) and node.items and isinstance(node.items[0], Sequence):
        hint = 'text that begins with [[ needs quotes: "[[…]] …"'
    elif isinstance(node, Mapping) and node.entries and all(_has_no_text(value) for _, value in node.entries):
        hint = f"text that begins with {{ needs quotes; {hint}"
    elif isinstance(node, Scalar) and expected.endswith("a list") and LIST_MARKER.match(node.value):
        hint = f"begin each entry on a line of its own with a hyphen and a space; {hint}"
    return Finding("wrong-type", node.span, f"{expected}, not {kind(node)}", hint)


def _section(name: str) -> str:
    return f"{name}: is a section of its own: begin it at the left of a file under content/"


def _has_no_text(node: Node) -> bool:
    return isinstance(node, Scalar) and node.empty and not node.raw


# The JSON Schema, with which editors complete and check files

DRAFT = "http://json-schema.org/draft-07/schema#"
"""The draft of JSON Schema that editors support best: yaml-language-server reads draft 7."""


def entry_schema(entry: type[Entry]) -> Schema:
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


def definitions(entries: Iterable[type[Entry]]) -> Schema:
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


def fitting(node: Node, schema: Schema, entries: MappingOf[str, type[Entry]]) -> Schema | None:
    """Return the schema, or its first alternative, that a value fits; None if it fits none."""
    for option in schema.get("anyOf", ()):
        if (fit := fitting(node, option, entries)) is not None:
            return fit
    return None if "anyOf" in schema or not _fits(node, schema, entries) else schema


def _fits(node: Node, schema: Schema, entries: MappingOf[str, type[Entry]]) -> bool:
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
    """Whether a mapping has all required keys of the entry and no unknown ones."""
    if not isinstance(node, Mapping):
        return False
    keys = {key.value for key, _ in node.entries}
    allowed = {name for key in entry.declared.values() for name in (key.name, *key.also)}
    required = [{key.name, *key.also} for key in entry.declared.values() if key.required]
    return keys <= allowed and all(keys & each for each in required)
