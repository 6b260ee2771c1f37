"""Sheets without their cards: cut marks, the ruler and a line of text, as pages of HTML."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from rulewright.imposition import FOOT, Box, SheetPage
from rulewright.model.book import Book
from rulewright.model.paper import Millimetres, Paper
from rulewright.model.sheet import Sheet
from rulewright.render.environment import environment
from rulewright.wording import plain

RULER = Decimal(50)
"""Millimetres that the ruler is long."""
RULER_FIELD, RULER_HEIGHT = Decimal(10), Decimal("1.2")
"""Millimetres of its black and white fields."""
HAIRLINE = Decimal("0.25") * Decimal("25.4") / 72
"""A quarter of a point, in millimetres."""


@dataclass(frozen=True, slots=True)
class SheetPageView:
    """One page; `number` is told where there are several."""

    number: str
    cuts: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class SheetView:
    """A sheet ready for its template. Lengths in boxes and `view_box` are millimetres; the others carry their units."""

    title: str
    language: str
    author: str
    subject: str
    game: str
    paper: str
    width: str
    height: str
    margin: str
    foot: str
    view_box: str
    hairline: Decimal
    ruler: Box
    fields: tuple[Box, ...]
    pages: tuple[SheetPageView, ...]
    created: str = ""


def sheet_html(
    sheet: Sheet, paper: Paper, pages: Sequence[SheetPage], book: Book, project: Path, created: str = ""
) -> str:
    """The HTML of all pages of a sheet; `created` is a date in ISO form for its metadata, or empty."""
    game, title = book.game, plain(sheet.title, book)
    width, height, margin = paper.size.width, paper.size.height, sheet.margin
    ruler = _ruler(paper, margin)
    view = SheetView(
        title=title,
        language=game.language,
        author=game.title,
        subject=", ".join(filter(None, (f"{game.title}: cards to cut out, on {paper.name}", game.imprint))),
        game=game.title,
        paper=paper.name,
        width=str(width),
        height=str(height),
        margin=str(margin),
        foot=str(Millimetres(height.value - margin.value - FOOT)),
        view_box=f"0 0 {width.value} {height.value}",
        hairline=HAIRLINE,
        ruler=ruler,
        fields=_fields(ruler),
        pages=tuple(
            SheetPageView(f"{at} of {len(pages)}" if len(pages) > 1 else "", page.cuts)
            for at, page in enumerate(pages, 1)
        ),
        created=created,
    )
    return environment(project).get_template("sheet/sheet.html.j2").render(sheet=view)


def _ruler(paper: Paper, margin: Millimetres) -> Box:
    """At the right end of the foot, on a level with its first line of text."""
    right, top = paper.size.width.value - margin.value, paper.size.height.value - margin.value - FOOT
    down = Decimal("1.6")
    return Box(right - RULER, top + down, right, top + down + RULER_HEIGHT)


def _fields(ruler: Box) -> tuple[Box, ...]:
    """Every other field is black."""
    lefts = [ruler.left + 2 * RULER_FIELD * at for at in range(3)]
    return tuple(Box(left, ruler.top, left + RULER_FIELD, ruler.bottom) for left in lefts)
