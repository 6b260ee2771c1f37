"""The pictures that cards and texts name: read from the folder of their game, within limits, and examined.

A picture must be of the kind that its name says, whole, and harmless.
"""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from difflib import get_close_matches
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, NoReturn
from warnings import catch_warnings, simplefilter
from xml.parsers import expat

from rulewright.findings import Finding, Findings, Label, Span
from rulewright.limits import PICTURE_BYTES, PICTURE_PIXELS, SVG_BYTES, SVG_LEVELS, SVG_SHAPES, SVG_TEXT
from rulewright.once_per_value import once_per_value
from rulewright.source.nodes import Mapping as Tree
from rulewright.source.nodes import Node, Scalar, Sequence
from rulewright.source.opening import CannotOpenError, read_file

if TYPE_CHECKING:
    from PIL.ImageFile import ImageFile


# Pictures of pixels (PNG, JPEG)

OTHERS = {
    b"\xff\xd8\xff": "JPEG",
    b"GIF8": "GIF",
    b"RIFF": "WebP",
    b"BM": "BMP",
    b"II*\x00": "TIFF",
    b"MM\x00*": "TIFF",
    b"%PDF": "PDF",
    b"<svg": "SVG",
    b"<?xml": "XML",
    b"\x1f\x8b": "gzip",
    b"\x89PNG\r\n\x1a\n": "PNG",
}
"""How files of each kind begin."""
ENDS = {"PNG": b"IEND", "JPEG": b"\xff\xd9"}
"""What a whole picture of each kind has at its end."""
ON_THEIR_SIDE = (5, 6, 7, 8)
"""Orientations of cameras in which width and height change places."""


class BadPictureError(Exception):
    """What is wrong with a picture; the message continues a sentence that begins with its name."""


class TooManyPixelsError(BadPictureError):
    """The picture would take too much memory to print."""


def file_kind(data: bytes) -> str:
    """The kind of a file by its first bytes; empty for a kind not listed."""
    return next((kind for start, kind in OTHERS.items() if data.startswith(start)), "")


def read_pixels(data: bytes, kind: str) -> tuple[int, int]:
    """The width and height of a whole picture as it is seen; of an animation, those of its first frame."""
    found = file_kind(data) or file_kind(data.lstrip())
    if not data.startswith(tuple(start for start, name in OTHERS.items() if name == kind)):
        raise BadPictureError(f"is a {found} file, not {kind}" if found else f"is something else, not {kind}")
    try:
        with _strict_pillow():
            image = _open(data, kind)
            mode, size, small_enough = image.mode, image.size, image.width * image.height <= PICTURE_PIXELS.most
            if small_enough:
                turned = kind == "JPEG" and image.getexif().get(274) in ON_THEIR_SIDE
                image.verify()  # the checksums, which loading skips; afterwards Pillow can read no pixels from it
                _open(data, kind).load()
    except Exception:  # a hostile file may make Pillow raise anything
        problem = "is damaged" if ENDS[kind] in data else "is cut short"
        raise BadPictureError(f"{problem}: it is not a whole {kind}") from None
    if not small_enough:
        raise TooManyPixelsError(f"has {size[0]:,} × {size[1]:,} pixels")
    if mode == "CMYK":
        raise BadPictureError("has the colours of inks (CMYK), which screens and other inks cannot show")
    return (size[1], size[0]) if turned else size


def _open(data: bytes, kind: str) -> "ImageFile":
    """The picture, its pixels not yet read. `Image.open` would refuse large ones by its own limits."""
    if kind == "JPEG":
        from PIL.JpegImagePlugin import JpegImageFile

        return JpegImageFile(BytesIO(data))
    from PIL.PngImagePlugin import PngImageFile

    return PngImageFile(BytesIO(data))


@contextmanager
def _strict_pillow() -> Iterator[None]:
    """Refuses incomplete pictures, also where WeasyPrint has told Pillow to take them."""
    from PIL import ImageFile

    lenient, ImageFile.LOAD_TRUNCATED_IMAGES = ImageFile.LOAD_TRUNCATED_IMAGES, False
    try:
        with catch_warnings():
            simplefilter("ignore")  # an animation that is none prints as a still picture
            yield
    finally:
        ImageFile.LOAD_TRUNCATED_IMAGES = lenient


# SVG drawings

