"""Packs pieces of several sizes as close as they go, in whatever order: the largest first, each where it fits best.

Every page keeps the rectangles that are still free, each as large as it can be; they overlap one another. A piece goes
into the corner of the one whose shorter side it leaves least of, upright or turned, on the first page that has such a
rectangle. This takes the square of the number of pieces: with more than `MOST`, the order of the author is kept.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from rulewright.imposition.boxes import Box
from rulewright.imposition.packing import PackedPage
from rulewright.imposition.pieces import ZERO, Piece
from rulewright.model.sheet import Gap

MOST = 200
"""Pieces; a sheet of cards of several sizes has a tenth."""

Sides = tuple[Decimal, Decimal]


def packed_freely(pieces: Sequence[Piece], space: Box, gap: Gap) -> list[PackedPage]:
    """The pages; none if a piece does not fit, or if no order is better than another."""
    if len(pieces) > MOST or len({_sides(piece) for piece in pieces}) == 1:
        return []
    pages: list[_Page] = []
    for piece in sorted(pieces, key=lambda piece: (-max(_sides(piece)), -min(_sides(piece)))):
        if not any(page.place(piece, gap) for page in pages):
            pages.append(_Page(Box(ZERO, ZERO, space.width + gap.across.value, space.height + gap.down.value)))
            if not pages[-1].place(piece, gap):
                return []
    return [page.packed() for page in pages]


def _sides(piece: Piece) -> Sides:
    """The longer side and the shorter."""
    width, height = piece.box.width, piece.box.height
    return max(width, height), min(width, height)


class _Page:
    """A page that is filled. Every piece takes the gap to its right and below it along, and so does the page."""

    def __init__(self, space: Box) -> None:
        self.free = [space]
        self.pieces: list[Piece] = []

    def place(self, piece: Piece, gap: Gap) -> bool:
        """Places the piece if it fits."""
        across, down = gap.across.value, gap.down.value
        spots = [
            (min(space.width - width, space.height - height), space.top, space.left, turned)
            for turned, each in enumerate((piece, piece.turned))
            for width, height in ((each.box.width + across, each.box.height + down),)
            for space in self.free
            if width <= space.width and height <= space.height
        ]
        if not spots:
            return False
        _, top, left, turned = min(spots)
        placed = (piece.turned if turned else piece).moved(left, top)
        box = placed.box
        self.pieces.append(placed)
        self._take(Box(box.left, box.top, box.right + across, box.bottom + down))
        return True

    def _take(self, taken: Box) -> None:
        """Leaves of the free rectangles what lies beside the box that is taken, without those within others."""
        left = list(dict.fromkeys(part for space in self.free for part in _without(space, taken)))
        self.free = [one for one in left if not any(one is not other and _within(one, other) for other in left)]

    def packed(self) -> PackedPage:
        """The page, its pieces in the order of reading."""
        pieces = tuple(sorted(self.pieces, key=lambda piece: (piece.box.top, piece.box.left)))
        return PackedPage(pieces, max(each.box.right for each in pieces), max(each.box.bottom for each in pieces))


def _without(space: Box, taken: Box) -> Iterator[Box]:
    """The largest rectangles of a space that a box leaves free."""
    if taken.left >= space.right or taken.right <= space.left or taken.top >= space.bottom or taken.bottom <= space.top:
        yield space
        return
    if taken.left > space.left:
        yield Box(space.left, space.top, taken.left, space.bottom)
    if taken.right < space.right:
        yield Box(taken.right, space.top, space.right, space.bottom)
    if taken.top > space.top:
        yield Box(space.left, space.top, space.right, taken.top)
    if taken.bottom < space.bottom:
        yield Box(space.left, taken.bottom, space.right, space.bottom)


def _within(one: Box, other: Box) -> bool:
    return one.left >= other.left and one.top >= other.top and one.right <= other.right and one.bottom <= other.bottom
