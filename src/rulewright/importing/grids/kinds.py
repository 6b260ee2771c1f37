"""Decide what kind of table a grid is: the first kind that fits its cells.

A grid of printed cells comes in, and a draft goes out: the entry of the table with the reason for its kind, the domains
of its keys, and what it has no place for. The kinds, in the order in which `table_of` tries them:

- bullets: one column, so a list of points;
- modifiers and scored: see the modules of these names;
- lookup: cells of one kind, found by the names of the row and of the column;
- decisions: several columns of names that together tell the rows apart;
- records: all others, each row a thing such as a unit, with its properties.

A shape is a rectangle of cells with headings; its bands are rows with a single text, headings of the rows below. An
input is what a reader looks up, such as the weather: its domain has an id for each of its values, and `names` makes
these ids. `one_output_keys`, `output_keys` and `input_keys` write the columns after the keys, here called `beside`.

Whoever makes a domain adds it to `names.new_domains`, which begins empty for each kind that is tried. `Guessed(value,
why)` is a value that the author should check.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, product
from math import prod

from rulewright.base.limits import ENTRIES
from rulewright.entries.cells import UNKNOWN
from rulewright.importing.draft import Draft, Entry, Guessed, Unread, Value
from rulewright.importing.grids.columns import (
    EMPTY,
    GROUP,
    Keys,
    Names,
    Table,
    input_keys,
    one_output_keys,
    output_keys,
    row_value,
    value_text,
)
from rulewright.importing.grids.modifiers import modifiers
from rulewright.importing.grids.scored import scored
from rulewright.importing.grids.scores import dice_of
from rulewright.importing.grids.shape import Grid, Shape, all_differ, grouped, shape_of, without_markup


def table_of(grid: Grid, names: Names) -> Draft:
    """Return a draft with the table of a grid, the domains that it needs, and notes about the rest."""
    shape = shape_of(grid)
    if shape is None:
        return Draft()
    if len(shape.rows) > ENTRIES.most:
        why = f"it has {len(shape.rows):,} rows, and a table at most {ENTRIES.most:,}"
        return Draft(unread=(Unread(grid.origin, shape.title, why),))
    if not shape.rows:
        words = " · ".join(filter(None, (cell.text.strip() for row in grid.rows for cell in row)))
        return Draft(unread=(Unread(grid.origin, words, "this table has headings and no rows"),))
    for kind in KINDS:
        names.new_domains = []  # without those of a kind that did not fit
        if (table := kind(shape, names)) is not None:
            break
    assert table is not None  # `records`, the last kind, takes every shape
    is_reference = table.section == "references"
    keys: Keys = {"title": shape.title, **({"rule": grid.rule} if grid.rule else {}), **table.keys}
    if shape.notes and not is_reference:
        keys["note"] = " ".join(each.text for each in shape.notes)
    lost = [Unread(note.origin, note.text, "a bullet list takes no note") for note in shape.notes if is_reference]
    ids = names.references if is_reference else names.tables
    entry = Entry(table.section, ids.new(shape.title), keys, grid.origin, (table.why,))
    return Draft(entries=(*names.new_domains, entry), unread=tuple(lost))


# Decision tables

ANY = "any"
"""The text in a key column that matches every key."""
MOST_COMBINATIONS = 5_000
"""Most combinations of keys that a proof tries quickly."""
KeyPath = tuple[str, ...]
"""The keys of a row, one for each input."""


def decisions(shape: Shape, names: Names) -> Table | None:
    """A table with a row for each combination of names in its first columns. Questions ask about missing rows.

    `| Rain | Night | stay |` becomes `cells: {rain: {night: stay}}`. None if the shape does not fit.
    """
    key_count = _key_count(shape)
    paths = [tuple(cell.text.strip() for cell in row[:key_count]) for row in shape.rows]
    if not key_count or not _in_order(paths):
        return None
    labels = [[label for label in dict.fromkeys(column) if label != ANY] for column in zip(*paths, strict=True)]
    has_empty = any(without_markup(label).casefold() in EMPTY for column in labels for label in column)
    if has_empty or not all(column and all_differ(column) for column in labels):
        return None
    has_equal_columns = len({tuple(column) for column in labels}) < len(labels)
    if has_equal_columns or prod(map(len, labels)) > MOST_COMBINATIONS:
        return None
    axes, ids = _key_domains(shape, labels, names)
    id_paths = [tuple(of.get(label, ANY) for of, label in zip(ids, path, strict=True)) for path in paths]
    beside = output_keys(shape, key_count) if shape.width > key_count + 1 else one_output_keys(shape, key_count)
    columns = [column for column in range(key_count, shape.width) if column not in shape.one_cell_columns]
    values = [[row[column].text.strip() for column in columns] for row in shape.rows]
    cells: Keys = {}
    for path, texts in zip(id_paths, values, strict=True):
        _add_at_path(cells, path, row_value(texts, unknown=UNKNOWN))
    keys: Keys = {"rows": [*axes] if key_count > 1 else axes[0], **beside}
    if "outputs" in keys and any(shape.headings[:key_count]):
        keys["headers"] = [heading.strip() for heading in shape.headings[:key_count]]
    outputs = keys.get("outputs", {})
    assert isinstance(outputs, dict)
    shown = [name for name, output in outputs.items() if isinstance(output, dict) and "text" not in output]
    questions: list[Value] = []
    for path, texts in zip(id_paths, values, strict=True):
        if unknown := [index for index, text in enumerate(texts) if text == UNKNOWN]:
            output = {"output": ", ".join(shown[index] for index in unknown)} if shown else {}
            questions.append(_question(_when(axes, path) | output, "The source says that this is unknown."))
    questions += _missing(axes, [of.values() for of in ids], id_paths)
    if questions:
        keys["questions"] = Guessed([*questions], "the source does not answer these")
    why = f"only the first {key_count} columns together tell its rows apart"
    return Table({**keys, "cells": cells}, why if key_count > 1 else "the source leaves some of its cells open")


def _key_domains(shape: Shape, labels: Sequence[Sequence[str]], names: Names) -> tuple[list[str], list[dict[str, str]]]:
    """The inputs of the key columns, and for each the ids of its values by their labels. Add their domains."""
    why = f"these are the row headings of {shape.title!r}"
    domains = [
        names.domain(heading.strip(), column, shape.origin, why)
        for heading, column in zip(shape.headings, labels, strict=False)
    ]
    ids = [dict(zip(column, each.values, strict=True)) for column, each in zip(labels, domains, strict=True)]
    return [each.domain for each in domains], ids


def _when(axes: Sequence[str], path: KeyPath) -> dict[str, str]:
    """The inputs of a path, or of its beginning, with their keys; without those that match any."""
    return {axis: key for axis, key in zip(axes, path, strict=False) if key != ANY}


def _missing(axes: Sequence[str], ids: Sequence[Iterable[str]], paths: Sequence[KeyPath]) -> Iterator[Value]:
    """Ask for the keys that no row has, below each key above them."""
    for depth, of_column in enumerate(ids):
        for above in dict.fromkeys(path[:depth] for path in paths):
            present = {path[depth] for path in paths if path[:depth] == above}
            lacking = [key for key in of_column if key not in present]
            if lacking and ANY not in present:
                yield _question(_when(axes, above) | {axes[depth]: ", ".join(lacking)})


def _key_count(shape: Shape) -> int:
    """Count the key columns: several that all repeat, or one where cells are open; 0 if there are none."""
    if any(shape.bands) or not shape.rows:
        return 0
    rows = [tuple(without_markup(cell.text).strip().casefold() for cell in row) for row in shape.rows]
    # the fewest columns whose texts together differ in all rows
    count = next((count for count in range(1, shape.width) if len({row[:count] for row in rows}) == len(rows)), 0)
    if shape.one_cell_columns.intersection(range(count)):
        return 0
    if count == 1:
        return int(shape.has_open_cells)
    all_repeat = all(len({row[column] for row in rows}) < len(rows) for column in range(count))
    return count if all_repeat and grouped(shape) is shape else 0  # names that band the rows are no keys


def _in_order(paths: Sequence[KeyPath]) -> bool:
    """Whether the rows of each key follow one another, and `any` stands alone.

    Not so for `rain, day`, `fog, day`, `rain, night`, where `rain` is interrupted, nor for `rain, any`, `rain, day`.
    """
    for depth in range(1, len(paths[0]) + 1):
        runs = [start for start, _ in groupby(path[:depth] for path in paths)]
        is_interrupted = len({*runs}) < len(runs)
        above_any = {run[:-1] for run in runs if run[-1] == ANY}
        if is_interrupted or any(run[:-1] in above_any and run[-1] != ANY for run in runs):
            return False
    return True


def _add_at_path(cells: Keys, path: KeyPath, value: Value) -> None:
    """Add a value to nested mappings, one for each key of the path."""
    *above, last = path
    for key in above:
        below = cells.setdefault(key, {})
        assert isinstance(below, dict)
        cells = below
    cells[last] = value


def _question(where: dict[str, str], question: str = "The source has no row for this.") -> Value:
    return {"when": {**where}, "question": question}


def bullets(shape: Shape, _: Names) -> Table | None:
    """A table with one column: a list to roll on if its heading names dice with as many scores, else bullets."""
    if shape.width > 1:
        return None
    texts = shape.names
    dice = dice_of((shape.title, *shape.headings))
    if dice is not None and dice.roll.scores.size == len(texts):
        why = f"its title names {dice.written}, and it has a line for each score"
        return Table({"rows": dice.written, "list": [value_text(text) for text in texts]}, why)
    items: list[Value] = [*filter(None, shape.headings), *texts]
    return Table({"items": items}, "it has one column, so its lines are bullets", section="references")


# Tables that are looked up

MOST_GAPS = 20
"""Most combinations of two inputs that a table may leave out; a table with more gaps is of another kind."""


def lookup(shape: Shape, names: Names) -> Table | None:
    """A table with cells of one kind, looked up by the names in its first column, or in its first two.

    `| Rain | Night | 2 |` below `| Rain | Day | 1 |` becomes `cells: {rain: {day: 1, night: 2}}`. None if its columns
    are not the values of another input.
    """
    if len(shape.rows) < 2 or shape.width < 3 or any(shape.bands) or shape.has_open_cells:
        return None
    count = 1 if all_differ(shape.names) else 2
    keys_of_rows = [tuple(cell.text.strip() for cell in row[:count]) for row in shape.rows]
    if not all(map(all, keys_of_rows)) or not all_differ([" – ".join(each) for each in keys_of_rows]):
        return None
    rows = dict(zip(keys_of_rows, shape.rows, strict=True))
    labels = [list(dict.fromkeys(column)) for column in zip(*keys_of_rows, strict=True)]
    missing = [path for path in product(*labels) if path not in rows]
    second_never_repeats = count == 2 and len(labels[1]) == len(shape.rows)  # it tells the rows apart alone
    if second_never_repeats or len(missing) > MOST_GAPS or not all(map(all_differ, labels)):
        return None
    beside = input_keys(shape, names, count) if shape.width > count + 1 else one_output_keys(shape, count)
    if beside is None:
        return None
    column_domains, names.new_domains = names.new_domains, []  # those of the rows come first
    axes, ids = _key_domains(shape, labels, names)
    names.new_domains += column_domains
    columns = beside.get("columns", "")
    if len({*axes, columns.value if isinstance(columns, Guessed) else columns}) <= count:  # two inputs are the same
        return None

    def ids_of(path: KeyPath) -> KeyPath:
        return tuple(of_column[label] for of_column, label in zip(ids, path, strict=True))

    cells: Keys = {}
    for path in product(*labels):
        if path in rows:
            _add_at_path(cells, ids_of(path), row_value([cell.text for cell in rows[path][count:]]))
    keys: Keys = {"rows": [*axes], **beside, "cells": cells}
    if missing:
        questions = [_question(dict(zip(axes, ids_of(path), strict=True))) for path in missing]
        keys["questions"] = Guessed(questions, "no row of the source has these keys")
    if count == 2:
        return Table(keys, "the first column repeats, so two columns are the keys of the rows")
    keys["rows"] = Guessed(axes[0], "the row headings are names, so they are values of an input: name it")
    return Table(keys, "its cells are all of one kind, so it is looked up by row and column")


# Records


def records(shape: Shape, _: Names) -> Table:
    """A table of things by name. Bands between the rows, or repeated names in the first column, group them."""
    shape = _with_names_first(grouped(shape))
    grouping = any(shape.bands)
    keys = dict(one_output_keys(shape) if shape.width == 2 and not grouping else output_keys(shape))
    rows: Keys = {
        name: row_value([*([band or "–"] if grouping else []), *shape.values(row)])
        for name, row, band in zip(distinct(shape.names), shape.rows, shape.bands, strict=True)
    }
    if grouping:
        outputs = keys["outputs"]
        assert isinstance(outputs, dict)
        keys["outputs"] = {GROUP: {"title": shape.band_heading}, **outputs}
        keys["group-by"] = Guessed(GROUP, "one cell is the heading of these rows")
    renamed = [name for name, row in zip(rows, shape.rows, strict=True) if name != row[0].text.strip()]
    number = f"names must differ, so these have a number: {', '.join(renamed)}"
    why = "each row is a thing, and its columns say what it has"
    return Table(keys | {"records": Guessed(rows, number) if renamed else rows}, why)


def _with_names_first(shape: Shape) -> Shape:
    """If the first column has only numbers, put a column of distinct words before it."""
    if any(letter.isalpha() for name in shape.names for letter in name):
        return shape
    by_column = [
        [without_markup(text).strip().casefold() for text in shape.column_texts(column)]
        for column in range(shape.width)
    ]
    are_names = [
        len({*texts}) == len(texts) and all(any(map(str.isalpha, text)) for text in texts) for texts in by_column
    ]
    name_column = next((column for column in range(1, shape.width) if are_names[column]), 0)
    if not name_column or name_column in shape.one_cell_columns:
        return shape
    order = [name_column, *(column for column in range(shape.width) if column != name_column)]
    rows = tuple(tuple(row[column] for column in order) for row in shape.rows)
    return replace(shape, headings=tuple(shape.headings[column] for column in order), rows=rows)


def distinct(names: Iterable[str]) -> Iterator[str]:
    """Make names distinct: a repeated name gets a number; a row without a name is named by its number."""
    used_names: set[str] = set()
    for row_number, written in enumerate(names, 1):
        name, number = written.strip() or f"{row_number}", 2
        while without_markup(name).casefold() in used_names:
            name = f"{written.strip()} ({number})"
            number += 1
        used_names.add(without_markup(name).casefold())
        yield name


KINDS: tuple[Callable[[Shape, Names], Table | None], ...] = (bullets, modifiers, scored, lookup, decisions, records)
"""Each turns a shape into a table, or returns None if the shape does not fit. The last takes all that have names."""
