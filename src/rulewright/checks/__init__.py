"""Checks that need no rules code: each looks at a linked book, or at one of its tables, and yields findings.

Each check is a function with `@finds`, and its docstring says why the finding matters.

- A finding's id is its name and its subject in the author's words (`FindingKind.at`), so `about` must name what is
  wrong and not where it is.
- What hit policies mean for checks is one table, `HIT_POLICIES`.
- Checks of words read them as they print (`words.printed_texts`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rulewright.base.findings import Finding, Severity
from rulewright.base.progress import Progress, no_progress
from rulewright.book.book import Book, forget
from rulewright.checks import (
    boundaries,
    cards,
    colours,
    contradictions,
    names,
    procedures,
    quoted_numbers,
    redundant_rows,
    sheets,
    table_coverage,
    words,
)
from rulewright.checks.named_check import NamedCheck
from rulewright.checks.table_analysis import TableAnalysis
from rulewright.entries.table import Table

TableCheck = NamedCheck[TableAnalysis]
BookCheck = NamedCheck[Book]

TABLE_CHECKS: tuple[TableCheck, ...] = (
    table_coverage.gap_in_table,
    table_coverage.overlap,
    redundant_rows.duplicate_row,
    redundant_rows.unreachable_case,
    redundant_rows.subsumed_row,
    redundant_rows.mergeable_rows,
    redundant_rows.irrelevant_input,
    table_coverage.needless_open_end,
    table_coverage.needless_policy,
)

SKIP_DATA: tuple[TableCheck, ...] = (redundant_rows.mergeable_rows, redundant_rows.irrelevant_input)
"""Checks that skip tables of data, whose rows may well be equal: daggers may cost the same as clubs."""

BOOK_CHECKS: tuple[BookCheck, ...] = (
    boundaries.premature_cutoff,
    procedures.lost_total,
    boundaries.inconsistent_boundary,
    contradictions.contradicting_tables,
    procedures.missing_input,
    procedures.unknown_input,
    procedures.unknown_result,
    procedures.unreachable_step,
    contradictions.answered_question,
    names.unused_term,
    names.unknown_language,
    names.unused_figure,
    names.unused_rule,
    names.repeated_link,
    quoted_numbers.erratum_differs,
    quoted_numbers.quote_differs,
    quoted_numbers.unit_differs,
    words.two_names,
    words.absent_table,
    words.repeated_word,
    words.unfinished_text,
    names.mark_without_legend,
    names.legend_without_mark,
    cards.ruling_differs,
    cards.superseded_ruling,
    cards.unmarked_ruling,
    names.bad_number,
    names.former_name,
    names.former_name_taken,
    words.flattened_list,
    quoted_numbers.unquoted_number,
    cards.table_on_no_card,
    cards.reference_on_no_card,
    cards.rule_on_no_card,
    cards.term_on_no_card,
    sheets.sheet_overflow,
    sheets.edge_without_mark,
    sheets.bad_back,
    sheets.duplicate_file,
    colours.colours_merge,
    colours.unmatched_colour,
    cards.missing_lines,
    colours.heavy_ink,
    colours.inks_differ,
    colours.missing_face,
    colours.faint_accent,
)

SAFE_WITH_MISSING_PARTS: tuple[BookCheck, ...] = (
    boundaries.premature_cutoff,
    boundaries.inconsistent_boundary,
    contradictions.contradicting_tables,
    words.repeated_word,
    words.unfinished_text,
)
"""Checks that also run on a game with unreadable parts, because a missing part cannot cause their findings."""

ENGLISH_ONLY: tuple[BookCheck, ...] = (
    words.absent_table,
    contradictions.answered_question,
    words.two_names,
    quoted_numbers.unit_differs,
)
"""Checks that rely on English word endings. A translation is compared with its original instead."""

CHECKS: tuple[TableCheck | BookCheck, ...] = (*TABLE_CHECKS, *BOOK_CHECKS)


def check(book: Book, progress: Progress = no_progress, *, errors_only: bool = False) -> Sequence[Finding]:
    """Run all checks; `errors_only` leaves out those that find no errors.

    The checks work on a copy of the book, so that what they compute of it is freed with the copy.
    """
    copy = replace(book)
    try:
        return list(_check(copy, progress, errors_only))
    finally:
        forget(copy)


def _check(book: Book, progress: Progress, errors_only: bool) -> Iterable[Finding]:
    table_checks, book_checks = list(TABLE_CHECKS), list(BOOK_CHECKS)
    if errors_only:
        table_checks = [each for each in table_checks if each.severity is Severity.ERROR]
        book_checks = [each for each in book_checks if each.severity is Severity.ERROR]
    if book.game.is_translation and not words.is_english(book):
        book_checks = [each for each in book_checks if each not in ENGLISH_ONLY]
    tables = book.game.tables
    steps = len(tables) + len(book_checks)
    for done, table in enumerate(tables):
        progress(f"checking table {table.id}", done, steps)
        yield from _check_table(table, book, table_checks)
    for done, each in enumerate(book_checks, len(tables)):
        progress(f"checking all texts: {each.name}", done, steps)
        yield from each.check(book)


def check_parts(book: Book) -> Iterable[Finding]:
    """Check the readable part of a game that has errors."""
    yield from check_tables(book)
    for each in SAFE_WITH_MISSING_PARTS:
        yield from each.check(book)


def check_tables(book: Book) -> Iterable[Finding]:
    """Run the checks that look at one table at a time."""
    for table in book.game.tables:
        yield from _check_table(table, book)


def _check_table(table: Table, book: Book, checks: Iterable[TableCheck] = TABLE_CHECKS) -> Iterable[Finding]:
    analysis = TableAnalysis(table, book)
    for each in checks:
        if not (table.is_data and each in SKIP_DATA):
            yield from each.check(analysis)
