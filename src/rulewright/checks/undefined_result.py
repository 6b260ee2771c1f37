"""A result of a table that no rule, term or note explains.

The table says `Pinned`, and the player searches the pages for what a pinned unit may do. A result is a name if it is a
few words with a capital, or a state such as `routed` that several cells share and the table does not declare among its
values. Numbers, sentences and everyday answers such as yes, no or a miss need no explanation, nor do results that are
also inputs of tables, nor what a list to roll on lists.
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cached_property

from rulewright.checks.book_words import STOP_WORDS
from rulewright.checks.vocabulary import WORD, stem
from rulewright.diagnostics import Diagnostic, FindingKind, Severity
from rulewright.model.book import Book, texts
from rulewright.model.table import Case, Table
from rulewright.model.text import Text
from rulewright.wording import plain

FINDING = FindingKind("undefined-result", Severity.WARNING)

NAME = re.compile(r"[^\W\d_][^\W\d_'’]*(?:[ -][^\W\d_'’]+){0,2}")
STATE = re.compile(r"(?:ed|en|down|out)$")
"""Pinned, broken, knocked out."""
SELF_EVIDENT = frozenset(
    {"yes", "no", "none", "nothing", "any", "all", "never", "always", "other", "else", "no effect"}
)
EXPLAINING = frozenset({"rule", "term", "reference", "example"})


def check(book: Book) -> Iterator[Diagnostic]:
    """Each such result once, at its first cell."""
    explained = _Explained(book)
    cells = [(table, case, plain(case.value.label, book)) for table in book.game.tables for case in table.cases]
    often = Counter(label for _, _, label in cells)
    asked = {name.label for table in book.game.tables for axis in table.axes for name in axis.domain.names}
    seen: set[str] = set()
    for table, case, label in cells:
        result = _is_name(case, label) and case.value.label not in asked
        named = result and not table.is_data and (label[0].isupper() or (often[label] > 1 and _is_state(case, table)))
        if named and label not in seen and not explained.covers(label, table):
            seen.add(label)
            message = f"the result {label!r} of table {table.id!r} is not explained anywhere"
            hint = f"say in a rule what it means, or define it under terms and write [[{label}]]"
            if any(axis.domain.roll for axis in table.axes):
                hint = f"{hint}; if these are only things to roll for, write list: in place of cells:"
            yield FINDING.at(case.span, message, hint, about=label)


def _is_name(case: Case, label: str) -> bool:
    """Whether a cell holds only a name, without a link to its explanation."""
    text = isinstance(case.value.plain, str) and not case.value.label.links
    return text and NAME.fullmatch(label) is not None and label.lower() not in SELF_EVIDENT


def _is_state(case: Case, table: Table) -> bool:
    """Whether the value reads like a state of a unit, and the table does not declare it among its values."""
    values = (table.values, *(output.values for output in table.outputs))
    declared = any(case.value.label == name.label for domain in values if domain is not None for name in domain.names)
    return STATE.search(case.value.label.source) is not None and not declared


class _Explained:
    """The words of the prose of a game."""

    def __init__(self, book: Book) -> None:
        self.book = book

    def covers(self, label: str, table: Table) -> bool:
        """Whether the prose, or the texts beside the table, use all words of a label."""
        words = _stems(label)
        return words <= self._words or words <= _stems(*self._beside(table))

    @cached_property
    def _words(self) -> frozenset[str]:
        prose = [plain(text, self.book) for owner, text in texts(self.book.game) if owner.kind in EXPLAINING]
        prose += [name for term in self.book.game.terms for name in term.names]
        return _stems(*prose)

    def _beside(self, table: Table) -> Iterator[str]:
        """The notes of the table, and the texts of its outputs."""
        beside: list[Text | None] = [table.note, *(silence.why for silence in table.silences)]
        beside += [output.says for output in table.outputs]
        yield from (plain(text, self.book) for text in beside if text is not None)


def _stems(*texts_: str) -> frozenset[str]:
    words = (word.lower() for text in texts_ for word in WORD.findall(text.replace("-", " ")))
    return frozenset(stem(word) for word in words if word not in STOP_WORDS)
