"""The pieces of a card as Lout prints them, before they become blocks of ours."""

from dataclasses import dataclass, field
from typing import Union

from rulewright.findings import Span
from rulewright.importing.grids import Grid

Piece = Union["Heading", "Headings", "Bullets", "Paragraph", "Printed", "Beside", "Rule", "Section", "Framed"]


@dataclass(frozen=True, slots=True)
class Heading:
    """Words on a colour, perhaps with the number of a rule and a note at the right."""

    title: str
    number: str
    colour: str
    note: str
    span: Span


@dataclass(frozen=True, slots=True)
class Headings:
    """Several headings side by side."""

    headings: tuple[Heading, ...]
    span: Span


@dataclass(slots=True)
class Item:
    """One bullet, with the bullets and tables under it."""

    text: str
    span: Span
    items: list["Item"] = field(default_factory=list)
    tables: list[Grid] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list. Of a numbered one each text begins with its number."""

    items: list[Item]
    span: Span


@dataclass(frozen=True, slots=True)
class Paragraph:
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Printed:
    """A table of values."""

    grid: Grid


@dataclass(frozen=True, slots=True)
class Beside:
    """Columns of pieces; `widths` are in centimetres, 0 where the text leaves them to Lout."""

    columns: tuple[list[Piece], ...]
    widths: tuple[float, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Rule:
    """A line across."""

    span: Span


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a longer text with a title of its own; `level` is 1 for the largest."""

    title: str
    level: int
    pieces: list[Piece]
    span: Span


@dataclass(frozen=True, slots=True)
class Framed:
    """Pieces in a box: a card, or a note on one."""

    pieces: list[Piece]
    colour: str
    span: Span
