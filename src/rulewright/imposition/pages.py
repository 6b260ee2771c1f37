"""Lay out the pages of a sheet, and the sides of the paper of a booklet.

A sheet has a fixed grid, or is packed in several ways, from simple shelves to the tightest fit. The arrangement with
the fewest pages is centred and gets marks.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from math import ceil

from rulewright.entries.paper import Paper
from rulewright.imposition.pieces import ZERO, Box, Piece, Placement, behind, card_of, pieces, pieces_of, seams
from rulewright.imposition.space import (
    card_area,
    cut_marks,
    fold_line,
    foot_below,
    foot_beside,
    is_marked,
    printable,
    register_marks,
    register_marks_beside,
)
from rulewright.limits import SHEET_CARDS
from rulewright.model.book import Book
from rulewright.model.card import Card
from rulewright.model.product import NO_GAP, Booklet, Gap, Grid, Marks, Rulebook, Sheet

# Packing pieces in the author's order

Ways = tuple[bool, ...]
"""Whether to turn a piece: the choices, in order of preference."""
SHELF_WAYS: tuple[Ways, ...] = ((False,), (True,), (False, True), (True, False))


@dataclass(frozen=True, slots=True)
class PackedPage:
    """The pieces of a page with their total size, to be centred as a whole."""

    pieces: tuple[Piece, ...]
    width: Decimal
    height: Decimal


def on_shelves(pieces: Sequence[Piece], space: Box, gap: Gap, ways: Ways) -> list[PackedPage]:
    """Pack the pieces in order, in rows; return no pages if a piece does not fit either way."""
    shelves = _Shelves(space, gap)
    if not all(shelves.place([piece.turned if turned else piece for turned in ways]) for piece in pieces):
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
        self.top = self.bottom = self.right = ZERO  # of the last shelf

    def place(self, choices: Sequence[Piece]) -> bool:
        """Place the first choice that fits; return false if none does."""
        for left, top, new_page in self._spots():
            for piece in choices:
                right, bottom = left + piece.box.width, top + piece.box.height
                if right <= self.space.width and bottom <= self.space.height:
                    if new_page:
                        self.pages.append([])
                    self.bottom = bottom if top != self.top or new_page else max(self.bottom, bottom)
                    self.top, self.right = top, right
                    self.pages[-1].append(piece.moved(left, top))
                    return True
        return False

    def _spots(self) -> Iterator[tuple[Decimal, Decimal, bool]]:
        """Yield left, top and whether the page is new: beside the last piece, on a new shelf, and on a new page."""
        if self.pages:
            yield self.right + self.gap.across.value, self.top, False
            yield ZERO, self.bottom + self.gap.down.value, False
        yield ZERO, ZERO, True


def in_grid(pieces: Sequence[Piece], grid: Grid, gap: Gap, *, turned: bool) -> list[PackedPage]:
    """Place the pieces in the cells of a grid. The pages may be larger than the paper."""
    pieces = [piece.turned if turned else piece for piece in pieces]
    cell = max(piece.box.width for piece in pieces), max(piece.box.height for piece in pieces)
    width = grid.columns * cell[0] + (grid.columns - 1) * gap.across.value
    height = grid.rows * cell[1] + (grid.rows - 1) * gap.down.value

    def in_cell(at: int, piece: Piece) -> Piece:
        row, column = divmod(at, grid.columns)
        left, top = column * (cell[0] + gap.across.value), row * (cell[1] + gap.down.value)
        return piece.moved(left + (cell[0] - piece.box.width) / 2, top + (cell[1] - piece.box.height) / 2)

    return [
        PackedPage(tuple(in_cell(*each) for each in enumerate(pieces[first : first + grid.cells])), width, height)
        for first in range(0, len(pieces), grid.cells)
    ]


# Packing pieces of several sizes as close as possible, in any order

MOST = 200
"""The most pieces to pack in any order; sheets with cards of several sizes usually have a tenth of them."""


def packed_freely(pieces: Sequence[Piece], space: Box, gap: Gap) -> list[PackedPage]:
    """Pack the pieces in any order, the largest first, each where it leaves the least space beside it.

    Return no pages if a piece does not fit, or if all are of one size, because then the order makes no difference.
    """
    if len(pieces) > MOST or len(set(map(_longer_side_first, pieces))) == 1:
        return []
    pages: list[_Page] = []
    for piece in sorted(pieces, key=_longer_side_first, reverse=True):
        if not any(page.place(piece, gap) for page in pages):
            pages.append(_Page(Box(ZERO, ZERO, space.width + gap.across.value, space.height + gap.down.value)))
            if not pages[-1].place(piece, gap):
                return []
    return [page.packed() for page in pages]


def _longer_side_first(piece: Piece) -> tuple[Decimal, Decimal]:
    width, height = piece.box.width, piece.box.height
    return max(width, height), min(width, height)


class _Page:
    """A page that is being filled, with its free rectangles, which may overlap.

    Every piece takes the gap to its right and below it, so the space includes one gap beyond its edges.
    """

    def __init__(self, space: Box) -> None:
        self.free = [space]
        self.pieces: list[Piece] = []

    def place(self, piece: Piece, gap: Gap) -> bool:
        """Place the piece; return false if it does not fit."""
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
        self._cut(Box(box.left, box.top, box.right + across, box.bottom + down))
        return True

    def _cut(self, box: Box) -> None:
        """Cut a box out of the free rectangles, and drop rectangles within others."""
        rests = list(dict.fromkeys(part for space in self.free for part in _without(space, box)))

        def within(one: Box, other: Box) -> bool:
            across = one.left >= other.left and one.right <= other.right
            return across and one.top >= other.top and one.bottom <= other.bottom

        self.free = [one for one in rests if not any(one is not other and within(one, other) for other in rests)]

    def packed(self) -> PackedPage:
        """Return the page with its pieces in reading order."""
        pieces = tuple(sorted(self.pieces, key=lambda piece: (piece.box.top, piece.box.left)))
        return PackedPage(pieces, max(each.box.right for each in pieces), max(each.box.bottom for each in pieces))


def _without(space: Box, taken: Box) -> Iterator[Box]:
    """Yield the largest rectangles of a space that a box leaves free."""
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


@dataclass(frozen=True, slots=True)
class SheetPage:
    """One side of the paper: its cards, and the lines of its marks as boxes without width or height.

    `crosses` are the lines of register marks. `unmarked` are the cards with an edge without a cut mark, because the gap
    leaves no room for it. `behind` is true if this side is the back of the page before.
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
    """Return the sheet with the gap and the marks that the tool chooses if it may, and its pages."""
    best, shortest = sheet, _imposed(sheet, paper, book)
    for each in ways_to_arrange(sheet)[1:]:
        if len(shortest) == _fewest(sheet, paper, book):
            break
        pages = _imposed(each, paper, book)
        if pages and (not shortest or len(pages) < len(shortest)) and _is_sound(each, paper, pages):
            best, shortest = each, pages
    return best, shortest


