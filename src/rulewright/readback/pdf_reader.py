"""Reads a finished PDF, page by page, into values."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import chain
from math import sqrt
from typing import TYPE_CHECKING, Any

from rulewright.readback import pdfium
from rulewright.readback.page import Box, Element, Nearby, Over, Overprint, Page, Piece, Shape, overlap

if TYPE_CHECKING:
    from PIL.Image import Image


# The ground beneath letters

ACROSS, DOWN = (0.04, 0.19, 0.35, 0.5, 0.65, 0.81, 0.96), (0.15, 0.5, 0.85)
"""Where the ground is sampled in the box of some letters, as shares of its width and height."""


@dataclass(frozen=True, slots=True)
class Ground:
    """Pixels of four bytes, `scale` of them to a point, top line first."""

    width: int
    height: int
    stride: int
    scale: float
    pixels: bytes = field(repr=False)

    def beneath(self, box: Box) -> tuple[str, ...]:
        """The colours beneath letters. One in a single line of samples is an underline or a border: left out."""
        left, bottom, right, top = box
        columns = [self._column(left + share * (right - left)) for share in ACROSS]
        lines = [self._line(bottom + share * (top - bottom)) for share in DOWN]
        samples = [[self.pixels[at : at + 3] for at in map(line.__add__, columns)] for line in lines]
        pixels = dict.fromkeys(chain(*zip(*samples, strict=True)))
        return tuple(_colour(pixel) for pixel in pixels if _wide(pixel, samples))

    def _column(self, x: float) -> int:
        return 4 * min(self.width - 1, max(0, int(x * self.scale)))

    def _line(self, y: float) -> int:
        return self.stride * min(self.height - 1, max(0, self.height - 1 - int(y * self.scale)))


def _colour(pixel: bytes) -> str:
    """PDFium writes blue first."""
    return f"#{pixel[2]:02x}{pixel[1]:02x}{pixel[0]:02x}"


def _wide(pixel: bytes, samples: list[list[bytes]]) -> bool:
    """Whether it is in more than one line of samples, both across and up."""
    lines = [line for line in samples if pixel in line]
    return len(lines) > 1 and sum(pixel in column for column in zip(*lines, strict=True)) > 1


# The ink of things on an open page

INK_SCALE = 6
"""Pixels per point: a hairline is more than one pixel wide."""
DENSE, ALIKE = 128, 24
"""A pixel with this much opacity is ink; two pixels look alike if no part of theirs differs by more."""


class Ink:
    """What a page paints, by the order in which it does. `on` leaves out everything at first."""

    def __init__(self, page: Any, things: Mapping[int, Any]) -> None:
        self.page, self.things = page, things

    @classmethod
    @contextmanager
    def on(cls, page: Any, things: Mapping[int, Any]) -> "Iterator[Ink]":
        pdfium.show(things.values(), shown=False)
        try:
            yield cls(page, things)
        finally:
            pdfium.show(things.values(), shown=True)

    def shared(self, one: int, other: int, box: Box) -> float:
        """The share of the ink of the first that lies where the other has ink, or the reverse if that is more."""
        first, second = self._ink(one, box=box), self._ink(other, box=box)
        least = min(_ink_count(first), _ink_count(second))
        return _ink_count(_both(first, second)) / least if least else 0.0

    def hidden(self, letters: int, other: int, box: Box) -> float:
        """The share of the ink of some letters that looks the same without them."""
        from PIL.ImageChops import difference

        ink = self._ink(letters, box=box)
        unlike = _largest(difference(self._paint(letters, other, box=box), self._paint(other, box=box)))
        alike = unlike.point(lambda difference: 255 if difference <= ALIKE else 0)
        return _ink_count(_both(ink, alike)) / count if (count := _ink_count(ink)) else 0.0

    def _ink(self, *orders: int, box: Box) -> "Image":
        opacity = self._paint(*orders, box=box).getchannel("A")
        return opacity.point(lambda opacity: 255 if opacity >= DENSE else 0)

    def _paint(self, *orders: int, box: Box) -> "Image":
        from PIL import Image

        chosen = [self.things[order] for order in orders]
        pdfium.show(chosen, shown=True)
        width, height, pixels = pdfium.part(self.page, box, INK_SCALE)
        pdfium.show(chosen, shown=False)
        return Image.frombytes("RGBA", (width, height), pixels)  # blue comes first, which does not matter here


def _both(one: "Image", other: "Image") -> "Image":
    from PIL.ImageChops import darker

    return darker(one, other)


def _largest(image: "Image") -> "Image":
    """The largest part of each pixel."""
    from PIL.ImageChops import lighter

    red, green, blue, opacity = image.split()
    return lighter(lighter(red, green), lighter(blue, opacity))


def _ink_count(mask: "Image") -> int:
    """The pixels that are set."""
    return mask.histogram()[255]


# What shares its ink with a text

SHARED = 0.15
"""Two texts whose boxes share more than this part of the smaller one may overprint each other; and a ground that hides
more than this part of a text is told."""
TOUCHED = 0.01
"""Inks that share less than this part of the smaller one only touch."""
CROSSED = 0.5
"""A slanted line that hides more than this part of some letters is told: beneath a thin one they stay legible."""
TOUCH = 0.25
"""Ems by which neighbours may overlap: the last letter of a slanted word overhangs."""
MIDDLE = 0.2
"""A line along letters within this share of their height, from below or above, does not run through them."""

Candidate = tuple[Over, Piece | Shape]


def overprints(
    page: Any, pieces: Sequence[Piece], shapes: Sequence[Shape], things: Mapping[int, Any]
) -> list[Overprint]:
    """All of an open page; `things` are its handles by their order."""
    found = list(_candidates(pieces, shapes))
    if not found:
        return []
    with Ink.on(page, things) as ink:
        return [
            Overprint(piece, over, other.words if isinstance(other, Piece) else "", other.order < piece.order)
            for piece, (over, other) in found
            if _is_real(ink, piece, over, other)
        ]


def _is_real(ink: Ink, piece: Piece, over: Over, other: Piece | Shape) -> bool:
    if over is not Over.GROUND:
        return ink.shared(piece.order, other.order, piece.box) > TOUCHED
    assert isinstance(other, Shape)
    return ink.hidden(piece.order, other.order, piece.box) > (SHARED if other.filled else CROSSED)


def _candidates(pieces: Sequence[Piece], shapes: Sequence[Shape]) -> Iterator[tuple[Piece, Candidate]]:
    texts, obstacles = Nearby(pieces), Nearby(_obstacles(pieces, shapes))
    for piece in pieces:
        for other in texts.to(piece.box):
            if other.order < piece.order and _collide(piece, other):
                yield piece, (Over.TEXT, other)
        for shape in obstacles.to(piece.box):
            if shape.thin:
                if _crosses(shape, piece):
                    yield piece, (Over.LINE, shape)
            elif shape.order > piece.order and _covers(shape, piece):
                yield piece, (Over.GROUND, shape)


def _obstacles(pieces: Sequence[Piece], shapes: Sequence[Shape]) -> list[Shape]:
    """Lines, and what is painted after the first letters."""
    first = min((piece.order for piece in pieces), default=0)
    return [shape for shape in shapes if shape.thin or shape.order > first]


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
        margin, long = MIDDLE * thick, (width if level else height) > along / 4
    else:
        margin, long = TOUCH * piece.size, (width if level else height) > along / 2
    return long and low + margin < at < high - margin


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