SVG, XHTML = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml"
XML = "http://www.w3.org/XML/1998/namespace"
DRAWN = frozenset(
    (
        "svg g defs symbol use title desc metadata style switch path rect circle ellipse line polyline "
        "polygon text tspan textPath linearGradient radialGradient stop clipPath mask pattern marker"
    ).split()
)
NO_PAINT = re.compile(r"(?:id|class|d|points|viewBox|transform|(?:aria|data)-.*)")
"""Attributes that are not read as CSS."""
URL = re.compile(r"url\(\s*[\"']?\s*([^\"')]*)", re.IGNORECASE)
LOADS = re.compile(r"@import|@font-face|@namespace|image-set\s*\(|(?<![\w-])(?:image|src|element)\s*\(", re.IGNORECASE)
TEXTS = ("text", "tspan", "textPath")
GRADIENTS = ("linearGradient", "radialGradient")
"""A style sheet may refer to these only: they draw nothing. Nobody could count how often it draws a pattern."""


@dataclass(frozen=True, slots=True)
class SvgFault:
    """Something that a drawing may not have, at its line and column; `unsafe` if it is more than a mistake."""

    line: int
    column: int
    message: str
    hint: str
    unsafe: bool = True


@dataclass(slots=True)
class Drawing:
    """The faults of a drawing, or its width and height in its own units."""

    faults: list[SvgFault] = field(default_factory=list)
    width: float = 0
    height: float = 0


def read_svg(data: bytes) -> Drawing:
    """Reads a drawing from end to end, or up to a document type."""
    return _SvgReader().read(data)


class _EndError(Exception):
    """Nobody needs to read the rest of the drawing."""


@dataclass(slots=True)
class _Element:
    """An element, as far as it matters for how much is drawn."""

    name: str = ""
    parts: list["_Element"] = field(default_factory=list)
    refers: list[str] = field(default_factory=list)
    level: int = 0
    """How deep what it draws is nested, itself included; 0 while unknown."""
    drawn: int = 0
    letters: int = 0
    """Characters of text; like `drawn`, those of its parts are counted with it once it is measured."""
    place: tuple[int, int] = (0, 0)