def _fewest(sheet: Sheet, paper: Paper, book: Book) -> int:
    """Return the number of pages that the cards would fill without waste: no arrangement has fewer."""
    room = paper.size.width.value * paper.size.height.value
    area = sum((piece.box.width * piece.box.height for piece in pieces(sheet, book, seams(sheet)[0])), ZERO)
    return (2 if sheet.sides.duplex else 1) * ceil(area / room)


def ways_to_arrange(sheet: Sheet) -> tuple[Sheet, ...]:
    """Return the sheet; if the tool may choose, also with cards edge to edge, and those up to the printer's edge."""
    if not sheet.adjustable or sheet.marks is Marks.NONE:
        return (sheet,)
    close = replace(sheet, gap=NO_GAP)
    return sheet, close, replace(close, at_edge=True)


def _imposed(sheet: Sheet, paper: Paper, book: Book) -> tuple[SheetPage, ...]:
    """Return the pages of one arrangement; none if something does not fit."""
    space = card_area(sheet, paper)
    tried = [pages for seam in seams(sheet) for pages in _tries(pieces(sheet, book, seam), sheet, space) if pages]
    best = min(tried, key=len, default=[])  # the first of the shortest
    return tuple(side for filled in best for side in _sides(_centred(filled, paper, space), sheet, paper))


