"""Oracles as grids: their ranges under the name of the dice, and up to three texts beside each."""

from collections.abc import Iterator
from typing import Any

from rulewright.importing.datasworn.links import line
from rulewright.importing.datasworn.things import Thing, text_of
from rulewright.importing.draft import Draft, Unread, together
from rulewright.importing.grids import Cell, Grid, Names, table_of
from rulewright.importing.grids.scores import PERCENTILE, dice_of

TEXTS = (("text", "result", "Result"), ("text2", "summary", "Summary"), ("text3", "description"))
"""The texts of a row, with their names in older files."""
LOWEST, HIGHEST = ("min", "floor", "Floor"), ("max", "ceiling", "Ceiling")


def oracle(thing: Thing, rule: str, names: Names) -> Draft:
    """The table of an oracle, and its rows that no roll gives."""
    rows = [row for row in thing.values.get("rows") or thing.values.get("table") or () if isinstance(row, dict)]
    width = max((at for row in rows for at, keys in enumerate(TEXTS, 1) if text_of(row, *keys)), default=0)
    ranged = [(key, row) for row in rows if (key := _range(row))]
    rollless = (row for row in rows if not _range(row))
    lost = tuple(Unread(thing.origin, _words(row), "this row has no numbers to roll") for row in rollless)
    if not ranged or not width:
        return Draft(unread=(*lost, Unread(thing.origin, thing.name, "this oracle has no rows to roll for")))
    head = [_dice(thing), *_labels(thing, width)]
    body = [[key, *(line(text_of(row, *keys)) for keys in TEXTS[:width])] for key, row in ranged]
    cells = tuple(tuple(Cell(str(text), thing.origin) for text in each) for each in (head, *body))
    made = table_of(Grid(line(thing.name), cells, thing.origin, 1, rule), names)
    return together((made, Draft(unread=(*lost, *_inner_rolls(thing, rows)))))


def _dice(thing: Thing) -> str:
    """The heading of the ranges, if it names the dice of the oracle; else these."""
    dice, labels = text_of(thing.values, "dice") or PERCENTILE, thing.values.get("column_labels")
    heading = text_of(labels, "roll") if isinstance(labels, dict) else ""
    return line(heading) if dice_of([heading]) == dice_of([dice]) else dice


def _range(row: dict[str, Any]) -> str:
    """`1-5`; empty where a row has no numbers."""
    held = row["roll"] if isinstance(row.get("roll"), dict) else row
    low, high = (
        next((held[name] for name in names if isinstance(held.get(name), int)), None) for names in (LOWEST, HIGHEST)
    )
    if low is None or high is None:
        return ""
    return str(low) if low == high else f"{low}-{high}"


def _labels(thing: Thing, width: int) -> Iterator[str]:
    labels = thing.values.get("column_labels")
    for keys in TEXTS[:width]:
        yield line(text_of(labels, *keys)) if isinstance(labels, dict) else ""


def _inner_rolls(thing: Thing, rows: list[dict[str, Any]]) -> Iterator[Unread]:
    """Rows that are tables themselves."""
    for row in rows:
        if isinstance(row.get("oracle_table") or row.get("subtable") or row.get("Subtable"), (list, dict)):
            yield Unread(thing.origin, _words(row), "this row has a table of its own, which is not read")


def _words(row: dict[str, Any]) -> str:
    return " · ".join(filter(None, (text_of(row, *keys) for keys in TEXTS)))
