"""Themes: the look of cards and books as a set of named design values.

The themes of the tool are files in `templates/themes/`, which are read as an author's own files are. A theme takes the
values that it does not set from the theme that it extends.
"""

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from enum import Enum
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any

from rulewright.base.findings import Finding, Findings
from rulewright.base.installation import TEMPLATES
from rulewright.entries.colour import COLOUR, Tint, read_tint
from rulewright.entries.entry import NOWHERE, Entry, EntryReader, Kind, NamedEntry, inherited, key, shared
from rulewright.entries.fonts import FAMILIES, MARK_FONT, Family, with_fallbacks
from rulewright.entries.names import slug
from rulewright.entries.paper import NO_LENGTH, Millimetres
from rulewright.entries.roles import (
    LENGTH_SCHEMA,
    ONE_VALUE,
    defined,
    either,
    file_kind,
    list_of,
    nested,
    or_none,
    parsed,
    read_length,
)
from rulewright.source import nodes
from rulewright.source.nodes import Scalar, Sequence
from rulewright.source.tree import parse

STANDARD = "standard"
"""The theme that all others extend, directly or not."""


class HeadingStyle(Enum):
    FILLED = "filled"
    OUTLINED = "outlined"
    UNDERLINED = "underlined"


class Badge(Enum):
    FILLED = "filled"
    OUTLINED = "outlined"


class TableHeads(Enum):
    FILLED = "filled"
    TINTED = "tinted"
    PLAIN = "plain"


class Rows(Enum):
    STRIPED = "striped"
    RULED = "ruled"
    GRID = "grid"


class Frame(Enum):
    PLAIN = "plain"
    DOUBLE = "double"
    ORNATE = "ornate"


class RowHeads(Enum):
    BOLD = "bold"
    PLAIN = "plain"


class Terms(Enum):
    PLAIN = "plain"
    ITALIC = "italic"


# How design values are read


def _multiple(noun: str, least: str, most: str, usual: str) -> Kind[Decimal | None]:
    """A multiple of the font size."""

    def parse(text: str) -> Decimal | None:
        number = Decimal(text) if re.fullmatch(r"-?\d+(?:\.\d+)?", text) else None
        return number if number is not None and Decimal(least) <= number <= Decimal(most) else None

    hint = f"write a multiple of the font size, from {least} to {most}: {usual}"
    return parsed("text", ONE_VALUE, parse, f"is not a {noun}", hint)


def _length(noun: str, least: str, most: str, usual: str) -> Kind[Millimetres | None]:
    """A length, or `none`."""

    def parse(text: str) -> Millimetres | None:
        length = read_length(text)
        return length if length and Decimal(least) <= length.value <= Decimal(most) else None

    words = f"a length from {least} to {most} mm, or none"
    hint = f"write it in millimetres, {least} to {most}, as in {usual}mm, or none"
    return or_none(parsed(words, LENGTH_SCHEMA, parse, f"is not a {noun}", hint), words, NO_LENGTH)


def _one_for_all(entry: type[Entry], lengths: Kind[Millimetres | None]) -> Kind[Any]:
    """One length for all keys of an entry, or a mapping with each."""
    by_name = nested(entry, "two lengths by name")

    def read(reader: EntryReader, name: str) -> Entry:
        if isinstance(reader.node_at(name), nodes.Mapping):
            return by_name.read(reader, name)
        length = lengths.read(reader, name)
        lengths_by_name: Any = dict.fromkeys((each.attribute for each in entry.declared.values()), length)
        return entry(**lengths_by_name)

    return Kind("one length for all, or two by name", read, either(lengths.schema, by_name.schema))


def _two_colours(reader: EntryReader, name: str) -> tuple[Tint, Tint] | None:
    written = reader.node_at(name)
    if isinstance(written, Sequence) and len(written.items) == 2:
        odd, even = (read_tint(f"the colour {name!r}", item, reader.findings) for item in written.items)
        return (odd, even) if odd and even else None
    hint = 'write the backgrounds of odd and even rows: ["#eaece6", "#f7f8f5"], or none'
    reader.report("bad-value", reader.place(name), f"{name!r} is two colours or none", hint)
    return None


WEIGHT = _length("weight of a line", "0.05", "2", "0.3")
"""An offset press loses finer lines, and a heavier line no longer looks like a line."""
RADIUS = _length("radius of a corner", "0", "10", "2.4")
COLOUR_OR_NONE = or_none(COLOUR, "a colour or none")
STRIPES = or_none(Kind("two colours", _two_colours, list_of(COLOUR.schema)), "two colours, or none")
Weight = Annotated[Millimetres, WEIGHT]
Radius = Annotated[Millimetres, RADIUS]


