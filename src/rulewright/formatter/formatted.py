"""The normal form of one file."""

from collections.abc import Iterator, Sequence
from collections.abc import Mapping as Lookup
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from rulewright.blocks import BLOCK_SCHEMA
from rulewright.decode.game_section import ContentFile
from rulewright.edits import Edit, edited
from rulewright.findings import Findings
from rulewright.language.entry import Entry, Schema, fitting
from rulewright.multilingual.entries import OF
from rulewright.reference import ENTRIES
from rulewright.source.nodes import Mapping, Node, Scalar
from rulewright.source.nodes import Sequence as List
from rulewright.source.tree import parse

# Which mappings of a file are entries, and the order of their keys

BY_NAME = {entry.__name__: entry for entry in ENTRIES}

Orders = Lookup[tuple[int, int], Lookup[str, int]]
"""For each entry, by the line and column where it begins, the position of each key that it may have."""


def orders(tree: Node, entry: type[Entry]) -> Orders:
    """Those of a file. Its sections are no keys of an entry: authors put them in the order that they like."""
    found = _of_entry(tree, entry)
    return {(node.span.line, node.span.column): _positions(each) for node, each in found if each is not ContentFile}


def _positions(entry: type[Entry]) -> Lookup[str, int]:
    """What a translation translates comes first."""
    declared = {name: at for at, key in enumerate(entry.declared.values()) for name in (key.name, *key.also)}
    return {OF: -1, **declared}


def _of_entry(node: Node, entry: type[Entry]) -> Iterator[tuple[Mapping, type[Entry]]]:
    if not isinstance(node, Mapping):
        return
    yield node, entry
    keys = {name: key for key in entry.declared.values() for name in (key.name, *key.also)}
    for written, value in node.entries:
        if (key := keys.get(written.value)) is not None:
            yield from _of_value(value, key.kind.schema)


def _of_value(node: Node, schema: Schema) -> Iterator[tuple[Mapping, type[Entry]]]:
    chosen = fitting(node, schema, BY_NAME) or {}
    if "$ref" in chosen:
        yield from _of_thing(node, chosen["$ref"].rpartition("/")[2])
    elif isinstance(node, List):
        for item in node.items:
            yield from _of_value(item, chosen.get("items", {}))
    elif isinstance(node, Mapping):
        for _, value in node.entries:
            yield from _of_value(value, chosen.get("additionalProperties") or {})


def _of_thing(node: Node, name: str) -> Iterator[tuple[Mapping, type[Entry]]]:
    if name == "Block":
        yield from _of_value(node, BLOCK_SCHEMA)
    elif (plain := BY_NAME[name].schema_extra().get("anyOf")) and isinstance(node, Mapping):
        yield from _of_value(node, {"anyOf": plain})
    else:
        yield from _of_entry(node, BY_NAME[name])


# Collections within brackets

CLOSING = {"{": "}", "[": "]"}


class FlowText:
    """The collections within brackets of one file."""

    def __init__(self, lines: Sequence[str], orders: Orders) -> None:
        self.lines, self.orders = lines, orders

    def is_flow(self, node: Node) -> bool:
        return isinstance(node, Mapping | List) and self.lines[node.span.line - 1][start(node)] in CLOSING

    def edits(self, node: Node) -> Iterator[Edit]:
        """What brings the keys into order, of each collection that ends on its line."""
        end = self.end(node) if self.is_flow(node) else None
        if end is not None:
            old, new = self.lines[node.span.line - 1][start(node) : end], self.text(node, end)
            yield from [Edit(node.span.file, node.span.line, node.span.column, old, new)] if old != new else []
            return
        for child in children(node):
            yield from self.edits(child)

    def end(self, node: Node) -> int | None:
        """The position after a node that ends on the line where it begins; None for others."""
        if isinstance(node, Scalar):
            return None if "\n" in node.raw else start(node) + len(node.raw)
        line, at = self.lines[node.span.line - 1], start(node) + 1
        for child in children(node):
            inner = self.end(child) if child.span.line == node.span.line else None
            if inner is None:
                return None
            at = max(at, inner)
        if not self.is_flow(node):  # a pair alone in a list, which needs no brackets: [bullets: fire]
            return at
        rest = line[at:].lstrip(" ,:")
        return len(line) - len(rest) + 1 if rest.startswith(CLOSING[line[start(node)]]) else None

    def text(self, node: Node, end: int) -> str:
        """A node from its beginning to its end, on one line."""
        line = self.lines[node.span.line - 1]
        if isinstance(node, Scalar):
            return line[start(node) : end]
        pieces = list(self._pieces(node))
        begins = [begin for begin, _, _ in pieces]
        ends = [last for _, last, _ in pieces]
        gaps = [line[last:begin] for last, begin in zip([start(node), *ends], [*begins, end], strict=True)]
        texts = [text for _, _, text in sorted(pieces, key=lambda piece: self._position(node, piece[0]))]
        return gaps[0] + "".join(text + gap for text, gap in zip(texts, gaps[1:], strict=True))

    def pieces(self, node: Mapping) -> list[str]:
        """The text of each pair."""
        return [text for _, _, text in self._pieces(node)]

    def _pieces(self, node: Mapping | List) -> Iterator[tuple[int, int, str]]:
        """The beginning and the end of each pair or item, and its text with the keys in order."""
        line = self.lines[node.span.line - 1]
        pairs = node.entries if isinstance(node, Mapping) else [(item, item) for item in node.items]
        for key, value in pairs:
            last = self.end(value)
            assert last is not None, "the whole ends on its line"
            if isinstance(value, Scalar) and not value.raw:  # a key alone
                last = max(last, start(key) + len(key.raw)) if isinstance(key, Scalar) else last
                yield start(key), last, line[start(key) : last]
            else:
                yield start(key), last, line[start(key) : start(value)] + self.text(value, last)

    def _position(self, node: Mapping | List, begin: int) -> int:
        order = self.orders.get((node.span.line, node.span.column), {})
        if not order or not isinstance(node, Mapping):
            return 0
        key = next(key for key, _ in node.entries if start(key) == begin)
        return order.get(key.value, len(order))


