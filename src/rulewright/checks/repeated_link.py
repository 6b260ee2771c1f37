"""A text that cites one rule twice, or a rule that cites itself.

"See [[4.1]] and [[4.1]]": where one paragraph or one list gives the number of a rule twice, one of the two was meant
for another rule. A rule that sends its reader to itself was moved, or the link was copied. Links that show words of
the author's choice may repeat, since each leads on from other words.
"""

from collections.abc import Iterator

from rulewright.checks.occurrences import Occurrences
from rulewright.checks.prose_numbers import prose
from rulewright.findings import Finding, FindingKind, Label, Severity
from rulewright.markup.links import LINK
from rulewright.model.book import Book, Target
from rulewright.model.text import Link, Text

FINDING = FindingKind("repeated-link", Severity.WARNING)


def check(book: Book) -> Iterator[Finding]:
    """Each link to a rule that its paragraph has already cited, or in which it is."""
    occurrences = Occurrences()
    for owner, text in prose(book):
        cited: dict[tuple[int, Target], Link] = {}
        for paragraph, link, target in _cited_rules(text, book) if text.links else ():
            about = f"[[{link.target}]]"
            first = cited.setdefault((paragraph, target), link)
            if target == owner:
                message, hint = (
                    f"the rule links to itself: {about}",
                    "link the rule that is meant, or leave it out",
                )
                yield FINDING.at(link.span, message, hint, about=occurrences.about(owner, about))
            elif first is not link:
                message, hint = (
                    f"the same rule is cited twice here: {about}",
                    "cite the other rule, or leave one out",
                )
                label = Label(first.span, "the first link to it")
                yield FINDING.at(link.span, message, hint, (label,), about=occurrences.about(owner, about))


def _cited_rules(text: Text, book: Book) -> Iterator[tuple[int, Link, Target]]:
    """The rules that a text cites by their number or title, each with the number of its paragraph."""
    for link, match in zip(text.links, LINK.finditer(text.source), strict=True):
        target = book.resolve(link)
        if target is not None and target.kind == "rule" and not link.shown and not _is_range(link, book):
            yield text.source.count("\n\n", 0, match.start()), link, target


def _is_range(link: Link, book: Book) -> bool:
    return bool(book.game.numbering.range(link.target.removeprefix("rule:")))
