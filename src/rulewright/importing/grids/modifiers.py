"""Recognise tables of modifiers: words that say when each applies, and numbers with signs that add up.

| uphill | +1 |      becomes   modifiers: [{label: uphill, value: "1"}, {label: in fog, value: "-2"}]
| in fog | −2 |                values: -2..1

An amount is the text of such a number; `±`, `[-2; +3]` and `1; 3` are amounts that an input decides.
"""

import re
from collections.abc import Sequence
from math import inf, isinf

from rulewright.entries.keyset import Bound
from rulewright.importing.draft import Guessed, Value
from rulewright.importing.grids.columns import (
    TESTED_BEYOND,
    Keys,
    Names,
    Table,
    filled,
    number_of,
    numbers_of,
    value_text,
)
from rulewright.importing.grids.scores import SIGNS, is_score
from rulewright.importing.grids.shape import Cell, Shape, all_differ, without_markup

ANY_RANGE = -inf, inf

ANY_NUMBER = "±"
"""A cell that means any number, which something else decides."""
RANGE_IN_BRACKETS = re.compile(r"\[\s*([-+]?\d{1,9})\s*;\s*([-+]?\d{1,9})\s*\]")
"""`[-2; +3]`: a number from -2 to 3."""
HAS_SIGN = re.compile(r"±|\[?[-+−–±\uff0b]\s*\d")
"""The start of an amount with a sign: `+1`, `− 2`, `[-2; +3]`, `±`."""
MODIFIER_HEADING = re.compile(r"\b(?:DRM|DR?M|modifiers?|mods?|bonus|adds?|adjustments?)\b", re.IGNORECASE)
"""Headings of modifiers; DRM means die roll modifier."""


def modifiers(shape: Shape, names: Names) -> Table | None:
    """A table with a column of words, one or more of numbers, most with a sign, and perhaps one of remarks.

    None if the shape does not fit.
    """
    number_columns = [column for column in range(shape.width) if are_amounts(shape.column_texts(column))]
    word_columns = [column for column in range(shape.width) if column not in number_columns]
    has_both = bool(number_columns) and 1 <= len(word_columns) <= 2
    if not has_both or not _have_signs(shape, number_columns) or any(shape.bands) or shape.merged(0):
        return None
    label, *remark_columns = word_columns
    if any(not text.strip() or is_score(text) for text in shape.column_texts(label)):
        return None
    if len(number_columns) == 1 and len(filled(shape.column_texts(number_columns[0]))) == len(shape.rows):
        columns: Keys | None = {}  # a single column of numbers is no input
        amounts = [_amount_keys(row[number_columns[0]].text, row[label], names) for row in shape.rows]
    elif len(number_columns) > 1 and (columns := _modified_columns(shape, number_columns, names)) is not None:
        amounts = [{"cells": [_cell(row[column].text) for column in number_columns]} for row in shape.rows]
    else:
        return None
    lines: list[Value] = []
    for row, amount in zip(shape.rows, amounts, strict=True):
        remark = filled(row[column].text.strip() for column in remark_columns)
        lines.append({"label": row[label].text.strip(), **({"remark": remark[0]} if remark else {}), **amount})
    has_remarks = any(filled(shape.column_texts(column)) for column in remark_columns)
    # the value column has a heading of its own only if it is not an input
    heading_columns = [*(number_columns if not columns else ()), label, *(remark_columns if has_remarks else ())]
    heads: list[Value] = [shape.headings[column].strip() for column in heading_columns]
    keys: Keys = {
        **(columns or {}),
        **({"headers": heads} if any(heads) else {}),
        "values": _totals(shape, number_columns),
    }
    why = "the words say when each applies: write it as `when` too, so that it can be proved"
    return Table(keys | {"modifiers": Guessed(lines, why)}, "its numbers have signs, so they are modifiers that add up")


def are_amounts(texts: Sequence[str]) -> bool:
    """Whether all cells that are not empty are amounts of modifiers, and at least one is a plain number."""
    present = filled(texts)
    return any(number_of(text) is not None for text in present) and all(map(amount_range, present))


