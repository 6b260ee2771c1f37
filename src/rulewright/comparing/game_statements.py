"""The statements of a game: sentences of rules, bullets, rows and cells of tables, terms and examples."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from rulewright.comparing.statements import Kind, Statement
from rulewright.entries.origins import UNSTATED
from rulewright.entries.references import Bullet
from rulewright.entries.rules import Rule
from rulewright.entries.text import Target, Text
from rulewright.grid import CORNER, Grid, GridCell, grid, placed
from rulewright.markup.links import LINK, target_and_shown
from rulewright.markup.words import sentences
from rulewright.model.book import Book
from rulewright.model.owners import rule_behind, table_texts
from rulewright.model.table import Table
from rulewright.wording import number, plain

_PART = re.compile(r"\n[ \t]*\n|\n(?=[ \t]*(?:[-*+]|\d+[.)])[ \t])|\n(?=[ \t]*\|)")
"""The ends of paragraphs, bullets and table rows in a passage."""
_SIGN = re.compile(r"^[ \t]*(?:[-*+]|\d+[.)]|>)[ \t]+|^[ \t|:-]+$", re.MULTILINE)
_STRONG = re.compile(r"(?P<before>\w*)\*\*(?P<words>.+?)\*\*(?P<after>\w*)", re.DOTALL)
"""Emphasised words. If only a part of a word is emphasised, the match has the whole word."""


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
        self, owner: Target, path: tuple[str, ...] = (), kind: Kind = Kind.SENTENCE, *, ours: bool = False
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
            yield from self._texts(replace(frame, kind=Kind.HEADING), (reference.title,))
            bullets = replace(frame, kind=Kind.BULLET, path=(plain(reference.title, self.book),))
            for item in reference.items:
                yield from self._item(bullets, item)
        for figure in self.game.numbered_figures:
            frame = self._frame(Target("figure", figure.id))
            yield from self._texts(replace(frame, kind=Kind.HEADING), (figure.title,))
            yield from self._texts(frame, (figure.caption,))
        for example in self.game.examples:
            frame = self._frame(Target("example", example.id), (plain(example.title, self.book),))
            yield from self._texts(frame, example.prose())
            values = (*(given.label for given in example.given), *(step.result for step in example.steps))
            yield from self._texts(replace(frame, kind=Kind.CELL), values)
        for term in self.game.terms:
            frame = self._frame(Target("term", term.id), ours=term.origin.ours)
            yield replace(frame, text=" ".join(term.names), span=term.span, kind=Kind.HEADING)
            yield from self._texts(replace(frame, path=(term.name,)), (term.text, term.unexplained))

    def _about_the_game(self) -> Iterator[Statement]:
        frame = self._frame(Target("game", self.game.id))
        for words in filter(None, (self.game.title, self.game.subtitle, self.game.edition, self.game.version)):
            yield replace(frame, text=words, kind=Kind.HEADING)
        titles = (document.title for document in self.game.documents)
        yield from self._texts(frame, (*titles, *self.game.about.texts()))
        for mark in self.game.marks:
            yield from self._texts(self._frame(Target("mark", mark.id)), (mark.legend,))
        for card in self.game.cards:
            texts = (text for block in card.all_blocks() for text in block.texts())
            footer = card.footer if isinstance(card.footer, Text) else None
            frame = self._frame(Target("card", card.id), kind=Kind.HEADING)
            yield from self._texts(frame, (card.title, footer, *texts))

    def _rule(self, rule: Rule) -> Iterator[Statement]:
        title = f"{rule.number} {plain(rule.title, self.book)}".strip()
        above = (title, *(source.place for source in rule.origin.sources))
        frame = self._frame(Target("rule", rule.id), above, ours=rule.origin.ours)
        yield replace(frame, text=title, span=rule.title.span, kind=Kind.HEADING, path=())
        ours = {text.span for text in (*rule.notes, *rule.questions, rule.incomplete) if text is not None}
        for text in rule.body():
            yield from self._texts(replace(frame, ours=frame.ours or text.span in ours), (text,))
        for fact in self.game.facts:
            if self.book.rule_of(fact.rule) is rule:
                words = f"{fact.id.replace('-', ' ')} {number(fact.value)} {fact.unit}"
                own = self._frame(Target("fact", fact.id), above, Kind.CELL, ours=True)
                yield replace(own, text=words, span=fact.span)

    def _item(self, frame: Statement, item: Bullet) -> Iterator[Statement]:
        """Yield the statements of a bullet and of those below it; the latter have the bullet in `beside`."""
        own = frame if item.origin == UNSTATED else replace(frame, ours=item.origin.ours)
        yield from self._texts(own, (item.text,))
        beside = (*frame.beside, plain(item.text, self.book))
        for below in item.items:
            yield from self._item(replace(own, beside=beside), below)

    def _table(self, table: Table) -> Iterator[Statement]:
        path = (plain(table.title, self.book),)
        frame = self._frame(Target("table", table.id), path, ours=table.origin.ours)
        cells = {case.value.label.span for case in table.cases}
        others = (table.rule, table.note, *(silence.why for silence in table.silences))
        labels = (text for text in table_texts(table) if text and text not in others and text.span not in cells)
        yield from self._texts(replace(frame, kind=Kind.HEADING), labels)
        yield from self._texts(frame, (table.note,))
        yield from self._texts(replace(frame, ours=True), (each.why for each in table.silences))
        yield from self._rows(frame, grid(table), table)

    def _rows(self, frame: Statement, printed: Grid, table: Table) -> Iterator[Statement]:
        """Yield each row as one statement, and each of its cells with the headings of row and column."""
        columns: dict[int, str] = {}
        for line in placed([row.cells for row in printed.head]):
            for cell, column in line:
                columns |= dict.fromkeys(range(column, column + cell.columns), self._words(cell))
        for line in placed([row.cells for row in printed.body]):
            heads = tuple(self._words(cell) for cell, _ in line if cell.role in {"row", "condition", CORNER})
            span = next((part.case.span for cell, _ in line for part in cell.parts if part.case), table.span)
            whole = " · ".join(filter(None, (self._words(cell) for cell, _ in line)))
            row = replace(frame, kind=Kind.ROW, span=span, beside=tuple(columns.values()))
            yield self._linked(replace(row, text=whole), [cell for cell, _ in line])
            for cell, column in line:
                if cell.role in {"value", "note", "banner"}:
                    at = next((part.case.span for part in cell.parts if part.case), span)
                    beside = (*heads, columns.get(column, ""))
                    own = replace(frame, text=self._words(cell), kind=Kind.CELL, span=at, beside=beside)
                    yield self._linked(own, [cell])

    def _linked(self, statement: Statement, cells: Sequence[GridCell]) -> Statement:
        """Add the terms that the cells link, and the words that they emphasise."""
        texts = [part.text for cell in cells for part in cell.parts]
        terms = (name for text in texts for name in self._terms(text))
        strong = (words for text in texts for words in self._strong(text, text.source))
        return replace(statement, terms=tuple(terms), strong=tuple(strong))

    def _words(self, cell: GridCell) -> str:
        return " ".join(plain(text, self.book) for part in cell.parts for text in (part.text, *part.conditions)).strip()

    def _texts(self, frame: Statement, texts: Iterable[Text | None]) -> Iterator[Statement]:
        """Yield a statement for each sentence of the texts. Items of lists in them become bullets."""
        for text in filter(None, texts):
            for begin, part in _parts(text.source):
                kind = Kind.BULLET if _SIGN.match(part) else frame.kind
                for first, last in sentences(part):
                    source, at = part[first:last], text.at(begin + first, last - first)
                    words = replace(text, source=_SIGN.sub("", source))
                    terms, strong = self._terms(words), self._strong(text, source)
                    yield replace(frame, text=plain(words, self.book), span=at, kind=kind, terms=terms, strong=strong)

    def _strong(self, text: Text, source: str) -> tuple[str, ...]:
        """Return the emphasised words in `source`, a part of `text`."""
        parts = ("".join(each.groups()) for each in _STRONG.finditer(source))
        return tuple(plain(replace(text, source=part), self.book) for part in parts)

    def _terms(self, text: Text) -> tuple[str, ...]:
        names = (target_and_shown(match)[0] for match in LINK.finditer(text.source))
        targets = (self.book.targets.get(name) for name in names)
        return tuple(self.book.terms[target.id].name for target in targets if target and target.kind == "term")


def _parts(source: str) -> Iterator[tuple[int, str]]:
    begin = 0
    for match in (*_PART.finditer(source), None):
        part = source[begin : match.start() if match else None]
        if part.strip():
            yield begin, part
        begin = match.end() if match else begin
