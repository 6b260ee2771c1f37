"""Check that an SVG drawing is safe to print, list its colours, and repaint it in one colour.

A game's author may have a drawing from anywhere. `read_svg` takes its bytes and returns its width and height, or
findings about scripts, references to elsewhere and too many shapes. `paints` and `repainted` take a drawing that it has
accepted.

`read_svg` parses events, so a hostile file is refused before a tree of it exists. It counts what a drawing draws,
because a few lines of `<use>` can draw a million shapes.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NoReturn
from xml.etree import ElementTree
from xml.parsers import expat

from rulewright.base.limits import SVG_LEVELS, SVG_SHAPES, SVG_TEXT
from rulewright.base.memo import memoised

SVG, XHTML = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml"
XML = "http://www.w3.org/XML/1998/namespace"
ALLOWED_ELEMENTS = frozenset(
    (
        "svg g defs symbol use title desc metadata style switch path rect circle ellipse line polyline "
        "polygon text tspan textPath linearGradient radialGradient stop clipPath mask pattern marker"
    ).split()
)
"""The elements that a drawing may have."""
NOT_CSS = re.compile(r"(?:id|class|d|points|viewBox|transform|(?:aria|data)-.*)")
"""Attributes whose values are not CSS, so they cannot load anything."""
URL = re.compile(r"url\(\s*[\"']?\s*([^\"')]*)", re.IGNORECASE)
"""A reference in CSS, such as `url(#sky)`."""
LOADS_FROM_OUTSIDE = re.compile(
    r"@import|@font-face|@namespace|image-set\s*\(|(?<![\w-])(?:image|src|element)\s*\(", re.IGNORECASE
)
TEXTS = ("text", "tspan", "textPath")
MOST_LEVELS = 4 * SVG_LEVELS.most
"""Most levels of elements and of the elements that they refer to; a drawing may have `SVG_LEVELS` without these."""
GRADIENTS = ("linearGradient", "radialGradient")
"""All that a style sheet may refer to: they draw no shapes. Nobody could count how often a rule draws a pattern."""


@dataclass(frozen=True, slots=True)
class SvgFinding:
    """A problem at a line and column of a drawing; `unsafe` if it could do harm and is not just a mistake."""

    line: int
    column: int
    message: str
    hint: str
    unsafe: bool = True


@dataclass(slots=True)
class Drawing:
    """A drawing's width and height in its own units, or the findings about it."""

    findings: list[SvgFinding] = field(default_factory=list)
    width: float = 0
    height: float = 0


def read_svg(data: bytes) -> Drawing:
    """Check a drawing; stop at a document type, because it may load or hide anything."""
    return _SvgReader().read(data)


class _EndError(Exception):
    """Stops the parser, because the rest of the drawing does not matter."""


@dataclass(slots=True)
class _Element:
    """An element with the elements inside it and the ids that it refers to, to count what it draws.

    `shapes`, the number of shapes, and `letters`, the characters of text, include children and references once the
    element is measured.
    """

    name: str = ""
    children: list["_Element"] = field(default_factory=list)
    references: list[str] = field(default_factory=list)
    level: int = 0
    """The height of the tree of its children and references, including itself; 0 before it is measured."""
    shapes: int = 0
    letters: int = 0
    place: tuple[int, int] = (0, 0)


