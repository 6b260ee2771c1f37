"""Lay out the pages of a sheet of cards, and the sides of the paper of a booklet.

A sheet is what a product declares: cards, paper, margins and marks; it may need several pages. It has a fixed grid, or
its pieces are packed in several ways, from simple shelves to the tightest fit. The packing with the fewest pages is
centred and gets marks. If it is adjustable, the tool may also remove the gaps between cards and print up to the edge,
when this saves pages and every card still gets its cut marks.

A *piece* is what is cut out in one: a page of a card, with its back or folded with it at a *seam*. Its `box` is its
outline, and each of its faces is a `Placement` of a page. A piece begins in the corner of the page and is moved.

Lengths are in mm from the top left corner of the page.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import product
from math import ceil

from rulewright.base.limits import SHEET_CARDS
from rulewright.book.book import Book
from rulewright.entries.card import Card
from rulewright.entries.paper import Paper
from rulewright.entries.rulebooks import Booklet, Rulebook
from rulewright.entries.sheets import NO_GAP, Gap, Grid, Marks, Sheet
from rulewright.imposition.pieces import ZERO, Box, Piece, Placement, behind, card_of, pieces_of_card, pieces_on, seams
from rulewright.imposition.space import (
    card_area,
    cut_marks,
    fold_line,
    foot_below,
    foot_beside,
    is_marked,
    printable_area,
    register_marks,
    register_marks_beside,
)


@dataclass(frozen=True, slots=True)
class SheetPage:
    """One side of the paper: its cards, and the lines of its marks as boxes without width or height.

    `crosses` are the lines of register marks. `unmarked` are the ids of cards with an edge without a cut mark, because
    the gap leaves no room for it. `behind` is true if this side is the back of the page before.
    """

    cards: tuple[Placement, ...]
    cuts: tuple[Box, ...] = ()
    folds: tuple[Box, ...] = ()
    crosses: tuple[Box, ...] = ()
    unmarked: tuple[str, ...] = ()
    behind: bool = False


def impose(sheet: Sheet, paper: Paper, book: Book) -> tuple[SheetPage, ...]:
    """Return the pages of a sheet, each back after its front. The sheet must fit the paper."""
    return arranged(sheet, paper, book)[1]


def arranged(sheet: Sheet, paper: Paper, book: Book) -> tuple[Sheet, tuple[SheetPage, ...]]:
    """Return the arrangement of a sheet with the fewest pages, and these pages.

    The arrangement is the sheet itself, or one of `ways_to_arrange` that saves pages.
    """
    best, shortest = sheet, _imposed(sheet, paper, book)
    for arrangement in ways_to_arrange(sheet)[1:]:
        if len(shortest) == _least_pages(sheet, paper, book):
            break
        pages = _imposed(arrangement, paper, book)
        is_shorter = pages and (not shortest or len(pages) < len(shortest))
        if is_shorter and _is_sound(arrangement, paper, pages):
            best, shortest = arrangement, pages
    return best, shortest


def ways_to_arrange(sheet: Sheet) -> tuple[Sheet, ...]:
    """Return the sheet; if it is adjustable, also with cards edge to edge, and with these up to the printer's edge."""
    if not sheet.adjustable or sheet.marks is Marks.NONE:
        return (sheet,)
    close = replace(sheet, gap=NO_GAP)
    return sheet, close, replace(close, at_edge=True)


def excess(card: Card, sheet: Sheet, paper: Paper, book: Book) -> Decimal:
    """Return the mm by which a card is too large for a page, in its best position; 0 if it fits."""
    space = card_area(sheet, paper)

    def piece_excess(piece: Piece) -> Decimal:
        width, height = piece.box.width, piece.box.height
        return min(max(_overhang(width, height, space)), max(_overhang(height, width, space)))

    return min(max(map(piece_excess, pieces_of_card(card, sheet, book, seam))) for seam in seams(sheet))


def grid_excess(sheet: Sheet, paper: Paper, book: Book) -> tuple[Decimal, Decimal]:
    """Return the mm by which the grid is too wide and too high for the page, in its best position."""
    assert sheet.grid is not None
    overhangs: list[tuple[Decimal, Decimal]] = []
    for each in ways_to_arrange(sheet):
        if each is sheet or _is_sound(each, paper, _imposed(each, paper, book)):
            space = card_area(each, paper)
            for seam, turned in product(seams(each), (False, True)):
                pages = packed_in_grid(pieces_on(each, book, seam), sheet.grid, each.gap, turned=turned)
                overhangs += [_overhang(page.width, page.height, space) for page in pages[:1]]
    return min(overhangs, key=max)


def cards_on(sheet: Sheet, book: Book) -> int:
    """Return the number of cards on a sheet, including copies."""
    return sum(copies.number * card_of(copies.card, book).count for copies in sheet.cards)


