"""A sentence that throws other dice than the tables and the texts of its rule.

A die in a sentence is no key of a table, so no proof sees it: "throw a D10" above a table that is read with a D6 works
until somebody throws a ten. The dice of a sentence are held against those of the tables that it cites, or else of the
tables of its rule and of all other texts about that: its own, those of its terms and of the bullets that cite it. The
check is silent where none of these names a die.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rulewright.checks.number_differs import topics_of_text
from rulewright.checks.occurrences import Occurrences
from rulewright.checks.passages import sentences
from rulewright.checks.prose_numbers import DICE, DIE, prose
from rulewright.checks.topics import texts_in
from rulewright.diagnostics import Diagnostic, FindingKind, Label, Severity, Span
from rulewright.markup.links import LINK
from rulewright.model.book import Book, Target, citation_target
from rulewright.model.dice import Reads
from rulewright.model.table import Table
from rulewright.model.text import Text

FINDING = FindingKind("dice-differ", Severity.WARNING)


@dataclass(frozen=True, slots=True)
class _Die:
    """A die that something throws, and where that is said; `by` says what throws it."""

    name: str
    span: Span
    by: str


def check(book: Book, only: Collection[Target] | None = None) -> Iterator[Diagnostic]:
    """Each die in a sentence that nothing else about the rule throws; `only` in texts of these owners."""
    known, occurrences = _dice_by_rule(book), Occurrences()
    for owner, text in prose(book, only):
        for said, others in _compared(owner, text, known, book):
            message = f"the text throws {said[0]}, but {others[0].by} {others[0].name}"
            hint = "correct the one that is wrong, or link the rule of the other dice"
            place, label = text.at(said.start(), len(said[0])), Label(others[0].span, "the other dice")
            yield FINDING.at(place, message, hint, (label,), about=occurrences.about(owner, said[0]))


def _compared(
    owner: Target, text: Text, known: Mapping[Target, Sequence[_Die]], book: Book
) -> Iterator[tuple[re.Match[str], Sequence[_Die]]]:
    """The dice of a text that differ from all others of their tables or their rule, and those."""
    mentions = dice_in(text)
    for begin, end, _ in sentences(text.source) if mentions else ():
        said = [match for match in mentions if begin <= match.start() < end]
        others: Sequence[_Die] = _of_cited_tables(text, begin, end, book)
        if not {_name(match[0]) for match in said} & {each.name for each in others}:
            of_rule = known.get(_subject(owner, text, book), ())
            others = others or [each for each in of_rule if each.span != text.span]
            names = {each.name for each in others}
            yield from ((match, others) for match in said if names and _name(match[0]) not in names)


def dice_in(text: Text) -> Sequence[re.Match[str]]:
    """The dice of a text outside its links."""
    if not DIE.search(text.source):
        return ()
    return list(DICE.finditer(LINK.sub(lambda link: " " * len(link[0]), text.source)))


def _name(written: str) -> str:
    """The name of a die: 2D6 throws a D6."""
    return "D" + re.sub(r"^\d* ?[dDwW]|s$", "", written)


def _of_cited_tables(text: Text, begin: int, end: int, book: Book) -> list[_Die]:
    places = zip(text.links, LINK.finditer(text.source), strict=True)
    targets = (book.resolve(link) for link, match in places if begin <= match.start() < end)
    cited = (citation_target(target) for target in targets if target is not None)
    return [die for each in cited if each.kind == "table" for die in _of_table(book.tables[each.id])]


def _of_table(table: Table) -> Iterator[_Die]:
    """The dice that give its keys, and those that it prints."""
    by = f"table {table.id!r} has"
    for axis in table.axes:
        for dice in axis.domain.roll.dice if axis.domain.roll else ():
            faces = str(dice.faces) * (dice.count if dice.reads is Reads.DIGITS else 1)
            yield _Die(f"D{faces}", table.span, by)
    titles = [table.values.title] if table.values and table.values.title else []
    yield from (_Die(_name(match[0]), text.span, by) for text in (*texts_in(table), *titles) for match in dice_in(text))


def _dice_by_rule(book: Book) -> Mapping[Target, Sequence[_Die]]:
    """The dice of each rule: those of its tables, and of all texts about it."""
    known: dict[Target, list[_Die]] = {}
    for table in book.game.tables:
        if rule := book.rule_of(table.rule):
            known.setdefault(Target("rule", rule.id), []).extend(_of_table(table))
    for owner, text in prose(book):
        for match in dice_in(text):
            die = _Die(_name(match[0]), text.span, "another text about it has")
            known.setdefault(_subject(owner, text, book), []).append(die)
    return known


def _subject(owner: Target, text: Text, book: Book) -> Target:
    """The rule that a text is about: its owner, the only one that it cites, or that of its owner."""
    if owner.kind == "rule":
        return owner
    own = {each for each in topics_of_text(owner, Text(""), book) if each.kind == "rule"}
    cited = {each for each in topics_of_text(owner, text, book) - own if each.kind == "rule"}
    return next(iter(cited if len(cited) == 1 else own), owner)
