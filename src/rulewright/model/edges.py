"""Pictures that reach the edge of a card: where it is cut, and beyond it in files with bleed.

What lies within the cut is the same in every file. Beyond the edge of a picture stands its mirror image, as print shops
make it where art has no bleed; a picture drawn with bleed says how much of it lies beyond the cut.
"""

from dataclasses import dataclass, field

from rulewright.findings import Span
from rulewright.model.paper import NO_LENGTH, Margins, Millimetres, Size


@dataclass(frozen=True, slots=True)
class Edges:
    """The edges of a card at which something lies."""

    top: bool = False
    right: bool = False
    bottom: bool = False
    left: bool = False

    @classmethod
    def without(cls, margins: Margins) -> "Edges":
        """The edges at which a card has no margin."""
        return cls(*(side == NO_LENGTH for side in (margins.top, margins.right, margins.bottom, margins.left)))

    @property
    def across(self) -> bool:
        return self.left and self.right

    @property
    def all_around(self) -> bool:
        return self.across and self.top and self.bottom

    @property
    def named(self) -> dict[str, bool]:
        return {"top": self.top, "right": self.right, "bottom": self.bottom, "left": self.left}


ALL_EDGES = Edges(top=True, right=True, bottom=True, left=True)


@dataclass(frozen=True, slots=True)
class Ground:
    """A picture behind all that a page of a card shows, to its edges; so much of it is drawn as `bleed`."""

    picture: str
    bleed: Millimetres = NO_LENGTH
    span: Span = field(default=Span(""), compare=False)


@dataclass(frozen=True, slots=True)
class Place:
    """The room of a picture that reaches the edge: its size, and at which edges it lies."""

    size: Size
    edges: Edges

    def dots(self, width: float, height: float) -> float:
        """How many of the dots of a picture lie across it, which covers it in its own shape."""
        return min(width, height * float(self.size.width.value) / float(self.size.height.value))
