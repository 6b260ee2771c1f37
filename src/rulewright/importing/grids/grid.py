"""A grid of printed cells as its source has it."""

from dataclasses import dataclass

from rulewright.findings import Span


@dataclass(frozen=True, slots=True)
class Cell:
    """A printed cell: its text in our Markdown, and how many columns and rows it spans, itself included."""

    text: str
    origin: Span
    columns: int = 1
    rows: int = 1


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows from above to below; a row lacks the places that cells of others span.

    `headings` tells how many rows of headings stand first, where the source says it. `rule` is the id of the rule that
    the table belongs to.
    """

    title: str
    rows: tuple[tuple[Cell, ...], ...]
    origin: Span
    headings: int | None = None
    rule: str = ""
