"""What modifiers add up for: `modifies: {throw: 1d10, at-least: hit-score}` or `modifies: {table: outcome}`."""

from rulewright.decode.dice import read_roll
from rulewright.decode.fields import Fields
from rulewright.model.dice import Roll
from rulewright.model.table import Goal

BOUNDS = ("at-least", "at-most")


def read_goal(fields: Fields) -> Goal | None:
    """The throw with its target or the table that a total goes to; None where nothing is said of it."""
    node = fields.node("modifies")
    if node is None:
        return None
    inner = Fields(node, "'modifies'", ("table", "throw", *BOUNDS), fields.faults)
    if not inner.sound:
        return None
    table = inner.link("table", "table")
    if table is not None:
        for name in (name for name in ("throw", *BOUNDS) if inner.has(name)):
            hint = "the table tells what its scores lead to: remove it"
            inner.fault("unknown-key", inner.place(name), f"a total that goes to a table has no {name!r}", hint)
        return Goal(table)
    return _throw(inner)


def _throw(inner: Fields) -> Goal | None:
    bounds = [name for name in BOUNDS if inner.has(name)]
    if not inner.has("throw") or len(bounds) != 1:
        hint = "write {table: NAME}, {throw: 1d10, at-least: FACT} or {throw: 1d10, at-most: FACT}"
        message = "'modifies' names a table, or a throw and the fact it is held against"
        inner.fault("missing-key", inner.span, message, hint)
        return None
    roll, fact = _roll(inner), inner.link(bounds[0], "fact", required=True)
    return None if roll is None or fact is None else Goal(None, roll, fact, bounds[0] == "at-most")


def _roll(inner: Fields) -> Roll | None:
    written = inner.scalar("throw", required=True)
    roll = None if written is None else read_roll(written.value)
    if written is not None and (roll is None or roll.bonus != (0, 0)):
        hint = "write the dice alone, such as 1d10 or 2d6: the modifiers are what the table adds"
        inner.fault("bad-value", written.span, f"{written.value!r} is no throw of dice", hint)
        return None
    return roll
