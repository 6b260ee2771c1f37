"""Decide what kind of table a grid is: the first kind that fits its cells."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod

from rulewright.decode.values import UNKNOWN
from rulewright.importing.draft import Draft, Entry, Guessed, Unread, Value
from rulewright.importing.grids.columns import (
    EMPTY,
    GROUP,
    Table,
    inputs,
    line,
    modifiers,
    outputs,
    scored,
    single,
    value_text,
)
from rulewright.importing.grids.shape import Grid, Names, Shape, bare, dice_of, grouped, shape_of
from rulewright.limits import ENTRIES

# Decision tables

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
    if not all(map(_decisions_names, labels)) or not _apart(labels) or prod(map(len, labels)) > MOST_COMBINATIONS:
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


def _decisions_names(labels: Sequence[str]) -> bool:
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


def bullets(shape: Shape, _: Names) -> Table | None:
    if shape.width > 1:
        return None
    texts = [*shape.names]
    dice = dice_of((shape.title, *shape.headings))
    if dice is not None and dice[1].scores.size == len(texts):
        things: list[Value] = [value_text(text) for text in texts]
        why = f"its title names {dice[0]}, and it has a line for each score"
        return Table({"rows": dice[0], "list": things}, (why,))
    items: list[Value] = [*filter(None, shape.headings), *texts]
    return Table({"items": items}, ("it has one column, so its lines are bullets",), section="references")


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
    why = f"these are the row headings of {shape.title!r}"
    return names.domain(shape.headings[at].strip(), labels, shape.origin, why)


def _plain(value: Value) -> Value:
    return value.value if isinstance(value, Guessed) else value


def records(shape: Shape, _: Names) -> Table:
    """Things by their names; bands between the rows, or a first column that repeats, head groups of them."""
    shape = _with_names_first(grouped(shape))
    keys = dict(single(shape).keys if shape.width == 2 and not any(shape.bands) else outputs(shape).keys)
    rows: dict[str, Value] = {}
    for name, row, band in zip(distinct(shape.names), shape.rows, shape.bands, strict=True):
        cells = line([*([band or "–"] if any(shape.bands) else []), *shape.values(row)])
        rows[name] = cells
    if any(shape.bands):
        made = keys["outputs"]
        assert isinstance(made, dict)
        keys["outputs"] = {GROUP: {"title": shape.band_heading}, **made}
        keys["group-by"] = Guessed(GROUP, "one cell heads these rows together")
    again = [name for name, row in zip(rows, shape.rows, strict=True) if name != row[0].text.strip()]
    said = "each row is a thing, and its columns say what it has"
    if again:
        number = f"names must differ, so these have a number: {', '.join(again)}"
        return Table(keys | {"records": Guessed(rows, number)}, (said,))
    return Table(keys | {"records": rows}, (said,))


def _with_names_first(shape: Shape) -> Shape:
    """Where the first column has only numbers, one of words of which none comes twice before it."""
    if any(letter.isalpha() for name in shape.names for letter in name):
        return shape
    by_column = [[bare(text).strip().casefold() for text in shape.column(at)] for at in range(shape.width)]
    best = next((at for at, texts in enumerate(by_column) if at and _names(texts)), 0)
    if not best or shape.beside_all(best):
        return shape
    order = [best, *(at for at in range(shape.width) if at != best)]
    rows = tuple(tuple(row[at] for at in order) for row in shape.rows)
    return replace(shape, headings=tuple(shape.headings[at] for at in order), rows=rows)


def _names(texts: Sequence[str]) -> bool:
    return len({*texts}) == len(texts) and all(any(map(str.isalpha, text)) for text in texts)


def distinct(names: Iterable[str]) -> Iterator[str]:
    """The names, with a number after one that came before; a row without a name is called by its number."""
    taken: set[str] = set()
    for at, written in enumerate(names, 1):
        name, number = written.strip() or f"{at}", 2
        while bare(name).casefold() in taken:
            name = f"{written.strip()} ({number})"
            number += 1
        taken.add(bare(name).casefold())
        yield name


KINDS: tuple[Callable[[Shape, Names], Table | None], ...] = (bullets, modifiers, scored, lookup, decisions, records)
"""Each turns a shape into a table, or returns None if the shape does not fit. The last takes all that have names."""


def table_of(grid: Grid, names: Names) -> Draft:
    """Return a draft with the table of a grid, the domains that it needs, and notes about the rest."""
    shape = shape_of(grid)
    if shape is None:
        return Draft()
    if len(shape.rows) > ENTRIES.most:
        why = f"it has {len(shape.rows):,} rows, and a table at most {ENTRIES.most:,}"
        return Draft(unread=(Unread(grid.origin, shape.title, why),))
    if not shape.rows:
        words = " · ".join((*shape.headings, *(note.text for note in shape.notes)))
        return Draft(unread=(Unread(grid.origin, words, "this table has headings and no rows"),))
    table = next(filter(None, (kind(shape, names) for kind in KINDS)))
    return _drafted(table, shape, grid, names)


def _drafted(table: Table, shape: Shape, grid: Grid, names: Names) -> Draft:
    """Add to the entry what every table has: title, rule, and a note with the lines below the table."""
    ids = names.references if table.section == "references" else names.tables
    head: dict[str, Value] = {"title": shape.title}
    if grid.rule:
        head["rule"] = grid.rule
    note: dict[str, Value] = {"note": " ".join(each.text for each in shape.notes)} if shape.notes else {}
    if note and table.section == "references":
        table, note = replace(table, unread=(*table.unread, *_unread_notes(shape))), {}
    entry = Entry(table.section, ids.new(shape.title), head | table.keys | note, grid.origin, table.why)
    return Draft(entries=(*table.domains, entry), unread=table.unread)


def _unread_notes(shape: Shape) -> tuple[Unread, ...]:
    return tuple(Unread(note.origin, note.text, "a bullet list takes no note") for note in shape.notes)