def start(node: Node) -> int:
    """The position on its line."""
    return node.span.column - 1


def children(node: Node) -> tuple[Node, ...]:
    """What stands directly in a collection; keys of a mapping come before their values."""
    if isinstance(node, Mapping):
        return tuple(each for pair in node.entries for each in pair)
    return node.items if isinstance(node, List) else ()


# Collections in lines


class BlockText:
    """The collections in lines of one file; numbers of lines count from 0."""

    def __init__(self, lines: Sequence[str], orders: Orders) -> None:
        self.lines, self.orders, self.flow = lines, orders, FlowText(lines, orders)

    def text(self, node: Node, first: int, last: int) -> list[str]:
        """The lines of a node, which lies on those from `first` until before `last`, with the keys in order."""
        if isinstance(node, Scalar) or self.flow.is_flow(node):
            return list(self.lines[first:last])
        if isinstance(node, List):
            return self._list(node, first, last)
        return self._mapping(node, first, last)

    def _list(self, node: List, first: int, last: int) -> list[str]:
        begins = [first, *(self._begin(item, dash=True) for item in node.items[1:]), last]
        found: list[str] = []
        for item, (begin, end) in zip(node.items, pairwise(begins), strict=True):
            found += self._inner(item, begin, _line(item), end)
        return found

    def _mapping(self, node: Mapping, first: int, last: int) -> list[str]:
        keys = [key for key, _ in node.entries]
        begins = [max(first, self._begin(keys[0])), *map(self._begin, keys[1:]), self._end(keys[0], last)]
        pieces = [
            self._inner(value, begin, _line(key), end)
            for (key, value), (begin, end) in zip(node.entries, pairwise(begins), strict=True)
        ]
        return [
            *self.lines[first : begins[0]],
            *self._ordered(node, pieces),
            *self.lines[begins[-1] : last],
        ]

    def _inner(self, value: Node, begin: int, line: int, end: int) -> list[str]:
        """A pair or an item: the lines down to that of its key, and its value."""
        inner = line if _line(value) == line else line + 1
        return [*self.lines[begin:inner], *self.text(value, inner, end)]

    def _ordered(self, node: Mapping, pieces: list[list[str]]) -> list[str]:
        order = self.orders.get((node.span.line, node.span.column), {})
        ranks = [order.get(key.value, len(order)) if order else 0 for key, _ in node.entries]
        if ranks == sorted(ranks):
            return [line for piece in pieces for line in piece]
        before = self.lines[_line(node)][: start(node)]  # a dash, or blanks
        pieces[0] = _with_start(pieces[0], " " * len(before), len(before)) if before.strip() else pieces[0]
        gaps = [_blank_end(piece) for piece in pieces]
        sorted_ = [pieces[at][: len(pieces[at]) - gaps[at]] for at in sorted(range(len(ranks)), key=ranks.__getitem__)]
        if before.strip():
            sorted_[0] = _with_start(sorted_[0], before, len(before))
        return [line for piece, gap in zip(sorted_, gaps, strict=True) for line in (*piece, *[""] * gap)]

    def _begin(self, node: Node, *, dash: bool = False) -> int:
        """The first line of a pair or an item: that of the comments right above it, as far to the right."""
        line = _line(node)
        column = len(self.lines[line]) - len(self.lines[line].lstrip()) if dash else start(node)
        while line and self.lines[line - 1].startswith(" " * column + "#"):
            line -= 1
        return line

    def _end(self, key: Scalar, last: int) -> int:
        """The line after the last pair of a mapping: blank lines and comments further to the left are not its own."""
        while last - 1 > _line(key) and self._is_outside(self.lines[last - 1], start(key)):
            last -= 1
        return last

    def _is_outside(self, line: str, column: int) -> bool:
        text = line.lstrip()
        return not text or (text.startswith("#") and len(line) - len(text) < column)


