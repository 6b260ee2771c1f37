"""A printed page as it is read back: letters, what is painted, and the tags that say what is what.

Lengths are in points, from the lower left corner of the page.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

Box = tuple[float, float, float, float]
"""Left, bottom, right and top."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of letters of one font that is painted at once; `box` is that of their ink.

    `size` is in points as the reader sees it, turned or scaled; `content` is the marked content it belongs to, which
    tags name, or -1. `clip` is what of the page may show it; `order` counts what is painted.
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

    @property
    def bold(self) -> bool:
        return "Bold" in self.font


@dataclass(frozen=True, slots=True)
class Shape:
    """Something painted that is no letter. `inner` is the hole of a frame; a plain fill has none."""

    box: Box
    order: int
    filled: bool
    inner: Box | None = None

    @property
    def thin(self) -> bool:
        """Whether it is a line rather than a ground."""
        left, bottom, right, top = self.box
        return min(right - left, top - bottom) <= LINE


LINE = 1.5
"""Points up to which a shape is a line."""


@dataclass(frozen=True, slots=True)
class Element:
    """A tag of the structure tree with what it holds: further tags, or numbers of marked content.

    `kind` is the standard type (TR, TH, Figure); `headings` are the ids of the cells that head this one.
    """

    kind: str
    id: str
    told: str
    rows: int
    columns: int
    headings: tuple[str, ...]
    children: tuple["Element | int", ...]

    def all(self, *kinds: str) -> Iterator["Element"]:
        """The elements of these kinds below it, in order; those within one of them are not looked for."""
        for child in self.children:
            if isinstance(child, Element):
                if child.kind in kinds:
                    yield child
                else:
                    yield from child.all(*kinds)


@dataclass(frozen=True, slots=True)
class Ground:
    """What is painted beneath the letters, as pixels: `scale` of them to a point, four bytes each, top line first."""

    width: int
    height: int
    stride: int
    scale: float
    pixels: bytes = field(repr=False)

    def at(self, x: float, y: float) -> str:
        """The colour at a place of the page."""
        column = min(self.width - 1, max(0, int(x * self.scale)))
        line = min(self.height - 1, max(0, self.height - 1 - int(y * self.scale)))
        at = line * self.stride + column * 4
        blue, green, red = self.pixels[at : at + 3]
        return f"#{red:02x}{green:02x}{blue:02x}"


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a finished PDF; `number` counts from 1."""

    number: int
    width: float
    height: float
    pieces: tuple[Piece, ...]
    shapes: tuple[Shape, ...]
    tags: tuple[Element, ...]
    ground: Ground
