"""Functions that only repeat their table: such a function proves nothing.

A proof is worth as much as its two sides are independent. Code that was copied from the table agrees with it whatever
the rule says, and repeats its slips. So rules code says *why*: a base value and what changes it, a threshold, an
order, a formula. Where the rule is only arbitrary numbers, the author waives the finding and gives that as the reason.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from rulewright.diagnostics import Diagnostic, Label, Severity, Span
from rulewright.model.answers import code_value
from rulewright.model.book import Book
from rulewright.model.domain import Plain
from rulewright.model.table import Call, Policy, Table
from rulewright.proof.lookups import Entry, RulesSource, UnknownValue

MAX_REASONED = 10
"""One cell in so many may come from reasoning, and the rest still repeats the table."""
FEWEST_ENTRIES = 4
"""A literal with fewer entries is a choice, such as the two sides of an `if`."""
FEWEST_BRANCHES = 6
"""With fewer cells there is hardly another way to write the table than case by case."""


def restated_tables(book: Book, source: str, file: str) -> Iterator[Diagnostic]:
    """A finding for each function that has the cells of its table as literals, keyed by the same inputs."""
    code = RulesSource(source)
    lines = source.split("\n")
    checked: set[tuple[str, str]] = set()
    for table in (function for whole in book.game.tables for function in whole.functions()):
        call = table.proof
        if call is None or table.policy is Policy.SUM or (table.id, call.function) in checked:
            continue
        checked.add((table.id, call.function))
        entries = list(code.entries(call.function))
        if restates(table, entries):
            yield _finding(table, call, entries, lines, file)


def restates(table: Table, entries: Sequence[Entry]) -> bool:
    """Whether all cells of a table, or nearly all, are among the entries."""
    listed = [entry for entry in entries if entry.listed]
    if listed:  # the function answers no for what is not listed
        return len(listed) >= FEWEST_ENTRIES and _covers([True for each in _cell_values(table) if each is True], listed)
    looked_up = [entry for entry in entries if _size(entry, entries) > 1]
    if len(looked_up) >= FEWEST_ENTRIES and _covers(_cell_values(table), looked_up):
        return True
    return len(table.cases) >= FEWEST_BRANCHES and _covers(_cell_values(table), entries)


def _covers(cell_values: Sequence[Plain], entries: Sequence[Entry]) -> bool:
    """Whether nearly each cell value has an entry; an entry with an unknown value may match any cell."""
    known = Counter(map(_typed, (entry.value for entry in entries if not isinstance(entry.value, UnknownValue))))
    matched = (known & Counter(map(_typed, cell_values))).total()
    matched += sum(isinstance(entry.value, UnknownValue) for entry in entries)
    return bool(cell_values) and (len(cell_values) - matched) * MAX_REASONED <= len(cell_values)


def _typed(value: object) -> tuple[object, type]:
    """The value with its type, for 1 equals True."""
    return value, type(value)


def _cell_values(table: Table) -> list[Plain]:
    """The values of the cells as the rules code returns them."""
    return [code_value(table, case.value.plain) for case in table.cases]


def _size(entry: Entry, entries: Sequence[Entry]) -> int:
    return sum(other.literal is entry.literal for other in entries)


def _finding(table: Table, call: Call, entries: Sequence[Entry], lines: Sequence[str], file: str) -> Diagnostic:
    largest = max(entries, key=lambda entry: _size(entry, entries)).literal
    line = lines[largest.lineno - 1]
    column = len(line.encode()[: largest.col_offset].decode(errors="ignore")) + 1
    until = largest.end_col_offset if largest.end_lineno == largest.lineno else None
    length = len(line.encode()[largest.col_offset : until].decode(errors="ignore"))
    label = Label(Span(file, largest.lineno, column, length), "these are the values that the table prints")
    message = f"{call.function}() repeats table {table.id!r}, so their agreement proves nothing"
    hint = (
        "write the reason as code: a base value and what changes it, thresholds, an order; "
        "if the numbers have no reason, waive this finding and say so"
    )
    about = f"{table.id}: {call.function}()"
    return Diagnostic("restated-table", call.span, message, hint, (label,), Severity.WARNING, about=about)
