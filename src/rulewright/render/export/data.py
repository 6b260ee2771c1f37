"""Convert the things of a game to data for `rules.json`: rules, tables, terms, facts, references and so on."""

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

from rulewright.entries.errata import Erratum
from rulewright.entries.exemptions import Exemption
from rulewright.entries.facts import Fact
from rulewright.entries.keyset import Bound, Box, KeySet
from rulewright.entries.numbers import Plain
from rulewright.entries.origins import Origin
from rulewright.entries.procedures import Procedure
from rulewright.entries.references import Bullet, Reference
from rulewright.entries.rules import Rule
from rulewright.entries.rulings import Ruling
from rulewright.entries.terms import Term
from rulewright.entries.text import Target, Text
from rulewright.model.book import Book
from rulewright.model.domain import Domain, end_point
from rulewright.model.example import Example, Step
from rulewright.model.figure import Figure
from rulewright.model.table import UNCLAMPED, Axis, Case, Silence, Table, Value
from rulewright.proof.report import ProofReport, grade_counts
from rulewright.render.typesetting.figures import FIGURES, figure_alt, figure_picture
from rulewright.render.typesetting.places import places_of
from rulewright.render.typesetting.proof_words import proof_view
from rulewright.wording import plain

WEB = "web/"
"""The folder of the pages, relative to `rules.json`."""


class Texts:
    """A converter of the texts of one book, which also knows the addresses of its things."""

    def __init__(self, book: Book) -> None:
        self.book, self.places = book, places_of(book)

    def text(self, text: Text) -> dict[str, str]:
        """Return a text as the author wrote it, and without markup."""
        return {"markdown": text.source, "plain": plain(text, self.book)}

    def maybe(self, text: Text | None) -> dict[str, str] | None:
        return None if text is None else self.text(text)

    def all(self, texts: Iterable[Text]) -> list[dict[str, str]]:
        return [self.text(text) for text in texts]

    @cached_property
    def above(self) -> Mapping[str, str]:
        """Return the parent of each rule."""
        outlines = (outline for top in self.book.outline for outline in top.walk())
        return {inner.rule.id: outline.rule.id for outline in outlines for inner in outline.below}

    def rule(self, text: Text | None) -> str | None:
        """Return the id of the rule that a text names; None if it names no rule."""
        rule = self.book.rule_of(text)
        return rule.id if rule else None

    def named(self, text: Text | None) -> str | None:
        """Return the id of the thing that a text names; None if it names nothing."""
        target = self.book.target_of(text)
        return target.id if target else None

    def href(self, target: Target) -> str:
        """Return the address of a thing on the web, relative to `rules.json`, or an empty string."""
        href = self.places.href(target)
        return WEB + href if href else ""


# The texts of a game as data


def rule_data(rule: Rule, texts: Texts) -> dict[str, Any]:
    """Return the data of a rule; `within` is its parent."""
    return {
        "id": rule.id,
        "number": rule.number,
        "title": texts.text(rule.title),
        "text": texts.maybe(rule.text),
        "exceptions": [_exemption(each, texts) for each in rule.exceptions],
        "open": texts.all(rule.questions),
        "incomplete": texts.maybe(rule.incomplete),
        "external": rule.external or None,
        "within": texts.above.get(rule.id),
        "part": rule.part.value,
        "sidebar": rule.sidebar,
        "procedure": _procedure(rule.procedure, texts) if rule.procedure is not None else None,
        "tables": [table.id for table in texts.book.tables_of.get(rule.id, ())],
        "examples": [example.id for example in texts.book.examples_of.get(rule.id, ())],
        "origin": origin_data(rule.origin, texts),
        "href": texts.href(Target("rule", rule.id)),
    }


def _procedure(procedure: Procedure, texts: Texts) -> dict[str, Any]:
    """Return the data of a rule's procedure: its steps in order, each with its table and dice."""
    return {
        "title": texts.maybe(procedure.title),
        "steps": [
            {
                "id": step.name,
                "title": texts.maybe(step.title),
                "table": target.id if (target := texts.book.target_of(step.table)) is not None else None,
                "dice": step.roll.name if step.roll is not None else None,
                "text": texts.maybe(step.text),
                "ends": [texts.text(text) for _, text in step.stop],
            }
            for step in procedure.steps
        ],
    }


def _exemption(exemption: Exemption, texts: Texts) -> dict[str, Any]:
    return {"text": texts.text(exemption.text), "exceptions": [_exemption(e, texts) for e in exemption.exceptions]}


