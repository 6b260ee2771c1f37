"""Decoding of themes and fonts. A theme takes values that it does not set from the theme that it extends."""

import re
from collections.abc import Iterable, Iterator
from collections.abc import Mapping as MappingOf
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import Enum
from hashlib import sha256
from typing import Any

from rulewright.decode.card_files import THEME, CardFile, kind_key
from rulewright.decode.marks import COLOUR_SCHEMA, read_tint
from rulewright.entries.entry import Kind
from rulewright.entries.lazy import LazyEntry, key
from rulewright.entries.names import slug
from rulewright.entries.paper import NO_LENGTH, Millimetres
from rulewright.entries.roles import (
    FLAG,
    LENGTH_SCHEMA,
    SCALAR,
    STRING,
    choice,
    either,
    list_of,
    node,
    read_length,
    ref,
)
from rulewright.findings import Finding, Findings
from rulewright.model.colour import Tint
from rulewright.model.theme import (
    FAMILIES,
    SANS,
    SERIF,
    THEMES,
    TYPEWRITER,
    Badge,
    Face,
    Family,
    FontFile,
    Frame,
    Generic,
    HeadingStyle,
    RowHeads,
    Rows,
    TableHeads,
    Terms,
    Theme,
)
from rulewright.source.fonts import FACES, KEY, CleanFont, Fonts, files_of
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
NONE = "none"
COLOURS = ("ink", "negative", "background", "shade", "head_colour", "accent")
INHERITED = "as in the theme that it extends"
NONE_SCHEMA = {"const": NONE}
LENGTH = either(LENGTH_SCHEMA, NONE_SCHEMA)


@dataclass(frozen=True, slots=True)
class Bounds:
    """The name of a length or number, its least and greatest value, and an example for hints."""

    noun: str
    least: Decimal
    most: Decimal
    usual: Decimal


BAND_SIZE = Bounds("size of a band", Decimal(1), Decimal(3), Decimal("1.6"))
FONT_SCALE = Bounds("scale of a font", Decimal("0.7"), Decimal("1.5"), Decimal("0.9"))
LETTER_SPACING = Bounds("letter-spacing", Decimal("-0.1"), Decimal("0.3"), Decimal("0.02"))
WEIGHT = Bounds("weight of a line", Decimal("0.05"), Decimal(2), Decimal("0.3"))
"""In mm: an offset press loses finer lines, and a heavier line no longer looks like a line."""
RADIUS = Bounds("radius of a corner", Decimal(0), Decimal(10), Decimal("2.4"))


NUMBERS = {"band_size": BAND_SIZE, "font_scale": FONT_SCALE, "letter_spacing": LETTER_SPACING}
"""The design values that are multiples of the font size."""
CHOICES: dict[str, type[Enum]] = {
    "band": HeadingStyle,
    "marks": Badge,
    "frame_style": Frame,
    "table_heads": TableHeads,
    "rows": Rows,
    "row_heads": RowHeads,
    "terms": Terms,
}


def _length_kind(bounds: Bounds) -> Kind[Node | None]:
    return node(f"a length from {bounds.least} to {bounds.most} mm, or none", LENGTH)


def _words(values: type[Enum]) -> Kind[str]:
    return choice(*(each.value for each in values))


def _colour(*also: str) -> Kind[Node | None]:
    return node(" or ".join(("a colour", *also)), COLOUR_SCHEMA, *({"const": word} for word in also))


FONT: Kind[str] = Kind(
    f"{', '.join(each.name for each in FAMILIES)}, or a font of the game", STRING.read, STRING.schema
)


class ThemeCornersEntry(LazyEntry):
    """The radius of corners. If both are equal, just write one length."""

    noun = "the corners of a theme"
    frame = key(_length_kind(RADIUS), "The corners of the line round the card", "frame: 2.4mm", default=INHERITED)
    band = key(_length_kind(RADIUS), "The corners of bands", "band: 1.2mm", default=INHERITED)


