"""Checks that need no rules code: each looks at a linked book and yields what is wrong with it.

A check is a module: its docstring says why the finding matters, `FINDING` names it, and `check` looks for it. The
modules that several checks share hold no finding.

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
    bad_back,
    bad_number,
    colours_merge,
    contradicting_tables,
    duplicate_file,
    duplicate_row,
    edge_without_mark,
    erratum_differs,
    faint_accent,
    flattened_list,
    former_name,
    former_name_taken,
    gap_in_table,
    heavy_ink,
    inconsistent_boundary,
    inks_differ,
    irrelevant_input,
    legend_without_mark,
    lost_total,
    mark_without_legend,
    mergeable_rows,
    missing_face,
    missing_input,
    missing_lines,
    needless_open_end,
    needless_policy,
    overlap,
    premature_cutoff,
    quote_differs,
    reference_on_no_card,
    repeated_link,
    repeated_word,
    rule_on_no_card,
    ruling_differs,
    sheet_overflow,
    subsumed_row,
    superseded_ruling,
    table_on_no_card,
    term_on_no_card,
    two_names,
    unfinished_text,
    unit_differs,
    unknown_input,
    unknown_language,
    unknown_result,
    unmarked_ruling,
    unmatched_colour,
    unquoted_number,
    unreachable_case,
    unreachable_step,
    unused_figure,
    unused_rule,
    unused_term,
)
from rulewright.checks.printed_prose import is_english
from rulewright.checks.table_analysis import TableAnalysis
from rulewright.findings import Finding, FindingKind, Severity
from rulewright.garbage import uncollected
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
"""Checks of tables that state rules. The things in a list may be alike: daggers may cost what clubs do."""

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
"""The checks whose findings hold in a game of which a part could not be read: what is missing cannot be their cause."""

OF_ENGLISH: tuple[BookCheck, ...] = (
    absent_table,
    answered_question,
    two_names,
    unit_differs,
)
"""Checks that need the endings of English; a translation is compared with its original (`multilingual`)."""

CHECKS: tuple[TableCheck | BookCheck, ...] = (*TABLE_CHECKS, *BOOK_CHECKS)


def check(book: Book, progress: Progress = no_progress, *, errors_only: bool = False) -> Sequence[Finding]:
    """The findings of all checks, or of those that can find what is `errors_only`: an error.

    What the checks work out of the book goes with their copy of it.
    """
    own = replace(book)
    with uncollected():
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
    """The findings in what could be read of a game that has errors."""
    yield from check_tables(book)
    for each in IN_PARTS:
        yield from each.check(book)


def check_tables(book: Book) -> Iterable[Finding]:
    """The findings of the checks that look at one table at a time."""
    for table in book.game.tables:
        yield from _check_table(table, book)


def _finding_errors(checks: Iterable[Checking]) -> tuple[Checking, ...]:
    return tuple(each for each in checks if each.FINDING.severity is Severity.ERROR)


def _check_table(table: Table, book: Book, checks: Iterable[TableCheck] = TABLE_CHECKS) -> Iterable[Finding]:
    analysis = TableAnalysis(table, book)
    for each in checks:
        if not (table.is_data and each in OF_RULES):
            yield from each.check(analysis)
