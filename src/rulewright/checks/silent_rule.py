"""A bullet or a table that cites a rule which says nothing of it.

Numbers move when a rulebook is revised, and a citation that once was right leads to a rule about something else; the
link still works, so nobody notices until a player looks it up. A rule speaks of a bullet if it, or a rule under it,
shares a word, a term or anything that both link to, apart from what most rules of the game have.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulewright.checks.distinct import Distinct
from rulewright.checks.topics import RuleTopics, Topics, texts_in, topics_of
from rulewright.diagnostics import Diagnostic, FindingKind, Label, Severity, Span
from rulewright.model.book import Book, Target
from rulewright.model.game import Item, Rule
from rulewright.model.table import Table
from rulewright.model.text import Link, Text

FINDING = FindingKind("silent-rule", Severity.WARNING)

CLEARLY = 3
"""What another rule shares with a table when it, and not the one cited, is the table's rule."""


@dataclass(frozen=True, slots=True)
class _Citing:
    """A rule that is cited, by what, and what that is about."""

    owner: Target
    topics: Topics
    rule: Rule
    span: Span
    table: Table | None = None


def check(book: Book) -> Iterator[Diagnostic]:
    """Each citation of a rule that has no text, or shares nothing with what cites it."""
    rules, distinct = RuleTopics(book), Distinct()
    for citing in (*_bullets(book), *_tables(book)):
        found = _silence(citing, rules)
        if found is not None:
            rule, (says, hint) = citing.rule, found
            what = "the bullet" if citing.table is None else f"table {citing.table.id!r}"
            message = f"{what} cites rule {rule.number or repr(rule.title.words)}, {says}"
            label = Label(rule.span, "the rule that is cited")
            about = distinct.about(citing.owner, f"rule {rule.id}")
            yield FINDING.at(citing.span, message, hint, (label,), about=about)


def _silence(citing: _Citing, rules: RuleTopics) -> tuple[str, str] | None:
    """What is wrong with a citation, and what to do.

    A table says by itself what its rule need not repeat, so it is out of place only where another rule speaks of it.
    """
    if rules.is_silent(citing.rule):
        return "which says nothing", "write the rule, or declare it external"
    if not citing.topics or rules.shared(citing.topics, citing.rule, citing.table):
        return None
    nearest = rules.nearest(citing.topics, citing.rule, least=CLEARLY if citing.table else 1)
    if nearest is None:
        return None if citing.table else ("which says nothing of it", "cite the rule that it comes from")
    title = f"“{nearest.title.words}”"
    named = f"rule {nearest.number}, {title}," if nearest.number else f"the rule {title}"
    return "which says nothing of it", f"{named} speaks of it: [[{nearest.number or f'rule:{nearest.id}'}]]"


def _bullets(book: Book) -> Iterator[_Citing]:
    """Bullets of quick references; what stands above and under a bullet belongs to what it is about."""
    for reference in book.game.references:
        owner = Target("reference", reference.id)
        for item, topics in _with_topics(reference.items, frozenset(), book):
            for link, rule in _rules_in(item.text, book):
                yield _Citing(owner, topics, rule, link.span)


def _with_topics(items: Iterable[Item], above: Topics, book: Book) -> Iterator[tuple[Item, Topics]]:
    for item in items:
        topics = above | topics_of(_texts_of(item), book)
        yield item, topics
        yield from _with_topics(item.items, above | topics_of([item.text], book), book)


def _texts_of(item: Item) -> Iterator[Text]:
    yield item.text
    for below in item.items:
        yield from _texts_of(below)


def _tables(book: Book) -> Iterator[_Citing]:
    """Tables with the rule that each belongs to; a throw is text of its rule, as is a table whose rule has no other."""
    for table in book.game.tables:
        for link, rule in _rules_in(table.rule, book) if table.rule is not None and not table.throw else ():
            if rule.text is not None:
                yield _Citing(Target("table", table.id), topics_of(texts_in(table), book), rule, link.span, table)


def _rules_in(text: Text, book: Book) -> Iterator[tuple[Link, Rule]]:
    """The rules that a text cites and that this source holds."""
    for link in text.links:
        target = book.resolve(link)
        if target is not None and target.kind == "rule" and not book.rules[target.id].external:
            yield link, book.rules[target.id]