def term_data(term: Term, texts: Texts) -> dict[str, Any]:
    """Return the data of a term; `unexplained` is a note about a term without a definition."""
    return {
        "id": term.id,
        "name": term.name,
        "abbreviation": term.abbreviation or None,
        "also": list(term.also),
        "text": texts.maybe(term.text),
        "unexplained": texts.maybe(term.unexplained),
        "rule": texts.rule(term.rule),
        "origin": origin_data(term.origin, texts),
        "href": texts.href(Target("term", term.id)),
    }


def figure_data(figure: Figure, texts: Texts) -> dict[str, Any]:
    """Return the data of a figure; `rule` is the rule of its entry, and `picture` the address of its file."""
    picture = figure_picture(figure, texts.book.game)
    name = "" if picture is None else picture.name
    return {
        "id": figure.id,
        "number": texts.book.figure_order.numbers[figure.id],
        "title": texts.text(figure.title),
        "caption": texts.maybe(figure.caption),
        "alt": figure_alt(figure, texts.book.game.language),
        "rule": texts.rule(figure.rule),
        "picture": WEB + (name if figure.diagram else FIGURES + name),
        "href": texts.href(Target("figure", figure.id)),
    }


def fact_data(fact: Fact, texts: Texts) -> dict[str, Any]:
    value, rule = plain_data(fact.value), texts.rule(fact.rule)
    return {"id": fact.id, "value": value, "unit": fact.unit or None, "rule": rule}


def reference_data(reference: Reference, texts: Texts) -> dict[str, Any]:
    """Return the data of a quick reference with its bullets."""
    return {
        "id": reference.id,
        "title": texts.text(reference.title),
        "rule": texts.rule(reference.rule),
        "items": [_item(item, texts) for item in reference.items],
        "origin": origin_data(texts.book.origin_of(reference), texts),
        "href": texts.href(Target("reference", reference.id)),
    }


def _item(item: Bullet, texts: Texts) -> dict[str, Any]:
    below = [_item(each, texts) for each in item.items]
    return {
        "text": texts.text(item.text),
        "table": texts.named(item.table),
        "errata": [texts.named(each) for each in item.errata],
        "origin": origin_data(item.origin, texts),
        "items": below,
    }


def example_data(example: Example, texts: Texts) -> dict[str, Any]:
    """Return the data of a worked example: its inputs, then the steps."""
    return {
        "id": example.id,
        "rule": texts.rule(example.rule),
        "title": texts.text(example.title),
        "text": texts.text(example.text),
        "given": [{"name": each.name, "value": each.written} for each in example.given],
        "steps": [_step(step, texts) for step in example.steps],
        "href": texts.href(Target("example", example.id)),
    }


def _step(step: Step, texts: Texts) -> dict[str, Any]:
    return {
        "text": texts.text(step.text),
        "asks": step.asked.text if step.asked else None,
        "result": texts.maybe(step.result),
        "unproved": step.unproved or None,
    }


def ruling_data(ruling: Ruling, texts: Texts) -> dict[str, Any]:
    """Return the data of a ruling and its subjects; `supersedes` is the id of an earlier one."""
    about = (texts.book.target_of(text) for text in ruling.where)
    return {
        "id": ruling.id,
        "where": [target_data(target) for target in about if target],
        "question": texts.text(ruling.question),
        "answer": texts.text(ruling.answer),
        "by": ruling.by,
        "date": ruling.date.isoformat() if ruling.date else None,
        "sources": origin_data(Origin(ruling.source), texts)["sources"],
        "value": texts.maybe(ruling.value),
        "supersedes": ruling.earlier or None,
        "href": f"web/rulings.html#{ruling.id}",
    }


def erratum_data(erratum: Erratum, texts: Texts) -> dict[str, Any]:
    """Return the data of an erratum and what it corrects."""
    where = texts.book.target_of(erratum.where)
    return {
        "id": erratum.id,
        "where": target_data(where) if where else None,
        "class": erratum.class_.value,
        "printed": texts.text(erratum.printed),
        "now": texts.text(erratum.now),
        "why": texts.text(erratum.why),
        "href": f"web/errata.html#{erratum.id}",
    }


def target_data(target: Target) -> dict[str, str]:
    """Return the kind and id of the target of a link, or of the owner of a statement."""
    return {"kind": target.kind, "id": target.id}


def origin_data(origin: Origin, texts: Texts) -> dict[str, Any]:
    """Return the documents and places that a thing comes from; `ours` means that no document says it."""
    sources = [{"document": texts.named(each.document), "place": each.place} for each in origin.sources]
    return {"sources": sources, "ours": origin.ours}


