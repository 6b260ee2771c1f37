"""Collections in lines: each pair or item with the comments above it moves as a whole."""

from collections.abc import Sequence
from itertools import pairwise

from rulewright.formatter.declared_order import Orders
from rulewright.formatter.flow import FlowText, start
from rulewright.source.nodes import Mapping, Node, Scalar
from rulewright.source.nodes import Sequence as List


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
