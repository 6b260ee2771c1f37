"""Where the cards of a sheet lie on its pages, and where to cut: geometry in millimetres from the top left corner.

A card of several pages lies there page by page, front and back in order, as if each were a card of its own.
The packing is by shelves, in the order the author gave. A card goes beside the one before it; where it does
not fit there it begins a new shelf below, and where that does not fit either, a new page. Cards stand at the
top of their shelf. This is tried in four ways: all upright; all turned by 90°; upright where that fits and
else turned; the reverse. Of the tries with the fewest pages the first is taken. Each page is then centred.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from rulewright.model.book import Book
from rulewright.model.card import Card
from rulewright.model.paper import Paper, Size
from rulewright.model.sheet import Sheet

MARK_OFFSET, MARK_LENGTH = Decimal("1.5"), Decimal(4)
"""Millimetres from the corner of a card to its cut mark, and of the mark."""
SHORTEST_MARK = Decimal("1.5")
"""Millimetres to which a mark may be cut short where something is in its way; otherwise it is left out."""
CLEARANCE = Decimal("0.5")
"""Millimetres that a mark keeps away from other cards."""
FOOT = Decimal(6)
"""Millimetres above the lower margin that hold the line of text and the ruler."""
NARROWEST_GAP = MARK_OFFSET + SHORTEST_MARK + CLEARANCE
"""Millimetres between cards that leave room for a mark at every corner."""
TRIES = ((False,), (True,), (False, True), (True, False))
"""Whether a card is turned, by what is tried first."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on a page."""

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
        """Across and down exchanged."""
        return Box(self.top, self.left, self.bottom, self.right)

    def moved(self, across: Decimal, down: Decimal) -> "Box":
        return Box(self.left + across, self.top + down, self.right + across, self.bottom + down)


@dataclass(frozen=True, slots=True)
class Placed:
    """A page of a card in its place, counted from 0; `turned` by 90° against the clock."""

    card: str
    box: Box
    turned: bool
    page: int = 0


@dataclass(frozen=True, slots=True)
class SheetPage:
    """One page: its cards, and its cut marks as boxes without width or without height."""

    cards: tuple[Placed, ...]
    cuts: tuple[Box, ...]

    @property
    def unmarked(self) -> tuple[str, ...]:
        """Cards with an edge that no mark on the page is in line with: the gap leaves no room for one."""
        across = {cut.top for cut in self.cuts if not cut.height}
        down = {cut.left for cut in self.cuts if not cut.width}
        found = (
            placed.card
            for placed in self.cards
            if not {placed.box.top, placed.box.bottom} <= across or not {placed.box.left, placed.box.right} <= down
        )
        return tuple(dict.fromkeys(found))


def impose(sheet: Sheet, paper: Paper, book: Book) -> tuple[SheetPage, ...]:
    """The pages of a sheet; every card must fit `room`."""
    cards, space = list(cards_on(sheet, book)), room(sheet, paper)
    tried = [pages for ways in TRIES if (pages := _Shelves(space, sheet.gap.value).pack(cards, ways))]
    printable = _printable(sheet, paper)
    return tuple(
        SheetPage(placed, cut_marks([each.box for each in placed], printable))
        for placed in (_centred(page, paper, space) for page in min(tried, key=len))
    )


def cards_on(sheet: Sheet, book: Book) -> Iterator[Card]:
    """The cards of a sheet in order, each as often as asked for."""
    for copies in sheet.cards:
        target = book.target_of(copies.card)
        assert target is not None  # an unknown card is refused before
        yield from [book.cards[target.id]] * copies.number


def room(sheet: Sheet, paper: Paper) -> Box:
    """Where cards may lie: what can be printed, less the shortest cut mark on every side."""
    printable, edge = _printable(sheet, paper), MARK_OFFSET + SHORTEST_MARK
    return Box(printable.left + edge, printable.top + edge, printable.right - edge, printable.bottom - edge)


