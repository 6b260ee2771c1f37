"""Rows for the scores of dice, or for ranges of another number: things to roll for, or a function of the number."""

from functools import reduce
from operator import or_

from rulewright.importing.draft import Entry, Guessed, Value
from rulewright.importing.grids.columns import alike, columns, numbers, outputs, single
from rulewright.importing.grids.names import Names
from rulewright.importing.grids.scores import PERCENTILE, dice_of, disjoint, fit, likely_dice, score_key, scores
from rulewright.importing.grids.shape import Shape, bare
from rulewright.importing.grids.table import Table, line, numbers_of
from rulewright.model.dice import Roll
from rulewright.model.keyset import Bound, KeySet

INFINITE = float("inf")


def scored(shape: Shape, names: Names) -> Table | None:
    """A table whose first column are numbers or ranges of numbers, no number in two of them."""
    named = dice_of((shape.headings[0], shape.title, *shape.headings[1:]))
    keys = _keys(shape, named)
    if shape.width < 2 or not disjoint(keys) or any(shape.bands):
        return None
    if named is not None and fit(named[1], keys):
        missing = named[1].scores - reduce(or_, keys)
        return _rolled(shape, named[0], missing, "its heading names these dice", names)
    dice = likely_dice(keys)
    if dice:
        return _rolled(shape, dice, KeySet(), f"its keys are the scores of {dice}", names)
    return _numbered(shape, keys, names)


def _keys(shape: Shape, named: tuple[str, Roll] | None) -> list[KeySet]:
    """The numbers of each row; 00 is the highest score of a percentile roll."""
    hundred = [scores(text, percentile=True) for text in shape.names]
    if named[1].percentile if named else likely_dice(hundred) == PERCENTILE:
        return hundred
    return [scores(text) for text in shape.names]


def _rolled(shape: Shape, dice: str, missing: KeySet, why: str, names: Names) -> Table:
    """Things to roll for where each score has words of its own, as they print below a heading; else a function."""
    numeric = any(numbers_of(shape.column(at)) for at in range(1, shape.width))
    if missing or numeric or shape.unheaded or (shape.width > 2 and alike(shape)):
        return _function(shape, Guessed(dice, why), "roll", missing, names)
    said = "its keys are scores and its cells are words, so it is a list to roll on"
    beside = single(shape) if shape.width == 2 else outputs(shape)
    return Table({"rows": Guessed(dice, why), **beside.keys, "list": _rows(shape)}, (said,))


def _numbered(shape: Shape, keys: list[KeySet], names: Names) -> Table:
    """A function of a number that no dice give."""
    whole = reduce(or_, keys)
    heading = shape.headings[0].strip()
    name = names.domains.new(bare(heading) if any(map(str.isalpha, heading)) else "number")
    low, high = whole.intervals[0][0], whole.intervals[-1][1]
    reach = KeySet.union_of([(low, high)])
    why = f"the keys of the table {shape.title!r} lie between these"
    entry = Entry("domains", name, numbers(keys, heading), shape.origin, (why,))
    table = _function(shape, name, name, reach - whole, names)
    return Table(table.keys, table.why, (entry, *table.domains))


def _function(shape: Shape, rows: Value, axis: str, missing: KeySet, names: Names) -> Table:
    """Cells by number; where no row has a number, the table asks what holds there."""
    beside = columns(shape, names)
    keys: dict[str, Value] = {"rows": rows, **beside.keys, "cells": _rows(shape)}
    if missing:
        question: Value = {"when": {axis: _said(missing)}, "question": "The source has no row for this."}
        keys["questions"] = Guessed([question], "no row of the source has these numbers")
    return Table(keys, ("its first column are numbers, so they are the keys of its rows",), beside.domains)


def _said(missing: KeySet) -> str:
    return ", ".join(_interval(low, high) for low, high in missing.intervals)


def _interval(low: Bound, high: Bound) -> str:
    if low == high:
        return f"{low:.0f}"
    return f"{low:.0f} or more" if high == INFINITE else f"{low:.0f} to {high:.0f}"


def _rows(shape: Shape) -> dict[str, Value]:
    return {score_key(row[0].text): line(shape.values(row)) for row in shape.rows}
