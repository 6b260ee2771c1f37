"""Convert the entries of a game to data for `rules.json`: those that `editions.data` converts, tables and others."""

import math
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from rulewright.book.book import Book
from rulewright.editions.data import entry_data, plain_data, text_data
from rulewright.editions.texts import RecordedTexts
from rulewright.entries.cells import UNCLAMPED, Case, Silence, Value
from rulewright.entries.domains import Axis, Domain, end_point
from rulewright.entries.entry import NamedEntry
from rulewright.entries.figures import Figure
from rulewright.entries.keyset import Bound, Box, KeySet
from rulewright.entries.rules import Rule
from rulewright.entries.table import Table
from rulewright.entries.text import Target, Text
from rulewright.html.figures import FIGURES, figure_alt, figure_picture
from rulewright.html.places import places_of
from rulewright.html.proof_words import proof_view
from rulewright.proof.report import ProofReport, grade_counts

WEB = "web/"
"""The folder of the pages, relative to `rules.json`."""


class Texts(RecordedTexts):
    """A converter of the texts of one book, which also knows the addresses of its entries."""

    def __init__(self, book: Book) -> None:
        super().__init__(book)
        self.places = places_of(book)

    def maybe(self, text: Text | None) -> dict[str, str] | None:
        return None if text is None else text_data(text, self)

    def link(self, text: Text | None) -> str | None:
        return None if text is None else self.reference(text)

    @cached_property
    def above(self) -> Mapping[str, str]:
        """Return the parent of each rule."""
        outlines = (outline for top in self.book.outline for outline in top.walk())
        return {inner.rule.id: outline.rule.id for outline in outlines for inner in outline.below}

    def href(self, target: Target) -> str:
        """Return the address of an entry on the web, relative to `rules.json`, or an empty string."""
        href = self.places.href(target)
        return WEB + href if href else ""


# Entries as data


def listed(entry: NamedEntry, kind: str, texts: Texts) -> dict[str, Any]:
    """Return an entry with its address."""
    return entry_data(entry, texts) | {"href": texts.href(Target(kind, entry.id))}


def rule_data(rule: Rule, texts: Texts) -> dict[str, Any]:
    """Return the data of a rule; `within` is the rule above it."""
    return listed(rule, "rule", texts) | {
        "within": texts.above.get(rule.id),
        "tables": [table.id for table in texts.book.tables_of.get(rule.id, ())],
        "examples": [example.id for example in texts.book.examples_of.get(rule.id, ())],
    }


def figure_data(figure: Figure, texts: Texts) -> dict[str, Any]:
    """Return the data of a figure; `rule` is the rule of its entry, and `picture` the address of its file."""
    picture = figure_picture(figure, texts.book.game)
    name = "" if picture is None else picture.name
    return {
        "id": figure.id,
        "number": texts.book.figure_order.numbers[figure.id],
        "title": text_data(figure.title, texts),
        "caption": texts.maybe(figure.caption),
        "alt": figure_alt(figure, texts.book.game.language),
        "rule": texts.link(figure.rule),
        "picture": WEB + (name if figure.diagram else FIGURES + name),
        "href": texts.href(Target("figure", figure.id)),
    }


def target_data(target: Target) -> dict[str, str]:
    """Return the kind and id of the target of a link, or of the owner of a statement."""
    return {"kind": target.kind, "id": target.id}


# Tables as data


def table_data(table: Table, texts: Texts, proof: ProofReport) -> dict[str, Any]:
    """Return the data of a table; `kind` is the key of the source that holds its contents, `policy` its hit policy."""
    view = proof_view(table, proof)
    return {
        "id": table.id,
        "title": text_data(table.title, texts),
        "rule": texts.link(table.rule),
        "kind": table.layout.value,
        "policy": table.policy.value,
        "total": _range(*table.clamp) if table.clamp != UNCLAMPED else None,
        "axes": [_axis(axis, texts) for axis in table.axes],
        "cases": [_case(case, table, texts) for case in table.cases],
        "open": [_silence(each, table, texts) for each in table.silences if each.question],
        "outside": [_silence(each, table, texts) for each in table.silences if not each.question],
        "note": texts.maybe(table.note),
        "source": [{"document": texts.reference(document), "place": place} for document, place in table.origin.sources],
        "ours": table.origin.ours,
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
    names = [{"id": name.id, "label": text_data(name.label, texts)} for name in domain.names]
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
        "text": text_data(case.value.label, texts),
        "label": texts.maybe(case.label),
    }


def _value(value: Value) -> Any:
    if not value.axis:
        return plain_data(value.plain)
    within = _range(*value.clamp) if value.clamp != UNCLAMPED else None
    return {"times": value.factor, "axis": value.axis, "within": within}


def _silence(silence: Silence, table: Table, texts: Texts) -> dict[str, Any]:
    return {"when": [box_data(table, box) for box in silence.boxes], "why": text_data(silence.why, texts)}


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
