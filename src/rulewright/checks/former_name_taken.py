"""A former number or id that leads to two rules.

A reader follows the number that an old card or a forum gives. It can lead to one rule only, so of two that claim it
one would never be found. A number that has since been given to another rule is no fault: there the new one counts.
An id is another matter, for it is a permanent address.
"""

from collections.abc import Iterable, Iterator

from rulewright.diagnostics import Diagnostic, FindingKind, Label
from rulewright.model.book import Book
from rulewright.model.game import Former, Rule

FINDING = FindingKind("former-name-taken")

Claim = tuple[Rule, Former]


def check(book: Book) -> Iterator[Diagnostic]:
    """Former names claimed twice, by a rule that still has them, or in place of an id in use."""
    yield from _claimed_twice("number", [(rule, each) for rule in book.game.rules for each in rule.was])
    yield from _claimed_twice("id", [(rule, each) for rule in book.game.rules for each in rule.was_id])
    yield from _still_its_number(book)
    yield from _still_an_id(book)


def _claimed_twice(what: str, claims: Iterable[Claim]) -> Iterator[Diagnostic]:
    first: dict[str, Claim] = {}
    for rule, former in claims:
        known, place = first.setdefault(former.name, (rule, former))
        if place is not former:
            message = f"{former.name!r} is said to be the former {what} of {known.id!r} and of {rule.id!r}"
            hint = "leave it to the rule that most who look for it will want" if known is not rule else "say it once"
            labels = (Label(place.span, "claimed here first"),)
            yield FINDING.at(former.span, message, hint, labels, about=f"{rule.id}: {what} {former.name}")


def _still_its_number(book: Book) -> Iterator[Diagnostic]:
    for rule in book.game.rules:
        for former in rule.was:
            if former.name == rule.number:
                message = f"{former.name!r} is the number that {rule.id!r} has now, so it was not given up"
                yield FINDING.at(former.span, message, "remove it from 'was'", about=f"{rule.id}: number")


def _still_an_id(book: Book) -> Iterator[Diagnostic]:
    for rule in book.game.rules:
        for former in rule.was_id:
            if (holder := book.rules.get(former.name)) is not None:
                message = f"{former.name!r} is the id of a rule, and cannot lead to {rule.id!r}"
                hint = "give that rule another id, for links from elsewhere still use this one"
                if holder is rule:
                    hint = "remove it from 'was-id'"
                labels = (Label(holder.span, "the rule that has it"),)
                yield FINDING.at(former.span, message, hint, labels, about=f"{rule.id}: id {former.name}")
