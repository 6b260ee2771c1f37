"""Read a finished PDF, page by page, into the values of `page.py`.

PDFium gives boxes, fonts and tags. Two questions need pixels: the colours behind letters are sampled from a picture of
the page without its letters; and things whose boxes overlap are painted one by one, to see whether their ink does.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import chain
from math import sqrt
from typing import TYPE_CHECKING, Any

from rulewright.readback import pdfium
from rulewright.readback.page import Box, Nearby, Over, Overprint, Page, Piece, Shape, overlap

if TYPE_CHECKING:
    from PIL.Image import Image

GROUND_SCALE = 1.5
"""Pixels per point when the ground beneath letters is sampled: the smallest letters are five pixels high."""


def count_pages(data: bytes) -> int:
    with pdfium.document(data) as opened:
        return pdfium.page_count(opened)


def read_pages(data: bytes, numbers: Iterable[int] | None = None) -> Iterator[Page]:
    """Yield the pages with these numbers, by default all; the first page is 1."""
    with pdfium.document(data) as opened:
        for number in numbers or range(1, pdfium.page_count(opened) + 1):
            with pdfium.page(opened, number) as handle:
                yield _page(handle, number)


def _page(handle: Any, number: int) -> Page:
    width, height = pdfium.size(handle)
    left, bottom = pdfium.corner(handle)
    with pdfium.letters(handle) as letters:
        painted = _Paintings(letters)
        to_corner = (1, 0, 0, 1, -left, -bottom) if left or bottom else IDENTITY  # with bleed the two differ
        painted.read(pdfium.objects(handle), to_corner, -1)
    pdfium.show(painted.texts, shown=False)
    ground = Ground(*pdfium.picture(handle, GROUND_SCALE), GROUND_SCALE)
    pdfium.show(painted.texts, shown=True)
    tags = pdfium.tags(handle)
    figures = (figure for tag in tags for figure in ([tag] if tag.kind == "Figure" else tag.all("Figure")))
    in_figures = {child for figure in figures for child in figure.children if isinstance(child, int) and child >= 0}
    pieces = tuple(
        replace(piece, beneath=ground.beneath(piece.box), pictured=piece.content in in_figures)
        for piece in painted.pieces
    )
    over = tuple(overprints(handle, pieces, painted.shapes, painted.things))
    return Page(number, width, height, pieces, tuple(painted.shapes), tags, over)


class _Paintings:
    """Collect what a page paints, in order, with the contents of its form XObjects."""

    def __init__(self, letters: Any) -> None:
        self.letters = letters
        self.pieces: list[Piece] = []
        self.shapes: list[Shape] = []
        self.texts: list[Any] = []
        self.things: dict[int, Any] = {}
        self.order = 0

    def read(self, things: Iterable[Any], outer: pdfium.Matrix, content: int, depth: int = 0) -> None:
        """Add `things`, PDFium objects of a page or a form at this `depth`.

        `outer` maps their coordinates to those of the page; `content` is the marked content of their form, or -1.
        """
        for thing in things:
            self.order += 1
            own = content if content >= 0 else pdfium.content(thing)
            kind = pdfium.kind(thing)
            if kind == pdfium.FORM:
                inner = _product(pdfium.matrix(thing), outer)
                self.read(pdfium.form_objects(thing), inner, own, depth + 1)
                continue
            self.things[self.order] = thing
            if kind == pdfium.TEXT:
                self._letters(thing, outer, own, depth)
            elif kind == pdfium.PATH:
                self._path(thing, outer)
            elif kind in pdfium.PICTURES:
                self.shapes.append(Shape(_moved(pdfium.box(thing), outer), self.order, filled=True))

    def _letters(self, thing: Any, outer: pdfium.Matrix, content: int, depth: int) -> None:
        self.texts.append(thing)
        text = pdfium.text(thing, self.letters)
        if not text.strip():
            return
        a, b, c, d, *_ = _product(pdfium.matrix(thing), outer)
        size = pdfium.font_size(thing) * sqrt(abs(a * d - b * c))
        box, clip = _moved(pdfium.box(thing), outer), _clip(thing, outer)
        font, colour, turned = pdfium.font(thing), pdfium.colour(thing), abs(b) > abs(a)
        self.pieces.append(Piece(text, box, size, turned, font, colour, content, clip, self.order, depth=depth))

    def _path(self, thing: Any, outer: pdfium.Matrix) -> None:
        filled, drawn = pdfium.painted(thing)
        if not filled and not drawn:
            return
        outlines, hole = pdfium.outlines(thing) if filled else [], None
        if len(outlines) == 2:  # a frame, whose hole is the smaller outline
            to_page = _product(pdfium.matrix(thing), outer)
            boxes = [_bounds([_point(corner, to_page) for corner in outline]) for outline in outlines]
            hole = min(boxes, key=lambda box: box[2] - box[0])
        filled = any(len(outline) > 2 for outline in outlines)  # a straight line has nothing to fill
        self.shapes.append(Shape(_moved(pdfium.box(thing), outer), self.order, filled, hole))


def _clip(thing: Any, outer: pdfium.Matrix) -> Box | None:
    """Return the intersection of all clipping paths of a thing as a box on the page; None without any."""
    paths = ([corner for outline in path for corner in outline] for path in pdfium.clip(thing))
    boxes = [_bounds([_point(corner, outer) for corner in corners]) for corners in paths if corners]
    if not boxes:
        return None
    lefts, bottoms, rights, tops = zip(*boxes, strict=True)
    return max(lefts), max(bottoms), min(rights), min(tops)


IDENTITY: pdfium.Matrix = (1, 0, 0, 1, 0, 0)


def _product(inner: pdfium.Matrix, outer: pdfium.Matrix) -> pdfium.Matrix:
    """The matrix that applies the inner one, then the outer."""
    a, b, c, d, e, f = inner
    p, q, r, s, t, u = outer
    return a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u


def _point(point: pdfium.Point, matrix: pdfium.Matrix) -> pdfium.Point:
    x, y = point
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def _moved(box: Box, outer: pdfium.Matrix) -> Box:
    if outer is IDENTITY:
        return box
    left, bottom, right, top = box
    return _bounds([_point(corner, outer) for corner in ((left, bottom), (left, top), (right, bottom), (right, top))])


def _bounds(points: list[pdfium.Point]) -> Box:
    across, up = [x for x, _ in points], [y for _, y in points]
    return min(across), min(up), max(across), max(up)


# The ground beneath letters

ACROSS, DOWN = (0.04, 0.19, 0.35, 0.5, 0.65, 0.81, 0.96), (0.15, 0.5, 0.85)
"""Where the ground is sampled in the box of some letters, as shares of its width and height."""


@dataclass(frozen=True, slots=True)
class Ground:
    """A picture of a page without its letters: four bytes a pixel, `scale` pixels a point, the top line first."""

    width: int
    height: int
    stride: int
    pixels: bytes = field(repr=False)
    scale: float

    def beneath(self, box: Box) -> tuple[str, ...]:
        """Return the colours behind letters as `#rrggbb`.

        A colour in fewer than two rows and two columns of the samples is an underline or a border.
        """
        left, bottom, right, top = box
        columns = [self._column(left + share * (right - left)) for share in ACROSS]
        lines = [self._line(bottom + share * (top - bottom)) for share in DOWN]
        samples = [[self.pixels[at : at + 3] for at in map(line.__add__, columns)] for line in lines]
        colours: list[str] = []
        for pixel in dict.fromkeys(chain(*zip(*samples, strict=True))):
            lines_with = [line for line in samples if pixel in line]
            columns_with = [column for column in zip(*lines_with, strict=True) if pixel in column]
            if len(lines_with) > 1 and len(columns_with) > 1:
                colours.append(f"#{pixel[2]:02x}{pixel[1]:02x}{pixel[0]:02x}")  # PDFium writes blue first
        return tuple(colours)

    def _column(self, x: float) -> int:
        return 4 * min(self.width - 1, max(0, int(x * self.scale)))

    def _line(self, y: float) -> int:
        return self.stride * min(self.height - 1, max(0, self.height - 1 - int(y * self.scale)))


# Things that share their ink with a text

SHARED = 0.15
"""The share of a text from which it counts as overprinted: two texts are compared if their boxes share more of the
smaller one, and a ground is reported if it hides more of the ink.
"""
TOUCHED = 0.01
"""Two things whose inks share less than this part of the smaller one only touch."""
CROSSED = 0.5
"""A slanted line is reported if it hides more than this part of some letters: under a thin one they stay legible."""
TOUCH = 0.25
"""Ems by which neighbours may overlap, because the last letter of a slanted word overhangs."""
MIDDLE = 0.2
"""A line along letters runs through them if it is further than this share of their height from the top and bottom."""


def overprints(
    page: Any, pieces: Sequence[Piece], shapes: Sequence[Shape], things: Mapping[int, Any]
) -> Iterator[Overprint]:
    """Yield the overprints of an open page; `things` maps the order of painting to PDFium objects."""
    candidates = list(_candidates(pieces, shapes))
    if candidates:
        with Ink.on(page, things) as ink:
            for piece, over, other in candidates:
                if isinstance(other, Shape) and over is Over.GROUND:
                    most = SHARED if other.filled else CROSSED
                    real = ink.hidden(piece.order, other.order, piece.box) > most
                else:
                    real = ink.shared(piece.order, other.order, piece.box) > TOUCHED
                if real:
                    words = other.words if isinstance(other, Piece) else ""
                    yield Overprint(piece, over, words, other.order < piece.order)


def _candidates(pieces: Sequence[Piece], shapes: Sequence[Shape]) -> Iterator[tuple[Piece, Over, Piece | Shape]]:
    """Yield each text with each other text, line or later ground that may share its ink, judged by boxes only."""
    first = min((piece.order for piece in pieces), default=0)
    texts, obstacles = Nearby(pieces), Nearby([shape for shape in shapes if shape.thin or shape.order > first])
    for piece in pieces:
        for other in texts.to(piece.box):
            if other.order < piece.order and _collide(piece, other):
                yield piece, Over.TEXT, other
        for shape in obstacles.to(piece.box):
            if shape.thin:
                if _crosses(shape, piece):
                    yield piece, Over.LINE, shape
            elif shape.order > piece.order and _covers(shape, piece):
                yield piece, Over.GROUND, shape


def _collide(one: Piece, other: Piece) -> bool:
    common = overlap(one.box, other.box)
    if common is None or min(_extent(common)) <= TOUCH * min(one.size, other.size):
        return False
    return _area(common) > SHARED * min(_area(one.box), _area(other.box))


def _crosses(line: Shape, piece: Piece) -> bool:
    """Whether a line runs through letters: along them in their middle, or across them from side to side."""
    common = overlap(line.box, piece.box)
    if common is None:
        return False
    width, height = _extent(common)
    level = _extent(line.box)[0] >= _extent(line.box)[1]
    along, thick = _extent(piece.box) if level else _extent(piece.box)[::-1]
    low, high = (piece.box[1], piece.box[3]) if level else (piece.box[0], piece.box[2])
    at = sum(line.box[1::2] if level else line.box[::2]) / 2
    if level != piece.turned:  # along the letters
        margin, is_long = MIDDLE * thick, (width if level else height) > along / 4
    else:
        margin, is_long = TOUCH * piece.size, (width if level else height) > along / 2
    return is_long and low + margin < at < high - margin


def _covers(shape: Shape, piece: Piece) -> bool:
    common = overlap(shape.box, piece.box)
    if common is None or _area(common) <= SHARED * _area(piece.box):
        return False
    return shape.inner is None or overlap(shape.inner, piece.box) is None


def _extent(box: Box) -> tuple[float, float]:
    return box[2] - box[0], box[3] - box[1]


def _area(box: Box) -> float:
    width, height = _extent(box)
    return width * height


INK_SCALE = 6
"""Pixels per point when ink is compared: a hairline is more than one pixel wide."""
DENSE, ALIKE = 128, 24
"""A pixel with at least this much opacity is ink; two pixels look alike if no channel differs by more than `ALIKE`."""


class Ink:
    """The pixels that things on a page paint alone. `things` maps the order of painting to PDFium objects."""

    def __init__(self, page: Any, things: Mapping[int, Any]) -> None:
        self.page, self.things = page, things

    @classmethod
    @contextmanager
    def on(cls, page: Any, things: Mapping[int, Any]) -> "Iterator[Ink]":
        """Hide all things until the end of the block, so that they can be painted one by one."""
        pdfium.show(things.values(), shown=False)
        try:
            yield cls(page, things)
        finally:
            pdfium.show(things.values(), shown=True)

    def shared(self, one: int, other: int, box: Box) -> float:
        """Return the share of the ink of one thing that lies where the other has ink; the larger of both shares."""
        first, second = self._ink(one, box), self._ink(other, box)
        least = min(_count(first), _count(second))
        return _count(_both(first, second)) / least if least else 0.0

    def hidden(self, letters: int, other: int, box: Box) -> float:
        """Return the share of the ink of some letters that looks the same with and without them."""
        from PIL.ImageChops import difference, lighter

        ink = self._ink(letters, box)
        unlike = difference(self._paint((letters, other), box), self._paint((other,), box))
        red, green, blue, opacity = unlike.split()
        largest = lighter(lighter(red, green), lighter(blue, opacity))
        alike = largest.point(lambda difference: 255 if difference <= ALIKE else 0)
        return _count(_both(ink, alike)) / count if (count := _count(ink)) else 0.0

    def _ink(self, order: int, box: Box) -> "Image":
        opacity = self._paint((order,), box).getchannel("A")
        return opacity.point(lambda opacity: 255 if opacity >= DENSE else 0)

    def _paint(self, orders: Iterable[int], box: Box) -> "Image":
        from PIL import Image

        chosen = [self.things[order] for order in orders]
        pdfium.show(chosen, shown=True)
        width, height, pixels = pdfium.part(self.page, box, INK_SCALE)
        pdfium.show(chosen, shown=False)
        return Image.frombytes("RGBA", (width, height), pixels)  # blue comes first, which does not matter here


def _both(one: "Image", other: "Image") -> "Image":
    from PIL.ImageChops import darker

    return darker(one, other)


def _count(mask: "Image") -> int:
    """The number of pixels that are set."""
    return mask.histogram()[255]
