"""Embed the fonts of the printed rulebook in a stylesheet that loads without delaying a page.

Separate files would mean a request for each, and Firefox loads no font files from the file system. The fonts contain
only the letters that the pages use; the store caches them. On a first visit the pages use system fonts, and from the
second page on the embedded fonts, so that no text moves while it is read (`theme.js`).
The pages name roles, such as "Rulewright Serif" for running text, and the theme assigns a family to each role.
If a family lacks a letter, one of its substitute families provides it under the same name.
"""

from base64 import b64encode
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files
from itertools import pairwise
from struct import pack, unpack_from

from rulewright.base.store import Store
from rulewright.entries.fonts import BOLD, REGULAR, SANS, SEMIBOLD, SERIF, Family, FontFile
from rulewright.entries.themes import Theme, standard_theme
from rulewright.html.fonts import content, font_file, serve

# Composite glyphs, such as % and …. HarfBuzz must not give them the width of one of their components.

USE_MY_METRICS, MORE = 0x0200, 0x0020
LONG_ARGUMENTS, SCALE, TWO_SCALES, MATRIX = 0x0001, 0x0008, 0x0040, 0x0080
"""Flags of a component. These four determine its length."""
HEADER = 10
"""The bytes of a glyph before its outline or its components."""


def with_own_widths(font: bytes) -> bytes:
    """Return the font with `USE_MY_METRICS` cleared everywhere. Fonts with PostScript outlines never have it."""
    tables = {tag: offset for tag, offset, _ in _tables(font)}
    if b"glyf" not in tables:
        return font
    (count,), (is_long,) = unpack_from(">H", font, tables[b"maxp"] + 4), unpack_from(">h", font, tables[b"head"] + 50)
    scale = 1 if is_long else 2
    starts = [scale * at for at in unpack_from(f">{count + 1}{'I' if is_long else 'H'}", font, tables[b"loca"])]
    whole, glyphs = bytearray(font), tables[b"glyf"]
    for begin, end in pairwise(starts):
        is_composite = end > begin and unpack_from(">h", font, glyphs + begin)[0] < 0
        at, flags = glyphs + begin + HEADER, MORE if is_composite else 0
        while flags & MORE:
            (flags,) = unpack_from(">H", whole, at)
            whole[at] &= ~(USE_MY_METRICS >> 8) & 0xFF
            transformed = 2 if flags & SCALE else 4 if flags & TWO_SCALES else 8 if flags & MATRIX else 0
            at += (8 if flags & LONG_ARGUMENTS else 6) + transformed
    return bytes(whole)


