"""Which input of a table takes the total of modifiers."""

from rulewright.model.table import OUTPUT, Axis, Table


def total_axis(table: Table) -> int | None:
    """The position of the one axis that a total can go to; None where there is none, or where it might be another.

    Dice with a modifier that depends on the situation come first: the total is that modifier. Else it is the number
    that the table asks for.
    """
    for fits in (_modified, _counted):
        found = [at for at, axis in enumerate(table.axes) if fits(axis)]
        if found:
            return found[0] if len(found) == 1 else None
    return None


def _modified(axis: Axis) -> bool:
    roll = axis.domain.roll
    return roll is not None and roll.bonus[0] < roll.bonus[1]


def _counted(axis: Axis) -> bool:
    domain = axis.domain
    return axis.name != OUTPUT and not (domain.names or domain.roll) and domain.step is None