class ThemeLinesEntry(LazyEntry):
    """The weight of the lines of tables. If both are equal, just write one length."""

    noun = "the lines of a theme"
    strong = key(_length_kind(WEIGHT), "Lines between parts of a table", "strong: 0.25mm", default=INHERITED)
    fine = key(_length_kind(WEIGHT), "Lines between rows", "fine: 0.15mm", default=INHERITED)


class ThemeEntry(LazyEntry):
    """The look of cards. A theme sets some values, and takes all others from the theme that it extends."""

    noun = "a theme"
    kind = kind_key(THEME)
    title = key(STRING, "What messages and the report call it", "title: Parchment", required=True)
    extends = key(
        STRING, "The theme that it begins with, by its id", "extends: plain-ink", default="standard", former=("from",)
    )
    font = key(
        FONT,
        "The font of texts on cards, and of what one looks up in books: tables, boxes, labels",
        "font: Source Serif Pro",
        default=INHERITED,
    )
    headings = key(FONT, "The font of bands, and of headings in books", "headings: Space Mono", default=INHERITED)
    prose = key(
        FONT, "The font of running text in rulebooks and web pages", "prose: Source Sans Pro", default=INHERITED
    )
    band = key(
        _words(HeadingStyle),
        "What a band does with its colour: fills its box, or draws a bar at its edge, or a line below",
        "band: underlined",
        default=INHERITED,
    )
    band_size = key(SCALAR, "The font size of a band, as a multiple of the card's", "band-size: 1.6", default=INHERITED)
    font_scale = key(
        SCALAR,
        "The size of type, as a multiple of what cards say: some fonts look larger than others",
        "font-scale: 0.9",
        default=INHERITED,
    )
    letter_spacing = key(
        SCALAR,
        "Room between letters on cards, as a share of the font size; below 0 they stand closer",
        "letter-spacing: 0.02",
        default=INHERITED,
    )
    marks = key(
        _words(Badge),
        "Whether badges have white letters on their colour, or coloured letters in a box",
        "marks: outlined",
        default=INHERITED,
    )
    frame = key(_length_kind(WEIGHT), "The weight of the line round the card", "frame: none", default=INHERITED)
    frame_style = key(
        _words(Frame),
        "Whether that line is single, double, or double with diamonds at the corners; lines below bands follow it",
        "frame-style: double",
        default=INHERITED,
    )
    corner_radius = key(
        node("one length for all, or two by name", LENGTH, ref("ThemeCornersEntry")),
        "The radius of corners",
        "corner-radius: {frame: 2.4mm, band: 1.2mm}",
        default=INHERITED,
        former=("corners",),
    )
    lines = key(
        node("one length for all, or two by name", LENGTH, ref("ThemeLinesEntry")),
        "The weight of the lines of tables",
        "lines: {strong: 0.25mm, fine: 0.15mm}",
        default=INHERITED,
        former=("rules",),
    )
    ink = key(_colour(), "The colour of letters and lines", 'ink: "#2b1d0e"', default=INHERITED)
    negative = key(
        _colour(), "The colour of negative numbers", 'negative: "#b3202c"', default=INHERITED, former=("minus",)
    )
    greys = key(
        FLAG,
        "Whether rule numbers and lines are lighter than the ink: on paper these are dots",
        "greys: yes",
        default=INHERITED,
        also=("grays",),
    )
    background = key(
        _colour(NONE),
        "The colour of the card, to its edge and beyond where it is trimmed",
        'background: {hex: "#f6efdc", cmyk: [3, 5, 16, 0]}',
        default=INHERITED,
        former=("ground",),
    )
    stripes = key(
        node("two colours, or none", list_of(COLOUR_SCHEMA), NONE_SCHEMA),
        "The backgrounds of odd and even rows of tables",
        'stripes: ["#ece2c6", "#f6efdc"]',
        default=INHERITED,
        former=("stripe",),
    )
    shade = key(_colour(NONE), "The background of shaded columns", 'shade: "#e0d3b0"', default=INHERITED)
    table_heads = key(
        _words(TableHeads),
        "What the heads of tables do with the colour of the band above them: fill their boxes, tint them, or neither",
        "table-heads: tinted",
        default=INHERITED,
    )
    head_colour = key(
        _colour(),
        "The colour of the heads of tables that stand under no band",
        'head-colour: "#4f5a4a"',
        default=INHERITED,
        also=("head-color",),
    )
    rows = key(
        _words(Rows),
        "What tells the rows of tables apart: stripes, or lines; lines also where `stripes` is none",
        "rows: ruled",
        default=INHERITED,
    )
    terms = key(
        _words(Terms),
        "Whether the terms of the game are in italics, or in the letters of the text around them",
        "terms: italic",
        default=INHERITED,
    )
    row_heads = key(
        _words(RowHeads), "Whether short keys at the left of rows are bold", "row-heads: plain", default=INHERITED
    )
    accent = key(
        _colour(),
        "The colour of headings on cards that have no colour of their own, and of rule numbers and links in rulebooks",
        'accent: "#7a1f1f"',
        default=INHERITED,
    )


