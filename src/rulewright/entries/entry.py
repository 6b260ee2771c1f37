"""Entries of the source: mappings whose keys are each declared once.

A subclass of `Entry` is a frozen value and the declaration of its source at the same time. Its docstring describes the
entry. Each field made by `key` is a key of the mapping: its type says how the value is read, and `key` what it means,
with an example that runs. Reading, errors, suggestions, `explain`, the language reference and the JSON Schema all
follow from the declaration. `entries/terms.py` is a short example.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields, replace
from enum import Enum
from fractions import Fraction
from inspect import get_annotations
from operator import attrgetter
from types import UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Generic,
    Self,
    TypeVar,
    Union,
    cast,
    dataclass_transform,
    get_args,
    get_origin,
)

from rulewright.base.findings import Finding, Findings, Label, Span
from rulewright.base.messages.messages import any_of
from rulewright.entries.names import did_you_mean
from rulewright.entries.text import Text
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence, kind

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


@dataclass(frozen=True, slots=True, eq=False)
class Kind(Generic[T]):
    """A kind of value: `read` reads it from an entry, and `words` complete the sentence «the value is …».

    The texts of a kind that `refers` are only links; readers see what they lead to.
    """

    words: str
    read: Callable[["EntryReader", str], T]
    schema: Schema
    refers: bool = False


@dataclass(slots=True, eq=False)
class Key(Generic[T]):
    """The declaration of one key.

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
    attribute: str = ""


class Declaration:
    """What an entry is in the source; the docstring of the class describes it."""

    noun: ClassVar[str] = ""
    """Its name in the reference, with an article: a rule, the block note."""
    declared: ClassVar[dict[str, Key[Any]]] = {}
    """Its keys by name, in the order of the reference."""

    @classmethod
    def schema_extra(cls) -> Schema:
        """Return what the JSON Schema of this entry contains besides its keys."""
        return {}


class EntryReader:
    """The keys and values of one mapping, while its entry is read.

    Creating a reader reports unknown keys and keys that are given twice. `what` is the name of the entry in messages.
    `base` is an entry whose values apply where the mapping gives none. `context` is what else the keys are read by.
    """

    sections: ClassVar[tuple[str, ...]] = ()
    """The top-level keys of a file. If one is found inside an entry, it is indented too far."""

    def __init__(
        self,
        entry: type[Declaration],
        node: Node,
        what: str,
        findings: Findings,
        context: Any = None,
        base: "Entry | None" = None,
    ) -> None:
        self._keys, self.context, self.base = entry.declared, context, base
        self.what, self.span, self.findings = what, node.span, findings
        self.sound = True
        self.pairs: dict[str, tuple[Scalar, Node]] = {}
        self._read: dict[str, Any] = {}
        if isinstance(node, Mapping):
            self._read_pairs(node)
        elif not (isinstance(node, Scalar) and node.empty):
            self.sound = False  # reported once: missing keys would only repeat it
            hint = self._indent() or self._as_in(next(iter(self._keys), ""))
            self.wrong(node, f"{what} is a mapping of keys to values", hint)

    def _read_pairs(self, node: Mapping) -> None:
        spellings = {name: key.name for key in self._keys.values() for name in (key.name, *key.also)}
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
        former = next((key.name for key in self._keys.values() if scalar.value in key.former), None)
        hint = f"it is called {former!r} now" if former else self.near_miss(scalar.value)
        return Finding("unknown-key", scalar.span, message, hint)

    def near_miss(self, name: str) -> str:
        """Return a hint for an unknown key: the most similar key, or all keys."""
        if name in self.sections and name.removesuffix("s") not in self._keys:
            return _section(name)
        if SYNONYMS.get(name) in self._keys:
            return f"did you mean {SYNONYMS[name]!r}?"
        if name == "unit" and "values" in self._keys:
            return OF_VALUES
        keys = f"the keys of {self.what} are: {', '.join(self._keys)}"
        return did_you_mean(name, self._keys, self._indent() or keys)

    def _indent(self) -> str:
        """Return a hint about indentation if the entry is named like a section or like one of its own keys, or ""."""
        if any(self.what.endswith(f" {name!r}") for name in self._keys):
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

    def value_of(self, name: str) -> Any:
        """Return the value of another key, for values that depend on it."""
        return self.read_key(self._keys[name])

    def inherited(self, name: str) -> Any:
        """Return the value that the base has for a key; None without a base."""
        return getattr(self.base, self._keys[name].attribute, None)

    def is_required(self, name: str) -> bool:
        return self._keys[name].required

    def has(self, name: str) -> bool:
        assert name in self._keys, name
        return name in self.pairs

    def node_at(self, name: str) -> Node | None:
        """Return the value under a key; None if the key is missing or its value is empty."""
        assert name in self._keys, name
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
        lines = self._keys[name].example.split("\n") if name in self._keys else []
        return next((f"as in {line}" for line in lines if line.startswith(f"{name}:")), "")

    def wrong(self, node: Node, expected: str, hint: str) -> None:
        self.findings.add(wrong_type(node, expected, hint))


