"""Render the annotations of a rule, table or term: links, citations, corrections, rulings, and previews of links."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, TypeVar

from markupsafe import Markup

from rulewright.base.messages.catalogues import spoken_day
from rulewright.base.messages.messages import joined, tell
from rulewright.book.book import Book, citation_target
from rulewright.book.frame import frame_of
from rulewright.book.kinds import OTHER_KINDS
from rulewright.book.owners import rule_behind
from rulewright.book.wording import entry_name, figure_label, full_name, plain
from rulewright.editions.history import History
from rulewright.entries.errata import Erratum, ErratumClass
from rulewright.entries.figures import Figure
from rulewright.entries.marks import Mark
from rulewright.entries.origins import Origin
from rulewright.entries.rules import Rule
from rulewright.entries.rulings import Ruling, in_force, superseded
from rulewright.entries.table import Table
from rulewright.entries.terms import Term
from rulewright.entries.text import Target, Text
from rulewright.html.places import Places, places_of
from rulewright.outputs.web.text import WebTypesetter, definition_id
from rulewright.outputs.web.views import CitationsView, CorrectionView, DefinitionView, LinkView, RulingView
from rulewright.proof.report import ProofReport

CITING = {
    "rule": tell("rules"),
    "example": tell("examples"),
    "figure": tell("figures"),
    "table": tell("tables"),
    "reference": tell("quick references"),
    "term": tell("glossary"),
    "card": tell("cards"),
} | {kind.name: joined((kind.section,)) for kind in OTHER_KINDS}
"""The headings of citations by the kind of the citing thing, in order."""


class Names:
    """Makes links to the things of one book, each with the name of its target."""

    def __init__(self, book: Book, places: Places) -> None:
        self.book, self.places = book, places

    def heading(self, rule: Rule) -> str:
        """Return the number and title of a rule."""
        return full_name(rule, self.book)

    def rule(self, rule: Rule) -> LinkView:
        """Return a link to a rule that shows its number, or its title if it has no number."""
        label = rule.number or plain(rule.title, self.book)
        return LinkView(self.places.href(Target("rule", rule.id)), Markup.escape(label), "rule")

    def page(self, rule: Rule) -> LinkView:
        """Return a link to the page that a rule heads."""
        return LinkView(self.places.pages[rule.id], Markup.escape(self.heading(rule)), "rule")

    def procedures(self, table: Table) -> tuple[LinkView, ...]:
        """Return links to the procedures that read a table, by their titles."""
        return tuple(self._procedures_of.get(table.id, ()))

    @cached_property
    def _procedures_of(self) -> Mapping[str, list[LinkView]]:
        links: dict[str, list[LinkView]] = {}
        for rule in self.book.rules_in_order:
            if rule.procedure is not None:
                label = Markup.escape(plain(rule.procedure.title or rule.title, self.book))
                link = LinkView(f"{self.places.pages[rule.id]}#procedure-{rule.id}", label, "procedure")
                targets = map(self.book.target_of, (step.table for step in rule.procedure.steps))
                for id_ in dict.fromkeys(target.id for target in targets if target is not None):
                    links.setdefault(id_, []).append(link)
        return links

    def link(self, target: Target) -> LinkView | None:
        """Return a link to a thing by its full name; None for a thing without an address, such as a domain."""
        label = self.figure(target) if target.kind == "figure" else entry_name(target, self.book)
        address = self.places.href(target)
        return LinkView(address, Markup.escape(label), target.kind) if label and address else None

    def figure(self, target: Target) -> str:
        """Return the number and title of a figure."""
        return f"{figure_label(target.id, self.book)} · {plain(self.book.figures[target.id].title, self.book)}"

    def cited_by(self, target: Target) -> tuple[CitationsView, ...]:
        """Return the citations of a thing by kind.

        A rule is not cited by its own tables, examples and figures, nor by rules below it.
        """
        own = {Target("example", example.id) for example in self.book.examples_of.get(target.id, ())}
        own |= {Target("table", table.id) for table in self.book.tables_of.get(target.id, ())}
        own |= {Target("figure", each.id) for each in self.book.figure_order.at_the_end_of.get(target.id, ())}
        if target.kind == "table" and (rule := self.book.rule_of(self.book.tables[target.id].rule)):
            own = {Target("rule", rule.id)}
        others = (source for source in self.book.cited_by.get(target, ()) if source not in own)
        return tuple(self.grouped(source for source in others if not self._is_below(source, target)))

    def _is_below(self, source: Target, target: Target) -> bool:
        """Return whether a source is a rule that has the target as its `parent`."""
        rule = self.book.rules.get(source.id) if source.kind == target.kind == "rule" else None
        return rule is not None and self.book.rule_of(rule.parent) is self.book.rules.get(target.id)

    def grouped(self, sources: Iterable[Target]) -> Iterator[CitationsView]:
        """Yield links to things, grouped by kind."""
        sources = list(sources)
        for kind, name in CITING.items():
            links = tuple(self.link(source) for source in sources if source.kind == kind)
            if links:
                yield CitationsView(name, tuple(link for link in links if link is not None))

    def used_in(self, target: Target) -> tuple[CitationsView, ...]:
        """Return the uses of a term or a mark: rules, shown by their numbers only, then quick references and cards."""
        rules = tuple(self.rule(rule) for rule in self._citing_rules(target))
        others = (source for source in self.book.cited_by.get(target, ()) if source.kind in ("reference", "card"))
        return (*((CitationsView(CITING["rule"], rules),) if rules else ()), *self.grouped(others))

    def _citing_rules(self, target: Target) -> list[Rule]:
        """Return the rules that cite a thing, also through a table, figure or example, ordered by number."""
        rules: dict[str, Rule] = {}
        for source in self.book.cited_by.get(target, ()):
            is_part_of_rule = source.kind in ("rule", "table", "figure", "example")
            if is_part_of_rule and (rule := rule_behind(self.book, source)) is not None:
                rules[rule.id] = rule
        order = self.book.game.numbering.order(rule.number for rule in rules.values())
        return sorted(rules.values(), key=lambda rule: order(rule.number))


# Corrections, shown beside the corrected text

VERBS = {
    ErratumClass.SLIP: tell("Corrected"),
    ErratumClass.CLARIFICATION: tell("Clarified"),
    ErratumClass.RULING: tell("Our ruling"),
}
"""The label of a correction beside the corrected text, by the kind of erratum."""


class Corrections:
    """The errata of one book, grouped by the thing that they correct."""

    def __init__(self, book: Book) -> None:
        self.book = book

    @cached_property
    def by_target(self) -> Mapping[Target, tuple[Erratum, ...]]:
        """The errata of each thing, in the order of the source."""
        errata: dict[Target, tuple[Erratum, ...]] = {}
        for erratum in self.book.game.errata:
            if (target := self.book.target_of(erratum.where)) is not None:
                corrected = citation_target(target)  # a cell is corrected with its table
                errata[corrected] = (*errata.get(corrected, ()), erratum)
        return errata

    def of(self, target: Target, typesetter: WebTypesetter) -> tuple[CorrectionView, ...]:
        """Render the corrections of a thing with the page's typesetter."""
        return tuple(
            CorrectionView(
                VERBS[erratum.class_],
                typesetter.places.href(Target("erratum", erratum.id)),
                typesetter.inline(erratum.printed),
                typesetter.inline(erratum.now),
            )
            for erratum in self.by_target.get(target, ())
        )


