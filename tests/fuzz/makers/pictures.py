"""Pictures on a card: drawings put together from odd parts, drawings altered, and the bytes of pixels altered."""

from random import Random

from tests.fuzz.attempts import Attempt, known_project
from tests.fuzz.mutation import altered_bytes

CARD = """\
title: Picture
size: 80 × 60 mm
blocks:
  - {{image: pictures/it.{ending}, alt: A picture, width: {width}}}
"""
NUMBERS = ("0", "-1", "1", "10", "1e9", "1e308", "1e999", "-1e999", "nan", "inf", "1%", "99999%", "1em", "1e400mm", "", "x", "٣", "0x1")
ATTRIBUTES = ("x", "y", "x1", "y2", "width", "height", "r", "rx", "cx", "font-size", "stroke-width", "stroke-dasharray", "opacity",
              "viewBox", "points", "d", "transform", "textLength", "dx", "rotate", "offset", "preserveAspectRatio", "refX")  # fmt: skip
TEXTS = ("none", "url(#a)", "url(#b)", "url(file:///etc/passwd)", "url(http://example.org/x)", "currentColor", "inherit", "#12", "rgb(1",
         "matrix(0 0 0 0 0 0)", "scale(1e300)", "rotate(45 1e999 0)", "skewX(90)", "translate(1e308)", "M0 0L1e308 1e308", "M0 0A0 0 0 0 0 0 0",
         "M0,0C", "M" * 200, "0 0 0 0", "0 0 1e308 1e308", "-1 -1 -1 -1", "0 0 10", "1,1 2,2 3", "a" * 3000)  # fmt: skip
PAINTS = ("fill", "stroke", "clip-path", "mask", "filter", "marker-end", "style", "class", "id", "href", "xlink:href", "font-family",
          "display", "visibility", "onclick", "xml:space", "xmlns", "color", "dominant-baseline", "text-anchor")  # fmt: skip
ELEMENTS = ("rect", "circle", "ellipse", "line", "polyline", "polygon", "path", "text", "tspan", "g", "g", "use", "symbol", "defs", "svg",
            "linearGradient", "radialGradient", "stop", "pattern", "clipPath", "mask", "filter", "marker", "image", "style", "script",
            "foreignObject", "a", "title", "desc", "textPath", "switch", "animate", "metadata")  # fmt: skip
PROLOGUES = ("", "", "", "<?xml version='1.0'?>", "<?xml version='1.0' encoding='latin-1'?>", "<!DOCTYPE svg>",
             "<!DOCTYPE svg [<!ENTITY a 'b'>]>", "<?xml-stylesheet href='x.css'?>", "\ufeff", "<!-- -- -->", " ")  # fmt: skip


def pictures(random: Random) -> Attempt:
    known = known_project("cards")
    if random.random() < 0.2:
        pixels = next(data for name, data in known.items() if name.endswith(".png"))
        ending, data = "png", _altered_pixels(random, pixels)
    else:
        ending, data = "svg", _drawing(random).encode("utf-8", "replace")
        if random.random() < 0.2:
            data = altered_bytes(random, data.decode())
    width = random.choice(("40mm", "40mm", "100%", "0mm", "0.001mm", "1e9mm", "-1mm", "9999mm"))
    changes = {"cards/spec/picture.yaml": CARD.format(ending=ending, width=width).encode(), f"cards/spec/pictures/it.{ending}": data}
    command = ("check", "--no-prove", "--printed", "--format", "json") if random.random() < 0.7 else ("build", "--no-prove")
    return Attempt(command, changes, base="cards")


def _altered_pixels(random: Random, pixels: bytes) -> bytes:
    data = bytearray(pixels)
    for _ in range(random.choice((1, 1, 4, 40))):
        at = random.randrange(min(len(data), random.choice((32, 64, len(data)))))
        data[at : at + 1] = random.choice((b"", b"\0", b"\xff", bytes([random.randrange(256)])))
    return bytes(data[: random.choice((len(data), len(data), random.randrange(len(data) + 1)))])


def _drawing(random: Random) -> str:
    box = "viewBox='0 0 100 80'" if random.random() < 0.8 else _attributes(random)
    names = "xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink'"
    return f"{random.choice(PROLOGUES)}<svg {names} {box}>{_elements(random, 4)}</svg>"


def _elements(random: Random, depth: int) -> str:
    return "".join(_element(random, depth) for _ in range(random.randrange(1, 5)))


def _element(random: Random, depth: int) -> str:
    name = random.choice(ELEMENTS)
    inner = _elements(random, depth - 1) if depth and random.random() < 0.5 else random.choice(("", "", "words", "&#0;", "&#x1b;", "* {}", "@import 'x'"))
    return f"<{name} {_attributes(random)}>{inner}</{name}>" * (1 if depth else random.choice((1,) * 9 + (200,)))


def _attributes(random: Random) -> str:
    found = {"id": random.choice(("a", "b", "c"))} if random.random() < 0.4 else {}
    for _ in range(random.randrange(5)):
        numbers = " ".join(random.choice(NUMBERS) for _ in range(random.choice((1, 1, 2, 4))))
        if random.random() < 0.6:
            found[random.choice(ATTRIBUTES)] = random.choice((numbers, random.choice(TEXTS)))
        else:
            found[random.choice(PAINTS)] = random.choice(("#a", "#b", "x.svg", "data:image/png;base64,AA", random.choice(TEXTS)))
    return " ".join(f"{name}='{value}'" for name, value in found.items())