class ThemeCorners(Entry, noun="the corners of a theme"):
    """The radius of corners. If both are equal, just write one length."""

    frame: Radius = inherited("The corners of the line round the card", "frame: 2.4mm")
    band: Radius = inherited("The corners of bands", "band: 1.2mm")


class ThemeLines(Entry, noun="the lines of a theme"):
    """The weight of the lines of tables. If both are equal, just write one length."""

    strong: Weight = inherited("Lines between parts of a table", "strong: 0.25mm")
    fine: Weight = inherited("Lines between rows", "fine: 0.15mm")


class Theme(NamedEntry, noun="a theme"):
    """The look of cards. A theme sets some values, and takes all others from the theme that it extends."""

    kind: str = shared(file_kind("theme"), default="theme")
    title: str = key("What messages and the report call it", "title: Parchment")
    extends: Annotated[str, defined("theme", "text")] = key(
        "The theme that it begins with, by its id",
        "extends: plain-ink",
        default=STANDARD,
        otherwise=STANDARD,
        former=("from",),
    )
    font: Family = inherited(
        "The font of texts on cards, and of what one looks up in books: tables, boxes, labels", "font: Source Serif Pro"
    )
    headings: Family = inherited("The font of bands, and of headings in books", "headings: Space Mono")
    prose_font: Family = inherited(
        "The font of running text in rulebooks and web pages", "prose: Source Sans Pro", name="prose"
    )
    band: HeadingStyle = inherited(
        "What a band does with its colour: fills its box, or draws a bar at its edge, or a line below",
        "band: underlined",
    )
    band_size: Annotated[Decimal, _multiple("size of a band", "1", "3", "1.6")] = inherited(
        "The font size of a band, as a multiple of the card's", "band-size: 1.6"
    )
    font_scale: Annotated[Decimal, _multiple("scale of a font", "0.7", "1.5", "0.9")] = inherited(
        "The size of type, as a multiple of what cards say: some fonts look larger than others", "font-scale: 0.9"
    )
    letter_spacing: Annotated[Decimal, _multiple("letter-spacing", "-0.1", "0.3", "0.02")] = inherited(
        "Room between letters on cards, as a share of the font size; below 0 they stand closer", "letter-spacing: 0.02"
    )
    marks: Badge = inherited(
        "Whether badges have white letters on their colour, or coloured letters in a box", "marks: outlined"
    )
    frame: Weight = inherited("The weight of the line round the card", "frame: none")
    frame_style: Frame = inherited(
        "Whether that line is single, double, or double with diamonds at the corners; lines below bands follow it",
        "frame-style: double",
    )
    corner_radius: Annotated[ThemeCorners, _one_for_all(ThemeCorners, RADIUS)] = inherited(
        "The radius of corners", "corner-radius: {frame: 2.4mm, band: 1.2mm}", former=("corners",)
    )
    lines: Annotated[ThemeLines, _one_for_all(ThemeLines, WEIGHT)] = inherited(
        "The weight of the lines of tables", "lines: {strong: 0.25mm, fine: 0.15mm}", former=("rules",)
    )
    ink: Tint = inherited("The colour of letters and lines", 'ink: "#2b1d0e"')
    negative: Tint = inherited("The colour of negative numbers", 'negative: "#b3202c"', former=("minus",))
    greys: bool = inherited(
        "Whether rule numbers and lines are lighter than the ink: on paper these are dots",
        "greys: yes",
        also=("grays",),
    )
    background: Annotated[Tint | None, COLOUR_OR_NONE] = inherited(
        "The colour of the card, to its edge and beyond where it is trimmed",
        'background: {hex: "#f6efdc", cmyk: [3, 5, 16, 0]}',
        former=("ground",),
    )
    stripes: Annotated[tuple[Tint, Tint] | None, STRIPES] = inherited(
        "The backgrounds of odd and even rows of tables", 'stripes: ["#ece2c6", "#f6efdc"]', former=("stripe",)
    )
    shade: Annotated[Tint | None, COLOUR_OR_NONE] = inherited("The background of shaded columns", 'shade: "#e0d3b0"')
    table_heads: TableHeads = inherited(
        "What the heads of tables do with the colour of the band above them: fill their boxes, tint them, or neither",
        "table-heads: tinted",
    )
    head_colour: Tint = inherited(
        "The colour of the heads of tables that stand under no band", 'head-colour: "#4f5a4a"', also=("head-color",)
    )
    rows: Rows = inherited(
        "What tells the rows of tables apart: stripes, or lines; lines also where `stripes` is none", "rows: ruled"
    )
    terms: Terms = inherited(
        "Whether the terms of the game are in italics, or in the letters of the text around them", "terms: italic"
    )
    row_heads: RowHeads = inherited("Whether short keys at the left of rows are bold", "row-heads: plain")
    accent: Annotated[Tint | None, COLOUR_OR_NONE] = inherited(
        "The colour of headings on cards that have no colour of their own, and of rule numbers and links in rulebooks",
        'accent: "#7a1f1f"',
    )

    @property
    def families(self) -> tuple[Family, ...]:
        """The families of texts on cards, without repetitions."""
        return with_fallbacks(self.font, self.headings)

    @property
    def book_families(self) -> tuple[Family, ...]:
        """The families of texts and marks in books, without repetitions."""
        return with_fallbacks(self.prose_font, self.font, self.headings, MARK_FONT)

    @property
    def ruled(self) -> bool:
        """Whether lines separate the rows of tables: the theme says so, or it has no colours for stripes."""
        return self.rows is not Rows.STRIPED or self.stripes is None

    @property
    def tints(self) -> Mapping[str, Tint]:
        """The colours by their names in messages."""
        values = {each.name: getattr(self, each.attribute) for each in self.declared.values()}
        stripes = zip(("the first stripe", "the second stripe"), self.stripes or (), strict=False)
        return {name: value for name, value in values.items() if isinstance(value, Tint)} | dict(stripes)