def is_too_large(sheet: Sheet, paper: Paper, book: Book) -> bool:
    """Return whether a sheet cannot be imposed: something does not fit the paper, or it has too many cards."""
    if cards_on(sheet, book) > SHEET_CARDS.most:
        return True
    if sheet.grid is not None:
        return any(grid_excess(sheet, paper, book))
    return any(excess(card_of(copies.card, book), sheet, paper, book) for copies in sheet.cards)


def _least_pages(sheet: Sheet, paper: Paper, book: Book) -> int:
    """Return the number of pages that the cards would fill without waste: no arrangement has fewer."""
    room = paper.size.width.value * paper.size.height.value
    area = sum((piece.box.width * piece.box.height for piece in pieces_on(sheet, book, seams(sheet)[0])), ZERO)
    return (2 if sheet.sides.duplex else 1) * ceil(area / room)


def _imposed(sheet: Sheet, paper: Paper, book: Book) -> tuple[SheetPage, ...]:
    """Return the pages of one arrangement; none if something does not fit."""
    space = card_area(sheet, paper)
    packings = (packing for seam in seams(sheet) for packing in _packings(pieces_on(sheet, book, seam), sheet, space))
    best = min(filter(None, packings), key=len, default=[])  # the first of the shortest
    return tuple(side for page in best for side in _sides(_centred(page, paper, space), sheet, paper))


def _is_sound(sheet: Sheet, paper: Paper, pages: Sequence[SheetPage]) -> bool:
    """Return whether every edge has a cut mark, and the foot and the register marks have room."""
    if not pages:
        return False
    boxes = [placed.box for page in pages if not page.behind for placed in page.cards]
    beside = foot_beside(sheet, paper, boxes)
    foot_fits = beside or foot_below(sheet, paper, boxes)
    crosses_fit = beside or not (sheet.sides.duplex and sheet.at_edge)
    return foot_fits and crosses_fit and not any(page.unmarked for page in pages)


def _packings(pieces: Sequence[Piece], sheet: Sheet, space: Box) -> Iterator[list["PackedPage"]]:
    """Yield the pages as each way of packing fills them; an empty list if something does not fit."""
    if sheet.grid is None:
        yield from (packed_on_shelves(pieces, space, sheet.gap, turns) for turns in SHELF_TURNS)
        yield packed_freely(pieces, space, sheet.gap)
        return
    for turned in (False, True):
        pages = packed_in_grid(pieces, sheet.grid, sheet.gap, turned=turned)
        yield [] if any(_overhang(pages[0].width, pages[0].height, space)) else pages


def _overhang(width: Decimal, height: Decimal, space: Box) -> tuple[Decimal, Decimal]:
    """Return by how much something is too wide and too high for a space; 0 where it fits."""
    return max(ZERO, width - space.width), max(ZERO, height - space.height)


def _centred(page: "PackedPage", paper: Paper, space: Box) -> tuple[Piece, ...]:
    """Return the pieces in the middle of the paper, or higher if the foot needs the room."""
    left = (paper.size.width.value - page.width) / 2
    top = min((paper.size.height.value - page.height) / 2, space.bottom - page.height)
    return tuple(piece.moved(left, top) for piece in page.pieces)


def _sides(placed: Sequence[Piece], sheet: Sheet, paper: Paper) -> Iterator[SheetPage]:
    """Yield the front with its marks, then the back, which has only register marks: cards are cut from the front."""
    area, boxes = printable_area(sheet, paper), [piece.box for piece in placed]
    has_marks = sheet.marks is not Marks.NONE
    cuts = cut_marks(boxes, area, sheet.bleed.value, at_edge=sheet.at_edge) if has_marks else ()
    crosses: Iterable[Box] = ()
    if has_marks and sheet.sides.duplex:
        at_corners = not sheet.at_edge
        crosses = register_marks(area) if at_corners else register_marks_beside(card_area(sheet, paper), boxes)
    crosses = tuple(crosses)
    unmarked = (piece.faces[0].card for piece in placed if has_marks and not is_marked(piece.box, cuts))
    yield SheetPage(
        cards=tuple(face for piece in placed for face in piece.faces),
        cuts=cuts,
        folds=tuple(fold_line(piece.fold, sheet.gap if has_marks else NO_GAP) for piece in placed if piece.fold),
        crosses=crosses,
        unmarked=tuple(dict.fromkeys(unmarked)),
    )
    if sheet.sides.duplex:
        backs = tuple(behind(piece.back, sheet.sides, paper) for piece in placed if piece.back)
        yield SheetPage(backs, crosses=crosses, behind=True)


# Packing pieces in the author's order

