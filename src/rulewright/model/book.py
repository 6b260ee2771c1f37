"""A linked game: every reference is resolved, and citations can be followed both ways."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property, wraps
from typing import TypeVar

from rulewright.findings import Span
from rulewright.markup.words import placed_figures
from rulewright.model.about import UNSTATED, Document, Origin, Ruling
from rulewright.model.card import Card, Deck
from rulewright.model.colour import BLACK
from rulewright.model.example import Example
from rulewright.model.expression import Item
from rulewright.model.figure import Figure
from rulewright.model.game import Colour, Erratum, ErratumClass, Fact, Game, Mark, Reference, Rule, Term
from rulewright.model.notation import Unit, matching_units
from rulewright.model.product import Product
from rulewright.model.table import Case, Table
from rulewright.model.text import Link, Text
from rulewright.model.text import Target as Target  # noqa: PLC0414 - so it is read from here too
from rulewright.model.theme import Theme
from rulewright.translation.messages import tell


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
    draft_errors: Mapping[Span, str] = field(default_factory=dict)
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
    def figure_order(self) -> "FigureOrder":
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
        """The title of a deck: that of the table of its records, or the id of the table if a draft lacks it."""
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
    def ruling_signs(self) -> "RulingSigns":
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
        """Whether the book has the thing that a link to a target cites: one that could not be read is missing."""
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


EXAMPLE_PASSAGE = "example-"
"""The name of an example's passage begins with this, before its id; a rule's passage is named by the id alone."""


class FigureOrder:
    """Where the figures of a book print, and their numbers in the order of print.

    A passage of a rule or an example prints a figure where a link to it stands alone in a paragraph; the first such
    passage does. Any other figure prints at the end of its rule, after the tables and before the examples.
    """

    def __init__(self, book: Book) -> None:
        self._book = book
        self._order: dict[str, str] = {}
        rules: dict[str, list[str]] = {}
        for figure in book.game.numbered_figures:
            if (rule := book.rule_of(figure.rule)) is not None:
                rules.setdefault(rule.id, []).append(figure.id)
        placed = dict(self._placed()) if book.game.numbered_figures else {}
        for passage, figures in self._passages(rules, placed) if book.game.numbered_figures else ():
            self._order.update((each, passage) for each in figures)
        self._placed_in = placed

    def _placed(self) -> Iterator[tuple[str, str]]:
        """The passage of each figure that one places: the first, as later ones are overwritten by earlier."""
        found = [(id_, passage) for passage, text in self._texts() for id_ in self._figures_in(text)]
        return reversed(found)

    def _texts(self) -> Iterator[tuple[str, Text]]:
        """The passages of rules and examples in the order of print."""
        for rule in self._book.rules_in_order:
            if rule.text is not None:
                yield rule.id, rule.text
            yield from ((f"{EXAMPLE_PASSAGE}{each.id}", each.text) for each in self._book.examples_of.get(rule.id, ()))

    def _figures_in(self, text: Text) -> Iterator[str]:
        targets = (self._book.targets.get(target) for target in placed_figures(text.source))
        return (target.id for target in targets if target is not None and target.kind == "figure")

    def _passages(
        self, of_rules: Mapping[str, list[str]], placed: Mapping[str, str]
    ) -> Iterator[tuple[str, list[str]]]:
        """Each passage with the figures that it prints, and each rule with those at its end under an empty name."""
        for rule in self._book.rules_in_order:
            if rule.text is not None:
                yield rule.id, [each for each in self._figures_in(rule.text) if placed[each] == rule.id]
            yield "", [each for each in of_rules.get(rule.id, ()) if each not in placed]
            for example in self._book.examples_of.get(rule.id, ()):
                name = f"{EXAMPLE_PASSAGE}{example.id}"
                yield name, [each for each in self._figures_in(example.text) if placed[each] == name]

    def placed_by(self, figure: Figure) -> str:
        """The name of the passage that prints a figure; empty where none does."""
        return self._placed_in.get(figure.id, "")

    @cached_property
    def figures(self) -> tuple[Figure, ...]:
        """All that the book prints, in its order."""
        return tuple(self._book.figures[id_] for id_ in self._order)

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The number of each figure; those that only cards print come last."""
        all_ = dict.fromkeys((*self._order, *self._book.figures))
        return {id_: number for number, id_ in enumerate(all_, 1)}

    @cached_property
    def at_the_end_of(self) -> Mapping[str, tuple[Figure, ...]]:
        """The figures at the end of each rule."""
        result: dict[str, tuple[Figure, ...]] = {}
        for figure in self.figures:
            rule = self._book.rule_of(figure.rule)
            if rule is not None and not self.placed_by(figure):
                result[rule.id] = (*result.get(rule.id, ()), figure)
        return result


# Print marks what rulings concern: a ruling is our decision, and a player may want to decide otherwise

