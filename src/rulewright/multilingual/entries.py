"""The files of one language as texts by their addresses, and which originals they say they are translated from."""

from collections.abc import Container, Iterable, Iterator
from collections.abc import Mapping as Lookup
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from itertools import chain

from rulewright.findings import Finding, Findings, Label
from rulewright.listing import digest
from rulewright.multilingual.texts import Address, Place, PrintedText, Role, card_section, card_texts, content_texts
from rulewright.source.files import Sources, TranslatedFiles
from rulewright.source.nodes import Mapping, Node, Renamed, Scalar, Sequence, name_in_source

OF = "of"
"""The key of a translated entry with the digests of its original texts."""
ALSO = "also"
"""The key of a term with its other spellings: each language has as many as it needs."""
DIGITS = 6
"""Of a digest: enough to notice a change, and short enough to stand in a file."""


@dataclass(slots=True)
class Translation:
    """The texts of one language. `written` are all values by their addresses, also empty ones; `keys` their keys."""

    texts: dict[Address, Scalar] = field(default_factory=dict)
    written: dict[Address, Node] = field(default_factory=dict)
    keys: dict[Address, Scalar] = field(default_factory=dict)
    of: dict[Address, Scalar] = field(default_factory=dict)
    spellings: dict[str, Node] = field(default_factory=dict)


def read_translation(files: TranslatedFiles, faults: Findings) -> Translation:
    """What all files of a language say together; a text that is given twice is a fault."""
    found = Translation()
    for tree in files.content:
        _take(tree, (), found, faults)
    for name, tree in files.cards:
        _take(tree, (card_section(name),), found, faults)
    return found


def _take(node: Node, address: Address, found: Translation, faults: Findings) -> None:
    for key, own, value in _inside(node, address):
        if own[-1] == OF and is_entry(own[:-1]) and isinstance(value, Scalar):
            found.of[own[:-1]] = value
        elif own[-1] == ALSO and own[0] == "terms" and len(own) == 3:
            found.spellings[own[1]] = value
        elif isinstance(value, Scalar):
            _take_text(key, own, value, found, faults)
        else:
            found.keys.setdefault(own, key)
            found.written[own] = value
            _take(value, own, found, faults)


def _take_text(key: Scalar, address: Address, value: Scalar, found: Translation, faults: Findings) -> None:
    first = found.texts.get(address)
    if first is not None and not value.empty:
        label = Label(first.span, "first given here")
        message = f"{said(address)} is translated twice"
        faults.add(Finding("duplicate-key", value.span, message, "keep one of the two", (label,)))
        return
    found.keys.setdefault(address, key)
    found.written[address] = value
    if not value.empty and value.value.strip():
        found.texts[address] = value


def _inside(node: Node, address: Address) -> Iterator[tuple[Scalar, Address, Node]]:
    """The values in a mapping or a list, with their addresses."""
    if isinstance(node, Mapping):
        yield from ((key, (*address, key.value), value) for key, value in node.entries)
    elif isinstance(node, Sequence):
        for at, item in enumerate(node.items, 1):
            yield Scalar(str(at), item.span), (*address, str(at)), item


def is_entry(address: Address) -> bool:
    """Whether an address is that of a thing with a name, of the game, or of a card."""
    return len(address) == 2 or (len(address) == 1 and (address[0] == "game" or "/" in address[0]))


def said(address: Address) -> str:
    """An address as readers of messages see it: `title` of rules: oath."""
    return ": ".join(address)


def digests(texts: Iterable[PrintedText]) -> list[str]:
    """Of the texts of one entry, in their order. A phrase and a name are their own address, and need none."""
    return [digest(each.original.value)[:DIGITS] for each in dated(texts)]


def dated(texts: Iterable[PrintedText]) -> list[PrintedText]:
    """Those whose address says nothing of their words."""
    return [each for each in texts if not each.phrase and each.original.value not in (*each.address[-2:],)]


@dataclass(frozen=True, slots=True)
class Changes:
    """How the originals of an entry differ from those of its translation: texts that are others, and items that moved.

    A translation has the items of a list by their places: where one is added or gone, those after it move.
    """

    altered: list[PrintedText]
    moved: list[PrintedText]

    def among(self, addresses: Container[Address]) -> "Changes":
        """Those of some texts."""
        parts = ([each for each in part if each.address in addresses] for part in (self.altered, self.moved))
        return Changes(*parts)

    def both(self) -> list[PrintedText]:
        return [*self.altered, *self.moved]


def changes(texts: Iterable[PrintedText], recorded: str) -> Changes:
    """The changes of an entry since the digests of its originals were recorded."""
    present = dated(texts)
    steps = SequenceMatcher(None, recorded.split(), digests(present), autojunk=False).get_opcodes()
    same = [at for tag, _, _, begin, end in steps if tag == "equal" for at in range(begin, end)]
    kept = {item for at in same for item in _items(present[at].address)}
    shifted: dict[Address, int] = {}
    for tag, old, old_end, begin, end in steps:
        if tag != "equal" and old_end - old != end - begin:
            new = {item for text in present[begin:end] for item in _items(text.address)} - kept
            gone = {item for text in present[end : end + 1] for item in _items(text.address)}
            for *place, item in new if end - begin > old_end - old else gone:
                shifted[tuple(place)] = min(int(item), shifted.get(tuple(place), int(item)))
    moved = [present[at] for at in same if _is_after(shifted, present[at].address)]
    return Changes([text for at, text in enumerate(present) if at not in {*same}], moved)


