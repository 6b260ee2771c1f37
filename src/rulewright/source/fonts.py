"""The font files that a game names: read from its folder, within limits, examined and made harmless.

A file of a font is a program for several libraries, written by anybody. HarfBuzz, which is made for hostile fonts,
writes each anew: with its outlines, widths, characters and layout, and without all else, such as programs that hint,
pictures and colours. Of a variable font it makes the one weight that a face is. What it refuses, nothing else reads.
"""

import logging
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from io import BytesIO
from pathlib import Path, PurePosixPath
from struct import unpack_from
from typing import Any

from rulewright.findings import Finding, Findings
from rulewright.limits import FONT_BYTES, FONT_FILES, FONT_UNPACKED, Budget
from rulewright.source.nodes import Mapping, Node, Scalar
from rulewright.source.opening import CannotOpenError, read_file

# One font file

RESTRICTED, EMBEDDABLE, WHOLE_ONLY, PICTURES_ONLY = 0x0002, 0x000C, 0x0100, 0x0200
"""Bits of `fsType`: what the maker of a font allows. Where one bit forbids and another allows, it is allowed."""
NEEDED = ("cmap", "head", "hhea", "hmtx", "maxp")
OUTLINES = ("glyf", "CFF ", "CFF2")
NEEDLESS = (
    "DSIG",
    "SVG ",
    "CBDT",
    "CBLC",
    "EBDT",
    "EBLC",
    "EBSC",
    "sbix",
    "COLR",
    "CPAL",
    "gasp",
    "hdmx",
    "VDMX",
    "LTSH",
    "PCLT",
    "meta",
    "MERG",
    "JSTF",
    "STAT",
    "kern",
    "vhea",
    "vmtx",
    "VORG",
    "BASE",
    "MATH",
)
SERIFS, SANS_SERIFS, FIXED = range(2, 11), range(11, 16), 9
"""Numbers of PANOSE: styles of serif, and the proportion of letters that are all as wide."""
SIGNATURES = {b"\0\1\0\0": "", b"OTTO": "", b"true": "", b"wOF2": "", b"wOFF": "WOFF", b"ttcf": "TTC"}
AGAIN = "export it again as TTF or OTF, or take another font"


class BadFontError(Exception):
    """What is wrong with a font, and a hint."""

    def __init__(self, says: str, hint: str = AGAIN) -> None:
        super().__init__(says)
        self.says, self.hint = says, hint


class TooLargeFontError(BadFontError):
    """It unpacks to more than the limit."""


@dataclass(frozen=True, slots=True)
class CleanFont:
    """A font that the tool has written: its bytes, and what kind of type it is."""

    data: bytes
    kind: str
    """`serif`, `sans-serif` or `monospace`."""


@lru_cache(maxsize=64)  # a preview reads the same fonts after each edit
def clean_font(data: bytes, weight: int, italic: bool) -> CleanFont:
    """The font of a file, in this weight where it is variable; `BadFontError` where there is none to print with."""
    from uharfbuzz import Face

    signature = SIGNATURES.get(data[:4])
    if signature is None:
        raise BadFontError("is no font", "is it a TTF, OTF or WOFF2 file?")
    if signature:
        hint = "save the one font that you need as TTF or OTF"
        raise BadFontError(f"is a {signature} file, not TTF, OTF or WOFF2", hint)
    face = Face(_unpacked(data) if data[:4] == b"wOF2" else data)
    _refuse_broken(face)
    _refuse_forbidden(_number(face, "OS/2", 8))
    return CleanFont(_written(face, weight, italic=italic), _kind(face))


def _refuse_broken(face: Any) -> None:
    lacks = next((tag for tag in NEEDED if not face.reference_table(tag).data), "")
    if lacks or not any(face.reference_table(tag).data for tag in OUTLINES):
        raise BadFontError("is no whole font: its table {tag!r} is missing".format(tag=lacks or "glyf"))
    if not face.glyph_count or not face.unicodes:
        raise BadFontError("is broken: no character can be found in it")


def _refuse_forbidden(allowed: int) -> None:
    """The embedding permissions of its maker, who may have bound them to a licence."""
    hint = "take another font, or one whose licence lets documents embed it"
    if allowed & RESTRICTED and not allowed & EMBEDDABLE:
        raise BadFontError("may not be embedded in documents: its maker forbids it (fsType)", hint)
    if allowed & PICTURES_ONLY:
        raise BadFontError("may only be embedded as pictures: its maker forbids outlines (fsType)", hint)
    if allowed & WHOLE_ONLY:
        raise BadFontError("may not be embedded in part: its maker forbids it (fsType)", hint)


