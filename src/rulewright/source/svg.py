"""Drawings (SVG) as data: their shape, and whatever in them would run, load or hide something.

What may stand in a drawing is listed: the shapes, texts and paints of a picture on paper. Elements of other
vocabularies, which drawing programs leave for themselves, paint nothing and stay. A drawing is never changed: it is
taken or refused. Its document type would bring entities, which may hide or multiply anything; so it ends the reading.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NoReturn
from xml.parsers import expat

SVG, XHTML = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml"
XML = "http://www.w3.org/XML/1998/namespace"
DRAWN = frozenset({
    "svg", "g", "defs", "symbol", "use", "title", "desc", "metadata", "style", "switch",
    "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan", "textPath",
    "linearGradient", "radialGradient", "stop", "clipPath", "mask", "pattern", "marker",
})  # fmt: skip
NO_PAINT = re.compile(r"(?:id|class|d|points|viewBox|transform|(?:aria|data)-.*)")
"""Attributes that are not read as CSS."""
URL = re.compile(r"url\(\s*[\"']?\s*([^\"')]*)", re.IGNORECASE)
LOADS = re.compile(r"@import|@font-face|@namespace|image-set\s*\(|(?<![\w-])(?:image|src|element)\s*\(", re.IGNORECASE)
GRADIENTS = ("linearGradient", "radialGradient")
"""What a style sheet may refer to: they draw nothing. How often it would draw a pattern nobody could count."""
DEEPEST, MOST_DRAWN = 64, 100_000
"""Levels of elements, and elements drawn, those drawn again by reference counted each time."""


@dataclass(frozen=True, slots=True)
class SvgFault:
    """What a drawing may not have, at its line and column; `unsafe` where it is more than a mistake."""

    line: int
    column: int
    message: str
    hint: str
    unsafe: bool = True


@dataclass(slots=True)
class Drawing:
    """What was seen of a drawing: its faults, or its width and height in units of its own."""

    faults: list[SvgFault] = field(default_factory=list)
    width: float = 0
    height: float = 0


def read_svg(data: bytes) -> Drawing:
    """A drawing, looked into from end to end; a document type ends it, for it may hide anything."""
    return _Looker().look(data)


class _EndError(Exception):
    """The rest of the drawing is not looked at."""


@dataclass(slots=True)
class _Element:
    """An element as far as it matters for how much is drawn."""

    name: str = ""
    parts: list["_Element"] = field(default_factory=list)
    refers: list[str] = field(default_factory=list)
    level: int = 0
    """How deep what it draws is nested, itself included; 0 while unknown."""
    drawn: int = 0


class _Looker:
    def __init__(self) -> None:
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.drawing, self.root = Drawing(), _Element()
        self.open: list[_Element] = []
        self.by_id: dict[str, _Element] = {}
        self.style: list[str] | None = None
        self.by_style: list[str] = []

    def look(self, data: bytes) -> Drawing:
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
            self._fault(f"is no SVG: {expat.ErrorString(error.code)}", "save it anew as plain SVG", unsafe=False)
        except (LookupError, ValueError):
            self._fault("is in an encoding that cannot be read", "save it anew in UTF-8", unsafe=False)
        except _EndError:
            pass
        return self.drawing

    def _fault(self, message: str, hint: str, *, unsafe: bool = True) -> None:
        line, column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        self.drawing.faults.append(SvgFault(line, column, message, hint, unsafe))

    def _doctype(self, *_: object) -> None:
        self._fault("has a document type, which may load or hide anything", "remove <!DOCTYPE …>")
        raise _EndError

    def _instruction(self, target: str, _: str) -> None:
        self._fault(f"has an instruction to programs, <?{target}?>", "remove it")

    def _start(self, tag: str, attributes: Mapping[str, str]) -> None:
        space, _, name = tag.rpartition(" ")
        if not self.open:
            self._outermost(space, name, attributes)
        if (space == SVG and name not in DRAWN) or space == XHTML:
            hint = "place it as a block of its own" if name == "image" else "remove it; what is to print is drawn"
            self._fault(f"has <{name}>, which has no place in a drawing on paper", hint)
        element = _Element(name if space == SVG else "")
        for attribute, value in attributes.items():
            element.refers += self._attribute(*attribute.rpartition(" ")[::2], value)
        if "id" in attributes:
            self.by_id.setdefault(attributes["id"], element)
        (self.open[-1] if self.open else self.root).parts.append(element)
        self.open.append(element)
        if len(self.open) > DEEPEST:
            self._fault(f"is nested more than {DEEPEST} levels deep", "ungroup what need not be grouped")
            raise _EndError
        if (space, name) == (SVG, "style"):
            self.style = []

    def _outermost(self, space: str, name: str, attributes: Mapping[str, str]) -> None:
        if (space, name) != (SVG, "svg"):
            hint = f'write <svg xmlns="{SVG}" …>' if name == "svg" else "save it as plain SVG"
            self._fault(f"is no SVG: it begins with <{name}>{'' if space else ' of no namespace'}", hint, unsafe=False)
            raise _EndError
        box = re.split(r"[\s,]+", attributes.get("viewBox", "").strip())
        try:
            _, _, self.drawing.width, self.drawing.height = map(float, box)
        except ValueError:
            self.drawing.width = self.drawing.height = 0
        if not (0 < self.drawing.width < 1e9 and 0 < self.drawing.height < 1e9):
            hint = 'give it viewBox="0 0 WIDTH HEIGHT", in the units in which it is drawn'
            self._fault("has no viewBox, so nothing tells its shape", hint, unsafe=False)

    def _attribute(self, space: str, name: str, value: str) -> Iterator[str]:
        """The ids that an attribute refers to; whatever leads out of the drawing is a fault."""
        if not space and name.lower().startswith("on"):
            self._fault(f"has {name}=, which runs a script", "remove it")
        elif (space, name) == (XML, "base"):
            self._fault("has xml:base, which makes its own names lead elsewhere", "remove it")
        elif name in ("href", "src"):
            if value.startswith("#"):
                yield value[1:]
            else:
                hint = "a drawing may only refer to its own parts, as #name"
                self._fault(f"leads out of itself: {name}={_shortened(value)}", hint)
        elif not space and not NO_PAINT.fullmatch(name):
            yield from self._paint(value)

    def _paint(self, value: str) -> Iterator[str]:
        """The ids in a value of CSS."""
        if "\\" in value:
            self._fault(f"hides signs behind a backslash: {_shortened(value)}", "write them as they are")
        if found := LOADS.search(value):
            self._fault(f"loads something: {found[0]}", "a drawing has all it needs in itself")
        for target in URL.findall(value):
            if target.startswith("#"):
                yield target[1:].strip()
            else:
                hint = "a drawing may only refer to its own parts, as url(#name)"
                self._fault(f"leads out of itself: url({_shortened(target)})", hint)

    def _text(self, text: str) -> None:
        if self.style is not None:
            self.style.append(text)

    def _end(self, tag: str) -> None:
        self.open.pop()
        if self.style is not None and tag == f"{SVG} style":
            self.by_style += self._paint("".join(self.style))
            self.style = None

    def _check_styles(self) -> None:
        """Refuses what a style sheet may draw any number of times, within itself too."""
        found = (self.by_id[name] for name in self.by_style if name in self.by_id)
        if other := next((each.name for each in found if each.name not in GRADIENTS), None):
            hint = "write it at the shapes themselves, as in fill=\"url(#name)\""
            self._endless(f"refers to a <{other}> in its <style>, which may draw it within itself", hint)

    def _measure(self, element: _Element, above: tuple[_Element, ...]) -> None:
        """Counts what is drawn, references followed: a few lines may draw a million shapes, or themselves."""
        if len(above) > 4 * DEEPEST:
            self._endless("refers to parts that refer to parts, and so on too deep", "simplify it")
        parts = [*element.parts, *(self.by_id[name] for name in element.refers if name in self.by_id)]
        for part in parts:
            if any(part is each for each in above):
                self._endless("draws itself within itself", "remove the reference that closes the circle")
            if not part.level:
                self._measure(part, (*above, part))
        element.level = 1 + max((part.level for part in parts), default=0)
        element.drawn = 1 + sum(part.drawn for part in parts)
        if element.level > 4 * DEEPEST:
            self._endless("refers to parts that refer to parts, and so on too deep", "simplify it")
        if element.drawn > MOST_DRAWN:
            self._endless(f"draws more than {MOST_DRAWN:,} shapes", "simplify it")

    def _endless(self, message: str, hint: str) -> NoReturn:
        """What is found at no line of its own."""
        self.drawing.faults.append(SvgFault(0, 0, message, hint))
        raise _EndError


def _shortened(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:39] + "…")