# Reading the design values


def design_values(entry: ThemeEntry, fonts: MappingOf[str, Family]) -> Iterator[tuple[str, Any]]:
    """Yield the design values that a theme sets, by the names of fields of `Theme`."""
    for role in ("font", "headings", "prose"):
        if entry.node_at(role):
            yield role, fonts[entry.choice_at(role, tuple(fonts))]
    for name, choices in CHOICES.items():
        if entry.node_at(name.replace("_", "-")):
            yield name, choices(getattr(entry, name))
    if entry.has("greys"):
        yield "greys", entry.greys
    for name, bounds in NUMBERS.items():
        written = getattr(entry, name)
        if written is not None and (number := _number(written, bounds, entry)) is not None:
            yield name, number
    yield from ((name, length) for name, length in _lengths(entry) if length is not None)
    yield from _colours(entry)


def _number(written: Scalar, bounds: Bounds, entry: ThemeEntry) -> Decimal | None:
    if NUMBER.fullmatch(written.value) and bounds.least <= Decimal(written.value) <= bounds.most:
        return Decimal(written.value)
    hint = f"write a multiple of the font size, from {bounds.least} to {bounds.most}: {bounds.usual}"
    entry.report("bad-value", written.span, f"{written.value!r} is not a {bounds.noun}", hint)
    return None


def _lengths(entry: ThemeEntry) -> Iterator[tuple[str, Millimetres | None]]:
    yield "frame", _length(entry.frame, WEIGHT, entry)
    corners = _pair(entry.corner_radius, RADIUS, ThemeCornersEntry, entry)
    yield from zip(("frame_corner", "band_corner"), corners, strict=True)
    lines = _pair(entry.lines, WEIGHT, ThemeLinesEntry, entry)
    yield from zip(("strong_line", "fine_line"), lines, strict=True)


def _pair(written: Node | None, bounds: Bounds, form: type[LazyEntry], theme: ThemeEntry) -> list[Millimetres | None]:
    """Return two lengths: one given for both, or each by its name."""
    if not isinstance(written, Mapping):
        return [_length(written, bounds, theme)] * 2
    name = "'corner-radius'" if form is ThemeCornersEntry else "'lines'"
    own = form(written, name, theme.findings)
    return [_length(own.read_key(each), bounds, theme) for each in own.declared.values()]


def _length(written: Node | None, bounds: Bounds, entry: ThemeEntry) -> Millimetres | None:
    if written is None:
        return None
    if not isinstance(written, Scalar):
        entry.wrong(written, f"the {bounds.noun} is a length", "as in 0.25mm")
        return None
    if written.value == NONE:
        return NO_LENGTH
    length = read_length(written.value)
    if length is not None and bounds.least <= length.value <= bounds.most:
        return length
    hint = f"write it in millimetres, {bounds.least} to {bounds.most}, as in {bounds.usual}mm, or none"
    entry.report("bad-value", written.span, f"{written.value!r} is not a {bounds.noun}", hint)
    return None


