"""What pages say beside an entry: links, citations, corrections, rulings, and previews of links."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from markupsafe import Markup

from rulewright.base.messages.messages import joined, tell
from rulewright.book.book import Book, citation_target
from rulewright.book.kinds import OTHER_KINDS
from rulewright.book.owners import rule_behind
from rulewright.book.wording import entry_name, figure_label, full_name, plain
from rulewright.entries.errata import Erratum, ErratumClass
from rulewright.entries.rules import Rule
from rulewright.entries.rulings import Ruling, in_force
from rulewright.entries.table import Table
from rulewright.entries.text import Target
from rulewright.html.places import Places
from rulewright.outputs.web.text import WebTypesetter, definition_id

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


@dataclass(frozen=True, slots=True)
class LinkView:
    """A link; `href` is relative to the page.

    `kind` is term, rule, table, reference, card, sheet, rulebook or fact.
    """

    href: str
    label: Markup
    kind: str = ""


Citations = tuple[str, list[LinkView]]
"""The things of one kind that cite a thing: the name of the kind, and links to them."""


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

    def cited(self, target: Target) -> list[Citations]:
        """Return the citations of a thing by kind.

        A rule is not cited by its own tables, examples and figures, nor by rules below it.
        """
        if target.kind in ("term", "mark"):
            return self._used_in(target)
        own = {Target("example", example.id) for example in self.book.examples_of.get(target.id, ())}
        own |= {Target("table", table.id) for table in self.book.tables_of.get(target.id, ())}
        own |= {Target("figure", each.id) for each in self.book.figure_order.at_the_end_of.get(target.id, ())}
        if target.kind == "table" and (rule := self.book.rule_of(self.book.tables[target.id].rule)):
            own = {Target("rule", rule.id)}
        others = (source for source in self.book.cited_by.get(target, ()) if source not in own)
        return list(self.grouped(source for source in others if not self._is_below(source, target)))

    def _is_below(self, source: Target, target: Target) -> bool:
        """Return whether a source is a rule that has the target as its `parent`."""
        rule = self.book.rules.get(source.id) if source.kind == target.kind == "rule" else None
        return rule is not None and self.book.rule_of(rule.parent) is self.book.rules.get(target.id)

    def grouped(self, sources: Iterable[Target]) -> Iterator[Citations]:
        """Yield links to things, grouped by kind."""
        sources = list(sources)
        for kind, name in CITING.items():
            links = tuple(self.link(source) for source in sources if source.kind == kind)
            if links:
                yield name, [link for link in links if link is not None]

    def _used_in(self, target: Target) -> list[Citations]:
        """Return the uses of a term or a mark: rules, shown by their numbers only, then quick references and cards."""
        rules = [self.rule(rule) for rule in self._citing_rules(target)]
        others = (source for source in self.book.cited_by.get(target, ()) if source.kind in ("reference", "card"))
        return [*([(CITING["rule"], rules)] if rules else []), *self.grouped(others)]

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


def corrections(book: Book) -> Mapping[Target, tuple[Erratum, ...]]:
    """Return the errata of each thing that they correct, in the order of the source."""
    errata: dict[Target, tuple[Erratum, ...]] = {}
    for erratum in book.game.errata:
        if (target := book.target_of(erratum.where)) is not None:
            corrected = citation_target(target)  # a cell is corrected with its table
            errata[corrected] = (*errata.get(corrected, ()), erratum)
    return errata


# Rulings are shown beside the things that they concern, and on a page of all rulings. Superseded rulings are only on
# that page.


def rulings(book: Book) -> Mapping[Target, tuple[Ruling, ...]]:
    """Return the rulings in force by their subjects. A ruling on a rule and its table is at the rule."""
    result: dict[Target, tuple[Ruling, ...]] = {}
    for ruling in in_force(book.game.rulings):
        about = subjects(ruling, book)
        for target in about:
            rule = book.rule_of(book.tables[target.id].rule) if target.kind == "table" else None
            if rule is None or Target("rule", rule.id) not in about:
                result[target] = (*result.get(target, ()), ruling)
    return result


def subjects(ruling: Ruling, book: Book) -> tuple[Target, ...]:
    """Return the things that a ruling is about, without duplicates; a cell counts as its table."""
    targets = (book.target_of(text) for text in ruling.where)
    return tuple(dict.fromkeys(citation_target(target) for target in targets if target is not None))


# Previews of linked things

ROWS = 6
"""The most rows of a table in a preview. A longer table shows one row less, and the number of rows left out."""


class Definitions:
    """Makes the preview of each linked thing once. Links inside a preview have no previews.

    A preview is in the element with id `define-{id}`; on the glossary page the entries serve as previews.
    """

    def __init__(self, names: Names) -> None:
        self.book, self.names = names.book, names
        self.quiet = WebTypesetter(names.places, within=True)
        self._made: dict[Target, Mapping[str, Any]] = {}

    def on(self, file: str, targets: Iterable[Target]) -> Iterator[Mapping[str, Any]]:
        """Yield the previews that a page must contain. Glossary entries, tables and figures on the page need none."""
        for target in targets:
            there = self.names.places.href(target).partition("#")[0] == file
            if not (there and target.kind in ("term", "table", "mark", "figure")):
                if target not in self._made:
                    self._made[target] = {"id": definition_id(target), "body": "", "table": None, **self._view(target)}
                yield self._made[target]

    def _view(self, target: Target) -> Mapping[str, Any]:
        """Return the heading of a preview, and its body or the first rows of its table."""
        book, quiet = self.book, self.quiet
        match target.kind:
            case "term":
                term = book.terms[target.id]
                text = term.text or term.unexplained
                heading = f"{term.name} ({term.abbreviation})" if term.abbreviation else term.name
                return {"heading": heading, "body": quiet.inline(text) if text else ""}
            case "rule":
                rule = book.rules[target.id]
                outside = tell("Outside this source: {book}", book=rule.external)
                return {
                    "heading": self.names.heading(rule),
                    "body": quiet.opening(rule.text) if rule.text else quiet.said(outside),
                }
            case "figure":
                figure = book.figures[target.id]
                return {"heading": self.names.figure(target), "body": quiet.figure_image(figure)}
            case "mark":
                mark = book.marks[target.id]
                return {"heading": mark.name, "body": quiet.inline(mark.legend) if mark.legend else ""}
        view = quiet.table(book.tables[target.id])
        shown = len(view.body) if len(view.body) <= ROWS else ROWS - 1
        rows = [  # no cell reaches below the last row
            replace(row, cells=tuple(replace(cell, rows=min(cell.rows, shown - at)) for cell in row.cells))
            for at, row in enumerate(view.body[:shown])
        ]
        table = replace(view, body=tuple(rows))
        return {"heading": str(view.caption.striptags()), "table": table, "left_out": len(view.body) - shown}
