"""Requests for rulebooks: the game as one PDF, and the same as a booklet to fold and staple."""

from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal
from enum import Enum
from typing import Annotated, Self, TypeVar

from rulewright.base.messages.messages import tell
from rulewright.entries.entry import Entry, EntryReader, Kind, key, shared
from rulewright.entries.names import did_you_mean
from rulewright.entries.paper import BOOK_PAPERS, NO_LENGTH, PAPERS, Millimetres, Paper
from rulewright.entries.requests import Request
from rulewright.entries.roles import chosen, defined, either, file_kind, length, number, points, ref
from rulewright.entries.themes import STANDARD
from rulewright.source.nodes import Mapping, Scalar

T = TypeVar("T")

DEFAULT_FONT_SIZES = {1: Decimal("10.5"), 2: Decimal(10)}
"""Font sizes in points by the number of columns: short lines need smaller type."""
TWO_COLUMNS_FROM = 170
"""The width of paper, in millimetres, from which there is room for two columns."""
FACING, SINGLE = "facing", "single"
SMALLEST_FONT, LARGEST_FONT = 8, 16
"""The smallest font size in points: a book is read for longer than a card, and its notes are smaller still."""
MOST_CREEP = 1
"""The largest thickness of paper in millimetres; the thickest paper that still folds has a third of one."""
LARGEST_SIGNATURE = 96
MULTIPLE_OF_FOUR = "|".join(str(pages) for pages in range(4, LARGEST_SIGNATURE + 1, 4))
PAPER_NAMES = [paper.name for paper in PAPERS]
HOW_TO_BIND = tell("print on both sides, flip on the short edge, fold and staple")


class Readers(Enum):
    """The readers of a book. Editors also see proofs, open questions and the rules code (the apparatus)."""

    PLAYERS = "players"
    EDITORS = "editors"

    def part(self, value: T) -> T | None:
        """Return a part of the apparatus, or None for players."""
        return value if self is Readers.EDITORS else None

    def parts(self, values: Iterable[T]) -> tuple[T, ...]:
        """Return parts of the apparatus, or () for players."""
        return tuple(values) if self is Readers.EDITORS else ()


READERS = tuple(each.value for each in Readers)
"""The values of `readers`, the default first."""


class Chapters(Enum):
    """Which chapters begin a new page. BY_LENGTH: the long chapters of a book whose chapters are mostly long."""

    BY_LENGTH = "by-length"
    NEW_PAGE = "new-page"
    RUN_ON = "run-on"


def _sheet(reader: EntryReader, name: str) -> Paper | None:
    """Return the paper that two pages of the rulebook fill exactly, because nothing is scaled."""
    written, page, papers = reader.scalar_at(name), reader.context, {paper.name: paper for paper in PAPERS}
    paper = None if written is None else papers.get(written.value)
    if written is None or (paper is not None and page.is_half_of(paper)):
        return paper
    if paper is None:
        hint = did_you_mean(written.value, papers, f"the papers are: {', '.join(papers)}")
        reader.report("bad-value", written.span, f"there is no paper {written.value!r}", hint)
        return None
    half = next(each.name for each in BOOK_PAPERS if each.is_half_of(paper))
    message = f"a page of {page.name} is not half of {paper.name}, and pages are not scaled"
    reader.report("bad-value", written.span, message, f"for a booklet on {paper.name} write paper: {half}")
    return None


class Booklet(Entry, noun="a booklet"):
    """A rulebook to be folded and stapled; where there is no more to say, `booklet: A4` is enough."""

    paper: Annotated[Paper, Kind(" or ".join(PAPER_NAMES), _sheet, {"enum": PAPER_NAMES})] = key(
        "The paper that two pages of the rulebook fill", "paper: A4"
    )
    creep: Annotated[Millimetres, length(0, MOST_CREEP, "thickness of paper", "0.1mm")] = key(
        "The thickness of the paper: pages move towards the fold by so much for each sheet around them",
        "creep: 0.1mm",
        default=NO_LENGTH,
        otherwise="none",
    )
    signature: (
        Annotated[
            int,
            number(
                MULTIPLE_OF_FOUR,
                f"a multiple of four, up to {LARGEST_SIGNATURE}",
                "pages cannot be folded into one another",
                f"a folded sheet has four pages: write 4, 8, 12, 16 or more, up to {LARGEST_SIGNATURE}",
            ),
        ]
        | None
    ) = key("How many pages are folded into one another", "signature: 16", default=None, otherwise="the whole rulebook")


