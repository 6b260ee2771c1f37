"""What a game says, as statements: the sentences of rules, bullets, rows and cells of tables, terms and examples."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from rulewright.comparing.statement import Kind, Statement
from rulewright.findings import Span
from rulewright.grid import CORNER, Grid, GridCell, grid, placed
from rulewright.markup.links import LINK, target_and_shown
from rulewright.markup.words import sentences
from rulewright.model.about import UNSTATED, Origin
from rulewright.model.book import Book, Target
from rulewright.model.expression import Item
from rulewright.model.game import Rule
from rulewright.model.owners import rule_behind, table_texts
from rulewright.model.table import Table
from rulewright.model.text import Text
from rulewright.wording import number, plain

_PART = re.compile(r"\n[ \t]*\n|\n(?=[ \t]*(?:[-*+]|\d+[.)])[ \t])|\n(?=[ \t]*\|)")
"""What divides paragraphs, bullets and rows of a passage."""
_SIGN = re.compile(r"^[ \t]*(?:[-*+]|\d+[.)]|>)[ \t]+|^[ \t|:-]+$", re.MULTILINE)
_STRONG = re.compile(r"(?P<before>\w*)\*\*(?P<words>.+?)\*\*(?P<after>\w*)", re.DOTALL)
"""Emphasis; where it is of a part of a word, the whole word."""


def game_statements(book: Book) -> tuple[Statement, ...]:
    """Every statement of a game, but what its errata quote."""
    return tuple(_Speaker(book).statements())


class _Speaker:
    def __init__(self, book: Book) -> None:
        self.book, self.game = book, book.game

    def statements(self) -> Iterator[Statement]:
        yield from self._about_the_game()
        for rule in self.game.rules:
            yield from self._rule(rule)
        for table in self.game.tables:
            yield from self._table(table)
        for reference in self.game.references:
            owner = Target("reference", reference.id)
            origin = self.book.origin_of(reference)
            yield from self._texts(owner, (reference.title,), origin, kind=Kind.HEADING)
            for item in reference.items:
                yield from self._item(owner, item, origin, (plain(reference.title, self.book),), ())
        for figure in self.game.numbered_figures:
            yield from self._texts(Target("figure", figure.id), (figure.title,), UNSTATED, kind=Kind.HEADING)
            yield from self._texts(Target("figure", figure.id), (figure.caption,))
        for example in self.game.examples:
            path = (plain(example.title, self.book),)
            yield from self._texts(Target("example", example.id), example.prose(), UNSTATED, path)
            for given in example.given:
                yield from self._texts(Target("example", example.id), (given.label,), UNSTATED, path, Kind.CELL)
            for step in example.steps:
                if step.result is not None:
                    yield from self._texts(Target("example", example.id), (step.result,), UNSTATED, path, Kind.CELL)
        for term in self.game.terms:
            owner = Target("term", term.id)
            yield self._say(owner, " ".join(term.names), term.span, Kind.HEADING, (), term.origin)
            yield from self._texts(owner, (term.text, term.unexplained), term.origin, (term.name,))

    def _about_the_game(self) -> Iterator[Statement]:
        owner = Target("game", self.game.id)
        words = (self.game.title, self.game.subtitle, self.game.edition, self.game.version)
        for each in filter(None, words):
            yield self._say(owner, each, self.game.span, Kind.HEADING)
        titles = (document.title for document in self.game.documents)
        yield from self._texts(owner, (*titles, *self.game.about.texts()))
        for mark in self.game.marks:
            yield from self._texts(Target("mark", mark.id), (mark.legend,))
        for card in self.game.cards:
            shown = (text for block in card.all_blocks() for text in block.texts())
            footer = card.footer if isinstance(card.footer, Text) else None
            yield from self._texts(Target("card", card.id), (card.title, footer, *shown), kind=Kind.HEADING)

    def _rule(self, rule: Rule) -> Iterator[Statement]:
        owner, title = Target("rule", rule.id), plain(rule.title, self.book)
        above = (f"{rule.number} {title}".strip(), *(source.place for source in rule.origin.sources))
        yield self._say(owner, f"{rule.number} {title}".strip(), rule.title.span, Kind.HEADING, (), rule.origin)
        told = {text.span for text in (*rule.notes, *rule.questions, rule.incomplete) if text is not None}
        for text in rule.prose():
            origin = replace(rule.origin, ours=True) if text.span in told else rule.origin
            yield from self._texts(owner, (text,), origin, above)
        for fact in self.game.facts:
            if self.book.rule_of(fact.rule) is rule:
                words = f"{fact.id.replace('-', ' ')} {number(fact.value)} {fact.unit}"
                yield self._say(Target("fact", fact.id), words, fact.span, Kind.CELL, above, Origin(ours=True))

    def _item(
        self, owner: Target, item: Item, origin: Origin, path: tuple[str, ...], above: tuple[str, ...]
    ) -> Iterator[Statement]:
        own = item.origin if item.origin != UNSTATED else origin
        yield from self._texts(owner, (item.text,), own, path, Kind.BULLET, above)
        for below in item.items:
            yield from self._item(owner, below, own, path, (*above, plain(item.text, self.book)))

    def _table(self, table: Table) -> Iterator[Statement]:
        owner, path = Target("table", table.id), (plain(table.title, self.book),)
        cells = {case.value.label.span for case in table.cases}
        others = (table.rule, table.note, *(silence.why for silence in table.silences))
        labels = (text for text in table_texts(table) if text and text not in others and text.span not in cells)
        yield from self._texts(owner, labels, table.origin, path, Kind.HEADING)
        yield from self._texts(owner, (table.note,), table.origin, path)
        yield from self._texts(owner, (each.why for each in table.silences), Origin(ours=True), path)
        yield from self._rows(owner, grid(table), table, path)

    def _rows(self, owner: Target, shown: Grid, table: Table, path: tuple[str, ...]) -> Iterator[Statement]:
        """Each row as one statement, and each of its cells with the words of row and column."""
        columns: dict[int, str] = {}
        for line in placed([row.cells for row in shown.head]):
            for cell, column in line:
                columns |= dict.fromkeys(range(column, column + cell.columns), self._words(cell))
        for line in placed([row.cells for row in shown.body]):
            heads = tuple(self._words(cell) for cell, _ in line if cell.role in {"row", "condition", CORNER})
            cells = [(cell, self._words(cell), column) for cell, column in line]
            span = next((part.case.span for cell, _, _ in cells for part in cell.parts if part.case), table.span)
            whole = " · ".join(filter(None, (words for _, words, _ in cells)))
            heading = tuple(columns.values())
            terms, strong = self._linked([cell for cell, _ in line])
            yield self._say(owner, whole, span, Kind.ROW, path, table.origin, terms, strong, heading)
            for cell, words, column in cells:
                if cell.role in {"value", "note", "banner"}:
                    at = next((part.case.span for part in cell.parts if part.case), span)
                    beside = (*heads, columns.get(column, ""))
                    yield self._say(owner, words, at, Kind.CELL, path, table.origin, *self._linked([cell]), beside)

    def _linked(self, cells: Sequence[GridCell]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The terms that cells link, and the words that they emphasise."""
        texts = [part.text for cell in cells for part in cell.parts]
        terms = (name for text in texts for name in self._terms(text))
        return tuple(terms), tuple(words for text in texts for words in self._strong(text, text.source))

    def _words(self, cell: GridCell) -> str:
        return " ".join(plain(text, self.book) for part in cell.parts for text in (part.text, *part.conditions)).strip()

    def _texts(
        self,
        owner: Target,
        given: Iterable[Text | None],
        origin: Origin = UNSTATED,
        path: tuple[str, ...] = (),
        kind: Kind = Kind.SENTENCE,
        beside: tuple[str, ...] = (),
    ) -> Iterator[Statement]:
        for text in filter(None, given):
            for begin, part in _parts(text.source):
                bullet = Kind.BULLET if _SIGN.match(part) else kind
                for first, last in sentences(part):
                    source = part[first:last]
                    words = replace(text, source=_SIGN.sub("", source))
                    strong = self._strong(text, source)
                    said, at = plain(words, self.book), text.at(begin + first, last - first)
                    yield self._say(owner, said, at, bullet, path, origin, self._terms(words), strong, beside)

    def _strong(self, text: Text, source: str) -> tuple[str, ...]:
        """The words that a part of a text emphasises."""
        parts = ("".join(each.groups()) for each in _STRONG.finditer(source))
        return tuple(plain(replace(text, source=part), self.book) for part in parts)

    def _terms(self, text: Text) -> tuple[str, ...]:
        named = (target_and_shown(match)[0] for match in LINK.finditer(text.source))
        targets = (self.book.targets.get(name) for name in named)
        return tuple(self.book.terms[target.id].name for target in targets if target and target.kind == "term")

    def _say(
        self,
        owner: Target,
        words: str,
        span: Span,
        kind: Kind,
        path: tuple[str, ...] = (),
        origin: Origin = UNSTATED,
        terms: tuple[str, ...] = (),
        strong: tuple[str, ...] = (),
        beside: tuple[str, ...] = (),
    ) -> Statement:
        rule = rule_behind(self.book, owner)
        return Statement(
            words,
            span,
            kind,
            path,
            beside,
            strong,
            terms,
            f"{owner.kind}:{owner.id}",
            rule.id if rule else "",
            origin.ours,
        )


def _parts(source: str) -> Iterator[tuple[int, str]]:
    begin = 0
    for match in (*_PART.finditer(source), None):
        part = source[begin : match.start() if match else None]
        if part.strip():
            yield begin, part
        begin = match.end() if match else begin
