"""Checks that need no rules code: each looks at a linked book and yields findings.

Most checks are modules: the docstring says why the finding matters, `FINDING` names it, and `check` looks for it.
Small checks of one subject share a module, as functions with `@finds(KIND)`.

- A finding's id is its name and its subject in the author's words (`FindingKind.at`), so `about` must name what is
  wrong and not where it is.
- What hit policies mean for checks is one table, `HIT_POLICIES`.
- Checks of words read them as they print (`printed_prose.py`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Protocol, TypeVar

from rulewright.checks import (
    absent_table,
    answered_question,
    bad_number,
    colours_merge,
    contradicting_tables,
    duplicate_file,
    erratum_differs,
    faint_accent,
    flattened_list,
    gap_in_table,
    inconsistent_boundary,
    lost_total,
    missing_face,
    missing_lines,
    needless_open_end,
    needless_policy,
    overlap,
    premature_cutoff,
    quote_differs,
    repeated_link,
    repeated_word,
    two_names,
    unfinished_text,
    unit_differs,
    unknown_language,
    unmatched_colour,
    unquoted_number,
)
from rulewright.checks.former_names import former_name, former_name_taken
from rulewright.checks.mark_legends import legend_without_mark, mark_without_legend
from rulewright.checks.on_no_card import reference_on_no_card, rule_on_no_card, table_on_no_card, term_on_no_card
from rulewright.checks.press_inks import heavy_ink, inks_differ
from rulewright.checks.printed_prose import is_english
from rulewright.checks.procedures import missing_input, unknown_input, unknown_result, unreachable_step
from rulewright.checks.repeated_rows import duplicate_row, subsumed_row, unreachable_case
from rulewright.checks.rulings import ruling_differs, superseded_ruling, unmarked_ruling
from rulewright.checks.sheets import bad_back, edge_without_mark, sheet_overflow
from rulewright.checks.similar_rows import irrelevant_input, mergeable_rows
from rulewright.checks.table_analysis import TableAnalysis
from rulewright.checks.unused_entries import unused_figure, unused_rule, unused_term
from rulewright.findings import Finding, FindingKind, Severity
from rulewright.model.book import Book
from rulewright.model.once_per_book import forget
from rulewright.model.table import Table
from rulewright.progress import Progress, no_progress


class TableCheck(Protocol):
    """A module that checks one table."""

    FINDING: FindingKind

    def check(self, analysis: TableAnalysis, /) -> Iterable[Finding]: ...


class BookCheck(Protocol):
    """A module that checks the whole book."""

    FINDING: FindingKind

    def check(self, book: Book, /) -> Iterable[Finding]: ...


Checking = TypeVar("Checking", TableCheck, BookCheck)

TABLE_CHECKS: tuple[TableCheck, ...] = (
    gap_in_table,
    overlap,
    duplicate_row,
    unreachable_case,
    subsumed_row,
    mergeable_rows,
    irrelevant_input,
    needless_open_end,
    needless_policy,
)

OF_RULES: tuple[TableCheck, ...] = (mergeable_rows, irrelevant_input)
"""Checks that skip tables of data, whose rows may well be alike: daggers may cost what clubs do."""

BOOK_CHECKS: tuple[BookCheck, ...] = (
    premature_cutoff,
    lost_total,
    inconsistent_boundary,
    contradicting_tables,
    missing_input,
    unknown_input,
    unknown_result,
    unreachable_step,
    answered_question,
    unused_term,
    unknown_language,
    unused_figure,
    unused_rule,
    repeated_link,
    erratum_differs,
    quote_differs,
    unit_differs,
    two_names,
    absent_table,
    repeated_word,
    unfinished_text,
    mark_without_legend,
    legend_without_mark,
    ruling_differs,
    superseded_ruling,
    unmarked_ruling,
    bad_number,
    former_name,
    former_name_taken,
    flattened_list,
    unquoted_number,
    table_on_no_card,
    reference_on_no_card,
    rule_on_no_card,
    term_on_no_card,
    sheet_overflow,
    edge_without_mark,
    bad_back,
    duplicate_file,
    colours_merge,
    unmatched_colour,
    missing_lines,
    heavy_ink,
    inks_differ,
    missing_face,
    faint_accent,
)

IN_PARTS: tuple[BookCheck, ...] = (
    premature_cutoff,
    inconsistent_boundary,
    contradicting_tables,
    repeated_word,
    unfinished_text,
)
"""Checks that also run on a game of which a part could not be read: the missing part cannot cause their findings."""

OF_ENGLISH: tuple[BookCheck, ...] = (
    absent_table,
    answered_question,
    two_names,
    unit_differs,
)
"""Checks that need the endings of English; a translation is compared with its original (`multilingual`)."""

CHECKS: tuple[TableCheck | BookCheck, ...] = (*TABLE_CHECKS, *BOOK_CHECKS)


def check(book: Book, progress: Progress = no_progress, *, errors_only: bool = False) -> Sequence[Finding]:
    """Run all checks; `errors_only` leaves out those that find no errors.

    The checks work on a copy of the book, so that what they compute of it is freed with the copy.
    """
    own = replace(book)
    try:
        return list(_check(own, progress, errors_only))
    finally:
        forget(own)


def _check(book: Book, progress: Progress, errors_only: bool) -> Iterable[Finding]:
    of_tables, of_book = (
        (_finding_errors(TABLE_CHECKS), _finding_errors(BOOK_CHECKS)) if errors_only else (TABLE_CHECKS, BOOK_CHECKS)
    )
    if book.game.is_translation and not is_english(book):
        of_book = tuple(each for each in of_book if each not in OF_ENGLISH)
    tables, every = book.game.tables, len(book.game.tables) + len(of_book)
    for done, table in enumerate(tables):
        progress(f"checking table {table.id}", done, every)
        yield from _check_table(table, book, of_tables)
    for done, each in enumerate(of_book, len(tables)):
        progress(f"checking all texts: {each.FINDING.name}", done, every)
        yield from each.check(book)


def check_parts(book: Book) -> Iterable[Finding]:
    """Check the readable part of a game that has errors."""
    yield from check_tables(book)
    for each in IN_PARTS:
        yield from each.check(book)


def check_tables(book: Book) -> Iterable[Finding]:
    """Run the checks that look at one table at a time."""
    for table in book.game.tables:
        yield from _check_table(table, book)


def _finding_errors(checks: Iterable[Checking]) -> tuple[Checking, ...]:
    return tuple(each for each in checks if each.FINDING.severity is Severity.ERROR)


def _check_table(table: Table, book: Book, checks: Iterable[TableCheck] = TABLE_CHECKS) -> Iterable[Finding]:
    analysis = TableAnalysis(table, book)
    for each in checks:
        if not (table.is_data and each in OF_RULES):
            yield from each.check(analysis)
