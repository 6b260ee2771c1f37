"""Both readings of a disagreement side by side: what the code says of itself, and the text of the rule."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from rulewright.diagnostics import Diagnostic, Label, Span
from rulewright.model.book import Book, items_below
from rulewright.model.game import Item, Reference, Rule
from rulewright.model.text import Text
from rulewright.wording import plain

DISAGREEING = frozenset({"disagreement", "example-differs"})
ENOUGH, MOST = 90, 220
"""Signs of a rule that are quoted: sentences until there are enough of them, and never more than the most."""
SENTENCES = re.compile(r"(?<=[.!?:;])\s+")
LIST_SIGN = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+", re.MULTILINE)


def add_rule_labels(findings: Iterable[Diagnostic], book: Book) -> Iterator[Diagnostic]:
    """The findings, those that disagree with the code with a label at the rule of what is printed."""
    found = list(findings)
    stated = dict(_rules(book)) if any(finding.name in DISAGREEING for finding in found) else {}
    for finding in found:
        rule = stated.get(finding.span) if finding.name in DISAGREEING else None
        label = None if rule is None else _says(rule, book)
        yield finding if label is None else replace(finding, labels=(*finding.labels, label))


def _rules(book: Book) -> Iterator[tuple[Span, Rule]]:
    """The places of all that can be proved, each with its rule."""
    for span, text in _stated(book):
        rule = book.rule_of(text)
        if rule is not None:
            yield span, rule


def _stated(book: Book) -> Iterator[tuple[Span, Text | None]]:
    for table in book.game.tables:
        places = (table.span, *(case.span for case in table.cases), *(silence.span for silence in table.silences))
        yield from ((span, table.rule) for span in places)
    for reference in book.game.references:
        for item in items_below(reference.items):
            calls = (item.claim, item.proof)
            yield from ((call.span, _cited(item, reference, book)) for call in calls if call is not None)
    yield from ((fact.span, fact.rule) for fact in book.game.facts)
    for example in book.game.examples:
        yield from ((step.gives_span, example.rule) for step in example.steps)


def _cited(item: Item, reference: Reference, book: Book) -> Text | None:
    """The rule that a bullet cites itself, or that its quick reference belongs to."""
    resolved = ((link, book.resolve(link)) for link in item.text.links)
    own = next((link for link, target in resolved if target is not None and target.kind == "rule"), None)
    return reference.rule if own is None else Text(f"[[{own.target}]]", (own,), own.span)


def _says(rule: Rule, book: Book) -> Label | None:
    """The first sentences of a rule, at its text; nothing of a rule that lies elsewhere."""
    if rule.text is None:
        return None
    said = ""
    for sentence in SENTENCES.split(plain(replace(rule.text, source=LIST_SIGN.sub("", rule.text.source)), book)):
        if len(said) >= ENOUGH:
            said += " …"
            break
        said = f"{said} {sentence}".strip()
    name = f"rule {rule.number}" if rule.number else f"the rule {rule.title.words!r}"
    return Label(rule.text.at(0, len(rule.text.source.partition("\n")[0])), f"{name} says: {_cut(said)}")


def _cut(said: str) -> str:
    """A text no longer than the most, cut between words."""
    return said if len(said) <= MOST else said[:MOST].rpartition(" ")[0].rstrip(",;:") + " …"
