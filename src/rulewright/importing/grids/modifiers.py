"""Modifiers that add up: each row a condition in words, and a number with its sign in one or more columns."""

import re
from collections.abc import Sequence
from math import isinf

from rulewright.importing.draft import Guessed, Value
from rulewright.importing.grids.amounts import amount, are_amounts, reach
from rulewright.importing.grids.names import Names
from rulewright.importing.grids.scores import is_score
from rulewright.importing.grids.shape import Shape, bare
from rulewright.importing.grids.table import EMPTY, Table, number_of, numbers_of, value_text

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
    why = f"these head the columns of {shape.title!r}"
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
