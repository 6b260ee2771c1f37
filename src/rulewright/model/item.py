"""The bullets of quick references and cards."""

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.model.about import UNSTATED, Origin
from rulewright.model.expression import Claim
from rulewright.model.table import Call
from rulewright.model.text import Text


@dataclass(frozen=True, slots=True)
class Item:
    """A bullet: its text, its claim, the bullets under it and the table after it.

    A `proof` without a claim proves the claims of the bullets under it together: one of them holds exactly where the
    function answers True. `errata` are the corrections that the bullet follows.
    """

    text: Text
    claim: Claim | None = None
    proof: Call | None = None
    unproved: str = ""
    table: Text | None = None
    items: tuple["Item", ...] = ()
    errata: tuple[Text, ...] = ()
    origin: Origin = UNSTATED

    def walk(self) -> Iterator["Item"]:
        """The bullet and those under it, depth first in reading order."""
        yield self
        yield from (below for item in self.items for below in item.walk())
