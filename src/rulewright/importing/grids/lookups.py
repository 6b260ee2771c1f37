"""Names by names: rows and columns are values of inputs, and each cell holds for one of each."""

from collections.abc import Sequence
from itertools import product

from rulewright.importing.draft import Entry, Guessed, Value
from rulewright.importing.grids.columns import inputs, single
from rulewright.importing.grids.names import Names
from rulewright.importing.grids.shape import Shape, bare
from rulewright.importing.grids.table import Table, line

MOST_GAPS = 20
"""Combinations of two inputs that a table may leave out; with more of them it says something else."""


def lookup(shape: Shape, names: Names) -> Table | None:
    """Cells of one kind under the names of an input; or of two, where the first repeats."""
    if len(shape.rows) < 2 or any(shape.bands) or any(not name.strip() for name in shape.names) or shape.has_open_cells:
        return None
    if _distinct(shape.names):
        return _by_one(shape, names) if shape.width > 2 else None
    pairs = [(row[0].text, row[1].text) for row in shape.rows] if shape.width > 2 else []
    if not pairs or "" in (pair[1].strip() for pair in pairs) or not _distinct([" – ".join(pair) for pair in pairs]):
        return None
    return _by_two(shape, names)


def _distinct(texts: Sequence[str]) -> bool:
    return len({bare(text).casefold() for text in texts}) == len(texts)


def _by_one(shape: Shape, names: Names) -> Table | None:
    beside = inputs(shape, names)
    if beside is None:
        return None
    rows, ids, domains = _domain(shape, 0, names)
    if rows == _plain(beside.keys["columns"]):  # rows and columns are two inputs, though they have the same names
        return None
    cells: dict[str, Value] = {
        name: line([cell.text for cell in row[1:]]) for name, row in zip(ids, shape.rows, strict=True)
    }
    guessed = Guessed(rows, "names head the rows, so they are values of an input: give it its name")
    said = "its cells are all of one kind, so it is looked up by row and column"
    return Table({"rows": guessed, **beside.keys, "cells": cells}, (said,), (*domains, *beside.domains))


def _by_two(shape: Shape, names: Names) -> Table | None:
    """Rows with two keys: the first column repeats, as a cell over several rows does."""
    first, second = (list(dict.fromkeys(text.strip() for text in shape.column(at))) for at in (0, 1))
    given = {(row[0].text.strip(), row[1].text.strip()): row[2:] for row in shape.rows}
    missing = [pair for pair in product(first, second) if pair not in given]
    beside = inputs(shape, names, 2) if shape.width > 3 else single(shape, 2)
    if (
        len(second) == len(shape.rows)
        or beside is None
        or len(missing) > MOST_GAPS
        or not _distinct(first)
        or not _distinct(second)
    ):
        return None
    outer, outer_ids, domains = _domain(shape, 0, names)
    inner, inner_ids, more = _domain(shape, 1, names)
    if len({outer, inner, _plain(beside.keys.get("columns", ""))}) < 3:
        return None
    cells: dict[str, Value] = {
        name: {
            key: line([cell.text for cell in given[one, other]])
            for key, other in zip(inner_ids, second, strict=True)
            if (one, other) in given
        }
        for name, one in zip(outer_ids, first, strict=True)
    }
    keys: dict[str, Value] = {"rows": [outer, inner], **beside.keys, "cells": cells}
    if missing:
        places = [(outer_ids[first.index(one)], inner_ids[second.index(other)]) for one, other in missing]
        asked: list[Value] = [
            {"when": {outer: one, inner: other}, "question": "The source has no row for this."} for one, other in places
        ]
        keys["questions"] = Guessed(asked, "no row of the source has these keys")
    said = "the first column repeats, so two columns are the keys of the rows"
    return Table(keys, (said,), (*domains, *more, *beside.domains))


def _domain(shape: Shape, at: int, names: Names) -> tuple[str, list[str], tuple[Entry, ...]]:
    """The domain of the names in a column, each once."""
    labels = list(dict.fromkeys(text.strip() for text in shape.column(at)))
    why = f"these head the rows of {shape.title!r}"
    return names.domain(shape.headings[at].strip(), labels, shape.origin, why)


def _plain(value: Value) -> Value:
    return value.value if isinstance(value, Guessed) else value
