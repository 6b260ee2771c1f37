"""Find the texts of a game that readers see and a translation can translate, each with its address.

The declarations of the keys say which these are: a value whose kind is `Printed` is a text.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from rulewright.book.declarations import CARD_FILES, CLASSES, Address, Declared, declared_values
from rulewright.book.kinds import ContentFile
from rulewright.entries.card import Card
from rulewright.entries.cells import NOTHING, UNKNOWN
from rulewright.entries.entry import Declaration, Schema
from rulewright.entries.roles import Printed, PrintedCell, PrintedName
from rulewright.source.markup.links import LINK, NOT_PROSE
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence

WORDLESS = re.compile(r"\b\d*[dD]\d+\b|https?://\S+")
"""Dice and addresses, which are the same in every language."""


class Role(Enum):
    """Where a translated text goes: in place of the value or of the key, or as the label of a name."""

    VALUE = "value"
    KEY = "key"
    LABEL = "label"


@dataclass(frozen=True, slots=True)
class PrintedText:
    """A text of the original at its address. A translation replaces the node `place`.

    Equal texts at one address, such as items of a list or cells of a table, are translated once for all.
    """

    address: Address
    original: Scalar
    place: Scalar
    role: Role = Role.VALUE

    @property
    def context(self) -> str:
        """The address as messages and PO files show it: `rules: oath: title`."""
        return ": ".join(self.address)

    @property
    def words(self) -> str:
        """The text as PO files show it, without the line feed at the end of a block text."""
        return self.original.value.strip()

    @property
    def key(self) -> tuple[str, str]:
        """What identifies it in a PO file."""
        return self.context, self.words


def content_texts(tree: Mapping) -> Iterator[PrintedText]:
    """Yield the texts of a file under content/."""
    return _texts(tree, ContentFile, ())


def card_texts(name: str, tree: Mapping) -> Iterator[PrintedText]:
    """Yield the texts of a file under cards/."""
    kind = tree.get("kind")
    entry = CARD_FILES.get(kind.value, Card) if isinstance(kind, Scalar) else Card
    return _texts(tree, entry, (f"cards/{name}",))


def has_words(text: str) -> bool:
    """Return whether a text has words to translate, besides names of entries, dice, code and addresses."""
    shown = LINK.sub(lambda link: link[2] or "", text)
    return any(each.isalpha() for each in WORDLESS.sub("", NOT_PROSE.sub(" ", shown)))


def _texts(tree: Mapping, entry: type[Declaration], address: Address) -> Iterator[PrintedText]:
    values = declared_values(tree, entry, address, lambda each: not _has_cells(each))
    return (text for each in values for text in _texts_of(each) if has_words(text.original.value))


def _texts_of(declared: Declared) -> Iterator[PrintedText]:
    """Yield the texts of a value, without those of the values in it."""
    node, schema, address, name = declared.node, declared.schema, declared.address, declared.name
    if name is not None and isinstance(declared.names, Printed):
        yield PrintedText((*address, "name") if isinstance(node, Mapping) else address, name, name, Role.KEY)
    if declared.owner and _has_cells(declared):
        for text, role in cell_texts(declared.owner, address[-1], node):
            if text.value.strip() not in (NOTHING, UNKNOWN):
                yield PrintedText(address, text, text, role)
    elif isinstance(node, Sequence) and isinstance(schema.get("items"), PrintedName):
        names = (item for item in node.items if isinstance(item, Scalar))
        yield from (PrintedText((*address, each.value), each, each, Role.LABEL) for each in names)
    elif isinstance(node, Scalar) and isinstance(schema, PrintedName):
        if name is not None:  # a name in a list is read with the list
            yield PrintedText(address, name if node.empty else node, node)
    elif isinstance(node, Scalar) and isinstance(schema, Printed):
        yield PrintedText(address, node, node)


def _has_cells(declared: Declared) -> bool:
    return declared.of_key is not None and holds_cells(declared.of_key)


def holds_cells(schema: Schema) -> bool:
    """Return whether a schema has cells of a table at any depth."""
    if isinstance(schema, PrintedCell):
        return True
    inner = [*schema.get("anyOf", ()), schema.get("items"), schema.get("additionalProperties")]
    name = schema.get("$ref", "").rpartition("/")[2]
    if name in ("Case", "Cutoff", "Modifier"):
        inner += [key.kind.schema for key in CLASSES[name].declared.values()]
    return any(holds_cells(each) for each in inner if isinstance(each, dict))


# The texts in the cells of a table

LABELS = ("label", "remark")
"""The keys of a case or a modifier that hold texts."""
OF_A_CASE = {*LABELS, "value", "when", "cells", "errata"}
OF_AN_AMOUNT = {"axis", "each"}
"""The keys of an amount, which is not a text."""
CellTexts = Iterator[tuple[Scalar, Role]]


def cell_texts(table: Mapping, key: str, value: Node) -> CellTexts:
    """Yield the texts under `cells`, `list`, `records`, `cases`, `cutoffs` or `modifiers` of a table."""
    typed = key == "modifiers" or table.get("values") is not None
    if key == "records" and isinstance(value, Mapping) and table.get("rows") is None:
        yield from ((name, Role.KEY) for name, _ in value.entries)
    outputs = table.get("outputs")
    entries = outputs.entries if isinstance(outputs, Mapping) else ()
    cells = [(name, entry) for name, entry in entries if not isinstance(entry, Mapping) or entry.get("text") is None]
    columns = {name.value: isinstance(entry, Mapping) and entry.get("values") is not None for name, entry in cells}
    yield from _rows(value, columns, typed)


def _rows(node: Node, columns: dict[str, bool], typed: bool) -> CellTexts:
    """Yield the texts of rows. `columns` are the outputs that have cells, and whether each declares its values."""
    if isinstance(node, Mapping) and not _is_case(node):
        for name, below in node.entries:
            if name.value in columns:
                yield from _values(below, columns[name.value])
            else:
                yield from _rows(below, columns, typed)
    elif isinstance(node, Sequence) and columns and len(node.items) == len(columns):
        for item, declared in zip(node.items, columns.values(), strict=True):
            yield from _values(item, declared)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _rows(item, columns, typed)
    else:
        yield from _values(node, typed or (len(columns) == 1 and all(columns.values())))


def _values(node: Node, typed: bool) -> CellTexts:
    """Yield the texts of one cell; of typed values only the labels of their conditions."""
    if isinstance(node, Scalar):
        yield from () if typed or node.empty else ((node, Role.VALUE),)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _values(item, typed)
    elif not OF_AN_AMOUNT & {key.value for key, _ in node.entries}:
        for key, value in node.entries:
            if key.value in LABELS and isinstance(value, Scalar):
                yield value, Role.VALUE
            elif key.value in ("value", "cells"):
                yield from _values(value, typed)


def _is_case(node: Mapping) -> bool:
    names = {key.value for key, _ in node.entries}
    return names <= OF_A_CASE or bool(OF_AN_AMOUNT & names)
