"""The files of cards/GAME/ by their kind: cards, themes, and the products that are made of cards and rules."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Any, Protocol

from rulewright.findings import Finding, Findings, Label, over_limit
from rulewright.language.entry import Key, key
from rulewright.language.kinds import choice
from rulewright.limits import DECK as LIMIT
from rulewright.model.card import Card, Deck
from rulewright.model.names import did_you_mean, slug
from rulewright.model.product import Product
from rulewright.source import nodes
from rulewright.source.decks import DECK, NAME, Records, fields, records_for, tables_of
from rulewright.source.nodes import Mapping as Tree
from rulewright.source.nodes import Node, Scalar, Sequence, name_in_source

CARD, THEME = "card", "theme"

CardFile = tuple[str, nodes.Mapping]
"""A file by its name, without the ending."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the file of a product may name: `themes` by their ids, and the ICC `profiles` that lie beside it."""

    themes: tuple[str, ...]
    profiles: Mapping[str, bytes]


def kind_key(word: str) -> Key[str]:
    """The key `kind` of a file that does not describe a card."""
    return key(choice(word), "What the file describes; without it, a card", f"kind: {word}", required=True)


class ProductKind(Protocol):
    """A kind of product; `word` is the `kind:` of its files, empty where every game has it without a file."""

    @property
    def word(self) -> str: ...

    def products(
        self, files: Iterable[CardFile], surroundings: Surroundings, findings: Findings
    ) -> Iterable[Product[Any]]: ...


class CardFiles:
    """The files of one game; a file of unknown kind gives a finding and is left out."""

    def __init__(self, files: Iterable[CardFile], kinds: Iterable[ProductKind], findings: Findings) -> None:
        self.kinds = (CARD, THEME, *(kind.word for kind in kinds if kind.word))
        self.files = [(self._kind(tree, findings), (name, tree)) for name, tree in files]

    def of(self, kind: str) -> Iterator[CardFile]:
        return (file for word, file in self.files if word == kind)

    def _kind(self, tree: nodes.Mapping, findings: Findings) -> str:
        """What `kind:` says; a file without the key is a card."""
        written = tree.get("kind")
        if isinstance(written, Scalar) and written.value in self.kinds:
            return written.value
        if written is None and (former := self._former(tree)) is not None:
            findings.add(_former_kind(*former))
            return ""
        if written is None:
            return CARD
        name = written.value if isinstance(written, Scalar) else ""
        hint = did_you_mean(name, self.kinds, f"the kinds are: {', '.join(self.kinds)}")
        findings.add(Finding("bad-value", written.span, f"there is no kind of file {name!r}", hint))
        return ""

    def _former(self, tree: nodes.Mapping) -> tuple[Scalar, nodes.Node] | None:
        """The key that named the kind of a file in earlier versions; a card may have a theme."""
        words = self.kinds[1:] if tree.get("title") is None and tree.get("blocks") is None else self.kinds[2:]
        return next(((name, value) for name, value in tree.entries if name.value in words), None)


def _former_kind(word: Scalar, title: nodes.Node) -> Finding:
    words = title.value if isinstance(title, Scalar) and not title.empty else "…"
    message = f"{word.value!r} does not say what kind of file this is"
    return Finding("unknown-key", word.span, message, f"write kind: {word.value} and title: {words}")


# Decks: a sheet or another product that lists a deck has all its cards. The lists are changed as trees, before they are
# read.

CARDS = ("cards", "copies")
"""The keys of products that list cards."""


