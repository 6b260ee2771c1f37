"""The printed cells of a run, which every format of cells writes."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from rulewright.grid import PrintedCell
from rulewright.proof.report import Tried


@dataclass(frozen=True, slots=True)
class ListedCell:
    """A cell of a game, and the name of the function that proves it within the ranges `tried`, or None."""

    game: str
    printed: PrintedCell
    proved_by: str | None
    tried: Tried = ()


CellFormat = Callable[[Iterable[ListedCell]], str]
"""The function `cells` of each format."""
