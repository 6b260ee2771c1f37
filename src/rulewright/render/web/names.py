"""The labels of links, and the citations of each thing."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from markupsafe import Markup

from rulewright.model.book import Book, Target
from rulewright.model.game import Rule
from rulewright.model.table import Table
from rulewright.render.typesetting.places import Places
from rulewright.render.web.views import CitationsView, LinkView
from rulewright.translation.messages import tell
from rulewright.wording import figure_label, full_name, plain

CITING = {
    "rule": tell("rules"),
    "example": tell("examples"),
    "figure": tell("figures"),
    "table": tell("tables"),
    "reference": tell("quick references"),
    "term": tell("glossary"),
    "card": tell("cards"),
}
"""The headings of citations by kind, in order."""


class Names:
    """The links of one book, each with the name of what it leads to."""

    def __init__(self, book: Book, places: Places) -> None:
        self.book, self.places = book, places

    def heading(self, rule: Rule) -> str:
        """A rule by its number and title."""
        return full_name(rule, self.book)

    def rule(self, rule: Rule) -> LinkView:
        """A link to a rule by its number alone, or its title where it has none."""
        label = rule.number or plain(rule.title, self.book)
        return LinkView(self.places.href(Target("rule", rule.id)), Markup.escape(label), "rule")

    def page(self, rule: Rule) -> LinkView:
        """A link to the page that a rule heads."""
        return LinkView(self.places.pages[rule.id], Markup.escape(self.heading(rule)), "rule")

    def procedures(self, table: Table) -> tuple[LinkView, ...]:
        """Links to the procedures that read a table, by their titles."""
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
        """A link to a thing by its full name; None for a thing without an address, such as a domain."""
        label = self._label(target)
        return None if label is None else LinkView(self.places.href(target), Markup.escape(label), target.kind)

    def _label(self, target: Target) -> str | None:
        book = self.book
        match target.kind:
            case "rule":
                return self.heading(book.rules[target.id])
            case "term":
                return book.terms[target.id].name
            case "table":
                return plain(book.tables[target.id].title, book)
            case "reference":
                return plain(book.references[target.id].title, book)
            case "figure":
                return self.figure(target)
            case "example":
                return plain(book.examples[target.id].title, book)
            case "card":
                return book.cards[target.id].title.source
            case "ruling":
                return plain(book.rulings[target.id].question, book)
        return None

    def figure(self, target: Target) -> str:
        """A figure by its number and title."""
        return f"{figure_label(target.id, self.book)} · {plain(self.book.figures[target.id].title, self.book)}"

    def cited_by(self, target: Target) -> tuple[CitationsView, ...]:
        """The citations of a thing by kind; not by a rule's own tables, examples and figures, nor by rules below it."""
        own = {Target("example", example.id) for example in self.book.examples_of.get(target.id, ())}
        own |= {Target("table", table.id) for table in self.book.tables_of.get(target.id, ())}
        own |= {Target("figure", each.id) for each in self.book.figure_order.at_the_end_of.get(target.id, ())}
        if target.kind == "table" and (rule := self.book.rule_of(self.book.tables[target.id].rule)):
            own = {Target("rule", rule.id)}
        others = (source for source in self.book.cited_by.get(target, ()) if source not in own)
        return tuple(self.grouped(source for source in others if not self._is_below(source, target)))

    def _is_below(self, source: Target, target: Target) -> bool:
        """Whether a source is a rule that names the target as its `parent`."""
        rule = self.book.rules.get(source.id) if source.kind == target.kind == "rule" else None
        return rule is not None and self.book.rule_of(rule.parent) is self.book.rules.get(target.id)

    def grouped(self, sources: Iterable[Target]) -> Iterator[CitationsView]:
        """Links to things, kind by kind."""
        sources = list(sources)
        for kind, name in CITING.items():
            links = tuple(self.link(source) for source in sources if source.kind == kind)
            if links:
                yield CitationsView(name, tuple(link for link in links if link is not None))

    def used_in(self, target: Target) -> tuple[CitationsView, ...]:
        """Where a term or a mark is used: the rules by their numbers alone, then quick references and cards."""
        rules = tuple(self.rule(rule) for rule in self._citing_rules(target))
        others = (source for source in self.book.cited_by.get(target, ()) if source.kind in ("reference", "card"))
        return (*((CitationsView(CITING["rule"], rules),) if rules else ()), *self.grouped(others))

    def _citing_rules(self, target: Target) -> list[Rule]:
        """The rules that cite a thing, also by a table, a figure or an example, in the order of their numbers."""
        rules: dict[str, Rule] = {}
        for source in self.book.cited_by.get(target, ()):
            rule = self._rule_behind(source)
            if rule is not None:
                rules[rule.id] = rule
        order = self.book.game.numbering.order(rule.number for rule in rules.values())
        return sorted(rules.values(), key=lambda rule: order(rule.number))

    def _rule_behind(self, source: Target) -> Rule | None:
        book = self.book
        match source.kind:
            case "rule":
                return book.rules[source.id]
            case "table":
                return book.rule_of(book.tables[source.id].rule)
            case "figure":
                return book.rule_of(book.figures[source.id].rule)
            case "example":
                return book.rule_of(book.examples[source.id].rule)
        return None
