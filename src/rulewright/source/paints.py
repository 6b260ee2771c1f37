"""The colours of a drawing (SVG), and the same drawing in another one: small symbols take the colour of a text.

It reads only drawings that were examined: without document types, scripts and references to elsewhere.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"
SHAPES = frozenset(
    SVG + each
    for each in ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan", "textPath")
)
UNPAINTED = frozenset(SVG + each for each in ("clipPath", "mask", "title", "desc", "metadata"))
"""What within these has a colour does not show it."""
PAINTS = ("fill", "stroke", "stop-color", "color")
DECLARED = re.compile(r"(?<![\w-])(fill|stroke|stop-color|color)(\s*:\s*)([^;}!]+)")
NO_COLOUR = frozenset({"none", "transparent", "inherit"})
BLACK = "#000000"
SAME = {"black": BLACK, "currentcolor": BLACK, "white": "#ffffff"}
"""Names of colours that many drawings have; what follows the text is black where there is none."""


def paints(data: bytes) -> frozenset[str]:
    """The colours that a drawing shows, as it writes them but for black and white; what is not painted is black."""
    root = ElementTree.fromstring(data)  # noqa: S314 - without a document type, examined
    sheets = [each.text or "" for each in root.iter(f"{SVG}style")]
    if sheets:
        found = [*_declared("\n".join(sheets)), *(each for element in root.iter() for each in _own(element).values())]
    else:
        found = list(_painted(root, {"fill": BLACK, "stroke": "none"}))
    return frozenset(_plain(each) for each in found if _plain(each) not in NO_COLOUR)


@lru_cache(64)
def repainted(data: bytes, colour: str) -> bytes:
    """The drawing with this colour wherever it has one."""
    root = ElementTree.fromstring(data)  # noqa: S314 - without a document type, examined
    for element in root.iter():
        for name in PAINTS:
            if _is_colour(element.get(name, "none")):
                element.set(name, colour)
        if "style" in element.attrib:
            element.set("style", _redeclared(element.attrib["style"], colour))
        if element.tag == f"{SVG}style":
            element.text = _redeclared(element.text or "", colour)
    root.attrib.setdefault("fill", colour)  # what has no colour of its own
    return ElementTree.tostring(root)


def _painted(element: ElementTree.Element, around: dict[str, str]) -> Iterator[str]:
    """The colours of the shapes in an element, by what is said there and around it."""
    own = around | {name: value for name, value in _own(element).items() if value != "inherit"}
    if element.tag in SHAPES:
        yield from (own["fill"], own["stroke"])
    yield from (own[name] for name in ("stop-color",) if name in own and element.tag == f"{SVG}stop")
    for inner in element if element.tag not in UNPAINTED else ():
        yield from _painted(inner, own)


def _own(element: ElementTree.Element) -> dict[str, str]:
    """What an element says of colours; its style counts more."""
    said = {name: element.attrib[name] for name in PAINTS[:3] if name in element.attrib}
    declared = DECLARED.finditer(element.get("style", ""))
    return said | {each[1]: each[3].strip() for each in declared if each[1] != "color"}


def _declared(style: str) -> Iterator[str]:
    return (each[3] for each in DECLARED.finditer(style))


def _redeclared(style: str, colour: str) -> str:
    return DECLARED.sub(lambda each: f"{each[1]}{each[2]}{colour if _is_colour(each[3]) else each[3]}", style)


def _is_colour(written: str) -> bool:
    return _plain(written) not in NO_COLOUR


def _plain(written: str) -> str:
    """A colour in one of its spellings."""
    colour = written.strip().lower()
    if re.fullmatch(r"#[0-9a-f]{3}", colour):
        colour = "#" + "".join(2 * digit for digit in colour[1:])
    return SAME.get(colour, colour)
