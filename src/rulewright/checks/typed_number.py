"""A number typed in prose, in a game whose numbers are to be quoted.

A typed number can drift from its rule; one that quotes a fact or a cell is right for as long as that is.
"""

import re
from collections.abc import Iterator

from rulewright.checks.distinct import Distinct
from rulewright.checks.prose_numbers import TOKEN, ProseNumbers, prose
from rulewright.diagnostics import Diagnostic, FindingKind
from rulewright.model.book import Book
from rulewright.model.example import Example
from rulewright.model.game import Fact
from rulewright.wording import number

FINDING = FindingKind("typed-number")

MOST_NAMED = 3


def check(book: Book) -> Iterator[Diagnostic]:
    """Each number that stands in prose and quotes neither a fact nor a cell."""
    if not book.game.numbers_quoted:
        return
    numbers, distinct = ProseNumbers(book), Distinct()
    given = {text.span: example for example in book.game.examples for text in example.prose()}
    for owner, text in prose(book):
        for match in TOKEN.finditer(numbers.typed(text)):
            if match[1]:
                message, hint = f"the number {match[1]} is typed here", _hint(match[1], book, given.get(text.span))
                place = text.at(match.start(), len(match[1]))
                yield FINDING.at(place, message, hint, about=distinct.about(owner, match[1]))


def _hint(typed: str, book: Book, example: Example | None) -> str:
    """What to quote: in an example a value that it is given, else a fact of that number."""
    for each in example.given if example else ():
        if each.label.source == typed:
            return f"the example is given {each.name} {typed}: write [[given:{each.name}]]"
    facts = [fact for fact in book.game.facts if _is_in(fact, typed)][:MOST_NAMED]
    if not facts:
        return "state it once as a fact and quote it: [[fact:…]], or quote a cell: [[cell:table(…)]]"
    said = " and ".join(f"the fact {fact.id!r} is {number(fact.value)}" for fact in facts)
    return f"{said}: write {' or '.join(f'[[fact:{fact.id}]]' for fact in facts)}"


def _is_in(fact: Fact, typed: str) -> bool:
    return number(fact.value).lstrip("−+-") in re.findall(r"\d+(?:\.\d+)?", typed)
