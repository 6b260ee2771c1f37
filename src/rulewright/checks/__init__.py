"""Checks that need no rules code: each looks at a linked book, or at one of its tables, and yields findings.

Each check is a function with `@finds`, and its docstring says why the finding matters.

- A finding's id is its name and its subject in the author's words (`FindingKind.at`), so `about` must name what is
  wrong and not where it is.
- What hit policies mean for checks is one table, `HIT_POLICIES`.
- Checks of words read them as they print (`words.printed_texts`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rulewright.checks.cards import (
    missing_lines,
    reference_on_no_card,
    rule_on_no_card,
    ruling_differs,
    superseded_ruling,
    table_on_no_card,
    term_on_no_card,
    unmarked_ruling,
)
from rulewright.checks.colours import (
    colours_merge,
    faint_accent,
    heavy_ink,
    inks_differ,
    missing_face,
    unmatched_colour,
)
from rulewright.checks.contradictions import (
    answered_question,
    contradicting_tables,
    inconsistent_boundary,
    premature_cutoff,
)
from rulewright.checks.named_check import NamedCheck
from rulewright.checks.names import (
    bad_number,
    former_name,
    former_name_taken,
    legend_without_mark,
    mark_without_legend,
    repeated_link,
    unknown_language,
    unused_figure,
    unused_rule,
    unused_term,
)
from rulewright.checks.procedures import lost_total, missing_input, unknown_input, unknown_result, unreachable_step
from rulewright.checks.quoted_numbers import erratum_differs, quote_differs, unit_differs, unquoted_number
from rulewright.checks.redundant_rows import (
    duplicate_row,
    irrelevant_input,
    mergeable_rows,
    subsumed_row,
    unreachable_case,
)
from rulewright.checks.sheets import bad_back, duplicate_file, edge_without_mark, sheet_overflow
from rulewright.checks.table_analysis import TableAnalysis
from rulewright.checks.table_coverage import gap_in_table, needless_open_end, needless_policy, overlap
from rulewright.checks.words import absent_table, flattened_list, is_english, repeated_word, two_names, unfinished_text
from rulewright.findings import Finding, Severity
from rulewright.model.book import Book, forget
from rulewright.model.table import Table
from rulewright.progress import Progress, no_progress

TableCheck = NamedCheck[TableAnalysis]
BookCheck = NamedCheck[Book]

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

OF_ENGLISH: tuple[BookCheck, ...] = (absent_table, answered_question, two_names, unit_differs)
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
    of_tables, of_book = list(TABLE_CHECKS), list(BOOK_CHECKS)
    if errors_only:
        of_tables = [each for each in of_tables if each.severity is Severity.ERROR]
        of_book = [each for each in of_book if each.severity is Severity.ERROR]
    if book.game.is_translation and not is_english(book):
        of_book = [each for each in of_book if each not in OF_ENGLISH]
    tables = book.game.tables
    steps = len(tables) + len(of_book)
    for done, table in enumerate(tables):
        progress(f"checking table {table.id}", done, steps)
        yield from _check_table(table, book, of_tables)
    for done, each in enumerate(of_book, len(tables)):
        progress(f"checking all texts: {each.name}", done, steps)
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


def _check_table(table: Table, book: Book, checks: Iterable[TableCheck] = TABLE_CHECKS) -> Iterable[Finding]:
    analysis = TableAnalysis(table, book)
    for each in checks:
        if not (table.is_data and each in OF_RULES):
            yield from each.check(analysis)
