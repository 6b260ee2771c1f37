"""Find what does not fit on a laid-out card, because WeasyPrint does not report it.

Every box that leaves ink is compared with all bounds around it: the page, the width of its block, the cells around it,
and boxes that hide their overflow or have a fixed size.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rulewright.pdf.engine import MarginBox, ReplacedBox, TableCellBox, TextBox

MM_PER_PX = 25.4 / 96
TOLERANCE = 0.05
"""Millimetres of overflow that may come from rounding."""
INK = (TextBox, ReplacedBox, TableCellBox)
"""The box types that leave ink themselves."""
FOOT = "foot"
"""The template's name for the line below the frame of a page."""
ASCENT, DESCENT = 0.75, 0.25
"""Height of letters above and below their baseline, in ems. A text box is higher than its letters."""

Rectangle = tuple[float, float, float, float]
"""Left, top, right and bottom, in pixels of the page."""


@dataclass(frozen=True, slots=True)
class Overflow:
    """A block that does not fit: its page, counted from 1, the excess in millimetres, and the `side`, "long" or "wide".

    `at` is its position among the innermost blocks, from 0, or -1 if unknown.
    """

    block: str
    side: str
    millimetres: float
    page: int = 1
    at: int = -1


@dataclass(frozen=True, slots=True)
class _Bound:
    """A rectangle that ink must stay inside. If `wide` or `long` is false, ink may leave it in that direction."""

    inside: Rectangle
    wide: bool = True
    long: bool = True


def overflows(document: Any) -> Iterator[Overflow]:
    """Yield the blocks that reach, or whose contents reach, beyond their page."""
    ordinals = _ordinals(document)
    for number, pages in _pages_of_card(document).items():
        for element, excess in _excesses(pages).items():
            name, at = element.get("data-block"), ordinals.get(element, -1)
            yield from overflow(name, "long", excess.long, number, at)
            yield from overflow(name, "wide", excess.wide, number, at)
        yield from overflow(FOOT, "wide", footer_excess(pages[0]), number)


@dataclass(slots=True)
class _Excess:
    """The pixels by which a block does not fit. Content that continues on another page counts as too long."""

    wide: float = 0.0
    long: float = 0.0


def _excesses(pages: Sequence[Any]) -> Mapping[Any, _Excess]:
    """Return the excess of each block by its element; `pages` are the PDF pages of one page of the card."""
    excesses: dict[Any, _Excess] = {}
    for page in pages:
        for _, box in blocks(page):
            excess = excesses.setdefault(box.element, _Excess())
            wide, long = _beyond(box, page)
            excess.wide = max(excess.wide, wide)
            excess.long += long if page is pages[0] else box.margin_height()
    return excesses


def overflow(block: str, side: str, pixels: float, page: int = 1, at: int = -1) -> Iterator[Overflow]:
    """Yield an overflow of `pixels`, unless it is within the tolerance."""
    if (millimetres := pixels * MM_PER_PX) > TOLERANCE:
        yield Overflow(block, side, round(millimetres, 1), page, at)


def fullness(document: Any) -> float:
    """Return the share of its height that the fullest page of a card takes, from 0; above 1 if a page does not fit.

    A page that does not fit continues on further PDF pages, and may leave some of the first one free.
    """
    return max(sum(_lowest(page) / float(page.height) for page in pages) for pages in _pages_of_card(document).values())


def height_taken(document: Any) -> float:
    """Return the height in millimetres of the blocks on the fullest page. No page may be too long."""
    return max(_lowest(pages[-1]) for pages in _pages_of_card(document).values()) * MM_PER_PX


def page_height(document: Any) -> float:
    """Return the height in millimetres of a page without its margins."""
    return float(document.pages[0]._page_box.height) * MM_PER_PX


def _lowest(page: Any) -> float:
    """Return the lowest point, in pixels, of the blocks of a page and their ink."""
    lowest = [ink[3] for _, box in blocks(page) for ink, _ in _ink(box, None, ())]
    lowest += [box.position_y + box.margin_height() for _, box in blocks(page)]
    return float(max(lowest, default=0.0) - page.content_box_y())


