"""A quantity in the words of another: its inputs and values where the names of their domains mean the same.

One table asks for a weapon, another for arms; if both know rifles and mortars, they ask for the same. Keys and values
without a partner in the other's domain are left out, so nothing is compared there.
"""

from collections.abc import Mapping
from dataclasses import replace

from rulewright.checks.correspondence import Correspondence, mapped
from rulewright.checks.quantities import Quantity
from rulewright.model.keyset import Box
from rulewright.model.table import Axis, Case, Table


def translated(quantity: Quantity, like: Quantity, names: Correspondence) -> Quantity:
    """The first quantity in the words of the second, as far as they correspond."""
    function = quantity.function
    for wanted in like.function.axes:
        if wanted not in function.axes:
            partners = [at for at, each in enumerate(function.axes) if names.keys(wanted.domain, each.domain)]
            if len(partners) == 1 and function.axes[partners[0]] not in like.function.axes:
                function = _with_input(function, partners[0], wanted, names)
    return replace(quantity, function=_with_values(function, like.function, names))


def _with_input(function: Table, at: int, wanted: Axis, names: Correspondence) -> Table:
    """A function with one of its inputs in place of another that means the same."""
    partners = names.keys(wanted.domain, function.axes[at].domain)

    def boxes(old: tuple[Box, ...]) -> tuple[Box, ...]:
        return tuple((*box[:at], keys, *box[at + 1 :]) for box in old if (keys := mapped(box[at], partners)))

    return replace(
        function,
        axes=(*function.axes[:at], wanted, *function.axes[at + 1 :]),
        cases=tuple(replace(case, boxes=boxes(case.boxes)) for case in function.cases),
        silences=tuple(replace(each, boxes=boxes(each.boxes)) for each in function.silences),
    )


def _with_values(function: Table, like: Table, names: Correspondence) -> Table:
    """A function with its values in the names of another's."""
    if function.values is None or like.values is None or function.values == like.values:
        return function
    partners = names.keys(like.values, function.values)
    ids = {function.values.names[key].id: like.values.names[own].id for key, own in partners.items()}
    if not ids:
        return function
    return replace(function, values=like.values, cases=tuple(_case(case, ids) for case in function.cases))


def _case(case: Case, ids: Mapping[str, str]) -> Case:
    """A case with its value in other words; nowhere, if there are none for it."""
    if case.value.plain is None:
        return case
    value = ids.get(str(case.value.plain))
    return replace(case, value=replace(case.value, plain=value)) if value is not None else replace(case, boxes=())
