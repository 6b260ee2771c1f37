"""The statements of a game: sentences of rules, bullets, rows and cells of tables, terms and examples.

A book comes in; its statements go out in the words that print, with the places in the source files. For example, the
bullet `- A [[raft]] **never** sinks.` of the rule `ferry` becomes the statement `A raft never sinks.` with the owner
`rule:ferry`, the term `raft` and the emphasised word `never`.

A statement is `ours` if the author declares that no document makes it, so a comparison does not look for it. The
`origin` of an entry says so, and gives the places in the documents that it comes from.

`rule_behind` returns the rule that an entry belongs to, `grid` the rows of a table as it prints, and `placed` the
column of each of its cells. `plain` gives the words that a text prints.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import cast

from rulewright.base.findings import Span
from rulewright.book.book import Book
from rulewright.book.grid import CORNER, Grid, GridCell, grid, placed
from rulewright.book.kinds import OTHER_KINDS
from rulewright.book.owners import rule_behind
from rulewright.book.wording import number, plain
from rulewright.entries.entry import NamedEntry
from rulewright.entries.origins import UNSTATED
from rulewright.entries.references import Bullet
from rulewright.entries.rules import Rule
from rulewright.entries.table import Table
from rulewright.entries.text import Target, Text
from rulewright.importing.comparing.statements import Statement, StatementKind
from rulewright.source.markup.links import LINK, target_and_shown
from rulewright.source.markup.words import sentences

_BLOCK_END = re.compile(r"\n[ \t]*\n|\n(?=[ \t]*(?:[-*+]|\d+[.)])[ \t])|\n(?=[ \t]*\|)")
"""The end of a paragraph, of a bullet or of a row of a Markdown table: an empty line, or before `- `, `1. ` or `|`."""
_BLOCK_SIGN = re.compile(r"^[ \t]*(?:[-*+]|\d+[.)]|>)[ \t]+|^[ \t|:-]+$", re.MULTILINE)
"""The sign that begins a bullet or a quotation, such as `- `; or the line below a table's head, such as `|---|---|`."""
_EMPHASISED = re.compile(r"(?P<before>\w*)\*\*(?P<words>.+?)\*\*(?P<after>\w*)", re.DOTALL)
"""Emphasised words, such as `**never**`. If only a part of a word is, as in `**un**able`, the match has all of it."""


def game_statements(book: Book) -> tuple[Statement, ...]:
    """Return every statement of a game except what its errata quote."""
    return tuple(_StatementMaker(book).statements())


