"""The pieces that are cut out of a sheet of paper: a page of a card, its front with its back, or both beside a fold.

If the sheet has backs, the pages of a card pair up, 1 with 2 and 3 with 4; else each page is a piece. A page without a
partner gets the back that the sheet names, if it names one. So a card of three pages on a sheet with backs makes two
pieces: page 1 with page 2 behind it, and page 3 with the back of the sheet.

Lengths are in mm from the top left corner.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import Enum
from typing import Any

from rulewright.book.book import Book
from rulewright.entries.card import Card
from rulewright.entries.paper import Paper
from rulewright.entries.sheets import Sheet, Sides
from rulewright.entries.text import Text

# Rectangles on a page, and placements of cards


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a page; a line if its width or height is 0."""

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

    def grown(self, margin: Decimal) -> "Box":
        """Return the box extended by `margin` on every side, or reduced if it is negative."""
        return Box(self.left - margin, self.top - margin, self.right + margin, self.bottom + margin)

    def rotated(self, width: Decimal) -> "Box":
        """Return the box after the piece that contains it, of this `width`, is turned by 90° anticlockwise."""
        return Box(self.top, width - self.right, self.bottom, width - self.left)


@dataclass(frozen=True, slots=True)
class Placement:
    """The place of a page of a card, or of a book.

    - `card`: the id of the card or book; `page`: its page, from 0.
    - `box`: where the page is after cutting; `shown`: where it is printed, with its bleed.
    - `turn`: how far it is turned, in degrees anticlockwise: 0, 90, 180 or 270.
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

CardPage = tuple[Card, int]
"""A card and the number of one of its pages, from 0."""


class Seam(Enum):
    """The edge of the front where the back of a folded card joins it: on the right, upright; or below, upside down."""

    BESIDE = "beside"
    BELOW = "below"


@dataclass(frozen=True, slots=True)
class Piece:
    """Something to cut out.

    - `faces`: what prints on the front of the paper: one page of a card, or two beside a `fold`, which is a line.
    - `back`: what prints on the back of the paper, placed as if the paper were transparent; `behind` computes where to
      print it.
    """

    box: Box
    faces: tuple[Placement, ...]
    back: Placement | None = None
    fold: Box | None = None

    @property
    def turned(self) -> "Piece":
        """The piece, if it is in the corner of the page, turned by 90° anticlockwise and in the corner again."""
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


def pieces_on(sheet: Sheet, book: Book, seam: Seam) -> list[Piece]:
    """Return all pieces of a sheet in order, with copies, each in the corner of the page."""
    pieces: list[Piece] = []
    for copies in sheet.cards:
        card = card_of(copies.card, book)
        pieces += [*pieces_of_card(card, sheet, book, seam)] * (copies.number * card.count)
    return pieces


def pieces_of_card(card: Card, sheet: Sheet, book: Book, seam: Seam) -> Iterator[Piece]:
    """Yield the pieces of one copy of a card."""
    bleed, pages = sheet.bleed.value, [(card, number) for number in range(len(card.pages))]
    if sheet.sides is Sides.APART:
        yield from (_flat(page, None, bleed) for page in pages)
        return
    back_of_sheet = (card_of(sheet.back, book), 0) if sheet.back else None
    for number in range(0, len(pages), 2):
        front, back = pages[number], pages[number + 1] if number + 1 < len(pages) else back_of_sheet
        yield _folded(front, back, bleed, seam) if back and sheet.sides is Sides.FOLD else _flat(front, back, bleed)


def card_of(name: Text, book: Book) -> Card:
    """Return a card by the author's name for it, or by its id; an earlier stage has checked the name."""
    target = book.target_of(name)
    return book.cards[name.name if target is None else target.id]


def _flat(front: CardPage, back: CardPage | None, bleed: Decimal) -> Piece:
    face = _placed(front, bleed)
    return Piece(face.box, (face,), _placed(back, bleed) if back else None)


def _placed(card_page: CardPage, bleed: Decimal) -> Placement:
    card, page = card_page
    box = Box(ZERO, ZERO, card.size.width.value, card.size.height.value)
    return Placement(card.id, page, box, 0, box.grown(bleed))


def _folded(front: CardPage, back: CardPage, bleed: Decimal, seam: Seam) -> Piece:
    """Return the piece with both pages beside a fold; neither bleeds over the fold."""
    first, second = _placed(front, bleed), _placed(back, bleed)
    (width, height), shown = (first.box.width, first.box.height), first.shown
    if seam is Seam.BESIDE:
        first = replace(first, shown=replace(shown, right=width))
        second = replace(second, shown=replace(shown, left=ZERO)).moved(width, ZERO)
        return Piece(Box(ZERO, ZERO, 2 * width, height), (first, second), fold=Box(width, ZERO, width, height))
    first = replace(first, shown=replace(shown, bottom=height))
    second = replace(second, shown=replace(shown, top=ZERO), turn=180).moved(ZERO, height)
    return Piece(Box(ZERO, ZERO, width, 2 * height), (first, second), fold=Box(ZERO, height, width, height))


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
    """Return where to print on the back of the paper what is `placed` as seen through its front."""
    across, width, height = turns_across(sides, paper), paper.size.width.value, paper.size.height.value

    def turned_over(box: Box) -> Box:
        if across:
            return Box(width - box.right, box.top, width - box.left, box.bottom)
        return Box(box.left, height - box.bottom, box.right, height - box.top)

    turn = (-placed.turn if across else 180 - placed.turn) % 360
    return replace(placed, box=turned_over(placed.box), turn=turn, shown=turned_over(placed.shown))
