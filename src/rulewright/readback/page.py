"""A printed page as it is read back: letters, what is painted, and the tags that say what is what.

Lengths are in points, from the lower left corner of the page.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

Box = tuple[float, float, float, float]
"""Left, bottom, right and top."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of letters of one font that is painted at once; `box` is that of their ink.

    `size` is in points as the reader sees it, turned or scaled; `content` is the number of its marked content, which
    tags name, or -1. `clip` is the part of the page that can show it; `order` counts what is painted. `beneath` are the
    colours of the ground. `depth` counts the forms that it is within, as on a sheet; `pictured` is whether its tag is
    that of a picture.
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


@dataclass(frozen=True, slots=True)
class Shape:
    """A painted path or picture. `inner` is the hole of a frame; a plain fill has none."""

    box: Box
    order: int
    filled: bool
    inner: Box | None = None

    @property
    def thin(self) -> bool:
        """Whether it is a line rather than a ground."""
        left, bottom, right, top = self.box
        return min(right - left, top - bottom) <= LINE


LINE = 2.5
"""Points up to which a shape is a line."""


@dataclass(frozen=True, slots=True)
class Element:
    """A tag of the structure tree with its children: further tags, or numbers of marked content.

    `kind` is the standard type (TR, TH, Figure); `alternative` is the text that stands in for a figure; `headings` are
    the ids of the cells that head this one.
    """

    kind: str
    id: str
    alternative: str
    rows: int
    columns: int
    headings: tuple[str, ...]
    children: tuple["Element | int", ...]

    def all(self, *kinds: str) -> Iterator["Element"]:
        """The elements of these kinds below it, in order, but none within another of them."""
        for child in self.children:
            if isinstance(child, Element):
                if child.kind in kinds:
                    yield child
                else:
                    yield from child.all(*kinds)


class Over(Enum):
    """What shares its ink with a text."""

    TEXT = "text"
    LINE = "line"
    GROUND = "ground"


@dataclass(frozen=True, slots=True)
class Overprint:
    """Something that is printed over a text, or a line through it; `words` are those of a text.

    `beneath` is whether the line is painted before the text.
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
