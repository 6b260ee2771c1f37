"""Decks: a card file with the key `deck` names a table, and makes one card for each record of it.

The cards are made as trees before anything is decoded, so they are checked and printed like any other card. For the
record `rifle` of the table `weapons`, the *field* `[[record:range]]` in a text becomes `[[cell:weapons(rifle,
range)]]`, a link that quotes the cell, so the card prints what the table prints. In a name, such as that of a picture,
it becomes the text of the cell. A block with nothing but empty cells is left out.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from rulewright.base.limits import DECK as DECK_LIMIT
from rulewright.source.nodes import Mapping as Tree
from rulewright.source.nodes import Node, Scalar, Sequence, name_in_source, values_at

DECK, NAME = "deck", "name"
"""The key of a deck, and the field that stands for the name of a record."""
FIELD = re.compile(r"\[\[\s*+record\s*+:\s*+([^\[\]|]+?)\s*\]\]")
"""`[[record:text]]`: the record's cell in a column."""
KEYS_OF_NAMES = tuple(
    "background band bullets colour color count figure ground image rule size table theme width".split()
)
"""The keys of cards whose values are names, not texts: a field in one becomes the text of the cell, not a link."""
ZONES = "zones"
"""The key of a card with blocks by name; elsewhere blocks are in lists."""
LINK_PREFIX = re.compile(r"\[\[\s*+[\w-]++\s*+:[^\[\]|]*+\Z")
"""The beginning of a link whose name is a field, as in `[[mark:[[record:suit]]]]`."""
UNKNOWN = "??"
"""What a draft prints for a column that does not exist."""
EMPTY_CELL, DASH = "nothing", "–"
"""How an author writes an empty cell, and how tables print it."""


@dataclass(frozen=True, slots=True)
class Records:
    """The table of a deck, as trees: each row has the name of its record and its cells."""

    table: str
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[Scalar, Node], ...] = ()

    def cards(self, tree: Tree) -> Iterator[tuple[Scalar, Tree]]:
        """Yield the name of each record with its card."""
        for name, row in self.rows[: DECK_LIMIT.most]:
            yield name, _Filling(self, name, row).card(tree)

    def unfilled(self, tree: Tree) -> Tree:
        """Return one card with `??` in its fields, as the draft of a deck without records."""
        unknown = Scalar(UNKNOWN, tree.span)
        return _Filling(self, unknown, unknown).card(tree)


def tables_of(content: Iterable[Tree]) -> Mapping[str, Records]:
    """Return the tables of a game by name; a table without records has no rows."""
    sections = [section for tree in content for section in values_at(tree, "tables") if isinstance(section, Tree)]
    return {name.value: _records(name.value, table) for section in sections for name, table in section.entries}


def _records(name: str, table: Node) -> Records:
    if not isinstance(table, Tree):
        return Records(name)
    outputs, records = table.get("outputs"), table.get("records")
    columns = tuple(key.value for key, _ in outputs.entries) if isinstance(outputs, Tree) else ()
    return Records(name, columns, records.entries if isinstance(records, Tree) else ())


def records_for(card: Tree, tables: Mapping[str, Records]) -> Records | None:
    """Return the table of a deck; None for an ordinary card, or if no table has that name."""
    named = card.get(DECK)
    return tables.get(named.value) if isinstance(named, Scalar) else None


def all_cards(cards: Iterable[Tree], content: Iterable[Tree]) -> Iterator[Tree]:
    """Yield every card. Decks yield their cards; a deck whose table does not exist yields none."""
    cards = list(cards)
    tables = tables_of(content) if any(tree.get(DECK) for tree in cards) else {}
    for tree in cards:
        records = records_for(tree, tables)
        if records is not None:
            yield from (card for _, card in records.cards(tree))
        elif tree.get(DECK) is None:
            yield tree


def fields(node: Node) -> Iterator[tuple[Scalar, re.Match[str]]]:
    """Yield each field in the texts of a card, with the text that contains it."""
    if isinstance(node, Scalar):
        yield from ((node, match) for match in FIELD.finditer(node.value))
    else:
        inner = node.items if isinstance(node, Sequence) else (value for _, value in node.entries)
        for each in inner:
            yield from fields(each)


@dataclass(frozen=True, slots=True)
class _Filling:
    """Fills the fields of a card with the cells of one record.

    `name` is the name of the record, and `row` has its cells: a mapping by column, a list, or a single cell.
    """

    records: Records
    name: Scalar
    row: Node

    def card(self, tree: Tree) -> Tree:
        """Return the card with its fields filled."""
        filled = self._node(tree)
        assert isinstance(filled, Tree)  # as the card is
        return filled

    def _node(self, node: Node, key: str = "") -> Node:
        """Return the node under a key with its fields filled, without the blocks that would print nothing."""
        if isinstance(node, Scalar):
            return self._scalar(node, is_name=key in KEYS_OF_NAMES)
        if isinstance(node, Sequence):
            return replace(node, items=tuple(self._node(item) for item in node.items if not self._empty(item)))
        entries = ((name, value) for name, value in node.entries if key != ZONES or not self._empty(value))
        return replace(node, entries=tuple((name, self._node(value, name.value)) for name, value in entries))

    def _empty(self, block: Node) -> bool:
        """Return whether a block would print nothing: all of its fields are empty, or the field of a name is.

        For a record without a picture, `{figure: "[[record:picture]]", text: "..."}` is empty. Without fields, a block
        is not.
        """
        if isinstance(block, Sequence):
            return False
        entries = block.entries if isinstance(block, Tree) else ()
        names = (value for key, value in entries if key.value in KEYS_OF_NAMES)
        has_only_empty_fields = set(self._cells(block)) == {EMPTY_CELL}
        return has_only_empty_fields or any({EMPTY_CELL, UNKNOWN} & {*self._cells(name)} for name in names)

    def _cells(self, node: Node) -> list[str]:
        """Return the cells of all fields in a node."""
        return [self._cell(field[1]) for _, field in fields(node)]

    def _scalar(self, text: Scalar, *, is_name: bool) -> Scalar:
        def filled(field: re.Match[str]) -> str:
            column, cell = field[1], self._cell(field[1])
            if cell == EMPTY_CELL:
                return DASH
            is_name_of_link = LINK_PREFIX.search(text.value, 0, field.start()) is not None
            has_no_cell = not cell or column not in self.records.columns  # `name`, a list or an unknown column
            if is_name or is_name_of_link or has_no_cell:
                return cell
            name = name_in_source(self.name)
            record = f'"{name}"' if "," in name else name
            return f"[[cell:{self.records.table}({record}, {column})]]"

        return replace(text, value=FIELD.sub(filled, text.value))

    def _cell(self, column: str) -> str:
        """Return the record's cell in a column, as its author wrote it; `??` if there is no such column."""
        columns = self.records.columns
        if column == NAME:
            return self.name.value
        if column not in columns:
            return UNKNOWN
        if isinstance(self.row, Tree):
            cell = self.row.get(column)
        elif isinstance(self.row, Sequence):
            cell = dict(zip(columns, self.row.items, strict=False)).get(column)
        else:
            cell = self.row
        return cell.value.strip() if isinstance(cell, Scalar) else ""
