"""A text that stops in the middle: it ends in a slash, or opens a bracket and does not close it.

The rest was lost when it was copied, or the sign should have gone with it.
"""

import re
from collections.abc import Iterator

from rulewright.checks.printed_prose import TextFindings, printed_texts
from rulewright.findings import Finding, FindingKind, Severity
from rulewright.model.book import Book

FINDING = FindingKind("unfinished-text", Severity.WARNING)
SHOWN = 30
"""Characters at the end of a text that a message shows."""


def check(book: Book) -> Iterator[Finding]:
    """Texts of more than one sign that end in a slash or within a bracket."""
    findings = TextFindings(FINDING)
    for printed in printed_texts(book):
        shown = printed.shown.rstrip()
        if len(shown) > 1 and shown.endswith("/"):
            message = f"this text ends in a slash: {shown[-SHOWN:]!r}"
            yield findings.at(printed, "/", message, "add what is missing, or remove the slash")
        elif (opened := _unclosed(shown)) is not None:
            message = f"this text opens a bracket that it does not close: {shown[opened:][:SHOWN]!r}"
            yield findings.at(printed, "(", message, "close the bracket, or remove it")


def _unclosed(shown: str) -> int | None:
    """The place of the last bracket that is opened and not closed; a closing one alone may end a number: 1)."""
    opened: list[int] = []
    for bracket in re.finditer("[()]", shown):
        if bracket[0] == "(":
            opened.append(bracket.start())
        elif opened:
            opened.pop()
    return opened[-1] if opened else None
