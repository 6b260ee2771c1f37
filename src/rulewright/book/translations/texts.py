"""Find the texts of a game that readers see and a translation can translate, each with its address.

The declarations of the keys say which these are: a value whose kind is `Printed` is a text.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

from rulewright.book.declarations import CARD_FILES, ENTRIES
from rulewright.book.kinds import ContentFile
from rulewright.entries.blocks import BLOCK_SCHEMA
from rulewright.entries.card import Card
from rulewright.entries.decode.cases import NOTHING, UNKNOWN
from rulewright.entries.entry import Declaration, Key, Schema
from rulewright.entries.roles import Printed, PrintedCell, PrintedName
from rulewright.entries.schema import fitting
from rulewright.source.markup.links import LINK, NOT_PROSE
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence

Address = tuple[str, ...]
"""The section, id and keys of a text, without places in lists. A file of cards/ is the section `cards/NAME`."""
BY_NAME: dict[str, type[Declaration]] = {entry.__name__: entry for entry in ENTRIES}
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
    return _with_words(_of_entry(tree, ContentFile, ()))


def card_texts(name: str, tree: Mapping) -> Iterator[PrintedText]:
    """Yield the texts of a file under cards/."""
    kind = tree.get("kind")
    entry = CARD_FILES.get(kind.value, Card) if isinstance(kind, Scalar) else Card
    return _with_words(_of_entry(tree, entry, (f"cards/{name}",)))


def has_words(text: str) -> bool:
    """Return whether a text has words to translate, besides names of entries, dice, code and addresses."""
    shown = LINK.sub(lambda link: link[2] or "", text)
    return any(each.isalpha() for each in WORDLESS.sub("", NOT_PROSE.sub(" ", shown)))


def _with_words(texts: Iterable[PrintedText]) -> Iterator[PrintedText]:
    return (each for each in texts if has_words(each.original.value))


# The texts of a value by the declaration of its key


def _of_entry(node: Node, entry: type[Declaration], address: Address) -> Iterator[PrintedText]:
    """Yield the texts of a mapping by the declarations of its keys."""
    spellings = {name: key for key in entry.declared.values() for name in (key.name, *key.also)}
    for written, value in node.entries if isinstance(node, Mapping) else ():
        if (key := spellings.get(written.value)) is not None:
            yield from _of_key(node, value, key, (*address, key.name))


def _of_key(owner: Node, value: Node, key: Key[Any], address: Address) -> Iterator[PrintedText]:
    if not holds_cells(key.kind.schema):
        yield from _of_value(value, key.kind.schema, address)
        return
    assert isinstance(owner, Mapping)
    for text, role in cell_texts(owner, key.name, value):
        if text.value.strip() not in (NOTHING, UNKNOWN):
            yield PrintedText(address, text, text, role)


def _of_value(node: Node, schema: Schema, address: Address) -> Iterator[PrintedText]:
    """Yield the texts of a value by its schema."""
    chosen = fitting(node, schema, BY_NAME)
    if chosen is None:
        return
    if "$ref" in chosen:
        name = chosen["$ref"].rpartition("/")[2]
        if name == "Block":
            yield from _of_value(node, BLOCK_SCHEMA, address)
        elif (plain := BY_NAME[name].schema_extra().get("anyOf")) and isinstance(node, Mapping):
            yield from _of_value(node, {"anyOf": plain}, address)
        else:
            yield from _of_entry(node, BY_NAME[name], address)
    elif isinstance(chosen, Printed) and isinstance(node, Scalar):
        yield PrintedText(address, node, node)
    elif isinstance(node, Sequence):
        yield from _of_list(node, chosen.get("items", {}), address)
    elif isinstance(node, Mapping):
        yield from _of_names(node, chosen, address)


def _of_list(node: Sequence, schema: Schema, address: Address) -> Iterator[PrintedText]:
    for item in node.items:
        if isinstance(schema, PrintedName) and isinstance(item, Scalar):
            yield PrintedText((*address, item.value), item, item, Role.LABEL)
        else:
            yield from _of_value(item, schema, address)


def _of_names(node: Mapping, schema: Schema, address: Address) -> Iterator[PrintedText]:
    """Yield the texts of a mapping whose keys are the author's own names, which may be texts themselves."""
    inner, named = schema.get("additionalProperties", {}), isinstance(schema.get("propertyNames"), Printed)
    for name, value in node.entries:
        own = (*address, name.value)
        if named:
            yield PrintedText((*own, "name") if isinstance(value, Mapping) else own, name, name, Role.KEY)
        if isinstance(inner, PrintedName) and isinstance(value, Scalar):
            yield PrintedText(own, name if value.empty else value, value)
        else:
            yield from _of_value(value, inner, own)


def holds_cells(schema: Schema) -> bool:
    """Return whether a schema has cells of a table at any depth."""
    if isinstance(schema, PrintedCell):
        return True
    inner = [*schema.get("anyOf", ()), schema.get("items"), schema.get("additionalProperties")]
    name = schema.get("$ref", "").rpartition("/")[2]
    if name in ("CaseEntry", "CutoffEntry", "ModifierEntry"):
        inner += [key.kind.schema for key in BY_NAME[name].declared.values()]
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
