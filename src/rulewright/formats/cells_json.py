"""Printed cells as JSON for `rulewright tables`."""

from collections.abc import Iterable
from typing import Any

from rulewright.formats.as_json import dump, place
from rulewright.formats.listed_cells import ListedCell


def cells(listed: Iterable[ListedCell]) -> str:
    """Return a list with an object for each cell. `or` has the other keys of a cell that several rows share."""
    return dump([_cell(each) for each in listed])


def _cell(each: ListedCell) -> dict[str, Any]:
    cell = each.printed
    return {
        "game": each.game,
        "table": cell.table.id,
        "policy": cell.table.policy.value,
        "key": cell.keys[0],
        "or": list(cell.keys[1:]),
        "text": cell.text,
        **place(cell.case.span),
        "proved_by": each.proved_by,
    }
