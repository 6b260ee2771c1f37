"""Checks that need no rules code: each looks at a linked book and yields what is wrong with it.

A check is a module: its docstring says why the finding matters, `FINDING` names it, and `check` looks for it. The
modules that several checks share hold no finding.

- A finding's id is its name and its subject in the author's words (`FindingKind.at`), so `about` must name what is
  wrong and not where it is.
- What hit policies mean for checks is one table, `hit_policies.py`.
- Checks of words read them as they print (`book_words.py`).
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Protocol, TypeVar

from rulewright.checks import (
    absent_table,
    answered_question,
    bad_back,
    bad_number,
    broken_phrase,
    bullet_differs,
    colours_merge,
    condition_differs,
    contradicting_tables,
    dice_differ,
    doubtful_link,
    duplicate_file,
    duplicate_row,
    edge_without_mark,
    erratum_differs,
    exchanged_names,
    faint_accent,
    flattened_list,
    former_name,
    former_name_taken,
    gap_in_table,
    heading_differs,
    heavy_ink,
    inconsistent_boundary,
    inks_differ,
    irrelevant_input,
    legend_without_mark,
    lost_number,
    lost_total,
    mark_without_legend,
    mergeable_rows,
    miscounted_list,
    misplaced_apostrophe,
    missing_face,
    missing_input,
    missing_lines,
    misspelt_term,
    misspelt_word,
    needless_open_end,
    needless_policy,
    number_differs,
    number_disagrees,
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
    undefined_result,
    undefined_term,
    unfinished_text,
    unit_differs,
    unknown_input,
    unknown_language,
    unknown_result,
    unmarked_ruling,
    unmatched_colour,
    unmatched_number,
    unquoted_number,
    unreachable_case,
    unreachable_step,
    unsupported_citation,
    unused_figure,
    unused_rule,
    unused_term,
    verb_disagrees,
)
from rulewright.checks.english import is_english
from rulewright.checks.table_analysis import TableAnalysis
from rulewright.diagnostics import Diagnostic, FindingKind, Severity
from rulewright.garbage import uncollected
from rulewright.model.book import Book, Target
from rulewright.model.once_per_book import forget
from rulewright.model.table import Table
from rulewright.progress import Progress, no_progress


class TableCheck(Protocol):
    """A module that checks one table."""

    FINDING: FindingKind

    def check(self, analysis: TableAnalysis, /) -> Iterable[Diagnostic]: ...


class BookCheck(Protocol):
    """A module that checks the whole book."""

    FINDING: FindingKind

    def check(self, book: Book, /) -> Iterable[Diagnostic]: ...


class WordCheck(BookCheck, Protocol):
    """A module that reads what sentences say; it may look at the texts of some owners only."""

    def check(self, book: Book, only: Collection[Target] | None = None, /) -> Iterable[Diagnostic]: ...


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
    misspelt_term,
    undefined_term,
    undefined_result,
    unsupported_citation,
    doubtful_link,
    repeated_link,
    exchanged_names,
    heading_differs,
    bullet_differs,
    condition_differs,
    unmatched_number,
    dice_differ,
    erratum_differs,
    lost_number,
    number_disagrees,
    quote_differs,
    unit_differs,
    miscounted_list,
    two_names,
    absent_table,
    repeated_word,
    broken_phrase,
    misplaced_apostrophe,
    verb_disagrees,
    misspelt_word,
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
    number_differs,
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
    number_differs,
    repeated_word,
    misplaced_apostrophe,
    verb_disagrees,
    unfinished_text,
)
"""The checks whose findings hold in a game of which a part could not be read: what is missing cannot be their cause."""

OF_ENGLISH: tuple[BookCheck, ...] = (
    absent_table,
    answered_question,
    bullet_differs,
    condition_differs,
    dice_differ,
    doubtful_link,
    exchanged_names,
    heading_differs,
    lost_number,
    number_differs,
    two_names,
    undefined_result,
    unit_differs,
    unmatched_number,
    unsupported_citation,
)
"""Checks that weigh the words of sentences by the function words and the endings of English.

A translation into another language is compared with its original instead (`multilingual`).
"""

CHECKS: tuple[TableCheck | BookCheck, ...] = (*TABLE_CHECKS, *BOOK_CHECKS)


def check(book: Book, progress: Progress = no_progress, *, grave: bool = False) -> Sequence[Diagnostic]:
    """The findings of all checks, or of those that can find what is `grave`: an error.

    What the checks work out of the book goes with their copy of it.
    """
    own = replace(book)
    with uncollected():
        try:
            return list(_check(own, progress, grave))
        finally:
            forget(own)


def _check(book: Book, progress: Progress, grave: bool) -> Iterable[Diagnostic]:
    of_tables, of_book = (_grave(TABLE_CHECKS), _grave(BOOK_CHECKS)) if grave else (TABLE_CHECKS, BOOK_CHECKS)
    if book.game.is_translation and not is_english(book):
        of_book = tuple(each for each in of_book if each not in OF_ENGLISH)
    tables, every = book.game.tables, len(book.game.tables) + len(of_book)
    for done, table in enumerate(tables):
        progress(f"checking table {table.id}", done, every)
        yield from _check_table(table, book, of_tables)
    for done, each in enumerate(of_book, len(tables)):
        progress(f"checking all texts: {each.FINDING.name}", done, every)
        yield from each.check(book)


def check_parts(book: Book) -> Iterable[Diagnostic]:
    """The findings in what could be read of a game that has errors."""
    yield from check_tables(book)
    for each in IN_PARTS:
        yield from each.check(book)


def check_tables(book: Book) -> Iterable[Diagnostic]:
    """The findings of the checks that look at one table at a time."""
    for table in book.game.tables:
        yield from _check_table(table, book)


def _grave(checks: Iterable[Checking]) -> tuple[Checking, ...]:
    return tuple(each for each in checks if each.FINDING.severity is Severity.ERROR)


def _check_table(table: Table, book: Book, checks: Iterable[TableCheck] = TABLE_CHECKS) -> Iterable[Diagnostic]:
    analysis = TableAnalysis(table, book)
    for each in checks:
        if not (table.is_data and each in OF_RULES):
            yield from each.check(analysis)
