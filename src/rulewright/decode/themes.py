"""Themes: each design value checked, and those that are not given taken from the theme that it extends."""

from collections.abc import Iterable, Iterator
from collections.abc import Mapping as MappingOf
from dataclasses import replace
from decimal import Decimal
from typing import Any

from rulewright.decode.card_files import CardFile
from rulewright.decode.colours import read_tint
from rulewright.decode.theme_entries import (
    BAND_SIZE,
    COLOURS,
    FONT_SCALE,
    LETTER_SPACING,
    NONE,
    NUMBER,
    RADIUS,
    WEIGHT,
    Measure,
    Range,
    ThemeCornersEntry,
    ThemeEntry,
    ThemeLinesEntry,
)
from rulewright.findings import Finding, Findings
from rulewright.language.lengths import read_length
from rulewright.model.colour import Tint
from rulewright.model.names import slug
from rulewright.model.paper import NO_LENGTH, Millimetres
from rulewright.model.theme import (
    FAMILIES,
    THEMES,
    Badge,
    Family,
    Frame,
    Heading,
    RowHeads,
    Rows,
    TableHeads,
    Terms,
    Theme,
)
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence

# The design values of a theme as they are read


def design_values(entry: ThemeEntry, fonts: MappingOf[str, Family]) -> Iterator[tuple[str, Any]]:
    """Those that are given, by the names that `Theme` has for them."""
    for role in ("font", "headings", "prose"):
        if entry.node_at(role):
            yield role, fonts[entry.choice_at(role, tuple(fonts))]
    if entry.node_at("band"):
        yield "band", Heading(entry.band)
    if entry.node_at("marks"):
        yield "marks", Badge(entry.marks)
    if entry.node_at("frame-style"):
        yield "frame_style", Frame(entry.frame_style)
    if entry.node_at("table-heads"):
        yield "table_heads", TableHeads(entry.table_heads)
    if entry.node_at("rows"):
        yield "rows", Rows(entry.rows)
    if entry.node_at("row-heads"):
        yield "row_heads", RowHeads(entry.row_heads)
    if entry.node_at("terms"):
        yield "terms", Terms(entry.terms)
    if entry.has("greys"):
        yield "greys", entry.greys
    for name, (written, measure) in _numbers(entry).items():
        if written is not None and (number := _number(written, measure, entry)) is not None:
            yield name, number
    yield from ((name, length) for name, length in _lengths(entry) if length is not None)
    yield from _colours(entry)


def _numbers(entry: ThemeEntry) -> MappingOf[str, tuple[Scalar | None, Range]]:
    return {
        "band_size": (entry.band_size, BAND_SIZE),
        "font_scale": (entry.font_scale, FONT_SCALE),
        "letter_spacing": (entry.letter_spacing, LETTER_SPACING),
    }


def _number(written: Scalar, measure: Range, entry: ThemeEntry) -> Decimal | None:
    if NUMBER.fullmatch(written.value) and measure.least <= Decimal(written.value) <= measure.most:
        return Decimal(written.value)
    hint = f"write a multiple of the font size, from {measure.least} to {measure.most}: {measure.usual}"
    message = f"{written.value!r} is not a {measure.noun}"
    entry.fault("bad-value", written.span, message, hint)
    return None


def _lengths(entry: ThemeEntry) -> Iterator[tuple[str, Millimetres | None]]:
    """Of corners and of lines both may be given as one, or each by its name."""
    yield "frame", _length(entry.frame, WEIGHT, entry)
    radius, line = entry.corner_radius, entry.lines
    if isinstance(radius, Mapping):
        corners = ThemeCornersEntry(radius, "'corner-radius'", entry.faults)
        yield "frame_corner", _length(corners.frame, RADIUS, entry)
        yield "band_corner", _length(corners.band, RADIUS, entry)
    else:
        both = _length(radius, RADIUS, entry)
        yield from (("frame_corner", both), ("band_corner", both))
    if isinstance(line, Mapping):
        lines = ThemeLinesEntry(line, "'lines'", entry.faults)
        yield "strong_line", _length(lines.strong, WEIGHT, entry)
        yield "fine_line", _length(lines.fine, WEIGHT, entry)
    else:
        both = _length(line, WEIGHT, entry)
        yield from (("strong_line", both), ("fine_line", both))


