"""Entries of the source: mappings of which each key is declared once.

A subclass of `Entry` is a declaration: its docstring says what the entry is; each `key` says how a value is read, what
it means, and shows it in an example that runs. Reading, errors, near misses, `explain`, the language reference and the
JSON Schema follow from it.
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
OTHER_WORDS = {
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
"""Keys of other tools, and those of ours that mean the same."""
LISTED_BY = re.compile(r"(?:[-*•·‣–—]|\d+[.)])\s*\w")
"""How entries of a list begin in other programs."""
Schema = dict[str, Any]
AFTER_A_COMMA = "inside { }, text that holds a comma needs quotes"


@dataclass(frozen=True, slots=True)
class Kind(Generic[T]):
    """A kind of value: `read` takes it from an entry; `words` complete the sentence «the value is …»."""

    words: str
    read: Callable[["Entry", str], T]
    schema: Schema


@dataclass(slots=True, eq=False)
class Key(Generic[T]):
    """The declaration of one key; on an entry it is the value that stands there, read when first asked for.

    `example` is YAML for the entry. `default` says in words what holds without the key. `former` are words that earlier
    versions had for it: errors that name the new one. `also` are other spellings that are as good.
    `only` names the variants of the entry that have the key (of a table: cells, cases, modifiers).
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
"""Declares a key; its name is that of the attribute, unless `name` says otherwise."""


class Entry:
    """The values of one mapping. Unknown keys give findings as soon as it is made; `what` names it in messages."""

    noun: ClassVar[str] = ""
    """What the reference calls it, with its article: a rule, the block note."""
    declared: ClassVar[dict[str, Key[Any]]] = {}

    def __init_subclass__(cls, after: str = "") -> None:
        """Keys are in the order in which one writes them: its own come last, or after a key of the base."""
        own = {each.name: each for each in vars(cls).values() if isinstance(each, Key)}
        before = [*cls.declared][: [*cls.declared].index(after) + 1] if after else [*cls.declared]
        begun = {name: cls.declared[name] for name in before} | own
        cls.declared = begun | {name: key for name, key in cls.declared.items() if name not in begun}

    sections: ClassVar[tuple[str, ...]] = ()
    """The keys that begin at the left of a file: found anywhere else, they are indented too far."""

    @classmethod
    def schema_extra(cls) -> Schema:
        """What the JSON Schema of this entry says beside its keys."""
        return {}

    def __init__(self, node: Node, what: str, findings: Findings) -> None:
        self.what, self.span, self.findings = what, node.span, findings
        self.sound = True
        self.pairs: dict[str, tuple[Scalar, Node]] = {}
        self._read: dict[str, Any] = {}
        if isinstance(node, Mapping):
            self._take(node)
        elif not (isinstance(node, Scalar) and node.empty):
            self.sound = False  # reported once: missing keys would only repeat it
            hint = self._indent() or self._as_in(next(iter(self.declared), ""))
            self.wrong(node, f"{what} is a mapping of keys to values", hint)

    def _take(self, node: Mapping) -> None:
        spellings = {name: key.name for key in self.declared.values() for name in (key.name, *key.also)}
        for written, value in node.entries:
            name = spellings.get(written.value)
            if name is None:
                self.findings.add(self._unknown(written, value))
            elif name in self.pairs:
                first = Label(self.pairs[name][0].span, "first given here")
                message = f"{written.value!r} and {self.pairs[name][0].value!r} are one key"
                self.report("duplicate-key", written.span, message, "keep one of the two", (first,))
            else:
                self.pairs[name] = (written, value)

    def _unknown(self, written: Scalar, value: Node) -> Finding:
        message = f"{self.what} has no key {written.value!r}"
        if " " in written.value and isinstance(value, Scalar) and value.empty:  # the end of a text, cut at its comma
            return Finding("unknown-key", written.span, message, AFTER_A_COMMA)
        former = next((key.name for key in self.declared.values() if written.value in key.former), None)
        hint = f"it is called {former!r} now" if former else self.near_miss(written.value)
        return Finding("unknown-key", written.span, message, hint)

    def near_miss(self, name: str) -> str:
        """The hint for an unknown key: the most similar key, or all keys."""
        if name in self.sections and name.removesuffix("s") not in self.declared:
            return _section(name)
        if OTHER_WORDS.get(name) in self.declared:
            return f"did you mean {OTHER_WORDS[name]!r}?"
        if name == "unit" and "values" in self.declared:
            return OF_VALUES
        keys = f"the keys of {self.what} are: {', '.join(self.declared)}"
        return did_you_mean(name, self.declared, self._indent() or keys)

    def _indent(self) -> str:
        """The hint for an entry named like one of its own keys, or like a section: it is indented wrongly."""
        if any(self.what.endswith(f" {name!r}") for name in self.declared):
            return "this is the name of a key: indent it further, below the name of its entry"
        section = next((name for name in self.sections if self.what.endswith(f" {name!r}")), "")
        return _section(section) if section else ""

    # The values

    def read_key(self, key: Key[T]) -> T:
        """The value of a key, read once."""
        if key.name not in self._read:
            if key.required:
                self.require(key.name)
            self._read[key.name] = key.kind.read(self, key.name)
        read: T = self._read[key.name]
        return read

    def has(self, name: str) -> bool:
        assert name in self.declared, name
        return name in self.pairs

    def node_at(self, name: str) -> Node | None:
        """The value under a key; None where the key is missing or has nothing after it."""
        assert name in self.declared, name
        value = self.pairs[name][1] if name in self.pairs else None
        return None if isinstance(value, Scalar) and value.empty else value

    def require(self, name: str) -> Node | None:
        """The value under a key that must be there; None, with a finding, if it is missing."""
        value = self.node_at(name)
        if isinstance(value, Scalar) and not value.value.strip():
            value = None
        if value is None and self.sound:
            span = self.pairs[name][0].span if name in self.pairs else self.span
            self.report("missing-key", span, f"{self.what} needs {name!r}", self._as_in(name))
        return value

    def place(self, name: str) -> Span:
        """The place of the value of a key; of the entry if the key is left out."""
        return self.pairs[name][1].span if name in self.pairs else self.span

    def key_place(self, name: str) -> Span:
        """The place of a key itself."""
        return self.pairs[name][0].span if name in self.pairs else self.span

    def scalar_at(self, name: str) -> Scalar | None:
        value = self.node_at(name)
        if value is None or isinstance(value, Scalar):
            return value
        self.wrong(value, f"{name!r} is text", self._as_in(name))
        return None

    def choice_at(self, name: str, options: tuple[str, ...]) -> str:
        """One of `options`; the first is the default."""
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
        """The items of a list under a key."""
        value = self.node_at(name)
        if value is None:
            return ()
        if isinstance(value, Sequence):
            return value.items
        self.wrong(value, f"{name!r} is a list", self._as_in(name))
        return ()

    def pairs_at(self, name: str) -> Iterator[tuple[Scalar, Node]]:
        """The entries of a mapping under a key."""
        value = self.node_at(name)
        if isinstance(value, Mapping):
            yield from value.entries
        elif value is not None:
            self.wrong(value, f"{name!r} is a mapping of names to values", self._as_in(name))

    def scalars_at(self, name: str) -> list[Scalar]:
        """A list of texts, or a single one."""
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
        """How a key is written, for a hint: the line of its example."""
        lines = self.declared[name].example.split("\n") if name in self.declared else []
        return next((f"as in {line}" for line in lines if line.startswith(f"{name}:")), "")

    def wrong(self, node: Node, expected: str, hint: str) -> None:
        self.findings.add(wrong_type(node, expected, hint))


