"""A former number or id that two rules claim.

Readers follow a number from an old card or a forum. It can lead to one rule only, so nobody would find the other.
A former number that another rule has today is no fault: it leads to that rule. A former id that another rule has today
is a fault, because an id is a permanent address.
"""

from collections.abc import Iterable, Iterator

from rulewright.findings import Finding, FindingKind, Label
from rulewright.model.book import Book
from rulewright.model.game import Former, Rule

FINDING = FindingKind("former-name-taken")

Claim = tuple[Rule, Former]


def check(book: Book) -> Iterator[Finding]:
    """Former names that two rules claim, that the rule still has, or that are the id of a rule today."""
    yield from _claimed_twice("number", [(rule, each) for rule in book.game.rules for each in rule.former_numbers])
    yield from _claimed_twice("id", [(rule, each) for rule in book.game.rules for each in rule.former_ids])
    yield from _still_its_number(book)
    yield from _still_an_id(book)


def _claimed_twice(what: str, claims: Iterable[Claim]) -> Iterator[Finding]:
    first: dict[str, Claim] = {}
    for rule, former in claims:
        known, place = first.setdefault(former.name, (rule, former))
        if place is not former:
            message = f"{known.id!r} and {rule.id!r} both claim the former {what} {former.name!r}"
            hint = "keep it with the rule that most readers will look for"
            if known is rule:
                message, hint = (
                    f"{rule.id!r} claims the former {what} {former.name!r} twice",
                    "remove one of the two",
                )
            labels = (Label(place.span, "claimed here first"),)
            yield FINDING.at(former.span, message, hint, labels, about=f"{rule.id}: {what} {former.name}")


def _still_its_number(book: Book) -> Iterator[Finding]:
    for rule in book.game.rules:
        for former in rule.former_numbers:
            if former.name == rule.number:
                message = f"{rule.id!r} still has the number {former.name!r}"
                yield FINDING.at(former.span, message, "remove it from 'was'", about=f"{rule.id}: number")


def _still_an_id(book: Book) -> Iterator[Finding]:
    for rule in book.game.rules:
        for former in rule.former_ids:
            if (holder := book.rules.get(former.name)) is not None:
                message = f"{former.name!r} is the id of a rule, so it cannot lead to {rule.id!r}"
                hint = "give that rule another id, because old links still use this one"
                if holder is rule:
                    hint = "remove it from 'was-id'"
                labels = (Label(holder.span, "the rule with this id"),)
                yield FINDING.at(former.span, message, hint, labels, about=f"{rule.id}: id {former.name}")
