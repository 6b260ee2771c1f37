"""What the columns of a grid hold, and two kinds of tables that depend on it: modifiers, and tables by score."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from math import inf, isinf
from operator import or_

from rulewright.decode.cases import NOTHING, UNKNOWN
from rulewright.importing.draft import Guessed, Ids, Value
from rulewright.importing.grids.shape import (
    NOT_FOR_VALUES,
    PERCENTILE,
    SIGNS,
    Cell,
    Names,
    Shape,
    all_differ,
    bare,
    dice_of,
    disjoint,
    fit,
    is_score,
    likely_dice,
    score_key,
    scores,
)
from rulewright.model.keyset import Bound, KeySet

EMPTY = ("", "-", "–", "—", "−", "n/a", "N/A", "NA", "—")
"""Cells that mean nothing."""
NUMBER = re.compile(r"[-+]?\d{1,15}")
Keys = dict[str, Value]
"""Keys of an entry with their values."""


@dataclass(frozen=True, slots=True)
class Table:
    """The keys of the entry without its title, and why it is a table of this kind."""

    keys: Keys
    why: str
    section: str = "tables"


def value_text(text: str) -> str:
    """Write a cell in our language: `nothing` if it is empty. The words `nothing` and `unknown` get a capital."""
    plain = text.strip()
    if plain in EMPTY:
        return NOTHING
    return plain.capitalize() if plain in (NOTHING, UNKNOWN) else plain


def number_of(text: str) -> int | None:
    """The whole number in a cell, with any minus sign; None if it has none."""
    plain = text.strip().translate(SIGNS)
    return int(plain) if NUMBER.fullmatch(plain) else None


def filled(texts: Iterable[str]) -> list[str]:
    """The cells that are not empty."""
    return [text for text in texts if text.strip() not in EMPTY]


def numbers_of(texts: Iterable[str]) -> list[int] | None:
    """The numbers in cells, of which some may be empty; None if one is not a number, or all are empty."""
    numbers = [number_of(text) for text in filled(texts)]
    return [each for each in numbers if each is not None] if numbers and None not in numbers else None


def line(texts: Sequence[str], unknown: str | None = None) -> Value:
    """The cells of a row as a table lists them; a single one without a list. `unknown` stays as it is."""
    values: list[Value] = [text if text == unknown else value_text(text) for text in texts]
    return values if len(values) != 1 else values[0]


THINGS = re.compile(
    r"\b(?:cost|price|value|weight|range|damage|rate|speed|move|movement|attack|defen[cs]e|armou?r|strength|points?|"
    r"name|type|class|effects?|results?|notes?|remarks?|description|special|cr|xp|hp|ac|pts|gp|sp|dr|rof|size|level)\b",
    re.IGNORECASE,
)
"""Headings that name a property, not an input."""
GROUP = "group"
"""The output with the names of groups of rows."""
BEYOND = 5
"""How far a proof goes beyond the last key with an open end."""
SHORT = 12
"""Most characters of a cell that is looked up; longer ones are remarks."""


def single(shape: Shape, first: int = 1) -> Keys:
    """The keys for one column of values, with its heading."""
    heads = [heading.strip() for heading in shape.headings]
    keys: Keys = {"headers": [*heads]} if any(heads) else {}
    return keys | values_of(shape.column(first))


def outputs(shape: Shape, first: int = 1) -> Keys:
    """The keys for several columns, each an output; a text beside all rows prints turned to save room."""
    ids, made = Ids((*NOT_FOR_VALUES, GROUP)), dict[str, Value]()
    for at in range(first, shape.width):
        heading, text = shape.headings[at].strip(), shape.rows[0][at].text
        beside = at in shape.beside_all
        output: Keys = {"title": heading}
        if beside:
            titled = output if heading not in ("", text.strip()) else {}
            output = {**titled, "text": text.strip(), "rotated": "yes"}
        else:
            output |= values_of(shape.column(at)) | ({"merged": "yes"} if shape.merged(at) else {})
        made[ids.new(bare(heading or (text if beside else f"Column {at + 1}")))] = output
    head = shape.headings[first - 1].strip()
    return {**({"headers": [head]} if head else {}), "outputs": made}


def inputs(shape: Shape, names: Names, first: int = 1) -> Keys | None:
    """The keys for columns that are the values of an input; None if their cells are of different kinds."""
    headings = [heading.strip() for heading in shape.headings[first:]]
    if not alike(shape, first) or shape.beside_all.intersection(range(first, shape.width)):
        return None
    cells = values_of([text for at in range(first, shape.width) for text in shape.column(at)])
    heads: Keys = {"headers": [*shape.headings[:first]]} if any(shape.headings[:first]) else {}
    keys = [scores(each) for each in headings]
    if len(keys) > 1 and disjoint(keys) and len(reduce(or_, keys).intervals) == 1:
        name = names.domains.new("number")
        why = f"the columns of the table {shape.title!r} are keyed by these"
        names.add_domain(name, numbers(keys), shape.origin, why)
        reason = "the column headings are numbers, so they are keys of an input: name it"
        return {"columns": Guessed(name, reason), "keys": [score_key(each) for each in headings], **heads, **cells}
    why = f"these are the column headings of {shape.title!r}"
    domain, _ = names.domain("", headings, shape.origin, why)
    reason = "the cells are all of one kind, so the columns are values of an input: name it"
    return {"columns": Guessed(domain, reason), **heads, **cells}


def numbers(keys: Sequence[KeySet], title: str = "") -> Keys:
    """A domain from the least to the greatest number of some keys; proofs try these numbers."""
    ends = [end for key in keys for interval in key.intervals for end in interval]
    inner = [int(end) for end in ends if not isinf(end)] or [0]
    low, high = ("" if isinf(end) else f"{end:.0f}" for end in (min(ends), max(ends)))
    domain: Keys = {"numbers": f"{low}..{high}"}
    if title:
        domain["title"] = title
    if not low or not high:
        domain["test-range"] = f"{min(inner) - BEYOND * (not low)}..{max(inner) + BEYOND * (not high)}"
    return domain


def values_of(texts: Sequence[str]) -> Keys:
    """The key for the range of the cells, if all are whole numbers."""
    numbers = numbers_of(texts)
    if not numbers:
        return {}
    return {"values": Guessed(f"{min(numbers)}..{max(numbers)}", "the numbers in the source lie between these")}


def alike(shape: Shape, first: int = 1) -> bool:
    """Whether all cells are of one kind, numbers or a few short words, and no heading names a property."""
    headings = [bare(heading).strip().casefold() for heading in shape.headings[first:]]
    if "" in headings or len({*headings}) < len(headings) or any(THINGS.search(each) for each in headings):
        return False
    present = filled(text.strip() for at in range(first, shape.width) for text in shape.column(at))
    if all(number_of(text) is not None for text in present):
        return bool(present)
    short = all(len(bare(text)) <= SHORT for text in present)
    return short and len({*present}) <= max(3, len(present) * 2 / 3)


# Tables of modifiers

ANY_NUMBER = "±"
BETWEEN = re.compile(r"\[\s*([-+]?\d{1,9})\s*;\s*([-+]?\d{1,9})\s*\]")
SIGNED = re.compile(r"±|\[?[-+−–±\uff0b]\s*\d")
HEADING = re.compile(r"\b(?:DRM|DR?M|modifiers?|mods?|bonus|adds?|adjustments?)\b", re.IGNORECASE)


def modifiers(shape: Shape, names: Names) -> Table | None:
    """A table with a column of words, one or more of numbers, most with a sign, and perhaps one of remarks."""
    valued = [at for at in range(shape.width) if are_amounts(shape.column(at))]
    worded = [at for at in range(shape.width) if at not in valued]
    if not valued or not 1 <= len(worded) <= 2 or not _signed(shape, valued) or any(shape.bands) or shape.merged(0):
        return None
    label, *remarks = worded
    if any(not text.strip() or is_score(text) for text in shape.column(label)):
        return None
    if len(valued) == 1 and len(filled(shape.column(valued[0]))) == len(shape.rows):
        columns: Keys | None = {}
        amounts = [_amount(row[valued[0]].text, row[label], names) for row in shape.rows]
    elif len(valued) > 1 and (columns := _modified_columns(shape, valued, names)) is not None:
        amounts = [{"cells": [_cell(row[at].text) for at in valued]} for row in shape.rows]
    else:
        return None
    lines: list[Value] = []
    for row, amount in zip(shape.rows, amounts, strict=True):
        remark = filled(row[at].text.strip() for at in remarks)
        lines.append({"label": row[label].text.strip(), **({"remark": remark[0]} if remark else {}), **amount})
    remarked = any(filled(shape.column(at)) for at in remarks)
    headed = [*(valued if not columns else ()), label, *(remarks if remarked else ())]
    heads: list[Value] = [shape.headings[at].strip() for at in headed]
    keys: Keys = {**(columns or {}), **({"headers": heads} if any(heads) else {}), "values": _totals(shape, valued)}
    why = "the words say when each applies: write it as `when` too, so that it can be proved"
    return Table(keys | {"modifiers": Guessed(lines, why)}, "its numbers have signs, so they are modifiers that add up")


def are_amounts(texts: Sequence[str]) -> bool:
    """Whether all cells that are not empty are amounts of modifiers, and at least one is a plain number."""
    present = filled(texts)
    return any(number_of(text) is not None for text in present) and all(map(reach, present))


def reach(text: str) -> tuple[Bound, Bound] | None:
    """The least and the greatest number that an amount may be; None if the text is not an amount."""
    if text.strip() == ANY_NUMBER:
        return -inf, inf
    if ends := BETWEEN.fullmatch(text.strip().translate(SIGNS)):
        low, high = int(ends[1]), int(ends[2])
        return (low, high) if low < high else None
    numbers = numbers_of(text.split(";"))
    several = numbers and len({*numbers}) == len(numbers) == text.count(";") + 1
    return (min(numbers), max(numbers)) if numbers and several else None


def _signed(shape: Shape, valued: Sequence[int]) -> bool:
    """Whether most numbers but 0 have a sign, or the heading says that they are modifiers and some have."""
    texts = [text for at in valued for text in shape.column(at) if reach(text) not in (None, (0, 0))]
    signed = sum(bool(SIGNED.match(text.strip())) for text in texts)
    called = any(HEADING.search(each) for each in (shape.title, *(shape.headings[at] for at in valued)))
    return signed > len(texts) / 2 or (called and signed > 0)


def _amount(written: str, label: Cell, names: Names) -> Keys:
    """The key for an amount, without the label of its modifier. An input decides an amount that is not a number."""
    number = number_of(written)
    if number is not None:
        return {"value": str(number)}
    title = bare(label.text).strip()
    name = names.domains.new(bare(label.text))
    if numbers_of(written.split(";")) is not None:
        ids: Keys = {f"value-{at}": text.strip() for at, text in enumerate(written.split(";"), 1)}
        domain: Keys = {"names": ids}
        value: Value = [{"value": str(number_of(str(text))), "when": {name: key}} for key, text in ids.items()]
    elif (ends := reach(written) or (-inf, inf))[1] == inf:
        domain, value = {"numbers": "..", "test-range": f"{-BEYOND}..{BEYOND}"}, {"axis": name}
    else:
        within = f"{ends[0]}..{ends[1]}"
        domain, value = {"numbers": "..", "test-range": within}, {"axis": name, "clamp": within}
    why = f"{title!r} has several numbers, and the source does not say what chooses between them"
    names.add_domain(name, {**domain, "title": title}, label.origin, why)
    return {"value": value}


def _modified_columns(shape: Shape, valued: Sequence[int], names: Names) -> Keys | None:
    """The key for several columns of numbers; None if these are not values of one input."""
    headings = [shape.headings[at].strip() for at in valued]
    if any(numbers_of(shape.column(at)) is None for at in valued) or "" in headings or not all_differ(headings):
        return None
    why = f"these are the column headings of {shape.title!r}"
    domain, _ = names.domain("", headings, shape.origin, why)
    return {"columns": Guessed(domain, "the column says to what a modifier is added")}


def _cell(text: str) -> str:
    number = number_of(text)
    return value_text(text) if number is None else str(number)


def _totals(shape: Shape, valued: Sequence[int]) -> Value:
    """The range of the sums of modifiers in a column."""
    reaches = [[reach(text) or (0, 0) for text in shape.column(at)] for at in valued]
    low = min(sum(min(0, each) for each, _ in one) for one in reaches)
    high = max(sum(max(0, each) for _, each in one) for one in reaches)
    if isinf(low) or isinf(high):
        return {"numbers": ".."}
    return Guessed(f"{low}..{high}", "the sums of all negative and of all positive modifiers")


# Tables by score


def scored(shape: Shape, names: Names) -> Table | None:
    """A table whose first column has numbers or ranges of numbers that do not overlap."""
    named = dice_of((shape.headings[0], shape.title, *shape.headings[1:]))
    keys = [scores(text, percentile=True) for text in shape.names]  # 00 is the highest score of a percentile roll
    if not (named[1].percentile if named else likely_dice(keys) == PERCENTILE):
        keys = [scores(text) for text in shape.names]
    if shape.width < 2 or not disjoint(keys) or any(shape.bands):
        return None
    whole = reduce(or_, keys)
    if named is not None and fit(named[1], keys):
        dice = Guessed(named[0], "its heading names these dice")
        return _rolled(shape, dice, named[1].scores - whole, names)
    if likely := likely_dice(keys):
        return _rolled(shape, Guessed(likely, f"its keys are the scores of {likely}"), KeySet(), names)
    heading = shape.headings[0].strip()
    name = names.domains.new(bare(heading) if any(map(str.isalpha, heading)) else "number")
    why = f"the keys of the table {shape.title!r} lie between these"
    names.add_domain(name, numbers(keys, heading), shape.origin, why)
    missing = KeySet.union_of([(whole.intervals[0][0], whole.intervals[-1][1])]) - whole
    return _function(shape, name, name, missing, names)


def _rolled(shape: Shape, dice: Guessed, missing: KeySet, names: Names) -> Table:
    """A list to roll on if each score has its own words; else a function of the score."""
    numeric = any(numbers_of(shape.column(at)) for at in range(1, shape.width))
    if missing or numeric or shape.unheaded or (shape.width > 2 and alike(shape)):
        return _function(shape, dice, "roll", missing, names)
    why = "its keys are scores and its cells are words, so it is a list to roll on"
    beside = single(shape) if shape.width == 2 else outputs(shape)
    return Table({"rows": dice, **beside, "list": _rows(shape)}, why)


def _function(shape: Shape, rows: Value, axis: str, missing: KeySet, names: Names) -> Table:
    """Cells by number. A question asks about numbers without a row."""
    beside = single(shape) if shape.width == 2 else inputs(shape, names) or outputs(shape)
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
    return {score_key(row[0].text): line(shape.values(row)) for row in shape.rows}
