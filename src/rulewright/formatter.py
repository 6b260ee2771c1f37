"""The normal form of a source file, so that two authors' edits merge without conflict.

An entry has its keys in the order in which they are declared, and the entries of a section have lines of their own. All
else stays as its author wrote it: comments stay with what is below or beside them, and quotes, line breaks and the
order of rules remain. Round-trip YAML libraries do not preserve that: ruamel.yaml breaks long lists in brackets so that
they cannot be read again, replaces escapes by invisible characters, and leaves comments behind when keys move. So whole
pieces of the text move, found by the places in our own tree; then the result is read again and compared.
"""

from collections.abc import Iterator, Sequence
from collections.abc import Mapping as Lookup
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise, takewhile

from rulewright.blocks import BLOCK_SCHEMA
from rulewright.decode.game_section import ContentFile
from rulewright.edits import Edit, edited
from rulewright.entries.entry import Declaration, Schema
from rulewright.entries.schema import fitting
from rulewright.findings import Findings
from rulewright.multilingual.entries import OF
from rulewright.reference import ENTRIES
from rulewright.source.nodes import Mapping, Node, Scalar
from rulewright.source.nodes import Sequence as List
from rulewright.source.tree import parse


@dataclass(frozen=True)
class SourceFile:
    """A file under content/ or cards/, with line feeds only, and the LazyEntry class of the whole file."""

    text: str
    name: str
    entry: type[Declaration]

    @cached_property
    def tree(self) -> Node | None:
        """The tree; None if the file has findings."""
        findings = Findings()
        tree = parse(self.text, self.name, findings)
        return None if findings.items else tree

    @cached_property
    def lines(self) -> list[str]:
        return self.text.split("\n")


def formatted(file: SourceFile) -> str:
    """Return the normal form of a file, or its text if it cannot be read. A step that would lose text is skipped."""
    for step in (_trimmed, _divided, _ordered_in_brackets, _ordered_in_lines):
        if file.tree is None:
            break
        changed = replace(file, text=step(file, file.tree))
        if changed.tree is not None and _is_same(file.tree, changed.tree):
            file = changed
    return file.text


def _trimmed(file: SourceFile, _tree: Node) -> str:
    """Return the text without spaces at the ends of lines, with one line feed at its end."""
    return "\n".join(line.rstrip() for line in file.text.rstrip().split("\n")) + "\n"


def _divided(file: SourceFile, tree: Node) -> str:
    """Return the text with each entry of a section on its own line."""
    flow, edits = FlowText(file.lines, {}), list[Edit]()
    for key, section in tree.entries if file.entry is ContentFile and isinstance(tree, Mapping) else ():
        if key.value == "game" or not isinstance(section, Mapping) or section.span.line != key.span.line:
            continue
        if section.entries and flow.is_flow(section) and (end := flow.end(section)) is not None:
            line, begin = file.lines[key.span.line - 1], key.span.column - 1 + len(key.raw)
            new = f":{line[end:].rstrip()}" + "".join(f"\n  {text}" for _, _, text in flow.pieces(section))
            edits.append(Edit(file.name, key.span.line, begin + 1, line[begin:], new))
    return edited(file.text, edits)


def _ordered_in_brackets(file: SourceFile, tree: Node) -> str:
    """Return the text with the keys of flow mappings (in braces) in order."""
    return edited(file.text, FlowText(file.lines, key_orders(tree, file.entry)).edits(tree))


def _ordered_in_lines(file: SourceFile, tree: Node) -> str:
    """Return the text with the keys of block mappings (in lines) in order."""
    return "\n".join(BlockText(file.lines, key_orders(tree, file.entry)).text(tree, 0, len(file.lines)))


def _is_same(one: Node, other: Node) -> bool:
    """Return whether two nodes are equal, apart from the order of keys and line feeds at the ends of texts.

    A block text that ends the file has a line feed at its end only if the file has one.
    """
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        values = {key.value: value for key, value in other.entries}
        same_keys = {key.value for key, _ in one.entries} == set(values)
        return same_keys and all(_is_same(value, values[key.value]) for key, value in one.entries)
    if isinstance(one, List) and isinstance(other, List):
        return len(one.items) == len(other.items) and all(map(_is_same, one.items, other.items))
    if isinstance(one, Scalar) and isinstance(other, Scalar):
        return (one.value.rstrip("\n"), one.plain) == (other.value.rstrip("\n"), other.plain)
    return False


