"""The table that a grid becomes, what its columns hold, and tables of modifiers and scores."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import reduce
from math import isinf
from operator import or_

from rulewright.decode.values import NOTHING, UNKNOWN
from rulewright.importing.draft import Entry, Guessed, Ids, Unread, Value
from rulewright.importing.grids.shape import (
    NOT_FOR_VALUES,
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

EMPTY = ("", "-", "–", "—", "−", "n/a", "N/A", "NA", "—")
"""How sources say that there is nothing."""
NUMBER = re.compile(r"[-+]?\d{1,15}")


@dataclass(frozen=True, slots=True)
class Table:
    """The keys of the entry beside its title, the domains that it needs, and the reasons for the kind."""

    keys: dict[str, Value]
    why: tuple[str, ...]
    domains: tuple[Entry, ...] = ()
    unread: tuple[Unread, ...] = ()
    section: str = "tables"


def value_text(text: str) -> str:
    """A cell as our language writes it: nothing for an empty one; two words that mean something else get capitals."""
    plain = text.strip()
    if plain in EMPTY:
        return NOTHING
    return plain.capitalize() if plain in (NOTHING, UNKNOWN) else plain


def number_of(text: str) -> int | None:
    """The whole number that a cell is, whichever sign it has for minus."""
    plain = text.strip().translate(SIGNS)
    return int(plain) if NUMBER.fullmatch(plain) else None


def numbers_of(texts: Iterable[str]) -> list[int] | None:
    """The numbers of cells, of which some may be empty; None if one is something else, or there is none."""
    present = [text for text in texts if text.strip() not in EMPTY]
    found = [number_of(text) for text in present]
    return [each for each in found if each is not None] if present and None not in found else None


def line(texts: Sequence[str], unknown: str | None = None) -> Value:
    """The cells of a row as the table lists them; a single one stands alone. An `unknown` one may stay so."""
    values: list[Value] = [text if text == unknown else value_text(text) for text in texts]
    return values if len(values) != 1 else values[0]


THINGS = re.compile(
    r"\b(?:cost|price|value|weight|range|damage|rate|speed|move|movement|attack|defen[cs]e|armou?r|strength|points?|"
    r"name|type|class|effects?|results?|notes?|remarks?|description|special|cr|xp|hp|ac|pts|gp|sp|dr|rof|size|level)\b",
    re.IGNORECASE,
)
"""Headings that name a property, not an input."""
GROUP = "group"
"""The output that heads groups of rows."""
BEYOND = 5
"""How far a proof goes beyond the last key with an open end."""
SHORT = 12
"""Letters of a cell that is looked up; longer ones are remarks."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The keys of a table for its columns, and the domains that they need."""

    keys: dict[str, Value]
    domains: tuple[Entry, ...] = field(default=())


def single(shape: Shape, first: int = 1) -> Columns:
    """One column of values, with its heading."""
    heads = [heading.strip() for heading in shape.headings]
    keys: dict[str, Value] = {"headers": [*heads]} if any(heads) else {}
    return Columns(keys | values_of(shape.column(first)))


def outputs(shape: Shape, first: int = 1) -> Columns:
    """A column for each thing that a row says."""
    ids, made = Ids((*NOT_FOR_VALUES, GROUP)), dict[str, Value]()
    for at in range(first, shape.width):
        heading = shape.headings[at].strip()
        text = shape.rows[0][at].text if shape.beside_all(at) else f"Column {at + 1}"
        made[ids.new(bare(heading or text))] = _output(shape, at, heading)
    head = shape.headings[first - 1].strip()
    keys: dict[str, Value] = {"headers": [head]} if head else {}
    return Columns({**keys, "outputs": made})


def _output(shape: Shape, at: int, heading: str) -> dict[str, Value]:
    """A column of values; or one with a text beside all rows, which prints turned to save room."""
    text = shape.rows[0][at].text.strip()
    if shape.beside_all(at):
        return {**({"title": heading} if heading not in ("", text) else {}), "text": text, "rotated": "yes"}
    merged: dict[str, Value] = {"merged": "yes"} if shape.merged(at) else {}
    return {"title": heading, **values_of(shape.column(at)), **merged}


