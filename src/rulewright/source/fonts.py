"""Read the font files that a game names under `game: fonts:`, check them, and make them harmless.

Out come clean fonts by file and face; each unusable file adds one finding. A *face* is one style of a family: regular,
italic, bold or bold-italic.

A font file is a program for several libraries, and anybody may have written it. HarfBuzz is built for hostile fonts: it
writes each font anew with its outlines, widths, characters and layout, and drops all else, such as hinting programs,
pictures and colours. It also makes one weight of a variable font. No other library sees a font that HarfBuzz refuses.
"""

import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from struct import unpack_from
from typing import Any

from rulewright.base.findings import Findings
from rulewright.base.limits import FONT_BYTES, FONT_FILES, FONT_UNPACKED, Budget
from rulewright.base.memo import memoised
from rulewright.source.nodes import Mapping, Node, Scalar, values_at
from rulewright.source.opening import LIMITS_HINT, FileKind, NamedFiles

KEY = "fonts"
FACES = {"regular": (400, False), "italic": (400, True), "bold": (700, False), "bold-italic": (700, True)}
"""The faces of a family by the keys that name their files: the weight, and whether the face is slanted."""
FONT = FileKind(
    noun="font",
    suffixes=(".ttf", ".otf", ".woff2"),
    formats="TTF, OTF or WOFF2 font",
    bad="bad-font",
    bad_hint="write the path of the file: fonts/courier.ttf",
    missing="missing-font",
    usual_folder="fonts",
)


@dataclass(frozen=True, slots=True)
class NamedFile:
    """A font file that the game names for a face."""

    face: str
    path: Scalar


def named_by_game(content: Iterable[Mapping]) -> Iterator[NamedFile]:
    """Yield the files below `fonts` of the section `game`. A later stage reports anything else there."""
    return (file for tree in content for font in values_at(tree, "game", KEY, "*") for file in files_of(font))


def files_of(font: Node) -> Iterator[NamedFile]:
    """Yield the files of one family: one for all faces, or one for each."""
    if isinstance(font, Scalar) and not font.empty:
        yield from (NamedFile(face, font) for face in FACES)
    elif isinstance(font, Mapping):
        for key, value in font.entries:
            if key.value in FACES and isinstance(value, Scalar) and not value.empty:
                yield NamedFile(key.value, value)


# One font file: what it is, whether it may be embedded, and a copy of it without what print does not need

RESTRICTED, EMBEDDABLE, WHOLE_ONLY, PICTURES_ONLY = 0x0002, 0x000C, 0x0100, 0x0200
"""Bits of `fsType`, the embedding permissions. Embedding is allowed if one bit allows it, whatever another forbids."""
NEEDED = ("cmap", "head", "hhea", "hmtx", "maxp")
OUTLINES = ("glyf", "CFF ", "CFF2")
NEEDLESS = (
    "DSIG|SVG |CBDT|CBLC|EBDT|EBLC|EBSC|sbix|COLR|CPAL|gasp|hdmx|VDMX|LTSH|PCLT|meta|MERG|JSTF|STAT|kern|vhea|vmtx"
    "|VORG|BASE|MATH"
).split("|")
"""Tables that print does not need; their names have four characters."""
SERIFS, SANS_SERIFS, FIXED = range(2, 11), range(11, 16), 9
"""PANOSE numbers: the styles of serif and of sans serif, and the proportion of a monospaced font."""
SERIF_CLASSES, SANS_SERIF_CLASS = (1, 2, 3, 4, 5, 7), 8
"""The family classes of serif and of sans serif fonts in the table OS/2."""
UNSUPPORTED_FORMATS = {b"\0\1\0\0": "", b"OTTO": "", b"true": "", b"wOF2": "", b"wOFF": "WOFF", b"ttcf": "TTC"}
"""The name of the format by the first four bytes of a font; empty for formats that are supported."""
EXPORT_HINT = "export it again as TTF or OTF, or take another font"
CHUNK = 1 << 20
"""Bytes that a compressed font is unpacked to at a time."""


class BadFontError(Exception):
    """A font cannot be used. `says` continues a sentence about the font; `finding` is the name of the finding."""

    def __init__(self, says: str, hint: str = EXPORT_HINT, finding: str = "bad-font") -> None:
        super().__init__(says)
        self.says, self.hint, self.finding = says, hint, finding


@dataclass(frozen=True, slots=True)
class CleanFont:
    """A font as HarfBuzz has written it: its bytes, and its style."""

    data: bytes
    kind: str
    """`serif`, `sans-serif` or `monospace`."""


Fonts = dict[tuple[str, str], CleanFont]
"""Fonts by the path of the file and the face."""


def read_fonts(named_files: Iterable[NamedFile], folder: Path, project: Path, findings: Findings) -> Fonts:
    """Return every usable font; each unusable file adds one finding."""
    files, count = NamedFiles(FONT, folder, project, findings), Budget(FONT_FILES)
    contents: dict[str, bytes | None] = {}
    fonts: Fonts = {}
    for each in named_files:
        face, path, name = each.face, each.path, each.path.value
        if name not in contents:
            if count.spend(1):
                contents[name] = files.read(path, FONT_BYTES.most)
            else:
                contents[name] = None
                files.refuse("over-limit", path, f"the game names more than {FONT_FILES.most} font files", LIMITS_HINT)
        if (data := contents[name]) is None:
            continue
        try:
            fonts[name, face] = clean_font(data, *FACES[face])
        except BadFontError as bad:
            contents[name] = None
            files.refuse(bad.finding, path, f"the font {name!r} {bad.says}", bad.hint)
    return fonts


