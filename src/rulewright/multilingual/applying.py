"""The trees of a game with the texts of another language in place of the originals."""

from collections.abc import Mapping as Lookup
from dataclasses import dataclass, replace
from itertools import chain

from rulewright.multilingual.entries import ALSO, Translation
from rulewright.multilingual.texts import PrintedText, Role, card_texts, content_texts
from rulewright.source.files import Sources
from rulewright.source.nodes import Mapping, Node, Renamed, Scalar, Sequence, name_in_source


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
