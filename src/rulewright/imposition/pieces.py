"""The pieces that are cut out of a sheet: a face of a card, its front with its back, or both beside a fold.

If the sheet has backs, the pages of a card pair up, 1 with 2 and 3 with 4; else each page is a piece. A page without a
partner gets the back that the sheet names, if it names one.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import Enum
from typing import Any

from rulewright.entries.paper import Paper
from rulewright.entries.text import Text
from rulewright.model.book import Book
from rulewright.model.card import Card
from rulewright.model.product import Sheet, Sides

# Rectangles on a page, and placements of cards


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a page, in mm; a line if its width or height is 0."""

    left: Decimal
    top: Decimal
    right: Decimal
    bottom: Decimal

    @property
    def width(self) -> Decimal:
        return self.right - self.left

    @property
    def height(self) -> Decimal:
        return self.bottom - self.top

    @property
    def mirrored(self) -> "Box":
        """The box with across and down exchanged."""
        return Box(self.top, self.left, self.bottom, self.right)

    def moved(self, across: Decimal, down: Decimal) -> "Box":
        return Box(self.left + across, self.top + down, self.right + across, self.bottom + down)

    def grown(self, by: Decimal) -> "Box":
        """Return the box extended by `by` mm on every side."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def rotated(self, width: Decimal) -> "Box":
        """Return the box after something of this `width` that contains it is turned by 90° anticlockwise."""
        return Box(self.top, width - self.right, self.bottom, width - self.left)


@dataclass(frozen=True, slots=True)
class Placement:
    """The place of a page of a card; pages count from 0.

    `turn` is in degrees anticlockwise: 0, 90, 180 or 270. `shown` is the rectangle that shows the page with its bleed.
    """

    card: str
    page: int
    box: Box
    turn: int
    shown: Box

    def moved(self, across: Decimal, down: Decimal) -> "Placement":
        return replace(self, box=self.box.moved(across, down), shown=self.shown.moved(across, down))

    def rotated(self, width: Decimal) -> "Placement":
        """Return the placement after its piece, of this width, is turned by 90° anticlockwise."""
        turn = (self.turn + 90) % 360
        return replace(self, box=self.box.rotated(width), turn=turn, shown=self.shown.rotated(width))


ZERO = Decimal(0)

Face = tuple[Card, int]
"""A page of a card, counted from 0."""


class Seam(Enum):
    """The edge where the back of a folded card joins its front: on the right, upright; or below, upside down."""

    BESIDE = "beside"
    BELOW = "below"


@dataclass(frozen=True, slots=True)
class Piece:
    """Something to cut out. `faces` print on the front of the paper, `back` behind them.

    `back` is placed as seen through the front; `behind` computes where to print it.
    """

    box: Box
    faces: tuple[Placement, ...]
    back: Placement | None = None
    fold: Box | None = None

    @property
    def turned(self) -> "Piece":
        """The piece turned by 90° anticlockwise, in the corner again."""
        return self._changed(lambda part: part.rotated(self.box.width))

    def moved(self, across: Decimal, down: Decimal) -> "Piece":
        return self._changed(lambda part: part.moved(across, down))

    def _changed(self, change: Callable[[Any], Any]) -> "Piece":
        """Return the piece with the same change to all its boxes and placements."""
        back, fold = (change(part) if part else None for part in (self.back, self.fold))
        return Piece(change(self.box), tuple(map(change, self.faces)), back, fold)


def seams(sheet: Sheet) -> tuple[Seam, ...]:
    """Return the ways to fold, the preferred one first; just one if nothing is folded."""
    return tuple(Seam) if sheet.sides is Sides.FOLD else (Seam.BESIDE,)


def pieces(sheet: Sheet, book: Book, seam: Seam) -> list[Piece]:
    """Return all pieces of a sheet in order, with copies, each in the corner of the page."""
    return [
        piece
        for copies in sheet.cards
        for card in (card_of(copies.card, book),)
        for piece in [*pieces_of(card, sheet, book, seam)] * (copies.number * card.count)
    ]


def pieces_of(card: Card, sheet: Sheet, book: Book, seam: Seam) -> Iterator[Piece]:
    """Yield the pieces of one copy of a card."""
    bleed, faces = sheet.bleed.value, [(card, page) for page in range(len(card.pages))]
    if sheet.sides is Sides.APART:
        yield from (_flat(face, None, bleed) for face in faces)
        return
    common = [(card_of(sheet.back, book), 0)] if sheet.back else [None]
    for at in range(0, len(faces), 2):
        front, back = [*faces[at : at + 2], *common][:2]
        assert front is not None
        yield _folded(front, back, bleed, seam) if back and sheet.sides is Sides.FOLD else _flat(front, back, bleed)


def card_of(name: Text, book: Book) -> Card:
    """Return a card by the author's name for it, or by its id; an earlier stage has checked the name."""
    target = book.target_of(name)
    return book.cards[name.name if target is None else target.id]


def _flat(front: Face, back: Face | None, bleed: Decimal) -> Piece:
    face = _placed(front, bleed)
    return Piece(face.box, (face,), _placed(back, bleed) if back else None)


def _placed(face: Face, bleed: Decimal) -> Placement:
    card, page = face
    box = Box(ZERO, ZERO, card.size.width.value, card.size.height.value)
    return Placement(card.id, page, box, 0, box.grown(bleed))


def _folded(front: Face, back: Face, bleed: Decimal, seam: Seam) -> Piece:
    """Return the piece with both faces beside a fold; neither bleeds over the fold."""
    one, other = _placed(front, bleed), _placed(back, bleed)
    (width, height), shown = (one.box.width, one.box.height), one.shown
    if seam is Seam.BESIDE:
        one = replace(one, shown=replace(shown, right=width))
        other = replace(other, shown=replace(shown, left=ZERO)).moved(width, ZERO)
        return Piece(Box(ZERO, ZERO, 2 * width, height), (one, other), fold=Box(width, ZERO, width, height))
    one = replace(one, shown=replace(shown, bottom=height))
    other = replace(other, shown=replace(shown, top=ZERO), turn=180).moved(ZERO, height)
    return Piece(Box(ZERO, ZERO, width, 2 * height), (one, other), fold=Box(ZERO, height, width, height))


# The other side of the paper: where a duplex printer must print the back of a piece
#
# A page is turned over along its long or its short edge. On a portrait page the long edge exchanges left and right, and
# the short edge top and bottom; on a landscape page it is the reverse. The back of the paper is seen from behind, so
# turns are reversed: θ becomes -θ if left and right are exchanged, and 180° - θ if top and bottom are.


def turns_across(sides: Sides, paper: Paper) -> bool:
    """Return whether turning the paper exchanges left and right; else it exchanges top and bottom."""
    return (sides is Sides.LONG_EDGE) != paper.landscape


def turns_down(sides: Sides, paper: Paper) -> bool:
    """Return whether turning the paper exchanges top and bottom; false if nothing is printed on the back."""
    return sides.duplex and not turns_across(sides, paper)


def behind(placed: Placement, sides: Sides, paper: Paper) -> Placement:
    """Return the placement on the back page that lies behind this one."""
    across, width, height = turns_across(sides, paper), paper.size.width.value, paper.size.height.value

    def turned_over(box: Box) -> Box:
        if across:
            return Box(width - box.right, box.top, width - box.left, box.bottom)
        return Box(box.left, height - box.bottom, box.right, height - box.top)

    turn = (-placed.turn if across else 180 - placed.turn) % 360
    return replace(placed, box=turned_over(placed.box), turn=turn, shown=turned_over(placed.shown))