def _pages_of_card(document: Any) -> Mapping[int, list[Any]]:
    """Return the PDF pages of each page of the card. A page that is too long takes several."""
    pages: dict[int, list[Any]] = {}
    for page in (each._page_box for each in document.pages):
        elements = (box.element for box in page.descendants() if box.element is not None)
        number = next((int(number) for element in elements if (number := element.get("data-page"))), 1)
        pages.setdefault(number, []).append(page)
    return pages


def _ordinals(document: Any) -> dict[Any, int]:
    """Number the elements of the innermost blocks in document order."""
    root = next((box.element for box in document.pages[0]._page_box.descendants() if box.element_tag == "html"), None)
    sections = [] if root is None else [each for each in root.iter("section") if is_block(each)]
    return {element: number for number, element in enumerate(sections)}


def is_block(element: Any) -> bool:
    """Return whether an element is a block of a card without blocks inside it."""
    return element.tag == "section" and bool(element.get("data-block")) and element.find(".//section") is None


def blocks(box: Any) -> Iterator[tuple[str, Any]]:
    """Yield the boxes of a card's innermost blocks, each after the name that the template gave it."""
    for inner in box.descendants():
        if inner.element is not None and inner.element_tag == "section" and is_block(inner.element):
            yield inner.element.get("data-block"), inner


def _beyond(block: Any, page: Any) -> tuple[float, float]:
    """Return the pixels by which a block is too wide and too long."""
    left, right = page.content_box_x(), page.content_box_x() + page.width
    top, bottom = page.content_box_y(), page.content_box_y() + page.height
    # A block in a column is as wide as the column: beyond it lies the neighbour.
    own = (block.content_box_x(), top, min(right, block.content_box_x() + block.width), bottom)
    return _excess(block, (_Bound((left, top, right, bottom)), _Bound(own)))


def _excess(block: Any, bounds: tuple[_Bound, ...]) -> tuple[float, float]:
    """Return the pixels, across and down, by which the ink of a block leaves `bounds` or any bound inside the block."""
    left = top = right = bottom = 0.0
    for ink, within in _ink(block, None, bounds):
        for bound in within:
            if bound.wide:
                left, right = max(left, bound.inside[0] - ink[0]), max(right, ink[2] - bound.inside[2])
            if bound.long:
                top, bottom = max(top, bound.inside[1] - ink[1]), max(bottom, ink[3] - bound.inside[3])
    return left + right, top + bottom


def overflows_wide(cell: Any) -> bool:
    """Return whether a block is wider than its column, on an endless page."""
    for _, block in blocks(cell):
        left = block.content_box_x()
        width = _Bound((left, 0.0, left + block.width, 0.0), long=False)
        if _excess(block, (width,))[0] * MM_PER_PX > TOLERANCE:
            return True
    return False


def _ink(box: Any, matrix: Any, bounds: tuple[_Bound, ...]) -> Iterator[tuple[Rectangle, tuple[_Bound, ...]]]:
    """Yield the rectangles of ink in a box, after any rotation, each with all its bounds."""
    if box.transformation_matrix:
        matrix = box.transformation_matrix @ matrix if matrix else box.transformation_matrix
    if isinstance(box, TextBox):
        if box.text.strip():
            size, base = box.style["font_size"], box.position_y + box.baseline
            letters = box.position_x, base - ASCENT * size, box.position_x + box.width, base + DESCENT * size
            yield _placed(letters, matrix), bounds
        return
    if isinstance(box, INK) or (box.element is not None and box.element.get("data-picture")):
        yield _placed(_border_box(box), matrix), bounds
    bounds = (*bounds, *_bounds(box, matrix))
    for child in getattr(box, "children", ()):
        yield from _ink(child, matrix, bounds)


def _bounds(box: Any, matrix: Any) -> Iterator[_Bound]:
    """Yield the bounds that a box sets. A box without size sets none: it only anchors a positioned box."""
    if isinstance(box, TableCellBox):
        yield _Bound(_placed(_border_box(box), matrix))
        return
    if box.style["overflow"] != "visible":
        x, y = box.padding_box_x(), box.padding_box_y()
        yield _Bound(_placed((x, y, x + box.padding_width(), y + box.padding_height()), matrix))
    wide = _has_size(box, "width") and box.width > 0
    long = _has_size(box, "height") and box.height > 0
    if matrix and abs(matrix.values[1]) > abs(matrix.values[0]):  # turned by about a quarter
        wide, long = long, wide
    if wide or long:
        yield _Bound(_placed(_border_box(box), matrix), wide, long)