# The order of keys, and which mappings of a file are entries

BY_NAME = {entry.__name__: entry for entry in ENTRIES}

Orders = Lookup[tuple[int, int], Lookup[str, int]]
"""The order of the keys of each entry, by the line and column where the entry begins."""


def key_orders(tree: Node, entry: type[Declaration]) -> Orders:
    """Return the orders in a file. Its sections have none: authors put them in the order that they like."""
    orders: dict[tuple[int, int], Lookup[str, int]] = {}
    for node, each in _in_entry(tree, entry):
        if each is not ContentFile:
            declared = {name: at for at, key in enumerate(each.declared.values()) for name in (key.name, *key.also)}
            orders[node.span.line, node.span.column] = {OF: -1, **declared}  # what a translation translates is first
    return orders


def _in_entry(node: Node, entry: type[Declaration]) -> Iterator[tuple[Mapping, type[Declaration]]]:
    """Yield the mappings within an entry that are entries, with their classes."""
    if not isinstance(node, Mapping):
        return
    yield node, entry
    keys = {name: key for key in entry.declared.values() for name in (key.name, *key.also)}
    for written, value in node.entries:
        if (key := keys.get(written.value)) is not None:
            yield from _in_value(value, key.kind.schema)


def _in_value(node: Node, schema: Schema) -> Iterator[tuple[Mapping, type[Declaration]]]:
    chosen = fitting(node, schema, BY_NAME) or {}
    if "$ref" in chosen:
        name = chosen["$ref"].rpartition("/")[2]
        if name == "Block":
            yield from _in_value(node, BLOCK_SCHEMA)
        elif (plain := BY_NAME[name].schema_extra().get("anyOf")) and isinstance(node, Mapping):
            yield from _in_value(node, {"anyOf": plain})
        else:
            yield from _in_entry(node, BY_NAME[name])
    elif isinstance(node, List):
        for item in node.items:
            yield from _in_value(item, chosen.get("items", {}))
    elif isinstance(node, Mapping):
        for _, value in node.entries:
            yield from _in_value(value, chosen.get("additionalProperties") or {})


# Collections in brackets

CLOSING = {"{": "}", "[": "]"}


class FlowText:
    """The flow collections, in brackets or braces, of one file."""

    def __init__(self, lines: Sequence[str], orders: Orders) -> None:
        self.lines, self.orders = lines, orders

    def is_flow(self, node: Node) -> bool:
        return isinstance(node, Mapping | List) and self.lines[node.span.line - 1][start(node)] in CLOSING

    def edits(self, node: Node) -> Iterator[Edit]:
        """Yield the edits that put keys in order, for each collection that ends on its line."""
        end = self.end(node) if self.is_flow(node) else None
        if end is not None:
            old, new = self.lines[node.span.line - 1][start(node) : end], self.text(node, end)
            if old != new:
                yield Edit(node.span.file, node.span.line, node.span.column, old, new)
            return
        for child in children(node):
            yield from self.edits(child)

    def end(self, node: Node) -> int | None:
        """Return the position after a node that ends on the line on which it begins; None for others."""
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
        """Return the text of a node on one line, with the keys in order."""
        line = self.lines[node.span.line - 1]
        if isinstance(node, Scalar):
            return line[start(node) : end]
        pieces = list(self.pieces(node))
        begins, ends = [begin for begin, _, _ in pieces], [last for _, last, _ in pieces]
        gaps = [line[last:begin] for last, begin in zip([start(node), *ends], [*begins, end], strict=True)]
        texts = [text for _, _, text in sorted(pieces, key=lambda piece: self._position(node, piece[0]))]
        return gaps[0] + "".join(text + gap for text, gap in zip(texts, gaps[1:], strict=True))

    def pieces(self, node: Mapping | List) -> Iterator[tuple[int, int, str]]:
        """Yield the beginning and end of each pair or item, and its text with the keys in order."""
        line = self.lines[node.span.line - 1]
        pairs = node.entries if isinstance(node, Mapping) else [(item, item) for item in node.items]
        for key, value in pairs:
            last = self.end(value)
            assert last is not None, "the whole collection ends on its line"
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
    """Return the position of a node on its line."""
    return node.span.column - 1


