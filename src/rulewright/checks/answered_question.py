"""An open question that a cell answers: the reader is told that nobody knows, and reads the answer beside it.

A question of a table is answered where a cell of the table holds nowhere else, and where another table gives the same
quantity. A question of a rule is compared with the tables of the rules that it belongs to and cites: one sentence says
that the source is silent and names, of all the terms of the glossary, just those that head the row and the column of a
cell, and the cell has a value. A ruling answers what it is about (`answering_rulings.py`).
"""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property

from rulewright.checks.answering_rulings import answered, stems
from rulewright.checks.book_words import Words
from rulewright.checks.correspondence import Correspondence
from rulewright.checks.quantities import Quantity, quantities, same_inputs, shared_part
from rulewright.checks.table_analysis import TableAnalysis, name_keys
from rulewright.checks.translation import translated
from rulewright.diagnostics import Diagnostic, FindingKind, Label, Severity
from rulewright.model.answers import split_by_owner
from rulewright.model.book import Book
from rulewright.model.game import Rule
from rulewright.model.keyset import Box
from rulewright.model.precedence import region
from rulewright.model.table import OUTPUT, Case, Key, Silence, Table
from rulewright.model.text import Text
from rulewright.wording import plain

FINDING = FindingKind("answered-question", Severity.WARNING)
HINT = "remove the question if the answer is known; else write unknown in the cell"
SILENT = re.compile(
    r"\b(?:not|nor|never)\s+(?:\w+\s+)?(?:say|tell|give|clear|settle|decide|known?)"
    r"|\bunclear\b|\bgives? no\b|\?|\bis open\b"
)
SENTENCE = re.compile(r"(?<=[.?!])\s+")
Stems = frozenset[str]


def check(book: Book) -> Iterator[Diagnostic]:
    """Questions of tables, then those of rules."""
    for table in book.game.tables:
        if any(silence.question for silence in table.silences):
            yield from _in_table(TableAnalysis(table, book))
    yield from _in_other_tables(quantities(book), Correspondence(book))
    yield from _by_rulings(book)
    terms = _Terms(book)
    for rule in book.game.rules:
        for question in rule.questions:
            yield from _of_rule(rule, question, terms)


def _in_table(analysis: TableAnalysis) -> Iterator[Diagnostic]:
    """Cells that hold only where the table asks a question, and that no other cell contradicts there.

    A modifier, or a line of a list, is only a part of the answer.
    """
    if analysis.policy.repeated:
        return
    for at, case in enumerate(analysis.table.cases):
        holds = region(analysis.table, at)  # nowhere, where its exceptions leave nothing of it
        alone = all(analysis.agree(at, other) for other in analysis.overlapping(at))
        if holds and alone and case.value.plain is not None and analysis.covers(analysis.questions, at):
            question = _question(analysis.table, holds[0])
            yield _finding(analysis.table, case, analysis.case_names[at], question, analysis.table)


def _question(table: Table, box: Box) -> Silence:
    """The first question about a part of a box."""
    return next(
        silence
        for silence in table.silences
        for asked in silence.boxes
        if silence.question and all(a & b for a, b in zip(asked, box, strict=True))
    )


def _finding(table: Table, case: Case, where: str, question: Silence, asking: Table) -> Diagnostic:
    message = f"a question leaves open what holds for {where}, and table {table.id!r} has a cell for it"
    if asking is not table:
        message = (
            f"a question of table {asking.id!r} leaves open what holds for {where}, and table "
            f"{table.id!r} has a cell for it"
        )
    about = f"{asking.id}: {where}"
    return FINDING.at(case.span, message, HINT, (Label(question.span, "the question"),), about=about)