def _length(written: Node | None, measure: Measure, entry: ThemeEntry) -> Millimetres | None:
    if written is None:
        return None
    if not isinstance(written, Scalar):
        entry.wrong(written, f"the {measure.noun} is a length", "as in 0.25mm")
        return None
    if written.value == NONE:
        return NO_LENGTH
    length = read_length(written.value)
    if length is not None and measure.least <= length.value <= measure.most:
        return length
    hint = f"write it in millimetres, {measure.least} to {measure.most}, as in {measure.usual}mm, or none"
    entry.fault("bad-value", written.span, f"{written.value!r} is not a {measure.noun}", hint)
    return None


def _colours(entry: ThemeEntry) -> Iterator[tuple[str, Any]]:
    given = {name: getattr(entry, name) for name in COLOURS}
    for name, written in given.items():
        if name in ("background", "shade") and _is_none(written):
            yield name, None
        elif written is not None and (tint := read_tint(name, written, entry.faults)) is not None:
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
        entry.fault("bad-value", written.span, "'stripes' is two colours or none", hint)
        return None
    tints = [read_tint("stripes", item, entry.faults) for item in written.items]
    return tuple(tint for tint in tints if tint) if all(tints) else None


def decode_themes(files: Iterable[CardFile], fonts: Iterable[Family], faults: Findings) -> tuple[Theme, ...]:
    """The themes that come with the tool, and those of the files with `kind: theme`; `fonts` are those of the game."""
    reader = _Themes({slug(name): (name, tree) for name, tree in files}, fonts, faults)
    return (*THEMES, *(theme for id_ in reader.files if (theme := reader.theme(id_)) is not None))


class _Themes:
    """Themes that extend one another, in whatever order their files stand."""

    def __init__(self, files: dict[str, CardFile], fonts: Iterable[Family], faults: Findings) -> None:
        self.faults, self.fonts = faults, {each.name: each for each in (*FAMILIES, *fonts)}
        self.known: dict[str, Theme | None] = {theme.id: theme for theme in THEMES}
        self.files = {id_: file for id_, file in files.items() if not self._is_ours(id_, file[1])}

    def _is_ours(self, id_: str, tree: Mapping) -> bool:
        if id_ not in self.known:
            return False
        hint = f"give the file another name, and write extends: {id_}"
        message = f"the theme {id_!r} comes with the tool"
        self.faults.add(Finding("duplicate-id", tree.span, message, hint))
        return True

    def theme(self, id_: str) -> Theme | None:
        """Reads first what it extends, however long the chain; known as None while it is being read."""
        chain: list[tuple[str, ThemeEntry]] = []
        while id_ not in self.known:
            self.known[id_] = None
            name, tree = self.files[id_]
            entry = ThemeEntry(tree, f"theme {name!r}", self.faults)
            chain.append((id_, entry))
            id_ = entry.choice_at("extends", tuple(dict.fromkeys((*self.known, *self.files))))
        for each, entry in reversed(chain):
            self.known[each] = self._decoded(each, entry, self.known[id_])
            id_ = each
        return self.known[id_]

    def _decoded(self, id_: str, entry: ThemeEntry, base: Theme | None) -> Theme:
        """Without a base it extends itself."""
        if base is None:
            name = self.files[id_][0]
            hint = f"name another, or one that comes with the tool: {', '.join(theme.id for theme in THEMES)}"
            entry.fault("bad-value", entry.place("extends"), f"the theme {name!r} extends itself", hint)
        return replace(
            base or THEMES[0], id=id_, title=entry.title, span=entry.span, **dict(design_values(entry, self.fonts))
        )
