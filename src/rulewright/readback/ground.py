"""The ground beneath letters: the page painted without them, as pixels."""

from dataclasses import dataclass, field

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
        samples: dict[bytes, set[tuple[float, float]]] = {}
        for across in ACROSS:
            for up in DOWN:
                pixel = self._at(left + across * (right - left), bottom + up * (top - bottom))
                samples.setdefault(pixel, set()).add((across, up))
        return tuple(_colour(pixel) for pixel, places in samples.items() if _wide(places))

    def _at(self, x: float, y: float) -> bytes:
        column = min(self.width - 1, max(0, int(x * self.scale)))
        line = min(self.height - 1, max(0, self.height - 1 - int(y * self.scale)))
        at = line * self.stride + column * 4
        return self.pixels[at : at + 3]


def _colour(pixel: bytes) -> str:
    """PDFium writes blue first."""
    return f"#{pixel[2]:02x}{pixel[1]:02x}{pixel[0]:02x}"


def _wide(places: set[tuple[float, float]]) -> bool:
    """Whether places are in more than one line, both across and up."""
    return len({across for across, _ in places}) > 1 and len({up for _, up in places}) > 1
