"""Decks: a file of cards/ with `deck` is a card for every record of the table that it names.

The cards are made of trees, before anything is decoded: all that is true of cards holds for them. A text quotes the
cell of its record, so the card prints what the table prints; a name, such as that of a picture, is what the cell says.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from rulewright.limits import DECK as DECK_LIMIT
from rulewright.source.nodes import Mapping as Tree
from rulewright.source.nodes import Node, Scalar, Sequence, name_in_source

DECK, NAME = "deck", "name"
"""The key of a deck, and the name of a record among its columns."""
FIELD = re.compile(r"\[\[\s*+record\s*+:\s*+([^\[\]|]+?)\s*\]\]")
"""`[[record:text]]`: what the record has in a column."""
NAMING = tuple(("background band bullets colour color count figure ground image rule size table theme width").split())
"""The keys of cards whose values are no texts."""
ZONES = "zones"
"""The key of blocks that have names."""
NAMED = re.compile(r"\[\[\s*+[\w-]++\s*+:[^\[\]|]*+\Z")
"""Before a field: the beginning of a link whose name the field is, as in `[[mark:[[record:suit]]]]`."""
UNKNOWN = "??"
"""What a draft prints for a column that is not there."""
NOTHING, DASH = "nothing", "–"
"""What an author writes for an empty cell, and what tables print for it."""


@dataclass(frozen=True, slots=True)
class Records:
    """The table of a deck, as trees."""

    table: str
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[Scalar, Node], ...] = ()

    def cards(self, tree: Tree) -> Iterator[tuple[Scalar, Tree]]:
        """The card of each record, with the name of the record."""
        for name, row in self.rows[: DECK_LIMIT.most]:
            filled = _Filling(self, name, row).node(tree)
            assert isinstance(filled, Tree)  # as the card is
            yield name, filled

    def unfilled(self, tree: Tree) -> Tree:
        """The card of a deck without records, for a draft."""
        unknown = Scalar(UNKNOWN, tree.span)
        filled = _Filling(self, unknown, unknown).node(tree)
        assert isinstance(filled, Tree)  # as the card is
        return filled


def tables_of(content: Iterable[Tree]) -> Mapping[str, Records]:
    """The tables of a game; one without records has no rows."""
    sections = (tree.get("tables") for tree in content)
    entries = [entry for section in sections if isinstance(section, Tree) for entry in section.entries]
    return {name.value: _records(name.value, table) for name, table in entries}


def records_for(card: Tree, tables: Mapping[str, Records]) -> Records | None:
    """The table of a deck; None for an ordinary card, and where no table has that name."""
    named = card.get(DECK)
    return tables.get(named.value) if isinstance(named, Scalar) else None


def all_cards(cards: Iterable[Tree], content: Iterable[Tree]) -> Iterator[Tree]:
    """Every card, those of decks too; none of a deck whose table is not there."""
    cards = list(cards)
    tables = tables_of(content) if any(tree.get(DECK) for tree in cards) else {}
    for tree in cards:
        records = records_for(tree, tables)
        if records is not None:
            yield from (card for _, card in records.cards(tree))
        elif tree.get(DECK) is None:
            yield tree


def fields(node: Node) -> Iterator[tuple[Scalar, re.Match[str]]]:
    """The fields in the texts of a card."""
    if isinstance(node, Scalar):
        yield from ((node, match) for match in FIELD.finditer(node.value))
    else:
        inner = node.items if isinstance(node, Sequence) else (value for _, value in node.entries)
        for each in inner:
            yield from fields(each)


def _records(name: str, table: Node) -> Records:
    if not isinstance(table, Tree):
        return Records(name)
    outputs, records = table.get("outputs"), table.get("records")
    columns = tuple(key.value for key, _ in outputs.entries) if isinstance(outputs, Tree) else ()
    return Records(name, columns, records.entries if isinstance(records, Tree) else ())


@dataclass(frozen=True, slots=True)
class _Filling:
    """Fills the fields of a card with what one record has."""

    records: Records
    name: Scalar
    row: Node

    def node(self, node: Node, key: str = "") -> Node:
        """The node with its fields filled, less the blocks that would print nothing."""
        if isinstance(node, Scalar):
            return self._scalar(node, naming=key in NAMING)
        if isinstance(node, Sequence):
            return replace(node, items=tuple(self.node(item) for item in node.items if not self._empty(item)))
        entries = ((name, value) for name, value in node.entries if key != ZONES or not self._empty(value))
        return replace(node, entries=tuple((name, self.node(value, name.value)) for name, value in entries))

    def _empty(self, block: Node) -> bool:
        """Whether all fields of a block are empty, or one that names something."""
        if isinstance(block, Sequence):
            return False
        entries = block.entries if isinstance(block, Tree) else ()
        names = (value for key, value in entries if key.value in NAMING)
        return set(self._cells(block)) == {NOTHING} or any({NOTHING, UNKNOWN} & {*self._cells(name)} for name in names)

    def _cells(self, node: Node) -> list[str]:
        return [self._cell(field[1]) for _, field in fields(node)]

    def _scalar(self, text: Scalar, *, naming: bool) -> Scalar:
        def filled(field: re.Match[str]) -> str:
            return self._field(field[1], naming=naming or bool(NAMED.search(text.value, 0, field.start())))

        return replace(text, value=FIELD.sub(filled, text.value))

    def _field(self, column: str, *, naming: bool) -> str:
        cell = self._cell(column)
        if cell == NOTHING:
            return DASH
        if naming or not cell or column not in self.records.columns:
            return cell
        name = name_in_source(self.name)
        record = f'"{name}"' if "," in name else name
        return f"[[cell:{self.records.table}({record}, {column})]]"

    def _cell(self, column: str) -> str:
        """What the record has in a column, as its author wrote it."""
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
