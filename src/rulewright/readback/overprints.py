"""Find what is printed over a text: another text, a line through it, or a ground that hides it.

Boxes tell what may share its ink with a text. Then the two are painted one by one, to see whether their ink does.

*Painting order* numbers the objects of a page from 1.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pypdfium2.raw as pdfium
from pypdfium2 import PdfBitmap, PdfObject, PdfPage

from rulewright.readback.page import Bounds, Nearby, Over, Overprint, Shape, TextRun, overlap

if TYPE_CHECKING:
    from PIL.Image import Image


def show(objects: Iterable[PdfObject], *, shown: bool) -> None:
    """Include some objects whenever their page is painted, or leave them out, until this is called again."""
    for each in objects:
        pdfium.FPDFPageObj_SetIsActive(each, shown)


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


def overprints(
    page: PdfPage, runs: Sequence[TextRun], shapes: Sequence[Shape], objects: Mapping[int, PdfObject]
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

    def __init__(self, page: PdfPage, objects: Mapping[int, PdfObject]) -> None:
        self.page, self.objects = page, objects

    @classmethod
    @contextmanager
    def on(cls, page: PdfPage, objects: Mapping[int, PdfObject]) -> "Iterator[_Ink]":
        """Hide all objects until the end of the block, so that they can be painted one by one."""
        show(objects.values(), shown=False)
        try:
            yield cls(page, objects)
        finally:
            show(objects.values(), shown=True)

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
        objects = [self.objects[order] for order in orders]
        page_width, page_height = (round(side * INK_SCALE) for side in self.page.get_size())
        width, height = (max(1, round(side * INK_SCALE)) for side in _extent(box))
        corner = -round(box[0] * INK_SCALE), -round((self.page.get_height() - box[3]) * INK_SCALE)
        bitmap = PdfBitmap.new_native(width, height, pdfium.FPDFBitmap_BGRA)
        bitmap.fill_rect((0, 0, 0, 0), 0, 0, width, height)
        show(objects, shown=True)
        pdfium.FPDF_RenderPageBitmap(bitmap, self.page, *corner, page_width, page_height, 0, 0)
        show(objects, shown=False)
        picture: Image = bitmap.to_pil()
        return picture


def _both(mask: "Image", other_mask: "Image") -> "Image":
    """Return the mask of the pixels that are set in both."""
    from PIL.ImageChops import darker

    return darker(mask, other_mask)


def _count(mask: "Image") -> int:
    """Return the number of pixels that are set."""
    return mask.histogram()[255]
