"""The pieces of a card or of a text in Lout: headings, paragraphs, lists and tables, in reading order."""

from dataclasses import dataclass, field
from typing import Union

from rulewright.base.findings import Span
from rulewright.importing.grids import Grid

Piece = Union["Headings", "Bullets", "Paragraph", "PrintedTable", "Columns", "HorizontalRule", "Section", "Box"]


@dataclass(frozen=True, slots=True)
class Heading:
    """Words on a coloured ground, perhaps with the number of a rule, and a note at the right."""

    title: str
    number: str
    colour: str
    note: str
    span: Span


@dataclass(frozen=True, slots=True)
class Headings:
    """One heading, or several side by side."""

    headings: tuple[Heading, ...]


@dataclass(slots=True)
class Item:
    """One bullet, with the bullets and tables under it."""

    text: str
    span: Span
    items: list["Item"] = field(default_factory=list)
    tables: list[Grid] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list. In a numbered list each text begins with its number."""

    items: list[Item]
    span: Span


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Text in Markdown."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class PrintedTable:
    """A table of values."""

    grid: Grid


@dataclass(frozen=True, slots=True)
class Columns:
    """Columns of pieces; `widths` are in centimetres, 0 if Lout chooses the width."""

    columns: tuple[list[Piece], ...]
    widths: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class HorizontalRule:
    """A line across the card, such as the one above a row with `ruleabove { yes }`."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a longer text with a title of its own."""

    title: str
    pieces: list[Piece]
    span: Span


@dataclass(frozen=True, slots=True)
class Box:
    """Pieces in a box: a card, or a note on one."""

    pieces: list[Piece]
    colour: str
