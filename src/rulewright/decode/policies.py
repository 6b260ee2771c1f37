"""The hit policy of a table: what holds where several of its cases do."""

from collections.abc import Iterable, Iterator

from rulewright.decode.table_entries import OF_CASES, RollEntry
from rulewright.model.domain import Domain
from rulewright.model.names import did_you_mean, listed
from rulewright.model.table import Case, Policy
from rulewright.source.nodes import Scalar


def read_policy(entry: RollEntry, *, adds: bool) -> Policy:
    """What a table says of several cases that hold at once; modifiers always add up."""
    if not adds:
        return Policy(entry.choice_at("policy", OF_CASES))
    if entry.has("policy") and entry.policy != "sum":
        entry.fault(
            "bad-value",
            entry.place("policy"),
            "modifiers add up: their policy is sum",
            "leave 'policy' out",
        )
    return Policy.SUM


def read_ranking(entry: RollEntry, policy: Policy, values: Domain | None, cases: Iterable[Case]) -> tuple[str, ...]:
    """The values in the order in which they prevail: as `order` has it, else as their domain lists them."""
    if policy is not Policy.PRIORITY:
        if entry.has("order"):
            hint = "say policy: priority, or remove it"
            entry.fault("unknown-key", entry.place("order"), "'order' only works under policy: priority", hint)
        return ()
    if entry.has("outputs"):
        hint = "make a table of each output"
        entry.fault(
            "bad-value", entry.place("policy"), "policy priority does not work in a table of several outputs", hint
        )
        return ()
    if values is None or not values.enumeration:
        hint = "name them under 'values', the one that prevails first: values: [destroyed, damaged, unhurt]"
        message = "policy priority needs values that are names in an order"
        entry.fault("bad-value", entry.place("policy"), message, hint)
        return ()
    return tuple(_ranked(entry, values, cases)) if entry.has("order") else values.ids


def _ranked(entry: RollEntry, values: Domain, cases: Iterable[Case]) -> Iterator[str]:
    order = entry.order
    for at, scalar in enumerate(order):
        if values.position(scalar.value) is None:
            hint = did_you_mean(scalar.value, values.ids, f"its values are: {listed(values.ids)}")
            entry.fault(
                "outside-domain",
                scalar.span,
                f"{scalar.value!r} is not a value of {values.id!r}",
                hint,
            )
        elif scalar.value in _values(order[:at]):
            entry.fault(
                "bad-value",
                scalar.span,
                f"{scalar.value!r} is listed twice in the order",
                "keep one of the two",
            )
        else:
            yield scalar.value
    given = dict.fromkeys(case.value.plain for case in cases if case.value.plain is not None)
    if missing := [str(value) for value in given if value not in _values(order)]:
        message = f"the order leaves out {', '.join(missing)}, which this table gives"
        entry.fault("bad-value", entry.place("order"), message, "put it where it prevails over what stands after it")


def _values(order: Iterable[Scalar]) -> list[str]:
    return [scalar.value for scalar in order]
