"""The entries of a game with what a layer changes of them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from rulewright.extending.keys import (
    BECAUSE,
    GAME,
    OF,
    SAYING,
    STRUCK,
    Address,
    Entry,
    address_of,
    entries_of,
    said_of_all,
    text_at,
    without,
)
from rulewright.extending.patching import NOTHING_TO_CHANGE, Patcher, column_names
from rulewright.extending.striking import rules_below, struck_rule
from rulewright.findings import Finding, Findings, Label, Severity
from rulewright.listing import digest
from rulewright.model.names import did_you_mean
from rulewright.source.files import Sources
from rulewright.source.layered import Done, EntryChange
from rulewright.source.nodes import Mapping, Node, Scalar

NO_REASON, CHANGED_BELOW = "no-reason", "changed-below"
DIGITS = 6
"""Of a digest: enough to notice a change, and short enough to stand in a file."""
PLAYED = ("rules", "tables", "references", "facts", "terms")
"""The sections of which players read: each change there has a reason."""


@dataclass(slots=True)
class Entries:
    """`now` are the entries that change, with the keys of the layer; None where one is struck. `changes` says so."""

    below: Sources
    own: Sources
    faults: Findings
    patcher: Callable[..., Patcher]
    known: dict[Address, Entry] = field(default_factory=dict)
    now: dict[Address, Entry | None] = field(default_factory=dict)
    taken: dict[Address, Scalar] = field(default_factory=dict)
    changes: list[EntryChange] = field(default_factory=list)

    def merged(self) -> tuple[Mapping, ...]:
        """The files of the game below with their entries as they are now, and those of the layer with the new ones."""
        self.known = dict(entries_of(self.below))
        for address, (key, node) in entries_of(self.own):
            self._take(address, key, node)
        below = (_sections(tree, self._changed) for tree in self.below.content)
        return (*below, *(_sections(tree, self._new) for tree in self.own.content))

    def _take(self, address: Address, key: Scalar, node: Node) -> None:
        """Notes what an entry of the layer does."""
        section, struck = address[0], self._is_struck(node)
        done = Done.STRUCK if struck else Done.CHANGED if address in self.known else Done.ADDED
        because = text_at(node, BECAUSE) or said_of_all(self.own)
        if struck and address not in self.known:
            self._nothing_to_strike(section, key)
            return
        if done is not Done.ADDED and self.taken.setdefault(address, key) is not key:
            self._twice(section, key, self.taken[address])
            return
        below = self.known[address][0].span if address in self.known else None
        self.changes.append(EntryChange(section, key, done, because, below))
        if done is not Done.ADDED and (of := text_at(node, OF)):
            self._compare(key, of, self.known[address][1])
        if because is None and done is not Done.ADDED and section in PLAYED:
            self._no_reason(key)
        if struck:
            self._strike(address, key, because)
        elif done is Done.CHANGED:
            self.now[address] = key, self._result(address, without(node, *SAYING))

    def _compare(self, key: Scalar, of: Scalar, below: Node) -> None:
        """Whether an entry below is what it was when the layer changed it."""
        now = _digest(below)
        if of.value != now:
            message = f"{key.value!r} has changed in the game below since this layer changed it"
            hint = f"compare the two, and then write of: {now}"
            finding = Finding(CHANGED_BELOW, of.span, message, hint, severity=Severity.WARNING, about=key.value)
            self.faults.add(finding)

    def _is_struck(self, node: Node) -> bool:
        said = text_at(node, STRUCK)
        if said and said.value not in ("yes", "no"):
            message = f"{STRUCK!r} is yes or no, not {said.value!r}"
            hint = "write struck: yes, and the reason under because:"
            self.faults.add(Finding("bad-value", said.span, message, hint))
        return said is not None and said.value != "no"

    def _result(self, address: Address, new: Node) -> Node:
        """An entry with its changes. A number alone is the value of a fact."""
        _, old = self.known[address]
        if address[0] == "facts" and isinstance(old, Mapping) and isinstance(new, Scalar):
            new = Mapping(((Scalar("value", new.span), new),), new.span)
        columns = column_names(old, self._domain) if address[0] == "tables" and isinstance(old, Mapping) else ()
        return self.patcher(tuple(columns)).patched(old, new)

    def _domain(self, name: str) -> Node | None:
        address = ("domains", name)
        found = self.now.get(address) or self.known.get(address)
        return found[1] if found else None

    def _strike(self, address: Address, key: Scalar, because: Scalar | None) -> None:
        """With a rule all those below it go."""
        self.patcher().replaced(self.known[address][0], key)
        if address[0] != "rules":
            self.now[address] = None
            return
        language = self.own.told_in
        rules = {id_: entry for (section, id_), entry in self.known.items() if section == "rules"}
        self.now[address] = key, struck_rule(rules[address[1]][1], because, key, language)
        for id_ in rules_below({id_: node for id_, (_, node) in rules.items()}, address[1], self.below):
            name, node = rules[id_]
            self.now.setdefault(("rules", id_), (name, struck_rule(node, None, key, language)))

    def _changed(self, section: str, entry: Entry) -> Entry | None:
        return self.now.get(address_of(section, entry[0]), entry)

    def _new(self, section: str, entry: Entry) -> Entry | None:
        key, node = entry
        known = address_of(section, key) in self.known or text_at(node, STRUCK)
        return None if known else (key, without(node, *SAYING))

    def _nothing_to_strike(self, section: str, key: Scalar) -> None:
        names = [name for each, name in self.known if each == section]
        message = f"cannot strike {key.value!r}: the game below has no such entry"
        hint = did_you_mean(key.value, names, "write the name that it has in the game below")
        self.faults.add(Finding(NOTHING_TO_CHANGE, key.span, message, hint))

    def _twice(self, section: str, key: Scalar, first: Scalar) -> None:
        message = f"{key.value!r} is given twice under {section!r}"
        label = Label(first.span, "first given here")
        hint = "rename or merge one of them"
        self.faults.add(Finding("duplicate-id", key.span, message, hint, (label,)))

    def _no_reason(self, key: Scalar) -> None:
        message = f"{key.value!r} is changed without a reason"
        hint = "add because: with the reason, here, or under game: for all changes of this layer"
        self.faults.add(Finding(NO_REASON, key.span, message, hint))


def _digest(node: Node) -> str:
    return digest(*_values(node))[:DIGITS]


def _values(node: Node) -> Iterator[str]:
    """All that an entry says, wherever it stands."""
    if isinstance(node, Scalar):
        yield node.value
    elif isinstance(node, Mapping):
        for key, value in node.entries:
            yield from (f"{key.value}:", *_values(value))
    else:
        yield from (part for item in node.items for part in ("-", *_values(item)))


def _sections(tree: Mapping, now: Callable[[str, Entry], Entry | None]) -> Mapping:
    """A file without its section `game`, with each entry as it is now."""
    return Mapping(tuple(_with_entries(tree, now)), tree.span)


def _with_entries(tree: Mapping, now: Callable[[str, Entry], Entry | None]) -> Iterator[Entry]:
    for section, node in tree.entries:
        if isinstance(node, Mapping) and section.value != GAME:
            entries = (now(section.value, entry) for entry in node.entries)
            yield section, Mapping(tuple(entry for entry in entries if entry), node.span)
        elif section.value != GAME:
            yield section, node
