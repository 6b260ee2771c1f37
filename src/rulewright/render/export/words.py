"""The texts of a game as data: rules, terms, facts, quick references, examples, errata."""

from fractions import Fraction
from typing import Any

from rulewright.model.about import Origin, Ruling
from rulewright.model.book import Target
from rulewright.model.domain import Plain
from rulewright.model.example import Example, Step
from rulewright.model.expression import Item
from rulewright.model.figure import Figure
from rulewright.model.game import Erratum, Exemption, Fact, Reference, Rule, Term
from rulewright.model.procedure import Procedure
from rulewright.render.export.texts import WEB, Texts
from rulewright.render.typesetting.figures import FIGURES, figure_alt, figure_picture


def rule_data(rule: Rule, texts: Texts) -> dict[str, Any]:
    """A rule; `within` is its parent."""
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
    """How a rule is carried out: its steps in order, with the table and the dice of each."""
    return {
        "title": texts.maybe(procedure.title),
        "steps": [
            {
                "id": step.name,
                "title": texts.maybe(step.title),
                "table": target.id if (target := texts.book.target_of(step.table)) is not None else None,
                "dice": step.roll.written if step.roll is not None else None,
                "text": texts.maybe(step.text),
                "ends": [texts.text(text) for _, text in step.stop],
            }
            for step in procedure.steps
        ],
    }


def _exemption(exemption: Exemption, texts: Texts) -> dict[str, Any]:
    return {"text": texts.text(exemption.text), "exceptions": [_exemption(e, texts) for e in exemption.exceptions]}


def term_data(term: Term, texts: Texts) -> dict[str, Any]:
    """A term; an `unexplained` one has no definition, only what is known of it."""
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
    """A figure; `rule` is that of its entry, and `picture` the address of its file."""
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
    """A fact."""
    value, rule = plain_data(fact.value), texts.rule(fact.rule)
    return {"id": fact.id, "value": value, "unit": fact.unit or None, "rule": rule}


def reference_data(reference: Reference, texts: Texts) -> dict[str, Any]:
    """A quick reference with its bullets."""
    return {
        "id": reference.id,
        "title": texts.text(reference.title),
        "rule": texts.rule(reference.rule),
        "items": [_item(item, texts) for item in reference.items],
        "origin": origin_data(texts.book.origin_of(reference), texts),
        "href": texts.href(Target("reference", reference.id)),
    }


def _item(item: Item, texts: Texts) -> dict[str, Any]:
    below = [_item(each, texts) for each in item.items]
    return {
        "text": texts.text(item.text),
        "table": texts.named(item.table),
        "errata": [texts.named(each) for each in item.errata],
        "origin": origin_data(item.origin, texts),
        "items": below,
    }


def example_data(example: Example, texts: Texts) -> dict[str, Any]:
    """A worked example: what is given, then the steps."""
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
    """A ruling and what it is about; `supersedes` is the id of an earlier one."""
    about = (texts.book.target_of(text) for text in ruling.where)
    return {
        "id": ruling.id,
        "where": [{"kind": target.kind, "id": target.id} for target in about if target],
        "question": texts.text(ruling.question),
        "answer": texts.text(ruling.answer),
        "by": ruling.by,
        "date": ruling.date.isoformat() if ruling.date else None,
        "sources": origin_data(Origin(ruling.sources), texts)["sources"],
        "value": texts.maybe(ruling.value),
        "supersedes": ruling.earlier or None,
        "href": f"web/rulings.html#{ruling.id}",
    }


def erratum_data(erratum: Erratum, texts: Texts) -> dict[str, Any]:
    """A correction and what it corrects."""
    where = texts.book.target_of(erratum.where)
    return {
        "id": erratum.id,
        "where": {"kind": where.kind, "id": where.id} if where else None,
        "class": erratum.class_.value,
        "printed": texts.text(erratum.printed),
        "now": texts.text(erratum.now),
        "why": texts.text(erratum.why),
        "href": f"web/errata.html#{erratum.id}",
    }


def origin_data(origin: Origin, texts: Texts) -> dict[str, Any]:
    """Where a thing comes from: documents and places; `ours` where no document says it."""
    sources = [{"document": texts.named(each.document), "place": each.place} for each in origin.sources]
    return {"sources": sources, "ours": origin.ours}


def plain_data(value: Plain) -> Any:
    """A value in JSON: ranges and fractions as pairs by name, the endless as a word."""
    if isinstance(value, tuple):
        return {"from": value[0], "to": value[1]}
    if isinstance(value, Fraction):
        return {"numerator": value.numerator, "denominator": value.denominator}
    if isinstance(value, float) and value in (float("inf"), float("-inf")):
        return {"infinite": "up" if value > 0 else "down"}
    return value
