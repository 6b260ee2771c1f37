"""The printed cells of a run, which every form of them takes."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from rulewright.grid import PrintedCell
from rulewright.proof.report import Tried


@dataclass(frozen=True, slots=True)
class ListedCell:
    """A cell of a game, and the function that proves it, if any, for the ranges `tried`."""

    game: str
    printed: PrintedCell
    proved_by: str | None
    tried: Tried = ()


CellFormat = Callable[[Iterable[ListedCell]], str]
"""What the function `cells` of each form is."""
