"""Checks that need no rules code: each looks at a linked book and yields what is wrong with it."""

from collections.abc import Callable, Iterable

from rulewright.checks.boundaries import boundaries_said_two_ways
from rulewright.checks.cutoffs import premature_cutoffs
from rulewright.checks.former_name_taken import former_names_taken
from rulewright.checks.glossary import misspelt_terms, undefined_abbreviations, unused_terms
from rulewright.checks.marks import marks_and_legends
from rulewright.checks.numbers import malformed_numbers
from rulewright.checks.sheets import edges_without_mark, files_of_one_name, sheets_too_small
from rulewright.checks.table_coverage import gaps, overlaps, unreachable_cases
from rulewright.checks.two_names import two_names
from rulewright.checks.typed_numbers import typed_numbers
from rulewright.checks.unprinted import not_on_a_card
from rulewright.diagnostics import Diagnostic
from rulewright.model.book import Book

Check = Callable[[Book], Iterable[Diagnostic]]

CHECKS: tuple[Check, ...] = (
    gaps,
    overlaps,
    unreachable_cases,
    premature_cutoffs,
    boundaries_said_two_ways,
    unused_terms,
    misspelt_terms,
    undefined_abbreviations,
    two_names,
    marks_and_legends,
    malformed_numbers,
    former_names_taken,
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
