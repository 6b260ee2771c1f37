"""Rule numbers."""

import re
from collections.abc import Iterator

from rulewright.diagnostics import Diagnostic
from rulewright.model.book import Book

NUMBER = re.compile(r"\d+[A-Za-z]?(?:[.\-–][0-9A-Za-z]+)*")


def malformed_numbers(book: Book) -> Iterator[Diagnostic]:
    """A rule number that cannot be one."""
    for rule in book.game.rules:
        if rule.number and not NUMBER.fullmatch(rule.number):
            message = f"{rule.number!r} is no rule number"
            yield Diagnostic(
                "bad-number", rule.span, message, "write figures and letters with dots between, such as 4.3.1.a"
            )