class _SvgReader:
    """Reads one drawing. The methods from `_doctype` to `_end` are called by the parser for each event."""

    def __init__(self) -> None:
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.drawing, self.root = Drawing(), _Element()
        self.open_elements: list[_Element] = []
        self.by_id: dict[str, _Element] = {}
        self.style_texts: list[str] | None = None  # of the open <style>; None outside it
        self.ids_in_styles: list[str] = []

    def read(self, data: bytes) -> Drawing:
        parser = self.parser
        parser.StartDoctypeDeclHandler = self._doctype
        parser.ProcessingInstructionHandler = self._instruction
        parser.StartElementHandler, parser.EndElementHandler = self._start, self._end
        parser.CharacterDataHandler = self._text
        try:
            parser.Parse(data, True)
            self._check_styles()
            self._measure(self.root, ())
        except expat.ExpatError as error:
            self._add(f"is not SVG: {expat.ErrorString(error.code)}", "save it again as plain SVG", unsafe=False)
        except (LookupError, ValueError):
            self._add("is in an encoding that cannot be read", "save it again as UTF-8", unsafe=False)
        except _EndError:
            pass  # the drawing has the finding
        return self.drawing

    def _add(self, message: str, hint: str, *, unsafe: bool = True) -> None:
        line, column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        self.drawing.findings.append(SvgFinding(line, column, message, hint, unsafe))

    def _doctype(self, *_: object) -> None:
        self._add("has a document type, which may load or hide anything", "remove <!DOCTYPE …>")
        raise _EndError

    def _instruction(self, target: str, _: str) -> None:
        self._add(f"has a processing instruction, <?{target}?>", "remove it")

    def _start(self, tag: str, attributes: Mapping[str, str]) -> None:
        space, _, name = tag.rpartition(" ")
        if not self.open_elements:
            self._outermost(space, name, attributes)
        if (space == SVG and name not in ALLOWED_ELEMENTS) or space == XHTML:
            hint = "give that picture a block of its own" if name == "image" else "remove it, or draw it with shapes"
            self._add(f"has <{name}>, which a printed drawing may not have", hint)
        place = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        element = _Element(name if space == SVG else "", place=place)
        for attribute, value in attributes.items():
            attribute_space, _, attribute_name = attribute.rpartition(" ")
            element.references += self._attribute(attribute_space, attribute_name, value)
        if "id" in attributes:
            self.by_id.setdefault(attributes["id"], element)
        (self.open_elements[-1] if self.open_elements else self.root).children.append(element)
        self.open_elements.append(element)
        if len(self.open_elements) > SVG_LEVELS.most:
            message = f"is nested more than {SVG_LEVELS.most} levels deep"
            self._add(message, "remove the groups that it does not need")
            raise _EndError
        if (space, name) == (SVG, "style"):
            self.style_texts = []

    def _outermost(self, space: str, name: str, attributes: Mapping[str, str]) -> None:
        if (space, name) != (SVG, "svg"):
            hint = f'write <svg xmlns="{SVG}" …>' if name == "svg" else "save it as plain SVG"
            message = f"is not SVG: it begins with <{name}>{'' if space else ' without a namespace'}"
            self._add(message, hint, unsafe=False)
            raise _EndError
        box = re.split(r"[\s,]+", attributes.get("viewBox", "").strip())
        try:
            _, _, self.drawing.width, self.drawing.height = map(float, box)
        except ValueError:
            self.drawing.width = self.drawing.height = 0
        if not (0 < self.drawing.width < 1e9 and 0 < self.drawing.height < 1e9):
            hint = 'add viewBox="0 0 WIDTH HEIGHT", in the units of the drawing'
            self._add("has no viewBox, so its shape is unknown", hint, unsafe=False)

    def _attribute(self, space: str, name: str, value: str) -> Iterator[str]:
        """Yield the ids that an attribute refers to. A reference to something outside the drawing adds a finding."""
        if not space and name.lower().startswith("on"):
            self._add(f"has {name}=, which runs a script", "remove it")
        elif (space, name) == (XML, "base"):
            self._add("has xml:base, which redirects its references", "remove it")
        elif name in ("href", "src"):
            if value.startswith("#"):
                yield value[1:]
            else:
                hint = "a drawing may only refer to its own parts, as #name"
                self._add(f"refers to something outside it: {name}={_shortened(value)}", hint)
        elif not space and not NOT_CSS.fullmatch(name):
            yield from self._css(value)

    def _css(self, value: str) -> Iterator[str]:
        """Yield the ids in a CSS value."""
        if "\\" in value:
            message = f"escapes characters with a backslash: {_shortened(value)}"
            self._add(message, "write the characters themselves")
        if loads := LOADS_FROM_OUTSIDE.search(value):
            self._add(f"loads something from outside: {loads[0]}", "put everything that it needs into the drawing")
        for target in URL.findall(value):
            if target.startswith("#"):
                yield target[1:].strip()
            else:
                hint = "a drawing may only refer to its own parts, as url(#name)"
                self._add(f"refers to something outside it: url({_shortened(target)})", hint)

    def _text(self, text: str) -> None:
        if self.style_texts is not None:
            self.style_texts.append(text)
        elif self.open_elements and self.open_elements[-1].name in TEXTS:
            self.open_elements[-1].letters += len(text)

    def _end(self, tag: str) -> None:
        self.open_elements.pop()
        if self.style_texts is not None and tag == f"{SVG} style":
            self.ids_in_styles += self._css("".join(self.style_texts))
            self.style_texts = None

    def _check_styles(self) -> None:
        """Refuse references from a style sheet to anything that draws: its rules may apply any number of times."""
        elements = (self.by_id[name] for name in self.ids_in_styles if name in self.by_id)
        name = next((each.name for each in elements if each.name not in GRADIENTS), None)
        if name is not None:
            hint = 'refer to it from the shapes instead, as in fill="url(#name)"'
            self._stop(f"refers to a <{name}> in its <style>, so the {name} may contain itself", hint)

    def _measure(self, element: _Element, ancestors: tuple[_Element, ...]) -> None:
        """Count what an element draws, following references; refuse loops.

        `ancestors` are the element, those around it, and those that refer to it.
        """
        if len(ancestors) > MOST_LEVELS:
            self._stop("has references nested too deep", "simplify it")
        children = [*element.children, *(self.by_id[name] for name in element.references if name in self.by_id)]
        for child in children:
            if any(child is each for each in ancestors):
                self._stop("contains itself", "remove the reference that closes the loop")
            if not child.level:
                self._measure(child, (*ancestors, child))
        element.level = 1 + max((child.level for child in children), default=0)
        element.shapes = 1 + sum(child.shapes for child in children)
        element.letters += sum(child.letters for child in children)
        if element.level > MOST_LEVELS:  # though `ancestors` are few: a child was measured before, for another element
            self._stop("has references nested too deep", "simplify it")
        if element.shapes > SVG_SHAPES.most:
            self._stop(f"draws more than {SVG_SHAPES.most:,} shapes", "simplify it", element)
        if element.letters > SVG_TEXT.most:
            message = f"draws {element.letters:,} letters, and the limit is {SVG_TEXT.most:,}"
            self._stop(message, "print the text in a block of its own; rulewright explain limits", element)

    def _stop(self, message: str, hint: str, element: _Element | None = None) -> NoReturn:
        """Report an element with all that it refers to, and stop; a finding about the whole drawing has no line."""
        line, column = element.place if element is not None else (0, 0)
        self.drawing.findings.append(SvgFinding(line, column, message, hint))
        raise _EndError


