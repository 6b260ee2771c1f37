"""Recognise tables of modifiers and tables by score."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from math import isinf
from operator import or_

from rulewright.importing.draft import Entry, Guessed, Value
from rulewright.importing.grids.columns import (
    BEYOND,
    EMPTY,
    Table,
    alike,
    columns,
    line,
    number_of,
    numbers,
    numbers_of,
    outputs,
    single,
    value_text,
)
from rulewright.importing.grids.shape import (
    PERCENTILE,
    SIGNS,
    Cell,
    Names,
    Shape,
    bare,
    dice_of,
    disjoint,
    fit,
    is_score,
    likely_dice,
    score_key,
    scores,
)
from rulewright.model.dice import Roll
from rulewright.model.keyset import Bound, KeySet

ANY_NUMBER = "±"
BETWEEN = re.compile(r"\[\s*([-+]?\d{1,9})\s*;\s*([-+]?\d{1,9})\s*\]")
INFINITE = float("inf")


@dataclass(frozen=True, slots=True)
class Amount:
    """The keys of a modifier for it, and the input that decides it if it is no plain number."""

    keys: dict[str, Value]
    domains: tuple[Entry, ...] = ()


def are_amounts(texts: Sequence[str]) -> bool:
    """Whether all cells that are not empty say what a modifier adds, and one of them a plain number."""
    present = [text for text in texts if text.strip() not in EMPTY]
    return any(number_of(text) is not None for text in present) and all(map(reach, present))


def reach(text: str) -> tuple[Bound, Bound] | None:
    """The least and the greatest number that an amount may be; None if it is none."""
    if text.strip() == ANY_NUMBER:
        return -INFINITE, INFINITE
    if ends := BETWEEN.fullmatch(text.strip().translate(SIGNS)):
        low, high = int(ends[1]), int(ends[2])
        return (low, high) if low < high else None
    found = numbers_of(text.split(";"))
    several = found and len({*found}) == len(found) == text.count(";") + 1
    return (min(found), max(found)) if found and several else None


def amount(written: str, label: Cell, names: Names) -> Amount:
    """What to write for a cell, beside the label of its modifier."""
    number = number_of(written)
    if number is not None:
        return Amount({"value": str(number)})
    name, title = names.domains.new(bare(label.text)), bare(label.text).strip()
    several = numbers_of(written.split(";")) is not None
    keys, domain = _one_of(written, name) if several else _measured(written, name)
    why = f"{title!r} has several numbers, and the source does not say what chooses between them"
    return Amount(keys, (Entry("domains", name, {**domain, "title": title}, label.origin, (why,)),))


def _one_of(written: str, name: str) -> tuple[dict[str, Value], dict[str, Value]]:
    """Each value with its own case of an input."""
    texts = [text.strip() for text in written.split(";")]
    ids = {f"value-{at}": text for at, text in enumerate(texts, 1)}
    cases: list[Value] = [{"value": str(number_of(text)), "when": {name: key}} for key, text in ids.items()]
    return {"value": cases}, {"names": {**ids}}


def _measured(written: str, name: str) -> tuple[dict[str, Value], dict[str, Value]]:
    """The number that an input is, within the ends that the source names."""
    low, high = reach(written) or (-INFINITE, INFINITE)
    if high == INFINITE:
        return {"value": {"axis": name}}, {"numbers": "..", "test-range": f"{-BEYOND}..{BEYOND}"}
    ends = f"{low}..{high}"
    return {"value": {"axis": name, "clamp": ends}}, {"numbers": "..", "test-range": ends}


SIGNED = re.compile(r"±|\[?[-+−–±\uff0b]\s*\d")
HEADING = re.compile(r"\b(?:DRM|DR?M|modifiers?|mods?|bonus|adds?|adjustments?)\b", re.IGNORECASE)


def modifiers(shape: Shape, names: Names) -> Table | None:
    """One column of words, one or more of numbers of which most have a sign, and perhaps one of remarks."""
    valued = [at for at in range(shape.width) if are_amounts(shape.column(at))]
    worded = [at for at in range(shape.width) if at not in valued]
    if not valued or not 1 <= len(worded) <= 2 or not _signed(shape, valued) or any(shape.bands) or shape.merged(0):
        return None
    label, remark = worded[0], worded[1] if len(worded) > 1 else None
    if any(not text.strip() or is_score(text) for text in shape.column(label)):
        return None
    if len(valued) > 1:
        return _by_column(shape, valued, label, remark, names)
    if any(text.strip() in EMPTY for text in shape.column(valued[0])):
        return None
    amounts = [amount(row[valued[0]].text, row[label], names) for row in shape.rows]
    lines: list[Value] = [_line(shape, at, label, remark) | each.keys for at, each in enumerate(amounts)]
    heads = _headers(shape, lines, valued[0], label, remark)
    totals = _totals([shape.column(valued[0])])
    domains = tuple(domain for each in amounts for domain in each.domains)
    return Table(heads | totals | {"modifiers": _unconditional(lines)}, (_why(),), domains)


def _totals(columns: Sequence[Sequence[str]]) -> dict[str, Value]:
    """From the least to the greatest sum of modifiers in a column."""
    reaches = [[reach(text) or (0, 0) for text in column] for column in columns]
    low = min(sum(min(0, each) for each, _ in one) for one in reaches)
    high = max(sum(max(0, each) for _, each in one) for one in reaches)
    if isinf(low) or isinf(high):
        return {"values": {"numbers": ".."}}
    return {"values": Guessed(f"{low}..{high}", "all that lower it, and all that raise it, make these")}


def _headers(shape: Shape, lines: list[Value], *columns: int | None) -> dict[str, Value]:
    """The headings of these columns; that of the last, the remarks, only where there is one."""
    remarked = any(isinstance(each, dict) and "remark" in each for each in lines)
    kept = [at for at in (columns if remarked else columns[:-1]) if at is not None]
    heads: list[Value] = [shape.headings[at].strip() for at in kept]
    return {"headers": heads} if any(heads) else {}


def _signed(shape: Shape, valued: Sequence[int]) -> bool:
    """Whether most numbers but 0 have a sign, or the heading says that they are modifiers and some have."""
    texts = [text for at in valued for text in shape.column(at) if reach(text) not in (None, (0, 0))]
    signed = sum(bool(SIGNED.match(text.strip())) for text in texts)
    called = any(HEADING.search(each) for each in (shape.title, *(shape.headings[at] for at in valued)))
    return signed > len(texts) / 2 or (called and signed > 0)


def _line(shape: Shape, at: int, label: int, remark: int | None) -> dict[str, Value]:
    row = shape.rows[at]
    found: dict[str, Value] = {"label": row[label].text.strip()}
    if remark is not None and row[remark].text.strip() not in EMPTY:
        found["remark"] = row[remark].text.strip()
    return found


def _by_column(shape: Shape, valued: Sequence[int], label: int, remark: int | None, names: Names) -> Table | None:
    headings = [shape.headings[at].strip() for at in valued]
    if any(numbers_of(shape.column(at)) is None for at in valued):
        return None
    if "" in headings or len({bare(each).casefold() for each in headings}) < len(headings):
        return None
    why = f"these are the column headings of {shape.title!r}"
    domain, _, domains = names.domain("", headings, shape.origin, why)
    lines: list[Value] = []
    for at, row in enumerate(shape.rows):
        cells: list[Value] = [_cell(row[column].text) for column in valued]
        lines.append(_line(shape, at, label, remark) | {"cells": cells})
    columns = Guessed(domain, "the column says to what a modifier is added")
    heads = _headers(shape, lines, label, remark)
    totals = _totals([shape.column(at) for at in valued])
    return Table({"columns": columns, **heads, **totals, "modifiers": _unconditional(lines)}, (_why(),), domains)


def _cell(text: str) -> str:
    number = number_of(text)
    return value_text(text) if number is None else str(number)


def _why() -> str:
    return "its numbers have signs, so they are modifiers that add up"


def _unconditional(lines: list[Value]) -> Guessed:
    return Guessed(lines, "the words say when each applies: write it as `when` too, so that it can be proved")


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
