"""The owner of each text of a game, and the entry at each place of the source."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol, TypeAlias

from rulewright.entries.errata import Erratum, ErratumClass
from rulewright.entries.origins import Origin
from rulewright.entries.references import Reference, all_bullets
from rulewright.entries.rules import Rule
from rulewright.entries.terms import Term
from rulewright.entries.text import Link, Target, Text
from rulewright.findings import Span
from rulewright.model.book import RULING_SIGN, Book
from rulewright.model.card import Card
from rulewright.model.domain import Domain
from rulewright.model.game import Game
from rulewright.model.table import NAME, Lookup, Modifiers, Records, Table
from rulewright.once_per_value import once_per_value


def origins(game: Game) -> Iterator[tuple[Target, Text | None, Origin]]:
    """Yield the origins of rules, tables, terms, quick references and bullets with their owners.

    The second value is the text of a bullet, and None for other entries.
    """
    yield from ((Target("rule", rule.id), None, rule.origin) for rule in game.rules)
    yield from ((Target("table", table.id), None, table.origin) for table in game.tables)
    yield from ((Target("term", term.id), None, term.origin) for term in game.terms)
    for reference in game.references:
        yield Target("reference", reference.id), None, reference.origin
        for item in all_bullets(reference.items):
            yield Target("reference", reference.id), item.text, item.origin


def says_ours(game: Game) -> bool:
    if game.ours or any(rule.origin.ours for rule in game.rules) or any(term.origin.ours for term in game.terms):
        return True
    return any(origin.ours for _, _, origin in origins(replace(game, rules=(), terms=())))


def texts(game: Game) -> Iterator[tuple[Target, Text]]:
    """Yield every text of a game with its owner. A bare reference counts as a text with one link."""
    for kind, id_, entry_texts in _texts(game, _all_texts):
        owner = Target(kind, id_)
        yield from ((owner, text) for text in entry_texts if text is not None)


def linked_texts(game: Game) -> "Iterator[Owned]":
    """Yield the texts with links, in the same order. Results are cached: the preview reads them after each edit."""
    return _texts(game, _texts_with_links)


TextsOf: TypeAlias = Callable[[Any], Iterable[Text | None]]
Selection: TypeAlias = Callable[[Any, TextsOf], Iterable[Text | None]]
"""A function that selects texts of an entry."""
Owned: TypeAlias = tuple[str, str, Iterable[Text | None]]
"""The kind of an entry, its id and its texts."""


def _all_texts(entry: Any, texts_of: TextsOf) -> Iterable[Text | None]:
    return texts_of(entry)


@once_per_value
def _texts_with_links(entry: Any, texts_of: TextsOf) -> Iterable[Text | None]:
    return tuple(text for text in texts_of(entry) if text is not None and text.links)


def _domain_texts(domain: Domain) -> Iterator[Text | None]:
    yield domain.title
    yield from (name.label for name in (*domain.names, *domain.groups))


@once_per_value
def _label_places(domain: Domain) -> frozenset[Span]:
    return frozenset(name.label.span for name in (*domain.names, *domain.groups))


def _erratum_texts(erratum: Erratum) -> Iterable[Text | None]:
    sign = RULING_SIGN if erratum.class_ is ErratumClass.RULING else None
    return (*erratum.texts(), sign)


def _all_table_texts(table: Table) -> Iterator[Text | None]:
    yield from table_texts(table)
    yield from (erratum for part in table.parts() for erratum in part.errata)
    yield from (source.document for source in table.origin.sources)


def _texts(game: Game, select: Selection) -> Iterator[Owned]:
    yield from (("mark", mark.id, (mark.legend,)) for mark in game.marks)
    yield from (("domain", domain.id, select(domain, _domain_texts)) for domain in game.domains)
    yield from (("document", document.id, (document.title,)) for document in game.documents)
    yield "game", game.id, (*game.ours, *game.about.texts(), *(game.layer.texts() if game.layer else ()))
    yield from (("fact", fact.id, fact.texts()) for fact in game.facts)
    yield from (("term", term.id, select(term, Term.texts)) for term in game.terms)
    yield from (("rule", rule.id, select(rule, Rule.texts)) for rule in game.rules)
    has_rolls = any(table.in_rule for table in game.tables)
    rule_titles = {rule.title.span for rule in game.rules if has_rolls}  # a roll without a title takes its rule's title
    domain_labels = frozenset[Span]().union(*map(_label_places, game.domains))  # the domain owns these
    for table in game.tables:
        labels = {text.span: text for text in _linked_labels(table) if text.span not in domain_labels}
        own = (text for text in select(table, _all_table_texts) if text is None or text.span not in rule_titles)
        yield "table", table.id, (*labels.values(), *own)
    yield from (("reference", reference.id, select(reference, Reference.texts)) for reference in game.references)
    yield from (("example", example.id, (example.rule, *example.prose())) for example in game.examples)
    yield from (("figure", figure.id, figure.texts()) for figure in game.numbered_figures)
    yield from (("erratum", erratum.id, select(erratum, _erratum_texts)) for erratum in game.errata)
    yield from (("ruling", ruling.id, ruling.texts()) for ruling in game.rulings)
    yield from (("card", card.id, select(card, _card_texts)) for card in game.cards)
    for product in game.products:
        yield product.kind, product.request.id if product.request else game.id, product.texts()


def table_texts(table: Table) -> Iterator[Text | None]:
    """Yield the texts of a table, without those of its keys and names, which belong to their domains."""
    yield from (table.title, table.rule, table.note, table.goal.named if table.goal else None)
    yield from (text for output in table.outputs for text in (output.label, output.says))
    yield from table.layout.headers
    if isinstance(table.layout, Lookup):
        yield table.layout.values_header
    if isinstance(table.layout, Records):
        yield from (key.label for row in table.layout.rows for key in row.keys if key.axis == NAME)
    if isinstance(table.layout, Modifiers):
        yield from (text for line in table.layout.lines for text in (line.label, line.remark, line.rule))
    for case in (*table.cases, *table.cutoffs):
        yield case.label
        if case.value.plain == case.value.label.source:
            yield case.value.label
    yield from (silence.why for silence in table.silences)
    yield from (each.colour for each in table.colours)


@once_per_value
def _linked_labels(table: Table) -> tuple[Text, ...]:
    return tuple(text for text in printed_labels(table) if text.links)


@once_per_value
def links_of_table(table: Table) -> tuple[Link, ...]:
    texts = (*printed_labels(table), *table_texts(table))
    return tuple(link for text in texts if text is not None for link in text.links)


def printed_labels(table: Table) -> Iterator[Text]:
    for case in table.cases:
        yield from (key.label for key in case.keys)
        if case.label is None:
            yield from (key.label for keys in case.conditions for key in keys)


def _card_texts(card: Card) -> Iterator[Text]:
    yield card.title
    if isinstance(card.footer, Text):
        yield card.footer
    yield from (text for block in card.all_blocks() for text in block.texts())


# The entry at a place of the source, and the rule of an entry


class Owners:
    """An index of the entries of a game by the place where each begins."""

    def __init__(self, game: Game) -> None:
        places = ((span, target) for span, target in _places(game) if span is not None)
        self._starts = sorted(((span.file, span.line, span.column), target) for span, target in places)
        self._keys = [key for key, _ in self._starts]

    def at(self, span: Span) -> Target | None:
        """Return the last entry that begins at or before `span` in its file, or None."""
        before = bisect_right(self._keys, (span.file, span.line, span.column)) - 1
        if before < 0 or self._keys[before][0] != span.file:
            return None
        return self._starts[before][1]


class Located(Protocol):
    """An entry with an id and a place in the source."""

    @property
    def id(self) -> str: ...
    @property
    def span(self) -> Span: ...


def entries_by_kind(game: Game) -> Mapping[str, Sequence[Located]]:
    """Return all entries that have an id, by kind of `Target`."""
    return {
        "rule": game.rules,
        "table": game.tables,
        "reference": game.references,
        "fact": game.facts,
        "domain": game.domains,
        "mark": game.marks,
        "colour": game.colours,
        "example": game.examples,
        "erratum": game.errata,
        "ruling": game.rulings,
        "figure": game.numbered_figures,
        "term": game.terms,
        "card": game.cards,
    }


class _Ruled(Protocol):
    @property
    def rule(self) -> Text | None: ...


def _places(game: Game) -> Iterator[tuple[Span | None, Target]]:
    """Yield where entries begin, including unreadable entries, entries of base games and tables in spreadsheets."""
    yield from ((span, Target("unread", name)) for name, span in game.unread.items())
    for kind, entries in entries_by_kind(game).items():
        yield from ((entry.span, Target(kind, entry.id)) for entry in entries)
    changes = game.layer.changes if game.layer else ()
    yield from ((change.below, Target(change.kind, change.id)) for change in changes)
    yield from ((table.sheet, Target("table", table.id)) for table in game.tables)
    for product in game.products:
        if product.request:
            yield product.request.span, Target(product.kind, product.request.id)


def rule_behind(book: Book, owner: Target | None) -> Rule | None:
    """Return the rule that an entry belongs to, or None. A rule belongs to itself."""
    if owner is None:
        return None
    if owner.kind == "rule":
        return book.rules[owner.id]
    entries: Mapping[str, Mapping[str, _Ruled]] = {
        "table": book.tables,
        "reference": book.references,
        "fact": book.facts,
        "term": book.terms,
        "example": book.examples,
        "figure": book.figures,
    }
    entry = entries.get(owner.kind, {}).get(owner.id)
    return None if entry is None else book.rule_of(entry.rule)
