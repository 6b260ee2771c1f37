"""Texts on the web: what links look like there, and which definitions a page has to carry for them."""

from dataclasses import replace

from markupsafe import Markup

from rulewright.model.book import Target
from rulewright.model.game import Mark
from rulewright.model.notation import Unit
from rulewright.model.table import Table
from rulewright.render.counters import counter_html
from rulewright.render.places import Places
from rulewright.render.typeset import Typesetter, mark_svg
from rulewright.render.views import ProofView, TableView
from rulewright.render.web.use import use_view
from rulewright.render.web.use.inputs import Json


class WebTypesetter(Typesetter):
    """Everything named is a link; terms and rules point to a definition that the page carries along.

    `defined` collects what the texts set so far have linked to, in order. What is set `within` a
    definition is plain words: no definition of a definition pops up, and the page stays light.
    """

    def __init__(self, places: Places, *, within: bool = False) -> None:
        super().__init__(places.book)
        self.places, self.within = places, within
        self.defined: dict[Target, None] = {}
        self.used: dict[str, Json] = {}

    def table(self, table: Table, proof: ProofView | None = None) -> TableView:
        """A table with the button to use it, if it can be; `used` collects what the page's script has to know."""
        view = super().table(table, proof)
        use = None if self.within else use_view(table, self.book, self.places)
        if use is None:
            return view
        self.used[table.id] = use.data
        return replace(view, verb=use.verb)

    def link(self, target: Target, label: str) -> Markup:
        if self.within:
            return Markup.escape(label)
        href = self.places.href(target)
        if target.kind in ("term", "rule"):
            self.defined[target] = None
            described = definition_id(target)
            return Markup('<a class="{}" href="{}" aria-describedby="define-{}">{}</a>').format(
                target.kind, href, described, label
            )
        if target.kind == "fact" or not href:
            return Markup('<span class="fact">{}</span>').format(label)
        return Markup('<a class="{}" href="{}">{}</a>').format(target.kind, href, label)

    def anchor(self, cell: Target) -> str:
        return self.places.anchor(cell)

    def mark(self, mark: Mark) -> Markup:
        return mark_svg(mark, label=True)

    def counter(self, unit: Unit) -> Markup:
        return counter_html(unit)


def definition_id(target: Target) -> str:
    """The id of a definition: a term's own, a rule's with `rule-` before it."""
    return target.id if target.kind == "term" else f"{target.kind}-{target.id}"
