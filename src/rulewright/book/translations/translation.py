"""One translation: find the entry of its PO file for each text of the game, and put the texts into the game's trees."""

import re
from collections.abc import Iterable, Iterator
from collections.abc import Mapping as Lookup
from dataclasses import dataclass, field, replace
from itertools import chain, islice

from rulewright.book.translations.texts import PrintedText, Role, card_texts, content_texts
from rulewright.source.files import Sources
from rulewright.source.markup.links import LINK
from rulewright.source.nodes import Mapping, Node, Renamed, Scalar, Sequence, name_in_source
from rulewright.source.po import PoEntry, PoFile

Key = tuple[str, str]
"""What identifies a text in a PO file: its address as the context, and its words."""
ALSO = "also"
"""The key of a term with its other spellings."""
SIMILAR = 60
"""The share of letters, in percent, that a text keeps if it counts as changed and not as new: as in gettext."""
MOST_COMPARED = 200
"""The most earlier texts at one address, such as items of a list, with which a text is compared."""
SPELLINGS = "|"
"""The sign between a term's name and its other spellings: each language has as many as it needs."""


Originals = Lookup[Key, list[PrintedText]]
"""The texts of a game in order; equal ones at one address are together."""


def originals_of(sources: Sources) -> Originals:
    texts: dict[Key, list[PrintedText]] = {}
    content, cards = map(content_texts, sources.content), (card_texts(*card) for card in sources.cards)
    for text in chain(*content, *cards):
        texts.setdefault(text.key, []).append(text)
    return texts


# The entry for each text


@dataclass(frozen=True, slots=True)
class Match:
    """The entry for a text; `changed` if it translates an earlier original."""

    entry: PoEntry
    changed: bool = False

    @property
    def stale(self) -> bool:
        return self.entry.translated and (self.changed or self.entry.fuzzy)


def matches(keys: Iterable[Key], entries: Iterable[PoEntry]) -> dict[Key, Match]:
    """Return the entry of each text that has one.

    A text keeps its translation when it moves within its entry of the game, when the entry gets another name, when its
    links are renamed, and when its lines break elsewhere. A text counts as changed if it was far away, or is similar to
    one that was at its address.
    """
    unmatched, unused = list(keys), sorted(entries, key=lambda each: (each.obsolete, not each.translated))
    found: dict[Key, Match] = {}
    for same in (_unchanged, _in_entry, _of_kind, _elsewhere):
        candidates: dict[tuple[str, ...], list[PoEntry]] = {}
        for entry in reversed(unused):
            candidates.setdefault(same(entry.context, entry.original), []).append(entry)
        for key in unmatched:
            if with_same := candidates.get(same(*key)):
                found[key] = Match(with_same.pop(), changed=same is _elsewhere)
        unmatched, unused = [key for key in unmatched if key not in found], _unused(unused, found)
    earlier: dict[str, list[PoEntry]] = {}
    for entry in unused:
        if entry.translated and not entry.obsolete:
            earlier.setdefault(entry.context, []).append(entry)
    for context, words in unmatched:
        if context in earlier and (similar := _similar(words, earlier[context])) is not None:
            found[context, words] = Match(earlier[context].pop(similar), changed=True)
    return found


def _unchanged(context: str, words: str) -> tuple[str, ...]:
    return context, words


def _in_entry(context: str, words: str) -> tuple[str, ...]:
    section, entry, _ = _steps(context)
    return section, entry, _printed(words)


def _of_kind(context: str, words: str) -> tuple[str, ...]:
    section, _, keys = _steps(context)
    return section, keys, _printed(words)


def _elsewhere(_context: str, words: str) -> tuple[str, ...]:
    return (_printed(words),)


def _steps(context: str) -> tuple[str, str, str]:
    """Return the section, the entry and the keys of an address: a file of cards/ is an entry too."""
    section, entry, keys, *_ = (*re.split(": |(?<=^cards)/", context, maxsplit=2), "", "")
    return section, entry, keys


def _printed(words: str) -> str:
    """Return a text without its line breaks and the names that its links lead to, which are compared by themselves."""
    return " ".join(LINK.sub(lambda link: f"[[{link[2] or ''}]]", words).split())


def _similar(words: str, entries: Iterable[PoEntry]) -> int | None:
    """Return the position of the entry with the most similar original, if one is similar enough."""
    from rapidfuzz import fuzz, process

    earlier = [each.original for each in islice(entries, MOST_COMPARED)]
    best = process.extractOne(words, earlier, scorer=fuzz.ratio, score_cutoff=SIMILAR)
    return best and best[2]


