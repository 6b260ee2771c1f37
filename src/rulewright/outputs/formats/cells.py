"""The printed cells of games in the formats of `rulewright tables`: as lines of text, or as JSON.

A line has place, table, key, text, and what proves the cell: `game.yaml:12:9: small/fire [roll 6-7] +1  (fire())`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rulewright.base.visible import json_text, visible
from rulewright.book.grid import PrintedCell
from rulewright.entries.table import Policy
from rulewright.outputs.formats.as_json import place
from rulewright.proof.report import Tried, tried_words


@dataclass(frozen=True, slots=True)
class ListedCell:
    """A cell of a game, and the name of the function that proves it within the ranges `tried`, or None."""

    game: str
    printed: PrintedCell
    proved_by: str | None
    tried: Tried = ()


def cells_text(cells: Iterable[ListedCell]) -> str:
    """Return one line for each cell."""
    return "".join(map(_line, cells))


def cells_json(cells: Iterable[ListedCell]) -> str:
    """Return a list with an object for each cell."""
    return json_text([_cell_data(each) for each in cells])


def _line(each: ListedCell) -> str:
    cell = each.printed
    proved_by = f"{each.proved_by}()" if each.proved_by else "a list" if cell.table.is_data else "not proved"
    tried = f" with {tried_words(each.tried)}" if each.tried else ""
    policy = cell.table.policy
    policy_words = "" if policy is Policy.UNIQUE else f"{policy.value}; "  # else a cell alone is not the whole answer
    key = " or ".join(", ".join(f"{axis} {words}" for axis, words in keys.items()) for keys in cell.keys)
    line = f"{cell.case.span}: {each.game}/{cell.table.id} [{key}] {cell.text}  ({policy_words}{proved_by}{tried})"
    return visible(line) + "\n"


def _cell_data(each: ListedCell) -> dict[str, Any]:
    """Return a cell as JSON; `or` has the other keys of a cell that several rows share."""
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
