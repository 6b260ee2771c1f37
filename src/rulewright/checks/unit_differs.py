"""A quoted fact whose unit is not the one in the sentence: "[[fact:morale]] hexes", where morale has no unit.

A fact declares its unit, and a quote prints the number only, so the sentence gives the unit. If the unit of another
fact follows instead, or the sign of an inch, a degree or a percentage is missing, the quote was meant for another fact.
"""

import re
from collections.abc import Iterator

from rulewright.checks.occurrences import Occurrences
from rulewright.checks.prose_numbers import prose
from rulewright.findings import Finding, FindingKind, Label, Severity
from rulewright.markup.english import singular
from rulewright.markup.links import LINK
from rulewright.model.book import Book
from rulewright.model.game import Fact
from rulewright.model.text import Text

FINDING = FindingKind("unit-differs", Severity.WARNING)

SIGNS = "″°%"
"""Units that stand right after every number that has them; a word such as "hexes" may be left to the sentence."""
AFTER = re.compile(rf"[*_]*(?:\s*([{SIGNS}])|[\s*_]+([^\W\d_]+))?")


def check(book: Book) -> Iterator[Finding]:
    """Each quote of a fact before another unit, or without its sign."""
    units, occurrences = {_unit(fact.unit) for fact in book.game.facts if fact.unit}, Occurrences()
    for owner, text in prose(book):
        for fact, at, length, said in _quotes(text, book) if "[[fact:" in text.source else ():
            if (said in units or fact.unit in tuple(SIGNS)) and fact.unit != said and _unit(fact.unit) != said:
                has, follows = (
                    fact.unit or "no unit",
                    f"“{said}” follows" if said in units else "it does not follow",
                )
                message = f"the fact {fact.id!r} has {has}, but {follows} its quote"
                hint = "quote the fact that is meant, or correct its unit"
                label, about = Label(fact.span, "declared here"), occurrences.about(owner, f"[[fact:{fact.id}]]")
                yield FINDING.at(text.at(at, length), message, hint, (label,), about=about)


def _quotes(text: Text, book: Book) -> Iterator[tuple[Fact, int, int, str]]:
    """The facts that a text quotes in figures, each with its place and the unit that may follow."""
    for link, match in zip(text.links, LINK.finditer(text.source), strict=True):
        target, after = book.resolve(link), AFTER.match(text.source, match.end())
        if target is not None and target.kind == "fact" and not link.shown and after is not None:
            yield book.facts[target.id], match.start(), len(match[0]), after[1] or _unit(after[2] or "")


def _unit(word: str) -> str:
    """A unit in the singular; MM and mm are two."""
    return word if len(word) > 1 and word[:2].isupper() else singular(word.lower())