def _shortened(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:39] + "…")


# The colours of a drawing that `read_svg` has accepted, so it has no document type and no reference to elsewhere

TAG = f"{{{SVG}}}"
SHAPES = frozenset(TAG + each for each in "path rect circle ellipse line polyline polygon text tspan textPath".split())
WITHOUT_COLOURS = frozenset(TAG + each for each in ("clipPath", "mask", "title", "desc", "metadata"))
"""Elements whose colours do not show."""
PAINT_PROPERTIES = ("fill", "stroke", "stop-color")
COLOUR_PROPERTIES = (*PAINT_PROPERTIES, "color")
DECLARATION = re.compile(r"(?<![\w-])(fill|stroke|stop-color|color)(\s*:\s*)([^;}!]+)")
"""A colour in a style sheet, such as `fill: #c00`; the groups are the property, the colon and the value."""
NO_COLOUR = frozenset({"none", "transparent", "inherit"})
BLACK = "#000000"
HEX_OF_NAMES = {"black": BLACK, "currentcolor": BLACK, "white": "#ffffff"}
"""Common names of colours; `currentcolor` is black, because no text around a drawing sets a colour."""


def paints(data: bytes) -> frozenset[str]:
    """Return the colours that a drawing shows, as it writes them, but black and white as hexadecimal.

    An unpainted shape is black.
    """
    root = ElementTree.fromstring(data)  # noqa: S314 - read_svg has accepted it
    sheets = [each.text or "" for each in root.iter(f"{TAG}style")]
    if sheets:
        declared = [each[3] for each in DECLARATION.finditer("\n".join(sheets))]
        colours = [*declared, *(each for element in root.iter() for each in _colours_set_by(element).values())]
    else:
        colours = list(_shape_colours(root, {"fill": BLACK, "stroke": "none"}))
    return frozenset(map(_normal_colour, colours)) - NO_COLOUR


@memoised(64)
def repainted(data: bytes, colour: str) -> bytes:
    """Return the drawing with `colour` in place of each of its colours."""
    root = ElementTree.fromstring(data)  # noqa: S314 - read_svg has accepted it
    for element in root.iter():
        for name in COLOUR_PROPERTIES:
            if _is_colour(element.get(name, "none")):
                element.set(name, colour)
        if "style" in element.attrib:
            element.set("style", _with_colour(element.attrib["style"], colour))
        if element.tag == f"{TAG}style":
            element.text = _with_colour(element.text or "", colour)
    root.attrib.setdefault("fill", colour)  # for shapes without a colour of their own
    return ElementTree.tostring(root)


def _shape_colours(element: ElementTree.Element, inherited: dict[str, str]) -> Iterator[str]:
    """Yield the colours of the shapes in an element, set there or inherited."""
    colours = inherited | {name: value for name, value in _colours_set_by(element).items() if value != "inherit"}
    if element.tag in SHAPES:
        yield from (colours["fill"], colours["stroke"])
    if element.tag == f"{TAG}stop" and "stop-color" in colours:
        yield colours["stop-color"]
    for inner in element if element.tag not in WITHOUT_COLOURS else ():
        yield from _shape_colours(inner, colours)


def _colours_set_by(element: ElementTree.Element) -> dict[str, str]:
    """Return the colours that an element sets; its style overrides its attributes."""
    attributes = {name: element.attrib[name] for name in PAINT_PROPERTIES if name in element.attrib}
    declared = DECLARATION.finditer(element.get("style", ""))
    return attributes | {each[1]: each[3].strip() for each in declared if each[1] != "color"}


def _with_colour(style: str, colour: str) -> str:
    """Return a style sheet with `colour` in place of each colour."""
    return DECLARATION.sub(lambda each: f"{each[1]}{each[2]}{colour if _is_colour(each[3]) else each[3]}", style)


def _is_colour(written: str) -> bool:
    return _normal_colour(written) not in NO_COLOUR


def _normal_colour(written: str) -> str:
    """Return one spelling for each colour: lower case, six digits, no names for black and white."""
    colour = written.strip().lower()
    if re.fullmatch(r"#[0-9a-f]{3}", colour):
        colour = "#" + "".join(2 * digit for digit in colour[1:])
    return HEX_OF_NAMES.get(colour, colour)
