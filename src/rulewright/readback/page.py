"""A page of a finished PDF as values: its runs of text, painted shapes and tags.

`pdf_reader` makes these values; the checks of `page_checks` and the tables of `tables` are made from them. `Nearby` is
an index that finds overlapping boxes.

Lengths are in points, from the lower left corner of the page.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import chain
from typing import Generic, Protocol, TypeVar

Bounds = tuple[float, float, float, float]
"""Left, bottom, right and top."""


@dataclass(frozen=True, slots=True)
class TextRun:
    """A run of letters of one font that is painted at once.

    - `box`: the bounds of its ink; `size`: its type size in points on the page, after turning and scaling.
    - `turned`: it runs up or down the page instead of across; `colour`: the colour of its letters, as `#rrggbb`.
    - `content`: the number of its marked content, which tags refer to, or -1.
    - `clip`: the part of the page outside which it is cut off, or None; `order`: its position in the order of painting.
    - `beneath`: the colours behind it, as `#rrggbb`.
    - `depth`: how many form XObjects contain it: 1 for a text of a card on a sheet.
    - `pictured`: its tag belongs to a figure.
    """

    text: str
    box: Bounds
    size: float
    turned: bool
    font: str
    colour: str
    content: int
    clip: Bounds | None
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


WIDEST_LINE = 2.5
"""Points up to which a shape is a line."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A painted path or picture; `order` is its position in the order of painting.

    `filled` is false for a path of which only the outline is drawn. `inner` is the hole of a frame; None for others.
    """

    box: Bounds
    order: int
    filled: bool
    inner: Bounds | None = None

    @property
    def thin(self) -> bool:
        """Whether it is a line instead of a ground."""
        left, bottom, right, top = self.box
        return min(right - left, top - bottom) <= WIDEST_LINE


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
    """Something that is printed over a text (`run`), or a line through it.

    `by` is its kind, and `words` its text if it is one. `beneath` is true if it was painted before the text.
    """

    run: TextRun
    by: Over
    words: str = ""
    beneath: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a finished PDF; `number` counts from 1."""

    number: int
    width: float
    height: float
    runs: tuple[TextRun, ...]
    shapes: tuple[Shape, ...]
    tags: tuple[Element, ...]
    overprints: tuple[Overprint, ...] = ()

    @property
    def root(self) -> Element:
        """An element with all tags of the page."""
        return Element("Document", "", "", 1, 1, (), self.tags)


# Boxes near each other

SQUARE = 36
"""The side in points of the squares into which `Nearby` divides the page."""
MOST_SQUARES = 2_000
"""A box that touches more squares is larger than any sheet; it is compared with everything."""


class Boxed(Protocol):
    """A thing with a place on the page."""

    @property
    def box(self) -> Bounds: ...


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

    def overlapping(self, box: Bounds) -> list[Thing]:
        """Return all things that overlap a box."""
        near: Iterable[Thing] = self.things
        if not _is_large(box):
            in_squares = (thing for square in _squares(box) for thing in self.squares.get(square, ()))
            near = {id(thing): thing for thing in chain(in_squares, self.large)}.values()
        return [thing for thing in near if overlap(thing.box, box) is not None]


def overlap(box: Bounds, other: Bounds) -> Bounds | None:
    """Return the common part of two boxes, which may be a line or a point; None if there is none."""
    left, bottom = max(box[0], other[0]), max(box[1], other[1])
    right, top = min(box[2], other[2]), min(box[3], other[3])
    return (left, bottom, right, top) if left <= right and bottom <= top else None


def _is_large(box: Bounds) -> bool:
    return (box[2] - box[0] + SQUARE) * (box[3] - box[1] + SQUARE) > MOST_SQUARES * SQUARE * SQUARE


def _squares(box: Bounds) -> Iterator[tuple[int, int]]:
    """Return the squares that a box touches, as numbers of columns and rows."""
    left, bottom, right, top = (int(side // SQUARE) for side in box)
    return ((x, y) for x in range(left, right + 1) for y in range(bottom, top + 1))