Turns = tuple[bool, ...]
"""Whether a piece may be turned, in order of preference: `(False, True)` turns it only if it does not fit upright."""
SHELF_TURNS: tuple[Turns, ...] = ((False,), (True,), (False, True), (True, False))


@dataclass(frozen=True, slots=True)
class PackedPage:
    """The pieces of a page with their total size, to be centred as a whole."""

    pieces: tuple[Piece, ...]
    width: Decimal
    height: Decimal


def packed_on_shelves(pieces: Sequence[Piece], space: Box, gap: Gap, turns: Turns) -> list[PackedPage]:
    """Pack the pieces in order, in rows; return no pages if a piece does not fit."""
    shelves = _Shelves(space, gap)
    if not all(shelves.place([piece.turned if turned else piece for turned in turns]) for piece in pieces):
        return []
    return [
        PackedPage(tuple(page), max(each.box.right for each in page), max(each.box.bottom for each in page))
        for page in shelves.pages
    ]


class _Shelves:
    """Fills pages row by row. Positions count from the corner of the space until the pages are centred."""

    def __init__(self, space: Box, gap: Gap) -> None:
        self.space, self.gap = space, gap
        self.pages: list[list[Piece]] = []
        self.top = self.bottom = self.right = ZERO  # of the last row

    def place(self, choices: Sequence[Piece]) -> bool:
        """Place the first choice that fits; return false if none does."""
        for left, top, new_page in self._free_corners():
            for piece in choices:
                right, bottom = left + piece.box.width, top + piece.box.height
                if right <= self.space.width and bottom <= self.space.height:
                    if new_page:
                        self.pages.append([])
                    is_new_row = new_page or top != self.top
                    self.bottom = bottom if is_new_row else max(self.bottom, bottom)
                    self.top, self.right = top, right
                    self.pages[-1].append(piece.moved(left, top))
                    return True
        return False

    def _free_corners(self) -> Iterator[tuple[Decimal, Decimal, bool]]:
        """Yield left, top and whether the page is new: beside the last piece, in a new row, and on a new page."""
        if self.pages:
            yield self.right + self.gap.across.value, self.top, False
            yield ZERO, self.bottom + self.gap.down.value, False
        yield ZERO, ZERO, True


def packed_in_grid(pieces: Sequence[Piece], grid: Grid, gap: Gap, *, turned: bool) -> list[PackedPage]:
    """Place the pieces in the cells of a grid. The pages may be larger than the paper."""
    pieces = [piece.turned if turned else piece for piece in pieces]
    cell_width, cell_height = max(piece.box.width for piece in pieces), max(piece.box.height for piece in pieces)
    across, down = cell_width + gap.across.value, cell_height + gap.down.value  # from one cell to the next

    def in_cell(index: int, piece: Piece) -> Piece:
        row, column = divmod(index, grid.columns)
        indent, drop = (cell_width - piece.box.width) / 2, (cell_height - piece.box.height) / 2  # centre it in the cell
        return piece.moved(column * across + indent, row * down + drop)

    width, height = grid.columns * across - gap.across.value, grid.rows * down - gap.down.value
    return [
        PackedPage(tuple(in_cell(*each) for each in enumerate(pieces[first : first + grid.cells])), width, height)
        for first in range(0, len(pieces), grid.cells)
    ]


# Packing pieces of several sizes as close as possible, in any order

MOST_PIECES = 200
"""The most pieces to pack in any order; sheets with cards of several sizes usually have a tenth of them."""


def packed_freely(pieces: Sequence[Piece], space: Box, gap: Gap) -> list[PackedPage]:
    """Pack the pieces in any order, the largest first, each where it leaves the least space beside it.

    Return no pages if a piece does not fit, or if all are of one size, because then the order makes no difference.
    """
    if len(pieces) > MOST_PIECES or len(set(map(_longer_side_first, pieces))) == 1:
        return []
    space_with_gap = Box(ZERO, ZERO, space.width + gap.across.value, space.height + gap.down.value)
    pages: list[_PageBeingFilled] = []
    for piece in sorted(pieces, key=_longer_side_first, reverse=True):
        if not any(page.place(piece, gap) for page in pages):
            pages.append(_PageBeingFilled(space_with_gap))
            if not pages[-1].place(piece, gap):
                return []
    return [page.packed() for page in pages]


def _longer_side_first(piece: Piece) -> tuple[Decimal, Decimal]:
    width, height = piece.box.width, piece.box.height
    return max(width, height), min(width, height)


