"""Show what the proof covers: each table as it prints, its values coloured by the function that proves them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rulewright.base.findings import Span
from rulewright.base.messages.messages import Message, joined, tell, tell_number
from rulewright.book.book import Book
from rulewright.book.grid import VALUE, GridCell, Part, grid
from rulewright.book.wording import plain
from rulewright.entries.table import Table
from rulewright.entries.text import Target
from rulewright.html.places import Places
from rulewright.html.proof_words import graded
from rulewright.outputs.report.views import CellView, GroupView, PartView, ProverView, RowView, StatementView, TableView
from rulewright.proof.report import Grade, ProofReport, State, Statement, tried_words

GOLDEN_ANGLE = 137.508
"""Degrees of hue between the colours of consecutive functions, so that neighbours differ most."""
WORST_FIRST = (State.FAILED, State.UNPROVED, State.SEARCHED, State.PROVED, State.STATED)
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def tables(book: Book, proof: ProofReport, places: Places) -> Iterator[TableView]:
    """Yield a view of every table of the game in source order."""
    functions = dict.fromkeys(statement.function for statement in proof.statements if statement.function)
    hues = {function: round(at * GOLDEN_ANGLE) % 360 for at, function in enumerate(functions)}
    for table in book.game.tables:
        yield _Coverage(book, table, proof.of(Target("table", table.id)), hues).view(places)


@dataclass(frozen=True)
class _Coverage:
    """The proof of one table, cell by cell."""

    book: Book
    table: Table
    statements: Sequence[Statement]
    hues: Mapping[str, int]

    def view(self, places: Places) -> TableView:
        printed = grid(self.table)
        provers = tuple(self._provers())
        letters = {prover.function: prover.letter for prover in provers}
        by_span = {statement.span: statement for statement in self.statements}
        return TableView(
            self.table.id,
            plain(self.table.title, self.book),
            places.href(Target("table", self.table.id)),
            str(self.table.span),
            sum(statement.state is State.PROVED for statement in self.statements),
            len(self.statements),
            graded(self.statements),
            tuple(
                RowView(tuple(self._cell(cell, by_span, letters) for cell in row.cells))
                for row in (*printed.head, *printed.body)
            ),
            provers,
            tuple(dict.fromkeys(statement.reason for statement in self.statements if statement.reason)),
        )

    def _provers(self) -> Iterator[ProverView]:
        proving = [statement for statement in self.statements if statement.function]
        cells = Counter(statement.function for statement in proving)
        for at, function in enumerate(cells):
            letter = LETTERS[at % len(LETTERS)] if len(cells) > 1 else ""
            own = [statement for statement in proving if statement.function == function]
            cases = sum(statement.cases for statement in own)
            yield ProverView(function, letter, self.hues[function], cells[function], cases, tried_words(own[0].tried))

    def _cell(self, cell: GridCell, by_span: Mapping[Span, Statement], letters: Mapping[str, str]) -> CellView:
        parts = []
        for at, part in enumerate(cell.parts):
            same = (part, *(merged.parts[at] for merged in cell.merged))
            parts.append(
                self._part(part, [s for one in same if one.case and (s := by_span.get(one.case.span))], letters)
            )
        return CellView("" if cell.role == VALUE else "row", cell.rows, cell.columns, tuple(parts))

    def _part(self, part: Part, statements: Sequence[Statement], letters: Mapping[str, str]) -> PartView:
        """Return the view of one value. If several statements are merged in it, the worst state counts."""
        text, condition = plain(part.text, self.book), " ".join(plain(each, self.book) for each in part.conditions)
        if not statements:
            return PartView(text, condition)
        statement = min(statements, key=lambda each: WORST_FIRST.index(each.state))
        return PartView(
            text,
            condition,
            "repeated" if statement.grade is Grade.REPEATED else statement.state.value,
            self.hues.get(statement.function, 0),
            letters.get(statement.function, ""),
            _tooltip(statement),
        )


def _tooltip(statement: Statement) -> str:
    """Return the tooltip of a value."""
    if statement.state is State.UNPROVED:
        return tell("{key}: not proved: {reason}", key=statement.key, reason=statement.reason)
    where = joined((_cases(statement), str(statement.span)))
    if statement.state is State.FAILED:
        return tell(
            "{key}: disagrees with {function}(), {where}", key=statement.key, function=statement.function, where=where
        )
    how = (statement.grade.value,) if statement.grade else ()
    by = _source(f"{statement.function}()", statement)
    return joined((statement.key, *how, joined((by, where))), ": ")


def _cases(statement: Statement) -> Message:
    n = statement.cases
    if not statement.tried:
        return tell_number("{n:,} cases", "{n:,} cases", n)
    ranges = tried_words(statement.tried)
    return tell_number("{n:,} cases with {ranges}", "{n:,} cases with {ranges}", n, ranges=ranges)


def _source(what: str, statement: Statement) -> str:
    """Name a source, and the rules from which it follows."""
    return tell("{what} from {rules}", what=what, rules=joined(statement.rules)) if statement.rules else what


def groups(book: Book, proof: ProofReport) -> Iterator[GroupView]:
    """Yield the claims of each quick reference, the steps of each example, and all facts."""
    for reference in book.game.references:
        statements = proof.of(Target("reference", reference.id))
        yield from _group(plain(reference.title, book), tell("quick reference"), statements)
    for example in book.game.examples:
        yield from _group(plain(example.title, book), tell("example"), proof.of(Target("example", example.id)))
    facts = [statement for fact in book.game.facts for statement in proof.of(Target("fact", fact.id))]
    yield from _group(tell("Facts"), tell("numbers stated once"), facts)


def _group(title: str, kind: str, statements: Sequence[Statement]) -> Iterator[GroupView]:
    if not statements:
        return
    compared = [each for each in statements if each.state is not State.STATED]
    proved = sum(each.state is State.PROVED for each in compared)
    yield GroupView(title, kind, proved, len(compared), graded(statements), tuple(map(_view, statements)))


def _view(s: Statement) -> StatementView:
    grade = _source(s.grade.value if s.grade and s.state is not State.FAILED else "", s)
    tried = tried_words(s.tried)
    return StatementView(s.text, s.key, str(s.span), s.state.value, s.function, s.cases, tried, s.reason, grade)