def _written(face: Any, weight: int, *, italic: bool) -> bytes:
    from uharfbuzz import SubsetFlags, SubsetInput, subset

    wanted = SubsetInput()
    wanted.keep_everything()
    wanted.flags = SubsetFlags.NO_HINTING | SubsetFlags.NOTDEF_OUTLINE | SubsetFlags.DOWNGRADE_CFF2
    wanted.drop_table_tag_set.update(int.from_bytes(tag.encode()) for tag in NEEDLESS)
    try:
        for axis in face.axis_infos:
            wanted.pin_axis_location(face, axis.tag, _place(axis, weight, italic=italic))
        return bytes(subset(face, wanted).blob.data)
    except (RuntimeError, ValueError):
        raise BadFontError("is broken: HarfBuzz cannot write it anew") from None


def _place(axis: Any, weight: int, *, italic: bool) -> float:
    """Where on an axis of a variable font a face lies."""
    wished = {"wght": weight, "ital": 1 if italic else 0, "slnt": axis.min_value if italic else 0}
    place: float = min(max(wished.get(axis.tag, axis.default_value), axis.min_value), axis.max_value)
    return place


def _kind(face: Any) -> str:
    panose = face.reference_table("OS/2").data[32:42].ljust(10, b"\0")
    if _number(face, "post", 14) or panose[3] == FIXED:
        return "monospace"
    family = _number(face, "OS/2", 30) >> 8
    if family == 8 or panose[1] in SANS_SERIFS:
        return "sans-serif"
    return "serif" if family in (1, 2, 3, 4, 5, 7) or panose[1] in SERIFS else "sans-serif"


def _number(face: Any, table: str, at: int) -> int:
    """A number of two bytes in a table; 0 where that ends before."""
    return int.from_bytes(face.reference_table(table).data[at : at + 2])


def _unpacked(data: bytes) -> bytes:
    """A font of the web as it was before it was packed."""
    from fontTools.ttLib.woff2 import decompress

    logging.getLogger("fontTools").setLevel(logging.CRITICAL)  # it logs what it thinks of dates
    try:
        _refuse_bomb(data)
        out = BytesIO()
        decompress(BytesIO(data), out)
        return out.getvalue()
    except BadFontError:
        raise
    except Exception:  # whatever fontTools meets in a file that anybody wrote
        raise BadFontError("is broken: it cannot be unpacked") from None


def _refuse_bomb(data: bytes) -> None:
    """A few bytes may unpack to gigabytes, whatever the file says of itself."""
    import brotli

    tables, stated, packed = unpack_from(">H2xII", data, 12)
    start = _end_of_directory(data, tables)
    unpacker, size = brotli.Decompressor(), 0
    found = unpacker.process(data[start : start + packed], output_buffer_limit=1 << 20)
    while found and size <= FONT_UNPACKED.most:
        size += len(found)
        found = b"" if unpacker.is_finished() else unpacker.process(b"", output_buffer_limit=1 << 20)
    if max(size, stated) > FONT_UNPACKED.most:
        most = FONT_UNPACKED.most
        says = f"unpacks to more than {most:,} bytes"
        raise TooLargeFontError(says, "rulewright explain limits")


def _end_of_directory(data: bytes, tables: int) -> int:
    """Where the packed tables begin: each entry has a tag, and one length or two."""
    at = 48
    for _ in range(tables):
        flags = data[at]
        tag = data[at + 1 : at + 5] if flags & 0x3F == 0x3F else (b"glyf" if flags & 0x3F in (10, 11) else b"")
        at = _after_number(data, at + (5 if flags & 0x3F == 0x3F else 1))
        outlines = tag in (b"glyf", b"loca")
        if (flags >> 6 == 0) if outlines else (flags >> 6 != 0):
            at = _after_number(data, at)
    return at


def _after_number(data: bytes, at: int) -> int:
    """Behind a number of which each byte but the last is marked."""
    while data[at] & 0x80:
        at += 1
    return at + 1


KEY = "fonts"
FACES = {"regular": (400, False), "italic": (400, True), "bold": (700, False), "bold-italic": (700, True)}
"""The faces of a family by the keys that name their files: weight, and whether it slants."""
ENDS = (".ttf", ".otf", ".woff2")

