"""Show what the proof covers: each table as it prints, its values coloured by the function that proves them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rulewright.base.messages.messages import Message, joined, tell, tell_number
from rulewright.book.book import Book
from rulewright.book.grid import VALUE, GridCell, grid
from rulewright.book.wording import plain
from rulewright.entries.table import Table
from rulewright.entries.text import Target
from rulewright.proof.report import Grade, ProofReport, State, Statement, tried_words

GOLDEN_ANGLE = 137.508
"""Degrees of hue between the colours of consecutive functions, so that neighbours differ most."""
WORST_FIRST = (State.FAILED, State.UNPROVED, State.SEARCHED, State.PROVED, State.STATED)
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def tables(book: Book, proof: ProofReport) -> Iterator[dict[str, Any]]:
    """Yield every table of the game in source order, with its statements, printed rows and proving functions."""
    functions = dict.fromkeys(statement.function for statement in proof.statements if statement.function)
    hues = {function: round(at * GOLDEN_ANGLE) % 360 for at, function in enumerate(functions)}
    for table in book.game.tables:
        statements = proof.of(Target("table", table.id))
        provers = list(_provers(statements, hues))
        yield {
            "table": table,
            "statements": statements,
            "proved": sum(statement.state is State.PROVED for statement in statements),
            "rows": list(_rows(table, book, statements, {prover["function"]: prover for prover in provers})),
            "provers": provers,
            "reasons": list(dict.fromkeys(statement.reason for statement in statements if statement.reason)),
        }


def _provers(statements: Sequence[Statement], hues: Mapping[str, int]) -> Iterator[dict[str, Any]]:
    """Yield each function that proves cells of a table: its colour and letter, its cells and the cases compared."""
    cells = Counter(statement.function for statement in statements if statement.function)
    for at, function in enumerate(cells):
        own = [statement for statement in statements if statement.function == function]
        yield {
            "function": function,
            "letter": LETTERS[at % len(LETTERS)] if len(cells) > 1 else "",
            "hue": hues[function],
            "cells": len(own),
            "cases": sum(statement.cases for statement in own),
            "tried": own[0].tried,
        }


def _rows(
    table: Table, book: Book, statements: Sequence[Statement], provers: Mapping[str, Mapping[str, Any]]
) -> Iterator[dict[str, Any]]:
    """Yield the rows of a table. Several statements may be merged in one value: then the worst state counts."""
    by_span = {statement.span: statement for statement in statements}
    printed = grid(table)

    def part(cell: GridCell, at: int) -> dict[str, Any]:
        each = cell.parts[at]
        view = {"text": plain(each.text, book), "condition": " ".join(plain(text, book) for text in each.conditions)}
        same = [one.case for one in (each, *(merged.parts[at] for merged in cell.merged)) if one.case]
        merged = [by_span[case.span] for case in same if case.span in by_span]
        if not merged:
            return view
        worst = min(merged, key=lambda statement: WORST_FIRST.index(statement.state))
        state = "repeated" if worst.grade is Grade.REPEATED else worst.state.value
        prover = provers.get(worst.function, {"hue": 0, "letter": ""})
        return view | {"state": state, "prover": prover, "tooltip": _tooltip(worst)}

    for row in (*printed.head, *printed.body):
        yield {
            "cells": [
                {
                    "scope": "" if cell.role == VALUE else "row",
                    "rows": cell.rows,
                    "columns": cell.columns,
                    "parts": [part(cell, at) for at in range(len(cell.parts))],
                }
                for cell in row.cells
            ]
        }


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


def worth(statement: Statement) -> str:
    """Return the grade of a statement, and the rules from which the code computes it."""
    return _source(statement.grade.value if statement.grade and statement.state is not State.FAILED else "", statement)


def groups(book: Book, proof: ProofReport) -> Iterator[dict[str, Any]]:
    """Yield the claims of each quick reference, the steps of each example, and all facts."""
    game = book.game
    owners: list[tuple[str, str, Sequence[Statement]]] = [
        *(
            (plain(each.title, book), tell("quick reference"), proof.of(Target("reference", each.id)))
            for each in game.references
        ),
        *((plain(each.title, book), tell("example"), proof.of(Target("example", each.id))) for each in game.examples),
    ]
    facts = [statement for fact in game.facts for statement in proof.of(Target("fact", fact.id))]
    for title, kind, statements in (*owners, (tell("Facts"), tell("numbers stated once"), facts)):
        if statements:
            compared = [each for each in statements if each.state is not State.STATED]
            proved = sum(each.state is State.PROVED for each in compared)
            yield {
                "title": title,
                "kind": kind,
                "proved": proved,
                "compared": len(compared),
                "statements": statements,
            }
