"""Recognise tables by score: the keys in the first column are numbers or ranges that do not overlap.

    | 1-3 | Rain  |      becomes   rows: 1d6
    | 4-6 | Storm |                list: {1-3: Rain, 4-6: Storm}

Numbers that are not the scores of any dice become a domain of their own.
"""

from functools import reduce
from math import inf
from operator import or_

from rulewright.entries.keyset import KeySet
from rulewright.importing.draft import Guessed, Value
from rulewright.importing.grids.columns import (
    Keys,
    Names,
    Table,
    are_one_kind,
    input_keys,
    number_domain,
    numbers_of,
    one_output_keys,
    output_keys,
    row_value,
)
from rulewright.importing.grids.scores import (
    PERCENTILE,
    can_be_rolled,
    dice_of,
    disjoint,
    likely_dice,
    score_key,
    scores,
)
from rulewright.importing.grids.shape import Shape, without_markup


def scored(shape: Shape, names: Names) -> Table | None:
    """A table whose first column has numbers or ranges of numbers that do not overlap; None if the shape has none."""
    named = dice_of((shape.headings[0], shape.title, *shape.headings[1:]))
    keys = [scores(text, percentile=True) for text in shape.names]  # 00 is the highest score of a percentile roll
    is_percentile = named.roll.percentile if named else likely_dice(keys) == PERCENTILE
    if not is_percentile:
        keys = [scores(text) for text in shape.names]
    if shape.width < 2 or not disjoint(keys) or any(shape.bands):
        return None
    whole = reduce(or_, keys)
    if named is not None and can_be_rolled(named.roll, keys):
        dice = Guessed(named.written, "its heading names these dice")
        return _list_or_function(shape, dice, named.roll.scores - whole, names)
    if likely := likely_dice(keys):
        return _list_or_function(shape, Guessed(likely, f"its keys are the scores of {likely}"), KeySet(), names)
    heading = shape.headings[0].strip()
    name = names.domains.new(without_markup(heading) if any(map(str.isalpha, heading)) else "number")
    why = f"the keys of the table {shape.title!r} lie between these"
    names.add_domain(name, number_domain(keys, heading), shape.origin, why)
    # all numbers from the least key to the greatest
    gapless = KeySet.union_of([(whole.intervals[0][0], whole.intervals[-1][1])])
    return _function_of_number(shape, name, name, gapless - whole, names)


def _list_or_function(shape: Shape, dice: Guessed, missing: KeySet, names: Names) -> Table:
    """A list to roll on if each score has its own words; else a function of the score. No row has a `missing` score."""
    numeric = any(numbers_of(shape.column_texts(at)) for at in range(1, shape.width))
    if missing or numeric or shape.unheaded or (shape.width > 2 and are_one_kind(shape)):
        return _function_of_number(shape, dice, "roll", missing, names)
    why = "its keys are scores and its cells are words, so it is a list to roll on"
    beside = one_output_keys(shape) if shape.width == 2 else output_keys(shape)
    return Table({"rows": dice, **beside, "list": _rows(shape)}, why)


def _function_of_number(shape: Shape, rows: Value, axis: str, missing: KeySet, names: Names) -> Table:
    """Cells by number: by dice, or by the input `axis`. A question asks about the `missing` numbers."""
    beside = one_output_keys(shape) if shape.width == 2 else input_keys(shape, names) or output_keys(shape)
    keys: Keys = {"rows": rows, **beside, "cells": _rows(shape)}
    if missing:
        gaps = (
            f"{low:.0f}" if low == high else f"{low:.0f} or more" if high == inf else f"{low:.0f} to {high:.0f}"
            for low, high in missing.intervals
        )
        question: Value = {"when": {axis: ", ".join(gaps)}, "question": "The source has no row for this."}
        keys["questions"] = Guessed([question], "no row of the source has these numbers")
    return Table(keys, "its first column has numbers, so they are the keys of its rows")


def _rows(shape: Shape) -> Keys:
    return {score_key(row[0].text): row_value(shape.values(row)) for row in shape.rows}