@memoised(64)
def clean_font(data: bytes, weight: int, italic: bool) -> CleanFont:
    """Return the font in a file, in this weight if it is variable; raise `BadFontError` if it cannot be used."""
    from uharfbuzz import Face

    unsupported = UNSUPPORTED_FORMATS.get(data[:4])
    if unsupported is None:
        raise BadFontError("is not a font", "is it a TTF, OTF or WOFF2 file?")
    if unsupported:
        hint = "save the one font that you need as TTF or OTF"
        raise BadFontError(f"is a {unsupported} file, not TTF, OTF or WOFF2", hint)
    face = Face(_unpacked(data) if data[:4] == b"wOF2" else data)
    missing = next((tag for tag in NEEDED if not face.reference_table(tag).data), "")
    if missing or not any(face.reference_table(tag).data for tag in OUTLINES):
        raise BadFontError(f"is incomplete: its table {missing or 'glyf'!r} is missing")
    if not face.glyph_count or not face.unicodes:
        raise BadFontError("is broken: it has no characters")
    _refuse_forbidden(_number(face, "OS/2", 8))  # `fsType`
    return CleanFont(_rewritten(face, weight, italic=italic), _kind(face))


def _refuse_forbidden(permissions: int) -> None:
    """Raise `BadFontError` if the maker of the font forbids embedding; `permissions` is its `fsType`."""
    hint = "take another font, or one whose licence lets documents embed it"
    if permissions & RESTRICTED and not permissions & EMBEDDABLE:
        raise BadFontError("may not be embedded in documents: its maker forbids it (fsType)", hint)
    if permissions & PICTURES_ONLY:
        raise BadFontError("may only be embedded as pictures: its maker forbids outlines (fsType)", hint)
    if permissions & WHOLE_ONLY:
        raise BadFontError("may not be embedded in part: its maker forbids it (fsType)", hint)


def _rewritten(face: Any, weight: int, *, italic: bool) -> bytes:
    """Return the font as HarfBuzz writes it: one weight, without hinting and needless tables."""
    from uharfbuzz import SubsetFlags, SubsetInput, subset

    subset_input = SubsetInput()
    subset_input.keep_everything()
    subset_input.flags = SubsetFlags.NO_HINTING | SubsetFlags.NOTDEF_OUTLINE | SubsetFlags.DOWNGRADE_CFF2
    subset_input.drop_table_tag_set.update(int.from_bytes(tag.encode()) for tag in NEEDLESS)
    try:
        for axis in face.axis_infos:  # of a variable font
            settings = {"wght": weight, "ital": 1 if italic else 0, "slnt": axis.min_value if italic else 0}
            setting = settings.get(axis.tag, axis.default_value)
            subset_input.pin_axis_location(face, axis.tag, min(max(setting, axis.min_value), axis.max_value))
        return bytes(subset(face, subset_input).blob.data)
    except (RuntimeError, ValueError):
        raise BadFontError("is broken: HarfBuzz cannot write it anew") from None


def _kind(face: Any) -> str:
    """Return `monospace`, `sans-serif` or `serif`, by what the font says of itself."""
    panose = face.reference_table("OS/2").data[32:42].ljust(10, b"\0")
    if _number(face, "post", 14) or panose[3] == FIXED:  # `isFixedPitch`
        return "monospace"
    family_class = _number(face, "OS/2", 30) >> 8  # the high byte of `sFamilyClass`
    if family_class == SANS_SERIF_CLASS or panose[1] in SANS_SERIFS:
        return "sans-serif"
    return "serif" if family_class in SERIF_CLASSES or panose[1] in SERIFS else "sans-serif"


def _number(face: Any, table: str, offset: int) -> int:
    """Return the number of two bytes at an offset in a table; 0 if the table ends before it."""
    return int.from_bytes(face.reference_table(table).data[offset : offset + 2])


# WOFF2, a compressed font


def _unpacked(data: bytes) -> bytes:
    """Return the font in a WOFF2 file."""
    from fontTools.ttLib.woff2 import decompress

    logging.getLogger("fontTools").setLevel(logging.CRITICAL)  # it logs remarks about dates
    try:
        _refuse_bomb(data)
        out = BytesIO()
        decompress(BytesIO(data), out)
        return out.getvalue()
    except BadFontError:
        raise
    except Exception:  # a hostile file may make fontTools raise anything
        raise BadFontError("is broken: it cannot be unpacked") from None


def _refuse_bomb(data: bytes) -> None:
    """Refuse a small compressed file that unpacks to gigabytes, whatever size it states."""
    import brotli
    from fontTools.ttLib.woff2 import WOFF2DirectoryEntry, woff2DirectorySize

    table_count, stated_size, packed_size = unpack_from(">H2xII", data, 12)
    stream = BytesIO(data)
    stream.seek(woff2DirectorySize)
    for _ in range(table_count):  # the compressed tables begin after the directory
        WOFF2DirectoryEntry().fromFile(stream)
    unpacker, size, most = brotli.Decompressor(), 0, FONT_UNPACKED.most
    chunk = unpacker.process(stream.read(packed_size), output_buffer_limit=CHUNK)
    while chunk and size <= most:
        size += len(chunk)
        chunk = b"" if unpacker.is_finished() else unpacker.process(b"", output_buffer_limit=CHUNK)
    if max(size, stated_size) > most:
        raise BadFontError(f"unpacks to more than {most:,} bytes", LIMITS_HINT, "too-large")