def _line(node: Node) -> int:
    return node.span.line - 1


def _with_start(piece: Sequence[str], begin: str, length: int) -> list[str]:
    """A piece whose line of the key, the first that is no comment, begins otherwise."""
    at = next(at for at, line in enumerate(piece) if not line.lstrip().startswith("#"))
    return [*piece[:at], begin + piece[at][length:], *piece[at + 1 :]]


def _blank_end(piece: Sequence[str]) -> int:
    count = 0
    while count < len(piece) and not piece[-1 - count].strip():
        count += 1
    return count


@dataclass(frozen=True)
class SourceFile:
    """A file under content/ or cards/, with line feeds only, and the entry that the whole of it is."""

    text: str
    name: str
    entry: type[Entry]

    @cached_property
    def tree(self) -> Node | None:
        """None where it cannot be read."""
        faults = Findings()
        tree = parse(self.text, self.name, faults)
        return None if faults.findings else tree

    @cached_property
    def lines(self) -> list[str]:
        return self.text.split("\n")


def formatted(file: SourceFile) -> str:
    """Its normal form; as it is where it cannot be read, and where something would be lost."""
    for step in (_trimmed, _divided, _ordered_in_brackets, _ordered_in_lines):
        if file.tree is None:
            break
        changed = replace(file, text=step(file, file.tree))
        if changed.tree is not None and _is_same(file.tree, changed.tree):
            file = changed
    return file.text


def _is_same(one: Node, other: Node) -> bool:
    """Whether both hold the same, in whatever order the keys are.

    A text in lines that ends the file has a line feed at its end only if the file has; none counts.
    """
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        values = {key.value: value for key, value in other.entries}
        known = {key.value for key, _ in one.entries} == set(values)
        return known and all(_is_same(value, values[key.value]) for key, value in one.entries)
    if isinstance(one, List) and isinstance(other, List):
        return len(one.items) == len(other.items) and all(map(_is_same, one.items, other.items))
    if isinstance(one, Scalar) and isinstance(other, Scalar):
        return (one.value.rstrip("\n"), one.plain) == (other.value.rstrip("\n"), other.plain)
    return False


def _trimmed(file: SourceFile, _tree: Node) -> str:
    """No blanks at the ends of lines, and one line feed at the end of the file."""
    return "\n".join(line.rstrip() for line in file.text.rstrip().split("\n")) + "\n"


def _divided(file: SourceFile, tree: Node) -> str:
    """Each entry of a section on a line of its own."""
    return edited(file.text, _section_edits(file, tree) if file.entry is ContentFile else ())


def _section_edits(file: SourceFile, tree: Node) -> Iterator[Edit]:
    flow = FlowText(file.lines, {})
    for key, section in tree.entries if isinstance(tree, Mapping) else ():
        if key.value == "game" or not isinstance(section, Mapping) or section.span.line != key.span.line:
            continue
        if section.entries and flow.is_flow(section) and (end := flow.end(section)) is not None:
            line, begin = file.lines[key.span.line - 1], key.span.column - 1 + len(key.raw)
            new = f":{line[end:].rstrip()}" + "".join(f"\n  {piece}" for piece in flow.pieces(section))
            yield Edit(file.name, key.span.line, begin + 1, line[begin:], new)


def _ordered_in_brackets(file: SourceFile, tree: Node) -> str:
    """The keys of entries within brackets in order."""
    return edited(file.text, FlowText(file.lines, orders(tree, file.entry)).edits(tree))


def _ordered_in_lines(file: SourceFile, tree: Node) -> str:
    """The keys of entries in lines in order."""
    return "\n".join(BlockText(file.lines, orders(tree, file.entry)).text(tree, 0, len(file.lines)))