RULING = "ruling"
"""The id of the mark: a game that declares one has its own sign and legend."""
SIGNS = "§‡¶†"
"""The sign is the first of these that no mark of the game uses."""
LEGEND = tell("our ruling: see the errata")
RULING_LINK = Link(f"mark:{RULING}", "", Span(""))
RULING_SIGN = Text(f"[[{RULING_LINK.target}]]", (RULING_LINK,))


def marks_with_ruling(marks: Iterable[Mark], errata: Iterable[Erratum]) -> tuple[Mark, ...]:
    """The marks of a game, with that of rulings if it has rulings and declares no mark for them."""
    declared = tuple(marks)
    first = next(rulings(errata), None)
    if first is None or any(mark.id == RULING for mark in declared):
        return declared
    free = next((sign for sign in SIGNS if all(mark.letter != sign for mark in declared)), SIGNS[0])
    return (*declared, Mark(RULING, free, BLACK, False, tell("our ruling"), Text(LEGEND), first.span))


def rulings(errata: Iterable[Erratum]) -> Iterator[Erratum]:
    return (erratum for erratum in errata if erratum.class_ is ErratumClass.RULING)


def signed(text: Text) -> Text:
    """A text with the sign of rulings after it."""
    return Text(f"{text.source}{RULING_SIGN.source}", (*text.links, RULING_LINK), text.span, text.raw)


class RulingSigns:
    """What the rulings of one book concern.

    A ruling marks the bullets, modifiers and outputs that name it. If none does, it marks what its `where` names: a
    cell, a table, a quick reference, or a rule where a card cites it.
    """

    def __init__(self, book: Book) -> None:
        self.book = book

    def __bool__(self) -> bool:
        return bool(self._rulings)

    @cached_property
    def things(self) -> frozenset[Target]:
        """The tables, quick references and rules that rulings concern as a whole, and single cells."""
        return frozenset(target for _, target in self.unnamed())

    def unnamed(self) -> Iterator[tuple[Erratum, Target]]:
        """The rulings that no bullet, modifier or output names, each with its target."""
        for ruling in self._rulings:
            target = self.book.target_of(ruling.where)
            if ruling.id not in self._named and target is not None:
                yield ruling, target

    @cached_property
    def _rulings(self) -> tuple[Erratum, ...]:
        return tuple(rulings(self.book.game.errata))

    @cached_property
    def _named(self) -> dict[str, list[Span]]:
        """The places of the bullets, modifiers and outputs that name each ruling."""
        found: dict[str, list[Span]] = {}
        for text, erratum in _naming(self.book.game):
            target = self.book.target_of(erratum)
            if target is not None and any(ruling.id == target.id for ruling in self._rulings):
                found.setdefault(target.id, []).append(text.span)
        return found

    @cached_property
    def places(self) -> frozenset[Span]:
        """The places of the bullets, modifiers, outputs and cells that print with a sign."""
        named = (place for places in self._named.values() for place in places)
        cells = (self.book.case(target).span for target in self.things if target.kind == "cell")
        listed = (self.book.references[target.id] for target in self.things if target.kind == "reference")
        return frozenset((*named, *cells, *(item.text.span for reference in listed for item in reference.items)))

    def sign(self, text: Text, case: Case | None = None) -> Text | None:
        """The sign after a text of a table, if a ruling concerns it."""
        concerned = text.span in self.places or (case is not None and case.span in self.places)
        return RULING_SIGN if concerned else None

    def printed(self, item: Item) -> Text:
        """The text of a bullet as it prints."""
        return signed(item.text) if item.text.span in self.places else item.text

    def signs_in(self, table: Table) -> bool:
        """Whether some cell, modifier or output of a table prints with a sign."""
        spans = (*(case.span for case in table.cases), *(part.label.span for part in table.parts()))
        return any(span in self.places for span in spans)

    def concern(self, link: Link) -> bool:
        """Whether a link cites a rule that a ruling concerns."""
        target = self.book.resolve(link)
        return target is not None and target.kind == "rule" and target in self.things


def _naming(game: Game) -> Iterator[tuple[Text, Text]]:
    """The bullets, modifiers and outputs that name an erratum."""
    for item in (item for reference in game.references for outer in reference.items for item in outer.walk()):
        yield from ((item.text, erratum) for erratum in item.errata)
    for table in game.tables:
        for part in table.parts():
            yield from ((part.label, erratum) for erratum in part.errata)


# Results that several checks or pages need, computed once for each book

T = TypeVar("T")


def once_per_book(work: Callable[[Book], T]) -> Callable[[Book], T]:
    """Cache the result in the book: it never changes, and the cache goes with it."""
    name = f"{work.__module__}.{work.__qualname__}"

    @wraps(work)
    def cached(book: Book) -> T:
        results = book.__dict__  # as functools.cached_property does
        if name not in results:
            results[name] = work(book)
        result: T = results[name]
        return result

    return cached


def forget(book: Book) -> None:
    """Free what was worked out of a book: it refers to the book, so only a garbage collection would find it."""
    own = {each.name for each in fields(book)}
    for name in book.__dict__.keys() - own:
        del book.__dict__[name]
