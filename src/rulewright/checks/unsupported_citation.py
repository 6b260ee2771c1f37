"""A bullet or a table that cites a rule which says nothing about it.

Numbers move when a rulebook is revised, and a citation that once was right leads to a rule about something else; the
link still works, so nobody notices until a player looks it up. A rule supports a bullet if it, or a rule under it,
shares a word, a term or a link with the bullet, apart from those that most rules of the game have.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from rulewright.checks.occurrences import Occurrences
from rulewright.checks.topics import RuleTopics, Topics, texts_in, topics_of
from rulewright.diagnostics import Diagnostic, FindingKind, Label, Severity, Span
from rulewright.model.book import Book, Target
from rulewright.model.game import Rule
from rulewright.model.item import Item
from rulewright.model.table import Table
from rulewright.model.text import Link, Text

FINDING = FindingKind("unsupported-citation", Severity.WARNING)

CLEARLY = 3
"""Topics that another rule must share with a table to be a better rule for it than the cited one."""


@dataclass(frozen=True, slots=True)
class _Citation:
    """A citation of a rule: what cites it, and the topics of that."""

    owner: Target
    topics: Topics
    rule: Rule
    span: Span
    table: Table | None = None


def check(book: Book, only: Collection[Target] | None = None) -> Iterator[Diagnostic]:
    """Each citation of a rule that has no text, or shares nothing with what cites it; `only` those of these owners."""
    rules, occurrences = RuleTopics(book), Occurrences()
    for citation in (*_bullets(book), *_tables(book)):
        fault = _fault(citation, rules) if only is None or citation.owner in only else None
        if fault is not None:
            rule, (says, hint) = citation.rule, fault
            named = rule.number or repr(rule.title.words)
            message = f"the bullet cites rule {named}, {says}"
            if (table := citation.table) is not None:
                message = f"table {table.id!r} cites rule {named}, {says}"
            label = Label(rule.span, "the cited rule")
            about = occurrences.about(citation.owner, f"rule {rule.id}")
            yield FINDING.at(citation.span, message, hint, (label,), about=about)


def _fault(citation: _Citation, rules: RuleTopics) -> tuple[str, str] | None:
    """What is wrong with a citation, and a hint.

    A rule need not repeat what its table says, so a table is at fault only where another rule is about it.
    """
    if rules.is_silent(citation.rule):
        return "which has no text", "write the rule, or declare it external"
    if not citation.topics or rules.shared(citation.topics, citation.rule, citation.table):
        return None
    nearest = rules.nearest(citation.topics, citation.rule, least=CLEARLY if citation.table else 1)
    if nearest is None:
        return None if citation.table else ("which says nothing about it", "cite the rule that it comes from")
    title, number = nearest.title.words, nearest.number
    hint = "the rule “{title}” is about it: [[{link}]]".format(title=title, link=f"rule:{nearest.id}")
    if number:
        hint = f"rule {number}, “{title}”, is about it: [[{number}]]"
    return "which says nothing about it", hint


def _bullets(book: Book) -> Iterator[_Citation]:
    """Citations in bullets of quick references; the bullets above and below add to the topics of a bullet."""
    for reference in book.game.references:
        owner = Target("reference", reference.id)
        for item, topics in _with_topics(reference.items, frozenset(), book):
            for link, rule in _rules_in(item.text, book):
                yield _Citation(owner, topics, rule, link.span)


def _with_topics(items: Iterable[Item], above: Topics, book: Book) -> Iterator[tuple[Item, Topics]]:
    for item in items:
        topics = above | topics_of(_texts_of(item), book)
        yield item, topics
        yield from _with_topics(item.items, above | topics_of([item.text], book), book)


def _texts_of(item: Item) -> Iterator[Text]:
    yield item.text
    for below in item.items:
        yield from _texts_of(below)


def _tables(book: Book) -> Iterator[_Citation]:
    """Citations of rules with text by their tables; a roll belongs to the text of its rule."""
    for table in book.game.tables:
        for link, rule in _rules_in(table.rule, book) if table.rule is not None and not table.in_rule else ():
            if rule.text is not None:
                yield _Citation(Target("table", table.id), topics_of(texts_in(table), book), rule, link.span, table)


def _rules_in(text: Text, book: Book) -> Iterator[tuple[Link, Rule]]:
    """The rules of this source that a text cites."""
    for link in text.links:
        target = book.resolve(link)
        if target is not None and target.kind == "rule" and not book.rules[target.id].external:
            yield link, book.rules[target.id]
