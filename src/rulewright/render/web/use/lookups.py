"""Tables that are looked up, for the script: their cases in the order in which they decide, and where each prints."""

from collections.abc import Iterator, Mapping

from rulewright.grid import VALUE, grid, placed
from rulewright.model.precedence import precedence, region
from rulewright.model.table import Policy, Table
from rulewright.render.web.use.inputs import Json, boxes

Place = tuple[int, int, int]
"""A printed value: its line in the body of the table, its column, and which of the values of its cell it is."""


def lookup(table: Table) -> dict[str, Json]:
    """The cases; with `list` all that hold are the answer, else the first that does.

    `open` and `outside` are the regions of the remarks below the table, in the order in which these print.
    """
    printed = printed_at(table)
    order = precedence(table) if table.policy is not Policy.LIST else range(len(table.cases))
    cases: list[Json] = [
        [boxes(region(table, at), table), printed.get(id(table.cases[at])), table.cases[at].value.plain is None]
        for at in order
    ]
    told: dict[str, Json] = {"cases": cases, **silences(table)}
    return {**told, "list": True} if table.policy is Policy.LIST else told


def silences(table: Table) -> dict[str, Json]:
    """Where the table leaves a question open, and where it is not its business."""
    found: dict[str, Json] = {}
    for name, question in (("open", True), ("outside", False)):
        regions: list[Json] = [boxes(each.boxes, table) for each in table.silences if each.question is question]
        if regions:
            found[name] = regions
    return found


def printed_at(table: Table) -> Mapping[int, Place]:
    """Where each case prints, by the identity of the case: two that say the same are two."""
    return dict(_printed(table))


def _printed(table: Table) -> Iterator[tuple[int, Place]]:
    for line, cells in enumerate(placed(row.cells for row in grid(table).body)):
        for cell, column in (found for found in cells if found[0].role == VALUE):
            for below, each in enumerate((cell, *cell.merged)):
                for at, part in enumerate(each.parts):
                    if part.case is not None:
                        yield id(part.case), (line + below, column, at)
