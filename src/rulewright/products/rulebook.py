"""The products for rulebooks: the game as one PDF, and the same as a booklet to fold and staple."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from rulewright.decode.card_files import Surroundings
from rulewright.entries.entry import EntryReader, Kind
from rulewright.entries.lazy import LazyEntry, key
from rulewright.entries.names import did_you_mean
from rulewright.entries.paper import BOOK_PAPERS, NO_LENGTH, PAPERS, Paper
from rulewright.entries.roles import STRING, choice, length, node, number, points, ref
from rulewright.entries.text import Text
from rulewright.findings import Span
from rulewright.model.book import Book
from rulewright.model.product import (
    BOOK_STYLE,
    HOW_TO_BIND,
    READERS,
    SHEET_STYLE,
    SMALLEST_IN_BOOKS,
    Booklet,
    Chapters,
    Offer,
    PrintedPdf,
    Readers,
    Rulebook,
)
from rulewright.products.product import Buildable, FileKind, Plan, ProductEntry
from rulewright.source.nodes import Node, Scalar
from rulewright.translation.messages import tell

if TYPE_CHECKING:
    from rulewright.products.run import PrintRun


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
BOOK_PAPER_NAMES = [paper.name for paper in BOOK_PAPERS]
PAPER_NAMES = [paper.name for paper in PAPERS]


class BookletEntry(LazyEntry):
    """A rulebook to be folded and stapled; where there is no more to say, `booklet: A4` is enough."""

    noun = "a booklet"
    paper = key(
        Kind(" or ".join(PAPER_NAMES), lambda entry, name: entry.scalar_at(name), {"enum": PAPER_NAMES}),
        "The paper that two pages of the rulebook fill",
        "paper: A4",
        required=True,
    )
    creep = key(
        length(0, MOST_CREEP, "thickness of paper", "0.1mm"),
        "The thickness of the paper: pages move towards the fold by so much for each sheet around them",
        "creep: 0.1mm",
        default="none",
    )
    signature = key(
        number(
            MULTIPLE_OF_FOUR,
            f"a multiple of four, up to {LARGEST_SIGNATURE}",
            "pages cannot be folded into one another",
            (f"a folded sheet has four pages: write 4, 8, 12, 16 or more, up to {LARGEST_SIGNATURE}"),
        ),
        "How many pages are folded into one another",
        "signature: 16",
        default="the whole rulebook",
    )


class RulebookEntry(ProductEntry, word="rulebook"):
    """The whole game as one PDF, to be read from the first page to the last."""

    noun = "a rulebook"
    parts = (BookletEntry,)
    paper = key(choice(*BOOK_PAPER_NAMES), "The size of its pages", "paper: A5", default=BOOK_PAPER_NAMES[0])
    font_size = key(
        points(SMALLEST_FONT, LARGEST_FONT, "11pt"),
        "The size of its text",
        "font-size: 9pt",
        default=" in one column, ".join(f"{size}pt" for size in DEFAULT_FONT_SIZES.values()) + " in two",
        former=("type",),
    )
    columns = key(
        number("[12]", "1 or 2", "is not a number of columns", "write 1 or 2"),
        "How many columns its text has; a table that is too wide for one goes across both",
        "columns: 1",
        default="2 on A4 and Letter, 1 on smaller paper",
    )
    sides = key(
        choice(FACING, SINGLE),
        "Facing pages have their numbers at the outer edge and more margin in the fold; single ones are all alike",
        "sides: facing",
        default=f"{FACING} with a booklet, {SINGLE} without",
    )
    booklet = key(
        node("the name of a paper, or a mapping", {"enum": PAPER_NAMES}, ref("BookletEntry")),
        "Prints it once more to be folded and stapled, two pages side by side on paper twice their size",
        "paper: A5\nbooklet: A4",
        default="none",
    )
    readers = key(
        choice(*READERS),
        "Whom it is for: editors also see what is proved and what is left open",
        "readers: editors",
        default="those of the game",
    )
    chapters = key(
        choice(*(each.value for each in Chapters)),
        "Which chapters begin a new page: all, none, or the long ones where no page is left nearly empty",
        "chapters: new-page",
        default=Chapters.BY_LENGTH.value,
    )
    theme = key(STRING, "The theme that has its fonts and colours", "theme: parchment", default="the one of the game")


def _read_rulebook(id_: str, entry: RulebookEntry, surroundings: Surroundings) -> Rulebook:
    paper = BOOK_PAPERS[BOOK_PAPER_NAMES.index(entry.paper)]
    booklet = _booklet(entry, entry.booklet, paper) if entry.booklet else None
    readers = Readers(entry.readers) if entry.has("readers") else None
    columns = entry.columns or (1 if paper.size.width.value < TWO_COLUMNS_FROM else 2)
    return Rulebook(
        id=id_,
        title=entry.title,
        paper=paper,
        font_size=entry.font_size or DEFAULT_FONT_SIZES[columns],
        span=entry.span,
        booklet=booklet,
        readers=readers,
        chapters=Chapters(entry.chapters),
        columns=columns,
        facing=entry.sides == FACING if entry.has("sides") else booklet is not None,
        theme=entry.choice_at("theme", surroundings.themes),
    )


def _booklet(entry: RulebookEntry, written: Node, page: Paper) -> Booklet | None:
    """Read `booklet: A4`, or a mapping with further keys."""
    if isinstance(written, Scalar):
        paper = _sheet_of(entry, written.value, written.span, page)
        return Booklet(paper, NO_LENGTH, None, written.span) if paper else None
    inner = BookletEntry(written, "'booklet'", entry.findings)
    creep, signature = inner.creep or NO_LENGTH, inner.signature
    paper = _sheet_of(entry, name.value, name.span, page) if (name := inner.paper) else None
    return Booklet(paper, creep, signature, written.span) if paper else None


def _sheet_of(entry: EntryReader, name: str, span: Span, page: Paper) -> Paper | None:
    """Return the paper that two pages of the rulebook fill exactly, because nothing is scaled."""
    papers = {paper.name: paper for paper in PAPERS}
    if name not in papers:
        hint = did_you_mean(name, papers, f"the papers are: {', '.join(papers)}")
        entry.report("bad-value", span, f"there is no paper {name!r}", hint)
        return None
    if page.is_half_of(papers[name]):
        return papers[name]
    half = next(paper.name for paper in BOOK_PAPERS if paper.is_half_of(papers[name]))
    message = f"a page of {page.name} is not half of {name}, and pages are not scaled"
    entry.report("bad-value", span, message, f"for a booklet on {name} write paper: {half}")
    return None


@dataclass(frozen=True)
class RulebookProduct(Buildable):
    """A rulebook, and its booklet if it has one."""

    kind = RulebookEntry.word
    request: Rulebook

    def texts(self) -> Iterator[Text | None]:
        yield self.request.title

    def files(self, book: Book) -> Iterator[PrintedPdf]:
        rulebook, booklet = self.request, self.request.booklet
        families = book.themes[rulebook.theme].book_families
        yield PrintedPdf(
            path=rulebook.file,
            span=rulebook.span,
            offer=Offer((rulebook.title,)),
            name=f"the rulebook {rulebook.id!r}",
            about=f"rulebook {rulebook.id}",
            smallest=SMALLEST_IN_BOOKS,
            stylesheet=BOOK_STYLE,
            families=families,
        )
        if booklet:
            yield PrintedPdf(
                path=rulebook.booklet_file,
                span=booklet.span,
                offer=Offer((rulebook.title, tell(", {paper} booklet", paper=booklet.paper.name)), HOW_TO_BIND),
                name=f"the booklet of {rulebook.id!r}",
                about=f"booklet {rulebook.id}",
                smallest=SMALLEST_IN_BOOKS,
                stylesheet=SHEET_STYLE,
                sheet=True,
            )

    def plans(self, run: "PrintRun") -> Iterator[Plan]:
        from rulewright.products.print_rulebook import booklet_file, rulebook_file

        made = frozenset([self.request.file])
        yield Plan(here=lambda *_: run.files([rulebook_file(run, self.request)]), makes=made)
        if booklet := self.request.booklet:
            needs = frozenset([self.request.file])
            yield Plan(needs, lambda finished: [booklet_file(run, self.request, booklet, finished)])


RULEBOOK = FileKind(RulebookEntry, _read_rulebook, RulebookProduct)
