"""Labels that quote the rule beside a disagreement, so that the author sees code and rule together."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rulewright.findings import Finding, Label, Span
from rulewright.markup.sentences import sentences
from rulewright.model.book import Book, items_below
from rulewright.model.game import Reference, Rule
from rulewright.model.item import Item
from rulewright.model.text import Text
from rulewright.wording import plain

DISAGREEMENTS = frozenset({"disagreement", "example-differs"})
ENOUGH, MOST = 90, 220
"""Characters of a rule to quote: whole sentences until there are ENOUGH, and never more than MOST."""


def add_rule_labels(findings: Iterable[Finding], book: Book) -> Iterator[Finding]:
    """The findings; each disagreement gets a label at the rule of what is printed."""
    all_findings = list(findings)
    rules = dict(_rules(book)) if any(finding.name in DISAGREEMENTS for finding in all_findings) else {}
    for finding in all_findings:
        rule = rules.get(finding.span) if finding.name in DISAGREEMENTS else None
        label = None if rule is None else _rule_label(rule, book)
        yield finding if label is None else replace(finding, labels=(*finding.labels, label))


def _rules(book: Book) -> Iterator[tuple[Span, Rule]]:
    """The places of all statements, each with its rule."""
    for span, text in _places(book):
        rule = book.rule_of(text)
        if rule is not None:
            yield span, rule


def _places(book: Book) -> Iterator[tuple[Span, Text | None]]:
    for table in book.game.tables:
        places = (table.span, *(case.span for case in table.cases), *(silence.span for silence in table.silences))
        yield from ((span, table.rule) for span in places)
    for reference in book.game.references:
        for item in items_below(reference.items):
            calls = (item.claim, item.proof)
            yield from ((call.span, cited_rule(item, reference, book)) for call in calls if call is not None)
    yield from ((fact.span, fact.rule) for fact in book.game.facts)
    for example in book.game.examples:
        yield from ((step.answer_span, example.rule) for step in example.steps)


def cited_rule(item: Item, reference: Reference, book: Book) -> Text | None:
    """The rule that a bullet cites, or else the rule of its quick reference."""
    resolved = ((link, book.resolve(link)) for link in item.text.links)
    link = next((link for link, target in resolved if target is not None and target.kind == "rule"), None)
    return reference.rule if link is None else Text(f"[[{link.target}]]", (link,), link.span)


def _rule_label(rule: Rule, book: Book) -> Label | None:
    """A label with the first sentences of a rule; None for an external rule."""
    if rule.text is None:
        return None
    text, said = "", plain(rule.text, book)
    for begin, end in sentences(said):
        if len(text) >= ENOUGH:
            text += " …"
            break
        text = f"{text} {said[begin:end]}".strip()
    name = f"rule {rule.number}" if rule.number else f"the rule {rule.title.words!r}"
    return Label(
        rule.text.at(0, len(rule.text.source.partition("\n")[0])),
        f"{name} says: {_shorten(text)}",
    )


def _shorten(text: str) -> str:
    """The text, cut between words where it is too long."""
    return text if len(text) <= MOST else text[:MOST].rpartition(" ")[0].rstrip(",;:") + " …"
