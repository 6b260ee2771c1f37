"""A link by a number or an id that its rule had in an earlier edition.

The link still leads to the rule, so nothing is lost yet. But the number may be given to another rule tomorrow, and
whoever searches the source for the rule's id does not find the link.
"""

from collections.abc import Iterator

from rulewright.checks.occurrences import Occurrences
from rulewright.findings import Finding, FindingKind, Severity
from rulewright.model.book import Book, Target, texts

FINDING = FindingKind("former-name", Severity.WARNING)


def check(book: Book) -> Iterator[Finding]:
    """Each link by a former number or id."""
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
            yield FINDING.at(
                link.span,
                f"the rule {name!r} {now}",
                hint,
                about=occurrences.about(owner, name),
            )
