"""A linked game: every reference is resolved, and citations can be followed both ways."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Protocol, TypeAlias, TypeVar

from rulewright.findings import Span
from rulewright.model.about import UNSTATED, Document, Origin, Ruling
from rulewright.model.card import Card, Deck
from rulewright.model.domain import Domain
from rulewright.model.example import Example
from rulewright.model.figure import Figure
from rulewright.model.figure_order import FigureOrder
from rulewright.model.game import Colour, Erratum, ErratumClass, Fact, Game, Mark, Reference, Rule, Term
from rulewright.model.item import Item
from rulewright.model.notation import Unit, matching_units
from rulewright.model.product import Product
from rulewright.model.ruling_signs import SIGN, RulingSigns
from rulewright.model.table import NAME, Case, Lookup, Modifiers, Records, Table
from rulewright.model.text import Link, Text
from rulewright.model.text import Target as Target  # noqa: PLC0414 - so it is read from here too
from rulewright.model.theme import Theme
from rulewright.once_per_value import once_per_value

T = TypeVar("T")


def cell_target(table: Table, at: int) -> Target:
    """The target for one case of a table, by its position."""
    return Target("cell", f"{table.id}:{at}")


def unit_target(unit: Unit) -> Target:
    """The target for a counter."""
    return Target("unit", f"{unit.notation.id} {unit.written}")


def example_target(example: Example, name: str) -> Target:
    """The target for a value of an example, by its name there: `given:distance`, `result:2`."""
    kind, _, rest = name.partition(":")
    return Target(kind, f"{example.id}/{rest}")


def citation_target(target: Target) -> Target:
    """What a link to a target cites: a link to a cell cites its table."""
    return Target("table", target.id.rpartition(":")[0]) if target.kind == "cell" else target


@dataclass(frozen=True, slots=True)
class Citation:
    """One link, from the owner of its text to its target."""

    source: Target
    target: Target
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Outline:
    """A rule and the rules under it."""

    rule: Rule
    below: tuple["Outline", ...] = ()

    @property
    def sections(self) -> tuple["Outline", ...]:
        """Those below it that contents list: all but sidebars."""
        return tuple(each for each in self.below if not each.rule.sidebar)

    def walk(self) -> Iterator["Outline"]:
        """This and all below it, in reading order."""
        waiting = [self]
        while waiting:
            outline = waiting.pop()
            yield outline
            waiting.extend(reversed(outline.below))


@dataclass(frozen=True)
class Book:
    """A linked game. `targets` maps the text of every link that has a target.

    `slips` are for a draft: what is wrong, by the place of the text, the cell, the fact or the block that shows it.
    `base` is the book of the game that it extends.
    """

    game: Game
    targets: Mapping[str, Target]
    citations: tuple[Citation, ...]
    outline: tuple[Outline, ...]
    slips: Mapping[Span, str] = field(default_factory=dict)
    base: "Book | None" = None

    @cached_property
    def plain_texts(self) -> dict[Text, str]:
        """The words of texts, each put together when `wording.plain` is first asked for it."""
        return {}

    @cached_property
    def rules(self) -> Mapping[str, Rule]:
        return {rule.id: rule for rule in self.game.rules}

    @cached_property
    def terms(self) -> Mapping[str, Term]:
        return {term.id: term for term in self.game.terms}

    @cached_property
    def tables(self) -> Mapping[str, Table]:
        return {table.id: table for table in self.game.tables}

    @cached_property
    def references(self) -> Mapping[str, Reference]:
        return {reference.id: reference for reference in self.game.references}

    @cached_property
    def documents(self) -> Mapping[str, Document]:
        return {document.id: document for document in self.game.documents}

    @cached_property
    def facts(self) -> Mapping[str, Fact]:
        return {fact.id: fact for fact in self.game.facts}

    @cached_property
    def marks(self) -> Mapping[str, Mark]:
        return {mark.id: mark for mark in self.game.marks}

    @cached_property
    def colours(self) -> Mapping[str, Colour]:
        return {colour.id: colour for colour in self.game.colours}

    @cached_property
    def themes(self) -> Mapping[str, Theme]:
        """The themes of the game, and those that come with the tool."""
        return {theme.id: theme for theme in self.game.themes}

    @property
    def theme(self) -> Theme:
        """The theme of the game: that of its web pages, and of cards and rulebooks that name none."""
        return self.themes[self.game.theme]

    @cached_property
    def cards(self) -> Mapping[str, Card]:
        return {card.id: card for card in self.game.cards}

    @cached_property
    def figures(self) -> Mapping[str, Figure]:
        return {figure.id: figure for figure in self.game.numbered_figures}

    @cached_property
    def rules_in_order(self) -> tuple[Rule, ...]:
        """The rules as the book prints them."""
        return tuple(each.rule for top in self.outline for each in top.walk())

    @cached_property
    def figure_order(self) -> FigureOrder:
        """Where each figure prints, and its number."""
        return FigureOrder(self)

    @property
    def products(self) -> "tuple[Product[Book], ...]":
        return self.game.products

    def chosen(self, named: tuple[Text, ...]) -> tuple[Card, ...]:
        """The named cards, in this order, or all cards of the game if no name is given."""
        targets = (self.target_of(name) for name in named)
        return tuple(self.cards[target.id] for target in targets if target) if named else self.game.cards

    def deck_title(self, deck: Deck) -> Text:
        """A deck is called like the table of its records, and has its id where a draft lacks the table."""
        table = self.tables.get(deck.table)
        return Text(deck.table) if table is None else table.title

    def case(self, cell: Target) -> Case:
        """The case of a quoted cell."""
        return self.tables[citation_target(cell).id].cases[int(cell.id.rpartition(":")[2])]

    @cached_property
    def examples(self) -> Mapping[str, Example]:
        return {example.id: example for example in self.game.examples}

    @cached_property
    def rulings(self) -> Mapping[str, Ruling]:
        return {ruling.id: ruling for ruling in self.game.rulings}

    @cached_property
    def examples_of(self) -> Mapping[str, tuple[Example, ...]]:
        """The examples of each rule in the order of the source."""
        result: dict[str, tuple[Example, ...]] = {}
        for example in self.game.examples:
            if (rule := self.rule_of(example.rule)) is not None:
                result[rule.id] = (*result.get(rule.id, ()), example)
        return result

    @cached_property
    def _quoted_in_examples(self) -> Mapping[Target, Unit | Text]:
        quotable = ((example, *each) for example in self.game.examples for each in example.quotable())
        return {example_target(example, name): value for example, name, value in quotable}

    def example_value(self, target: Target) -> Unit | Text:
        """The value of an example for a link that quotes it."""
        return self._quoted_in_examples[target]

    def unit(self, target: Target) -> Unit:
        """The counter of a link."""
        return matching_units(target.id, self.game.notations)[0]

    @cached_property
    def quoted_cells(self) -> Mapping[Span, Target]:
        """The cells that links quote, by the places of their cases."""
        cells = (target for target in self.targets.values() if target.kind == "cell")
        return {self.case(cell).span: cell for cell in cells}

    @cached_property
    def ruling_signs(self) -> RulingSigns:
        """What the rulings among the errata concern."""
        return RulingSigns(self)

    @cached_property
    def tables_of(self) -> Mapping[str, tuple[Table, ...]]:
        """The tables of each rule in the order of the source, and those without a rule under the empty name.

        Rolls come first, for they continue the text of the rule.
        """
        result: dict[str, tuple[Table, ...]] = {}
        for table in sorted(self.game.tables, key=lambda table: not table.in_rule):
            rule = self.rule_of(table.rule)
            of = rule.id if rule is not None else ""
            result[of] = (*result.get(of, ()), table)
        return result

    @cached_property
    def cited_by(self) -> Mapping[Target, tuple[Target, ...]]:
        """The sources that cite each target, each once, in the order of the source files.

        The labels of a domain print in its tables, so the tables cite in its place; for a roll its rule cites.
        """
        result: dict[Target, dict[Target, None]] = {}
        rolls = dict(self._rules_of_rolls())
        for citation in self.citations:
            citing, cited = citation.source, citation.target
            for source in self._tables_of_domain.get(citing.id, ()) if citing.kind == "domain" else ():
                result.setdefault(cited, {})[rolls.get(source, source)] = None
            if (source := rolls.get(citing, citing)) != cited:
                result.setdefault(cited, {})[source] = None
        return {target: tuple(sources) for target, sources in result.items()}

    def _rules_of_rolls(self) -> Iterator[tuple[Target, Target]]:
        """Each roll with the rule that it continues."""
        for table in self.game.tables:
            if table.in_rule and (rule := self.rule_of(table.rule)) is not None:
                yield Target("table", table.id), Target("rule", rule.id)

    @cached_property
    def _tables_of_domain(self) -> Mapping[str, tuple[Target, ...]]:
        """The tables of each domain."""
        result: dict[str, tuple[Target, ...]] = {}
        for table in self.game.tables:
            for domain in dict.fromkeys(axis.domain.id for axis in table.axes):
                result[domain] = (*result.get(domain, ()), Target("table", table.id))
        return result

    def resolve(self, link: Link) -> Target | None:
        return self.targets.get(link.target)

    def target_of(self, text: Text | None) -> Target | None:
        """The target of a text that is a single link."""
        return self.resolve(text.links[0]) if text is not None and text.links else None

    def has(self, target: Target) -> bool:
        """Whether the thing is there that a link to a target cites; one that could not be read is not."""
        thing = citation_target(target)
        things: Mapping[str, Mapping[str, object]] = {
            "rule": self.rules,
            "table": self.tables,
            "term": self.terms,
            "fact": self.facts,
            "mark": self.marks,
            "reference": self.references,
            "example": self.examples,
            "card": self.cards,
            "document": self.documents,
            "figure": self.figures,
        }
        return thing.kind not in things or thing.id in things[thing.kind]

    def rule_of(self, text: Text | None) -> Rule | None:
        target = self.target_of(text)
        return self.rules.get(target.id) if target and target.kind == "rule" else None

    def origin_of(self, reference: Reference) -> Origin:
        """The origin of a quick reference: its own, or that of the rule that it sums up."""
        rule = self.rule_of(reference.rule)
        return rule.origin if reference.origin == UNSTATED and rule is not None else reference.origin


def items_below(items: tuple[Item, ...]) -> Iterator[Item]:
    """Every bullet of a list, depth first in reading order."""
    return (below for item in items for below in item.walk())


def origins(game: Game) -> Iterator[tuple[Target, Text | None, Origin]]:
    """What the author says of the origin of rules, tables, terms, quick references and bullets; these with words."""
    yield from ((Target("rule", rule.id), None, rule.origin) for rule in game.rules)
    yield from ((Target("table", table.id), None, table.origin) for table in game.tables)
    yield from ((Target("term", term.id), None, term.origin) for term in game.terms)
    for reference in game.references:
        yield Target("reference", reference.id), None, reference.origin
        for item in items_below(reference.items):
            yield Target("reference", reference.id), item.text, item.origin


def says_ours(game: Game) -> bool:
    """Whether the author says of anything that it is ours."""
    if game.ours or any(rule.origin.ours for rule in game.rules) or any(term.origin.ours for term in game.terms):
        return True
    return any(origin.ours for _, _, origin in origins(replace(game, rules=(), terms=())))


def texts(game: Game) -> Iterator[tuple[Target, Text]]:
    """Every text of a game with its owner; a bare reference counts as a text of one link."""
    for kind, id_, found in _texts(game, _every):
        owner = Target(kind, id_)
        yield from ((owner, text) for text in found if text is not None)


def linked_texts(game: Game) -> "Iterator[Owned]":
    """In the same order, thing by thing: of ten thousand rules a preview looks through the texts that have links."""
    return _texts(game, _linked)


Texts: TypeAlias = Callable[[T], Iterable[Text | None]]
Owned: TypeAlias = tuple[str, str, Iterable[Text | None]]
"""A thing by its kind and id, and its texts."""


class _Those(Protocol):
    """Which texts of a thing are wanted."""

    def __call__(self, thing: T, texts: Texts[T], /) -> Iterable[Text | None]: ...


def _every(thing: T, texts: Texts[T]) -> Iterable[Text | None]:
    return texts(thing)


@once_per_value
def _linked(thing: T, texts: Texts[T]) -> Iterable[Text | None]:
    return tuple(text for text in texts(thing) if text is not None and text.links)


def _of_rule(rule: Rule) -> Iterator[Text | None]:
    yield from (rule.parent, rule.title, *rule.prose())
    yield from rule.procedure.links() if rule.procedure else ()
    yield from (source.document for source in rule.origin.sources)


def _of_domain(domain: Domain) -> Iterator[Text | None]:
    yield domain.title
    yield from (name.label for name in (*domain.names, *domain.groups))


@once_per_value
def _labelled(domain: Domain) -> frozenset[Span]:
    """The places of its names."""
    return frozenset(name.label.span for name in (*domain.names, *domain.groups))


def _of_erratum(erratum: Erratum) -> Iterable[Text | None]:
    sign = SIGN if erratum.class_ is ErratumClass.RULING else None
    return erratum.where, erratum.printed, erratum.now, erratum.why, sign


def _of_term(term: Term) -> Iterator[Text | None]:
    yield from (term.text, term.rule, term.unexplained)
    yield from (source.document for source in term.origin.sources)


def _of_table(table: Table) -> Iterator[Text | None]:
    yield from table_texts(table)
    yield from (erratum for part in table.parts() for erratum in part.errata)
    yield from (source.document for source in table.origin.sources)


def _of_reference(reference: Reference) -> Iterator[Text | None]:
    yield from (reference.title, reference.rule)
    yield from (source.document for source in reference.origin.sources)
    for item in items_below(reference.items):
        yield from (item.text, item.table, *item.errata)
        yield from (source.document for source in item.origin.sources)


def _texts(game: Game, those: _Those) -> Iterator[Owned]:
    yield from (("mark", mark.id, (mark.legend,)) for mark in game.marks)
    yield from (("domain", domain.id, those(domain, _of_domain)) for domain in game.domains)
    yield from (("document", document.id, (document.title,)) for document in game.documents)
    yield "game", game.id, (*game.ours, *game.about.texts(), *(game.layer.texts() if game.layer else ()))
    yield from (("fact", fact.id, (fact.rule,)) for fact in game.facts)
    yield from (("term", term.id, those(term, _of_term)) for term in game.terms)
    yield from (("rule", rule.id, those(rule, _of_rule)) for rule in game.rules)
    rolls = any(table.in_rule for table in game.tables)
    titles = {rule.title.span for rule in game.rules if rolls}  # a roll without a title has that of its rule
    of_domains = frozenset[Span]().union(*map(_labelled, game.domains))
    for table in game.tables:
        linked = {text.span: text for text in _linked_labels(table) if text.span not in of_domains}  # only it has them
        own = (text for text in those(table, _of_table) if text is None or text.span not in titles)
        yield "table", table.id, (*linked.values(), *own)
    yield from (("reference", reference.id, those(reference, _of_reference)) for reference in game.references)
    yield from (("example", example.id, (example.rule, *example.prose())) for example in game.examples)
    yield from (("figure", figure.id, figure.texts()) for figure in game.numbered_figures)
    yield from (("erratum", erratum.id, those(erratum, _of_erratum)) for erratum in game.errata)
    yield from (("ruling", ruling.id, ruling.texts()) for ruling in game.rulings)
    yield from (("card", card.id, those(card, _card_texts)) for card in game.cards)
    for product in game.products:
        yield product.kind, product.request.id if product.request else game.id, product.texts()


def table_texts(table: Table) -> Iterator[Text | None]:
    """The texts of a table; those of its keys and names belong to their domains."""
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
    """Every link in its labels and its own texts."""
    texts = (*printed_labels(table), *table_texts(table))
    return tuple(link for text in texts if text is not None for link in text.links)


def printed_labels(table: Table) -> Iterator[Text]:
    """The printed labels of a table's keys and conditions."""
    for case in table.cases:
        yield from (key.label for key in case.keys)
        if case.label is None:
            yield from (key.label for keys in case.conditions for key in keys)


def _card_texts(card: Card) -> Iterator[Text]:
    yield card.title
    if isinstance(card.footer, Text):
        yield card.footer
    yield from (text for block in card.all_blocks() for text in block.texts())