class _SvgReader:
    def __init__(self) -> None:
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.drawing, self.root = Drawing(), _Element()
        self.open: list[_Element] = []
        self.by_id: dict[str, _Element] = {}
        self.style: list[str] | None = None
        self.by_style: list[str] = []

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
            self._fault(
                f"is not SVG: {expat.ErrorString(error.code)}",
                "save it again as plain SVG",
                unsafe=False,
            )
        except (LookupError, ValueError):
            self._fault("is in an encoding that cannot be read", "save it again as UTF-8", unsafe=False)
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
        self._fault(f"has a processing instruction, <?{target}?>", "remove it")

    def _start(self, tag: str, attributes: Mapping[str, str]) -> None:
        space, _, name = tag.rpartition(" ")
        if not self.open:
            self._outermost(space, name, attributes)
        if (space == SVG and name not in DRAWN) or space == XHTML:
            hint = "give that picture a block of its own" if name == "image" else "remove it, or draw it with shapes"
            self._fault(f"has <{name}>, which a printed drawing may not have", hint)
        place = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        element = _Element(name if space == SVG else "", place=place)
        for attribute, value in attributes.items():
            element.refers += self._attribute(*attribute.rpartition(" ")[::2], value)
        if "id" in attributes:
            self.by_id.setdefault(attributes["id"], element)
        (self.open[-1] if self.open else self.root).parts.append(element)
        self.open.append(element)
        if len(self.open) > SVG_LEVELS.most:
            self._fault(
                f"is nested more than {SVG_LEVELS.most} levels deep",
                "remove the groups that it does not need",
            )
            raise _EndError
        if (space, name) == (SVG, "style"):
            self.style = []

    def _outermost(self, space: str, name: str, attributes: Mapping[str, str]) -> None:
        if (space, name) != (SVG, "svg"):
            hint = f'write <svg xmlns="{SVG}" …>' if name == "svg" else "save it as plain SVG"
            message = f"is not SVG: it begins with <{name}>{'' if space else ' without a namespace'}"
            self._fault(message, hint, unsafe=False)
            raise _EndError
        box = re.split(r"[\s,]+", attributes.get("viewBox", "").strip())
        try:
            _, _, self.drawing.width, self.drawing.height = map(float, box)
        except ValueError:
            self.drawing.width = self.drawing.height = 0
        if not (0 < self.drawing.width < 1e9 and 0 < self.drawing.height < 1e9):
            hint = 'add viewBox="0 0 WIDTH HEIGHT", in the units of the drawing'
            self._fault("has no viewBox, so its shape is unknown", hint, unsafe=False)

    def _attribute(self, space: str, name: str, value: str) -> Iterator[str]:
        """The ids that an attribute refers to; a reference out of the drawing is a fault."""
        if not space and name.lower().startswith("on"):
            self._fault(f"has {name}=, which runs a script", "remove it")
        elif (space, name) == (XML, "base"):
            self._fault("has xml:base, which redirects its references", "remove it")
        elif name in ("href", "src"):
            if value.startswith("#"):
                yield value[1:]
            else:
                hint = "a drawing may only refer to its own parts, as #name"
                self._fault(
                    f"refers to something outside it: {name}={_shortened(value)}",
                    hint,
                )
        elif not space and not NO_PAINT.fullmatch(name):
            yield from self._paint(value)

    def _paint(self, value: str) -> Iterator[str]:
        """The ids in a value of CSS."""
        if "\\" in value:
            self._fault(
                f"escapes characters with a backslash: {_shortened(value)}",
                "write the characters themselves",
            )
        if found := LOADS.search(value):
            self._fault(
                f"loads something from outside: {found[0]}",
                "put everything that it needs into the drawing",
            )
        for target in URL.findall(value):
            if target.startswith("#"):
                yield target[1:].strip()
            else:
                hint = "a drawing may only refer to its own parts, as url(#name)"
                self._fault(f"refers to something outside it: url({_shortened(target)})", hint)

    def _text(self, text: str) -> None:
        if self.style is not None:
            self.style.append(text)
        elif self.open and self.open[-1].name in TEXTS:
            self.open[-1].letters += len(text)

    def _end(self, tag: str) -> None:
        self.open.pop()
        if self.style is not None and tag == f"{SVG} style":
            self.by_style += self._paint("".join(self.style))
            self.style = None

    def _check_styles(self) -> None:
        """Refuses anything that a style sheet may draw any number of times, even within itself."""
        found = (self.by_id[name] for name in self.by_style if name in self.by_id)
        if other := next((each.name for each in found if each.name not in GRADIENTS), None):
            hint = 'refer to it from the shapes instead, as in fill="url(#name)"'
            self._endless(f"refers to a <{other}> in its <style>, so the {other} may contain itself", hint)

    def _measure(self, element: _Element, above: tuple[_Element, ...]) -> None:
        """Counts what is drawn, with references followed: a few lines may draw a million shapes, or themselves."""
        if len(above) > 4 * SVG_LEVELS.most:
            self._endless("has references nested too deep", "simplify it")
        parts = [*element.parts, *(self.by_id[name] for name in element.refers if name in self.by_id)]
        for part in parts:
            if any(part is each for each in above):
                self._endless("contains itself", "remove the reference that closes the loop")
            if not part.level:
                self._measure(part, (*above, part))
        element.level = 1 + max((part.level for part in parts), default=0)
        element.drawn = 1 + sum(part.drawn for part in parts)
        element.letters += sum(part.letters for part in parts)
        if element.level > 4 * SVG_LEVELS.most:
            self._endless("has references nested too deep", "simplify it")
        if element.drawn > SVG_SHAPES.most:
            self._endless(f"draws more than {SVG_SHAPES.most:,} shapes", "simplify it", element)
        if element.letters > SVG_TEXT.most:
            message = f"draws {element.letters:,} letters, and the limit is {SVG_TEXT.most:,}"
            self._endless(message, "print the text in a block of its own; rulewright explain limits", element)

    def _endless(self, message: str, hint: str, element: _Element | None = None) -> NoReturn:
        """A fault of an element with all that it refers to; one of the whole drawing has no line."""
        line, column = element.place if element is not None else (0, 0)
        self.drawing.faults.append(SvgFault(line, column, message, hint))
        raise _EndError


def _shortened(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:39] + "…")