def _is_sound(sheet: Sheet, paper: Paper, pages: Sequence[SheetPage]) -> bool:
    """Return whether every edge has a cut mark, and the foot and the register marks have room."""
    if not pages:
        return False
    boxes = [placed.box for page in pages if not page.behind for placed in page.cards]
    beside = foot_beside(sheet, paper, boxes)
    foot_fits = beside or foot_below(sheet, paper, boxes)
    crosses_fit = beside or not (sheet.sides.duplex and sheet.at_edge)
    return foot_fits and crosses_fit and not any(page.unmarked for page in pages)


def _tries(cut_out: Sequence[Piece], sheet: Sheet, space: Box) -> Iterator[list[PackedPage]]:
    """Yield the pages packed in each way; an empty list if they do not fit."""
    if sheet.grid is None:
        yield from (on_shelves(cut_out, space, sheet.gap, ways) for ways in SHELF_WAYS)
        yield packed_freely(cut_out, space, sheet.gap)
        return
    for turned in (False, True):
        pages = in_grid(cut_out, sheet.grid, sheet.gap, turned=turned)
        yield [] if any(_beyond(pages[0].width, pages[0].height, space)) else pages


def _beyond(width: Decimal, height: Decimal, space: Box) -> tuple[Decimal, Decimal]:
    """Return by how much something is too wide and too high, in mm."""
    return max(ZERO, width - space.width), max(ZERO, height - space.height)


def excess(card: Card, sheet: Sheet, paper: Paper, book: Book) -> Decimal:
    """Return the mm by which a card is too large for a page, in its best position; 0 if it fits."""
    space = card_area(sheet, paper)
    return min(max(_excess(piece, space) for piece in pieces_of(card, sheet, book, seam)) for seam in seams(sheet))


def _excess(piece: Piece, space: Box) -> Decimal:
    width, height = piece.box.width, piece.box.height
    return min(max(_beyond(width, height, space)), max(_beyond(height, width, space)))


def grid_excess(sheet: Sheet, paper: Paper, book: Book) -> tuple[Decimal, Decimal]:
    """Return the mm by which the grid is too wide and too high for the page, in its best position."""
    assert sheet.grid is not None
    tried = [
        _beyond(page.width, page.height, card_area(each, paper))
        for each in ways_to_arrange(sheet)
        if each is sheet or _is_sound(each, paper, _imposed(each, paper, book))
        for seam in seams(each)
        for turned in (False, True)
        for page in in_grid(pieces(each, book, seam), sheet.grid, each.gap, turned=turned)[:1]
    ]
    return min(tried, key=max)


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


def _centred(filled: PackedPage, paper: Paper, space: Box) -> tuple[Piece, ...]:
    """Return the pieces in the middle of the paper, or higher if the foot needs the room."""
    left = (paper.size.width.value - filled.width) / 2
    top = min((paper.size.height.value - filled.height) / 2, space.bottom - filled.height)
    return tuple(piece.moved(left, top) for piece in filled.pieces)


def _sides(placed: Sequence[Piece], sheet: Sheet, paper: Paper) -> Iterator[SheetPage]:
    """Yield the front with its marks, then the back, which has only register marks: cards are cut from the front."""
    area, bleed, boxes = printable(sheet, paper), sheet.bleed.value, [piece.box for piece in placed]
    marked = sheet.marks is not Marks.NONE
    cuts = cut_marks(boxes, area, bleed, at_edge=sheet.at_edge) if marked else ()
    crosses: tuple[Box, ...] = ()
    if marked and sheet.sides.duplex:
        crosses = tuple(
            register_marks_beside(card_area(sheet, paper), boxes) if sheet.at_edge else register_marks(area)
        )
    yield SheetPage(
        tuple(face for piece in placed for face in piece.faces),
        cuts,
        tuple(fold_line(piece.fold, sheet.gap if marked else NO_GAP) for piece in placed if piece.fold),
        crosses,
        tuple(dict.fromkeys(piece.faces[0].card for piece in placed if marked and not is_marked(piece.box, cuts))),
    )
    if sheet.sides.duplex:
        backs = tuple(behind(piece.back, sheet.sides, paper) for piece in placed if piece.back)
        yield SheetPage(backs, crosses=crosses, behind=True)


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
    """Yield each sheet of paper: the number of sheets around it when folded, its front and its back."""
    order = [*range(pages), *[None] * (-pages % LEAF)]
    size = section or len(order)
    for first in range(0, len(order), size):
        part = order[first : first + size]
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