ThemeFile = tuple[str, nodes.Mapping]
"""The name of a file without its ending, and its tree."""


def standard_theme() -> Theme:
    return themes_of_the_tool()[STANDARD]


@cache  # one process reads them once
def themes_of_the_tool() -> Mapping[str, Theme]:
    """Return the themes of the tool by id, the standard one first."""
    findings, files = Findings(), dict[str, ThemeFile]()
    for path in sorted(Path(TEMPLATES, "themes").glob("*.yaml"), key=lambda path: (path.stem != STANDARD, path.stem)):
        tree = parse(path.read_text("utf-8"), f"templates/themes/{path.name}", findings)
        assert isinstance(tree, nodes.Mapping), path
        files[path.stem] = path.stem, tree
    themes = _extended({}, files, FAMILIES, findings, span=NOWHERE)
    assert not findings.items, findings.items
    return MappingProxyType(themes)


def read_themes(files: Iterable[ThemeFile], fonts: Mapping[str, Family], findings: Findings) -> tuple[Theme, ...]:
    """Return the themes of the tool and those in files with `kind: theme`. `fonts` are all fonts by name."""
    own = {slug(name): (name, tree) for name, tree in files}
    for id_ in [each for each in own if each in themes_of_the_tool()]:
        hint = f"give the file another name, and write extends: {id_}"
        findings.add(Finding("duplicate-id", own.pop(id_)[1].span, f"the theme {id_!r} comes with the tool", hint))
    return tuple(_extended(themes_of_the_tool(), own, fonts, findings).values())


def _extended(
    themes: Mapping[str, Theme],
    files: Mapping[str, ThemeFile],
    fonts: Mapping[str, Family],
    findings: Findings,
    **fields: Any,
) -> dict[str, Theme]:
    """Return `themes` and those in `files`, which extend one another in any order."""
    read, ids = dict(themes), {id_: id_ for id_ in (*themes, *files)}
    context = {"font": fonts, "theme": ids}

    def base_of(id_: str) -> str:
        written = files[id_][1].get("extends")
        return written.value if isinstance(written, Scalar) and written.value in ids else STANDARD

    for first in files:
        id_, chain = first, dict[str, str]()  # the themes to read, each with the theme that it extends
        while id_ not in read and id_ not in chain:
            chain[id_] = base_of(id_)
            id_ = chain[id_]
        for each, base in reversed(chain.items()):
            name, tree = files[each]
            if extends_itself := base not in read and STANDARD in read:
                hint = f"name another, or one that comes with the tool: {', '.join(themes)}"
                place = (tree.get("extends") or tree).span
                findings.add(Finding("bad-value", place, f"the theme {name!r} extends itself", hint))
            extended = read.get(STANDARD if extends_itself else base)
            read[each] = Theme.read(tree, f"theme {name!r}", findings, context, extended, id=each, **fields)
    return read
