"""A part of a document as it is printed: its pages with open numbers, its objects, and what the whole needs of it."""

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

OWN = ""
"""What a page number stands for that is the number of its own page."""


@dataclass(slots=True)
class OpenNumber:
    """A page number in a text that is painted already: `before` and `after` are what its painting shows around it.

    `digits` are the glyphs from 0 to 9, `width` wide each in thousandths of the type; there is room for `room` of them.
    With a `side` it is painted on left or right pages only.
    """

    anchor: str
    before: str
    after: str
    digits: Sequence[str]
    width: float
    room: int
    side: str = ""

    def painted(self, number: int) -> bytes:
        """Room that is left over is divided between the spaces before the text and before the number.

        At the left edge of a page there is none before it.
        """
        text = str(number)
        spare = (self.room - len(text)) * self.width / 2
        glyphs = "".join(self.digits[int(digit)] for digit in text)
        if self.side == "left":
            return f"[{self.before}{glyphs}{self.after}] TJ".encode("latin-1")
        room = f"{-spare:g} " if spare else ""
        return f"[{room}{self.before}{f'>{-spare:g}<' if spare else ''}{glyphs}{self.after}] TJ".encode("latin-1")


@dataclass(frozen=True, slots=True)
class SidedText:
    """The painting of a text, for pages on one side only."""

    painting: str
    side: str


Contents = list[str | OpenNumber | SidedText]
"""The painting of a page, as text of one byte a character."""


@dataclass(slots=True)
class PiecePage:
    """A page; `marked` refers each of its marked contents to a tag, and `number` is that of its object in the piece."""

    number: int
    width: float
    height: float
    bleed: Mapping[str, float]
    contents: Contents
    resources: str
    annotations: Sequence[int]
    marked: str
    anchors: Mapping[str, Sequence[float]]
    bookmarks: Sequence[Sequence[Any]]
    uses: Mapping[str, str]
    """The anchors that its indexed links lead to, each with the anchor of the first such link."""


@dataclass(slots=True)
class PieceFont:
    """The glyphs of a font that a piece uses; the other values find the font again."""

    family: str
    style: int
    weight: int
    variations: Mapping[str, float]
    widths: dict[int, float]
    texts: dict[int, str]
    missing: dict[int, int]


@dataclass(slots=True)
class Piece:
    """A printed part. Objects refer to one another by numbers of their own; `root` and `fonts` are in the whole.

    `tags` are the outermost ones. `annotated` are the tags with an annotation, each with its number and that of the
    annotation. `descriptions` are the words of links in which a page number is open: the words before it, its anchor,
    and the words after it. `reach` is how far a block reaches beyond the margins, in pixels. `filled` is the share of
    each page, without its margins, down to the last ink.
    """

    root: int
    fonts: int
    pages: list[PiecePage] = field(default_factory=list)
    objects: dict[int, str] = field(default_factory=dict)
    streams: dict[int, str] = field(default_factory=dict)
    tags: list[int] = field(default_factory=list)
    annotated: list[tuple[int, int]] = field(default_factory=list)
    descriptions: dict[int, tuple[str, str, str]] = field(default_factory=dict)
    glyphs: dict[str, PieceFont] = field(default_factory=dict)
    reach: list[tuple[str, str, float]] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    filled: list[float] = field(default_factory=list)

    def encode(self) -> bytes:
        return zlib.compress(json.dumps(asdict(self), ensure_ascii=False).encode(), 3)

    @classmethod
    def decode(cls, data: bytes) -> "Piece":
        piece = cls(**json.loads(zlib.decompress(data)))
        piece.pages = [_page(each) for each in piece.pages]  # type: ignore[arg-type]
        for name in ("objects", "streams", "descriptions"):
            setattr(piece, name, _by_number(getattr(piece, name)))
        piece.glyphs = {name: _font(each) for name, each in piece.glyphs.items()}  # type: ignore[arg-type]
        return piece


def _page(values: dict[str, Any]) -> PiecePage:
    page = PiecePage(**values)
    page.contents = list(map(_part, values["contents"]))
    return page


def _part(values: Any) -> str | OpenNumber | SidedText:
    if isinstance(values, str):
        return values
    return OpenNumber(**values) if "anchor" in values else SidedText(**values)


def _font(values: dict[str, Any]) -> PieceFont:
    font = PieceFont(**values)
    for name in ("widths", "texts", "missing"):
        setattr(font, name, _by_number(getattr(font, name)))
    return font


def _by_number(values: Mapping[Any, Any]) -> dict[int, Any]:
    """JSON has no numbers as keys."""
    return {int(number): value for number, value in values.items()}


def anchors(pieces: Sequence[Piece]) -> Iterator[tuple[str, int]]:
    """The anchors of pieces, each with the number of its page."""
    pages = (page for piece in pieces for page in piece.pages)
    return ((anchor, number) for number, page in enumerate(pages, 1) for anchor in page.anchors)
