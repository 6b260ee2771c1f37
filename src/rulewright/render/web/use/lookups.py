"""Lookup tables for the script: their cases in order of precedence, and where each prints."""

from collections.abc import Iterator, Mapping, Sequence

from rulewright.grid import VALUE, grid, placed
from rulewright.model.answers import precedence, region
from rulewright.model.table import Policy, Table
from rulewright.render.web.use.inputs import Json, boxes

Place = tuple[int, int, int]
"""A printed value: its line in the body of the table, its column, and its number in the cell."""


def lookup(table: Table) -> dict[str, Json]:
    """The cases; with `list` all that hold are the answer, else the first one.

    `open` and `outside` are the regions of the remarks below the table, in the order of these.
    """
    printed = printed_at(table)
    cases: list[Json] = [
        [boxes(region(table, at), table), printed.get(id(table.cases[at])), table.cases[at].value.plain is None]
        for at in in_order(table)
    ]
    data: dict[str, Json] = {"cases": cases, **silences(table)}
    return {**data, "list": True} if table.policy is Policy.LIST else data


def in_order(table: Table) -> Sequence[int]:
    """The cases in the order in which they decide."""
    return precedence(table) if table.policy is not Policy.LIST else range(len(table.cases))


def silences(table: Table) -> dict[str, Json]:
    """The regions that the table leaves open, and those that it is not about."""
    data: dict[str, Json] = {}
    for name, question in (("open", True), ("outside", False)):
        regions: list[Json] = [boxes(each.boxes, table) for each in table.silences if each.question is question]
        if regions:
            data[name] = regions
    return data


def printed_at(table: Table) -> Mapping[int, Place]:
    """The place of each case by its identity: two equal cases are two."""
    return dict(_printed(table))


def _printed(table: Table) -> Iterator[tuple[int, Place]]:
    for line, cells in enumerate(placed(row.cells for row in grid(table).body)):
        for cell, column in (each for each in cells if each[0].role == VALUE):
            for below, merged in enumerate((cell, *cell.merged)):
                for number, part in enumerate(merged.parts):
                    if part.case is not None:
                        yield id(part.case), (line + below, column, number)