def _colours(entry: ThemeEntry) -> Iterator[tuple[str, Any]]:
    for name in COLOURS:
        written = getattr(entry, name)
        if name in ("background", "shade") and _is_none(written):
            yield name, None
        elif written is not None and (tint := read_tint(name, written, entry.findings)) is not None:
            yield name, tint
    if _is_none(entry.stripes):
        yield "stripes", None
    elif entry.stripes is not None and (stripes := _stripes(entry.stripes, entry)) is not None:
        yield "stripes", stripes


def _is_none(written: Node | None) -> bool:
    return isinstance(written, Scalar) and written.value == NONE


def _stripes(written: Node, entry: ThemeEntry) -> tuple[Tint, ...] | None:
    if not isinstance(written, Sequence) or len(written.items) != 2:
        hint = 'write the backgrounds of odd and even rows: ["#eaece6", "#f7f8f5"], or none'
        entry.report("bad-value", written.span, "'stripes' is two colours or none", hint)
        return None
    tints = [read_tint("stripes", item, entry.findings) for item in written.items]
    return tuple(tint for tint in tints if tint) if all(tints) else None


def decode_themes(files: Iterable[CardFile], fonts: Iterable[Family], findings: Findings) -> tuple[Theme, ...]:
    """Return the themes of the tool and those in files with `kind: theme`. `fonts` are the game's own."""
    reader = _Themes({slug(name): (name, tree) for name, tree in files}, fonts, findings)
    return (*THEMES, *(theme for id_ in reader.files if (theme := reader.theme(id_)) is not None))


class _Themes:
    """The themes of a game. They extend one another in any order of their files."""

    def __init__(self, files: dict[str, CardFile], fonts: Iterable[Family], findings: Findings) -> None:
        self.findings, self.fonts = findings, {each.name: each for each in (*FAMILIES, *fonts)}
        self.themes: dict[str, Theme | None] = {theme.id: theme for theme in THEMES}
        self.files = {id_: file for id_, file in files.items() if not self._is_ours(id_, file[1])}

    def _is_ours(self, id_: str, tree: Mapping) -> bool:
        if id_ not in self.themes:
            return False
        hint = f"give the file another name, and write extends: {id_}"
        message = f"the theme {id_!r} comes with the tool"
        self.findings.add(Finding("duplicate-id", tree.span, message, hint))
        return True

    def theme(self, id_: str) -> Theme | None:
        """Return a theme, after decoding the chain of themes that it extends.

        While a theme is being decoded, `themes` maps its id to None; so a theme that extends itself ends the chain.
        """
        chain: list[tuple[str, ThemeEntry]] = []
        while id_ not in self.themes:
            self.themes[id_] = None
            name, tree = self.files[id_]
            entry = ThemeEntry(tree, f"theme {name!r}", self.findings)
            chain.append((id_, entry))
            id_ = entry.choice_at("extends", tuple(dict.fromkeys((*self.themes, *self.files))))
        for each, entry in reversed(chain):
            self.themes[each] = self._decoded(each, entry, self.themes[id_])
            id_ = each
        return self.themes[id_]

    def _decoded(self, id_: str, entry: ThemeEntry, base: Theme | None) -> Theme:
        """Return the theme on top of `base`. Without a base the theme extends itself, which is a finding."""
        if base is None:
            name = self.files[id_][0]
            hint = f"name another, or one that comes with the tool: {', '.join(theme.id for theme in THEMES)}"
            entry.report("bad-value", entry.place("extends"), f"the theme {name!r} extends itself", hint)
        return replace(
            base or THEMES[0], id=id_, title=entry.title, span=entry.span, **dict(design_values(entry, self.fonts))
        )


# The fonts of a game

