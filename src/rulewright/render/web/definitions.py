"""Previews of linked things: the words of a term or rule, the first rows of a table."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from markupsafe import Markup

from rulewright.model.book import Target
from rulewright.model.figure import Figure
from rulewright.model.game import Mark, Rule, Term
from rulewright.model.table import Table
from rulewright.model.text import Text
from rulewright.render.typesetting.views import RowView
from rulewright.render.web.kept_views import Views
from rulewright.render.web.names import Names
from rulewright.render.web.text import WebTypesetter, definition_id
from rulewright.render.web.views import DefinitionView
from rulewright.translation.messages import tell

ROWS = 6
"""Rows of a table in a preview; a longer table shows one row less, and a line that counts the rest."""


class Definitions:
    """Makes previews, each once; links in them have no previews. `views` has those that were made before."""

    def __init__(self, names: Names, views: Views) -> None:
        self.book, self.names, self._views = names.book, names, views
        self.quiet = WebTypesetter(names.places, within=True)
        self._made: dict[Target, DefinitionView] = {}

    def on(self, file: str, targets: Iterable[Target]) -> Iterator[DefinitionView]:
        """The previews of things that a page must carry; it already has its own glossary entries and tables."""
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
        of: Mapping[str, tuple[Mapping[str, Any], Callable[[Target, Any], DefinitionView]]] = {
            "term": (book.terms, self._term),
            "rule": (book.rules, self._rule),
            "table": (book.tables, self._table),
            "mark": (book.marks, self._mark),
            "figure": (book.figures, self._figure),
        }
        things, make = of[target.kind]
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
        cut = replace(view, body=tuple(_cut(view.body[:shown])))
        return DefinitionView(
            definition_id(target), str(view.caption.striptags()), Markup(""), cut, len(view.body) - shown
        )

    def _figure(self, target: Target, figure: Figure) -> DefinitionView:
        return DefinitionView(definition_id(target), self.names.figure(target), self.quiet.figure_image(figure))

    def _mark(self, target: Target, mark: Mark) -> DefinitionView:
        return DefinitionView(definition_id(target), mark.name, self.quiet.inline(mark.legend or Text("")))


def _cut(rows: tuple[RowView, ...]) -> Iterator[RowView]:
    """The rows, with cells that reach below the last one shortened."""
    for index, row in enumerate(rows):
        yield replace(row, cells=tuple(replace(cell, rows=min(cell.rows, len(rows) - index)) for cell in row.cells))