# Rulings are shown beside the things that they concern, and on a page of all rulings. Superseded rulings are only on
# that page.


class Rulings:
    """The rulings of one book, grouped by the thing that they are about."""

    def __init__(self, book: Book, names: Names) -> None:
        self.book, self.names = book, names
        self.superseded: Mapping[str, Ruling] = superseded(book.game.rulings)

    @cached_property
    def by_target(self) -> Mapping[Target, tuple[Ruling, ...]]:
        """The rulings in force, in the order of the source. A ruling on a rule and its table is shown at the rule."""
        rulings: dict[Target, tuple[Ruling, ...]] = {}
        for ruling in in_force(self.book.game.rulings):
            about = self._about(ruling)
            for target in about:
                rule = self.book.rule_of(self.book.tables[target.id].rule) if target.kind == "table" else None
                if rule is None or Target("rule", rule.id) not in about:
                    rulings[target] = (*rulings.get(target, ()), ruling)
        return rulings

    def of(self, target: Target, typesetter: WebTypesetter) -> tuple[RulingView, ...]:
        """Render the rulings on a thing with the page's typesetter."""
        return tuple(self.view(ruling, typesetter) for ruling in self.by_target.get(target, ()))

    def view(self, ruling: Ruling, typesetter: WebTypesetter) -> RulingView:
        origin, later = typesetter.origin(Origin(ruling.source)), self.superseded.get(ruling.id)
        return RulingView(
            ruling.id,
            typesetter.inline(ruling.question),
            typesetter.inline(ruling.answer),
            ruling.by,
            "" if ruling.date is None else spoken_day(ruling.date, self.book.game.language),
            "" if ruling.date is None else ruling.date.isoformat(),
            origin.sources if origin else (),
            tuple(link for target in self._about(ruling) if (link := self.names.link(target))),
            None if later is None else self.names.link(Target("ruling", later.id)),
        )

    def _about(self, ruling: Ruling) -> tuple[Target, ...]:
        """Return the things that a ruling is about, without duplicates; a cell counts as its table."""
        targets = (self.book.target_of(text) for text in ruling.where)
        return tuple(dict.fromkeys(citation_target(target) for target in targets if target is not None))


# Cached views, valid while the frame of the book is the same. A preview shows a page after each edit, and needs them.

T = TypeVar("T")


