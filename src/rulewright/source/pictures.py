"""Read the pictures that cards and texts name, from the folder of their game and within limits, and check them.

In come the names, such as `pictures/hexes.svg`; out come the pictures by name, with width and height. A picture must be
in the format of its suffix, complete, and harmless; a picture that is not adds a finding. `@memoised` remembers a
result as long as its tree exists.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING
from warnings import catch_warnings, simplefilter

from rulewright.base.findings import Finding, Findings, Label, Span
from rulewright.base.limits import PICTURE_BYTES, PICTURE_PIXELS, SVG_BYTES
from rulewright.base.memo import by_value, memoised
from rulewright.source.nodes import Mapping as Tree
from rulewright.source.nodes import Node, Scalar, Sequence, values_at
from rulewright.source.opening import FileKind, NamedFiles
from rulewright.source.svg import read_svg

if TYPE_CHECKING:
    from PIL.ImageFile import ImageFile

TYPES = {".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".svg": "image/svg+xml"}
"""The media types of pictures by the suffixes of their files."""
PIXEL_FORMATS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG"}
"""The formats of pixels by suffix; pictures with another suffix are drawings."""
FEWER_PIXELS = "save it with fewer pixels: 300 to an inch are enough"
PICTURE = FileKind(
    noun="picture",
    suffixes=TYPES,
    formats="PNG, JPEG or SVG picture",
    bad="bad-picture",
    bad_hint="save it as PNG, JPEG or SVG",
    missing="missing-picture",
    usual_folder="pictures",
    too_large_hint=FEWER_PIXELS,
)


@by_value
@dataclass(frozen=True, slots=True)
class Picture:
    """A picture with its media type. Its `name` is the path from cards/GAME, or from content/GAME if a text names it.

    `width` and `height` are in pixels. For a drawing they are in its own units and give only its shape.
    """

    name: str
    type: str
    data: bytes
    width: float
    height: float

    @property
    def drawn(self) -> bool:
        """Whether it is a vector drawing, sharp at any size."""
        return self.type == TYPES[".svg"]


def read_pictures(
    names: Iterable[Scalar], folder: Path, project: Path, findings: Findings, texts: dict[str, str]
) -> dict[str, Picture]:
    """Return every usable picture by its name. The source of a refused drawing joins `texts`, for excerpts."""
    files = NamedFiles(PICTURE, folder, project, findings)
    first_places: dict[str, Scalar] = {}
    for scalar in names:
        first_places.setdefault(scalar.value, scalar)
    pictures = (_read_picture(scalar, files, texts) for scalar in first_places.values())
    return {picture.name: picture for picture in pictures if picture is not None}


def _read_picture(name: Scalar, files: NamedFiles, texts: dict[str, str]) -> Picture | None:
    """Read one picture; None, with a finding, if it cannot be used."""
    suffix = PurePosixPath(name.value).suffix.lower()
    data = files.read(name, (PICTURE_BYTES if suffix in PIXEL_FORMATS else SVG_BYTES).most)
    if data is None:
        return None
    if suffix not in PIXEL_FORMATS:
        size = _read_drawing(name, data, files, texts)
        return Picture(name.value, TYPES[suffix], data, *size) if size else None
    try:
        return Picture(name.value, TYPES[suffix], data, *read_pixels(data, PIXEL_FORMATS[suffix]))
    except BadPictureError as bad:
        hint = FEWER_PIXELS if bad.finding == "too-large" else f"save it again as {PIXEL_FORMATS[suffix]}, in RGB"
        files.refuse(bad.finding, name, f"the picture {name.value!r} {bad}", hint)
        return None


def _read_drawing(name: Scalar, data: bytes, files: NamedFiles, texts: dict[str, str]) -> tuple[float, float] | None:
    """Return the width and height of a drawing; None, with findings at their lines, if it is refused."""
    format_ = file_format(data)
    if format_ and format_ not in ("SVG", "XML"):
        message = f"the picture {name.value!r} is a {format_} file, not SVG"
        files.refuse("bad-picture", name, message, "save it again as SVG")
        return None
    drawing, file = read_svg(data), files.display_path(files.folder / name.value)
    if not drawing.findings:
        return drawing.width, drawing.height
    texts[file] = "\n".join(re.split("\r\n|\r|\n", data.decode("utf-8", "replace")))
    for each in drawing.findings:
        finding, span = "unsafe-picture" if each.unsafe else "bad-picture", Span(file, each.line, each.column)
        message, label = f"the picture {name.value!r} {each.message}", Label(name.span, "printed here")
        files.findings.add(Finding(finding, span, message, each.hint, (label,)))
    return None


# PNG and JPEG

SIGNATURES = {
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
"""The first bytes of files in each format."""
END_MARKS = {"PNG": b"IEND", "JPEG": b"\xff\xd9"}
"""The bytes at the end of a complete file in each format."""
SIDEWAYS = (5, 6, 7, 8)
"""The Exif orientations that exchange width and height."""
ORIENTATION = 274
"""The number of the Exif tag for the orientation."""


class BadPictureError(Exception):
    """A picture cannot be used. The text continues a sentence about the picture; `finding` names the finding."""

    def __init__(self, says: str, finding: str = "bad-picture") -> None:
        super().__init__(says)
        self.finding = finding


def file_format(data: bytes) -> str:
    """Return the format of a file by its first bytes; empty for another format."""
    return next((format_ for start, format_ in SIGNATURES.items() if data.startswith(start)), "")


def read_pixels(data: bytes, wanted: str) -> tuple[int, int]:
    """Return the width and height of a complete picture as viewers show it, or of the first frame of an animation.

    `wanted` is the format, `PNG` or `JPEG`. Raise `BadPictureError` if the picture cannot be used.
    """
    if not data.startswith(tuple(start for start, format_ in SIGNATURES.items() if format_ == wanted)):
        actual = file_format(data) or file_format(data.lstrip())
        raise BadPictureError(f"is a {actual} file, not {wanted}" if actual else f"is something else, not {wanted}")
    try:
        with _strict_pillow():
            image = _open(data, wanted)
            mode, size, small_enough = image.mode, image.size, image.width * image.height <= PICTURE_PIXELS.most
            if small_enough:
                turned = wanted == "JPEG" and image.getexif().get(ORIENTATION) in SIDEWAYS
                image.verify()  # the checksums, which loading skips; afterwards Pillow can read no pixels from it
                _open(data, wanted).load()
    except Exception:  # a hostile file may make Pillow raise anything
        problem = "is damaged" if END_MARKS[wanted] in data else "is cut short"
        raise BadPictureError(f"{problem}: it is not a whole {wanted}") from None
    if not small_enough:
        raise BadPictureError(f"has {size[0]:,} × {size[1]:,} pixels", "too-large")  # it would take too much memory
    if mode == "CMYK":
        raise BadPictureError("has the colours of inks (CMYK), which screens and other inks cannot show")
    return (size[1], size[0]) if turned else size


def _open(data: bytes, wanted: str) -> "ImageFile":
    """Open a picture without reading its pixels. `Image.open` has limits of its own and would refuse large ones."""
    if wanted == "JPEG":
        from PIL.JpegImagePlugin import JpegImageFile

        return JpegImageFile(BytesIO(data))
    from PIL.PngImagePlugin import PngImageFile

    return PngImageFile(BytesIO(data))


@contextmanager
def _strict_pillow() -> Iterator[None]:
    """Make Pillow refuse incomplete pictures inside the block, because WeasyPrint may have told it to accept them."""
    from PIL import ImageFile

    lenient, ImageFile.LOAD_TRUNCATED_IMAGES = ImageFile.LOAD_TRUNCATED_IMAGES, False
    try:
        with catch_warnings():
            simplefilter("ignore")  # a broken animation prints as a still picture
            yield
    finally:
        ImageFile.LOAD_TRUNCATED_IMAGES = lenient


# The pictures that a game names

CARD_KEYS = ("image", "background")
"""The keys of a card that name a picture."""
CONTENT_KEYS = (("game", "marks", "*", "picture"), ("game", "web", "logo", "picture"), ("figures", "*", "picture"))
"""The paths of keys in content that name a picture: in marks, the logo and figures."""
MARKDOWN_PICTURE = re.compile(r"!\[[^\]\n]{0,999}\]\(\s{0,9}<?(?!https?:|//)([^\s()<>]+)")
"""A picture in Markdown, `![Two hexes](pictures/hexes.svg)`; the group is the path of its file."""


def named_by_cards(cards: Iterable[Node]) -> Iterator[Scalar]:
    """Yield the values of `image` and `background` anywhere in cards; in a theme, `background` is a colour."""
    for card in cards:
        if not isinstance(card, Tree):
            continue
        kind = card.get("kind")
        if kind is None or (isinstance(kind, Scalar) and kind.value == "card"):  # not a theme or a deck of sheets
            yield from _named_by_card(card)


@memoised()
def _named_by_card(card: Tree) -> tuple[Scalar, ...]:
    return tuple(value for key, value in _values((card,)) if key in CARD_KEYS and value.value.strip())


def named_by_content(content: Iterable[Tree]) -> Iterator[Scalar]:
    """Yield the pictures of the marks, the logo and the figures of a game."""
    trees = list(content)
    values = (value for path in CONTENT_KEYS for tree in trees for value in values_at(tree, *path))
    return (value for value in values if isinstance(value, Scalar) and value.value.strip())


def named_in_texts(content: Iterable[Node], sources: Mapping[str, str]) -> Iterator[Scalar]:
    """Yield the files of Markdown pictures anywhere in texts; `sources` are the texts of the files of `content`."""
    trees = (tree for tree in content if isinstance(tree, Tree))
    return (each for tree in trees for each in _named_in_tree(tree, sources[tree.span.file]))


@memoised()
def _named_in_tree(tree: Tree, source: str) -> tuple[Scalar, ...]:
    # a backslash in double quotes may stand for any character, and `from` puts cells of a spreadsheet into the tree
    may_name_pictures = any(sign in source for sign in ("![", "\\", "from:"))
    return tuple(in_texts(text for _, text in _values((tree,)))) if may_name_pictures else ()


def in_texts(texts: Iterable[Scalar]) -> Iterator[Scalar]:
    """Yield the files of Markdown pictures in texts."""
    for text in texts:
        for match in MARKDOWN_PICTURE.finditer(text.value) if "![" in text.value else ():
            yield Scalar(match[1], text.at(match.start(1), len(match[1])), match[1])


def _values(nodes: Iterable[Node], key: str = "") -> Iterator[tuple[str, Scalar]]:
    """Yield all texts, each with the key that it is under."""
    for node in nodes:
        if isinstance(node, Scalar):
            yield key, node
        elif isinstance(node, Sequence):
            yield from _values(node.items, key)
        else:
            for name, value in node.entries:
                yield from _values((value,), name.value)
