"""A ruling that supersedes a later one, or that supersedes itself by way of others.

Readers are shown the ruling that is in force. Of two that supersede one another none is, and a ruling that was given
before the one that it supersedes is most likely named the wrong way round.
"""

from collections.abc import Iterator, Mapping

from rulewright.findings import Finding, FindingKind, Label, Severity
from rulewright.model.book import Book
from rulewright.model.ruling import Ruling

FINDING = FindingKind("superseded-ruling", Severity.WARNING)
HINT = "write 'supersedes' at the later of the two, and there the name of the earlier"


def check(book: Book) -> Iterator[Finding]:
    """Each ruling that supersedes one of a later day, or itself."""
    by_id = {ruling.id: ruling for ruling in book.game.rulings}
    for ruling in book.game.rulings:
        earlier = by_id.get(ruling.earlier)
        if earlier is None or ruling.supersedes is None:
            continue
        labels = (Label(earlier.span, "the ruling that it supersedes"),)
        if ruling in _chain(earlier, by_id):
            message = f"the ruling {ruling.id!r} supersedes itself"
            yield FINDING.at(ruling.supersedes.span, message, HINT, labels, about=ruling.id)
        elif ruling.date and earlier.date and earlier.date > ruling.date:
            message = f"the ruling {ruling.id!r} supersedes {earlier.id!r}, which is later"
            yield FINDING.at(ruling.supersedes.span, message, HINT, labels, about=ruling.id)


def _chain(ruling: Ruling, by_id: Mapping[str, Ruling]) -> list[Ruling]:
    """The ruling, those that it supersedes, and so on."""
    chain = [ruling]
    while (earlier := by_id.get(chain[-1].earlier)) is not None and earlier not in chain:
        chain.append(earlier)
    return chain
