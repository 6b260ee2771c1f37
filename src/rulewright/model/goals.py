"""The input of a table that takes the total of modifiers."""

from rulewright.model.table import OUTPUT, Axis, Table


def total_axis(table: Table) -> int | None:
    """The position of the one axis that can take a total; None where there is none, or more than one.

    Dice with a variable modifier come first: the total is that modifier. Otherwise the total is the only number among
    the inputs.
    """
    for matches in (_has_modifier, _is_number):
        axes = [position for position, axis in enumerate(table.axes) if matches(axis)]
        if axes:
            return axes[0] if len(axes) == 1 else None
    return None


def _has_modifier(axis: Axis) -> bool:
    roll = axis.domain.roll
    return roll is not None and roll.bonus[0] < roll.bonus[1]


def _is_number(axis: Axis) -> bool:
    domain = axis.domain
    return axis.name != OUTPUT and not (domain.names or domain.roll) and domain.step is None
