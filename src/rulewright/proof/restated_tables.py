"""A function that merely restates its table: it proves nothing.

A proof is worth as much as the two sides are independent. Code that was copied from the table agrees with it whatever
the rule says, and a slip in the table was copied too. So rules code says *why*: a base value and what changes it, a
threshold, an order, a formula. Where the rule itself is no more than arbitrary numbers the finding can be waived, and
the reason for that stands in the source.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from rulewright.diagnostics import Diagnostic, Label, Severity, Span
from rulewright.model.book import Book
from rulewright.model.domain import Plain
from rulewright.model.table import Call, Policy, Table
from rulewright.proof.lookups import Entry, RulesSource, Unknown

MOST_REASONED = 10
"""One cell in so many may be reasoned out, and the rest is the table still."""
FEWEST_ENTRIES = 4
"""Entries of a literal below which it is a choice, such as the two sides of an `if`."""
FEWEST_BRANCHES = 6
"""Cells of a table below which there is hardly another way to say it than case by case."""


def restated_tables(book: Book, source: str, file: str) -> Iterator[Diagnostic]:
    """Each proof whose function has the cells of its table as literals, keyed by the same inputs."""
    code = RulesSource(source)
    lines = source.split("\n")
    seen: set[tuple[str, str]] = set()
    for table in (function for whole in book.game.tables for function in whole.functions()):
        call = table.proof
        if call is None or table.policy is Policy.SUM or (table.id, call.function) in seen:
            continue
        seen.add((table.id, call.function))
        entries = list(code.entries(call.function))
        if restates(table, entries):
            yield _finding(table, call, entries, lines, file)


def restates(table: Table, entries: Sequence[Entry]) -> bool:
    """Whether all cells of a table, or nearly all, stand among the entries."""
    listed = [entry for entry in entries if entry.listed]
    if listed:  # what is not listed is answered with no
        return len(listed) >= FEWEST_ENTRIES and _all_found([True for each in _printed(table) if each is True], listed)
    looked_up = [entry for entry in entries if _size(entry, entries) > 1]
    if len(looked_up) >= FEWEST_ENTRIES and _all_found(_printed(table), looked_up):
        return True
    return len(table.cases) >= FEWEST_BRANCHES and _all_found(_printed(table), entries)


def _all_found(printed: Sequence[Plain], entries: Sequence[Entry]) -> bool:
    """Whether nearly each printed value has an entry of its own; one whose value is not known may be any."""
    known = Counter(map(_told_apart, (entry.value for entry in entries if not isinstance(entry.value, Unknown))))
    matched = (known & Counter(map(_told_apart, printed))).total()
    matched += sum(isinstance(entry.value, Unknown) for entry in entries)
    return bool(printed) and (len(printed) - matched) * MOST_REASONED <= len(printed)


def _told_apart(value: object) -> tuple[object, type]:
    """1 and True are equal, and yet differ."""
    return value, type(value)


def _printed(table: Table) -> list[Plain]:
    """The values of the cells as rules code has them."""
    yes_or_no = table.gives is not None and table.gives.boolean
    values = [case.value.plain for case in table.cases]
    return [value == "yes" if yes_or_no and value is not None else value for value in values]


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
