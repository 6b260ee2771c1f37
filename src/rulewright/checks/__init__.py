"""Checks that need no rules code: each looks at a linked book and yields what is wrong with it."""

from collections.abc import Callable, Iterable

from rulewright.checks.boundaries import boundaries_said_two_ways
from rulewright.checks.duplicate_row import duplicate_row
from rulewright.checks.gap_in_table import gap_in_table
from rulewright.checks.glossary import misspelt_terms, undefined_abbreviations, unused_terms
from rulewright.checks.irrelevant_input import irrelevant_input
from rulewright.checks.marks import marks_and_legends
from rulewright.checks.mergeable_rows import mergeable_rows
from rulewright.checks.needless_open_end import needless_open_end
from rulewright.checks.numbers import malformed_numbers
from rulewright.checks.overlap import overlap
from rulewright.checks.premature_cutoff import premature_cutoffs
from rulewright.checks.sheets import edges_without_mark, files_of_one_name, sheets_too_small
from rulewright.checks.stated import Stated
from rulewright.checks.subsumed_row import subsumed_row
from rulewright.checks.two_names import two_names
from rulewright.checks.typed_numbers import typed_numbers
from rulewright.checks.unprinted import not_on_a_card
from rulewright.checks.unreachable_case import unreachable_case
from rulewright.diagnostics import Diagnostic
from rulewright.model.book import Book

TableCheck = Callable[[Stated], Iterable[Diagnostic]]

TABLE_CHECKS: tuple[TableCheck, ...] = (
    gap_in_table,
    overlap,
    duplicate_row,
    unreachable_case,
    subsumed_row,
    mergeable_rows,
    irrelevant_input,
    needless_open_end,
)


def tables(book: Book) -> Iterable[Diagnostic]:
    """All findings of the checks that look at one table at a time."""
    for table in book.game.tables:
        stated = Stated(table, book)
        for one in TABLE_CHECKS:
            yield from one(stated)


Check = Callable[[Book], Iterable[Diagnostic]]

CHECKS: tuple[Check, ...] = (
    tables,
    premature_cutoffs,
    boundaries_said_two_ways,
    unused_terms,
    misspelt_terms,
    undefined_abbreviations,
    two_names,
    marks_and_legends,
    malformed_numbers,
    typed_numbers,
    not_on_a_card,
    sheets_too_small,
    edges_without_mark,
    files_of_one_name,
)


def check(book: Book) -> Iterable[Diagnostic]:
    """All findings of all checks."""
    for one in CHECKS:
        yield from one(book)