def columns(shape: Shape, names: Names) -> Columns:
    """All columns of a function: one; one for each key of an input; else outputs."""
    if shape.width == 2:
        return single(shape)
    return inputs(shape, names) or outputs(shape)


def inputs(shape: Shape, names: Names, first: int = 1) -> Columns | None:
    """Columns for the keys of an input; None where they do not say values of one kind."""
    headings = [heading.strip() for heading in shape.headings[first:]]
    if not alike(shape, first) or any(map(shape.beside_all, range(first, shape.width))):
        return None
    cells = values_of([text for at in range(first, shape.width) for text in shape.column(at)])
    heads: dict[str, Value] = {"headers": [*shape.headings[:first]]} if any(shape.headings[:first]) else {}
    keys = [scores(each) for each in headings]
    if len(keys) > 1 and disjoint(keys) and len(reduce(or_, keys).intervals) == 1:
        return _numbered(shape, headings, keys, heads | cells, names)
    why = f"these are the column headings of {shape.title!r}"
    domain, _, domains = names.domain("", headings, shape.origin, why)
    said = "the cells are all of one kind, so the columns are values of an input: give it its name"
    return Columns({"columns": Guessed(domain, said), **heads, **cells}, domains)


def _numbered(
    shape: Shape, headings: Sequence[str], keys: Sequence[KeySet], others: dict[str, Value], names: Names
) -> Columns:
    name = names.domains.new("number")
    why = f"the columns of the table {shape.title!r} are keyed by these"
    entry = Entry("domains", name, numbers(keys), shape.origin, (why,))
    said = "numbers head the columns, so they are keys of an input: give it its name"
    written: list[Value] = [score_key(each) for each in headings]
    return Columns({"columns": Guessed(name, said), "keys": written, **others}, (entry,))


def numbers(keys: Sequence[KeySet], title: str = "") -> dict[str, Value]:
    """A domain from the least to the greatest number of some keys, which a proof tries as far as the keys reach."""
    ends = [end for key in keys for interval in key.intervals for end in interval]
    inner = [int(end) for end in ends if not isinf(end)] or [0]
    low, high = ("" if isinf(end) else f"{end:.0f}" for end in (min(ends), max(ends)))
    domain: dict[str, Value] = {"numbers": f"{low}..{high}"}
    if title:
        domain["title"] = title
    if not low or not high:
        domain["test-range"] = f"{min(inner) - BEYOND * (not low)}..{max(inner) + BEYOND * (not high)}"
    return domain


def values_of(texts: Sequence[str]) -> dict[str, Value]:
    """The numbers that cells have, where all are whole numbers."""
    found = numbers_of(texts)
    if not found:
        return {}
    return {"values": Guessed(f"{min(found)}..{max(found)}", "the numbers in the source lie between these")}


def alike(shape: Shape, first: int = 1) -> bool:
    """Whether all cells say values of one kind: numbers, or few and short words; and no heading names a property."""
    headings = [bare(heading).strip().casefold() for heading in shape.headings[first:]]
    if "" in headings or len({*headings}) < len(headings) or any(THINGS.search(each) for each in headings):
        return False
    texts = [text.strip() for at in range(first, shape.width) for text in shape.column(at)]
    present = [text for text in texts if text not in EMPTY]
    if all(number_of(text) is not None for text in present):
        return bool(present)
    short = all(len(bare(text)) <= SHORT for text in present)
    return short and len({*present}) <= max(3, len(present) * 2 / 3)


# Recognise tables of modifiers and tables by score

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
    return _modifiers_numbered(shape, keys, names)


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


def _modifiers_numbered(shape: Shape, keys: list[KeySet], names: Names) -> Table:
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
