"""Pictures on a card: drawings put together from odd parts, drawings altered, and the bytes of pixels altered."""

from random import Random

from rulewright.source.svg import ALLOWED_ELEMENTS
from tests.fuzz.attempts import Attempt, known_project
from tests.fuzz.mutation import altered_bytes

CARD = """\
title: Picture
size: 80 × 60 mm
blocks:
  - {{image: pictures/it.{ending}, alt: A picture, width: {width}}}
"""
NUMBERS = (
    "0",
    "-1",
    "1",
    "10",
    "1e9",
    "1e308",
    "1e999",
    "-1e999",
    "nan",
    "inf",
    "1%",
    "99999%",
    "1em",
    "1e400mm",
    "",
    "x",
    "٣",
    "0x1",
)
ATTRIBUTES = (
    "x",
    "y",
    "x1",
    "y2",
    "width",
    "height",
    "r",
    "rx",
    "cx",
    "font-size",
    "stroke-width",
    "stroke-dasharray",
    "opacity",
    "viewBox",
    "points",
    "d",
    "transform",
    "textLength",
    "dx",
    "rotate",
    "offset",
    "preserveAspectRatio",
    "refX",
)
TEXTS = (
    "none",
    "url(#a)",
    "url(#b)",
    "currentColor",
    "inherit",
    "#12",
    "rgb(1",
    "matrix(0 0 0 0 0 0)",
    "scale(1e300)",
    "rotate(45 1e999 0)",
    "skewX(90)",
    "translate(1e308)",
    "M0 0L1e308 1e308",
    "M0 0A0 0 0 0 0 0 0",
    "M0,0C",
    "M" * 200,
    "0 0 0 0",
    "0 0 1e308 1e308",
    "-1 -1 -1 -1",
    "0 0 10",
    "1,1 2,2 3",
    "a" * 3000,
)
PAINTS = (
    "fill",
    "stroke",
    "clip-path",
    "mask",
    "filter",
    "marker-end",
    "style",
    "class",
    "id",
    "font-family",
    "display",
    "visibility",
    "xml:space",
    "xmlns",
    "color",
    "dominant-baseline",
    "text-anchor",
)
REFUSED = ("filter", "image", "script", "foreignObject", "a", "animate")
OUTSIDE = (
    "url(file:///etc/passwd)",
    "url(http://example.org/x)",
    "x.svg",
    "data:image/png;base64,AA",
    "@import 'x'",
    "&#0;",
    "&#x1b;",
)
SHAPES = ("rect", "circle", "path", "text", "use", "pattern", "mask", "marker", "clipPath")
NAMES = "xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'"
WIDTHS = ("40mm",) * 6 + ("100%", "0mm", "0.001mm", "1e9mm", "-1mm", "9999mm")
PROLOGUES = (
    "",
    "",
    "",
    "<?xml version='1.0'?>",
    "<?xml version='1.0' encoding='latin-1'?>",
    "<!DOCTYPE svg>",
    "<!DOCTYPE svg [<!ENTITY a 'b'>]>",
    "<?xml-stylesheet href='x.css'?>",
    "\ufeff",
    "<!-- -- -->",
    " ",
)


def pictures(random: Random) -> Attempt:
    """Most are sound as far as the reader of drawings looks, so they are printed."""
    if random.random() < 0.2:
        pixels = next(data for name, data in known_project("cards").items() if name.endswith(".png"))
        ending, data = "png", _altered_pixels(random, pixels)
    else:
        ending, data = "svg", _Drawing(random, odd=random.random() < 0.3).text().encode("utf-8", "replace")
        if random.random() < 0.1:
            data = altered_bytes(random, data.decode())
    changes = {"cards/spec/picture.yaml": CARD.format(ending=ending, width=random.choice(WIDTHS)).encode()}
    command = (
        ("check", "--no-prove", "--printed", "--format", "json") if random.random() < 0.7 else ("build", "--no-prove")
    )
    return Attempt(command, {**changes, f"cards/spec/pictures/it.{ending}": data}, base="cards")


def _altered_pixels(random: Random, pixels: bytes) -> bytes:
    data = bytearray(pixels)
    for _ in range(random.choice((1, 1, 4, 40))):
        at = random.randrange(min(len(data), random.choice((32, 64, len(data)))))
        data[at : at + 1] = random.choice((b"", b"\0", b"\xff", bytes([random.randrange(256)])))
    return bytes(data[: random.choice((len(data), len(data), random.randrange(len(data) + 1)))])


class _Drawing:
    """A drawing put together by chance: an `odd` one has also what a drawing may not have."""

    def __init__(self, random: Random, *, odd: bool) -> None:
        self.random, self.odd = random, odd
        self.elements = [*sorted(ALLOWED_ELEMENTS), "g", *SHAPES, *SHAPES, *(REFUSED if odd else ())]
        self.inner = ("", "", "words", "* {}", "* { fill: url(#a) }", *(OUTSIDE[-3:] if odd else ()))

    def text(self) -> str:
        prologue = self.random.choice(PROLOGUES) if self.odd else ""
        return f"{prologue}<svg {NAMES} {self._view_box()}>{self._parts(4)}</svg>"

    def _view_box(self) -> str:
        return self._attributes() if self.odd and self.random.random() < 0.3 else "viewBox='0 0 100 60'"

    def _parts(self, depth: int) -> str:
        return "".join(self._element(depth) for _ in range(self.random.randrange(1, 5)))

    def _element(self, depth: int) -> str:
        name = self.random.choice(self.elements)
        inner = self._parts(depth - 1) if depth and self.random.random() < 0.5 else self.random.choice(self.inner)
        times = 1 if depth else self.random.choice((1,) * 9 + (200,))
        return f"<{name} {self._attributes()}{self._reference(name)}>{inner}</{name}>" * times

    def _reference(self, name: str) -> str:
        """A `use` without one draws nothing."""
        if name not in ("use", "textPath", "pattern", "linearGradient") or self.random.random() < 0.3:
            return ""
        target = (
            self.random.choice(OUTSIDE[:4])
            if self.odd and self.random.random() < 0.3
            else self.random.choice(("#a", "#b", "#c"))
        )
        return f" {self.random.choice(('href', 'xlink:href'))}='{target}'"

    def _attributes(self) -> str:
        random = self.random
        found = {"id": random.choice(("a", "b", "c"))} if random.random() < 0.4 else {}
        for _ in range(random.randrange(5)):
            numbers = " ".join(random.choice(NUMBERS) for _ in range(random.choice((1, 1, 2, 4))))
            texts = (numbers, random.choice(TEXTS), *(OUTSIDE[:2] if self.odd else ()))
            found[random.choice(ATTRIBUTES if random.random() < 0.6 else PAINTS)] = random.choice(texts)
        if self.odd and random.random() < 0.02:
            found["onclick"] = "x()"
        return " ".join(f"{name}='{value}'" for name, value in found.items())
