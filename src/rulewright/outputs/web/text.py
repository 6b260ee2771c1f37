"""Render texts for the web: their links, and the previews that a page must contain for these links."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from markupsafe import Markup, escape

from rulewright.base.messages.messages import tell
from rulewright.book.book import citation_target
from rulewright.book.grid import GridCell
from rulewright.entries.marks import Mark
from rulewright.entries.notations import Unit
from rulewright.entries.origins import Source
from rulewright.entries.rules import Rule
from rulewright.entries.table import Table
from rulewright.entries.text import Target
from rulewright.entries.themes import Theme, standard_theme
from rulewright.html.examples import procedure_view
from rulewright.html.figures import DIAGRAMS, FIGURES
from rulewright.html.marks import counter_html, mark_svg
from rulewright.html.places import Places
from rulewright.html.typesetter import Typesetter
from rulewright.html.views import ProofView, TableView
from rulewright.outputs.web.use import Json, procedure_data, use_view, used_with
from rulewright.source.pictures import Picture

DESCRIBED = ("term", "rule")
"""Kinds whose previews also describe their links to screen readers. Tables are too long for this."""


@dataclass(slots=True)
class PageNeeds:
    """The things that a page must contain besides its texts.

    `previews` are the targets of its links, in order. `tables` and `procedures` are data for scripts, by id.
    """

    previews: dict[Target, None] = field(default_factory=dict)
    tables: dict[str, Mapping[str, Json]] = field(default_factory=dict)
    procedures: dict[str, Mapping[str, Json]] = field(default_factory=dict)

    def use(self, data: Mapping[str, Mapping[str, Json]]) -> None:
        """Add the data of tables. If a table already has data, the fields of both are merged."""
        for id_, own in data.items():
            self.tables[id_] = {**self.tables.get(id_, {}), **own}


class WebTypesetter(Typesetter):
    """Renders references as links, each with a preview in the page.

    `needs` collects what the page must contain for the texts. With `within`, the text is inside a preview or a link and
    gets no links itself, so that previews do not nest. `here` is the current rule: its own numbers get no links.
    """

    usable = True
    """Whether tables and procedures get a button to use them."""

    def __init__(self, places: Places, *, within: bool = False, theme: Theme | None = None) -> None:
        super().__init__(places.book, theme or standard_theme())
        self.places, self.within = places, within
        self.here: Target | None = None
        self.needs = PageNeeds()

    def table(self, table: Table, proof: ProofView | None = None) -> TableView:
        """Render a table, with a button if readers can use it."""
        view = super().table(table, proof)
        use = None if self.within or not self.usable else use_view(table, self.book, self.places)
        if use is None:
            return view
        self.needs.use({table.id: use.data, **used_with(table, self.book, self.places)})
        return replace(view, verb=use.verb)

    def procedure(self, rule: Rule) -> dict[str, Any] | None:
        """Render the procedure of a rule, with a button if readers can go through it; None if there is no procedure."""
        data = None if self.within or not self.usable else procedure_data(rule, self.book, self.places)
        if data is not None:
            self.needs.procedures[rule.id] = data
        view = procedure_view(rule, self)
        return view and view | {"usable": data is not None}

    def row_classes(self, *, starts_group: bool, even: bool) -> str:
        return " ".join(filter(None, ("starts-group" if starts_group else "", "even" if even else "")))

    def cell_classes(self, cell: GridCell, table: Table) -> Iterator[str]:
        yield from super().cell_classes(cell, table)
        if cell.lead:
            yield "lead"

    def link(self, target: Target, label: str) -> Markup:
        if self.within:
            return Markup.escape(label)
        href, shown = self.places.href(target), self._previewed(target)
        if not href or (target.kind == "fact" and shown == self.here):
            return Markup('<span class="fact">{}</span>').format(label)
        return self._link(target.kind, href, shown, Markup.escape(label))

    def _link(self, kind: str, href: str, shown: Target | None, label: Markup) -> Markup:
        pointer = ""
        if shown is not None:
            self.needs.previews[shown] = None
            attribute = "aria-describedby" if shown.kind == kind and kind in DESCRIBED else "data-shows"
            pointer = f' {attribute}="define-{escape(definition_id(shown))}"'
        return Markup(f'<a class="{kind}" href="{escape(href)}"{pointer}>{label}</a>')  # noqa: S704 - escaped

    def _previewed(self, target: Target) -> Target | None:
        """Return the thing that a link previews: for a quoted number, its rule. None for a kind without previews."""
        thing = citation_target(target)
        if thing.kind == "fact":
            rule = self.book.rule_of(self.book.facts[thing.id].rule)
            return Target("rule", rule.id) if rule else None
        return thing if thing.kind in ("term", "rule", "table", "figure") else None

    def cited_source(self, source: Source) -> Markup:
        """Render a place in a document."""
        target = self.book.target_of(source.document)
        assert target is not None  # books with dangling references are not rendered
        title = self.inline(self.book.documents[target.id].title)
        return Markup("<cite>{}</cite>, {}").format(title, source.place) if source.place else title

    def anchor(self, cell: Target) -> str:
        return self.places.anchor(cell)

    def mark(self, mark: Mark) -> Markup:
        shown, target = self.shown(mark), Target("mark", mark.id)
        sign = mark_svg(shown, label=True, theme=self.theme, letters=self.letters)
        return sign if self.within else self._link("sign", self.places.href(target), target, sign)

    def _legends(self, marks: Iterable[Mark]) -> Iterator[tuple[Markup, Markup]]:
        """Yield marks with their meanings. These marks are not links, because the meaning is beside them."""
        explained = ((mark, mark.legend) for mark in marks if mark.legend)
        return ((mark_svg(mark, label=True, theme=self.theme), self.inline(legend)) for mark, legend in explained)

    def counter(self, unit: Unit) -> Markup:
        return counter_html(unit)

    def outward(self, url: str, *, spelt: bool) -> tuple[Markup, Markup]:  # noqa: ARG002 - a link needs no address
        if self.within:
            return Markup(""), Markup("")
        return Markup('<a class="outward" href="{}" rel="external noopener">').format(url), Markup("</a>")

    def figure_source(self, picture: Picture) -> str:
        return picture.name if picture.name.startswith(DIAGRAMS) else FIGURES + picture.name

    def placed(self, target: str, passage: str) -> Markup | None:
        return None if self.within else super().placed(target, passage)

    def permalink(self, anchor: str, label: str) -> Markup:
        words = self.said(tell("Link to {name}", name=label))
        return Markup(' <a class="permalink" href="#{}" aria-label="{}">#</a>').format(anchor, words)


def definition_id(target: Target) -> str:
    """Return the id of a preview: the id of a term, or the kind and id of another thing."""
    return target.id if target.kind == "term" else f"{target.kind}-{target.id}"