class _StatementMaker:
    """Makes the statements of a game.

    Most methods take a frame: a statement without words, with the owner, headings and kind that several statements
    share.
    """

    def __init__(self, book: Book) -> None:
        self.book, self.game = book, book.game

    def _frame(
        self,
        owner: Target,
        path: tuple[str, ...] = (),
        kind: StatementKind = StatementKind.SENTENCE,
        *,
        ours: bool = False,
    ) -> Statement:
        """Return a frame: a statement of an entry, without words."""
        rule = rule_behind(self.book, owner)
        name = f"{owner.kind}:{owner.id}"
        return Statement("", self.game.span, kind, path, owner=name, rule=rule.id if rule else "", ours=ours)

    def statements(self) -> Iterator[Statement]:
        yield from self._about_the_game()
        for rule in self.game.rules:
            yield from self._rule(rule)
        for table in self.game.tables:
            yield from self._table(table)
        for reference in self.game.references:
            frame = self._frame(Target("reference", reference.id), ours=self.book.origin_of(reference).ours)
            yield from self._texts(replace(frame, kind=StatementKind.HEADING), (reference.title,))
            bullets = replace(frame, kind=StatementKind.BULLET, path=(plain(reference.title, self.book),))
            for item in reference.items:
                yield from self._item(bullets, item)
        # remarks are errata and rulings, which are about texts of the book
        for kind in ("figure", *(kind.name for kind in OTHER_KINDS if not kind.is_remark)):
            for entry in cast(tuple[NamedEntry, ...], self.game.of_kind(kind)):
                frame = self._frame(Target(kind, entry.id))
                title, *texts = entry.prose()
                yield from self._texts(replace(frame, kind=StatementKind.HEADING), (title,))
                yield from self._texts(frame, texts)
        for example in self.game.examples:
            frame = self._frame(Target("example", example.id), (plain(example.title, self.book),))
            yield from self._texts(frame, example.prose())
            values = (*(given.label for given in example.given), *(step.result for step in example.steps))
            yield from self._texts(replace(frame, kind=StatementKind.CELL), values)
        for term in self.game.terms:
            frame = self._frame(Target("term", term.id), ours=term.origin.ours)
            yield replace(frame, text=" ".join(term.names), span=term.span, kind=StatementKind.HEADING)
            yield from self._texts(replace(frame, path=(term.name,)), (term.text, term.unexplained))

    def _about_the_game(self) -> Iterator[Statement]:
        frame = self._frame(Target("game", self.game.id))
        for words in filter(None, (self.game.title, self.game.subtitle, self.game.edition, self.game.version)):
            yield replace(frame, text=words, kind=StatementKind.HEADING)
        titles = (document.title for document in self.game.documents)
        yield from self._texts(
            frame, (*titles, self.game.cover, self.game.licence, self.game.source, self.game.credits)
        )
        for mark in self.game.marks:
            yield from self._texts(self._frame(Target("mark", mark.id)), (mark.legend,))
        for card in self.game.cards:
            frame = self._frame(Target("card", card.id), kind=StatementKind.HEADING)
            yield from self._texts(frame, card.texts())

    def _rule(self, rule: Rule) -> Iterator[Statement]:
        title = f"{rule.number} {plain(rule.title, self.book)}".strip()
        above = (title, *(source.place for source in rule.origin.sources))
        frame = self._frame(Target("rule", rule.id), above, ours=rule.origin.ours)
        yield replace(frame, text=title, span=rule.title.span, kind=StatementKind.HEADING, path=())
        # notes, questions and what is incomplete are remarks of the author: `ours` even if the rule is not
        remarks = {text.span for text in (*rule.notes, *rule.questions, rule.incomplete) if text is not None}
        for text in rule.body():
            yield from self._texts(replace(frame, ours=frame.ours or text.span in remarks), (text,))
        for fact in self.game.facts:
            if self.book.rule_of(fact.rule) is rule:
                words = f"{fact.id.replace('-', ' ')} {number(fact.value)} {fact.unit}"
                of_fact = self._frame(Target("fact", fact.id), above, StatementKind.CELL, ours=True)
                yield replace(of_fact, text=words, span=fact.span)

    def _item(self, frame: Statement, item: Bullet) -> Iterator[Statement]:
        """Yield the statements of a bullet and of those below it; the latter have its words as a label."""
        # a bullet without an origin of its own is as the one above it, or as its reference
        bullet = frame if item.origin == UNSTATED else replace(frame, ours=item.origin.ours)
        yield from self._texts(bullet, (item.text,))
        below = replace(bullet, labels=(*frame.labels, plain(item.text, self.book)))
        for each in item.items:
            yield from self._item(below, each)

    def _table(self, table: Table) -> Iterator[Statement]:
        path = (plain(table.title, self.book),)
        frame = self._frame(Target("table", table.id), path, ours=table.origin.ours)
        in_cells = {case.value.label.span for case in table.cases}  # `_rows` makes statements of these
        not_headings = (table.rule, table.note, *(silence.why for silence in table.silences))
        texts = (text for text in table.prose() if text not in not_headings)
        headings = (text for text in texts if text.span not in in_cells)
        yield from self._texts(replace(frame, kind=StatementKind.HEADING), headings)
        yield from self._texts(frame, (table.note,))
        yield from self._texts(replace(frame, ours=True), (each.why for each in table.silences))
        yield from self._rows(frame, grid(table), table)

    def _rows(self, frame: Statement, printed: Grid, table: Table) -> Iterator[Statement]:
        """Yield each row as one statement, and each of its cells with the headings of row and column."""
        column_headings: dict[int, str] = {}
        for line in placed([row.cells for row in printed.head]):
            for cell, column in line:
                column_headings |= dict.fromkeys(range(column, column + cell.columns), self._words(cell))
        for line in placed([row.cells for row in printed.body]):
            cells = [cell for cell, _ in line]
            row_headings = tuple(self._words(cell) for cell in cells if cell.role in {"row", "condition", CORNER})
            row_span = self._span(cells, table.span)
            words = " · ".join(filter(None, map(self._words, cells)))
            row = replace(frame, kind=StatementKind.ROW, span=row_span, labels=tuple(column_headings.values()))
            yield self._linked(replace(row, text=words), cells)
            for cell, column in line:
                if cell.role in {"value", "note", "banner"}:
                    labels = (*row_headings, column_headings.get(column, ""))
                    span = self._span([cell], row_span)
                    of_cell = replace(frame, kind=StatementKind.CELL, span=span, labels=labels)
                    yield self._linked(replace(of_cell, text=self._words(cell)), [cell])

    def _span(self, cells: Sequence[GridCell], otherwise: Span) -> Span:
        """Return the place of the first case in some cells."""
        return next((part.case.span for cell in cells for part in cell.parts if part.case), otherwise)

    def _linked(self, statement: Statement, cells: Sequence[GridCell]) -> Statement:
        """Add the terms that the cells link, and the words that they emphasise."""
        texts = [part.text for cell in cells for part in cell.parts]
        terms = (name for text in texts for name in self._terms(text))
        emphasised = (words for text in texts for words in self._emphasised(text, text.source))
        return replace(statement, terms=tuple(terms), emphasised=tuple(emphasised))

    def _words(self, cell: GridCell) -> str:
        return " ".join(plain(text, self.book) for part in cell.parts for text in (part.text, *part.conditions)).strip()

    def _texts(self, frame: Statement, texts: Iterable[Text | None]) -> Iterator[Statement]:
        """Yield a statement for each sentence of the texts. Items of lists in them become bullets."""
        for text in filter(None, texts):
            for begin, block in _blocks(text.source):
                kind = StatementKind.BULLET if _BLOCK_SIGN.match(block) else frame.kind
                for first, last in sentences(block):
                    source, span = block[first:last], text.span_at(begin + first, last - first)
                    words = replace(text, source=_BLOCK_SIGN.sub("", source))
                    with_place = replace(frame, text=plain(words, self.book), span=span, kind=kind)
                    yield replace(with_place, terms=self._terms(words), emphasised=self._emphasised(text, source))

    def _emphasised(self, text: Text, source: str) -> tuple[str, ...]:
        """Return the emphasised words in `source`, a part of `text`."""
        parts = ("".join(match.groups()) for match in _EMPHASISED.finditer(source))
        return tuple(plain(replace(text, source=part), self.book) for part in parts)

    def _terms(self, text: Text) -> tuple[str, ...]:
        """Return the names of the terms that a text links."""
        names = (target_and_shown(match)[0] for match in LINK.finditer(text.source))
        targets = (self.book.targets.get(name) for name in names)
        return tuple(self.book.terms[target.id].name for target in targets if target and target.kind == "term")


def _blocks(source: str) -> Iterator[tuple[int, str]]:
    """Yield each paragraph, bullet or row of a Markdown table in a passage, with the position of its first letter."""
    begin = 0
    for match in (*_BLOCK_END.finditer(source), None):
        block = source[begin : match.start() if match else None]
        if block.strip():
            yield begin, block
        begin = match.end() if match else begin
