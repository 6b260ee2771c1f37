"""Decision tables: rows that only several columns together tell apart, or whose answers are partly open."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod

from rulewright.decode.values import UNKNOWN
from rulewright.importing.draft import Entry, Guessed, Value
from rulewright.importing.grids.columns import EMPTY, Table, line, outputs, single
from rulewright.importing.grids.shape import Names, Shape, bare, grouped

ANY = "any"
"""The text in a column of keys that matches every key."""
MOST_COMBINATIONS = 5_000
"""Combinations of keys that a proof still tries in no time."""
Keys = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Inputs:
    """What the columns of keys mean: the inputs, the ids of their values, and those of each row."""

    axes: list[str]
    ids: list[list[str]]
    paths: list[Keys]
    domains: tuple[Entry, ...]

    def when(self, path: Keys) -> dict[str, str]:
        return {axis: key for axis, key in zip(self.axes, path, strict=False) if key != ANY}


def decisions(shape: Shape, names: Names) -> Table | None:
    """A row for each combination of the names in its first columns; what no row has is asked."""
    count = _key_count(shape)
    paths = [tuple(cell.text.strip() for cell in row[:count]) for row in shape.rows]
    if not count or not _in_order(paths):
        return None
    labels = [[label for label in dict.fromkeys(column) if label != ANY] for column in zip(*paths, strict=True)]
    if not all(map(_names, labels)) or not _apart(labels) or prod(map(len, labels)) > MOST_COMBINATIONS:
        return None
    return _decided(shape, paths, labels, names)


def _key_count(shape: Shape) -> int:
    """Count the key columns: several that all repeat, or one where cells are open; 0 if there are none."""
    if any(shape.bands) or not shape.rows:
        return 0
    rows = [tuple(bare(cell.text).strip().casefold() for cell in row) for row in shape.rows]
    count = next((at for at in range(1, shape.width) if len({row[:at] for row in rows}) == len(rows)), 0)
    if any(map(shape.beside_all, range(count))):
        return 0
    if count == 1:
        return int(shape.has_open_cells)
    repeat = all(len({row[at] for row in rows}) < len(rows) for at in range(count))
    return count if repeat and grouped(shape) is shape else 0


def _in_order(paths: Sequence[Keys]) -> bool:
    """Whether the rows of each key follow one another, and `any` stands alone."""
    for depth in range(1, len(paths[0]) + 1):
        starts = [path[:depth] for path in paths]
        runs = [start for at, start in enumerate(starts) if at == 0 or start != starts[at - 1]]
        above_any = {run[:-1] for run in runs if run[-1] == ANY}
        if len({*runs}) < len(runs) or any(run[:-1] in above_any and run[-1] != ANY for run in runs):
            return False
    return True


def _names(labels: Sequence[str]) -> bool:
    plain = {bare(label).casefold() for label in labels}
    return len(plain) == len(labels) > 0 and not plain & {*EMPTY}


def _apart(labels: Sequence[Sequence[str]]) -> bool:
    """Whether no two columns are of one domain."""
    return len({tuple(each) for each in labels}) == len(labels)


def _decided(shape: Shape, paths: Sequence[Keys], labels: Sequence[Sequence[str]], names: Names) -> Table:
    inputs, count = _inputs(shape, paths, labels, names), len(labels)
    beside = outputs(shape, count) if shape.width > count + 1 else single(shape, count)
    values = [
        [row[at].text.strip() for at in range(count, shape.width) if not shape.beside_all(at)] for row in shape.rows
    ]
    cells: dict[str, Value] = {}
    for path, texts in zip(inputs.paths, values, strict=True):
        _place(cells, path, line(texts, unknown=UNKNOWN))
    keys: dict[str, Value] = {"rows": [*inputs.axes] if count > 1 else inputs.axes[0], **beside.keys}
    if "outputs" in keys and any(shape.headings[:count]):
        keys["headers"] = [heading.strip() for heading in shape.headings[:count]]
    asked = [*_open(inputs, values, _shown(keys)), *_missing(inputs)]
    if asked:
        keys["questions"] = Guessed([*asked], "the source does not answer these")
    said = f"only the first {count} columns together tell its rows apart"
    why = said if count > 1 else "the source leaves some of its cells open"
    return Table({**keys, "cells": cells}, (why,), (*inputs.domains, *beside.domains))


def _inputs(shape: Shape, paths: Sequence[Keys], labels: Sequence[Sequence[str]], names: Names) -> _Inputs:
    why = f"these are the row headings of {shape.title!r}"
    headed = zip(shape.headings, labels, strict=False)
    found = [names.domain(heading.strip(), each, shape.origin, why) for heading, each in headed]
    ids = [dict(zip(each, keys, strict=True)) | {ANY: ANY} for each, (_, keys, _) in zip(labels, found, strict=True)]
    keyed = [tuple(known[label] for known, label in zip(ids, path, strict=True)) for path in paths]
    domains = tuple(entry for _, _, entries in found for entry in entries)
    return _Inputs([name for name, _, _ in found], [[*known.values()] for known in ids], keyed, domains)


def _place(cells: dict[str, Value], path: Keys, value: Value) -> None:
    *above, last = path
    for key in above:
        below = cells.setdefault(key, {})
        assert isinstance(below, dict)
        cells = below
    cells[last] = value


def _shown(keys: dict[str, Value]) -> list[str]:
    """Return the outputs with values, or none if the table has only one output."""
    made = keys.get("outputs", {})
    assert isinstance(made, dict)
    return [name for name, output in made.items() if isinstance(output, dict) and "text" not in output]


def _open(inputs: _Inputs, values: Sequence[Sequence[str]], shown: Sequence[str]) -> Iterator[Value]:
    """Yield the cells that the source marks as unknown."""
    for path, texts in zip(inputs.paths, values, strict=True):
        unknown = [at for at, text in enumerate(texts) if text == UNKNOWN]
        if unknown:
            output = {"output": ", ".join(shown[at] for at in unknown)} if shown else {}
            yield _question(inputs.when(path) | output, "The source says that this is unknown.")


def _missing(inputs: _Inputs) -> Iterator[Value]:
    """The keys that no row has, below each key above them."""
    for depth, known in enumerate(inputs.ids):
        for above in dict.fromkeys(path[:depth] for path in inputs.paths):
            given = {path[depth] for path in inputs.paths if path[:depth] == above}
            lacking = [key for key in known if key not in given and key != ANY]
            if lacking and ANY not in given:
                where = inputs.when(above) | {inputs.axes[depth]: ", ".join(lacking)}
                yield _question(where, "The source has no row for this.")


def _question(where: dict[str, str], question: str) -> Value:
    return {"when": {**where}, "question": question}