class Decks:
    """The decks of a game: the names of the cards of each by the name of its file."""

    def __init__(self, content: Iterable[Tree], findings: Findings) -> None:
        self.content, self.findings = content, findings
        self.members: dict[str, tuple[str, ...]] = {}
        self.decks: dict[str, Deck] = {}

    @cached_property
    def tables(self) -> Mapping[str, Records]:
        """Read only for games that have decks."""
        return tables_of(self.content)

    def cards(self, files: Iterable[CardFile]) -> Iterator[CardFile]:
        """Every card, those of decks too."""
        for name, tree in files:
            records = records_for(tree, self.tables) if tree.get(DECK) else None
            self._check(tree, records)
            if records is None or not records.rows:
                yield name, Records("").unfilled(tree) if isinstance(tree.get(DECK), Scalar) else tree
                continue
            made = {slug(f"{name}-{name_in_source(record)}"): card for record, card in records.cards(tree)}
            self.members[name] = tuple(made)
            self.decks |= dict.fromkeys(made, Deck(slug(name), records.table))
            yield from made.items()

    def in_deck(self, card: Card) -> Card:
        """The card with the deck that it belongs to."""
        deck = self.decks.get(card.id)
        return replace(card, deck=deck) if deck else card

    def listing(self, files: Iterable[CardFile]) -> Iterator[CardFile]:
        """The files of products, with the cards of a deck where they list the deck."""
        return ((name, _in_place(tree, self.members)) for name, tree in files)

    def _check(self, tree: Tree, records: Records | None) -> None:
        named = tree.get(DECK)
        if isinstance(named, Scalar):
            self.findings.extend(self._misnamed(named, records))
        if records is not None:
            self._check_names(records)
            self._check_fields(tree, records)

    def _misnamed(self, named: Scalar, records: Records | None) -> Iterator[Finding]:
        """The findings on the table of a deck."""
        if records is None:
            hint = did_you_mean(named.value, self.tables, "name one of the game's tables")
            message = f"there is no table {named.value!r}"
            yield Finding("dangling-link", named.span, message, hint, unknown=named.value)
        elif not records.rows:
            message = f"the table {named.value!r} has no records to make cards of"
            yield Finding("bad-value", named.span, message, "see: rulewright explain records")
        elif len(records.rows) > LIMIT.most:
            counted = f"the deck has {len(records.rows):,} cards"
            yield over_limit(LIMIT, counted, named.span, "divide the table")

    def _check_names(self, records: Records) -> None:
        first: dict[str, Scalar] = {}
        for record, _ in records.rows:
            same = first.setdefault(slug(name_in_source(record)), record)
            if same is not record:
                message = f"the cards of {same.value!r} and {record.value!r} have the same name"
                label = Label(same.span, "the other one")
                self.findings.add(Finding("duplicate-id", record.span, message, "rename one of them", (label,)))

    def _check_fields(self, tree: Tree, records: Records) -> None:
        columns = (NAME, *records.columns)
        for text, field in fields(tree):
            if field[1] not in columns:
                message = f"table {records.table!r} has no column {field[1]!r}"
                hint = did_you_mean(field[1], columns, f"the columns are: {', '.join(columns)}")
                span = text.at(field.start(), len(field[0]))
                self.findings.add(Finding("dangling-link", span, message, hint))


def _in_place(tree: Tree, members: Mapping[str, tuple[str, ...]]) -> Tree:
    entries = ((key, _listed(value, members) if key.value in CARDS else value) for key, value in tree.entries)
    return replace(tree, entries=tuple(entries)) if members else tree


def _listed(cards: Node, members: Mapping[str, tuple[str, ...]]) -> Node:
    """A list of cards with the names of decks replaced by those of their cards."""
    if isinstance(cards, Scalar):
        return Sequence(tuple(_named(cards, members)), cards.span) if cards.value in members else cards
    if isinstance(cards, Tree):
        copies = ((card, number) for name, number in cards.entries for card in _named(name, members))
        return replace(cards, entries=tuple(copies))
    parts = (_named(each, members) if isinstance(each, Scalar) else (_listed(each, members),) for each in cards.items)
    return replace(cards, items=tuple(chain.from_iterable(parts)))


def _named(deck: Scalar, members: Mapping[str, tuple[str, ...]]) -> Iterable[Scalar]:
    return (replace(deck, value=card) for card in members.get(deck.value, (deck.value,)))
