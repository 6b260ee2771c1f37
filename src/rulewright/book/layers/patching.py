"""Change a value as a layer says: the merge patch of RFC 7386, which can also change items of lists.

A mapping changes a mapping key by key: a value replaces the old one, an empty value removes it, and a new key follows
the key before it in the layer. A mapping also changes a list: its keys are the numbers of items, where the next number
adds an item, or the names of columns in a row of a table. Any other value replaces the old one whole.
"""

from collections.abc import Callable, Iterator
from collections.abc import Sequence as List
from dataclasses import dataclass

from rulewright.base.findings import Finding, Findings
from rulewright.entries.layers import LayerEntry
from rulewright.entries.names import did_you_mean, slug
from rulewright.source.files import Sources
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence

NOTHING_TO_CHANGE = "nothing-to-change"
ROWS = ("cells", "records")
"""The keys of tables, and of lines of modifiers, whose lists are rows."""
Entry = tuple[Scalar, Node]


@dataclass(frozen=True, slots=True)
class Patcher:
    """Applies the changes of a layer. `columns` are the column names of the table that is changed.

    `replaced` is called with each replaced value and the new one.
    """

    findings: Findings
    replaced: Callable[[Node, Node], None]
    columns: List[str] = ()

    def patched(self, old: Node, new: Node, rows: bool = False) -> Node:
        """Return the old value with the changes in `new`; with `rows`, lists within are rows of a table."""
        if isinstance(new, Mapping) and isinstance(old, Mapping):
            return self.mapping(old, new, rows)
        if isinstance(new, Mapping) and isinstance(old, Sequence):
            numbers = [str(at + 1) for at in range(len(old.items))]
            return self._items(old, new, self._columns(new) if rows else numbers, more=not rows)
        self.replaced(old, new)
        return new

    def mapping(self, old: Mapping, new: Mapping, rows: bool = False) -> Mapping:
        entries: dict[str, Entry | None] = {key.value: (key, value) for key, value in old.entries}
        order, last = list(entries), ""
        for key, value in new.entries:
            old_entry = entries.get(key.value)
            if old_entry is None and _is_empty(value):
                self._nothing_to_change(key, [name for name, each in entries.items() if each])
                continue
            if key.value not in entries:
                order.insert(order.index(last) + 1 if last else len(order), key.value)
            last = key.value
            if old_entry is None:
                entries[last] = key, value
            elif _is_empty(value):
                self.replaced(old_entry[1], value)
                entries[last] = None
            else:
                entries[last] = old_entry[0], self.patched(old_entry[1], value, rows or last in ROWS)
        return Mapping(tuple(each for name in order if (each := entries[name])), old.span)

    def _columns(self, row: Mapping) -> List[str]:
        if not self.columns:
            message = "the columns of this table have no names by which to change one cell"
            hint = "write the row whole, as a list"
            self.findings.add(Finding(NOTHING_TO_CHANGE, row.span, message, hint))
        return self.columns

    def _items(self, old: Sequence, new: Mapping, names: List[str], more: bool) -> Sequence:
        """Return a changed list, whose items go by `names`; with `more`, numbers after the last add items."""
        items: list[Node | None] = [*old.items]
        for key, value in new.entries if names else ():
            if key.value in names and names.index(key.value) < len(old.items):
                at = names.index(key.value)
                if _is_empty(value):
                    self.replaced(old.items[at], value)
                    items[at] = None
                else:
                    items[at] = self.patched(old.items[at], value)
            elif more and key.value.isdecimal() and int(key.value) > len(old.items):
                items.append(value)
            else:
                self._nothing_to_change(key, names)
        return Sequence(tuple(each for each in items if each is not None), old.span)

    def _nothing_to_change(self, key: Scalar, names: List[str]) -> None:
        message = f"cannot change {key.value!r}: the game below has no such entry"
        hint = did_you_mean(key.value, names, f"there are: {', '.join(names)}")
        self.findings.add(Finding(NOTHING_TO_CHANGE, key.span, message, hint))


def _is_empty(node: Node) -> bool:
    return isinstance(node, Scalar) and node.empty


def column_names(table: Mapping, domains: Callable[[str], Node | None]) -> Iterator[str]:
    """Yield the names of the columns of a table in order; nothing if the columns have no names."""
    outputs = table.get("outputs")
    if isinstance(outputs, Mapping):
        yield from (key.value for key, _ in outputs.entries)
        return
    keys = table.get("keys")
    if isinstance(keys, Sequence):
        yield from names_in(keys)
        return
    axis = table.get("columns")
    if isinstance(axis, Mapping) and len(axis.entries) == 1:
        axis = axis.entries[0][1]
    yield from names_in(domains(axis.value) if isinstance(axis, Scalar) else axis)


def names_in(domain: Node | None) -> Iterator[str]:
    """Yield the names of a domain, or its numbers if it has both ends."""
    if isinstance(domain, Sequence):
        yield from (item.value for item in domain.items if isinstance(item, Scalar))
    elif isinstance(domain, Mapping):
        inner = next((domain.get(key) for key in ("names", "numbers", "boolean") if domain.get(key)), None)
        yield from names_in(inner) if inner else (key.value for key, _ in domain.entries)
    elif isinstance(domain, Scalar):
        match domain.value.split(".."):
            case [low, high] if low.isdecimal() and high.isdecimal():
                yield from map(str, range(int(low), min(int(high), int(low) + 99) + 1))


# The keys that describe a change, and the entries of files

GAME, EXTENDS = "game", "extends"
BECAUSE, STRUCK, OF = DESCRIBING = tuple(LayerEntry.declared)
"""The keys of an entry that describe its change, and do not become part of the changed entry."""
Address = tuple[str, str]
"""A section, and the name of an entry in comparable form."""


def address_of(section: str, key: Scalar) -> Address:
    return section, slug(key.value)


def entries_of(sources: Sources) -> Iterator[tuple[Address, Entry]]:
    """Yield all entries of all sections except `game`."""
    for tree in sources.content:
        for section, node in tree.entries:
            if section.value != GAME and isinstance(node, Mapping):
                yield from ((address_of(section.value, entry[0]), entry) for entry in node.entries)


def game_of(sources: Sources) -> tuple[Scalar, Mapping] | None:
    """Return the section `game` with its key; None if there is none."""
    sections = (entry for tree in sources.content for entry in tree.entries if entry[0].value == GAME)
    return next(((key, node) for key, node in sections if isinstance(node, Mapping)), None)


def layer_reason(sources: Sources) -> Scalar | None:
    """Return the reason that a layer gives for all its changes."""
    game = game_of(sources)
    return text_at(game[1], BECAUSE) if game else None


def text_at(node: Node, key: str) -> Scalar | None:
    """Return the text under a key; None if there is none."""
    value = node.get(key) if isinstance(node, Mapping) else None
    return value if isinstance(value, Scalar) and not value.empty and value.value.strip() else None


def without(node: Node, *keys: str) -> Node:
    if not isinstance(node, Mapping):
        return node
    return Mapping(tuple(entry for entry in node.entries if entry[0].value not in keys), node.span)