def amount_range(text: str) -> tuple[Bound, Bound] | None:
    """The least and the greatest number that an amount may be; None if the text is not an amount.

    `+2` may be 2 to 2, `1; 3` and `[1; 3]` may be 1 to 3, and `±` any number.
    """
    if text.strip() == ANY_NUMBER:
        return ANY_RANGE
    if ends := RANGE_IN_BRACKETS.fullmatch(text.strip().translate(SIGNS)):
        low, high = int(ends[1]), int(ends[2])
        return (low, high) if low < high else None
    numbers = numbers_of(text.split(";"))
    if not numbers or len({*numbers}) < len(numbers) or len(numbers) < text.count(";") + 1:
        return None  # a part is not a number, is empty, or occurs twice
    return min(numbers), max(numbers)


def _have_signs(shape: Shape, number_columns: Sequence[int]) -> bool:
    """Whether most numbers but 0 have a sign, or the heading says that they are modifiers and some have."""
    texts = [
        text
        for column in number_columns
        for text in shape.column_texts(column)
        if amount_range(text) not in (None, (0, 0))
    ]
    signed = sum(bool(HAS_SIGN.match(text.strip())) for text in texts)
    headings = (shape.title, *(shape.headings[column] for column in number_columns))
    is_named_so = any(map(MODIFIER_HEADING.search, headings))
    return signed > len(texts) / 2 or (is_named_so and signed > 0)


def _amount_keys(written: str, label: Cell, names: Names) -> Keys:
    """The key for an amount, without the label of its modifier. An input decides an amount that is not a number."""
    number = number_of(written)
    if number is not None:
        return {"value": str(number)}
    title = without_markup(label.text).strip()
    name = names.domains.new(without_markup(label.text))
    if numbers_of(written.split(";")) is not None:
        ids: Keys = {f"value-{number}": text.strip() for number, text in enumerate(written.split(";"), 1)}
        domain: Keys = {"names": ids}
        value: Value = [{"value": str(number_of(str(text))), "when": {name: key}} for key, text in ids.items()]
    elif (ends := amount_range(written) or ANY_RANGE) == ANY_RANGE:
        domain, value = {"numbers": "..", "test-range": f"{-TESTED_BEYOND}..{TESTED_BEYOND}"}, {"axis": name}
    else:
        bounds = f"{ends[0]}..{ends[1]}"
        domain, value = {"numbers": "..", "test-range": bounds}, {"axis": name, "clamp": bounds}
    why = f"{title!r} has several numbers, and the source does not say what chooses between them"
    names.add_domain(name, {**domain, "title": title}, label.origin, why)
    return {"value": value}


def _modified_columns(shape: Shape, number_columns: Sequence[int], names: Names) -> Keys | None:
    """The key for several columns of numbers; None if these are not values of one input."""
    headings = [shape.headings[column].strip() for column in number_columns]
    if (
        any(numbers_of(shape.column_texts(column)) is None for column in number_columns)
        or "" in headings
        or not all_differ(headings)
    ):
        return None
    why = f"these are the column headings of {shape.title!r}"
    domain = names.domain("", headings, shape.origin, why).domain
    return {"columns": Guessed(domain, "the column says to what a modifier is added")}


def _cell(text: str) -> str:
    """A cell of a modifier: a number without its plus sign, or `nothing`."""
    number = number_of(text)
    return value_text(text) if number is None else str(number)


def _totals(shape: Shape, number_columns: Sequence[int]) -> Value:
    """The range of the sums of modifiers in a column: the least and the greatest of all columns."""
    ranges = [[amount_range(text) or (0, 0) for text in shape.column_texts(column)] for column in number_columns]
    low = min(sum(min(0, least) for least, _ in of_column) for of_column in ranges)
    high = max(sum(max(0, greatest) for _, greatest in of_column) for of_column in ranges)
    if isinf(low) or isinf(high):
        return {"numbers": ".."}
    return Guessed(f"{low}..{high}", "the sums of all negative and of all positive modifiers")
