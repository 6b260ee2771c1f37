"""Rule numbers."""

import re
from collections.abc import Iterator

from rulewright.diagnostics import Diagnostic
from rulewright.model.book import Book

NUMBER = re.compile(r"[A-Za-z]{0,2}[0-9]+[A-Za-z]?(?:[.\-–][0-9A-Za-z]+)*")
"""`4.3.1.a`, `12.121`, `A4.3` of a chapter A, `13.1.5–6`."""


def malformed_numbers(book: Book) -> Iterator[Diagnostic]:
    """A rule number that cannot be one."""
    for rule in book.game.rules:
        if rule.number and not NUMBER.fullmatch(rule.number):
            message = f"{rule.number!r} is no rule number"
            yield Diagnostic(
                "bad-number", rule.number_span, message, "write figures and letters with dots between, such as 4.3.1.a"
            )