def _in_other_tables(found: list[Quantity], names: Correspondence) -> Iterator[Diagnostic]:
    """Questions that the table of another quantity with the same name and inputs answers."""
    by_name = dict[Words, list[Quantity]]()
    for one in found:
        by_name.setdefault(one.name, []).append(one)
    for one in found:
        asked = [(silence, box) for silence in one.function.silences if silence.question for box in silence.boxes]
        alike = [other for other in by_name[one.name] if other.table is not one.table] if asked else []
        others = [translated(other, one, names) for other in alike]
        for silence, box in asked:
            for other in (each for each in others if same_inputs(one, each) and one.kind == each.kind):
                answers = list(split_by_owner(other.function, shared_part(one, other, box)))
                if answers and all(owner >= 0 for owner, _ in answers):
                    where = f"{one.shown}, {one.function.describe(box)}"
                    yield _finding(other.table, other.function.cases[answers[0][0]], where, silence, one.table)
                    break


def _by_rulings(book: Book) -> Iterator[Diagnostic]:
    for ruling, question in answered(book):
        message = f"the ruling {ruling.id!r} answers this open question"
        hint = "remove the question; the ruling has it, with the answer"
        labels = (Label(ruling.span, "the ruling"),)
        yield FINDING.at(question.span, message, hint, labels, about=f"ruling {ruling.id}")


class _Terms:
    """The terms of the glossary that texts name, and the tables near each rule."""

    def __init__(self, book: Book) -> None:
        self.book = book

    @cached_property
    def _names(self) -> list[tuple[str, Stems]]:
        return [(term.id, stems(name)) for term in self.book.game.terms for name in term.names if stems(name)]

    def named(self, sentence: str) -> frozenset[str]:
        """The terms of which some name has all its words in a sentence."""
        words = stems(sentence)
        return frozenset(term for term, name in self._names if name <= words)

    def of_key(self, key: Key) -> frozenset[str]:
        targets = (self.book.resolve(link) for link in key.label.links)
        return frozenset(target.id for target in targets if target is not None and target.kind == "term")

    @cached_property
    def _above(self) -> Mapping[str, str]:
        outlines = (each for top in self.book.outline for each in top.walk())
        return {below.rule.id: above.rule.id for above in outlines for below in above.below}

    def tables(self, rule: Rule, question: Text) -> list[Table]:
        """The tables of a rule and of those that a question cites, and of the rules above these."""
        cited = (self.book.resolve(link) for link in question.links)
        near = {rule.id, *(target.id for target in cited if target is not None and target.kind == "rule")}
        near |= {self._above[id_] for id_ in near if id_ in self._above}
        return [table for id_ in sorted(near) for table in self.book.tables_of.get(id_, ())]


def _of_rule(rule: Rule, question: Text, terms: _Terms) -> Iterator[Diagnostic]:
    """The first cell that a question speaks of."""
    tables = terms.tables(rule, question)
    for sentence in SENTENCE.split(plain(question, terms.book)) if tables else ():
        named = terms.named(sentence) if SILENT.search(sentence) else frozenset()
        for table in tables if len(named) > 1 else ():
            for case in table.cases:
                keys = [key for key in case.keys if key.axis != OUTPUT and not key.everything]
                if case.value.plain is not None and len(keys) > 1 and _headed(keys, named, terms):
                    where = name_keys(keys)
                    message = (
                        f"a question of rule {rule.number or repr(rule.id)} leaves open what holds for "
                        f"{where}, and table {table.id!r} has a cell for it: "
                        f"{plain(case.value.label, terms.book)}"
                    )
                    labels = (Label(question.span, "the question"),)
                    yield FINDING.at(case.span, message, HINT, labels, about=f"rule {rule.id} and {table.id}: {where}")
                    return


def _headed(keys: list[Key], named: frozenset[str], terms: _Terms) -> bool:
    """Whether the keys are headed by these terms, each by one at least, and by no others."""
    of_keys = [terms.of_key(key) for key in keys]
    return all(of_keys) and len(frozenset().union(*of_keys)) >= len(keys) and frozenset().union(*of_keys) == named
