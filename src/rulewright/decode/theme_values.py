"""The design values of a theme as they are read: each checked against its bounds."""

from collections.abc import Iterator
from collections.abc import Mapping as MappingOf
from decimal import Decimal
from typing import Any

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
from rulewright.language.lengths import read_length
from rulewright.model.colour import Tint
from rulewright.model.font import Family
from rulewright.model.paper import NO_LENGTH, Millimetres
from rulewright.model.theme import Badge, Frame, Heading, RowHeads, Rows, TableHeads, Terms
from rulewright.source.nodes import Mapping, Node, Scalar, Sequence


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
