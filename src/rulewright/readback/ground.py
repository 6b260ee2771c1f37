"""What letters stand on: the page painted without them, as pixels."""

from collections import Counter
from dataclasses import dataclass, field

from rulewright.readback.page import Box

ACROSS, DOWN = (0.04, 0.27, 0.5, 0.73, 0.96), (0.15, 0.5, 0.85)
"""Where in the box of some letters their ground is looked at, as shares of its width and height."""
TELLING = 3
"""How many of these places have a colour that counts: a whole edge, but not a line in passing."""


@dataclass(frozen=True, slots=True)
class Ground:
    """Pixels of four bytes, `scale` of them to a point, top line first."""

    width: int
    height: int
    stride: int
    scale: float
    pixels: bytes = field(repr=False)

    def beneath(self, box: Box) -> tuple[str, ...]:
        """The colours that some letters stand on, the most usual first."""
        left, bottom, right, top = box
        places = ((left + x * (right - left), bottom + y * (top - bottom)) for x in ACROSS for y in DOWN)
        found = Counter(self._at(x, y) for x, y in places)
        return tuple(_colour(pixel) for pixel, count in found.most_common() if count >= TELLING)

    def _at(self, x: float, y: float) -> bytes:
        column = min(self.width - 1, max(0, int(x * self.scale)))
        line = min(self.height - 1, max(0, self.height - 1 - int(y * self.scale)))
        at = line * self.stride + column * 4
        return self.pixels[at : at + 3]


def _colour(pixel: bytes) -> str:
    """PDFium writes blue first."""
    return f"#{pixel[2]:02x}{pixel[1]:02x}{pixel[0]:02x}"
