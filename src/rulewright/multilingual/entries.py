"""The files of one language: read their texts by address, compare digests, and put the texts into the game's trees."""

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
"""The length of a digest: enough to notice a change, and short enough for a file that people edit."""


@dataclass(slots=True)
class Translation:
    """The texts of one language by address. `written` has all values, also empty ones; `keys` has their keys."""

    texts: dict[Address, Scalar] = field(default_factory=dict)
    written: dict[Address, Node] = field(default_factory=dict)
    keys: dict[Address, Scalar] = field(default_factory=dict)
    of: dict[Address, Scalar] = field(default_factory=dict)
    spellings: dict[str, Node] = field(default_factory=dict)


def read_translation(files: TranslatedFiles, findings: Findings) -> Translation:
    """Read all files of a language together; a text that is given twice adds an error."""
    translation = Translation()
    for tree in files.content:
        _read(tree, (), translation, findings)
    for name, tree in files.cards:
        _read(tree, (card_section(name),), translation, findings)
    return translation


def _read(node: Node, above: Address, translation: Translation, findings: Findings) -> None:
    for key, value in _children(node):
        address = (*above, key.value)
        if key.value == OF and _is_entry(above) and isinstance(value, Scalar):
            translation.of[above] = value
        elif key.value == ALSO and address[0] == "terms" and len(address) == 3:
            translation.spellings[address[1]] = value
        elif isinstance(value, Scalar) and not value.empty and address in translation.texts:
            message = f"{address_text(address)} is translated twice"
            label = Label(translation.texts[address].span, "first given here")
            findings.add(Finding("duplicate-key", value.span, message, "keep one of the two", (label,)))
        else:
            translation.keys.setdefault(address, key)
            translation.written[address] = value
            if not isinstance(value, Scalar):
                _read(value, address, translation, findings)
            elif not value.empty and value.value.strip():
                translation.texts[address] = value


def _children(node: Node) -> Iterator[tuple[Scalar, Node]]:
    """Yield the values in a mapping with their keys, or in a list with their numbers."""
    if isinstance(node, Mapping):
        yield from node.entries
    elif isinstance(node, Sequence):
        yield from ((Scalar(str(at), item.span), item) for at, item in enumerate(node.items, 1))


def _is_entry(address: Address) -> bool:
    """Return whether an address is that of a named entry, of the game, or of a card."""
    return len(address) == 2 or (len(address) == 1 and (address[0] == "game" or "/" in address[0]))


def address_text(address: Address) -> str:
    """Return an address as messages show it: `rules: oath: title`."""
    return ": ".join(address)


# What has changed since the digests of the originals were recorded


def by_entry(texts: Iterable[PrintedText]) -> Iterator[tuple[Address, list[PrintedText]]]:
    """Yield the address of each entry with its texts in all files."""
    entries: dict[Address, list[PrintedText]] = {}
    for text in texts:
        entries.setdefault(text.entry, []).append(text)
    yield from entries.items()


def digests(texts: Iterable[PrintedText]) -> list[str]:
    """Return the digests of the texts of one entry, in order."""
    return [digest(each.original.value)[:DIGITS] for each in dated(texts)]


def dated(texts: Iterable[PrintedText]) -> list[PrintedText]:
    """Return the texts that need a digest. Phrases and names do not: their words are their address."""
    return [each for each in texts if not each.phrase and each.original.value not in (*each.address[-2:],)]


@dataclass(frozen=True, slots=True)
class Changes:
    """How an entry's originals differ from those that were translated: changed texts, and moved list items.

    A translation has the items of a list by position, so the items after a new or removed one move.
    """

    altered: list[PrintedText]
    moved: list[PrintedText]

    def among(self, addresses: Container[Address]) -> "Changes":
        """Return the changes of the texts at these addresses."""
        parts = ([each for each in part if each.address in addresses] for part in (self.altered, self.moved))
        return Changes(*parts)

    def both(self) -> list[PrintedText]:
        return [*self.altered, *self.moved]


def changes(texts: Iterable[PrintedText], recorded: str) -> Changes:
    """Return the changes of an entry since the digests of its originals were recorded."""
    present = dated(texts)
    steps = SequenceMatcher(None, recorded.split(), digests(present), autojunk=False).get_opcodes()
    same = [at for tag, _, _, begin, end in steps if tag == "equal" for at in range(begin, end)]
    same_items = {item for at in same for item in _items(present[at].address)}
    shifted: dict[Address, int] = {}
    for tag, old, old_end, begin, end in steps:
        if tag != "equal" and old_end - old != end - begin:
            new = {item for text in present[begin:end] for item in _items(text.address)} - same_items
            gone = {item for text in present[end : end + 1] for item in _items(text.address)}
            for *place, item in new if end - begin > old_end - old else gone:
                shifted[tuple(place)] = min(int(item), shifted.get(tuple(place), int(item)))
    moved = [present[at] for at in same if _is_after(shifted, present[at].address)]
    return Changes([text for at, text in enumerate(present) if at not in {*same}], moved)


