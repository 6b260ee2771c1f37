"""The files of cards/GAME/, sorted by kind: cards, themes, and products made of cards and rules. Also decks.

A card is read with its blocks.

A file with the key `deck` stands for one card per record of a table. Products may list the deck by its file name:
the name is replaced in the source tree by the names of its cards, before the product is read.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, Protocol

from rulewright.base.findings import Finding, Findings, Label, over_limit
from rulewright.base.limits import DECK as LIMIT
from rulewright.entries.blocks import BY_NAME, read_blocks
from rulewright.entries.blocks.page import PageBreak, pages
from rulewright.entries.blocks.zones import Zone
from rulewright.entries.card import Card
from rulewright.entries.card_sizes import ANY_SIZE
from rulewright.entries.entry import EntryReader
from rulewright.entries.names import did_you_mean, slug
from rulewright.entries.paper import Millimetres, Rectangle, Size
from rulewright.entries.product import Product
from rulewright.entries.requests import Surroundings
from rulewright.source import nodes
from rulewright.source.decks import DECK, NAME, Records, fields, records_for, tables_of
from rulewright.source.nodes import Mapping as Tree
from rulewright.source.nodes import Node, Scalar, Sequence, name_in_source

CARD, THEME = "card", "theme"

CardFile = tuple[str, nodes.Mapping]
"""The name of a file without its ending, and its tree."""


class ProductKind(Protocol):
    """A kind of product. `word` is the value of `kind:` in its files; empty if every game has it without a file."""

    @property
    def word(self) -> str: ...

    def products(
        self, files: Iterable[CardFile], surroundings: Surroundings, findings: Findings
    ) -> Iterable[Product[Any]]: ...


class CardFiles:
    """The card files of one game by kind; a file of unknown kind gives a finding and is left out."""

    def __init__(self, files: Iterable[CardFile], kinds: Iterable[ProductKind], findings: Findings) -> None:
        self.kinds = (CARD, THEME, *(kind.word for kind in kinds if kind.word))
        self.files = [(self._kind(tree, findings), (name, tree)) for name, tree in files]

    def of(self, kind: str) -> Iterator[CardFile]:
        return (file for word, file in self.files if word == kind)

    def _kind(self, tree: nodes.Mapping, findings: Findings) -> str:
        """Return the value of `kind:`; "card" without the key, and "" with a finding for an unknown kind."""
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
        """Return the key and value that named the kind in earlier versions, as in `sheet: Title`, or None.

        A card may have a key `theme`, so in a card this word does not name a kind.
        """
        words = self.kinds[1:] if tree.get("title") is None and tree.get("blocks") is None else self.kinds[2:]
        return next(((name, value) for name, value in tree.entries if name.value in words), None)


def _former_kind(word: Scalar, title: nodes.Node) -> Finding:
    words = title.value if isinstance(title, Scalar) and not title.empty else "…"
    message = f"{word.value!r} does not say what kind of file this is"
    return Finding("unknown-key", word.span, message, f"write kind: {word.value} and title: {words}")


# Decks

CARDS = ("cards", "copies")
"""The keys under which products list cards."""


class Decks:
    """The decks of a game: the names of their cards by the name of the deck's file."""

    def __init__(self, content: Iterable[Tree], findings: Findings) -> None:
        self.content, self.findings = content, findings
        self.members: dict[str, tuple[str, ...]] = {}
        self.decks: dict[str, str] = {}

    @cached_property
    def tables(self) -> Mapping[str, Records]:
        """The tables that may supply records; read only if the game has decks."""
        return tables_of(self.content)

    def cards(self, files: Iterable[CardFile]) -> Iterator[CardFile]:
        """Yield every card file, with a deck replaced by one tree per card."""
        for name, tree in files:
            records = records_for(tree, self.tables) if tree.get(DECK) else None
            self._check(tree, records)
            if records is None or not records.rows:
                yield name, Records("").unfilled(tree) if isinstance(tree.get(DECK), Scalar) else tree
                continue
            deck_cards = {slug(f"{name}-{name_in_source(record)}"): card for record, card in records.cards(tree)}
            self.members[name] = tuple(deck_cards)
            self.decks |= dict.fromkeys(deck_cards, slug(name))
            yield from deck_cards.items()

    def in_deck(self, card: Card) -> Card:
        """Return the card with its deck filled in, if it belongs to one."""
        return replace(card, deck=self.decks[card.id]) if card.id in self.decks else card

    def listing(self, files: Iterable[CardFile]) -> Iterator[CardFile]:
        """Return product files in which each listed deck is replaced by its cards."""
        return ((name, _with_cards(tree, self.members)) for name, tree in files)

    def _check(self, tree: Tree, records: Records | None) -> None:
        table = tree.get(DECK)
        if isinstance(table, Scalar):
            self.findings.extend(self._table_findings(table, records))
        if records is not None:
            self._check_names(records)
            self._check_fields(tree, records)

    def _table_findings(self, table: Scalar, records: Records | None) -> Iterator[Finding]:
        """Yield a finding if the table of a deck is unknown, has no records, or has too many."""
        if records is None:
            hint = did_you_mean(table.value, self.tables, "name one of the game's tables")
            message = f"there is no table {table.value!r}"
            yield Finding("dangling-link", table.span, message, hint, unknown=table.value)
        elif not records.rows:
            message = f"the table {table.value!r} has no records to make cards of"
            yield Finding("bad-value", table.span, message, "see: rulewright explain records")
        elif len(records.rows) > LIMIT.most:
            count_text = f"the deck has {len(records.rows):,} cards"
            yield over_limit(LIMIT, count_text, table.span, "divide the table")

    def _check_names(self, records: Records) -> None:
        """Report records whose cards would have the same name."""
        first: dict[str, Scalar] = {}
        for record, _ in records.rows:
            earlier = first.setdefault(slug(name_in_source(record)), record)
            if earlier is not record:
                message = f"the cards of {earlier.value!r} and {record.value!r} have the same name"
                label = Label(earlier.span, "the other one")
                self.findings.add(Finding("duplicate-id", record.span, message, "rename one of them", (label,)))

    def _check_fields(self, tree: Tree, records: Records) -> None:
        """Report `[[record:…]]` in a deck for columns that its table lacks."""
        columns = (NAME, *records.columns)
        for text, field in fields(tree):
            if field[1] not in columns:
                message = f"table {records.table!r} has no column {field[1]!r}"
                hint = did_you_mean(field[1], columns, f"the columns are: {', '.join(columns)}")
                span = text.at(field.start(), len(field[0]))
                self.findings.add(Finding("dangling-link", span, message, hint))


