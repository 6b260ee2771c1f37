"""One label for two things: two terms, two tables or two keys of a table that print alike.

Values may share a label, such as the rule for each case; so may groups, because a table shows only one of them.
"""

import re
from collections.abc import Iterator

from rulewright.checks.book_words import singular_word
from rulewright.checks.two_names.tally import FINDING
from rulewright.diagnostics import Diagnostic, Label, Span
from rulewright.model.book import Book
from rulewright.model.game import case_sensitive_names
from rulewright.model.table import Table
from rulewright.wording import plain


def shared_labels(book: Book) -> Iterator[Diagnostic]:
    """Each label that an earlier thing of the same kind has."""
    apart = case_sensitive_names(book.game.terms)
    terms = [(name, term.span, term.id) for term in book.game.terms for name in term.names if name not in apart]
    yield from _alike("terms", terms)
    yield from _alike(
        "tables", [(plain(table.title, book), table.span, _titled(table, book)) for table in book.game.tables]
    )
    domains = {axis.domain.id: axis.domain for table in book.game.tables for axis in table.axes}
    for domain in domains.values():
        labels = [(plain(name.label, book), name.span, name.id) for name in domain.names]
        yield from _alike(f"keys of {domain.id!r}", labels)


def _titled(table: Table, book: Book) -> str:
    """The thing whose title a table has: the table itself, or its rule if both have one title."""
    rule = book.rule_of(table.rule)
    return f"rule {rule.id}" if rule is not None and rule.title.source == table.title.source else table.id


def _alike(what: str, labels: list[tuple[str, Span, str]]) -> Iterator[Diagnostic]:
    first: dict[str, tuple[Span, str]] = {}
    for label, span, id_ in labels:
        fold = singular_word(re.sub(r"[\s-]+", "", label))
        place, known = first.setdefault(fold, (span, id_))
        if fold and known != id_:
            message, hint = (
                f"two {what} are called {label!r}",
                "rename one of them, or merge the two",
            )
            other, about = (Label(place, "the other one"),), f"two {what}: {known} and {id_}"
            yield FINDING.at(span, message, hint, other, about=about)