def _tables(font: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Return the tag, offset and length of each table."""
    (count,) = unpack_from(">H", font, 4)
    return (unpack_from(">4s4xII", font, 12 + 16 * at) for at in range(count))


# HarfBuzz reduces a font to the letters in use; the result is written as WOFF2

FEATURES = ("ccmp", "kern", "liga", "lnum", "locl", "mark", "pnum", "tnum")
NAMED = (0, 13, 14)
"""The ids of the name records to keep: copyright and licence. A changed font must not have the original name."""
QUALITY = 5
"""The quality of Brotli, at most 11. Higher values save one percent and take six times as long."""
OTHER_TAG, AS_IT_IS = 0x3F, 0xC0
"""Flags in the table directory of a WOFF2 file: the tag is written out; the table is not transformed."""


def cut_font(font: bytes, letters: Iterable[int]) -> bytes:
    """Return a WOFF2 font with only these letters, given by code point."""
    from uharfbuzz import (  # slow to import, and needed only for a font that the store lacks
        Face,
        SubsetFlags,
        SubsetInput,
        subset,
    )

    wanted = SubsetInput()
    wanted.unicode_set.update(letters)
    wanted.flags = SubsetFlags.NO_HINTING
    for chosen, values in (
        (wanted.layout_feature_tag_set, (int.from_bytes(name.encode()) for name in FEATURES)),
        (wanted.name_id_set, NAMED),
    ):
        chosen.clear()
        chosen.update(values)
    return woff2(with_own_widths(subset(Face(font), wanted).blob.data))


def characters(font: bytes) -> frozenset[int]:
    """Return the code points of the characters in a font."""
    from uharfbuzz import Face

    return frozenset(Face(font).unicodes)


def woff2(font: bytes) -> bytes:
    """Convert a font to WOFF2, the compressed format for the web."""
    import brotli

    tables = {tag: font[offset : offset + length] for tag, offset, length in _tables(font)}
    head = bytearray(tables[b"head"])
    head[16] |= 0x08  # lossless compression
    tables[b"head"] = bytes(head)
    directory = b"".join(
        bytes([OTHER_TAG | (AS_IT_IS if tag in (b"glyf", b"loca") else 0)]) + tag + _base_128(len(table))
        for tag, table in tables.items()
    )
    packed: bytes = brotli.compress(b"".join(tables.values()), mode=brotli.MODE_FONT, quality=QUALITY)
    length = _padded(48 + len(directory) + len(packed))
    whole = 12 + 16 * len(tables) + sum(_padded(len(table)) for table in tables.values())
    version = tables[b"head"][4:8]
    header = pack(">4s4sIHHII4s5I", b"wOF2", font[:4], length, len(tables), 0, whole, len(packed), version, *[0] * 5)
    return (header + directory + packed).ljust(length, b"\0")


def _base_128(number: int) -> bytes:
    """Encode a number in groups of seven bits, the highest first; all bytes but the last have the top bit set."""
    *first, last = [number >> shift & 0x7F for shift in range(28, -1, -7) if number >> shift or not shift]
    return bytes([*(0x80 | part for part in first), last])


def _padded(length: int) -> int:
    return length + 3 & ~3


@dataclass(frozen=True, slots=True)
class WebFace:
    """One face of a family under the name that pages use; `files` are its font file, then its substitutes."""

    family: str
    weight: int
    style: str
    files: tuple[FontFile, ...]


PROSE = ((REGULAR, "normal"), (REGULAR, "italic"), (SEMIBOLD, "normal"))
LOOKED_UP = ((REGULAR, "normal"), (SEMIBOLD, "normal"))
HEADINGS = ((SEMIBOLD, "normal"),)
ON_CARDS = ((REGULAR, "normal"), (REGULAR, "italic"), (BOLD, "normal"), (BOLD, "italic"))
CARD_FAMILIES = {SANS: "Rulewright Card", SERIF: "Rulewright Card Serif"}
"""The web names of the usual families on cards; for other families see `card_family`."""
OWN_HEADINGS = ':root { --headings: "Rulewright Headings", var(--sans); }\n'
LETTERS = frozenset((*range(0x20, 0x7F), *map(ord, "\n\xa0\u202f–—‘’“”…\u2032″−×≤≥")))
"""Letters that every font includes: nearly all pages contain them, or readers type them."""
USUAL = bytes(sign for sign in LETTERS if sign < 0x80)
CSS = '@font-face {{ font-family: "{0.family}"; font-weight: {0.weight}; font-style: {0.style}; src: {1}{2}; }}\n'
FONT = "font-"
"""The prefix of the file names of complete fonts."""


def faces(name: str, family: Family, styles: Iterable[tuple[int, str]]) -> Iterator[WebFace]:
    """Yield the faces of a family under the name of its role."""
    for weight, style in styles:
        files = (each.face(weight, italic=style == "italic") for each in family.chain)
        yield WebFace(name, weight, style, tuple(dict.fromkeys(files)))


def page_faces(theme: Theme) -> Iterator[WebFace]:
    """Yield the faces for pages of rules. Headings use the family of the text unless the theme names another one."""
    yield from faces("Rulewright Serif", theme.prose_font, PROSE)
    yield from faces("Rulewright Sans", theme.font, LOOKED_UP)
    if theme.headings != standard_theme().headings:
        yield from faces("Rulewright Headings", theme.headings, HEADINGS)


def card_faces(families: Iterable[Family]) -> Iterator[WebFace]:
    """Yield the faces for cards."""
    for family in families:
        yield from faces(card_family(family), family, ON_CARDS)


def card_family(family: Family) -> str:
    return CARD_FAMILIES.get(family, f"Rulewright Card {family.name}")


def card_stack(family: Family) -> str:
    """Return a family for cards as a CSS font stack."""
    return f'"{card_family(family)}", "{family.name}", {family.generic.value}'


def font_files(texts: Iterable[bytes], store: Store, theme: Theme, cards: Iterable[Family]) -> dict[str, bytes]:
    """Return the stylesheets with the fonts for these texts, and the licence.

    The fonts for `cards` are in a stylesheet of their own, which is missing if there are no cards.
    """
    letters = LETTERS.union(*(map(ord, set(text.translate(None, USUAL).decode())) for text in texts))
    sheets = {"fonts.css": tuple(page_faces(theme)), "card-fonts.css": tuple(card_faces(cards))}
    stylesheets = {name: _stylesheet(faces, letters, store).encode() for name, faces in sheets.items() if faces}
    licence = (files("font_source_serif_pro") / "files" / "LICENSE.txt").read_bytes()
    return {**stylesheets, "fonts-license.txt": licence}


def whole_fonts(theme: Theme, cards: Iterable[Family] | None = None) -> str:
    """Return the stylesheet for a preview, which loads complete fonts from files; with `cards`, the fonts for cards."""
    wanted = tuple(page_faces(theme) if cards is None else card_faces(cards))
    rules = (CSS.format(face, f'url("{FONT}{serve(file)}")', ranges) for face, file, ranges in _parts(wanted, None))
    return _roles(wanted) + "".join(rules)


def whole_font(name: str) -> bytes:
    """Return the complete font in a file of this name; KeyError for an unknown name."""
    return font_file(name)


def _stylesheet(wanted: tuple[WebFace, ...], letters: frozenset[int], store: Store) -> str:
    rules = [_roles(wanted)]
    for face, file, ranges in _parts(wanted, letters):
        data = b64encode(cut_once(file, letters, store)).decode()
        rules.append(CSS.format(face, f'url("data:font/woff2;base64,{data}") format("woff2")', ranges))
    return "".join(rules)


def cut_once(file: FontFile, letters: frozenset[int], store: Store) -> bytes:
    font = content(file)
    return store.get(("font of the web", repr(sorted(letters)), font), partial(cut_font, font, letters))


def _roles(wanted: Iterable[WebFace]) -> str:
    return OWN_HEADINGS if any(face.family == "Rulewright Headings" for face in wanted) else ""


def _parts(wanted: Iterable[WebFace], letters: frozenset[int] | None) -> Iterator[tuple[WebFace, FontFile, str]]:
    """Yield each face with each of its files and the CSS range of letters for the file; "" if the face has one file."""
    for face in wanted:
        if len(face.files) == 1:
            yield face, face.files[0], ""
            continue
        taken: set[int] = set()
        for file in face.files:
            has = _characters(file)
            mine = sorted((has if letters is None else has & letters) - taken)
            taken.update(mine)
            if mine:
                yield face, file, f"; unicode-range: {_ranges(mine)}"


def _ranges(letters: list[int]) -> str:
    """Return code points as a CSS unicode-range: U+20-7e, U+a0."""
    runs: list[list[int]] = []
    for each in letters:
        if runs and each == runs[-1][1] + 1:
            runs[-1][1] = each
        else:
            runs.append([each, each])
    return ", ".join(f"U+{first:x}" if first == last else f"U+{first:x}-{last:x}" for first, last in runs)


@cache
def _characters(file: FontFile) -> frozenset[int]:
    return characters(content(file))