def children(node: Node) -> tuple[Node, ...]:
    """Return the nodes directly in a collection; keys of a mapping come before their values."""
    if isinstance(node, Mapping):
        return tuple(each for pair in node.entries for each in pair)
    return node.items if isinstance(node, List) else ()


# Collections in lines: each pair or item moves as a whole, with the comments above it


class BlockText:
    """The block collections, in lines, of one file; line numbers count from 0."""

    def __init__(self, lines: Sequence[str], orders: Orders) -> None:
        self.lines, self.orders, self.flow = lines, orders, FlowText(lines, orders)

    def text(self, node: Node, first: int, last: int) -> list[str]:
        """Return the lines of a node with the keys in order; it lies on lines `first` to `last`, exclusive."""
        if isinstance(node, Scalar) or self.flow.is_flow(node):
            return list(self.lines[first:last])
        if isinstance(node, List):
            begins = [first, *(self._begin(item, dash=True) for item in node.items[1:]), last]
            items = zip(node.items, pairwise(begins), strict=True)
            return [line for item, (begin, end) in items for line in self._inner(item, begin, _line(item), end)]
        keys = [key for key, _ in node.entries]
        begins = [max(first, self._begin(keys[0])), *map(self._begin, keys[1:]), self._end(keys[0], last)]
        pieces = [
            self._inner(value, begin, _line(key), end)
            for (key, value), (begin, end) in zip(node.entries, pairwise(begins), strict=True)
        ]
        return [*self.lines[first : begins[0]], *self._ordered(node, pieces), *self.lines[begins[-1] : last]]

    def _inner(self, value: Node, begin: int, line: int, end: int) -> list[str]:
        """Return the lines of a pair or an item: those down to its key, then its value."""
        inner = line if _line(value) == line else line + 1
        return [*self.lines[begin:inner], *self.text(value, inner, end)]

    def _ordered(self, node: Mapping, pieces: list[list[str]]) -> list[str]:
        order = self.orders.get((node.span.line, node.span.column), {})
        ranks = [order.get(key.value, len(order)) if order else 0 for key, _ in node.entries]
        if ranks == sorted(ranks):
            return [line for piece in pieces for line in piece]
        before = self.lines[_line(node)][: start(node)]  # a dash, or spaces
        pieces[0] = _with_start(pieces[0], " " * len(before), len(before)) if before.strip() else pieces[0]
        gaps = [sum(1 for _ in takewhile(_is_blank, reversed(piece))) for piece in pieces]  # blank lines at the end
        sorted_ = [pieces[at][: len(pieces[at]) - gaps[at]] for at in sorted(range(len(ranks)), key=ranks.__getitem__)]
        if before.strip():
            sorted_[0] = _with_start(sorted_[0], before, len(before))
        return [line for piece, gap in zip(sorted_, gaps, strict=True) for line in (*piece, *[""] * gap)]

    def _begin(self, node: Node, *, dash: bool = False) -> int:
        """Return the first line of a pair or an item, or of the comments right above it with the same indent."""
        line = _line(node)
        column = len(self.lines[line]) - len(self.lines[line].lstrip()) if dash else start(node)
        while line and self.lines[line - 1].startswith(" " * column + "#"):
            line -= 1
        return line

    def _end(self, key: Scalar, last: int) -> int:
        """Return the line after the last pair of a mapping, without blank lines and comments further to the left."""
        for line in reversed(self.lines[_line(key) + 1 : last]):
            text = line.lstrip()
            if text and not (text.startswith("#") and len(line) - len(text) < start(key)):
                break
            last -= 1
        return last


def _line(node: Node) -> int:
    return node.span.line - 1


def _with_start(piece: Sequence[str], begin: str, length: int) -> list[str]:
    """Return a piece with another beginning of the line of its key, the first that is not a comment."""
    at = next(at for at, line in enumerate(piece) if not line.lstrip().startswith("#"))
    return [*piece[:at], begin + piece[at][length:], *piece[at + 1 :]]


def _is_blank(line: str) -> bool:
    return not line.strip()
