"""A rule of another work that nothing cites.

A rule is declared `external` because something refers to it. Once nothing does, the reference was removed, or a link
that was meant for it leads elsewhere.
"""

from collections.abc import Collection, Iterator

from rulewright.findings import Finding, FindingKind, Severity
from rulewright.model.book import Book, Target
from rulewright.wording import full_name

FINDING = FindingKind("unused-rule", Severity.WARNING)


def check(book: Book, _only: Collection[Target] | None = None) -> Iterator[Finding]:
    """Each external rule that nothing cites. The texts of a few owners cannot show that, so all count."""
    for rule in book.game.rules:
        if rule.external and Target("rule", rule.id) not in book.cited_by:
            message = f"nothing cites the external rule {full_name(rule, book)!r}"
            hint = "cite it where it applies, or remove it"
            yield FINDING.at(rule.span, message, hint, about=rule.id)
