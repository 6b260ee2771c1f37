"""Printed cells as lines of text: place, table, key, text, and what proves it."""

from collections.abc import Iterable

from rulewright.formats.listed_cells import ListedCell
from rulewright.model.table import Policy
from rulewright.proof.report import tried_words
from rulewright.visible import visible


def cells(listed: Iterable[ListedCell]) -> str:
    """Return one line for each cell."""
    return "".join(map(_line, listed))


def _line(each: ListedCell) -> str:
    cell = each.printed
    by = f"{each.proved_by}()" if each.proved_by else "a list" if cell.table.is_data else "not proved"
    by += f" with {tried_words(each.tried)}" if each.tried else ""
    policy = cell.table.policy
    read = "" if policy is Policy.UNIQUE else f"{policy.value}; "  # then a cell alone is not the whole answer
    key = " or ".join(", ".join(f"{axis} {words}" for axis, words in keys.items()) for keys in cell.keys)
    return visible(f"{cell.case.span}: {each.game}/{cell.table.id} [{key}] {cell.text}  ({read}{by})") + "\n"