def _printable(sheet: Sheet, paper: Paper) -> Box:
    """The paper without its margins and without the foot."""
    margin, size = sheet.margin.value, paper.size
    return Box(margin, margin, size.width.value - margin, size.height.value - margin - FOOT)


def excess(card: Card, space: Box) -> Decimal:
    """By how many millimetres a card is too large for a space, turned as it fits best; 0 where it fits."""
    beyond = (
        max(width - space.width, height - space.height)
        for width, height in (_sides(card.size, turn) for turn in (0, 1))
    )
    return max(Decimal(0), min(beyond))


def _sides(size: Size, turned: int) -> tuple[Decimal, Decimal]:
    width, height = size.width.value, size.height.value
    return (height, width) if turned else (width, height)


class _Shelves:
    """Pages being filled; places are counted from the corner of the space until the pages are centred."""

    def __init__(self, space: Box, gap: Decimal) -> None:
        self.space, self.gap = space, gap
        self.pages: list[list[Placed]] = []
        self.top = self.bottom = self.right = Decimal(0)  # of the shelf begun last, so far

    def pack(self, cards: Sequence[Card], ways: tuple[bool, ...]) -> list[list[Placed]]:
        """The pages; none where a card fits in none of the ways."""
        faces = ((card, page) for card in cards for page in range(len(card.pages)))
        return self.pages if all(self._place(card, page, ways) for card, page in faces) else []

    def _place(self, card: Card, page: int, ways: tuple[bool, ...]) -> bool:
        for left, top, fresh in self._spots():
            for turned in ways:
                width, height = _sides(card.size, turned)
                box = Box(left, top, left + width, top + height)
                if box.right <= self.space.width and box.bottom <= self.space.height:
                    if fresh:
                        self.pages.append([])
                    self.bottom = box.bottom if top != self.top or fresh else max(self.bottom, box.bottom)
                    self.top, self.right = top, box.right
                    self.pages[-1].append(Placed(card.id, box, turned, page))
                    return True
        return False

    def _spots(self) -> Iterator[tuple[Decimal, Decimal, bool]]:
        """Beside the last card, on a new shelf, on a new page: the corner, and whether the page is new."""
        if self.pages:
            yield self.right + self.gap, self.top, False
            yield Decimal(0), self.bottom + self.gap, False
        yield Decimal(0), Decimal(0), True


def _centred(page: Sequence[Placed], paper: Paper, space: Box) -> tuple[Placed, ...]:
    """In the middle of the paper, or as far up from there as the foot demands."""
    width, height = max(each.box.right for each in page), max(each.box.bottom for each in page)
    left = (paper.size.width.value - width) / 2
    top = min((paper.size.height.value - height) / 2, space.bottom - height)
    return tuple(replace(each, box=each.box.moved(left, top)) for each in page)


def cut_marks(boxes: Sequence[Box], printable: Box) -> tuple[Box, ...]:
    """Two marks outside each corner of each box, in line with its edges; none reaches another box or the margin."""
    across = _level_marks(boxes, printable)
    down = _level_marks([box.mirrored for box in boxes], printable.mirrored)
    return tuple(dict.fromkeys([*across, *(mark.mirrored for mark in down)]))


def _level_marks(boxes: Sequence[Box], printable: Box) -> Iterator[Box]:
    """The marks to the left and right of the corners."""
    for box in boxes:
        for y in (box.top, box.bottom):
            level = [other for other in boxes if other.top - CLEARANCE <= y <= other.bottom + CLEARANCE]
            left, right = box.left - MARK_OFFSET, box.right + MARK_OFFSET
            before = [other.right + CLEARANCE for other in level if other.left < left + CLEARANCE]
            behind = [other.left - CLEARANCE for other in level if other.right > right - CLEARANCE]
            ends = max(printable.left, left - MARK_LENGTH, *before), min(printable.right, right + MARK_LENGTH, *behind)
            if left - ends[0] >= SHORTEST_MARK:
                yield Box(ends[0], y, left, y)
            if ends[1] - right >= SHORTEST_MARK:
                yield Box(right, y, ends[1], y)
