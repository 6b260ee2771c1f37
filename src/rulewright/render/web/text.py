"""Texts on the web: what links look like there, and which definitions a page has to carry for them."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from markupsafe import Markup

from rulewright.grid import GridCell
from rulewright.model.book import Target, cited
from rulewright.model.game import Mark
from rulewright.model.notation import Unit
from rulewright.model.table import Table
from rulewright.model.theme import STANDARD, Theme
from rulewright.render.typesetting.counters import counter_html
from rulewright.render.typesetting.places import Places
from rulewright.render.typesetting.typesetter import Typesetter, mark_svg
from rulewright.render.typesetting.views import ProofView
from rulewright.render.web.use import use_view
from rulewright.render.web.use.inputs import Json
from rulewright.render.web.views import WebTableView

DESCRIBED = ("term", "rule")
"""What a link to it is described by to a screen reader as well; a table would be too long to listen to."""


class WebTypesetter(Typesetter):
    """Everything named is a link, and points to a definition that the page carries along.

    `defined` collects what the texts set so far have linked to, in order. What is set `within` a
    definition or a link is plain words: no definition of a definition pops up, and the page stays light.
    `here` is the rule being set: a number that it states itself needs no link.
    """

    table_view = WebTableView
    usable = True
    """Whether tables have a button to use them, where they can be used."""

    def __init__(self, places: Places, *, within: bool = False, theme: Theme = STANDARD) -> None:
        super().__init__(places.book, theme)
        self.places, self.within = places, within
        self.here: Target | None = None
        self.defined: dict[Target, None] = {}
        self.used: dict[str, Json] = {}

    def table(self, table: Table, proof: ProofView | None = None) -> WebTableView:
        """A table with the button to use it, if it can be; `used` collects what the page's script has to know."""
        view = super().table(table, proof)
        assert isinstance(view, WebTableView)
        use = None if self.within or not self.usable else use_view(table, self.book, self.places)
        if use is None:
            return view
        self.used[table.id] = use.data
        return replace(view, verb=use.verb)

    def row_classes(self, *, starts_group: bool, even: bool) -> str:
        return " ".join(filter(None, ("starts-group" if starts_group else "", "even" if even else "")))

    def cell_classes(self, cell: GridCell) -> Iterator[str]:
        yield from super().cell_classes(cell)
        if cell.lead:
            yield "lead"

    def link(self, target: Target, label: str) -> Markup:
        if self.within:
            return Markup.escape(label)
        href, shown = self.places.href(target), self._shown(target)
        if not href or (target.kind == "fact" and shown == self.here):
            return Markup('<span class="fact">{}</span>').format(label)
        return self._link(target.kind, href, shown, Markup.escape(label))

    def _link(self, kind: str, href: str, shown: Target | None, label: Markup) -> Markup:
        pointer = Markup("")
        if shown is not None:
            self.defined[shown] = None
            attribute = "aria-describedby" if shown.kind == kind and kind in DESCRIBED else "data-shows"
            pointer = Markup(' {}="define-{}"').format(attribute, definition_id(shown))
        return Markup('<a class="{}" href="{}"{}>{}</a>').format(kind, href, pointer, label)

    def _shown(self, target: Target) -> Target | None:
        """What a link shows without being followed: of a quoted number, where it is stated."""
        thing = cited(target)
        if thing.kind == "fact":
            rule = self.book.rule_of(self.book.facts[thing.id].rule)
            return Target("rule", rule.id) if rule else None
        return thing if thing.kind in ("term", "rule", "table") else None

    def anchor(self, cell: Target) -> str:
        return self.places.anchor(cell)

    def mark(self, mark: Mark) -> Markup:
        sign, target = mark_svg(mark, label=True, theme=self.theme), Target("mark", mark.id)
        return sign if self.within else self._link("sign", self.places.href(target), target, sign)

    def _legends(self, marks: Iterable[Mark]) -> Iterator[tuple[Markup, Markup]]:
        """What a mark means stands beside it here, so it is no link."""
        explained = ((mark, mark.legend) for mark in marks if mark.legend)
        return ((mark_svg(mark, label=True, theme=self.theme), self.inline(legend)) for mark, legend in explained)

    def counter(self, unit: Unit) -> Markup:
        return counter_html(unit)


def definition_id(target: Target) -> str:
    """The id of a definition: a term's own, that of another thing with its kind before it."""
    return target.id if target.kind == "term" else f"{target.kind}-{target.id}"
