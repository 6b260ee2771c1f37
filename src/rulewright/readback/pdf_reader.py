"""Reads a finished PDF, page by page, into values."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import sqrt
from typing import Any

from rulewright.readback import pdfium
from rulewright.readback.ground import Ground
from rulewright.readback.overprints import overprints
from rulewright.readback.page import Box, Element, Page, Piece, Shape

SCALE = 1.5
"""Pixels per point when the ground beneath letters is sampled: the smallest letters are five pixels high."""


IDENTITY: pdfium.Matrix = (1, 0, 0, 1, 0, 0)


def count_pages(data: bytes) -> int:
    """How many pages it has."""
    with pdfium.document(data) as opened:
        return pdfium.page_count(opened)


def read_pages(data: bytes, numbers: Iterable[int] | None = None) -> Iterator[Page]:
    """The pages of these numbers in turn, by default each; the first is 1."""
    with pdfium.document(data) as opened:
        for number in numbers or range(1, pdfium.page_count(opened) + 1):
            with pdfium.page(opened, number) as handle:
                yield _page(handle, number)


def _page(handle: Any, number: int) -> Page:
    width, height = pdfium.size(handle)
    with pdfium.letters(handle) as letters:
        paintings = _Paintings(letters)
        paintings.read(pdfium.objects(handle), _from_corner(handle), -1)
    across, down, stride, pixels = pdfium.picture(handle, paintings.texts, SCALE)
    ground = Ground(across, down, stride, SCALE, pixels)
    with pdfium.structure(handle) as roots:
        tags = tuple(_element(root) for root in roots)
    of_pictures = frozenset(number for tag in tags for number in _contents_of_pictures(tag))
    pieces = tuple(
        replace(piece, beneath=ground.beneath(piece.box), pictured=piece.content in of_pictures)
        for piece in paintings.pieces
    )
    pdfium.show(paintings.texts, shown=True)
    over = tuple(overprints(handle, pieces, paintings.shapes, paintings.things))
    return Page(number, width, height, pieces, tuple(paintings.shapes), tags, over)


def _from_corner(page: Any) -> pdfium.Matrix:
    """From the coordinates of a page to those that begin in its corner; with bleed the two differ."""
    left, bottom = pdfium.corner(page)
    return (1, 0, 0, 1, -left, -bottom) if left or bottom else IDENTITY


class _Paintings:
    """Gathers what a page paints, in order. A form counts as its contents."""

    def __init__(self, letters: Any) -> None:
        self.letters = letters
        self.pieces: list[Piece] = []
        self.shapes: list[Shape] = []
        self.texts: list[Any] = []
        self.things: dict[int, Any] = {}
        self.order = 0

    def read(self, things: Iterable[Any], outer: pdfium.Matrix, content: int, depth: int = 0) -> None:
        """`outer` maps the coordinates of the things to those of the page; `content` is that of their form, or -1."""
        for thing in things:
            self.order += 1
            own = content if content >= 0 else pdfium.content(thing)
            kind = pdfium.kind(thing)
            if kind == pdfium.FORM:
                inner = _within(pdfium.matrix(thing), outer)
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
        a, b, c, d, *_ = _within(pdfium.matrix(thing), outer)
        size = pdfium.font_size(thing) * sqrt(abs(a * d - b * c))
        box, clip = _moved(pdfium.box(thing), outer), _clip(thing, outer)
        font, colour, turned = pdfium.font(thing), pdfium.colour(thing), abs(b) > abs(a)
        self.pieces.append(Piece(text, box, size, turned, font, colour, content, clip, self.order, depth=depth))

    def _path(self, thing: Any, outer: pdfium.Matrix) -> None:
        filled, drawn = pdfium.painted(thing)
        if filled or drawn:
            outlines = pdfium.outlines(thing) if filled else []
            hole = _hole(outlines, _within(pdfium.matrix(thing), outer)) if len(outlines) == 2 else None
            filled = any(len(outline) > 2 for outline in outlines)  # a straight line has nothing to fill
            self.shapes.append(Shape(_moved(pdfium.box(thing), outer), self.order, filled, hole))


def _hole(outlines: list[list[pdfium.Point]], to_page: pdfium.Matrix) -> Box:
    """The inside of a frame: the smaller of two outlines."""
    boxes = [_around([_point(corner, to_page) for corner in outline]) for outline in outlines]
    return min(boxes, key=lambda box: box[2] - box[0])


def _clip(thing: Any, outer: pdfium.Matrix) -> Box | None:
    """The part of the page that all clipping paths of a thing leave open."""
    boxes = [
        _around([_point(corner, outer) for outline in path for corner in outline])
        for path in pdfium.clip(thing)
        if any(path)
    ]
    if not boxes:
        return None
    lefts, bottoms, rights, tops = zip(*boxes, strict=True)
    return max(lefts), max(bottoms), min(rights), min(tops)


def _within(inner: pdfium.Matrix, outer: pdfium.Matrix) -> pdfium.Matrix:
    """First the inner one, then the outer."""
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
    return _around([_point(corner, outer) for corner in ((left, bottom), (left, top), (right, bottom), (right, top))])


def _around(points: list[pdfium.Point]) -> Box:
    across, up = [x for x, _ in points], [y for _, y in points]
    return min(across), min(up), max(across), max(up)


def _element(handle: Any) -> Element:
    kind = pdfium.element_kind(handle)
    cell = kind in ("TH", "TD")
    attributes = pdfium.attributes(handle) if cell else {}
    headings = attributes.get("Headers", ())
    return Element(
        kind,
        pdfium.element_id(handle) if cell else "",
        pdfium.alternative(handle) if kind == "Figure" else "",
        _count(attributes.get("RowSpan")),
        _count(attributes.get("ColSpan")),
        headings if isinstance(headings, tuple) else (),
        tuple(child if isinstance(child, int) else _element(child) for child in pdfium.children(handle)),
    )


def _contents_of_pictures(tag: Element) -> Iterator[int]:
    for figure in [tag] if tag.kind == "Figure" else tag.all("Figure"):
        yield from (child for child in figure.children if isinstance(child, int) and child >= 0)


def _count(value: object) -> int:
    return round(value) if isinstance(value, float) else 1
