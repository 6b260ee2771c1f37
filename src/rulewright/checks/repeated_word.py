"""A word that stands twice in a row: `the the unit`. Something was cut or pasted there, and perhaps more is wrong."""

import re
from collections.abc import Iterator
from operator import eq

from rulewright.checks.printed_prose import TextFindings, is_english, printed_texts
from rulewright.findings import Finding, FindingKind, Severity
from rulewright.model.book import Book

FINDING = FindingKind("repeated-word", Severity.WARNING)

TWICE = re.compile(r"(?<![\w’'-])([^\W\d_]+)\s+(?=(\1)(?![\w’'-]))", re.IGNORECASE)
SOUND = frozenset({"had", "that", "is", "do", "so", "very", "no", "in", "on"})
"""Words that may well follow themselves: `the units that had had a turn`, `when the tank drives in in the open`."""


def check(book: Book) -> Iterator[Finding]:
    """Each such pair; names such as Baden Baden have two capitals."""
    findings = TextFindings(FINDING)
    for printed in printed_texts(book) if is_english(book) else ():
        twice = any(map(eq, printed.words, printed.words[1:]))
        for match in TWICE.finditer(printed.shown) if twice else ():
            if match[2].islower() and match[2] not in SOUND:
                phrase = f"{match[0]}{match[2]}"
                hint = "leave out one of the two"
                yield findings.at(printed, phrase, f"{match[2]!r} is repeated: {phrase!r}", hint)