def _with_cards(tree: Tree, members: Mapping[str, tuple[str, ...]]) -> Tree:
    entries = ((key, _cards_of(value, members) if key.value in CARDS else value) for key, value in tree.entries)
    return replace(tree, entries=tuple(entries)) if members else tree


def _cards_of(cards: Node, members: Mapping[str, tuple[str, ...]]) -> Node:
    """Return a list of cards with each deck replaced by its cards."""
    if isinstance(cards, Scalar):
        return Sequence(tuple(_members(cards, members)), cards.span) if cards.value in members else cards
    if isinstance(cards, Tree):
        copies = ((card, number) for name, number in cards.entries for card in _members(name, members))
        return replace(cards, entries=tuple(copies))
    items: list[Node] = []
    for each in cards.items:
        items += _members(each, members) if isinstance(each, Scalar) else [_cards_of(each, members)]
    return replace(cards, items=tuple(items))


def _members(deck: Scalar, members: Mapping[str, tuple[str, ...]]) -> Iterable[Scalar]:
    """Return the names of the cards of a deck; a name that is not of a deck stays."""
    return (replace(deck, value=card) for card in members.get(deck.value, (deck.value,)))


# Cards with their blocks


def read_card(name: str, node: Node, surroundings: Surroundings, findings: Findings) -> Card:
    """Read a card and its blocks."""
    reader = EntryReader(Card, node, f"card {name!r}", findings, surroundings)
    written = reader.node_at("blocks")
    if isinstance(written, Sequence) and not written.items:
        hint = f"begin its blocks with one of: {', '.join(BY_NAME)}"
        reader.report("missing-key", written.span, f"{reader.what} has no blocks to print", hint)
    listed = tuple(read_blocks(reader.list_at("blocks"), findings))
    card = Card.of_reader(
        reader,
        id=slug(name),
        pages=tuple(pages(listed, findings)),
        page_grounds=tuple(block.ground for block in listed if isinstance(block, PageBreak)),
    )
    findings.extend(zone_findings(card) if card.size is not ANY_SIZE else ())
    return card


def zone_findings(card: Card) -> Iterator[Finding]:
    """Yield a finding for each zone that reaches beyond its card or has no room."""
    for zone in (block for page in card.pages for block in page if isinstance(block, Zone)):
        message = next(_wrong_places(zone.place.on(card.size), card.size), None)
        if message:
            size = f"the card is {card.size.width} by {card.size.height}"
            yield Finding("bad-value", zone.span, f"the zone {zone.name!r} {message}", size)


def _wrong_places(box: Rectangle, size: Size) -> Iterator[str]:
    """Yield what is wrong with the place of a zone on a card: it has no room, or reaches beyond an edge."""
    for side, name, whole in ((box.width, "width", size.width), (box.height, "height", size.height)):
        if side <= 0:
            yield f"has no {name}: its distances from both edges take all {whole}"
    beyond = {
        "left": -box.left,
        "top": -box.top,
        "right": box.left + box.width - size.width.value,
        "bottom": box.top + box.height - size.height.value,
    }
    for edge, distance in beyond.items():
        if distance > 0:
            yield f"reaches {Millimetres(distance)} beyond the card: {edge}"
