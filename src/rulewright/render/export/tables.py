"""Tables as data: their axes, and every case with the keys at which it holds and its value."""

import math
from typing import Any

from rulewright.model.book import Target
from rulewright.model.domain import Domain, end_point
from rulewright.model.keyset import Bound, Box, KeySet
from rulewright.model.table import UNCLAMPED, Axis, Case, Silence, Table, Value
from rulewright.proof.report import ProofReport, grade_counts
from rulewright.render.export.texts import Texts
from rulewright.render.export.words import origin_data, plain_data
from rulewright.render.typesetting.proof_words import proof_view


def table_data(table: Table, texts: Texts, proof: ProofReport) -> dict[str, Any]:
    """A table; `kind` is the key under which its source holds what it says, `policy` its hit policy."""
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
    """`keys` are the words of the author, `when` is the same for a program: any of these, each by axis."""
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
    """The keys on each restricted axis; any key holds on the others."""
    return {
        axis.name: keys_data(axis.domain, keys)
        for axis, keys in zip(table.axes, box, strict=True)
        if keys != axis.domain.keys
    }


def keys_data(domain: Domain, keys: KeySet) -> list[Any]:
    """Names by their ids, numbers as ranges that include both ends unless marked; 9/1943 is the number 194309."""
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
    """From one number to another; null for no end."""
    return {"from": None if math.isinf(low) else low, "to": None if math.isinf(high) else high}
