"""Read a finished PDF, page by page, into the values of `page.py`, for the checks that read prints back.

PDFium gives boxes, fonts and tags. Two questions need pixels: the colours behind letters are sampled from a picture of
the page without its letters; and things whose boxes overlap are painted one by one, to see whether their ink does.

A *form* (form XObject) is a drawing that a page or another form includes, such as a card on a sheet. *Marked content*
is what a page paints for one tag; tags refer to it by number. *Painting order* numbers the objects of a page from 1.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import chain
from math import sqrt
from typing import TYPE_CHECKING

from rulewright.readback import pdfium
from rulewright.readback.page import Bounds, Nearby, Over, Overprint, Page, Shape, TextRun, overlap

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


def _page(handle: pdfium.Handle, number: int) -> Page:
    width, height = pdfium.size(handle)
    left, bottom = pdfium.corner(handle)
    with pdfium.letters(handle) as letters:
        painted = _Paintings(letters)
        to_corner = (1, 0, 0, 1, -left, -bottom) if left or bottom else IDENTITY  # bleed is left of and below 0
        painted.read(pdfium.objects(handle), to_corner, -1)
    pdfium.show(painted.text_objects, shown=False)
    ground = _Ground(*pdfium.picture(handle, GROUND_SCALE), GROUND_SCALE)
    pdfium.show(painted.text_objects, shown=True)
    tags = pdfium.tags(handle)
    figures = (figure for tag in tags for figure in ([tag] if tag.kind == "Figure" else tag.all("Figure")))
    in_figures = {child for figure in figures for child in figure.children if isinstance(child, int) and child >= 0}
    runs = tuple(
        replace(run, beneath=ground.colours_beneath(run.box), pictured=run.content in in_figures)
        for run in painted.runs
    )
    overprints = tuple(_overprints(handle, runs, painted.shapes, painted.objects))
    return Page(number, width, height, runs, tuple(painted.shapes), tags, overprints)


class _Paintings:
    """Collects what a page paints, in order, with the contents of its forms.

    `objects` maps the painting order to the objects of PDFium, except forms.
    """

    def __init__(self, letters: pdfium.Handle) -> None:
        self.letters = letters
        self.runs: list[TextRun] = []
        self.shapes: list[Shape] = []
        self.text_objects: list[pdfium.Handle] = []
        self.objects: dict[int, pdfium.Handle] = {}
        self.order = 0

    def read(self, objects: Iterable[pdfium.Handle], to_page: pdfium.Matrix, form_content: int, depth: int = 0) -> None:
        """Add the objects of a page, or of a form with `depth - 1` forms around it.

        `to_page` maps their coordinates to those of the page; `form_content` is the number of the marked content that
        their form belongs to, or -1.
        """
        for each in objects:
            self.order += 1
            content = form_content if form_content >= 0 else pdfium.content(each)
            kind = pdfium.kind(each)
            if kind == pdfium.FORM:
                form_to_page = _product(pdfium.matrix(each), to_page)
                self.read(pdfium.form_objects(each), form_to_page, content, depth + 1)
                continue
            self.objects[self.order] = each
            if kind == pdfium.TEXT:
                self._add_text(each, to_page, content, depth)
            elif kind == pdfium.PATH:
                self._add_path(each, to_page)
            elif kind in pdfium.PICTURES:
                self.shapes.append(Shape(_moved(pdfium.box(each), to_page), self.order, filled=True))

    def _add_text(self, thing: pdfium.Handle, to_page: pdfium.Matrix, content: int, depth: int) -> None:
        self.text_objects.append(thing)
        text = pdfium.text(thing, self.letters)
        if not text.strip():
            return
        a, b, c, d, *_ = _product(pdfium.matrix(thing), to_page)
        size = pdfium.font_size(thing) * sqrt(abs(a * d - b * c))
        box, clip = _moved(pdfium.box(thing), to_page), _clip(thing, to_page)
        font, colour, turned = pdfium.font(thing), pdfium.colour(thing), abs(b) > abs(a)
        self.runs.append(TextRun(text, box, size, turned, font, colour, content, clip, self.order, depth=depth))

    def _add_path(self, path: pdfium.Handle, to_page: pdfium.Matrix) -> None:
        filled, drawn = pdfium.painted(path)
        if not filled and not drawn:
            return
        outlines, hole = pdfium.outlines(path) if filled else [], None
        if len(outlines) == 2:  # a frame, whose hole is the smaller outline
            path_to_page = _product(pdfium.matrix(path), to_page)
            boxes = [_bounds([_point(corner, path_to_page) for corner in outline]) for outline in outlines]
            hole = min(boxes, key=lambda box: box[2] - box[0])
        has_area = any(len(outline) > 2 for outline in outlines)  # a straight line has nothing to fill
        self.shapes.append(Shape(_moved(pdfium.box(path), to_page), self.order, has_area, hole))


def _clip(thing: pdfium.Handle, to_page: pdfium.Matrix) -> Bounds | None:
    """Return the intersection of all clipping paths of a thing as a box on the page; None without any."""
    paths = ([corner for outline in path for corner in outline] for path in pdfium.clip(thing))
    boxes = [_bounds([_point(corner, to_page) for corner in corners]) for corners in paths if corners]
    if not boxes:
        return None
    lefts, bottoms, rights, tops = zip(*boxes, strict=True)
    return max(lefts), max(bottoms), min(rights), min(tops)


IDENTITY: pdfium.Matrix = (1, 0, 0, 1, 0, 0)


def _product(inner: pdfium.Matrix, outer: pdfium.Matrix) -> pdfium.Matrix:
    """Return the matrix that applies the inner one, then the outer."""
    a, b, c, d, e, f = inner
    p, q, r, s, t, u = outer
    return a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u


def _point(point: pdfium.Point, matrix: pdfium.Matrix) -> pdfium.Point:
    x, y = point
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def _moved(box: Bounds, matrix: pdfium.Matrix) -> Bounds:
    """Return the bounds of a box after a matrix is applied to it."""
    if matrix is IDENTITY:
        return box
    left, bottom, right, top = box
    return _bounds([_point(corner, matrix) for corner in ((left, bottom), (left, top), (right, bottom), (right, top))])


def _bounds(points: list[pdfium.Point]) -> Bounds:
    across, up = [x for x, _ in points], [y for _, y in points]
    return min(across), min(up), max(across), max(up)


# The ground beneath letters

ACROSS, DOWN = (0.04, 0.19, 0.35, 0.5, 0.65, 0.81, 0.96), (0.15, 0.5, 0.85)
"""Where the ground is sampled in the box of some letters: shares of its width, and of its height from the bottom."""


@dataclass(frozen=True, slots=True)
class _Ground:
    """A picture of a page without its letters: four bytes a pixel, `scale` pixels a point, the top line first."""

    width: int
    height: int
    stride: int
    pixels: bytes = field(repr=False)
    scale: float

    def colours_beneath(self, box: Bounds) -> tuple[str, ...]:
        """Return the colours behind letters as `#rrggbb`.

        A colour in fewer than two rows and two columns of the samples is an underline or a border.
        """
        left, bottom, right, top = box
        columns = [left + share * (right - left) for share in ACROSS]
        rows = [[self._pixel(x, bottom + share * (top - bottom)) for x in columns] for share in DOWN]
        colours: list[str] = []
        for pixel in dict.fromkeys(chain(*zip(*rows, strict=True))):
            rows_with = [row for row in rows if pixel in row]
            columns_with = [column for column in zip(*rows_with, strict=True) if pixel in column]
            if len(rows_with) > 1 and len(columns_with) > 1:
                blue, green, red = pixel
                colours.append(f"#{red:02x}{green:02x}{blue:02x}")
        return tuple(colours)

    def _pixel(self, x: float, y: float) -> bytes:
        """Return the blue, green and red of a place on the page, in points; beyond the edge, of the nearest pixel."""
        column = min(self.width - 1, max(0, int(x * self.scale)))
        line = min(self.height - 1, max(0, self.height - 1 - int(y * self.scale)))
        start = line * self.stride + 4 * column
        return self.pixels[start : start + 3]


# Things that share their ink with a text

MOST_COVERED = 0.15
"""Two texts are compared if their boxes share more than this part of the smaller one. A ground is reported if it hides
more than this part of the ink of some letters.
"""
MOST_TOUCHED = 0.01
"""Two things whose inks share less than this part of the smaller one only touch."""
MOST_CROSSED = 0.5
"""A slanted line is reported if it hides more than this part of some letters: under a thin one they stay legible."""
MOST_OVERHANG = 0.25
"""Ems by which neighbours may overlap, because the last letter of a slanted word overhangs."""
EDGE_SHARE = 0.2
"""A line along letters runs through them if it is further than this share of their height from the top and bottom."""
LEAST_ALONG, LEAST_ACROSS = 0.25, 0.5
"""The share of letters that a line must run over: of their length if it runs along them, of their height if across."""


def _overprints(
    page: pdfium.Handle, runs: Sequence[TextRun], shapes: Sequence[Shape], objects: Mapping[int, pdfium.Handle]
) -> Iterator[Overprint]:
    """Yield the overprints of an open page; `objects` maps the painting order to PDFium objects."""
    candidates = list(_candidates(runs, shapes))
    if candidates:
        with _Ink.on(page, objects) as ink:
            for run, over, other in candidates:
                if isinstance(other, Shape) and over is Over.GROUND:
                    most_hidden = MOST_COVERED if other.filled else MOST_CROSSED
                    is_overprinted = ink.hidden_share(run.order, other.order, run.box) > most_hidden
                else:
                    is_overprinted = ink.common_share(run.order, other.order, run.box) > MOST_TOUCHED
                if is_overprinted:
                    words = other.words if isinstance(other, TextRun) else ""
                    yield Overprint(run, over, words, other.order < run.order)


def _candidates(runs: Sequence[TextRun], shapes: Sequence[Shape]) -> Iterator[tuple[TextRun, Over, TextRun | Shape]]:
    """Yield each text with each other text, line or later ground that may share its ink, judged by boxes only."""
    first_text = min((run.order for run in runs), default=0)
    may_cover = [shape for shape in shapes if shape.thin or shape.order > first_text]
    texts, obstacles = Nearby(runs), Nearby(may_cover)
    for run in runs:
        for other in texts.overlapping(run.box):
            if other.order < run.order and _collide(run, other):
                yield run, Over.TEXT, other
        for shape in obstacles.overlapping(run.box):
            if shape.thin:
                if _crosses(shape, run):
                    yield run, Over.LINE, shape
            elif shape.order > run.order and _covers(shape, run):
                yield run, Over.GROUND, shape


def _collide(run: TextRun, other: TextRun) -> bool:
    """Whether the boxes of two texts share more than neighbours do."""
    common = overlap(run.box, other.box)
    if common is None or min(_extent(common)) <= MOST_OVERHANG * min(run.size, other.size):
        return False
    return _area(common) > MOST_COVERED * min(_area(run.box), _area(other.box))


def _crosses(line: Shape, run: TextRun) -> bool:
    """Whether a line runs through letters: along them in their middle, or across them from side to side."""
    common = overlap(line.box, run.box)
    if common is None:
        return False
    line_width, line_height = _extent(line.box)
    is_level = line_width >= line_height
    left, bottom, right, top = run.box
    # the sides of the letters' box that the line runs between, the length of the box along the line, the line's place
    low, high, length = (bottom, top, right - left) if is_level else (left, right, top - bottom)
    middle = sum(line.box[1::2] if is_level else line.box[::2]) / 2
    shared_length = _extent(common)[0 if is_level else 1]
    if is_level != run.turned:  # along the letters
        margin, is_long = EDGE_SHARE * (high - low), shared_length > LEAST_ALONG * length
    else:
        margin, is_long = MOST_OVERHANG * run.size, shared_length > LEAST_ACROSS * length
    return is_long and low + margin < middle < high - margin


def _covers(ground: Shape, run: TextRun) -> bool:
    """Whether a ground covers much of a text, which is not only in the hole of a frame."""
    common = overlap(ground.box, run.box)
    if common is None or _area(common) <= MOST_COVERED * _area(run.box):
        return False
    return ground.inner is None or overlap(ground.inner, run.box) is None


def _extent(box: Bounds) -> tuple[float, float]:
    return box[2] - box[0], box[3] - box[1]  # width and height


def _area(box: Bounds) -> float:
    width, height = _extent(box)
    return width * height


INK_SCALE = 6
"""Pixels per point when ink is compared: a hairline is more than one pixel wide."""
LEAST_OPACITY, MOST_UNLIKE = 128, 24
"""A pixel with at least this opacity, of 255, is ink; two pixels look alike if no channel differs by more."""


class _Ink:
    """The pixels that each object of a page paints alone. `objects` maps the painting order to PDFium objects."""

    def __init__(self, page: pdfium.Handle, objects: Mapping[int, pdfium.Handle]) -> None:
        self.page, self.objects = page, objects

    @classmethod
    @contextmanager
    def on(cls, page: pdfium.Handle, objects: Mapping[int, pdfium.Handle]) -> "Iterator[_Ink]":
        """Hide all objects until the end of the block, so that they can be painted one by one."""
        pdfium.show(objects.values(), shown=False)
        try:
            yield cls(page, objects)
        finally:
            pdfium.show(objects.values(), shown=True)

    def common_share(self, order: int, other_order: int, box: Bounds) -> float:
        """Return how much of the ink of the object with less ink lies on ink of the other, 0 to 1."""
        ink, other_ink = self._ink(order, box), self._ink(other_order, box)
        least = min(_count(ink), _count(other_ink))
        return _count(_both(ink, other_ink)) / least if least else 0.0

    def hidden_share(self, letters: int, ground: int, box: Bounds) -> float:
        """Return the share of the ink of some letters that looks the same with and without them, 0 to 1."""
        from PIL.ImageChops import difference, lighter

        ink = self._ink(letters, box)
        unlike = difference(self._paint((letters, ground), box), self._paint((ground,), box))
        red, green, blue, opacity = unlike.split()
        largest = lighter(lighter(red, green), lighter(blue, opacity))
        alike = largest.point(lambda difference: 255 if difference <= MOST_UNLIKE else 0)
        return _count(_both(ink, alike)) / count if (count := _count(ink)) else 0.0

    def _ink(self, order: int, box: Bounds) -> "Image":
        """Return a mask of the pixels where an object has ink."""
        opacity = self._paint((order,), box).getchannel("A")
        return opacity.point(lambda opacity: 255 if opacity >= LEAST_OPACITY else 0)

    def _paint(self, orders: Iterable[int], box: Bounds) -> "Image":
        """Paint a part of the page with these objects alone."""
        from PIL import Image

        objects = [self.objects[order] for order in orders]
        pdfium.show(objects, shown=True)
        width, height, pixels = pdfium.part(self.page, box, INK_SCALE)
        pdfium.show(objects, shown=False)
        return Image.frombytes("RGBA", (width, height), pixels)  # blue comes first, which does not matter here


def _both(mask: "Image", other_mask: "Image") -> "Image":
    """Return the mask of the pixels that are set in both."""
    from PIL.ImageChops import darker

    return darker(mask, other_mask)


def _count(mask: "Image") -> int:
    """Return the number of pixels that are set."""
    return mask.histogram()[255]
