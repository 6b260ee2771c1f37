"""A page of a finished PDF as values: its pieces of text, painted shapes and tags. `Nearby` finds overlapping boxes.

Lengths are in points, from the lower left corner of the page.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import chain
from typing import Generic, Protocol, TypeVar

Box = tuple[float, float, float, float]
"""Left, bottom, right and top."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of letters of one font that is painted at once.

    - `box`: the bounds of its ink; `size`: its type size in points on the page, after turning and scaling.
    - `content`: the number of its marked content, which tags refer to, or -1.
    - `clip`: the part of the page outside which it is cut off; `order`: its position in the order of painting.
    - `beneath`: the colours behind it; `depth`: how many form XObjects contain it, as for cards on a sheet.
    - `pictured`: whether its tag belongs to a figure.
    """

    text: str
    box: Box
    size: float
    turned: bool
    font: str
    colour: str
    content: int
    clip: Box | None
    order: int
    beneath: tuple[str, ...] = ()
    depth: int = 0
    pictured: bool = False

    @property
    def words(self) -> str:
        """The text without the spaces at its ends."""
        return self.text.strip()

    @property
    def bold(self) -> bool:
        return "Bold" in self.font


THIN = 2.5
"""Points up to which a shape is a line."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A painted path or picture. `inner` is the hole of a frame; a plain fill has none."""

    box: Box
    order: int
    filled: bool
    inner: Box | None = None

    @property
    def thin(self) -> bool:
        """Whether it is a line instead of a ground."""
        left, bottom, right, top = self.box
        return min(right - left, top - bottom) <= THIN


@dataclass(frozen=True, slots=True)
class Element:
    """A tag of the structure tree. Its children are tags, or numbers of marked content.

    `kind` is the standard type (TR, TH, Figure); `alternative` is the text that replaces a figure; `rows` and `columns`
    are the spans of a cell; `headings` are the ids of its heading cells.
    """

    kind: str
    id: str
    alternative: str
    rows: int
    columns: int
    headings: tuple[str, ...]
    children: tuple["Element | int", ...]

    def all(self, *kinds: str) -> Iterator["Element"]:
        """Yield the elements of these kinds below this one, in order, except those within another of them."""
        for child in self.children:
            if isinstance(child, Element):
                if child.kind in kinds:
                    yield child
                else:
                    yield from child.all(*kinds)


class Over(Enum):
    """The kind of thing that is printed over a text."""

    TEXT = "text"
    LINE = "line"
    GROUND = "ground"


@dataclass(frozen=True, slots=True)
class Overprint:
    """Something that is printed over a text (`piece`), or a line through it.

    `words` are the other text, if it is one. `beneath` is true if the other thing was painted first.
    """

    piece: Piece
    by: Over
    words: str = ""
    beneath: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a finished PDF; `number` counts from 1."""

    number: int
    width: float
    height: float
    pieces: tuple[Piece, ...]
    shapes: tuple[Shape, ...]
    tags: tuple[Element, ...]
    overprints: tuple[Overprint, ...] = ()

    @property
    def root(self) -> Element:
        """An element with all tags of the page."""
        return Element("Document", "", "", 1, 1, (), self.tags)


# Boxes near each other

SIDE = 36
"""Points: the side of the squares into which the page is divided."""
MOST_SQUARES = 2_000
"""A box that touches more squares is larger than any sheet; it is compared with everything."""


class Boxed(Protocol):
    """A thing with a place on the page."""

    @property
    def box(self) -> Box: ...


Thing = TypeVar("Thing", bound=Boxed)


class Nearby(Generic[Thing]):
    """An index of things by the squares of the page that they touch, to find overlaps quickly."""

    def __init__(self, things: Sequence[Thing]) -> None:
        self.things = things
        self.squares: dict[tuple[int, int], list[Thing]] = {}
        self.large = [thing for thing in things if _is_large(thing.box)]
        for thing in things:
            for square in () if _is_large(thing.box) else _squares(thing.box):
                self.squares.setdefault(square, []).append(thing)

    def to(self, box: Box) -> list[Thing]:
        """Return all things that overlap a box."""
        near: Iterable[Thing] = self.things
        if not _is_large(box):
            in_squares = (thing for square in _squares(box) for thing in self.squares.get(square, ()))
            near = {id(thing): thing for thing in chain(in_squares, self.large)}.values()
        return [thing for thing in near if overlap(thing.box, box) is not None]


def overlap(one: Box, other: Box) -> Box | None:
    """The common part of two boxes, which may be a line; None if there is none."""
    left, bottom = max(one[0], other[0]), max(one[1], other[1])
    right, top = min(one[2], other[2]), min(one[3], other[3])
    return (left, bottom, right, top) if left <= right and bottom <= top else None


def _is_large(box: Box) -> bool:
    return (box[2] - box[0] + SIDE) * (box[3] - box[1] + SIDE) > MOST_SQUARES * SIDE * SIDE


def _squares(box: Box) -> Iterator[tuple[int, int]]:
    left, bottom, right, top = (int(side // SIDE) for side in box)
    return ((x, y) for x in range(left, right + 1) for y in range(bottom, top + 1))