NOWHERE = Span("")


def key(
    summary: str,
    example: str,
    *,
    default: Any = MISSING,
    otherwise: str = "",
    kind: Kind[Any] | None = None,
    former: tuple[str, ...] = (),
    also: tuple[str, ...] = (),
    only: tuple[str, ...] = (),
    name: str = "",
) -> Any:
    """Declare a field of an entry as a key of its mapping. Without a `default` the key is required.

    `otherwise` says in words what applies without the key, where the `default` does not. `kind` says how the value is
    read where the type of the field does not. The name of the key is that of the field, unless `name` is given.
    """
    required, words = default is MISSING, otherwise or _in_words(default)
    return shared(Key(kind or UNREADABLE, summary, example, required, words, former, also, only, name), default)


def _in_words(default: object) -> str:
    """Return a default as authors write it; "" for a text, a list or nothing."""
    if isinstance(default, bool):
        return "yes" if default else "no"
    return str(default.value if isinstance(default, Enum) else default if isinstance(default, int | Fraction) else "")


def inherited(summary: str, example: str, **more: Any) -> Any:
    """Declare a key that has the value of the base where the mapping gives none; `more` is as for `key`."""
    declared: Key[Any] = Key(UNREADABLE, summary, example, default="as in the theme that it extends", **more)
    return shared(declared, MISSING)


def shared(declared: Key[Any], default: Any) -> Any:
    """Declare a field as a key that several entries have, so that the reference describes it once."""
    return field(default=default, metadata={"key": declared})


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(key, inherited, shared, field))
class _FrozenDataclass(Declaration):
    """A base whose subclasses are frozen dataclasses; type checkers do not count the decorated base itself.

    All share the methods here. `dataclass` would compile six for each class, for which each command would wait.
    """

    _fields: ClassVar[tuple[Field[Any], ...]]
    _names: ClassVar[frozenset[str]]
    _defaults: ClassVar[dict[str, Any]]
    _factories: ClassVar[dict[str, Any]]
    _compared: ClassVar[Any]
    """Returns the class of a value and the fields that count for equality."""

    def __init_subclass__(cls, noun: str = "", *, kw_only: bool = True, without: tuple[str, ...] = ()) -> None:
        """Make the class a frozen dataclass, and collect its keys in the order of writing, those of its bases first.

        The keys `without` are those of a base that the entry does not have.
        """
        cls.noun = noun or cls.noun
        cls.declared = {name: each for name, each in cls.declared.items() if name not in without}
        for attribute, annotation in get_annotations(cls).items():
            declared = getattr(vars(cls).get(attribute), "metadata", {}).get("key")
            if declared is not None:
                declared.attribute = attribute
                declared.name = declared.name or attribute.rstrip("_").replace("_", "-")
                declared.kind = kind_of(annotation) if declared.kind is UNREADABLE else declared.kind
                cls.declared[declared.name] = declared
        dataclass(init=False, repr=False, eq=False, kw_only=kw_only)(cls)
        cls._fields = fields(cast(Any, cls))
        cls._names = frozenset(each.name for each in cls._fields)
        cls._defaults = {each.name: each.default for each in cls._fields if each.default is not MISSING}
        cls._factories = {each.name: each.default_factory for each in cls._fields if callable(each.default_factory)}
        cls._compared = attrgetter("__class__", *(each.name for each in cls._fields if each.compare))

    def __init__(self, *values: Any, **named: Any) -> None:
        """Set the fields, by position in the order of writing or by name."""
        if values:
            named |= zip((each.name for each in self._fields if not each.kw_only), values, strict=False)
        made = {name: make() for name, make in self._factories.items() if name not in named}
        vars(self).update(self._defaults, **made, **named)
        if vars(self).keys() != self._names:
            names = ", ".join(sorted(vars(self).keys() ^ self._names))
            raise TypeError(f"{type(self).__name__} lacks fields or has others: {names}")

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __eq__(self, other: object) -> bool:
        return self is other or (type(self) is type(other) and self._compared(self) == self._compared(other))

    def __hash__(self) -> int:
        return hash(self._compared(self))

    def __repr__(self) -> str:
        values = (f"{each.name}={getattr(self, each.name)!r}" for each in self._fields if each.repr)
        return f"{type(self).__qualname__}({', '.join(values)})"


