"""A number typed in prose that differs from the fact or the modifier it stands beside.

A modifier of +1 on the card and +2 in the table: each looks right where it stands, and players find out at the table.
The number is held against whatever has all the words of its name in the same clause; where a sentence says several
numbers each is held against the words of its own part. What has several values, each under its conditions, may be said
with any of them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rulewright.checks.clauses import Clause, Clauses, Number
from rulewright.checks.distinct import Distinct
from rulewright.checks.prose_numbers import ProseNumbers, prose
from rulewright.checks.stated_numbers import Stated, stated_numbers
from rulewright.diagnostics import Diagnostic, FindingKind, Label, Severity
from rulewright.model.book import Book, Target, citation_target
from rulewright.model.text import Text

FINDING = FindingKind("number-differs", Severity.WARNING)

NEAR = 2
"""Words that may stand between a number and a name of one word."""
ENOUGH = 2
"""Words of a longer name by which it may be meant."""


def check(book: Book) -> Iterator[Diagnostic]:
    """Each number of the prose that has another value than what it is said of."""
    stated = _by_word(stated_numbers(book))
    numbers, distinct = ProseNumbers(book), Distinct()
    for owner, text in prose(book) if stated else ():
        topics = _topics(owner, text, book)
        for clause in Clauses(text, numbers):
            near = list(dict.fromkeys(each for word in sorted(clause.stems) for each in stated.get(word, ())))
            found = _at_odds(clause, [each for each in near if _is_named(each, clause, topics)])
            if found is not None and not any(_explains(each, clause) for each in near):
                yield _finding(clause.number, text, found, distinct.about(owner, clause.number.written))


def _by_word(stated: Iterable[Stated]) -> Mapping[str, list[Stated]]:
    """Those that have a word in their name; a game may state hundreds, and a clause speaks of few."""
    found: dict[str, list[Stated]] = {}
    for each in stated:
        for word in each.words:
            found.setdefault(word, []).append(each)
    return found


def _topics(owner: Target, text: Text, book: Book) -> frozenset[Target]:
    """What a text is about: what it belongs to, and what it cites."""
    rule = None
    match owner.kind:
        case "reference":
            rule = book.references[owner.id].rule
        case "table":
            rule = book.tables[owner.id].rule
        case "term":
            rule = book.terms[owner.id].rule
        case "example":
            rule = book.examples[owner.id].rule
    links = (book.resolve(link) for link in text.links)
    found = (owner, book.target_of(rule), *(citation_target(target) for target in links if target is not None))
    return frozenset(target for target in found if target is not None)


def _is_named(stated: Stated, clause: Clause, topics: frozenset[Target]) -> bool:
    """Whether the number of a clause stands beside this name.

    On the topic of its rule half a name is enough before its own unit; a single word only counts close by.
    """
    shared = stated.words & clause.stems
    if not shared or not stated.speaks_of(clause.number):
        return False
    if not stated.home & topics:
        return len(shared) == len(stated.words) > 1
    whole = len(shared) == len(stated.words) or (bool(stated.units) and 2 * len(shared) >= len(stated.words))
    return whole and (len(shared) > 1 or clause.distance(shared) <= NEAR)


def _at_odds(clause: Clause, named: Sequence[Stated]) -> Stated | None:
    """What the number contradicts, if it is right of nothing named; the fullest name tells the most."""
    fullest = [each for each in named if not any(each.words < other.words for other in named)]
    if any(each.agrees(clause.number) for each in fullest):
        return None
    return max(fullest, key=lambda each: (len(each.words), -clause.distance(each.words)), default=None)


def _explains(stated: Stated, clause: Clause) -> bool:
    """Whether the number is right of something that is named in part: the width of an arc, where the arc is another."""
    shared = len(stated.words & clause.stems)
    return shared >= ENOUGH and stated.speaks_of(clause.number) and stated.agrees(clause.number)


def _finding(said: Number, text: Text, stated: Stated, about: str) -> Diagnostic:
    message = f"{said.written} stands here, and {stated.says}"
    hint = f"correct whichever is wrong; a quote cannot go wrong: {stated.quote}"
    label = Label(stated.span, "the number is stated here")
    place = text.at(said.at, len(said.written))
    return FINDING.at(place, message, hint, (label,), about=about)
