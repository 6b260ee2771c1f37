"""`It's` in place of `its`, or the other way round: a slip that no spelling checker sees.

Only what cannot be right counts: `in it's hex`, `it's own`, `its the attacker`, `its been fired at`.
"""

import re
from collections.abc import Iterator

from rulewright.checks.printed_prose import Slips, english_texts
from rulewright.diagnostics import Diagnostic, FindingKind, Severity
from rulewright.model.book import Book

FINDING = FindingKind("misplaced-apostrophe", Severity.WARNING)

BEFORE = "of|in|on|to|from|with|by|at|into|onto|under|against|behind|inside|near|during|without|beyond"
"""Prepositions after which no sentence begins."""
POSSESSIVE = re.compile(rf"\b(?:{BEFORE})\s+it['’]s\b(?!\s+(?:an?|the|not|being)\b)|\bit['’]s\s+own\b|\bits['’](?=\s)")
BEGINNINGS = frozenset({"it", "its"})
VERB = re.compile(r"\b[Ii]ts\s+(?:an?|the|been|not)\b(?!-)")


def check(book: Book) -> Iterator[Diagnostic]:
    """Each slip, with the right spelling."""
    slips = Slips(FINDING)
    for printed in (each for each in english_texts(book) if not BEGINNINGS.isdisjoint(each.words)):
        for pattern, meant, what in (
            (POSSESSIVE, "its", "'belonging to it'"),
            (VERB, "it's", "'it is' or 'it has'"),
        ):
            for match in pattern.finditer(printed.shown):
                message = f"{match[0]!r} should have {meant!r}, which means {what}"
                yield slips.at(printed, match[0], message, f"write {meant}")
