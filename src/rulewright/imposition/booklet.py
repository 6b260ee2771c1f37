"""Pages of a book on paper to be folded and stapled: two side by side, each sheet lying inside the one before it.

A book is filled up to a multiple of four pages with blank pages at its end: anywhere else they would interrupt a text.
A section of n pages has n/4 sheets of paper. The front of sheet k, counted from 0 at the outside, shows the pages
n - 2k and 1 + 2k; its back shows 2 + 2k and n - 1 - 2k. The sheet is landscape and is turned over along its short edge.
"""

from collections.abc import Iterator
from decimal import Decimal

from rulewright.imposition.pages import SheetPage
from rulewright.imposition.pieces import Box, Placement
from rulewright.model.product import Booklet, Rulebook

TICK = Decimal(5)
"""The length in mm of the line at both ends of the fold."""
LEAF = 4
"""Pages on a sheet of paper."""

Spread = tuple[int | None, int | None]
"""The pages on the left and on the right of one side of the paper, counted from 0; None for a blank."""


def spreads(pages: int, section: int | None = None) -> Iterator[tuple[int, Spread, Spread]]:
    """Every sheet of paper: the number of sheets around it, its front and its back."""
    order = [*range(pages), *[None] * (-pages % LEAF)]
    size = section or len(order)
    for first in range(0, len(order), size):
        part = order[first : first + size]
        for depth in range(len(part) // LEAF):
            low, high = 2 * depth, len(part) - 1 - 2 * depth
            yield depth, (part[high], part[low]), (part[low + 1], part[high - 1])


def impose_booklet(book: Rulebook, booklet: Booklet, pages: int) -> tuple[SheetPage, ...]:
    """The sides of the paper in printing order, for a finished book with this number of pages."""
    size = booklet.paper.turned.size
    middle, height = size.width.value / 2, size.height.value
    folds = Box(middle, Decimal(0), middle, TICK), Box(middle, height - TICK, middle, height)  # shown on the inside
    return tuple(
        SheetPage(tuple(_placements(spread, book, booklet, depth)), folds=folds if behind else (), behind=behind)
        for depth, front, back in spreads(pages, booklet.signature)
        for spread, behind in ((front, False), (back, True))
    )


def _placements(spread: Spread, book: Rulebook, booklet: Booklet, depth: int) -> Iterator[Placement]:
    """The two pages. Those of an inner sheet are nearer to the fold, because its edge is pushed out."""
    width, height = book.paper.size.width.value, book.paper.size.height.value
    middle, inwards = booklet.paper.turned.size.width.value / 2, depth * booklet.creep.value
    for page, left in zip(spread, (middle - width + inwards, middle - inwards), strict=True):
        if page is not None:
            box = Box(left, Decimal(0), left + width, height)
            yield Placement(book.id, page, box, 0, box)
