"""The entry of a theme: each design value declared, with the lengths and numbers that it may be."""

import re
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum

from rulewright.decode.card_files import THEME, kind_key
from rulewright.decode.colours import COLOUR_SCHEMA
from rulewright.language.entry import Entry, Kind, key
from rulewright.language.kinds import FLAG, LENGTH_SCHEMA, SCALAR, STRING, choice, either, list_of, node, ref
from rulewright.model.theme import FAMILIES, Badge, Frame, Heading, RowHeads, Rows, TableHeads, Terms
from rulewright.source.nodes import Node

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
NONE = "none"
COLOURS = ("ink", "negative", "background", "shade", "head_colour", "accent")
INHERITED = "as in the theme that it extends"
NONE_SCHEMA = {"const": NONE}
LENGTH = either(LENGTH_SCHEMA, NONE_SCHEMA)


@dataclass(frozen=True, slots=True)
class Measure:
    """What a length measures, and between which millimetres it lies."""

    noun: str
    least: Decimal
    most: Decimal
    usual: Decimal

    @property
    def kind(self) -> Kind[Node | None]:
        return node(f"a length from {self.least} to {self.most} mm, or none", LENGTH)


@dataclass(frozen=True, slots=True)
class Range:
    """What a number is a multiple of the font size for, and between which it lies."""

    noun: str
    least: Decimal
    most: Decimal
    usual: Decimal


BAND_SIZE = Range("size of a band", Decimal(1), Decimal(3), Decimal("1.6"))
FONT_SCALE = Range("scale of a font", Decimal("0.7"), Decimal("1.5"), Decimal("0.9"))
LETTER_SPACING = Range("letter-spacing", Decimal("-0.1"), Decimal("0.3"), Decimal("0.02"))
WEIGHT = Measure("weight of a line", Decimal("0.05"), Decimal(2), Decimal("0.3"))
"""From what an offset press holds to what still is a line."""
RADIUS = Measure("radius of a corner", Decimal(0), Decimal(10), Decimal("2.4"))


def _words(values: type[Enum]) -> Kind[str]:
    return choice(*(each.value for each in values))


def _colour(*also: str) -> Kind[Node | None]:
    return node(" or ".join(("a colour", *also)), COLOUR_SCHEMA, *({"const": word} for word in also))


FONT: Kind[str] = Kind(
    f"{', '.join(each.name for each in FAMILIES)}, or a font of the game", STRING.read, STRING.schema
)


class ThemeCornersEntry(Entry):
    """The radius of corners; one length for both may stand without a mapping."""

    noun = "the corners of a theme"
    frame = key(RADIUS.kind, "The corners of the line round the card", "frame: 2.4mm", default=INHERITED)
    band = key(RADIUS.kind, "The corners of bands", "band: 1.2mm", default=INHERITED)


class ThemeLinesEntry(Entry):
    """The weight of the lines of tables; one length for both may stand without a mapping."""

    noun = "the lines of a theme"
    strong = key(WEIGHT.kind, "Lines between parts of a table", "strong: 0.25mm", default=INHERITED)
    fine = key(WEIGHT.kind, "Lines between rows", "fine: 0.15mm", default=INHERITED)


class ThemeEntry(Entry):
    """How cards look. A theme changes what it gives, and has everything else from the theme that it extends."""

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
        FONT,
        "The font of running text in rulebooks and web pages",
        "prose: Source Sans Pro",
        default=INHERITED,
    )
    band = key(
        _words(Heading),
        "What a band does with its colour: fills its box, or draws a bar at its edge, or a line below",
        "band: underlined",
        default=INHERITED,
    )
    band_size = key(
        SCALAR,
        "The font size of a band, as a multiple of the card's",
        "band-size: 1.6",
        default=INHERITED,
    )
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
    frame = key(WEIGHT.kind, "The weight of the line round the card", "frame: none", default=INHERITED)
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
        _colour(),
        "The colour of negative numbers",
        'negative: "#b3202c"',
        default=INHERITED,
        former=("minus",),
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
