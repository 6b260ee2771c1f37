"""The normal form of a source file, so that two authors' edits merge without conflict: for `rulewright fmt`.

`formatted` takes the text of a file and returns its normal form: `{text: Burns., name: Fire}` becomes
`{name: Fire, text: Burns.}`, because a term declares `name` first. An entry has its keys in the order in which they are
declared, and the entries of a section have lines of their own. All else stays as its author wrote it: comments stay
with what is below or beside them, and quotes, line breaks and the order of rules remain. Round-trip YAML libraries do
not preserve that: ruamel.yaml breaks long lists in brackets so that they cannot be read again, replaces escapes by
invisible characters, and leaves comments behind when keys move. So whole pieces of the text move, found by the places
in our own tree; then the result is read again and compared.

As YAML says it, a *flow* collection is in brackets or braces, `{a: 1}`, and a *block* collection has a line for each
pair or item. Columns and line numbers in this module count from 0; those of a `Span` count from 1.
"""

from collections.abc import Iterator, Sequence
from collections.abc import Mapping as Lookup
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise, takewhile
from typing import NamedTuple

from rulewright.base.findings import Findings
from rulewright.book.declarations import declared_values
from rulewright.book.kinds import ContentFile
from rulewright.entries.entry import Declaration
from rulewright.source.edits import Edit, edited
from rulewright.source.nodes import Mapping, Node, Scalar
from rulewright.source.nodes import Sequence as List
from rulewright.source.tree import parse


@dataclass(frozen=True)
class SourceFile:
    """A file under content/ or cards/, with line feeds only; `entry` is the class that reads the whole file."""

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
    for step in (_trimmed, _one_entry_per_line, _ordered_in_flow, _ordered_in_blocks):
        if file.tree is None:
            break
        changed = replace(file, text=step(file, file.tree))
        if changed.tree is not None and _is_same(file.tree, changed.tree):
            file = changed
    return file.text


def _trimmed(file: SourceFile, _tree: Node) -> str:
    """Return the text without spaces at the ends of lines, with one line feed at its end."""
    return "\n".join(line.rstrip() for line in file.text.rstrip().split("\n")) + "\n"


def _one_entry_per_line(file: SourceFile, tree: Node) -> str:
    """Return the text with each entry of a section on its own line.

    `facts: {a: 1, b: 2}` becomes three lines: `facts:`, `  a: 1` and `  b: 2`.
    """
    if file.entry is not ContentFile or not isinstance(tree, Mapping):
        return file.text
    flow, edits = FlowText(file.lines, {}), list[Edit]()
    for key, section in tree.entries:
        if key.value == "game" or not isinstance(section, Mapping) or section.span.line != key.span.line:
            continue
        if section.entries and flow.is_flow(section) and (end := flow.end(section)) is not None:
            line, key_end = file.lines[line_of(key)], start(key) + len(key.raw)
            comment = line[end:].rstrip()
            new = f":{comment}" + "".join(f"\n  {piece.text}" for piece in flow.pieces(section))
            edits.append(Edit(file.name, key.span.line, key_end + 1, line[key_end:], new))
    return edited(file.text, edits)


def _ordered_in_flow(file: SourceFile, tree: Node) -> str:
    """Return the text with the keys of flow mappings in order."""
    return edited(file.text, FlowText(file.lines, key_orders(tree, file.entry)).edits(tree))


def _ordered_in_blocks(file: SourceFile, tree: Node) -> str:
    """Return the text with the keys of block mappings in order."""
    return "\n".join(BlockText(file.lines, key_orders(tree, file.entry)).text(tree, 0, len(file.lines)))


def _is_same(before: Node, after: Node) -> bool:
    """Return whether two nodes are equal, apart from the order of keys and line feeds at the ends of texts.

    A block text that ends the file has a line feed at its end only if the file has one.
    """
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        values = {key.value: value for key, value in after.entries}
        same_keys = {key.value for key, _ in before.entries} == set(values)
        return same_keys and all(_is_same(value, values[key.value]) for key, value in before.entries)
    if isinstance(before, List) and isinstance(after, List):
        return len(before.items) == len(after.items) and all(map(_is_same, before.items, after.items))
    if isinstance(before, Scalar) and isinstance(after, Scalar):
        return (before.value.rstrip("\n"), before.plain) == (after.value.rstrip("\n"), after.plain)
    return False


# The order of keys, and which mappings of a file are entries

Ranks = Lookup[str, int]
"""The rank of each key of an entry: keys with a lower one come first."""
Orders = Lookup[tuple[int, int], Ranks]
"""The ranks of the keys of each entry, by the line and column (from 1) where the entry begins."""


