"""What rolls, sums and tables may give, as sets of results."""

import math
from collections.abc import Iterator, Mapping, Sequence

from rulewright.model.dice import Roll
from rulewright.model.keyset import Bound, Box, KeySet
from rulewright.model.possible import Possible, result_of
from rulewright.model.precedence import region
from rulewright.model.table import OUTPUT, Case, Modifiers, Table


def totals(added: Sequence[Possible]) -> Possible:
    """Every sum of one number from each."""
    ends = [each.ends for each in added]
    return Possible.between(sum(low for low, _ in ends), sum(high for _, high in ends))


def rolled(roll: Roll, times: Possible, added: Sequence[Possible], *, counted: bool) -> Possible:
    """The sum of several rolls, or the number of rolls that succeed."""
    most = times.ends[1]
    if counted:
        return Possible.between(0, most)
    scores = roll.scores.intervals
    low, high = scores[0][0] * min(times.ends), scores[-1][1] * most
    return totals([Possible.between(low, high), *added])


def table_results(table: Table, keys: Mapping[str, KeySet], name: str) -> Iterator[tuple[str, Possible]]:
    """What a table gives for some keys of its inputs: its total, its value, or `name.output` for each output."""
    if isinstance(table.layout, Modifiers):
        yield name, _total(table, keys)
        return
    axis = next((at for at, axis in enumerate(table.axes) if axis.name == OUTPUT), None)
    box = tuple(keys.get(axis.name, axis.domain.keys) for axis in table.axes)
    if axis is None:
        yield name, _values(table, box)
        return
    for at, id_ in enumerate(table.axes[axis].domain.ids):
        yield f"{name}.{id_}", _values(table, (*box[:axis], KeySet.of([at]), *box[axis + 1 :]))


def _values(table: Table, box: Box) -> Possible:
    """The values of the cases that touch a box."""
    touched = (at for at in range(len(table.cases)) if any(_touches(each, box) for each in region(table, at)))
    return Possible.of(result_of(table.cases[at].value.plain) for at in touched)


def _touches(one: Box, other: Box) -> bool:
    return all(a & b for a, b in zip(one, other, strict=True))


def _total(table: Table, keys: Mapping[str, KeySet]) -> Possible:
    """Between the sum of all that lowers it and the sum of all that raises it; no farther than its clamp."""
    amounts = [_amounts(case, keys) for case in table.cases]
    low, high = (sum(end) for end in zip(*amounts, strict=True)) if amounts else (0, 0)
    least, most = table.clamp
    return Possible.between(min(max(low, least), most), max(min(high, most), least))


def _amounts(case: Case, keys: Mapping[str, KeySet]) -> tuple[Bound, Bound]:
    """The least and the most that a modifier adds, which is nothing where it does not apply."""
    if case.value.axis:
        known = keys[case.value.axis].intervals
        ends = [_at(case, end) for end in (known[0][0], known[-1][1])] if known else [0]
    else:
        plain = case.value.plain
        ends = [int(plain) if isinstance(plain, (int, float)) and not math.isinf(plain) else 0]
    return min(0, *ends, 0), max(0, *ends, 0)


def _at(case: Case, end: Bound) -> Bound:
    low, high = case.value.clamp
    return min(max(end, low), high) * case.value.factor