def _unused(entries: Iterable[PoEntry], found: Lookup[Key, Match]) -> list[PoEntry]:
    used = {id(match.entry) for match in found.values()}
    return [each for each in entries if id(each) not in used]


@dataclass(frozen=True, slots=True)
class Translation:
    """The entries of a language for the texts of a game. `unknown` entries translate none of them."""

    matches: dict[Key, Match] = field(default_factory=dict)
    unknown: tuple[PoEntry, ...] = ()

    def text(self, key: Key) -> Scalar | None:
        """Return a translated text; None if it is missing."""
        match = self.matches.get(key)
        return match.entry.text if match and match.entry.translated else None


def translation_of(keys: Iterable[Key], files: Iterable[PoFile]) -> Translation:
    """Find the texts in the file of a game, then in those of the games below."""
    keys, found, unknown = list(keys), dict[Key, Match](), list[tuple[PoEntry, ...]]()
    for file in files:
        missing = [key for key in keys if key not in found or not found[key].entry.translated]
        entries = [each for each in file.entries if not each.obsolete]
        in_file = matches(keys, entries)
        unknown.append(tuple(each for each in _unused(entries, in_file) if each.translated))
        found |= {key: in_file[key] for key in missing if key in in_file}
    return Translation(found, unknown[0] if unknown else ())


# The trees of a game with the texts of another language in place of the originals


def translated_sources(sources: Sources, language: str, originals: Originals, translation: Translation) -> Sources:
    """Return the game in a language, as decoding reads it; untranslated texts stay as in the original."""
    translator = _Translator(originals, translation)
    content = tuple(map(translator.tree, sources.content))
    cards = tuple((name, translator.tree(tree)) for name, tree in sources.cards)
    return replace(sources, content=content, cards=cards, language=language)


class _Translator:
    """Replaces nodes of trees. Nodes are found by their identity, because two may be equal."""

    def __init__(self, originals: Originals, translation: Translation) -> None:
        new = [(each, text) for key in originals if (text := translation.text(key)) for each in originals[key]]
        self.values, self.labels, self.names = (
            {id(each.place): text for each, text in new if each.role is role}
            for role in (Role.VALUE, Role.LABEL, Role.KEY)
        )

    def tree(self, tree: Mapping) -> Mapping:
        readers = {"terms": self._terms}
        entries = ((key, readers.get(key.value, self._node)(value)) for key, value in tree.entries)
        return Mapping(tuple(entries), tree.span)

    def _terms(self, terms: Node) -> Node:
        if not isinstance(terms, Mapping):
            return terms
        return Mapping(tuple(self._term(key, node) for key, node in terms.entries), terms.span)

    def _term(self, key: Scalar, term: Node) -> tuple[Scalar, Node]:
        """Return a term with its name and its spellings in the language; those of the original still lead to it."""
        new, node = self.names.get(id(key)), self._node(term)
        if new is None:
            return key, node
        name, *others = [*parts(new, SPELLINGS)] or [new]
        if others and isinstance(node, Mapping):
            kept = tuple((each, value) for each, value in node.entries if each.value != ALSO)
            spellings = Sequence(tuple(others), others[0].span)
            node = Mapping((*kept, (Scalar(ALSO, others[0].span), spellings)), node.span)
        return _renamed(key, name, term), node

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
        return key if new is None else _renamed(key, new, value)


def parts(text: Scalar, sign: str) -> Iterator[Scalar]:
    """Yield what is between the signs of a text, each part with its place."""
    begin = 0
    for each in text.value.split(sign):
        if part := each.strip():
            yield Scalar(part, text.at(begin + each.index(part), len(part)), part, plain=False)
        begin += len(each) + len(sign)


def _renamed(key: Scalar, new: Scalar, value: Node) -> Renamed:
    return Renamed(new.value, new.span, new.raw, new.plain, name_in_source(key), tuple(_spellings(value)))


def _spellings(term: Node) -> Iterator[str]:
    """Yield the other spellings of a term in the original."""
    for each in (term.get(ALSO), term.get("abbreviation")) if isinstance(term, Mapping) else ():
        for item in each.items if isinstance(each, Sequence) else (each,):
            if isinstance(item, Scalar):
                yield item.value
