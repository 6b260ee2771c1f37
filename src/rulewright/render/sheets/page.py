"""Sheets without their cards, and booklets without their pages, as HTML: marks, ruler and lines of text."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from rulewright.imposition.boxes import Box
from rulewright.imposition.pages import SheetPage
from rulewright.imposition.space import FOOT
from rulewright.model.book import Book
from rulewright.model.paper import Millimetres, Paper
from rulewright.model.rulebook import Booklet, Rulebook
from rulewright.model.sheet import HOW_TO_BIND, HOW_TO_PRINT, Marks, Sheet, Sides
from rulewright.render.typesetting.environment import rendered
from rulewright.wording import plain

RULER = Decimal(50)
"""Millimetres that the ruler is long."""
RULER_FIELD, RULER_HEIGHT, RULER_DOWN = Decimal(10), Decimal("1.2"), Decimal("1.3")
"""Millimetres of its black and white fields, and from the top of the foot to the first line of text."""
HAIRLINE = Decimal("0.25") * Decimal("25.4") / 72
"""A quarter of a point, in millimetres."""
DASHES = "1.2 0.8"
"""Millimetres of a fold line and of its gaps."""
NOTES = {
    Sides.APART: "",
    Sides.FOLD: "Cut out along the marks, then fold along the dashed line.",
} | {
    sides: f"{words.capitalize()}. Held against the light, the crosses of both sides lie on one another."
    for sides, words in HOW_TO_PRINT.items()
    if sides.duplex
}


@dataclass(frozen=True, slots=True)
class FootView:
    """The line of text and the ruler; lengths of boxes are millimetres, `margin` and `top` carry their unit."""

    title: str
    paper: str
    note: str
    margin: str
    top: str
    ruler: Box
    fields: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class SheetPageView:
    """One side of the paper; `number` is empty if it is the only one."""

    number: str
    lines: tuple[Box, ...]
    folds: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class SheetView:
    """A sheet ready for its template. Lengths in boxes, `dashes` and `view_box` are millimetres; others carry units."""

    title: str
    language: str
    author: str
    subject: str
    game: str
    width: str
    height: str
    view_box: str
    foot: FootView | None
    pages: tuple[SheetPageView, ...]
    created: str
    hairline: Decimal = HAIRLINE
    dashes: str = DASHES


def sheet_html(
    sheet: Sheet, paper: Paper, pages: Sequence[SheetPage], book: Book, project: Path, created: str = ""
) -> str:
    """The HTML of all pages of a sheet; `created` is a date in ISO form for its metadata, or empty."""
    title = plain(sheet.title, book)
    subject = ", ".join(filter(None, (f"cards to cut out, on {paper.name}", HOW_TO_PRINT[sheet.sides])))
    foot = None if sheet.marks is Marks.NONE else _foot(sheet, paper, title)
    return _html(title, subject, paper, foot, map(_page, pages, _numbers(pages)), book, project, created)


def booklet_html(
    rulebook: Rulebook, booklet: Booklet, pages: Sequence[SheetPage], book: Book, project: Path, created: str = ""
) -> str:
    """The HTML of the paper that a booklet is printed on: fold marks and nothing else."""
    title = f"{book.game.title}: {plain(rulebook.title, book)}"
    subject = f"booklet on {booklet.paper.name}, {HOW_TO_BIND}"
    views = (_page(page, "") for page in pages)
    return _html(title, subject, booklet.paper.turned, None, views, book, project, created)


def _html(
    title: str, subject: str, paper: Paper, foot: FootView | None, pages: Iterable[SheetPageView], book: Book,
    project: Path, created: str,
) -> str:  # fmt: skip
    game, size = book.game, paper.size
    view = SheetView(
        title=title,
        language=game.language,
        author=game.by,
        subject=", ".join(filter(None, (f"{game.title}: {subject}", game.imprint))),
        game=game.title,
        width=str(size.width),
        height=str(size.height),
        view_box=f"0 0 {size.width.value} {size.height.value}",
        foot=foot,
        pages=tuple(pages),
        created=created,
    )
    return rendered(project, "sheet/sheet.html.j2", sheet=view)


def _page(page: SheetPage, number: str) -> SheetPageView:
    return SheetPageView(number, (*page.cuts, *page.crosses), page.folds)


def _numbers(pages: Sequence[SheetPage]) -> list[str]:
    """Where there are several pages: `2 of 3`, or `front, 2 of 3` where a sheet of paper has two of them."""
    fronts = [page for page in pages if not page.behind]
    duplex, numbers = len(fronts) < len(pages), list[str]()
    for page in pages:
        at = len([number for number in numbers if not number.startswith("back")]) + (not page.behind)
        side = ("back" if page.behind else "front") if duplex else ""
        numbers.append(", ".join(filter(None, (side, f"{at} of {len(fronts)}" if len(fronts) > 1 else ""))))
    return numbers


def _foot(sheet: Sheet, paper: Paper, title: str) -> FootView:
    margin = sheet.margin
    top = paper.size.height.value - margin.value - FOOT
    ruler = _ruler(paper.size.width.value - margin.value, top)
    return FootView(title, paper.name, NOTES[sheet.sides], str(margin), str(Millimetres(top)), ruler, _fields(ruler))


def _ruler(right: Decimal, top: Decimal) -> Box:
    """At the right end of the foot, level with its first line of text."""
    return Box(right - RULER, top + RULER_DOWN, right, top + RULER_DOWN + RULER_HEIGHT)


def _fields(ruler: Box) -> tuple[Box, ...]:
    """Every other field is black."""
    lefts = [ruler.left + 2 * RULER_FIELD * at for at in range(3)]
    return tuple(Box(left, ruler.top, left + RULER_FIELD, ruler.bottom) for left in lefts)