class Views:
    """A cache of views that are still valid; with `keep=False` nothing is cached."""

    def __init__(self, *, keep: bool = True) -> None:
        self._keep = keep
        self._made: dict[object, tuple[object, Any]] = {}

    def of(self, name: object, thing: object, make: Callable[[], T]) -> T:
        """Return the cached view with this name. It is made again if `thing`, which it shows, is another object."""
        if not self._keep:
            return make()
        last = self._made.get(name)
        if last is None or last[0] is not thing:
            last = self._made[name] = thing, make()
        view: T = last[1]
        return view


def views_of(book: Book, proof: ProofReport, history: Callable[[], History]) -> Views:
    """Return the cached views of a book that are still valid. A book has separate views before and after the proof."""
    frame = frame_of(book)
    if frame is None:
        return Views(keep=False)
    places = places_of(book)
    why = proof.statements[0].reason if proof.statements and not proof.ran else ""
    context = _Context((places.pages, places.term_pages, places.reference_pages), proof, why, history())
    name = f"views, {proof.ran}"
    last: tuple[_Context, Views] | None = frame.cache.get(name)
    views = last[1] if last is not None and last[0].is_like(context) else Views()
    frame.cache[name] = context, views
    return views


@dataclass(frozen=True, slots=True, eq=False)
class _Context:
    """The values that views depend on besides the frame: pages of things, the proof, and earlier editions.

    If nothing was proved, every view gives the same reason, `why_unproved`.
    """

    pages: tuple[Mapping[str, str], ...]
    proof: ProofReport
    why_unproved: str
    history: History

    def is_like(self, other: "_Context") -> bool:
        """Return whether views made in one context are valid in the other. Two proofs may differ in any cell."""
        without = not self.proof.ran and not other.proof.ran and self.why_unproved == other.why_unproved
        return self.pages == other.pages and (without or self.proof is other.proof) and self.history is other.history


# Previews of linked things

ROWS = 6
"""The most rows of a table in a preview. A longer table shows one row less, and the number of rows left out."""


class Definitions:
    """Makes and caches the preview of each linked thing. Links inside a preview have no previews."""

    def __init__(self, names: Names, views: Views) -> None:
        self.book, self.names, self._views = names.book, names, views
        self.quiet = WebTypesetter(names.places, within=True)
        self._made: dict[Target, DefinitionView] = {}

    def on(self, file: str, targets: Iterable[Target]) -> Iterator[DefinitionView]:
        """Yield the previews that a page must contain. Glossary entries, tables and figures on the page need none."""
        for target in targets:
            there = self.names.places.href(target).partition("#")[0] == file
            if not (there and target.kind in ("term", "table", "mark", "figure")):
                yield self.view(target)

    def view(self, target: Target) -> DefinitionView:
        if target not in self._made:
            self._made[target] = self._view(target)
        return self._made[target]

    def _view(self, target: Target) -> DefinitionView:
        book = self.book
        makers: Mapping[str, tuple[Mapping[str, Any], Callable[[Target, Any], DefinitionView]]] = {
            "term": (book.terms, self._term),
            "rule": (book.rules, self._rule),
            "table": (book.tables, self._table),
            "mark": (book.marks, self._mark),
            "figure": (book.figures, self._figure),
        }
        things, make = makers[target.kind]
        thing = things[target.id]
        return self._views.of(("definition", target), thing, partial(make, target, thing))

    def _term(self, target: Target, term: Term) -> DefinitionView:
        text = term.text or term.unexplained or Text("", (), term.span)
        heading = f"{term.name} ({term.abbreviation})" if term.abbreviation else term.name
        return DefinitionView(definition_id(target), heading, self.quiet.inline(text))

    def _rule(self, target: Target, rule: Rule) -> DefinitionView:
        outside = self.quiet.said(tell("Outside this source: {book}", book=rule.external))
        body = self.quiet.opening(rule.text) if rule.text else outside
        return DefinitionView(definition_id(target), self.names.heading(rule), body)

    def _table(self, target: Target, table: Table) -> DefinitionView:
        view = self.quiet.table(table)
        shown = len(view.body) if len(view.body) <= ROWS else ROWS - 1
        rows = [  # no cell reaches below the last row
            replace(row, cells=tuple(replace(cell, rows=min(cell.rows, shown - at)) for cell in row.cells))
            for at, row in enumerate(view.body[:shown])
        ]
        heading, left_out = str(view.caption.striptags()), len(view.body) - shown
        return DefinitionView(definition_id(target), heading, Markup(""), replace(view, body=tuple(rows)), left_out)

    def _figure(self, target: Target, figure: Figure) -> DefinitionView:
        return DefinitionView(definition_id(target), self.names.figure(target), self.quiet.figure_image(figure))

    def _mark(self, target: Target, mark: Mark) -> DefinitionView:
        return DefinitionView(definition_id(target), mark.name, self.quiet.inline(mark.legend or Text("")))
