"""Printed cells as lines of text for `rulewright tables`: place, table, key, text, and what proves it.

For example: `game.yaml:12:9: small/fire [roll 6-7] +1  (fire())`.
"""

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
    proved_by = f"{each.proved_by}()" if each.proved_by else "a list" if cell.table.is_data else "not proved"
    tried = f" with {tried_words(each.tried)}" if each.tried else ""
    policy = cell.table.policy
    policy_words = "" if policy is Policy.UNIQUE else f"{policy.value}; "  # else a cell alone is not the whole answer
    key = " or ".join(", ".join(f"{axis} {words}" for axis, words in keys.items()) for keys in cell.keys)
    line = f"{cell.case.span}: {each.game}/{cell.table.id} [{key}] {cell.text}  ({policy_words}{proved_by}{tried})"
    return visible(line) + "\n"