Fonts = dict[tuple[str, str], CleanFont]
"""Sound fonts by the names of their files and the faces that they are."""


@dataclass(frozen=True, slots=True)
class NamedFile:
    """A file that the game names for a face."""

    face: str
    path: Scalar


def named_by_game(content: Iterable[Mapping]) -> Iterator[NamedFile]:
    """The files below `fonts` of the section `game`; what stands there otherwise is no concern of this stage."""
    for tree in content:
        game = tree.get("game")
        listed = game.get(KEY) if isinstance(game, Mapping) else None
        for _, font in listed.entries if isinstance(listed, Mapping) else ():
            yield from files_of(font)


def files_of(font: Node) -> Iterator[NamedFile]:
    """The files of one family: one for all faces, or one for each."""
    if isinstance(font, Scalar) and not font.empty:
        yield from (NamedFile(face, font) for face in FACES)
    elif isinstance(font, Mapping):
        for key, value in font.entries:
            if key.value in FACES and isinstance(value, Scalar) and not value.empty:
                yield NamedFile(key.value, value)


def read_fonts(named: Iterable[NamedFile], folder: Path, project: Path, faults: Findings) -> Fonts:
    """Every font that is sound; each file that is not adds one fault."""
    reader = _Reader(folder, project, faults)
    fonts = {(each.path.value, each.face): reader.font(each) for each in named}
    return {name: font for name, font in fonts.items() if font is not None}


class _Reader:
    def __init__(self, folder: Path, project: Path, faults: Findings) -> None:
        self.folder, self.project, self.faults = folder, project, faults
        self.files: dict[str, bytes | None] = {}
        self.count = Budget(FONT_FILES)

    def font(self, named: NamedFile) -> CleanFont | None:
        name = named.path.value
        if name not in self.files:
            self.files[name] = self._read(named.path)
        data = self.files[name]
        if data is None:
            return None
        try:
            return clean_font(data, *FACES[named.face])
        except BadFontError as bad:
            self.files[name] = None
            finding = "too-large" if isinstance(bad, TooLargeFontError) else "bad-font"
            self._fault(finding, named.path, f"the font {name!r} {bad.says}", bad.hint)
            return None

    def _read(self, named: Scalar) -> bytes | None:
        path = PurePosixPath(named.value)
        if not self.count.spend(1):
            message = f"the game names more than {FONT_FILES.most} files of fonts"
            self._fault("over-limit", named, message, "rulewright explain limits")
        elif path.suffix.lower() not in ENDS:
            message = f"{named.value!r} is no TTF, OTF or WOFF2 font"
            self._fault("bad-font", named, message, "write the path of the file: fonts/courier.ttf")
        elif path.is_absolute() or ".." in path.parts or "\\" in named.value:
            message = f"{named.value!r} is not in {self._shown(self.folder)}"
            hint = f"copy it there, and write its path from that folder: fonts/{path.name}"
            self._fault("outside", named, message, hint)
        else:
            return self._bytes(named)
        return None

    def _bytes(self, named: Scalar) -> bytes | None:
        path = self.folder / named.value
        if not os.path.lexists(path):  # a link to nothing is there
            message = f"there is no file {self._shown(path)}"
            self._fault("missing-font", named, message, self._nearest(named.value))
            return None
        try:
            return read_file(path, self.folder, FONT_BYTES.most)
        except CannotOpenError as error:
            hint = "rulewright explain limits" if error.finding == "too-large" else error.hint
            message = f"the font {named.value!r} {error.says}"
            self._fault(error.finding, named, message, hint)
            return None

    def _nearest(self, name: str) -> str:
        known = [
            path.relative_to(self.folder).as_posix()
            for path in sorted(self.folder.rglob("*"))
            if path.suffix.lower() in ENDS and path.is_file()
        ]
        close = get_close_matches(name, known, 1, 0.5)
        if close:
            return f"did you mean {close[0]!r}?"
        if known:
            return f"the fonts there are: {', '.join(known[:8])}"
        return f"put it into {self._shown(self.folder)}"

    def _shown(self, path: Path) -> str:
        return path.relative_to(self.project).as_posix()

    def _fault(self, name: str, named: Scalar, message: str, hint: str = "") -> None:
        self.faults.add(Finding(name, named.span, message, hint))
