"""The ground beneath letters: the page painted without them, as pixels."""

from dataclasses import dataclass, field
from itertools import chain

from rulewright.readback.page import Box

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