class _PageBeingFilled:
    """A page with its free rectangles, which may overlap.

    Every piece takes the gap to its right and below it, so the space includes one gap beyond its edges.
    """

    def __init__(self, space: Box) -> None:
        self.free = [space]
        self.pieces: list[Piece] = []

    def place(self, piece: Piece, gap: Gap) -> bool:
        """Place the piece; return false if it does not fit."""
        across, down = gap.across.value, gap.down.value
        spots: list[tuple[Decimal, Decimal, Decimal, bool]] = []  # space left beside the piece, top, left, turned
        for turned in (False, True):
            box = piece.turned.box if turned else piece.box
            width, height = box.width + across, box.height + down
            for space in self.free:
                if width <= space.width and height <= space.height:
                    rest = min(space.width - width, space.height - height)
                    spots.append((rest, space.top, space.left, turned))
        if not spots:
            return False
        _, top, left, turned = min(spots)
        placed = (piece.turned if turned else piece).moved(left, top)
        box = placed.box
        self.pieces.append(placed)
        self._cut(Box(box.left, box.top, box.right + across, box.bottom + down))
        return True

    def _cut(self, box: Box) -> None:
        """Cut a box out of the free rectangles, and drop rectangles within others."""
        rests = list(dict.fromkeys(rest for space in self.free for rest in _rest_of(space, box)))

        def is_within(inner: Box, outer: Box) -> bool:
            across = outer.left <= inner.left and inner.right <= outer.right
            return across and outer.top <= inner.top and inner.bottom <= outer.bottom

        self.free = [rest for rest in rests if not any(rest is not each and is_within(rest, each) for each in rests)]

    def packed(self) -> PackedPage:
        """Return the page with its pieces in reading order."""
        pieces = tuple(sorted(self.pieces, key=lambda piece: (piece.box.top, piece.box.left)))
        return PackedPage(pieces, max(each.box.right for each in pieces), max(each.box.bottom for each in pieces))


def _rest_of(space: Box, taken: Box) -> Iterator[Box]:
    """Yield the largest rectangles of a space that a box leaves free: up to four, which overlap at the corners."""
    overlaps_across = taken.left < space.right and space.left < taken.right
    if not (overlaps_across and taken.top < space.bottom and space.top < taken.bottom):
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


# Booklets: pages of a book on paper to be folded and stapled, two side by side, each sheet inside the one before it
#
# A book is filled up to a multiple of four pages with blank pages at its end, where they do not interrupt a text.
# A section of n pages has n/4 sheets of paper. The front of sheet k, counted from 0 at the outside, shows the pages
# n - 2k and 1 + 2k; its back shows 2 + 2k and n - 1 - 2k. The sheet is landscape and is turned over along its short
# edge.

TICK = Decimal(5)
"""The length in mm of the line at both ends of the fold."""
LEAF = 4
"""The pages of a booklet on one sheet of paper."""
Spread = tuple[int | None, int | None]
"""The pages on the left and right of one side of the paper, counted from 0; None for a blank."""


def spreads(pages: int, section: int | None = None) -> Iterator[tuple[int, Spread, Spread]]:
    """Yield each sheet of paper: the number of sheets around it when folded, its front and its back.

    `section` is the number of pages in each section; without it, the book is one section. For 6 pages, the first sheet
    is 0, `(None, 0)` and `(1, None)`; the second is 1, `(5, 2)` and `(3, 4)`.
    """
    numbers = [*range(pages), *[None] * (-pages % LEAF)]
    size = section or len(numbers)
    for first in range(0, len(numbers), size):
        part = numbers[first : first + size]
        for depth in range(len(part) // LEAF):
            low, high = 2 * depth, len(part) - 1 - 2 * depth
            yield depth, (part[high], part[low]), (part[low + 1], part[high - 1])


def impose_booklet(book: Rulebook, booklet: Booklet, pages: int) -> tuple[SheetPage, ...]:
    """Return the sides of the paper in printing order, for a finished book with this number of pages."""
    size = booklet.paper.turned.size
    middle, height = size.width.value / 2, size.height.value
    folds = Box(middle, Decimal(0), middle, TICK), Box(middle, height - TICK, middle, height)  # shown on the inside
    return tuple(
        SheetPage(tuple(_placements(spread, book, booklet, depth)), folds=folds if inside else (), behind=inside)
        for depth, front, back in spreads(pages, booklet.signature)
        for spread, inside in ((front, False), (back, True))
    )


def _placements(spread: Spread, book: Rulebook, booklet: Booklet, depth: int) -> Iterator[Placement]:
    """Yield the placements of both pages. Inner sheets have them nearer to the fold, which pushes their edges out."""
    width, height = book.paper.size.width.value, book.paper.size.height.value
    middle, inwards = booklet.paper.turned.size.width.value / 2, depth * booklet.creep.value
    for page, left in zip(spread, (middle - width + inwards, middle - inwards), strict=True):
        if page is not None:
            box = Box(left, Decimal(0), left + width, height)
            yield Placement(book.id, page, box, 0, box)
