"""Packs pieces onto pages, in the author's order: on shelves, or in the cells of a grid.

On shelves a piece goes beside the one before it; where it does not fit there it begins a new shelf below, and where
that does not fit either, a new page. Pieces stand at the top of their shelf. This is tried in four ways: all upright;
all turned by 90°; upright where that fits and else turned; the reverse. In a grid every cell is as large as the
largest piece, which stands in the middle of its own; all are upright, or all turned.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from rulewright.imposition.boxes import Box
from rulewright.imposition.pieces import ZERO, Piece
from rulewright.model.sheet import Gap, Grid

Ways = tuple[bool, ...]
"""Whether to turn a piece, in order of preference."""
UPRIGHT, TURNED = (False,), (True,)
SHELF_WAYS: tuple[Ways, ...] = (UPRIGHT, TURNED, (False, True), (True, False))
GRID_WAYS: tuple[Ways, ...] = (UPRIGHT, TURNED)


@dataclass(frozen=True, slots=True)
class PackedPage:
    """The pieces of a page with their total size, to be centred as a whole."""

    pieces: tuple[Piece, ...]
    width: Decimal
    height: Decimal


def on_shelves(pieces: Sequence[Piece], space: Box, gap: Gap, ways: Ways) -> list[PackedPage]:
    """The pages; none if a piece fits in none of the ways."""
    shelves = _Shelves(space, gap)
    if not all(shelves.place([piece.turned if turned else piece for turned in ways]) for piece in pieces):
        return []
    return [
        PackedPage(tuple(page), max(each.box.right for each in page), max(each.box.bottom for each in page))
        for page in shelves.pages
    ]


class _Shelves:
    """Fills pages. Places count from the corner of the space until the pages are centred."""

    def __init__(self, space: Box, gap: Gap) -> None:
        self.space, self.gap = space, gap
        self.pages: list[list[Piece]] = []
        self.top = self.bottom = self.right = ZERO  # of the shelf begun last, so far

    def place(self, choices: Sequence[Piece]) -> bool:
        """Places the first choice that fits; returns whether one did."""
        for left, top, fresh in self._spots():
            for piece in choices:
                right, bottom = left + piece.box.width, top + piece.box.height
                if right <= self.space.width and bottom <= self.space.height:
                    if fresh:
                        self.pages.append([])
                    self.bottom = bottom if top != self.top or fresh else max(self.bottom, bottom)
                    self.top, self.right = top, right
                    self.pages[-1].append(piece.moved(left, top))
                    return True
        return False

    def _spots(self) -> Iterator[tuple[Decimal, Decimal, bool]]:
        """Beside the last piece, on a new shelf, on a new page: the corner, and whether the page is new."""
        if self.pages:
            yield self.right + self.gap.across.value, self.top, False
            yield ZERO, self.bottom + self.gap.down.value, False
        yield ZERO, ZERO, True


def in_grid(pieces: Sequence[Piece], grid: Grid, gap: Gap, *, turned: bool) -> list[PackedPage]:
    """The pages, whether they fit the paper or not; the last of them may have empty cells at its end."""
    pieces = [piece.turned if turned else piece for piece in pieces]
    cell = max(piece.box.width for piece in pieces), max(piece.box.height for piece in pieces)
    width = grid.columns * cell[0] + (grid.columns - 1) * gap.across.value
    height = grid.rows * cell[1] + (grid.rows - 1) * gap.down.value
    return [
        PackedPage(tuple(_in_cells(pieces[first : first + grid.cells], grid, cell, gap)), width, height)
        for first in range(0, len(pieces), grid.cells)
    ]


def _in_cells(pieces: Sequence[Piece], grid: Grid, cell: tuple[Decimal, Decimal], gap: Gap) -> Iterator[Piece]:
    for at, piece in enumerate(pieces):
        row, column = divmod(at, grid.columns)
        left, top = column * (cell[0] + gap.across.value), row * (cell[1] + gap.down.value)
        yield piece.moved(left + (cell[0] - piece.box.width) / 2, top + (cell[1] - piece.box.height) / 2)
