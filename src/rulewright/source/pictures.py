"""The pictures that cards and texts name: read from the folder of their game, within limits, and examined.

A picture must be of the kind that its name says, whole, and harmless.
"""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path, PurePosixPath

from rulewright.findings import Finding, Findings, Label, Span
from rulewright.limits import PICTURE_BYTES, SVG_BYTES
from rulewright.once_per_value import once_per_value
from rulewright.source.nodes import Mapping as Tree
from rulewright.source.nodes import Node, Scalar, Sequence
from rulewright.source.opening import CannotOpenError, read_file
from rulewright.source.pixels import BadPictureError, TooManyPixelsError, file_kind, read_pixels
from rulewright.source.svg import read_svg

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
