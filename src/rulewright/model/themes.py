"""The themes that come with the tool: beside the usual one and the one that saves toner, three that look like kinds."""

from dataclasses import replace
from decimal import Decimal

from rulewright.model.colour import Tint
from rulewright.model.font import SERIF, TYPEWRITER
from rulewright.model.paper import NO_LENGTH, Millimetres
from rulewright.model.theme import PLAIN_INK, STANDARD, Frame, Heading, Rows, TableHeads

WARGAME_CHART = replace(
    STANDARD,
    id="wargame-chart",
    title="Wargame chart",
    band_size=Decimal("1.45"),
    frame=Millimetres(Decimal("0.35")),
    frame_corner=NO_LENGTH,
    band_corner=NO_LENGTH,
    strong_line=Millimetres(Decimal("0.3")),
    fine_line=Millimetres(Decimal("0.15")),
    greys=False,
    stripes=(Tint("#ffffff"), Tint("#f0ebdb", (0, 2, 10, 4))),
    shade=Tint("#dcd5bf", (2, 4, 16, 10)),
    head_colour=Tint("#33475b", (75, 50, 20, 40)),
    rows=Rows.GRID,
    accent=Tint("#33475b", (75, 50, 20, 40)),
)
"""The charts of wargames: filled heads on a strong grid, square corners, small headings, much in little room."""
PARCHMENT = replace(
    STANDARD,
    id="parchment",
    title="Parchment",
    font=SERIF,
    headings=SERIF,
    font_scale=Decimal("0.95"),
    band=Heading.UNDERLINED,
    band_size=Decimal("1.7"),
    frame=Millimetres(Decimal("0.9")),
    frame_corner=NO_LENGTH,
    band_corner=NO_LENGTH,
    strong_line=Millimetres(Decimal("0.25")),
    fine_line=Millimetres(Decimal("0.12")),
    ink=Tint("#2b1d0e", (40, 55, 70, 70)),
    negative=Tint("#9c1c1c", (15, 95, 90, 25)),
    background=Tint("#f8f1df", (2, 4, 14, 0)),
    stripes=(Tint("#f8f1df", (2, 4, 14, 0)), Tint("#ecdfbf", (4, 9, 26, 2))),
    shade=Tint("#e2d2a8", (6, 13, 36, 4)),
    table_heads=TableHeads.PLAIN,
    head_colour=Tint("#7a1f1f", (20, 95, 85, 40)),
    frame_style=Frame.ORNATE,
    accent=Tint("#7a1f1f", (20, 95, 85, 40)),
)
"""A page of a role-playing game: serifs on a warm ground, headings in dark red, double lines, ornate corners."""
AS_TYPED = replace(
    PLAIN_INK,
    id="typewriter",
    title="Typewriter",
    font=TYPEWRITER,
    headings=TYPEWRITER,
    prose=TYPEWRITER,
    font_scale=Decimal("0.9"),
    letter_spacing=Decimal("-0.06"),
    band=Heading.UNDERLINED,
    band_size=Decimal("1.35"),
    frame_corner=NO_LENGTH,
    band_corner=NO_LENGTH,
)
"""A page from a typewriter: letters all as wide, and nothing filled. It spares nearly as much ink as plain ink."""
THEMES = (STANDARD, PLAIN_INK, WARGAME_CHART, PARCHMENT, AS_TYPED)
"""Those that come with the tool, the usual one first."""