def _has_size(box: Any, side: str) -> bool:
    """Return whether the stylesheet sets the size of a box, so that its contents do not change it."""
    return hasattr(box, "children") and box.element_tag not in ("html", "body", "table") and box.style[side] != "auto"


def _border_box(box: Any) -> Rectangle:
    x, y = box.border_box_x(), box.border_box_y()
    return x, y, x + box.border_width(), y + box.border_height()


def _placed(rectangle: Rectangle, matrix: Any) -> Rectangle:
    """Return the bounding rectangle of a rectangle after its transformation."""
    if not matrix:
        return rectangle
    left, top, right, bottom = rectangle
    corners = [matrix.transform_point(x, y) for x in (left, right) for y in (top, bottom)]
    across, down = zip(*corners, strict=True)
    return min(across), min(down), max(across), max(down)


AIR = 8.0
"""The least gap between two texts at the foot, in pixels."""


def footer_excess(page: Any) -> float:
    """Return the pixels by which the texts at the foot are wider than the page; negative if they fit."""
    boxes = [box for box in page.children if isinstance(box, MarginBox) and box.at_keyword.startswith("@bottom")]
    inked = ([each for each in box.descendants() if isinstance(each, (TextBox, ReplacedBox))] for box in boxes)
    texts = [width for inner in inked if (width := sum(float(each.margin_width()) for each in inner))]
    padding = sum(box.padding_left + box.padding_right for box in boxes)
    return float(sum(texts) + padding + AIR * (len(texts) - 1) - page.border_width())


def reach_of(pages: Iterable[Any]) -> dict[tuple[str, str], float]:
    """Return the most pixels by which each block reaches beyond its columns and pages."""
    reach: dict[tuple[str, str], float] = {}
    for page in pages:
        box = page._page_box
        right, bottom = box.content_box_x() + box.width, box.content_box_y() + box.height
        for block, column, inked in _inked(box.children[0], "text", right):
            for side, edge, limit in (
                ("wide", inked.position_x + inked.margin_width(), column),
                ("long", inked.position_y + inked.margin_height(), bottom),
            ):
                if edge > limit:
                    reach[block, side] = max(reach.get((block, side), 0.0), edge - limit)
    return reach


def filled(page: Any) -> float:
    """Return the share of a page's height, without its margins, from the top to the lowest ink."""
    top = page.content_box_y()
    lowest = (ink.position_y + ink.margin_height() - top for _, _, ink in _inked(page.children[0], "", 0.0))
    return float(max(lowest, default=0.0) / page.height)


def _inked(box: Any, block: str, right: float) -> Iterator[tuple[str, float, Any]]:
    """Yield boxes that leave ink, each with the name of its block and the right edge of its column.

    Rotated text is left out.
    """
    if box.style["transform"]:
        return
    if box.element is not None:
        block = box.element.get("data-block", block)
    if getattr(box, "is_column", False) and block == "text":
        right = box.position_x + box.width
    if isinstance(box, INK):
        yield block, right, box
    for child in getattr(box, "children", ()):
        yield from _inked(child, block, right)


# The resolution of pictures in print

PIXELS_PER_INCH = 96
"""The resolution of CSS pixels, in which WeasyPrint gives all lengths."""
SHARP = 200
"""The resolution, in dots per inch, at which the eye no longer sees single dots at arm's length."""


@dataclass(frozen=True, slots=True)
class CoarsePicture:
    """A picture that prints at too low a resolution: its name and its dots per inch."""

    picture: str
    dpi: int


def coarse_pictures(document: Any) -> Iterator[CoarsePicture]:
    """Yield each picture whose resolution in print is below `SHARP`.

    The template gives the width of a picture in dots; for the ground of a page, it gives the dots per inch.
    """
    for page in document.pages:
        for box in page._page_box.descendants():
            if box.element is None:
                continue
            dots, ground = (int(box.element.get(name, 0)) for name in ("data-dots", "data-dpi"))
            if dots and box.width and (dpi := dots / box.width * PIXELS_PER_INCH) < SHARP:
                yield CoarsePicture(box.element.get("data-picture"), int(dpi))
            if 0 < ground < SHARP:
                yield CoarsePicture(box.element.get("data-ground"), ground)
