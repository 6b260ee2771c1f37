"""The hit policy of a table: what holds where several of its cases do."""

from collections.abc import Iterable, Iterator

from rulewright.decode.fields import Fields
from rulewright.model.domain import Domain
from rulewright.model.names import did_you_mean
from rulewright.model.table import Case, Policy
from rulewright.source.nodes import Scalar

OF_CASES = ("unique", "first", "any", "priority", "list")


def read_policy(fields: Fields, *, adds: bool) -> Policy:
    """What a table says of several cases that hold at once; modifiers always add up."""
    if not adds:
        return Policy(fields.choice("policy", OF_CASES))
    if fields.string("policy", "sum") != "sum":
        fields.fault("bad-value", fields.place("policy"), "modifiers add up: their policy is sum")
    return Policy.SUM


def read_ranking(fields: Fields, policy: Policy, gives: Domain | None, cases: Iterable[Case]) -> tuple[str, ...]:
    """The values in the order in which they prevail: as `order` has it, else as their domain lists them."""
    if policy is not Policy.PRIORITY:
        if fields.has("order"):
            hint = "say policy: priority, or remove it"
            fields.fault("unknown-key", fields.place("order"), "an 'order' of values counts under priority only", hint)
        return ()
    if fields.has("outputs"):
        hint = "make a table of each output"
        fields.fault("bad-value", fields.place("policy"), "a table of several outputs has no one order of values", hint)
        return ()
    if gives is None or not gives.enumeration:
        hint = "name them under 'gives', the one that prevails first: gives: [destroyed, damaged, unhurt]"
        message = "under policy priority the order of the values decides, and these are no names that have one"
        fields.fault("bad-value", fields.place("policy"), message, hint)
        return ()
    return tuple(_stated(fields, gives, cases)) if fields.has("order") else gives.ids


def _stated(fields: Fields, gives: Domain, cases: Iterable[Case]) -> Iterator[str]:
    order = fields.strings("order")
    for at, scalar in enumerate(order):
        if gives.position(scalar.value) is None:
            hint = did_you_mean(scalar.value, gives.ids, f"its values are: {', '.join(gives.ids)}")
            fields.fault("outside-domain", scalar.span, f"{scalar.value!r} is no value of {gives.id!r}", hint)
        elif scalar.value in _values(order[:at]):
            fields.fault("bad-value", scalar.span, f"{scalar.value!r} stands twice in the order", "keep one of the two")
        else:
            yield scalar.value
    given = dict.fromkeys(case.value.plain for case in cases if case.value.plain is not None)
    if missing := [str(value) for value in given if value not in _values(order)]:
        message = f"the order leaves out {', '.join(missing)}, which this table gives"
        fields.fault("bad-value", fields.place("order"), message, "put it where it prevails over what stands after it")


def _values(order: Iterable[Scalar]) -> list[str]:
    return [scalar.value for scalar in order]
