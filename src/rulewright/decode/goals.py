"""What modifiers add up for: `modifies: {roll: 1d10, at-least: hit-score}` or `modifies: {table: outcome}`."""

from rulewright.decode.dice import read_roll
from rulewright.decode.table_entries import GoalEntry
from rulewright.findings import Findings
from rulewright.model.dice import Roll
from rulewright.model.table import Goal
from rulewright.source.nodes import Node

BOUNDS = ("at-least", "at-most")


def read_goal(node: Node | None, faults: Findings) -> Goal | None:
    """The roll with its target, or the table that a total goes to; None where the source names neither."""
    if node is None:
        return None
    entry = GoalEntry(node, "'modifies'", faults)
    if not entry.sound:
        return None
    if entry.table is None:
        return _roll_goal(entry)
    for name in filter(entry.has, ("roll", *BOUNDS)):
        message = f"a total that goes to a table has no {name!r}"
        entry.fault("unknown-key", entry.place(name), message, "remove it: the table says what each score leads to")
    return Goal(entry.table)


def _roll_goal(entry: GoalEntry) -> Goal | None:
    bounds = list(filter(entry.has, BOUNDS))
    if not entry.has("roll") or len(bounds) != 1:
        hint = "write {table: NAME}, {roll: 1d10, at-least: FACT} or {roll: 1d10, at-most: FACT}"
        entry.fault("missing-key", entry.span, "'modifies' names a table, or a roll and the fact it must reach", hint)
        return None
    roll, fact = _roll(entry), entry.at_least or entry.at_most
    if fact is None:
        entry.require(bounds[0])
    return None if roll is None or fact is None else Goal(None, roll, fact, bounds[0] == "at-most")


def _roll(entry: GoalEntry) -> Roll | None:
    written = entry.roll
    roll = None if written is None else read_roll(written.value)
    if written is not None and (roll is None or roll.bonus != (0, 0)):
        hint = "write the dice alone, such as 1d10 or 2d6: the modifiers are what the table adds"
        entry.fault("bad-value", written.span, f"{written.value!r} is not a dice roll", hint)
        return None
    return roll