def plain_data(value: Plain) -> Any:
    """Return a value in JSON: ranges and fractions as objects with two named numbers, infinity as a word."""
    if isinstance(value, tuple):
        return {"from": value[0], "to": value[1]}
    if isinstance(value, Fraction):
        return {"numerator": value.numerator, "denominator": value.denominator}
    if isinstance(value, float) and value in (float("inf"), float("-inf")):
        return {"infinite": "up" if value > 0 else "down"}
    return value


# Tables as data


def table_data(table: Table, texts: Texts, proof: ProofReport) -> dict[str, Any]:
    """Return the data of a table; `kind` is the key of the source that holds its contents, `policy` its hit policy."""
    view = proof_view(table, proof)
    return {
        "id": table.id,
        "title": texts.text(table.title),
        "rule": texts.rule(table.rule),
        "kind": table.layout.word,
        "policy": table.policy.value,
        "total": _range(*table.clamp) if table.clamp != UNCLAMPED else None,
        "axes": [_axis(axis, texts) for axis in table.axes],
        "cases": [_case(case, table, texts) for case in table.cases],
        "open": [_silence(each, table, texts) for each in table.silences if each.question],
        "outside": [_silence(each, table, texts) for each in table.silences if not each.question],
        "note": texts.maybe(table.note),
        "origin": origin_data(table.origin, texts),
        "proof": {
            "state": view.state,
            "grades": grade_counts(proof.of(Target("table", table.id))),
            "text": view.text,
            "cases": proof.compared.get(Target("table", table.id), 0),
        },
        "href": texts.href(Target("table", table.id)),
    }


def _axis(axis: Axis, texts: Texts) -> dict[str, Any]:
    domain = axis.domain
    names = [{"id": name.id, "label": texts.text(name.label)} for name in domain.names]
    return {
        "name": axis.name,
        "title": texts.maybe(domain.title),
        "names": names or None,
        "numbers": None if names else keys_data(domain, domain.keys),
        "unit": domain.unit or None,
        "dice": domain.dice or None,
    }


def _case(case: Case, table: Table, texts: Texts) -> dict[str, Any]:
    """Return the data of a case: `keys` are the author's words, `when` is a list of boxes, any of which applies."""
    return {
        "keys": {key.axis: key.written for key in case.keys},
        "conditions": [{key.axis: key.written for key in keys} for keys in case.conditions],
        "when": [box_data(table, box) for box in case.boxes],
        "value": _value(case.value),
        "text": texts.text(case.value.label),
        "label": texts.maybe(case.label),
    }


def _value(value: Value) -> Any:
    if not value.axis:
        return plain_data(value.plain)
    within = _range(*value.clamp) if value.clamp != UNCLAMPED else None
    return {"times": value.factor, "axis": value.axis, "within": within}


def _silence(silence: Silence, table: Table, texts: Texts) -> dict[str, Any]:
    return {"when": [box_data(table, box) for box in silence.boxes], "why": texts.text(silence.why)}


def box_data(table: Table, box: Box) -> dict[str, Any]:
    """Return the keys on each restricted axis of a box; on the others every key applies."""
    return {
        axis.name: keys_data(axis.domain, keys)
        for axis, keys in zip(table.axes, box, strict=True)
        if keys != axis.domain.keys
    }


def keys_data(domain: Domain, keys: KeySet) -> list[Any]:
    """Return keys: names by their ids, numbers as ranges with both ends unless marked; the month 9/1943 is 194309."""
    if domain.enumeration:
        return [domain.names[key].id for key in keys]
    return [_measured(domain, low, high) for low, high in keys.intervals]


def _measured(domain: Domain, low: Bound, high: Bound) -> dict[str, Any]:
    if domain.calendar is not None:
        return _range(domain.number(int(low)), domain.number(int(high)))
    if domain.step is None:
        return _range(low, high)
    begin, begin_in = end_point(low, domain.step, below=True)
    end, end_in = end_point(high, domain.step, below=False)
    beyond = {"after": True} if not begin_in and not math.isinf(begin) else {}
    short = {"before": True} if not end_in and not math.isinf(end) else {}
    return {**_range(begin, end), **beyond, **short}


def _range(low: Bound, high: Bound) -> dict[str, Any]:
    """Return a range of numbers; null stands for an open end."""
    return {"from": None if math.isinf(low) else low, "to": None if math.isinf(high) else high}
