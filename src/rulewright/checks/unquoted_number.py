"""A number typed in prose, in a game that wants its numbers quoted.

A typed number can drift from its rule; a quote of a fact or a cell always agrees with it.
"""

import re
from collections.abc import Iterator

from rulewright.checks.occurrences import Occurrences
from rulewright.checks.prose_numbers import TOKEN, ProseNumbers, prose
from rulewright.findings import Finding, FindingKind
from rulewright.model.book import Book
from rulewright.model.example import Example
from rulewright.model.game import Fact
from rulewright.translation.messages import all_of
from rulewright.wording import number

FINDING = FindingKind("unquoted-number")

MOST_NAMED = 3


def check(book: Book) -> Iterator[Finding]:
    """Each number in prose that does not quote a fact or a cell."""
    if not book.game.numbers_quoted:
        return
    numbers, occurrences = ProseNumbers(book), Occurrences()
    given = {text.span: example for example in book.game.examples for text in example.prose()}
    for owner, text in prose(book):
        for match in TOKEN.finditer(numbers.typed(text)):
            if match[1]:
                message = f"the number {match[1]} is typed, not quoted"
                hint = _hint(match[1], book, given.get(text.span))
                place = text.at(match.start(), len(match[1]))
                yield FINDING.at(place, message, hint, about=occurrences.about(owner, match[1]))


def _hint(typed: str, book: Book, example: Example | None) -> str:
    """What to quote: in an example a given value, else a fact with that number."""
    for each in example.given if example else ():
        if each.label.source == typed:
            return f"{typed} is the given {each.name} of the example: write [[given:{each.name}]]"
    facts = [fact for fact in book.game.facts if _is_in(fact, typed)][:MOST_NAMED]
    if not facts:
        return "declare it once as a fact and quote it: [[fact:…]], or quote a cell: [[cell:table(…)]]"
    values = all_of(f"the fact {fact.id!r} is {number(fact.value)}" for fact in facts)
    return "{values}: write {fact}".format(values=values, fact=" or ".join(f"[[fact:{fact.id}]]" for fact in facts))


def _is_in(fact: Fact, typed: str) -> bool:
    return number(fact.value).lstrip("−+-") in re.findall(r"\d+(?:\.\d+)?", typed)