def _items(address: Address) -> Iterator[Address]:
    """Yield the addresses of the list items that contain a text."""
    return (address[: at + 1] for at, step in enumerate(address) if isinstance(step, Place))


def _is_after(shifted: Lookup[Address, int], address: Address) -> bool:
    """Return whether a text is in a list at or after a place where items have moved."""
    return any(shifted.get(item[:-1], int(item[-1]) + 1) <= int(item[-1]) for item in _items(address))


# The trees of a game with the texts of another language in place of the originals


@dataclass(frozen=True, slots=True)
class Originals:
    """The texts of a game that can be translated, by file of content/ and of cards/, in order."""

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
    """Return the game in a language, as decoding reads it; untranslated texts stay as in the original."""
    content = zip(sources.content, originals.content, strict=True)
    cards = zip(sources.cards, originals.cards, strict=True)
    return replace(
        sources,
        content=tuple(_Translator(texts, translation).tree(tree) for tree, texts in content),
        cards=tuple((name, _Translator(texts, translation).tree(tree)) for (name, tree), texts in cards),
        language=language,
    )


class _Translator:
    """Replaces nodes of one tree. Nodes are found by their identity, because two may be equal."""

    def __init__(self, texts: tuple[PrintedText, ...], translation: Translation) -> None:
        new = [(each, translation.texts[each.address]) for each in texts if each.address in translation.texts]
        self.values = {id(each.place): text for each, text in new if each.role is Role.VALUE}
        self.labels = {id(each.place): text for each, text in new if each.role is Role.LABEL}
        self.names = {id(each.place): text for each, text in new if each.role is Role.KEY}
        self.spellings = translation.spellings

    def tree(self, tree: Mapping) -> Mapping:
        entries = [(key, self._node(value)) for key, value in tree.entries]
        return Mapping(
            tuple((key, self._terms(value) if key.value == "terms" else value) for key, value in entries), tree.span
        )

    def _terms(self, terms: Node) -> Node:
        """Return the terms with the translation's spellings, if it has any."""
        if not isinstance(terms, Mapping) or not self.spellings:
            return terms
        return Mapping(tuple(_with_spellings(key, node, self.spellings) for key, node in terms.entries), terms.span)

    def _node(self, node: Node) -> Node:
        if isinstance(node, Scalar):
            return self.values.get(id(node), node)
        if isinstance(node, Sequence):
            if any(id(item) in self.labels for item in node.items):  # a list of names: each gets its label
                names = (item for item in node.items if isinstance(item, Scalar))
                return Mapping(tuple((name, self.labels.get(id(name), name)) for name in names), node.span)
            return Sequence(tuple(map(self._node, node.items)), node.span)
        return Mapping(tuple((self._key(key, value), self._node(value)) for key, value in node.entries), node.span)

    def _key(self, key: Scalar, value: Node) -> Scalar:
        new = self.names.get(id(key))
        if new is None:
            return key
        return Renamed(new.value, new.span, new.raw, new.plain, key.value, tuple(_spellings(value)))


def _with_spellings(key: Scalar, node: Node, spellings: Lookup[str, Node]) -> tuple[Scalar, Node]:
    """Return a term with its spellings in the language; those of the original still lead to it."""
    name = name_in_source(key)
    if name not in spellings or not isinstance(node, Mapping):
        return key, node
    if not isinstance(key, Renamed):
        key = Renamed(key.value, key.span, key.raw, key.plain, name, tuple(_spellings(node)))
    others = tuple((each, value) for each, value in node.entries if each.value != ALSO)
    return key, Mapping((*others, (Scalar(ALSO, spellings[name].span), spellings[name])), node.span)


def _spellings(term: Node) -> list[str]:
    """Return the other spellings of a term in the original."""
    values = [term.get(key) for key in (ALSO, "abbreviation")] if isinstance(term, Mapping) else []
    items = [item for each in values for item in (each.items if isinstance(each, Sequence) else (each,))]
    return [item.value for item in items if isinstance(item, Scalar)]
