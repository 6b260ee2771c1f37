"""A value with what a layer changes of it: the merge patch of RFC 7386, with addresses into lists.

A mapping changes a mapping key by key: a value takes the place of the old one, nothing after the key takes it away, and
a new key follows the one before it in the layer. A mapping also changes a list: its keys are the numbers of items, one
more than there are for a new one, or the names of columns in the row of a table. Whatever else stands there replaces
the old value whole.
"""

from collections.abc import Callable, Iterator
from collections.abc import Sequence as List
from dataclasses import dataclass

from rulewright.findings import Finding, Findings
from rulewright.model.names import did_you_mean, slug
from rulewright.source.files import Sources
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence

NOTHING_TO_CHANGE = "nothing-to-change"
Entry = tuple[Scalar, Node]
Replaced = Callable[[Node, Node], None]
"""Hears of each value that takes the place of another: the old one, and the new one."""


@dataclass(frozen=True, slots=True)
class Patcher:
    """`columns` are the names by which the items of rows are known, below the keys that hold rows."""

    faults: Findings
    replaced: Replaced
    columns: List[str] = ()

    def patched(self, old: Node, new: Node, rows: bool = False) -> Node:
        """The old value as the new one has it; `rows` says that lists within are rows of a table."""
        if isinstance(new, Mapping) and isinstance(old, Mapping):
            return self.mapping(old, new, rows)
        if isinstance(new, Mapping) and isinstance(old, Sequence):
            return self._items(old, new, self._columns(new) if rows else _numbers(old), more=not rows)
        self.replaced(old, new)
        return new

    def mapping(self, old: Mapping, new: Mapping, rows: bool = False) -> Mapping:
        entries: dict[str, Entry | None] = {key.value: (key, value) for key, value in old.entries}
        order, last = list(entries), ""
        for key, value in new.entries:
            known = entries.get(key.value)
            if known is None and _is_nothing(value):
                self._nothing(key, [name for name, each in entries.items() if each])
                continue
            if key.value not in entries:
                order.insert(order.index(last) + 1 if last else len(order), key.value)
            entries[key.value] = self._entry(known, key, value, rows or key.value in ROWS)
            last = key.value
        return Mapping(tuple(each for name in order if (each := entries[name])), old.span)

    def _entry(self, known: Entry | None, key: Scalar, value: Node, rows: bool) -> Entry | None:
        """What stands under a key from now on; the key keeps its place below."""
        if known is None:
            return key, value
        if _is_nothing(value):
            self.replaced(known[1], value)
            return None
        return known[0], self.patched(known[1], value, rows)

    def _columns(self, row: Mapping) -> List[str]:
        if not self.columns:
            message = "the columns of this table have no names by which to change one cell"
            hint = "write the row whole, as a list"
            self.faults.add(Finding(NOTHING_TO_CHANGE, row.span, message, hint))
        return self.columns

    def _items(self, old: Sequence, new: Mapping, names: List[str], more: bool) -> Sequence:
        """With `more` numbers after the last are those of new items."""
        items: list[Node | None] = [*old.items]
        for key, value in new.entries if names else ():
            if key.value in names and names.index(key.value) < len(old.items):
                at = names.index(key.value)
                items[at] = None if _is_nothing(value) else self.patched(old.items[at], value)
            elif more and key.value.isdecimal() and int(key.value) > len(old.items):
                items.append(value)
            else:
                self._nothing(key, names)
        return Sequence(tuple(each for each in items if each is not None), old.span)

    def _nothing(self, key: Scalar, known: List[str]) -> None:
        message = f"cannot change {key.value!r}: the game below has no such entry"
        hint = did_you_mean(key.value, known, f"there are: {', '.join(known)}")
        self.faults.add(Finding(NOTHING_TO_CHANGE, key.span, message, hint))


ROWS = ("cells", "records")
"""The keys of tables below which lists are rows. Those of modifiers are rows too."""


def _numbers(items: Sequence) -> List[str]:
    """Those of the items of a list."""
    return [str(number) for number in range(1, len(items.items) + 1)]


def _is_nothing(node: Node) -> bool:
    return isinstance(node, Scalar) and node.empty


def column_names(table: Mapping, domains: Callable[[str], Node | None]) -> Iterator[str]:
    """The names of the columns of a table in their order; none where they are no names."""
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


BOUNDS = 2


def names_in(domain: Node | None) -> Iterator[str]:
    """The names of a domain, or its numbers where it has both ends."""
    if isinstance(domain, Sequence):
        yield from (item.value for item in domain.items if isinstance(item, Scalar))
    elif isinstance(domain, Mapping):
        inner = next((domain.get(key) for key in ("names", "numbers", "boolean") if domain.get(key)), None)
        yield from names_in(inner) if inner else (key.value for key, _ in domain.entries)
    elif isinstance(domain, Scalar):
        bounds = domain.value.split("..")
        if len(bounds) == BOUNDS and all(bound.isdecimal() for bound in bounds):
            yield from map(str, range(int(bounds[0]), min(int(bounds[1]), int(bounds[0]) + 99) + 1))


# The keys with which a layer says what it does, and the entries of trees

GAME, EXTENDS, BECAUSE, STRUCK, OF = "game", "extends", "because", "struck", "of"
SAYING = (BECAUSE, STRUCK, OF)
"""Keys of an entry that say something of the change, and change nothing themselves."""
Address = tuple[str, str]
"""A section, and the name of an entry in comparable form."""


def address_of(section: str, key: Scalar) -> Address:
    return section, slug(key.value)


def entries_of(sources: Sources) -> Iterator[tuple[Address, Entry]]:
    """All entries of all sections but `game`."""
    for tree in sources.content:
        for section, node in tree.entries:
            if section.value != GAME and isinstance(node, Mapping):
                yield from ((address_of(section.value, entry[0]), entry) for entry in node.entries)


def game_of(sources: Sources) -> tuple[Scalar, Mapping] | None:
    """The section `game` with its key."""
    given = (entry for tree in sources.content for entry in tree.entries if entry[0].value == GAME)
    return next(((key, node) for key, node in given if isinstance(node, Mapping)), None)


def said_of_all(sources: Sources) -> Scalar | None:
    """The reason of all changes of a layer."""
    game = game_of(sources)
    return text_at(game[1], BECAUSE) if game else None


def text_at(node: Node, key: str) -> Scalar | None:
    """A text under a key; None where there is none."""
    value = node.get(key) if isinstance(node, Mapping) else None
    return value if isinstance(value, Scalar) and not value.empty and value.value.strip() else None


def without(node: Node, *keys: str) -> Node:
    if not isinstance(node, Mapping):
        return node
    return Mapping(tuple(entry for entry in node.entries if entry[0].value not in keys), node.span)
