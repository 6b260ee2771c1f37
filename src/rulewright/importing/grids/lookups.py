"""Names by names: rows and columns are values of two inputs, and each cell holds for one of each."""

from rulewright.importing.draft import Guessed, Value
from rulewright.importing.grids.columns import inputs
from rulewright.importing.grids.names import Names
from rulewright.importing.grids.shape import Shape, bare
from rulewright.importing.grids.table import Table, line
from rulewright.translation.messages import tell


def lookup(shape: Shape, names: Names) -> Table | None:
    """A table of at least two rows and two columns of cells of one kind."""
    labels = [name.strip() for name in shape.names]
    once = len({bare(each).casefold() for each in labels}) == len(labels)
    if shape.width < 3 or len(labels) < 2 or not once or "" in labels or any(shape.bands):
        return None
    beside = inputs(shape, names)
    if beside is None:
        return None
    why = tell("these head the rows of {title!r}", title=shape.title)
    domain, ids, domains = names.domain(shape.headings[0].strip(), labels, shape.origin, why)
    if domain == _plain(beside.keys["columns"]):  # rows and columns are two inputs, though they have the same names
        return None
    rows = Guessed(domain, tell("names head the rows, so they are values of an input: give it its name"))
    cells: dict[str, Value] = {
        name: line([cell.text for cell in row[1:]]) for name, row in zip(ids, shape.rows, strict=True)
    }
    said = tell("its cells are all of one kind, so it is looked up by row and column")
    return Table({"rows": rows, **beside.keys, "cells": cells}, (said,), (*domains, *beside.domains))


def _plain(value: Value) -> Value:
    return value.value if isinstance(value, Guessed) else value
