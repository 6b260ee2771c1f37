"""Previews of linked things: the words of a term or rule, the first rows of a table."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from markupsafe import Markup

from rulewright.model.book import Target
from rulewright.model.text import Text
from rulewright.render.typesetting.views import RowView
from rulewright.render.web.names import Names
from rulewright.render.web.text import WebTypesetter, definition_id
from rulewright.render.web.views import DefinitionView
from rulewright.translation.messages import tell

ROWS = 6
"""Rows of a table in a preview; a longer table shows one row less, and a line that counts the rest."""


class Definitions:
    """Makes previews, each once; links in them have no previews."""

    def __init__(self, names: Names) -> None:
        self.book, self.names = names.book, names
        self.quiet = WebTypesetter(names.places, within=True)
        self._made: dict[Target, DefinitionView] = {}

    def on(self, file: str, targets: Iterable[Target]) -> Iterator[DefinitionView]:
        """The previews of things that a page must carry; it already has its own glossary entries and tables."""
        for target in targets:
            there = self.names.places.href(target).partition("#")[0] == file
            if not (there and target.kind in ("term", "table", "mark", "figure")):
                yield self.view(target)

    def view(self, target: Target) -> DefinitionView:
        of = {"term": self._term, "rule": self._rule, "table": self._table, "mark": self._mark, "figure": self._figure}
        if target not in self._made:
            self._made[target] = of[target.kind](target)
        return self._made[target]

    def _term(self, target: Target) -> DefinitionView:
        term = self.book.terms[target.id]
        text = term.text or term.unexplained or Text("", (), term.span)
        heading = f"{term.name} ({term.abbreviation})" if term.abbreviation else term.name
        return DefinitionView(definition_id(target), heading, self.quiet.inline(text))

    def _rule(self, target: Target) -> DefinitionView:
        rule = self.book.rules[target.id]
        outside = self.quiet.said(tell("Outside this source: {book}", book=rule.external))
        body = self.quiet.opening(rule.text) if rule.text else outside
        return DefinitionView(definition_id(target), self.names.heading(rule), body)

    def _table(self, target: Target) -> DefinitionView:
        view = self.quiet.table(self.book.tables[target.id])
        shown = len(view.body) if len(view.body) <= ROWS else ROWS - 1
        table = replace(view, body=tuple(_cut(view.body[:shown])))
        return DefinitionView(
            definition_id(target), str(view.caption.striptags()), Markup(""), table, len(view.body) - shown
        )

    def _figure(self, target: Target) -> DefinitionView:
        image = self.quiet.figure_image(self.book.figures[target.id])
        return DefinitionView(definition_id(target), self.names.figure(target), image)

    def _mark(self, target: Target) -> DefinitionView:
        mark = self.book.marks[target.id]
        return DefinitionView(definition_id(target), mark.name, self.quiet.inline(mark.legend or Text("")))


def _cut(rows: tuple[RowView, ...]) -> Iterator[RowView]:
    """The rows, with cells that reach below the last one shortened."""
    for index, row in enumerate(rows):
        yield replace(row, cells=tuple(replace(cell, rows=min(cell.rows, len(rows) - index)) for cell in row.cells))
