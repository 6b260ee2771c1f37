"""Checks that need no rules code: each looks at a linked book and yields what is wrong with it."""

from collections.abc import Callable, Iterable

from rulewright.checks.bad_back import backs_that_do_not_fit
from rulewright.checks.bad_number import malformed_numbers
from rulewright.checks.boundary_said_two_ways import boundaries_said_two_ways
from rulewright.checks.colours_merge import colours_merge
from rulewright.checks.duplicate_file import files_of_one_name
from rulewright.checks.duplicate_row import duplicate_row
from rulewright.checks.edge_without_mark import edges_without_mark
from rulewright.checks.former_name_taken import former_names_taken
from rulewright.checks.gap_in_table import gap_in_table
from rulewright.checks.heavy_ink import heavy_inks
from rulewright.checks.inks_differ import differing_inks
from rulewright.checks.irrelevant_input import irrelevant_input
from rulewright.checks.legend_without_mark import legends_without_mark
from rulewright.checks.lost_total import lost_totals
from rulewright.checks.mark_without_legend import marks_without_legend
from rulewright.checks.mergeable_rows import mergeable_rows
from rulewright.checks.misspelt_term import misspelt_terms
from rulewright.checks.needless_open_end import needless_open_end
from rulewright.checks.number_differs import differing_numbers
from rulewright.checks.overlap import overlap
from rulewright.checks.premature_cutoff import premature_cutoffs
from rulewright.checks.reference_on_no_card import references_on_no_card
from rulewright.checks.rule_on_no_card import rules_on_no_card
from rulewright.checks.sheet_overflow import sheets_too_small
from rulewright.checks.silent_rule import silent_rules
from rulewright.checks.stated import Stated
from rulewright.checks.subsumed_row import subsumed_row
from rulewright.checks.table_on_no_card import tables_on_no_card
from rulewright.checks.term_on_no_card import terms_on_no_card
from rulewright.checks.two_names import two_names
from rulewright.checks.typed_number import typed_numbers
from rulewright.checks.undefined_result import undefined_results
from rulewright.checks.undefined_term import undefined_abbreviations
from rulewright.checks.unreachable_case import unreachable_case
from rulewright.checks.unused_term import unused_terms
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
    lost_totals,
    boundaries_said_two_ways,
    unused_terms,
    misspelt_terms,
    undefined_abbreviations,
    undefined_results,
    silent_rules,
    two_names,
    marks_without_legend,
    legends_without_mark,
    malformed_numbers,
    former_names_taken,
    typed_numbers,
    differing_numbers,
    tables_on_no_card,
    references_on_no_card,
    rules_on_no_card,
    terms_on_no_card,
    sheets_too_small,
    edges_without_mark,
    backs_that_do_not_fit,
    files_of_one_name,
    colours_merge,
    heavy_inks,
    differing_inks,
)


def check(book: Book) -> Iterable[Diagnostic]:
    """All findings of all checks."""
    for one in CHECKS:
        yield from one(book)
