"""A printed part of a document: its pages with open numbers, its PDF objects, and what joining needs to know of it."""

import json
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from rulewright.pdf.engine import MarginBox, Matrix, TextBox, create_layout, draw_first_line

OWN = ""
"""The anchor that stands for the page on which a number prints."""


@dataclass(slots=True)
class OpenNumber:
    """A place for a page number in painted text; `before` and `after` are the operators around it.

    `digits` are the glyphs from 0 to 9, each `width` thousandths of the type size wide; `room` of them fit. With a
    `side` it is painted on left or right pages only.
    """

    anchor: str
    before: str
    after: str
    digits: Sequence[str]
    width: float
    room: int
    side: str = ""

    def painted(self, number: int) -> bytes:
        """Paint a number. Unused room is divided between the spaces before the text and before the number.

        At the left edge of a page there is no space before the text.
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
    """The operators of a text that only left pages, or only right pages, show."""

    painting: str
    side: str


Contents = list[str | OpenNumber | SidedText]
"""The content stream of a page, as text with one character for each byte."""


@dataclass(slots=True)
class PiecePage:
    """A page; `marked` has the tag of each marked content, and `number` is the page's object number in the piece."""

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
    """The anchors of the page's indexed links, each with the anchor of the first link to it."""


@dataclass(slots=True)
class PieceFont:
    """The glyphs of a font that a piece uses, and the values by which the font is found again."""

    family: str
    style: int
    weight: int
    variations: Mapping[str, float]
    widths: dict[int, float]
    texts: dict[int, str]
    missing: dict[int, int]


@dataclass(slots=True)
class Piece:
    """A printed part. Its objects refer to one another by its own numbers; `root` and `fonts` are objects of the whole.

    `tags` are the outermost ones. `annotated` are the tags with an annotation, each with its number and that of the
    annotation. `descriptions` are the words of links in which a page number is open: the words before it, its anchor,
    and the words after it. `reach` is how far a block reaches beyond the margins, in pixels. `filled` is the share of
    each page, without its margins, down to the lowest ink.
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
        piece.pages = [PiecePage(**each) for each in piece.pages]  # type: ignore[arg-type]
        for page in piece.pages:
            page.contents = list(map(_part, page.contents))
        piece.glyphs = {name: PieceFont(**each) for name, each in piece.glyphs.items()}  # type: ignore[arg-type]
        _number_keys(piece, "objects", "streams", "descriptions")
        for font in piece.glyphs.values():
            _number_keys(font, "widths", "texts", "missing")
        return piece


def _part(values: Any) -> str | OpenNumber | SidedText:
    if isinstance(values, str):
        return values
    return OpenNumber(**values) if "anchor" in values else SidedText(**values)


def _number_keys(value: Piece | PieceFont, *names: str) -> None:
    """Turn keys back into numbers, because JSON only has texts as keys."""
    for name in names:
        setattr(value, name, {int(number): each for number, each in getattr(value, name).items()})


def anchors(pieces: Sequence[Piece]) -> Iterator[tuple[str, int]]:
    """Yield the anchors of all pieces, each with its page number."""
    pages = (page for piece in pieces for page in piece.pages)
    return ((anchor, number) for number, page in enumerate(pages, 1) for anchor in page.anchors)


# Parts of a painted page that are open until the piece has its place
#
# A piece is laid out as right pages; those that come to lie on the left are mirrored when it is joined. So each page
# has the heads and page numbers of both sides, in margin boxes on the left for left pages and on the right for right
# ones. The wrong ones are not painted, and the text is moved with its links and anchors. Each page number is replaced
# by what paints any number in the same room.

POINTS = 0.75
"""Points in a CSS pixel."""
RECTANGLE = re.compile(rb"/Rect \[(\S+) (\S+) (\S+) (\S+)\]")


def is_left(number: int) -> bool:
    """Return whether the page with this number lies on the left; page 1 lies on the right."""
    return number % 2 == 0


def sides_of(page: Any) -> dict[Any, str]:
    """Return the texts in the margins of a page that belong to one side, each with that side."""
    return {
        box: side
        for margin in page._page_box.children
        if isinstance(margin, MarginBox) and (side := _side(margin.at_keyword))
        for box in margin.descendants()
        if isinstance(box, TextBox)
    }


def _side(keyword: str) -> str:
    return next((side for side in ("left", "right") if keyword.endswith((f"-{side}", f"-{side}-corner"))), "")


def leave_sides_open(stream: Any, sides: Mapping[Any, str]) -> None:
    """Wrap texts that belong to one side, so that they are painted on that side only."""
    places = {part["MCID"]: at for at, part in enumerate(stream.stream) if isinstance(part, dict) and "MCID" in part}
    for box, side in sides.items():
        if box in stream._tags:
            at = places[stream._tags[box]["mcid"]]
            while stream.stream[at] != b"EMC":
                stream.stream[at] = _sided(stream.stream[at], side)
                at += 1


def _sided(part: Any, side: str) -> Any:
    if isinstance(part, OpenNumber):
        part.side = side
    elif isinstance(part, bytes) and part.endswith(b" TJ"):
        return SidedText(part.decode("latin-1"), side)
    return part


def moved_annotation(data: bytes, points: float) -> bytes:
    """Move a written annotation to the right."""

    def moved(match: re.Match[bytes]) -> bytes:
        left, bottom, right, top = map(float, match.groups())
        return f"/Rect [{left + points:g} {bottom:g} {right + points:g} {top:g}]".encode()

    return RECTANGLE.sub(moved, data)


GLYPH = re.compile("[0-9a-f]{4}")


def leave_open(stream: Any, numbers: Mapping[Any, tuple[str, str]]) -> None:
    """Replace the page numbers of a content stream by open ones.

    `numbers` maps each text box with a page number to the number as it stands and the anchor of its page.
    """
    places = {part["MCID"]: at for at, part in enumerate(stream.stream) if isinstance(part, dict) and "MCID" in part}
    for box, (shown, anchor) in numbers.items():
        if box in stream._tags:
            at = places[stream._tags[box]["mcid"]]
            while not (isinstance(stream.stream[at], bytes) and stream.stream[at].endswith(b" TJ")):
                at += 1
            painted = stream.stream[at].decode("ascii").removeprefix("[").removesuffix("] TJ")
            stream.stream[at] = _opened(painted, shown, anchor, *_digits(stream, box.style))


def _opened(painted: str, shown: str, anchor: str, digits: list[str], width: float) -> OpenNumber:
    glyphs = (digits[int(digit)] for digit in shown)
    (number,) = re.finditer("(?:>-?[0-9]+<)?".join(glyphs), painted)
    return OpenNumber(anchor, painted[: number.start()], painted[number.end() :], digits, width, len(shown))


def _digits(stream: Any, style: Any) -> tuple[list[str], float]:
    """Return the glyphs of the digits in a style, and the width of the first."""
    box = TextBox.__new__(TextBox)
    box.text, box.style = "0123456789", style
    box.pango_layout = create_layout(box.text, style, None, None, 0)
    before = len(stream.stream)
    draw_first_line(stream, box, "clip", "none", Matrix())
    painted = b" ".join(part for part in stream.stream[before:] if part.endswith(b" TJ")).decode("ascii")
    font = stream._current_font[0]
    del stream.stream[before:]
    digits = GLYPH.findall(re.sub(r">[^<]*<", "", painted))
    widths = next(each.widths for each in dict.values(stream._fonts) if each.hash == font)
    return digits, widths[int(digits[0], 16)]