KEYS = ("image", "background")
"""The keys of a card under which a picture is named."""
IN_TEXT = re.compile(r"!\[[^\]\n]{0,999}\]\(\s{0,9}<?(?!https?:|//)([^\s()<>]+)")
"""A picture in Markdown, and the path of its file."""
TYPES = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".svg": "image/svg+xml"}
"""The media types of pictures by the ends of their names."""
PIXELS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG"}

FEWER_PIXELS = "save it with fewer pixels: 300 to an inch are enough"


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture by its path below cards/GAME, or content/GAME for one in a text; `type` is its media type.

    `width` and `height` are in pixels, or in the units of a drawing, which only give its shape.
    """

    name: str
    type: str
    data: bytes
    width: float
    height: float

    @property
    def drawn(self) -> bool:
        """Whether it consists of shapes, sharp at any size, and not of pixels."""
        return self.type == TYPES[".svg"]


def read_pictures(
    names: Iterable[Scalar], folder: Path, project: Path, faults: Findings, texts: dict[str, str]
) -> dict[str, Picture]:
    """Every picture by its name. The drawings join `texts`, for excerpts in findings."""
    reader = _Reader(folder, project, faults, texts)
    named: dict[str, Scalar] = {}
    for scalar in names:
        named.setdefault(scalar.value, scalar)
    found = ((name, reader.read(scalar)) for name, scalar in named.items())
    return {name: picture for name, picture in found if picture is not None}


def named_by_cards(cards: Iterable[Node]) -> Iterator[Scalar]:
    """The values of `image` and `background`, anywhere in cards: the background of a theme is a colour."""
    return (named for card in cards if isinstance(card, Tree) and _is_card(card) for named in _named_by_card(card))


@once_per_value
def _named_by_card(card: Tree) -> tuple[Scalar, ...]:
    return tuple(value for key, value in _values((card,)) if key in KEYS and value.value.strip())


def _is_card(tree: Tree) -> bool:
    kind = tree.get("kind")
    return kind is None or (isinstance(kind, Scalar) and kind.value == "card")


def named_in_texts(content: Iterable[Node], sources: Mapping[str, str]) -> Iterator[Scalar]:
    """The files of pictures in Markdown, anywhere in texts; `sources` are the files that these are in."""
    trees = (tree for tree in content if isinstance(tree, Tree))
    return (each for tree in trees for each in _named_in_tree(tree, sources[tree.span.file]))


@once_per_value
def _named_in_tree(tree: Tree, source: str) -> tuple[Scalar, ...]:
    texts = (text for _, text in _values((tree,)) if "![" in text.value) if may_name_pictures(source) else ()
    return tuple(
        Scalar(match[1], text.at(match.start(1), len(match[1])), match[1])
        for text in texts
        for match in IN_TEXT.finditer(text.value)
    )


def named_by_marks(content: Iterable[Tree]) -> Iterator[Scalar]:
    """The values of `picture` of the marks of a game."""
    for tree in content:
        game = tree.get("game")
        marks = game.get("marks") if isinstance(game, Tree) else None
        for _, mark in marks.entries if isinstance(marks, Tree) else ():
            named = mark.get("picture") if isinstance(mark, Tree) else None
            if isinstance(named, Scalar) and named.value.strip():
                yield named


def named_by_web_pages(content: Iterable[Tree]) -> Iterator[Scalar]:
    """The logo of a game."""
    for tree in content:
        found: Node | None = tree
        for key in ("game", "web", "logo", "picture"):
            found = found.get(key) if isinstance(found, Tree) else None
        if isinstance(found, Scalar) and found.value.strip():
            yield found


def named_by_figures(content: Iterable[Tree]) -> Iterator[Scalar]:
    """The values of `picture` in the figures of a game."""
    sections = (tree.get("figures") for tree in content)
    figures = (figure for section in sections if isinstance(section, Tree) for _, figure in section.entries)
    pictures = (figure.get("picture") for figure in figures if isinstance(figure, Tree))
    return (each for each in pictures if isinstance(each, Scalar) and each.value.strip())


def may_name_pictures(source: str) -> bool:
    """In double quotes a backslash may stand for any character; with `from`, cells of a spreadsheet are in the tree."""
    return "![" in source or "\\" in source or "from:" in source


def _values(nodes: Iterable[Node], key: str = "") -> Iterator[tuple[str, Scalar]]:
    """All texts with the keys that they stand under."""
    for node in nodes:
        if isinstance(node, Scalar):
            yield key, node
        elif isinstance(node, Sequence):
            yield from _values(node.items, key)
        else:
            for name, value in node.entries:
                yield from _values((value,), name.value)


class _Reader:
    def __init__(self, folder: Path, project: Path, faults: Findings, texts: dict[str, str]) -> None:
        self.folder, self.project, self.faults, self.texts = folder, project, faults, texts

    def read(self, named: Scalar) -> Picture | None:
        """The picture of a name; None, with a fault added, where it cannot be printed."""
        path, before = PurePosixPath(named.value), len(self.faults.findings)
        if path.suffix.lower() not in TYPES:
            hint = "save it as PNG, JPEG or SVG"
            self._fault("bad-picture", named, f"{named.value!r} is not a PNG, JPEG or SVG picture", hint)
        elif path.is_absolute() or ".." in path.parts or "\\" in named.value:
            hint = f"copy it there, and write its path from that folder: pictures/{path.name}"
            self._fault(
                "outside",
                named,
                f"{named.value!r} is not in {self._shown(self.folder)}",
                hint,
            )
        else:
            data = self._bytes(named)
            picture = None if data is None else self._examined(named, path.suffix.lower(), data)
            return picture if len(self.faults.findings) == before else None
        return None

    def _bytes(self, named: Scalar) -> bytes | None:
        path = self.folder / named.value
        if not os.path.lexists(path):  # a link to nothing is there
            self._fault(
                "missing-picture",
                named,
                f"there is no file {self._shown(path)}",
                self._nearest(named.value),
            )
            return None
        try:
            return read_file(path, self.folder, (PICTURE_BYTES if path.suffix.lower() in PIXELS else SVG_BYTES).most)
        except CannotOpenError as error:
            hint = FEWER_PIXELS if error.finding == "too-large" else error.hint
            self._fault(error.finding, named, f"the picture {named.value!r} {error.says}", hint)
            return None

    def _examined(self, named: Scalar, suffix: str, data: bytes) -> Picture | None:
        sides = self._pixels(named, data, PIXELS[suffix]) if suffix in PIXELS else self._svg(named, data)
        return Picture(named.value, TYPES[suffix], data, *sides)

    def _pixels(self, named: Scalar, data: bytes, kind: str) -> tuple[float, float]:
        try:
            return read_pixels(data, kind)
        except BadPictureError as bad:
            too_large = isinstance(bad, TooManyPixelsError)
            again = f"save it again as {kind}, in RGB"
            name, hint = ("too-large", FEWER_PIXELS) if too_large else ("bad-picture", again)
            self._fault(name, named, f"the picture {named.value!r} {bad}", hint)
            return 0, 0

    def _svg(self, named: Scalar, data: bytes) -> tuple[float, float]:
        """Reports a fault within a drawing at its line in the drawing."""
        kind = file_kind(data)
        if kind and kind not in ("SVG", "XML"):
            message = f"the picture {named.value!r} is a {kind} file, not SVG"
            self._fault("bad-picture", named, message, "save it again as SVG")
            return 0, 0
        drawing, file = read_svg(data), self._shown(self.folder / named.value)
        if drawing.faults:
            self.texts[file] = "\n".join(re.split("\r\n|\r|\n", data.decode("utf-8", "replace")))
        for fault in drawing.faults:
            label = Label(named.span, "printed here")
            name = "unsafe-picture" if fault.unsafe else "bad-picture"
            span = Span(file, fault.line, fault.column)
            message = f"the picture {named.value!r} {fault.message}"
            self.faults.add(Finding(name, span, message, fault.hint, (label,)))
        return drawing.width, drawing.height

    def _nearest(self, name: str) -> str:
        known = [
            path.relative_to(self.folder).as_posix()
            for path in sorted(self.folder.rglob("*"))
            if path.suffix.lower() in TYPES and path.is_file()
        ]
        close = get_close_matches(name, known, 1, 0.5)
        if close:
            return f"did you mean {close[0]!r}?"
        return f"the pictures there are: {', '.join(known[:8])}" if known else f"put it into {self._shown(self.folder)}"

    def _shown(self, path: Path) -> str:
        return path.relative_to(self.project).as_posix()

    def _fault(self, name: str, named: Scalar, message: str, hint: str = "") -> None:
        self.faults.add(Finding(name, named.span, message, hint))