def key_orders(tree: Node, entry: type[Declaration]) -> Orders:
    """Return the orders in a file. Its sections have none: authors put them in the order that they like."""
    orders: dict[tuple[int, int], Ranks] = {}
    for each in declared_values(tree, entry):
        if each.entry is not None and each.entry is not ContentFile:
            ranks: dict[str, int] = {}
            for rank, key in enumerate(each.entry.declared.values()):
                ranks |= dict.fromkeys((key.name, *key.also), rank)
            orders[each.node.span.line, each.node.span.column] = ranks
    return orders


# Flow collections: pairs and items move within their line

CLOSING = {"{": "}", "[": "]"}


class Piece(NamedTuple):
    """A pair or an item of a flow collection: its columns, `end` exclusive, and its text with the keys in order."""

    begin: int
    end: int
    text: str


class FlowText:
    """The flow collections of one file."""

    def __init__(self, lines: Sequence[str], orders: Orders) -> None:
        self.lines, self.orders = lines, orders

    def is_flow(self, node: Node) -> bool:
        """Return whether a node is a collection that begins with a bracket or a brace."""
        return isinstance(node, Mapping | List) and self.lines[line_of(node)][start(node)] in CLOSING

    def edits(self, node: Node) -> Iterator[Edit]:
        """Yield the edits that put keys in order, for each collection that ends on its line."""
        end = self.end(node) if self.is_flow(node) else None
        if end is not None:
            old, new = self.lines[line_of(node)][start(node) : end], self.text(node, end)
            if old != new:
                yield Edit(node.span.file, node.span.line, node.span.column, old, new)
            return
        for child in children(node):
            yield from self.edits(child)

    def end(self, node: Node) -> int | None:
        """Return the column after a node that ends on the line on which it begins; None for others."""
        if isinstance(node, Scalar):
            return None if "\n" in node.raw else start(node) + len(node.raw)
        line, content_end = self.lines[line_of(node)], start(node) + 1
        for child in children(node):
            child_end = self.end(child) if child.span.line == node.span.line else None
            if child_end is None:
                return None
            content_end = max(content_end, child_end)
        if not self.is_flow(node):  # a pair alone in a list, which needs no brackets: [bullets: fire]
            return content_end
        after_content = line[content_end:].lstrip(" ,:")  # a last comma, or the colon of a key alone, may follow
        is_closed = after_content.startswith(CLOSING[line[start(node)]])
        return len(line) - len(after_content) + 1 if is_closed else None

    def text(self, node: Node, end: int) -> str:
        """Return the text of a node that ends at column `end` of its line, with the keys in order.

        The gaps between the pieces stay where they are: `{`, `, ` and `}` in `{text: Burns., name: Fire}`.
        """
        line = self.lines[line_of(node)]
        if isinstance(node, Scalar):
            return line[start(node) : end]
        pieces = list(self.pieces(node))
        gap_begins, gap_ends = [start(node), *(each.end for each in pieces)], [*(each.begin for each in pieces), end]
        gaps = [line[begin:end] for begin, end in zip(gap_begins, gap_ends, strict=True)]
        in_order = sorted(pieces, key=lambda piece: self._rank(node, piece))
        return gaps[0] + "".join(piece.text + gap for piece, gap in zip(in_order, gaps[1:], strict=True))

    def pieces(self, node: Mapping | List) -> Iterator[Piece]:
        """Yield the pairs or items of a collection that ends on its line."""
        line = self.lines[line_of(node)]
        pairs = node.entries if isinstance(node, Mapping) else [(item, item) for item in node.items]
        for key, value in pairs:
            begin, end = start(key), self.end(value)
            assert end is not None, "the whole collection ends on its line"
            if isinstance(value, Scalar) and not value.raw:  # a key alone
                end = max(end, begin + len(key.raw)) if isinstance(key, Scalar) else end
                yield Piece(begin, end, line[begin:end])
            else:
                yield Piece(begin, end, line[begin : start(value)] + self.text(value, end))

    def _rank(self, node: Mapping | List, piece: Piece) -> int:
        """Return the rank of a piece among those of its entry; 0 for items of lists and keys of other mappings."""
        ranks = self.orders.get((node.span.line, node.span.column), {})
        if not ranks or not isinstance(node, Mapping):
            return 0
        key = next(key for key, _ in node.entries if start(key) == piece.begin)
        return ranks.get(key.value, len(ranks))


def start(node: Node) -> int:
    """Return the column where a node begins."""
    return node.span.column - 1


