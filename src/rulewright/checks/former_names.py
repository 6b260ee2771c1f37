"""Numbers and ids that rules had in earlier editions."""

from collections.abc import Iterable, Iterator

from rulewright.checks.named_check import finds
from rulewright.checks.occurrences import Occurrences
from rulewright.findings import Finding, FindingKind, Label, Severity
from rulewright.model.book import Book, Target, texts
from rulewright.model.game import Former, Rule

FORMER_NAME = FindingKind("former-name", Severity.WARNING)


@finds(FORMER_NAME)
def former_name(book: Book) -> Iterator[Finding]:
    """A link by a number or an id that its rule had in an earlier edition.

    The link still leads to the rule. But another rule may get the number tomorrow, and a search of the source for the
    id of the rule misses the link.
    """
    numbers = {each.name: rule for rule in book.game.rules for each in rule.former_numbers}
    former = {**numbers, **{each.name: rule for rule in book.game.rules for each in rule.former_ids}}
    occurrences = Occurrences()
    for owner, text in texts(book.game) if former else ():
        for link in text.links:
            name, target = link.target.removeprefix("rule:"), book.resolve(link)
            rule = former.get(name)
            if rule is None or target != Target("rule", rule.id) or name in (rule.id, rule.number):
                continue
            now = f"is {rule.number} now" if name in numbers and rule.number else f"is called {rule.id!r} now"
            hint = f"a link by id stays when numbers change: [[rule:{rule.id}]]"
            yield FORMER_NAME.at(
                link.span,
                f"the rule {name!r} {now}",
                hint,
                about=occurrences.about(owner, name),
            )


FORMER_NAME_TAKEN = FindingKind("former-name-taken")

Claim = tuple[Rule, Former]


@finds(FORMER_NAME_TAKEN)
def former_name_taken(book: Book) -> Iterator[Finding]:
    """A former number or id that two rules claim.

    Readers follow a number from an old card or a forum. It can lead to one rule only, so nobody would find the other.
    If another rule has a former number today, the number leads to that rule, and nothing is reported. A former id
    that is the id of another rule is an error, because an id is a permanent address. A former number that its rule
    still has is reported too.
    """
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
            yield FORMER_NAME_TAKEN.at(former.span, message, hint, labels, about=f"{rule.id}: {what} {former.name}")


def _still_its_number(book: Book) -> Iterator[Finding]:
    for rule in book.game.rules:
        for former in rule.former_numbers:
            if former.name == rule.number:
                message = f"{rule.id!r} still has the number {former.name!r}"
                yield FORMER_NAME_TAKEN.at(former.span, message, "remove it from 'was'", about=f"{rule.id}: number")


def _still_an_id(book: Book) -> Iterator[Finding]:
    for rule in book.game.rules:
        for former in rule.former_ids:
            if (holder := book.rules.get(former.name)) is not None:
                message = f"{former.name!r} is the id of a rule, so it cannot lead to {rule.id!r}"
                hint = "give that rule another id, because old links still use this one"
                if holder is rule:
                    hint = "remove it from 'was-id'"
                labels = (Label(holder.span, "the rule with this id"),)
                yield FORMER_NAME_TAKEN.at(former.span, message, hint, labels, about=f"{rule.id}: id {former.name}")