class Entry(_FrozenDataclass):
    """A frozen value that is read from a mapping. Positions never affect equality."""

    span: Span = field(default=NOWHERE, compare=False)

    @classmethod
    def read(
        cls,
        node: Node,
        what: str,
        findings: Findings,
        context: Any = None,
        base: Self | None = None,
        **fields: Any,
    ) -> Self:
        """Read a mapping that messages call `what`. A key without a correct value has the default of its field.

        With a `base`, a key without a correct value has the value of the base. `fields` are the values of fields that
        no key gives. `context` is what else the keys are read by, such as the domains of the game.
        """
        return cls.of_reader(EntryReader(cls, node, what, findings, context, base), **fields)

    @classmethod
    def of_reader(cls, reader: EntryReader, **fields: Any) -> Self:
        """Read the keys of a mapping; for `fields` see `read`."""
        base = cast(Self | None, reader.base)
        findings, values = reader.findings, {"span": reader.span}
        for each in cls.declared.values():
            if each.required or reader.node_at(each.name) is not None:
                count, value = len(findings.items), reader.read_key(each)
                has_default = cls.__dataclass_fields__[each.attribute].default is not MISSING
                is_wrong = len(findings.items) > count if base else value is None and has_default
                if not is_wrong:
                    values[each.attribute] = value
        entry = cls(**values | fields) if base is None else replace(base, **values | fields)
        entry.check(reader)
        return entry.completed(reader)

    def check(self, reader: EntryReader) -> None:
        """Report what is wrong between the keys of one entry."""

    def completed(self, _: EntryReader) -> Self:
        """Return the entry with the fields that follow from its keys."""
        return self

    @property
    def is_complete(self) -> bool:
        """Whether all required keys have a value."""
        return not any(getattr(self, each.attribute) in (None, "") for each in self.declared.values() if each.required)

    def texts(self) -> Iterator[Text]:
        """Yield the texts and references of the entry and of the entries in it, in the order of its keys."""
        return self.texts_of(lambda _: True)

    def prose(self) -> Iterator[Text]:
        """Yield the texts that readers see."""
        return self.texts_of(lambda kind: not kind.refers)

    def bare_links(self) -> Iterator[Text]:
        """Yield the texts that are only links."""
        return self.texts_of(lambda kind: kind.refers)

    def texts_of(self, wanted: Callable[[Kind[Any]], bool]) -> Iterator[Text]:
        """Yield the texts in the fields whose kind is wanted."""
        for each in self.declared.values():
            yield from _texts_in(getattr(self, each.attribute), wanted, is_wanted=wanted(each.kind))


class NamedEntry(Entry):
    """An entry of a section, which the author names."""

    id: str

    @classmethod
    def read_named(cls, name: Scalar, node: Node, findings: Findings, context: Any = None) -> Self:
        """Read the entry that stands under `name` in a section."""
        return cls.read(node, cls.called(name), findings, context, id=name.value, span=name.span)

    @classmethod
    def called(cls, name: Scalar) -> str:
        """Return the name of the entry in messages: `term 'smoke'`."""
        return f"{cls.noun.partition(' ')[2]} {name.value!r}"


def _texts_in(value: object, wanted: Callable[[Kind[Any]], bool], *, is_wanted: bool) -> Iterator[Text]:
    """Yield the texts in the value of a field. An entry decides for each of its own fields."""
    if isinstance(value, Entry):
        yield from value.texts_of(wanted)
    elif isinstance(value, Text):
        yield from (value,) if is_wanted else ()
    elif isinstance(value, tuple):
        for each in value:
            yield from _texts_in(each, wanted, is_wanted=is_wanted)


# How the type of a field says that its value is read

UNREADABLE: Kind[Any] = Kind("", EntryReader.node_at, {})
"""The kind of a key until the type of its field is known."""
KINDS: dict[type, Kind[Any]] = {}
"""The kinds of plain types such as `str` and `bool`; `roles` fills it."""


def kind_of(annotation: Any) -> Kind[Any]:
    """Return how a field of this type is read: `Prose | None`, `bool`, `tuple[Name, ...]`, an enumeration."""
    if get_origin(annotation) in (Union, UnionType):
        annotation = next(each for each in get_args(annotation) if each is not type(None))
    if get_origin(annotation) is Annotated:
        return next(each for each in get_args(annotation) if isinstance(each, Kind))
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return of_enum(annotation)
    return KINDS[annotation]


def of_enum(options: type[Enum]) -> Kind[Enum]:
    """One of the words of an enumeration; the first is the default."""
    words = tuple(str(each.value) for each in options)
    return Kind(" or ".join(words), lambda reader, name: options(reader.choice_at(name, words)), {"enum": list(words)})


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
