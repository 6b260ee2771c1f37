"""The products for home printing: sheets of cards to cut out, and contact sheets."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from rulewright.decode.card_files import Surroundings
from rulewright.entries.entry import EntryReader, Kind
from rulewright.entries.fonts import MARK_FONT
from rulewright.entries.lazy import key
from rulewright.entries.names import did_you_mean
from rulewright.entries.paper import NO_LENGTH, PAPERS, Millimetres, Paper
from rulewright.entries.roles import (
    FLAG,
    LENGTH,
    LENGTH_SCHEMA,
    ONE_VALUE,
    SCALAR,
    choice,
    either,
    length,
    link,
    list_of,
    names_to,
    number,
    one_or_list,
    read_length,
    reference,
)
from rulewright.entries.text import Text
from rulewright.model.book import Book
from rulewright.model.product import (
    HOW_TO_PRINT,
    SHEET_STYLE,
    SMALLEST_ON_CARDS,
    Copies,
    Gap,
    Grid,
    Marks,
    Offer,
    PrintedPdf,
    ProductFile,
    Sheet,
    Sides,
)
from rulewright.products.product import (
    CHOSEN_CARDS,
    Buildable,
    FileKind,
    Plan,
    ProductEntry,
    ProductOfCards,
    distinct,
    refuse_empty,
)
from rulewright.products.requests import ContactSheet
from rulewright.render.paths import card_path
from rulewright.source.nodes import Mapping, Node, Scalar

if TYPE_CHECKING:
    from rulewright.products.run import PrintRun


# Sheets: cards at full size, to be cut out

WIDEST = 30
"""The widest margin or gap in millimetres."""
WIDEST_BLEED = 10
"""The widest bleed of cards on a sheet in millimetres; print shops ask for 3 to 5."""
DEFAULT = Millimetres(Decimal(6))
"""The default margin and gap: no usual printer needs a wider edge, and two cut marks fit into the gap."""
COUNT = re.compile(r"[0-9]{1,3}")
TIMES = re.compile(r"\s*[x×]\s*")
GRID = re.compile(r"([1-9]\d?)\s*[x×]\s*([1-9]\d?)")
DUPLEX = {side.value: side for side in Sides if side.duplex}
PAPER_NAMES = [paper.name for paper in PAPERS]


def _papers(entry: EntryReader, name: str) -> tuple[Paper, ...]:
    def read(written: Scalar) -> tuple[str, Paper] | None:
        if written.value in PAPER_NAMES:
            return repr(written.value), PAPERS[PAPER_NAMES.index(written.value)]
        hint = did_you_mean(written.value, PAPER_NAMES, f"the papers are: {', '.join(PAPER_NAMES)}")
        entry.report("bad-value", written.span, f"there is no paper {written.value!r}", hint)
        return None

    return distinct(entry, name, f"list at least one, such as {name}: [A4]", read)


PAPERS_TO_PRINT_ON = Kind(" or ".join(PAPER_NAMES) + ", or a list of them", _papers, one_or_list({"enum": PAPER_NAMES}))


def _copies(entry: EntryReader, name: str) -> tuple[Copies, ...]:
    refuse_empty(entry, name, f"list at least one, such as {name}: [concealment]")
    copies: list[Copies] = []
    for item in entry.list_at(name):
        if isinstance(item, Scalar):
            copies.append(Copies(reference(item, "card"), 1))
        elif isinstance(item, Mapping) and item.entries:
            copies += [Copies(reference(card, "card"), read_count(number, entry)) for card, number in item.entries]
        else:
            entry.wrong(item, f"{name!r} lists names of cards", "as in cards: [fire, {moving: 3}]")
    return tuple(copies)


def read_count(number: Node, entry: EntryReader) -> int:
    """Read the number of copies of a card; report anything else than a number and return 1."""
    if isinstance(number, Scalar) and COUNT.fullmatch(number.value) and int(number.value):
        return int(number.value)
    if isinstance(number, Scalar):
        hint = "write how many copies, 1 to 999: {concealment: 2}"
        entry.report("bad-value", number.span, f"{number.value!r} is not a number of copies", hint)
    else:
        entry.wrong(number, "how many copies of a card is a number", "as in cards: [fire, {moving: 3}]")
    return 1


def _gap(entry: EntryReader, name: str) -> Gap:
    """Read one width for both gaps, or two: `4 × 6 mm`, across and down."""
    written = entry.scalar_at(name)
    widths = tuple(_gap_widths(written.value)) if written else (DEFAULT,)
    if written and not (0 < len(widths) <= 2 and max(each.value for each in widths) <= WIDEST):
        hint = f"write it in millimetres or inches, 0 to {WIDEST} mm: 6mm; or across and down: 4 × 6 mm"
        entry.report("bad-value", written.span, f"{written.value!r} is not a width of a gap", hint)
        widths = (DEFAULT,)
    return Gap(widths[0], widths[-1])


def _gap_widths(written: str) -> Iterator[Millimetres]:
    """Yield the lengths, or nothing if one is wrong. In `4 × 6 mm` the unit counts for both."""
    parts = TIMES.split(written.strip())
    unit = LENGTH.fullmatch(parts[-1])
    widths = [read_length(part if LENGTH.fullmatch(part) or not unit else part + unit[2]) for part in parts]
    if None not in widths:
        yield from (width for width in widths if width)


def _grid(entry: EntryReader, name: str) -> Grid | None:
    written = entry.scalar_at(name)
    match = GRID.fullmatch(written.value) if written else None
    if written and not match:
        hint = "write how many cards stand side by side, and how many one above the other: 3 × 3"
        entry.report("bad-value", written.span, f"{written.value!r} is not a grid of cards", hint)
    return Grid(int(match[1]), int(match[2])) if match else None


COPIES_SCHEMA = {"type": "integer", "minimum": 1, "maximum": 999}


class SheetEntry(ProductEntry, word="sheet"):
    """Cards laid out on paper at full size, to be printed at home and cut out: one PDF for each paper."""

    noun = "a sheet"
    paper = key(
        PAPERS_TO_PRINT_ON, "The paper to print on; there is a PDF for each", "paper: [A4, Letter]", required=True
    )
    orientation = key(
        choice("portrait", "landscape"), "How the paper lies", "orientation: landscape", default="portrait"
    )
    cards = key(
        Kind(
            "a list of cards, each by its name or with its number of copies",
            _copies,
            list_of(either(ONE_VALUE, names_to(COPIES_SCHEMA))),
        ),
        "The cards on the sheet, in order, and how many of each",
        "cards: [fire, {moving: 3}]",
        required=True,
    )
    grid = key(
        Kind("columns × rows", _grid, {"type": "string", "pattern": GRID.pattern}),
        "How many cards every page has, each in the middle of its place",
        "grid: 3 × 3",
        default="the tool turns and packs the cards",
    )
    margin = key(
        length(0, WIDEST, "width of a margin"),
        "The edge of the paper that the printer cannot reach",
        "margin: 8mm",
        default="6mm",
    )
    gap = key(
        Kind("a length, or two: across × down", _gap, LENGTH_SCHEMA),
        "The space between two cards; of two lengths, the first is between cards side by side",
        "gap: 4 × 6 mm",
        default="6mm, or none where that saves paper",
    )
    bleed = key(
        length(0, WIDEST_BLEED, "width of a bleed"),
        "How far the background of a card is printed beyond its edges, at most half the gap",
        "bleed: 2mm",
        default="none",
    )
    marks = key(
        choice(*(each.value for each in Marks)),
        "Crop marks, and a line of text with a ruler at the foot of the page; or nothing beside the cards",
        "marks: none",
        default="crop",
    )
    duplex = key(
        choice(*DUPLEX),
        "The edge along which the printer turns the paper, to print backs behind their cards",
        "duplex: long-edge",
        default="one side of the paper is printed",
    )
    fold = key(
        FLAG,
        "Whether the back is printed beside the front, to be folded behind it and glued",
        "fold: yes",
        default="no",
    )
    back = key(
        link("card"),
        "The card that is behind all that have no back of their own",
        "duplex: long-edge\ncards: [moving]\nback: emblem",
        default="none",
    )
    theme = key(SCALAR, "The theme that replaces those of the cards", "theme: plain-ink", default="their own")


def _read_sheet(id_: str, entry: SheetEntry, surroundings: Surroundings) -> Sheet:
    landscape = entry.orientation == "landscape"
    papers = tuple(paper.turned if landscape else paper for paper in entry.paper)
    gap, sides = entry.gap, _sides(entry)
    theme = entry.choice_at("theme", surroundings.themes) if entry.has("theme") else ""
    # A bleed needs some space between cards, and so does the line of a fold.
    adjustable = not (entry.has("gap") or entry.has("margin") or entry.has("bleed") or entry.fold)
    return Sheet(
        id_,
        entry.title,
        papers,
        entry.cards,
        entry.margin or DEFAULT,
        gap,
        entry.span,
        theme,
        sides,
        _back(entry, sides),
        entry.grid,
        _bleed(entry, gap),
        Marks(entry.marks),
        adjustable,
    )


def _bleed(entry: SheetEntry, gap: Gap) -> Millimetres:
    bleed = entry.bleed or NO_LENGTH
    if 2 * bleed.value > gap.narrower.value:
        message = f"the bleeds of two neighbours meet: twice {bleed} is more than the gap of {gap.narrower}"
        hint = f"make the gap {Millimetres(2 * bleed.value)} or wider, or the bleed narrower"
        entry.report("bad-value", entry.place("bleed"), message, hint)
        return NO_LENGTH
    return bleed


def _sides(entry: SheetEntry) -> Sides:
    duplex = entry.scalar_at("duplex")
    if entry.fold:
        if duplex:
            message = "a card that is folded has both its sides on one side of the paper"
            entry.report("bad-value", duplex.span, message, "remove either 'duplex' or 'fold'")
        return Sides.FOLD
    return DUPLEX[entry.duplex] if duplex else Sides.APART


def _back(entry: SheetEntry, sides: Sides) -> Text | None:
    if entry.back and sides is Sides.APART:
        hint = "write 'duplex: long-edge' to print it behind the cards, or 'fold: yes' to fold it behind them"
        entry.report("bad-value", entry.place("back"), "no card of this sheet has anything printed behind it", hint)
    return entry.back


@dataclass(frozen=True)
class SheetProduct(Buildable):
    """A sheet: one PDF for each paper, with the finished cards laid on it."""

    kind = SheetEntry.word
    request: Sheet

    def texts(self) -> Iterator[Text | None]:
        yield self.request.title
        yield from (copies.card for copies in self.request.cards)
        yield self.request.back

    def files(self, book: Book) -> Iterator[PrintedPdf]:
        sheet = self.request
        families = (*book.themes[sheet.theme].families, MARK_FONT) if sheet.theme else ()
        for paper in sheet.papers:
            yield PrintedPdf(
                path=f"cards/{sheet.file(paper)}",
                span=sheet.span,
                offer=Offer((sheet.title, f", {paper.name}"), HOW_TO_PRINT[sheet.sides]),
                name=f"the sheet {sheet.id!r} on {paper.name}",
                about=f"sheet {sheet.id} {paper.name}",
                smallest=SMALLEST_ON_CARDS,
                stylesheet=SHEET_STYLE,
                sheet=True,
                families=families,
                themed=bool(sheet.theme),
            )

    def plans(self, run: "PrintRun") -> Iterator[Plan]:
        from rulewright.products.print_sheets import sheet_files

        cards = (*(copies.card for copies in self.request.cards), *filter(None, (self.request.back,)))
        needs = frozenset(map(card_path, run.book.chosen(cards)))
        yield Plan(needs, lambda finished: sheet_files(run, self.request, finished))


SHEET = FileKind(SheetEntry, _read_sheet, SheetProduct)


# Contact sheets: the fronts of all cards, small, to look a deck over or to check it against what is in the box

USUAL_COLUMNS = 8


class ContactSheetEntry(ProductEntry, word="contact-sheet"):
    """A contact sheet: the fronts of all cards, small, with their names and how many there are of each."""

    noun = "a contact sheet"
    paper = key(
        PAPERS_TO_PRINT_ON, "The paper to print on; there is a PDF for each", "paper: [A4, Letter]", required=True
    )
    cards = key(CHOSEN_CARDS, "The cards to show", "cards: [fire]", default="all cards")
    columns = key(
        number(
            "[2-9]|1[0-2]",
            "a whole number from 2 to 12",
            "is not a number of columns",
            "write a whole number from 2 to 12: columns: 6",
        ),
        "How many cards are side by side",
        "columns: 6",
        default=str(USUAL_COLUMNS),
    )


@dataclass(frozen=True)
class ContactSheetProduct(ProductOfCards):
    """A contact sheet: one PDF for each paper."""

    kind = ContactSheetEntry.word
    request: ContactSheet

    def files(self, book: Book) -> Iterator[ProductFile]:  # noqa: ARG002 - it has the same files with any cards
        for paper in self.request.papers:
            offer = Offer((self.request.title, f", {paper.name}"))
            yield ProductFile(path=self.request.path(paper), span=self.request.span, offer=offer)

    def plans(self, run: "PrintRun") -> Iterator[Plan]:
        from rulewright.products.print_sheets import contact_files

        needs = frozenset(map(card_path, run.book.chosen(self.request.cards)))
        yield Plan(needs, lambda finished: contact_files(run, self.request, finished))


def _read_contact_sheet(id_: str, entry: ContactSheetEntry, _: Surroundings) -> ContactSheet:
    return ContactSheet(id_, entry.title, entry.paper, entry.cards, entry.columns or USUAL_COLUMNS, entry.span)


CONTACT_SHEET = FileKind(ContactSheetEntry, _read_contact_sheet, ContactSheetProduct)