def _items(address: Address) -> Iterator[Address]:
    """The items of lists in which a text is, each by its address."""
    return (address[: at + 1] for at, step in enumerate(address) if isinstance(step, Place))


def _is_after(shifted: Lookup[Address, int], address: Address) -> bool:
    """Whether a text is in a list at a place, or after one, where items have moved."""
    return any(shifted.get(item[:-1], int(item[-1]) + 1) <= int(item[-1]) for item in _items(address))


# The trees of a game with the texts of another language in place of the originals


@dataclass(frozen=True, slots=True)
class Originals:
    """The texts of a game that can be translated, file by file: of content/ and of cards/, in their order."""

    content: tuple[tuple[PrintedText, ...], ...]
    cards: tuple[tuple[PrintedText, ...], ...]

    def all(self) -> tuple[PrintedText, ...]:
        return tuple(chain(*self.content, *self.cards))


def originals_of(sources: Sources) -> Originals:
    return Originals(
        tuple(tuple(content_texts(tree)) for tree in sources.content),
        tuple(tuple(card_texts(name, tree)) for name, tree in sources.cards),
    )


def translated_sources(sources: Sources, language: str, originals: Originals, translation: Translation) -> Sources:
    """What decoding reads as a game in that language; texts without a translation are those of the original."""
    return replace(
        sources,
        content=tuple(
            _Translator(texts, translation).tree(tree)
            for tree, texts in zip(sources.content, originals.content, strict=True)
        ),
        cards=tuple(
            (name, _Translator(texts, translation).tree(tree))
            for (name, tree), texts in zip(sources.cards, originals.cards, strict=True)
        ),
        language=language,
    )


class _Translator:
    """Replaces nodes of one tree; nodes are known by their identity, as two may be equal."""

    def __init__(self, texts: tuple[PrintedText, ...], translation: Translation) -> None:
        found = [(each, translation.texts[each.address]) for each in texts if each.address in translation.texts]
        self.values = {id(each.place): new for each, new in found if each.role is Role.VALUE}
        self.labels = {id(each.place): new for each, new in found if each.role is Role.LABEL}
        self.names = {id(each.place): new for each, new in found if each.role is Role.KEY}
        self.spellings = translation.spellings

    def tree(self, tree: Mapping) -> Mapping:
        entries = ((key, self._node(value)) for key, value in tree.entries)
        return Mapping(
            tuple((key, self._terms(value) if key.value == "terms" else value) for key, value in entries), tree.span
        )

    def _terms(self, terms: Node) -> Node:
        """The terms with their spellings in the language, if the translation has some."""
        if not isinstance(terms, Mapping) or not self.spellings:
            return terms
        return Mapping(tuple(_spelt(key, node, self.spellings) for key, node in terms.entries), terms.span)

    def _node(self, node: Node) -> Node:
        if isinstance(node, Scalar):
            return self.values.get(id(node), node)
        if isinstance(node, Sequence):
            if any(id(item) in self.labels for item in node.items):
                return Mapping(tuple(self._labelled(item) for item in node.items), node.span)
            return Sequence(tuple(map(self._node, node.items)), node.span)
        return Mapping(tuple((self._key(key, value), self._node(value)) for key, value in node.entries), node.span)

    def _labelled(self, item: Node) -> tuple[Scalar, Node]:
        """A name of a list with what prints for it."""
        assert isinstance(item, Scalar)
        return item, self.labels.get(id(item), item)

    def _key(self, key: Scalar, value: Node) -> Scalar:
        new = self.names.get(id(key))
        if new is None:
            return key
        return Renamed(new.value, new.span, new.raw, new.plain, key.value, tuple(_spellings(value)))


def _spelt(key: Scalar, node: Node, spellings: Lookup[str, Node]) -> tuple[Scalar, Node]:
    """A term with its spellings in the language; those of the original lead to it too."""
    name = name_in_source(key)
    if name not in spellings or not isinstance(node, Mapping):
        return key, node
    if not isinstance(key, Renamed):
        key = Renamed(key.value, key.span, key.raw, key.plain, name, tuple(_spellings(node)))
    others = tuple((each, value) for each, value in node.entries if each.value != ALSO)
    return key, Mapping((*others, (Scalar(ALSO, spellings[name].span), spellings[name])), node.span)


def _spellings(term: Node) -> list[str]:
    """The other spellings of a term in the original."""
    found = [term.get(key) for key in (ALSO, "abbreviation")] if isinstance(term, Mapping) else []
    items = [item for each in found for item in (each.items if isinstance(each, Sequence) else (each,))]
    return [item.value for item in items if isinstance(item, Scalar)]
