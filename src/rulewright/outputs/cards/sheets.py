"""Lay out the paper of sheets and booklets as HTML: marks, ruler and lines of text, without cards and pages."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path

from rulewright.base.messages.messages import joined, tell
from rulewright.book.book import Book
from rulewright.book.wording import plain
from rulewright.entries.paper import Millimetres, Paper
from rulewright.entries.rulebooks import HOW_TO_BIND, Booklet, Rulebook
from rulewright.entries.sheets import HOW_TO_PRINT, Marks, Sheet, Sides
from rulewright.html.environment import rendered
from rulewright.imposition.pages import SheetPage
from rulewright.imposition.pieces import Box
from rulewright.imposition.space import FOOT, FOOT_BESIDE, foot_below

# Sheets without their cards, and booklets without their pages, as HTML

RULER = Decimal(50)
"""The length of the ruler in millimetres."""
RULER_FIELD, RULER_HEIGHT, RULER_DOWN = Decimal(10), Decimal("1.2"), Decimal("1.3")
"""Millimetres: the length of a ruler field, and the space between the top of the foot and its first line."""
HAIRLINE = Decimal("0.25") * Decimal("25.4") / 72
"""A quarter of a point, in millimetres."""
DASHES = "1.2 0.8"
"""Millimetres: a dash of a fold line, and a gap."""
CROSSES = tell("Hold the paper against the light: the crosses of both sides should cover each other.")
NOTES = {
    Sides.APART: "",
    Sides.FOLD: tell("Cut out along the marks, then fold along the dashed line."),
    Sides.LONG_EDGE: tell("Print on both sides, flip on the long edge. {crosses}", crosses=CROSSES),
    Sides.SHORT_EDGE: tell("Print on both sides, flip on the short edge. {crosses}", crosses=CROSSES),
}


@dataclass(frozen=True, slots=True)
class FootView:
    """The line of text and the ruler. Boxes are in millimetres; `margin` and `top` carry their unit.

    `beside` is the length of a foot that is turned and stands at the right edge, with all its words in one line.
    """

    title: str
    paper: str
    note: str
    margin: str
    top: str
    ruler: Box
    fields: tuple[Box, ...]
    beside: str = ""


@dataclass(frozen=True, slots=True)
class SheetPageView:
    """One side of the paper; `number` is empty if it is the only one."""

    number: str
    lines: tuple[Box, ...]
    folds: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class SheetView:
    """A sheet ready for its template. Boxes, `dashes` and `view_box` are in millimetres; other lengths carry units."""

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
    """Return the HTML of all pages of a sheet; `created` is a date in ISO form for its metadata, or empty."""
    title = plain(sheet.title, book)
    cards = tell("cards to cut out, on {paper}", paper=paper.name)
    subject = joined(filter(None, (cards, HOW_TO_PRINT[sheet.sides])))
    boxes = [placed.box for page in pages for placed in page.cards]
    foot = None if sheet.marks is Marks.NONE else _foot(sheet, paper, title, below=foot_below(sheet, paper, boxes))
    return _html(title, subject, paper, foot, map(_page, pages, _numbers(pages)), book, project, created)


def booklet_html(
    rulebook: Rulebook, booklet: Booklet, pages: Sequence[SheetPage], book: Book, project: Path, created: str = ""
) -> str:
    """Return the HTML of the paper of a booklet, with nothing but fold marks."""
    title = f"{book.game.title}: {plain(rulebook.title, book)}"
    subject = tell("booklet on {paper}, {how_to_bind}", paper=booklet.paper.name, how_to_bind=HOW_TO_BIND)
    views = (_page(page, "") for page in pages)
    return _html(title, subject, booklet.paper.turned, None, views, book, project, created)


def _html(
    title: str,
    subject: str,
    paper: Paper,
    foot: FootView | None,
    pages: Iterable[SheetPageView],
    book: Book,
    project: Path,
    created: str,
) -> str:
    game, size = book.game, paper.size
    view = SheetView(
        title=title,
        language=game.language,
        author=game.by,
        subject=joined(filter(None, (joined((game.title, subject), ": "), game.imprint))),
        game=game.title,
        width=str(size.width),
        height=str(size.height),
        view_box=f"0 0 {size.width.value} {size.height.value}",
        foot=foot,
        pages=tuple(pages),
        created=created,
    )
    return rendered(project, "sheet/sheet.html.j2", game.language, sheet=view)


def _page(page: SheetPage, number: str) -> SheetPageView:
    return SheetPageView(number, (*page.cuts, *page.crosses), page.folds)


def _numbers(pages: Sequence[SheetPage]) -> list[str]:
    """Return a label for each of several pages: `2 of 3`, or `front, 2 of 3` on paper with two sides."""
    fronts = [page for page in pages if not page.behind]
    duplex, numbers, at = len(fronts) < len(pages), list[str](), 0
    for page in pages:
        at += not page.behind
        side = (tell("back") if page.behind else tell("front")) if duplex else ""
        number = tell("{number} of {count}", number=at, count=len(fronts)) if len(fronts) > 1 else ""
        numbers.append(joined(filter(None, (side, number))))
    return numbers


def _foot(sheet: Sheet, paper: Paper, title: str, *, below: bool) -> FootView:
    """Place the foot below the cards, or turned at the right margin, between the register marks if there are any.

    The ruler ends the first line of text; every other field of it is black.
    """
    width, height, margin = paper.size.width.value, paper.size.height.value, sheet.margin.value
    starts = [2 * RULER_FIELD * at for at in range(3)]
    if below:
        left, top, beside = margin, height - margin - FOOT, ""
        right, down = width - margin, top + RULER_DOWN
        ruler = Box(right - RULER, down, right, down + RULER_HEIGHT)
        fields = [replace(ruler, left=ruler.left + at, right=ruler.left + at + RULER_FIELD) for at in starts]
    else:
        left, free = width - margin - FOOT_BESIDE, 3 * margin
        top, beside = height - free, str(Millimetres(height - 2 * free))
        ruler = Box(left + RULER_DOWN, free, left + RULER_DOWN + RULER_HEIGHT, free + RULER)
        fields = [replace(ruler, top=free + at, bottom=free + at + RULER_FIELD) for at in starts]
    place = str(Millimetres(left)), str(Millimetres(top))
    return FootView(title, paper.name, NOTES[sheet.sides], *place, ruler, tuple(fields), beside)
