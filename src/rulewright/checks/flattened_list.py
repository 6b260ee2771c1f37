"""A bullet with " - " between its words: a list under the bullet that YAML has joined into one line.

Lines that begin with a hyphen under a bullet look like bullets of their own to an author. YAML reads them as more words
of the bullet, and they print as one long line. Where a dash is meant, a hyphen prints too short.
"""

import re
from collections.abc import Iterator

from rulewright.checks.occurrences import Occurrences
from rulewright.findings import Finding, FindingKind, Severity
from rulewright.markup.links import LINK
from rulewright.model.book import Book, Target, items_below
from rulewright.model.text import Text

FINDING = FindingKind("flattened-list", Severity.WARNING)
HYPHEN = re.compile(r"(?<![\d\s])\s+-\s+(?!\d)|\n\s*-\s+")
"""Between two figures it is a minus."""
HINT = "write `text: …` and below it `items:` with a list; for a dash write –"


def check(book: Book) -> Iterator[Finding]:
    """The first such hyphen of each bullet."""
    occurrences = Occurrences()
    for owner, text in _bullets(book):
        bare = LINK.sub(lambda link: "x" * len(link[0]), text.source)
        if match := HYPHEN.search(bare):
            words = " ".join(text.words.split()[:4])
            place = text.at(match.start() + match[0].index("-"), 1)
            message = "this bullet continues after a hyphen: a list under it would print as one line"
            yield FINDING.at(place, message, HINT, about=occurrences.about(owner, words))


def _bullets(book: Book) -> Iterator[tuple[Target, Text]]:
    for reference in book.game.references:
        yield from ((Target("reference", reference.id), item.text) for item in items_below(reference.items))
    for card in book.game.cards:
        for block in card.all_blocks():
            yield from ((Target("card", card.id), item.text) for item in items_below(block.shown.bullets))