NAME = re.compile(r"[A-Za-z0-9]+(?:[ -][A-Za-z0-9]+)*")
"""The form of a family's name, which is safe in stylesheets and PDFs."""
STAND_INS = {Generic.SANS: SANS, Generic.SERIF: SERIF, Generic.MONO: TYPEWRITER}
LETTERS = "bcdfghjklmnpqrst"
NOTHING = "the nearest face that there is"


class FontEntry(LazyEntry):
    """A font family of the game, by its files in the game's folder.

    If one file serves all faces, just write its path.
    """

    noun = "a font"
    regular = key(STRING, "The file of the upright face", "regular: fonts/FiraMono-Regular.ttf", required=True)
    italic = key(STRING, "The file of the italic", "italic: fonts/FiraMono-Regular.ttf", default=NOTHING)
    bold = key(STRING, "The file of the bold face", "bold: fonts/FiraMono-Bold.ttf", default=NOTHING)
    bold_italic = key(STRING, "The file of the bold italic", "bold-italic: fonts/FiraMono-Bold.ttf", default=NOTHING)
    fallback = key(
        STRING,
        "The font that prints the characters which this one lacks: one of the tool, or one given before it",
        "fallback: Source Serif Pro",
        default="that of the tool of the same kind: sans, serif, or of one width",
    )


def decode_fonts(games: Iterable[Node], read: Fonts, findings: Findings) -> tuple[Family, ...]:
    """Return the families under `fonts` in the section `game`.

    A family without a readable file gets a font of the tool, so that themes may name it and a draft can be printed.
    """
    families = {each.name: each for each in FAMILIES}
    for game in games:
        section = game.get(KEY) if isinstance(game, Mapping) else None
        for name, written in section.entries if isinstance(section, Mapping) else ():
            if _is_name(name, families, findings):
                families[name.value] = _family(name, written, read, families, findings)
    return tuple(family for family in families.values() if family not in FAMILIES)


def _family(name: Scalar, node: Node, read: Fonts, families: MappingOf[str, Family], findings: Findings) -> Family:
    """Return a family; the sans font of the tool under its name, if no file can be read."""
    entry = None if isinstance(node, Scalar) else FontEntry(node, f"font {name.value!r}", findings)
    faces = tuple(_faces(node, read))
    if not faces or (entry is not None and not entry.regular):
        return replace(SANS, name=name.value)
    generic = Generic(next(font.kind for _, font in _readable_faces(node, read)))
    fallback = STAND_INS[generic]
    if entry is not None and entry.has("fallback"):
        fallback = families[entry.choice_at("fallback", tuple(families))]
    return Family(name.value, _printed_name(name.value, faces), generic, faces, fallback, name.span)


def _readable_faces(node: Node, read: Fonts) -> Iterator[tuple[str, CleanFont]]:
    """Yield the name and the font of each face whose file can be read."""
    for file in files_of(node):
        font = read.get((file.path.value, file.face))
        if font is not None:
            yield file.face, font


def _faces(node: Node, read: Fonts) -> Iterator[Face]:
    for face, font in _readable_faces(node, read):
        name = f"own-{sha256(font.data).hexdigest()[:24]}.ttf"
        yield Face(*FACES[face], FontFile(name, font.data))


def _is_name(name: Scalar, families: MappingOf[str, Family], findings: Findings) -> bool:
    """Return whether a name is valid and free; if not, report it."""
    if name.value in families:
        message = f"there is a font {name.value!r} already"
        hint = "give it a name that no font of the tool or of the game has"
        findings.add(Finding("duplicate-id", name.span, message, hint))
        return False
    if not NAME.fullmatch(name.value):
        message = f"{name.value!r} is not a font name"
        hint = "write letters and digits of English, with spaces or hyphens between words"
        findings.add(Finding("bad-name", name.span, message, hint))
        return False
    return True


def _printed_name(name: str, faces: Iterable[Face]) -> str:
    """Return a name that no installed font has, so that no other font is used by accident."""
    digest = sha256("".join(each.file.name for each in faces).encode()).digest()
    return f"{name} {''.join(LETTERS[each % 16] for each in digest[:5])}"