def line_of(node: Node) -> int:
    """Return the number of the line where a node begins."""
    return node.span.line - 1


def children(node: Node) -> tuple[Node, ...]:
    """Return the nodes directly in a collection; keys of a mapping come before their values."""
    if isinstance(node, Mapping):
        return tuple(each for pair in node.entries for each in pair)
    return node.items if isinstance(node, List) else ()


# Block collections: each pair or item moves as whole lines, with the comments above it


class BlockText:
    """The block collections of one file."""

    def __init__(self, lines: Sequence[str], orders: Orders) -> None:
        self.lines, self.orders, self.flow = lines, orders, FlowText(lines, orders)

    def text(self, node: Node, first: int, last: int) -> list[str]:
        """Return the lines of a node with the keys in order; it lies on lines `first` to `last`, exclusive."""
        if isinstance(node, Scalar) or self.flow.is_flow(node):
            return list(self.lines[first:last])
        if isinstance(node, List):
            # where each item begins with the comments above it, and the end of the last
            borders = [first, *(self._begin(item, dash=True) for item in node.items[1:]), last]
            items = zip(node.items, pairwise(borders), strict=True)
            return [line for item, (begin, end) in items for line in self._piece(item, begin, line_of(item), end)]
        keys = [key for key, _ in node.entries]
        borders = [max(first, self._begin(keys[0])), *map(self._begin, keys[1:]), self._end(keys[0], last)]
        pieces = [
            self._piece(value, begin, line_of(key), end)
            for (key, value), (begin, end) in zip(node.entries, pairwise(borders), strict=True)
        ]
        return [*self.lines[first : borders[0]], *self._ordered(node, pieces), *self.lines[borders[-1] : last]]

    def _piece(self, value: Node, begin: int, key_line: int, end: int) -> list[str]:
        """Return the lines of a pair or an item: those down to its key, then its value."""
        value_begin = key_line if line_of(value) == key_line else key_line + 1  # beside or below its key
        return [*self.lines[begin:value_begin], *self.text(value, value_begin, end)]

    def _ordered(self, node: Mapping, pieces: list[list[str]]) -> list[str]:
        """Return the lines of the pairs in order. The blank lines after each pair stay where they are.

        An entry of a list begins with a dash: it moves to the pair that is now first.
        """
        order = self.orders.get((node.span.line, node.span.column), {})
        ranks = [order.get(key.value, len(order)) if order else 0 for key, _ in node.entries]
        if ranks == sorted(ranks):
            return [line for piece in pieces for line in piece]
        indent = self.lines[line_of(node)][: start(node)]  # `  - ` or spaces
        has_dash = bool(indent.strip())
        if has_dash:
            pieces[0] = _with_indent(pieces[0], " " * len(indent))
        gaps = [sum(1 for _ in takewhile(_is_blank, reversed(piece))) for piece in pieces]  # blank lines at the end
        without_gaps = [piece[: len(piece) - gap] for piece, gap in zip(pieces, gaps, strict=True)]
        in_order = [without_gaps[index] for index in sorted(range(len(ranks)), key=ranks.__getitem__)]
        if has_dash:
            in_order[0] = _with_indent(in_order[0], indent)
        return [line for piece, gap in zip(in_order, gaps, strict=True) for line in (*piece, *[""] * gap)]

    def _begin(self, node: Node, *, dash: bool = False) -> int:
        """Return the first line of a pair or an item, or of the comments right above it with the same indent.

        `dash` says that the node is an item, whose indent ends before its dash.
        """
        line = line_of(node)
        column = len(self.lines[line]) - len(self.lines[line].lstrip()) if dash else start(node)
        while line and self.lines[line - 1].startswith(" " * column + "#"):
            line -= 1
        return line

    def _end(self, key: Scalar, last: int) -> int:
        """Return the line after the last pair of a mapping, without blank lines and comments further to the left."""
        for line in reversed(self.lines[line_of(key) + 1 : last]):
            text = line.lstrip()
            is_outer_comment = text.startswith("#") and len(line) - len(text) < start(key)
            if text and not is_outer_comment:
                break
            last -= 1
        return last


def _with_indent(piece: Sequence[str], indent: str) -> list[str]:
    """Return a piece with this indent, of the same length, in the line of its key: the first that is no comment."""
    key_line = next(number for number, line in enumerate(piece) if not line.lstrip().startswith("#"))
    return [*piece[:key_line], indent + piece[key_line][len(indent) :], *piece[key_line + 1 :]]


def _is_blank(line: str) -> bool:
    return not line.strip()
