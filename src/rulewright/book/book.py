"""A linked game: every reference is resolved, and citations can be followed in both directions."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property, wraps
from typing import TypeVar

from rulewright.base.findings import Span
from rulewright.base.messages.messages import tell
from rulewright.book.game import Game
from rulewright.book.kinds import BY_NAME, EntriesById, GameEntry
from rulewright.entries.card import Card
from rulewright.entries.cells import Case
from rulewright.entries.errata import RULING, RULING_LINK, RULING_SIGN, Erratum, ErratumClass
from rulewright.entries.examples import Example
from rulewright.entries.figures import Figure
from rulewright.entries.marks import Mark
from rulewright.entries.notations import Unit, matching_units
from rulewright.entries.origins import UNSTATED, Origin
from rulewright.entries.product import Product
from rulewright.entries.references import Bullet, Reference
from rulewright.entries.rules import Rule
from rulewright.entries.table import Table
from rulewright.entries.text import Link, Target, Text
from rulewright.entries.themes import Theme
from rulewright.source.markup.words import placed_figures


def cell_target(table: Table, at: int) -> Target:
    """Return the target of the case at position `at` of a table."""
    return Target("cell", f"{table.id}:{at}")


def unit_target(unit: Unit) -> Target:
    return Target("unit", f"{unit.notation.id} {unit.written}")


def example_target(example: Example, name: str) -> Target:
    """Return the target of a value of an example; `name` is its name in the example: `given:distance`, `result:2`."""
    kind, _, rest = name.partition(":")
    return Target(kind, f"{example.id}/{rest}")


def citation_target(target: Target) -> Target:
    """Return the target that a link cites: a link to a cell cites its table."""
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
        """The rules below that a table of contents lists: all except sidebars."""
        return tuple(each for each in self.below if not each.rule.sidebar)

    def walk(self) -> Iterator["Outline"]:
        """Yield this outline and all below it, in reading order."""
        waiting = [self]
        while waiting:
            outline = waiting.pop()
            yield outline
            waiting.extend(reversed(outline.below))


@dataclass(frozen=True)
class Book(EntriesById):
    """A linked game. `targets` maps link texts to targets; a link text without a target is missing.

    In a draft, `draft_errors` are the messages of errors, by the span of the text, cell, fact or block that shows them.
    `base` is the book of the game that this game extends.
    """

    game: Game
    targets: Mapping[str, Target]
    citations: tuple[Citation, ...]
    outline: tuple[Outline, ...]
    draft_errors: Mapping[Span, str] = field(default_factory=dict)
    base: "Book | None" = None

    @cached_property
    def themes(self) -> Mapping[str, Theme]:
        """The themes by id, with the built-in ones."""
        return {theme.id: theme for theme in self.game.themes}

    @cached_property
    def plain_texts(self) -> dict[Text, str]:
        """A cache of `wording.plain`: the words of texts without markup."""
        return {}

    @property
    def theme(self) -> Theme:
        """The theme of the web pages, and of cards and rulebooks that name no theme."""
        return self.themes[self.game.theme]

    @cached_property
    def rules_in_order(self) -> tuple[Rule, ...]:
        """The rules in the order of print."""
        return tuple(each.rule for top in self.outline for each in top.walk())

    @cached_property
    def figure_order(self) -> "FigureOrder":
        return FigureOrder(self)

    @property
    def products(self) -> "tuple[Product[Book], ...]":
        return self.game.products

    def chosen(self, named: tuple[Text, ...]) -> tuple[Card, ...]:
        """Return the named cards in this order, or all cards of the game if `named` is empty."""
        targets = (self.target_of(name) for name in named)
        return tuple(self.cards[target.id] for target in targets if target) if named else self.game.cards

    def deck_title(self, card: Card) -> Text:
        """Return the title of the table whose records make a deck, or the id of the table if a draft lacks it."""
        table = self.tables.get(card.table)
        return Text(card.table) if table is None else table.title

    def case(self, cell: Target) -> Case:
        return self.tables[citation_target(cell).id].cases[int(cell.id.rpartition(":")[2])]

    @cached_property
    def examples_of(self) -> Mapping[str, tuple[Example, ...]]:
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
        """Return the value of an example that a link quotes."""
        return self._quoted_in_examples[target]

    def unit(self, target: Target) -> Unit:
        return matching_units(target.id, self.game.notations)[0]

    @cached_property
    def quoted_cells(self) -> Mapping[Span, Target]:
        """The targets of the cells that links quote, by the spans of their cases."""
        cells = (target for target in self.targets.values() if target.kind == "cell")
        return {self.case(cell).span: cell for cell in cells}

    @cached_property
    def ruling_signs(self) -> "RulingSigns":
        return RulingSigns(self)

    @cached_property
    def tables_of(self) -> Mapping[str, tuple[Table, ...]]:
        """The tables by id of their rule, in the order of the source. Tables without a rule are under "".

        Rolls come first, because they continue the text of the rule.
        """
        result: dict[str, tuple[Table, ...]] = {}
        for table in sorted(self.game.tables, key=lambda table: not table.in_rule):
            rule = self.rule_of(table.rule)
            rule_id = rule.id if rule is not None else ""
            result[rule_id] = (*result.get(rule_id, ()), table)
        return result

    @cached_property
    def cited_by(self) -> Mapping[Target, tuple[Target, ...]]:
        """The sources that cite each target, without repetitions, in the order of the source files.

        Labels of a domain count as citations from the tables that print them, and rolls as citations from their rules.
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
        for table in self.game.tables:
            if table.in_rule and (rule := self.rule_of(table.rule)) is not None:
                yield Target("table", table.id), Target("rule", rule.id)

    @cached_property
    def _tables_of_domain(self) -> Mapping[str, tuple[Target, ...]]:
        result: dict[str, tuple[Target, ...]] = {}
        for table in self.game.tables:
            for domain in dict.fromkeys(axis.domain.id for axis in table.axes):
                result[domain] = (*result.get(domain, ()), Target("table", table.id))
        return result

    def resolve(self, link: Link) -> Target | None:
        return self.targets.get(link.target)

    def target_of(self, text: Text | None) -> Target | None:
        """Return the target of a text that is a single link."""
        return self.resolve(text.links[0]) if text is not None and text.links else None

    @cached_property
    def _by_target(self) -> Mapping[Target, GameEntry]:
        return dict(self.game.entries())

    def entry(self, target: Target) -> GameEntry | None:
        """Return the entry that a target names; None if it could not be read, or is no entry of its own."""
        return self._by_target.get(target)

    def title(self, target: Target) -> Text:
        """Return the title of an entry; an empty text if it has none."""
        title = getattr(self.entry(target), "title", None)
        return title if isinstance(title, Text) else Text("")

    def has(self, target: Target) -> bool:
        """Whether the book has the entry that a target cites. Entries that could not be read are missing."""
        cited = citation_target(target)
        return cited.kind not in BY_NAME or self.entry(cited) is not None

    def rule_of(self, text: Text | None) -> Rule | None:
        target = self.target_of(text)
        return self.rules.get(target.id) if target and target.kind == "rule" else None

    def origin_of(self, reference: Reference) -> Origin:
        """Return the origin of a quick reference, or else the origin of the rule that it summarises."""
        rule = self.rule_of(reference.rule)
        return rule.origin if reference.origin == UNSTATED and rule is not None else reference.origin