def _booklet(reader: EntryReader, name: str) -> Booklet | None:
    """Read `booklet: A4`, or a mapping with further keys."""
    written = reader.node_at(name)
    if written is None:
        return None
    if isinstance(written, Scalar):
        written = Mapping(((Scalar("paper", written.span), written),), written.span)
    booklet = Booklet.read(written, repr(name), reader.findings, reader.value_of("paper"))
    return booklet if booklet.is_complete else None


class Rulebook(Request, noun="a rulebook"):
    """The whole game as one PDF, to be read from the first page to the last."""

    kind: str = shared(file_kind("rulebook"), default="rulebook")
    paper: Annotated[Paper, chosen({paper.name: paper for paper in BOOK_PAPERS})] = key(
        "The size of its pages", "paper: A5", default=BOOK_PAPERS[0], otherwise=BOOK_PAPERS[0].name
    )
    font_size: Annotated[Decimal, points(SMALLEST_FONT, LARGEST_FONT, "11pt")] = key(
        "The size of its text",
        "font-size: 9pt",
        default=DEFAULT_FONT_SIZES[1],
        otherwise=" in one column, ".join(f"{size}pt" for size in DEFAULT_FONT_SIZES.values()) + " in two",
        former=("type",),
    )
    columns: Annotated[int, number("[12]", "1 or 2", "is not a number of columns", "write 1 or 2")] = key(
        "How many columns its text has; a table that is too wide for one goes across both",
        "columns: 1",
        default=1,
        otherwise="2 on A4 and Letter, 1 on smaller paper",
    )
    facing: Annotated[bool, chosen({FACING: True, SINGLE: False})] = key(
        "Facing pages have their numbers at the outer edge and more margin in the fold; single ones are all alike",
        "sides: facing",
        name="sides",
        default=False,
        otherwise=f"{FACING} with a booklet, {SINGLE} without",
    )
    booklet: Booklet | None = key(
        "Prints it once more to be folded and stapled, two pages side by side on paper twice their size",
        "paper: A5\nbooklet: A4",
        kind=Kind("the name of a paper, or a mapping", _booklet, either({"enum": PAPER_NAMES}, ref("Booklet"))),
        default=None,
        otherwise="none",
    )
    readers: Readers | None = key(
        "Whom it is for: editors also see what is proved and what is left open",
        "readers: editors",
        default=None,
        otherwise="those of the game",
    )
    chapters: Chapters = key(
        "Which chapters begin a new page: all, none, or the long ones where no page is left nearly empty",
        "chapters: new-page",
        default=Chapters.BY_LENGTH,
        otherwise=Chapters.BY_LENGTH.value,
    )
    theme: Annotated[str, defined("theme", "text")] = key(
        "The theme that has its fonts and colours",
        "theme: parchment",
        default=STANDARD,
        otherwise="the one of the game",
    )

    def completed(self, reader: EntryReader) -> Self:
        columns = reader.value_of("columns") or (1 if self.paper.size.width.value < TWO_COLUMNS_FROM else 2)
        return replace(
            self,
            columns=columns,
            font_size=reader.value_of("font-size") or DEFAULT_FONT_SIZES[columns],
            facing=self.facing if reader.has("sides") else self.booklet is not None,
            theme=reader.value_of("theme"),
        )

    @property
    def file(self) -> str:
        return f"{self.id}.pdf"

    @property
    def booklet_file(self) -> str:
        """The file name of the booklet PDF. There must be a booklet."""
        assert self.booklet is not None
        return f"{self.id}-booklet-{self.booklet.paper.name.lower()}.pdf"