def wrong_type(node: Node, expected: str, hint: str) -> Finding:
    """The finding on a value of the wrong form; where a sign misled YAML, the hint explains the sign."""
    if isinstance(node, Sequence) and node.items and isinstance(node.items[0], Sequence):
        hint = 'text that begins with [[ needs quotes: "[[…]] …"'
    elif isinstance(node, Mapping) and node.entries and all(_nothing(value) for _, value in node.entries):
        hint = f"text that begins with {{ needs quotes; {hint}"
    elif isinstance(node, Scalar) and expected.endswith("a list") and LISTED_BY.match(node.value):
        hint = f"begin each entry on a line of its own with a hyphen and a space; {hint}"
    return Finding("wrong-type", node.span, f"{expected}, not {kind(node)}", hint)


def _section(name: str) -> str:
    return f"{name}: is a section of its own: begin it at the left of a file under content/"


def _nothing(node: Node) -> bool:
    return isinstance(node, Scalar) and node.empty and not node.raw


# The JSON Schema: editors complete and underline by it

DRAFT = "http://json-schema.org/draft-07/schema#"
"""What editors know best: yaml-language-server reads draft 7."""


def entry_schema(entry: type[Entry]) -> Schema:
    """One entry: its keys and no others, with a sentence and an example for each."""
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
    """All entries by the names under which they refer to one another."""
    return {entry.__name__: entry_schema(entry) for entry in entries}


def reachable(root: Schema, entries: MappingOf[str, Schema]) -> Schema:
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


# The alternative of a schema that a value fits

FORMS = {"array": Sequence, "object": Mapping}


def fitting(node: Node, schema: Schema, entries: MappingOf[str, type[Entry]]) -> Schema | None:
    """The schema itself, or the first of its alternatives that a value fits; None where it fits none."""
    for option in schema.get("anyOf", ()):
        if (found := fitting(node, option, entries)) is not None:
            return found
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
    """Whether a mapping has the keys that the entry must have, and no other than its own."""
    if not isinstance(node, Mapping):
        return False
    written = {key.value for key, _ in node.entries}
    known = {name for key in entry.declared.values() for name in (key.name, *key.also)}
    required = [{key.name, *key.also} for key in entry.declared.values() if key.required]
    return written <= known and all(written & each for each in required)