EXAMPLE_PASSAGE = "example-"
"""The name of an example's passage is this prefix and the example's id.

A rule's passage has the rule's id as its name.
"""


class FigureOrder:
    """The places of the figures in the book, and their numbers in the order of print.

    A link that stands alone in a paragraph of a rule or an example prints the figure there; only the first such link
    counts. Any other figure prints at the end of its rule, after the tables and before the examples.
    """

    def __init__(self, book: Book) -> None:
        self._book = book
        self._order: dict[str, str] = {}
        rules: dict[str, list[str]] = {}
        for figure in book.game.figures:
            if (rule := book.rule_of(figure.rule)) is not None:
                rules.setdefault(rule.id, []).append(figure.id)
        placed = dict(self._placed()) if book.game.figures else {}
        for passage, figures in self._passages(rules, placed) if book.game.figures else ():
            self._order.update((each, passage) for each in figures)
        self._placed_in = placed

    def _placed(self) -> Iterator[tuple[str, str]]:
        """Yield each placed figure with its passage, the last first, so that in a dict the first passage wins."""
        placed = [(id_, passage) for passage, text in self._texts() for id_ in self._figures_in(text)]
        return reversed(placed)

    def _texts(self) -> Iterator[tuple[str, Text]]:
        """Yield the passages of rules and examples by name, in the order of print."""
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
        """Yield passages with the figures that they print, in order.

        The end of a rule is a passage with an empty name.
        """
        for rule in self._book.rules_in_order:
            if rule.text is not None:
                yield rule.id, [each for each in self._figures_in(rule.text) if placed[each] == rule.id]
            yield "", [each for each in of_rules.get(rule.id, ()) if each not in placed]
            for example in self._book.examples_of.get(rule.id, ()):
                name = f"{EXAMPLE_PASSAGE}{example.id}"
                yield name, [each for each in self._figures_in(example.text) if placed[each] == name]

    def placed_by(self, figure: Figure) -> str:
        """Return the name of the passage that prints a figure, or ""."""
        return self._placed_in.get(figure.id, "")

    @cached_property
    def figures(self) -> tuple[Figure, ...]:
        """The figures that the book prints, in the order of print."""
        return tuple(self._book.figures[id_] for id_ in self._order)

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The number of each figure by id. Figures that print only on cards come last."""
        all_ = dict.fromkeys((*self._order, *self._book.figures))
        return {id_: number for number, id_ in enumerate(all_, 1)}

    @cached_property
    def at_the_end_of(self) -> Mapping[str, tuple[Figure, ...]]:
        """The figures at the end of each rule, by id of the rule."""
        result: dict[str, tuple[Figure, ...]] = {}
        for figure in self.figures:
            rule = self._book.rule_of(figure.rule)
            if rule is not None and not self.placed_by(figure):
                result[rule.id] = (*result.get(rule.id, ()), figure)
        return result


# Print marks everything that a ruling concerns: a ruling is our decision, and a player may want to decide otherwise.

SIGNS = "§‡¶†"
"""The ruling sign is the first of these letters that no mark of the game uses."""
LEGEND = tell("our ruling: see the errata")


def marks_with_ruling(marks: Iterable[Mark], errata: Iterable[Erratum]) -> tuple[Mark, ...]:
    """Return the marks of a game, and the ruling mark if the game has rulings but does not declare it."""
    declared = tuple(marks)
    first = next(rulings(errata), None)
    if first is None or any(mark.id == RULING for mark in declared):
        return declared
    free = next((sign for sign in SIGNS if all(mark.letter != sign for mark in declared)), SIGNS[0])
    return (*declared, Mark(id=RULING, sign=free, name=tell("our ruling"), legend=Text(LEGEND), span=first.span))


def rulings(errata: Iterable[Erratum]) -> Iterator[Erratum]:
    return (erratum for erratum in errata if erratum.class_ is ErratumClass.RULING)


def signed(text: Text) -> Text:
    """Append the ruling sign to a text."""
    return Text(f"{text.source}{RULING_SIGN.source}", (*text.links, RULING_LINK), text.span, text.raw)


class RulingSigns:
    """The entries and places of one book that rulings concern.

    A ruling marks the bullets, modifiers and outputs that name it. If none names it, it marks the entry in its `where`:
    a cell, a table, a quick reference, or a rule wherever a card cites it.
    """

    def __init__(self, book: Book) -> None:
        self.book = book

    def __bool__(self) -> bool:
        return bool(self._rulings)

    @cached_property
    def targets(self) -> frozenset[Target]:
        """The tables, quick references and rules that rulings concern as a whole, and single cells."""
        return frozenset(target for _, target in self.unnamed())

    def unnamed(self) -> Iterator[tuple[Erratum, Target]]:
        """Yield the rulings that no bullet, modifier or output names, each with the target of its `where`."""
        for ruling in self._rulings:
            target = self.book.target_of(ruling.where)
            if ruling.id not in self._named and target is not None:
                yield ruling, target

    @cached_property
    def _rulings(self) -> tuple[Erratum, ...]:
        return tuple(rulings(self.book.game.errata))

    @cached_property
    def _named(self) -> dict[str, list[Span]]:
        """The spans of the bullets, modifiers and outputs that name each ruling, by id of the ruling."""
        places: dict[str, list[Span]] = {}
        for text, erratum in _naming(self.book.game):
            target = self.book.target_of(erratum)
            if target is not None and any(ruling.id == target.id for ruling in self._rulings):
                places.setdefault(target.id, []).append(text.span)
        return places

    @cached_property
    def places(self) -> frozenset[Span]:
        """The spans of the bullets, modifiers, outputs and cells that print with the sign."""
        named = (place for places in self._named.values() for place in places)
        cells = (self.book.case(target).span for target in self.targets if target.kind == "cell")
        listed = (self.book.references[target.id] for target in self.targets if target.kind == "reference")
        return frozenset((*named, *cells, *(item.text.span for reference in listed for item in reference.items)))

    def sign(self, text: Text, case: Case | None = None) -> Text | None:
        """Return the sign after a text of a table if a ruling concerns the text or its case, and otherwise None."""
        concerned = text.span in self.places or (case is not None and case.span in self.places)
        return RULING_SIGN if concerned else None

    def printed(self, item: Bullet) -> Text:
        """Return the text of a bullet as it prints."""
        return signed(item.text) if item.text.span in self.places else item.text

    def signs_in(self, table: Table) -> bool:
        """Whether a cell, modifier or output of the table prints with the sign."""
        spans = (*(case.span for case in table.cases), *(part.label.span for part in table.parts))
        return any(span in self.places for span in spans)

    def concern(self, link: Link) -> bool:
        """Whether a link cites a rule that a ruling concerns."""
        target = self.book.resolve(link)
        return target is not None and target.kind == "rule" and target in self.targets


def _naming(game: Game) -> Iterator[tuple[Text, Text]]:
    """Yield the bullets, modifiers and outputs that name an erratum, each with the reference to the erratum."""
    for item in (item for reference in game.references for outer in reference.items for item in outer.walk()):
        yield from ((item.text, erratum) for erratum in item.errata)
    for table in game.tables:
        for part in table.parts:
            yield from ((part.label, erratum) for erratum in part.errata)


# Results that several checks or pages need; each is computed once for each book

T = TypeVar("T")


def once_per_book(work: Callable[[Book], T]) -> Callable[[Book], T]:
    """Cache the result of a function in the book. The book never changes, and the cache is freed with it."""
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
    """Delete everything cached in a book.

    Cached values refer to the book, so only a garbage collection would free them.
    """
    own = {each.name for each in fields(book)}
    for name in book.__dict__.keys() - own:
        del book.__dict__[name]
