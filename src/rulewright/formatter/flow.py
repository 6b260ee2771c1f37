"""Collections within brackets: where they end on their line, and their text with the keys of entries in order."""

from collections.abc import Iterator, Sequence

from rulewright.edits import Edit
from rulewright.formatter.declared_order import Orders
from rulewright.source.nodes import Mapping, Node, Scalar
from rulewright.source.nodes import Sequence as List

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
