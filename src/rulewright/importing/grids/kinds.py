"""Decide what kind of table a grid is: the first kind that fits its cells."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, product
from math import prod

from rulewright.decode.cases import UNKNOWN
from rulewright.importing.draft import Draft, Entry, Guessed, Unread, Value
from rulewright.importing.grids.columns import (
    EMPTY,
    GROUP,
    Keys,
    Table,
    inputs,
    line,
    modifiers,
    outputs,
    scored,
    single,
    value_text,
)
from rulewright.importing.grids.shape import Grid, Names, Shape, all_differ, bare, dice_of, grouped, shape_of
from rulewright.limits import ENTRIES

# Decision tables

ANY = "any"
"""The text in a key column that matches every key."""
MOST_COMBINATIONS = 5_000
"""Most combinations of keys that a proof tries quickly."""
Path = tuple[str, ...]
"""The keys of a row, one for each input."""


def decisions(shape: Shape, names: Names) -> Table | None:
    """A table with a row for each combination of names in its first columns. Questions ask about missing rows."""
    count = _key_count(shape)
    paths = [tuple(cell.text.strip() for cell in row[:count]) for row in shape.rows]
    if not count or not _in_order(paths):
        return None
    labels = [[label for label in dict.fromkeys(column) if label != ANY] for column in zip(*paths, strict=True)]
    empty = {bare(label).casefold() for column in labels for label in column} & {*EMPTY}
    if empty or not all(each and all_differ(each) for each in labels):
        return None
    if len({tuple(each) for each in labels}) < len(labels) or prod(map(len, labels)) > MOST_COMBINATIONS:
        return None
    decided = _inputs(shape, paths, labels, names)
    beside = outputs(shape, count) if shape.width > count + 1 else single(shape, count)
    columns = [at for at in range(count, shape.width) if at not in shape.beside_all]
    values = [[row[at].text.strip() for at in columns] for row in shape.rows]
    cells: Keys = {}
    for path, texts in zip(decided.paths, values, strict=True):
        _place(cells, path, line(texts, unknown=UNKNOWN))
    keys: Keys = {"rows": [*decided.axes] if count > 1 else decided.axes[0], **beside}
    if "outputs" in keys and any(shape.headings[:count]):
        keys["headers"] = [heading.strip() for heading in shape.headings[:count]]
    asked = [*decided.unknown(values, _shown_outputs(keys)), *decided.missing()]
    if asked:
        keys["questions"] = Guessed([*asked], "the source does not answer these")
    why = f"only the first {count} columns together tell its rows apart"
    return Table({**keys, "cells": cells}, why if count > 1 else "the source leaves some of its cells open")


@dataclass(frozen=True, slots=True)
class _Inputs:
    """The key columns: their inputs, the ids of the values of each input, and the ids in each row."""

    axes: list[str]
    ids: list[list[str]]
    paths: list[Path]

    def when(self, path: Path) -> dict[str, str]:
        return {axis: key for axis, key in zip(self.axes, path, strict=False) if key != ANY}

    def unknown(self, values: Sequence[Sequence[str]], shown: Sequence[str]) -> Iterator[Value]:
        """Ask for the cells that the source marks as unknown."""
        for path, texts in zip(self.paths, values, strict=True):
            open_ = [at for at, text in enumerate(texts) if text == UNKNOWN]
            if open_:
                output = {"output": ", ".join(shown[at] for at in open_)} if shown else {}
                yield _question(self.when(path) | output, "The source says that this is unknown.")

    def missing(self) -> Iterator[Value]:
        """Ask for the keys that no row has, below each key above them."""
        for depth, ids in enumerate(self.ids):
            for above in dict.fromkeys(path[:depth] for path in self.paths):
                present = {path[depth] for path in self.paths if path[:depth] == above}
                lacking = [key for key in ids if key not in present]
                if lacking and ANY not in present:
                    yield _question(self.when(above) | {self.axes[depth]: ", ".join(lacking)})


def _inputs(shape: Shape, paths: Sequence[Path], labels: Sequence[Sequence[str]], names: Names) -> _Inputs:
    axes, ids, by_label = list[str](), list[list[str]](), list[dict[str, str]]()
    for heading, column in zip(shape.headings, labels, strict=False):
        axis, keys = names.domain(heading.strip(), column, shape.origin, _row_headings(shape))
        axes.append(axis)
        ids.append(keys)
        by_label.append(dict(zip(column, keys, strict=True)) | {ANY: ANY})
    return _Inputs(axes, ids, [tuple(by_label[at][label] for at, label in enumerate(path)) for path in paths])


def _row_headings(shape: Shape) -> str:
    return f"these are the row headings of {shape.title!r}"


def _key_count(shape: Shape) -> int:
    """Count the key columns: several that all repeat, or one where cells are open; 0 if there are none."""
    if any(shape.bands) or not shape.rows:
        return 0
    rows = [tuple(bare(cell.text).strip().casefold() for cell in row) for row in shape.rows]
    count = next((at for at in range(1, shape.width) if len({row[:at] for row in rows}) == len(rows)), 0)
    if shape.beside_all.intersection(range(count)):
        return 0
    if count == 1:
        return int(shape.has_open_cells)
    repeat = all(len({row[at] for row in rows}) < len(rows) for at in range(count))
    return count if repeat and grouped(shape) is shape else 0


def _in_order(paths: Sequence[Path]) -> bool:
    """Whether the rows of each key follow one another, and `any` stands alone."""
    for depth in range(1, len(paths[0]) + 1):
        runs = [start for start, _ in groupby(path[:depth] for path in paths)]
        above_any = {run[:-1] for run in runs if run[-1] == ANY}
        if len({*runs}) < len(runs) or any(run[:-1] in above_any and run[-1] != ANY for run in runs):
            return False
    return True


def _place(cells: Keys, path: Path, value: Value) -> None:
    *above, last = path
    for key in above:
        below = cells.setdefault(key, {})
        assert isinstance(below, dict)
        cells = below
    cells[last] = value


def _shown_outputs(keys: Keys) -> list[str]:
    """Return the outputs with values, or none if the table has only one output."""
    made = keys.get("outputs", {})
    assert isinstance(made, dict)
    return [name for name, output in made.items() if isinstance(output, dict) and "text" not in output]


def _question(where: dict[str, str], question: str = "The source has no row for this.") -> Value:
    return {"when": {**where}, "question": question}


def bullets(shape: Shape, _: Names) -> Table | None:
    if shape.width > 1:
        return None
    texts = shape.names
    dice = dice_of((shape.title, *shape.headings))
    if dice is not None and dice[1].scores.size == len(texts):
        why = f"its title names {dice[0]}, and it has a line for each score"
        return Table({"rows": dice[0], "list": [value_text(text) for text in texts]}, why)
    items: list[Value] = [*filter(None, shape.headings), *texts]
    return Table({"items": items}, "it has one column, so its lines are bullets", section="references")


# Tables that are looked up

MOST_GAPS = 20
"""Most combinations of two inputs that a table may leave out; a table with more gaps is of another kind."""


def lookup(shape: Shape, names: Names) -> Table | None:
    """A table with cells of one kind, looked up by the names in its first column, or in its first two."""
    if len(shape.rows) < 2 or any(shape.bands) or any(not name.strip() for name in shape.names) or shape.has_open_cells:
        return None
    if all_differ(shape.names):
        return _by_one(shape, names) if shape.width > 2 else None
    pairs = [(row[0].text, row[1].text) for row in shape.rows] if shape.width > 2 else []
    if not pairs or "" in (pair[1].strip() for pair in pairs) or not all_differ([" – ".join(pair) for pair in pairs]):
        return None
    return _by_two(shape, names)


def _by_one(shape: Shape, names: Names) -> Table | None:
    beside = inputs(shape, names)
    if beside is None:
        return None
    of_columns, names.new_domains = names.new_domains, []
    rows, ids = _column_domain(shape, 0, names)
    names.new_domains += of_columns
    if rows == _plain(beside["columns"]):  # rows and columns are two inputs, though they have the same names
        return None
    cells: Keys = {name: line([cell.text for cell in row[1:]]) for name, row in zip(ids, shape.rows, strict=True)}
    axis = Guessed(rows, "the row headings are names, so they are values of an input: name it")
    why = "its cells are all of one kind, so it is looked up by row and column"
    return Table({"rows": axis, **beside, "cells": cells}, why)


def _by_two(shape: Shape, names: Names) -> Table | None:
    """A table whose rows have two keys: names repeat in the first column, or span several rows."""
    first, second = (_labels(shape, at) for at in (0, 1))
    rows = {(row[0].text.strip(), row[1].text.strip()): row[2:] for row in shape.rows}
    missing = [pair for pair in product(first, second) if pair not in rows]
    beside = inputs(shape, names, 2) if shape.width > 3 else single(shape, 2)
    if len(second) == len(shape.rows) or beside is None or len(missing) > MOST_GAPS:
        return None
    if not all_differ(first) or not all_differ(second):
        return None
    of_columns, names.new_domains = names.new_domains, []
    (outer, outer_ids), (inner, inner_ids) = (_column_domain(shape, at, names) for at in (0, 1))
    names.new_domains += of_columns
    if len({outer, inner, _plain(beside.get("columns", ""))}) < 3:
        return None
    outer_id, inner_id = dict(zip(first, outer_ids, strict=True)), dict(zip(second, inner_ids, strict=True))
    cells: Keys = {
        outer_id[one]: {
            inner_id[other]: line([cell.text for cell in rows[one, other]]) for other in second if (one, other) in rows
        }
        for one in first
    }
    keys: Keys = {"rows": [outer, inner], **beside, "cells": cells}
    if missing:
        asked = [_question({outer: outer_id[one], inner: inner_id[other]}) for one, other in missing]
        keys["questions"] = Guessed(asked, "no row of the source has these keys")
    return Table(keys, "the first column repeats, so two columns are the keys of the rows")


def _labels(shape: Shape, at: int) -> list[str]:
    """The names in a column, each once."""
    return list(dict.fromkeys(text.strip() for text in shape.column(at)))


def _column_domain(shape: Shape, at: int, names: Names) -> tuple[str, list[str]]:
    return names.domain(shape.headings[at].strip(), _labels(shape, at), shape.origin, _row_headings(shape))


def _plain(value: Value) -> Value:
    return value.value if isinstance(value, Guessed) else value


# Records


def records(shape: Shape, _: Names) -> Table:
    """A table of things by name. Bands between the rows, or repeated names in the first column, group them."""
    shape = _with_names_first(grouped(shape))
    grouping = any(shape.bands)
    keys = dict(single(shape) if shape.width == 2 and not grouping else outputs(shape))
    rows: Keys = {
        name: line([*([band or "–"] if grouping else []), *shape.values(row)])
        for name, row, band in zip(distinct(shape.names), shape.rows, shape.bands, strict=True)
    }
    if grouping:
        made = keys["outputs"]
        assert isinstance(made, dict)
        keys["outputs"] = {GROUP: {"title": shape.band_heading}, **made}
        keys["group-by"] = Guessed(GROUP, "one cell is the heading of these rows")
    again = [name for name, row in zip(rows, shape.rows, strict=True) if name != row[0].text.strip()]
    number = f"names must differ, so these have a number: {', '.join(again)}"
    why = "each row is a thing, and its columns say what it has"
    return Table(keys | {"records": Guessed(rows, number) if again else rows}, why)


def _with_names_first(shape: Shape) -> Shape:
    """If the first column has only numbers, put a column of distinct words before it."""
    if any(letter.isalpha() for name in shape.names for letter in name):
        return shape
    by_column = [[bare(text).strip().casefold() for text in shape.column(at)] for at in range(shape.width)]
    named = (
        at
        for at, texts in enumerate(by_column)
        if at and len({*texts}) == len(texts) and all(any(map(str.isalpha, text)) for text in texts)
    )
    best = next(named, 0)
    if not best or best in shape.beside_all:
        return shape
    order = [best, *(at for at in range(shape.width) if at != best)]
    rows = tuple(tuple(row[at] for at in order) for row in shape.rows)
    return replace(shape, headings=tuple(shape.headings[at] for at in order), rows=rows)


def distinct(names: Iterable[str]) -> Iterator[str]:
    """Make names distinct: a repeated name gets a number; a row without a name is named by its number."""
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
    for kind in KINDS:
        names.new_domains = []
        if (table := kind(shape, names)) is not None:
            break
    assert table is not None
    bulleted = table.section == "references"
    keys: Keys = {"title": shape.title, **({"rule": grid.rule} if grid.rule else {}), **table.keys}
    if shape.notes and not bulleted:
        keys["note"] = " ".join(each.text for each in shape.notes)
    lost = [Unread(note.origin, note.text, "a bullet list takes no note") for note in shape.notes if bulleted]
    ids = names.references if bulleted else names.tables
    entry = Entry(table.section, ids.new(shape.title), keys, grid.origin, (table.why,))
    return Draft(entries=(*names.new_domains, entry), unread=tuple(lost))
