"""The located tree of a YAML file: text, lists and mappings, each with its place.

`rules: {fire: Roll}` is a `Mapping` with the key `Scalar("rules")`, whose value is a `Mapping` from `Scalar("fire")` to
`Scalar("Roll")`. Each node has a `Span`: file, line and column of its first character, and a length. Later stages read
these trees and point findings at the spans. Spans do not count when nodes are compared.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.base.findings import Span


@dataclass(frozen=True, slots=True)
class Scalar:
    """A text exactly as the author wrote it: `no`, `1:30` and `010` stay text.

    `raw` is its source, with quotes and line breaks, to find the places of its parts. `plain` is false for quoted and
    block text.
    """

    value: str
    span: Span = field(compare=False)
    raw: str = field(default="", compare=False)
    plain: bool = field(default=True, compare=False)

    @property
    def empty(self) -> bool:
        """Whether the author wrote no value: `key:` alone, or `~`."""
        return self.plain and self.value in ("", "~", "null")

    def at(self, start: int, length: int) -> Span:
        """Return the place of a slice of `value`; exact if the source spells the slice in the same way."""
        begin = self.raw.find(self.value)
        if begin >= 0 and "\n" not in self.value:
            return place_in(self.raw, self.span, begin + start, length)
        part = self.value[start : start + length].partition("\n")[0]
        return locate(self.raw, self.span, part, self.value.count(part, 0, start)) if part else self.span


@dataclass(frozen=True, slots=True)
class Renamed(Scalar):
    """A translated name: readers see its `value`, and the files of the game use `original`.

    `spellings` are other names by which texts of the original link to it.
    """

    original: str = ""
    spellings: tuple[str, ...] = ()


def name_in_source(key: Scalar) -> str:
    """Return the name that the files of the game use."""
    return key.original if isinstance(key, Renamed) else key.value


def locate(raw: str, span: Span, part: str, occurrence: int = 0) -> Span:
    """Return the place of `part` in `raw`, the source of a text at `span`; `occurrence` counts from 0.

    If folding or escapes have changed its spelling, return the place of the whole text.
    """
    start = -1
    for _ in range(occurrence + 1):
        start = raw.find(part, start + 1)
        if start < 0:
            return span
    return place_in(raw, span, start, len(part))


def place_in(raw: str, span: Span, start: int, length: int) -> Span:
    """Return the place of a slice of `raw`, the source of a text at `span`."""
    before = raw[:start]
    line = before.count("\n")
    column = start - before.rfind("\n") if line else span.column + start
    return Span(span.file, span.line + line, column, max(length, 1), span.cell)


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list of nodes."""

    items: tuple["Node", ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Mapping:
    """Keys and values in the author's order, each key once."""

    entries: tuple[tuple[Scalar, "Node"], ...]
    span: Span = field(compare=False)

    def get(self, name: str) -> "Node | None":
        """Return the value of a key; None if there is no such key."""
        return next((value for key, value in self.entries if key.value == name), None)


Node = Scalar | Sequence | Mapping

KINDS = {Scalar: "text", Sequence: "a list", Mapping: "a mapping of keys to values"}


def values_at(node: Node | None, *keys: str) -> Iterator[Node]:
    """Yield the values under a path of keys; `*` stands for every key: `values_at(tree, "game", "fonts", "*")`."""
    if not keys:
        yield from () if node is None else (node,)
    elif isinstance(node, Mapping):
        for key, value in node.entries:
            if keys[0] in ("*", key.value):
                yield from values_at(value, *keys[1:])


def kind(node: Node) -> str:
    """Return what a node is, in words for a message: `a list`."""
    return "nothing" if isinstance(node, Scalar) and node.empty else KINDS[type(node)]
