"""Requests for home printing: sheets of cards to cut out, and contact sheets."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import Enum
from typing import Annotated, Any, Self

from rulewright.base.messages.messages import tell
from rulewright.entries.entry import Entry, EntryReader, Key, Kind, key, shared
from rulewright.entries.names import did_you_mean
from rulewright.entries.paper import NO_LENGTH, PAPERS, Millimetres, Paper
from rulewright.entries.requests import ChosenCards, Request, distinct, refuse_empty
from rulewright.entries.roles import (
    LENGTH,
    LENGTH_SCHEMA,
    ONE_VALUE,
    chosen,
    defined,
    either,
    file_kind,
    length,
    link,
    list_of,
    names_to,
    number,
    one_or_list,
    parsed,
    read_length,
    reference,
)
from rulewright.entries.text import Text
from rulewright.source.nodes import Mapping, Node, Scalar

WIDEST = 30
"""The widest margin or gap in millimetres."""
WIDEST_BLEED = 10
"""The widest bleed of cards on a sheet in millimetres; print shops ask for 3 to 5."""
DEFAULT = Millimetres(Decimal(6))
"""The default margin and gap: no usual printer needs a wider edge, and two cut marks fit into the gap."""
COUNT = re.compile(r"[0-9]{1,3}")
TIMES = re.compile(r"\s*[x×]\s*")
GRID = re.compile(r"([1-9]\d?)\s*[x×]\s*([1-9]\d?)")


# Where the two sides of a card print, and the marks around it


class Sides(Enum):
    """Where the back of a card prints: beside other cards, next to its front to fold, or on the back of the paper.

    LONG_EDGE and SHORT_EDGE are the printer settings for the edge along which the paper is turned.
    """

    APART = "apart"
    FOLD = "fold"
    LONG_EDGE = "long-edge"
    SHORT_EDGE = "short-edge"

    @property
    def duplex(self) -> bool:
        return self in (Sides.LONG_EDGE, Sides.SHORT_EDGE)


DUPLEX = Key(
    chosen({side.value: side for side in Sides if side.duplex}),
    "The edge along which the printer turns the paper, to print backs behind their cards",
    "duplex: long-edge",
    default="one side of the paper is printed",
    name="duplex",
)
HOW_TO_PRINT = {
    Sides.APART: "",
    Sides.FOLD: tell("cut out, then fold"),
    Sides.LONG_EDGE: tell("print on both sides, flip on the long edge"),
    Sides.SHORT_EDGE: tell("print on both sides, flip on the short edge"),
}
"""The instructions at the foot of a sheet and in the list of downloads."""


class Marks(Enum):
    """What prints beside the cards: crop marks, a line of text and a ruler, or nothing."""

    CROP = "crop"
    NONE = "none"


MARK_OFFSET = Decimal("1.5")
"""Millimetres from the corner of a card to its cut mark."""
SHORTEST_MARK = Decimal("1.5")
"""The least length in mm of a mark that something shortens; a shorter one is left out."""
CLEARANCE = Decimal("0.5")
"""Millimetres between a mark and other cards, or any bleed."""


def mark_offset(bleed: Decimal) -> Decimal:
    """Return the mm from the corner of a card to its marks, which are outside its bleed."""
    return max(MARK_OFFSET, bleed + CLEARANCE) if bleed else MARK_OFFSET


def narrowest_gap(bleed: Decimal) -> Decimal:
    """Return the smallest gap in mm that leaves room for a mark at every corner."""
    return mark_offset(bleed) + SHORTEST_MARK + CLEARANCE + bleed


# The values of sheets


class Copies(Entry):
    """A card, and how many of it."""

    card: Text
    number: int

    def texts_of(self, wanted: Callable[[Kind[Any]], bool]) -> Iterator[Text]:
        yield from (self.card,) if wanted(LINK) else ()


LINK = link("card")
COPIES_SCHEMA = {"type": "integer", "minimum": 1, "maximum": 999}


def _listed_copies(reader: EntryReader, name: str) -> tuple[Copies, ...]:
    refuse_empty(reader, name, f"list at least one, such as {name}: [concealment]")
    copies: list[Copies] = []
    for item in reader.list_at(name):
        if isinstance(item, Scalar):
            copies.append(Copies(card=reference(item, "card"), number=1))
        elif isinstance(item, Mapping) and item.entries:
            copies += [_copies(card, number, reader) for card, number in item.entries]
        else:
            reader.wrong(item, f"{name!r} lists names of cards", "as in cards: [fire, {moving: 3}]")
    return tuple(copies)


def _copies(card: Scalar, number: Node, reader: EntryReader) -> Copies:
    """Read the number of copies of a card; report anything else than a number, which counts as 1."""
    count = int(number.value) if isinstance(number, Scalar) and COUNT.fullmatch(number.value) else 0
    if not isinstance(number, Scalar):
        reader.wrong(number, "how many copies of a card is a number", "as in cards: [fire, {moving: 3}]")
    elif not count:
        hint = "write how many copies, 1 to 999: {concealment: 2}"
        reader.report("bad-value", number.span, f"{number.value!r} is not a number of copies", hint)
    return Copies(card=reference(card, "card"), number=count or 1)


LISTED_COPIES = Kind(
    "a list of cards, each by its name or with its number of copies",
    _listed_copies,
    list_of(either(ONE_VALUE, names_to(COPIES_SCHEMA))),
    refers=True,
)
NAMED_COPIES = Kind(
    "how many of which cards",
    lambda reader, name: tuple(_copies(card, number, reader) for card, number in reader.pairs_at(name)),
    names_to(COPIES_SCHEMA),
    refers=True,
)


@dataclass(frozen=True, slots=True)
class Gap:
    """The gutters: the space between cards side by side, and between cards one above the other."""

    across: Millimetres
    down: Millimetres

    @property
    def narrower(self) -> Millimetres:
        return min(self.across, self.down, key=lambda each: each.value)


NO_GAP = Gap(NO_LENGTH, NO_LENGTH)
USUAL_GAP = Gap(DEFAULT, DEFAULT)


def _gap(reader: EntryReader, name: str) -> Gap:
    """Read one width for both gaps, or two: `4 × 6 mm`, across and down."""
    written = reader.scalar_at(name)
    widths = tuple(_gap_widths(written.value)) if written else (DEFAULT,)
    if written and not (0 < len(widths) <= 2 and max(each.value for each in widths) <= WIDEST):
        hint = f"write it in millimetres or inches, 0 to {WIDEST} mm: 6mm; or across and down: 4 × 6 mm"
        reader.report("bad-value", written.span, f"{written.value!r} is not a width of a gap", hint)
        return USUAL_GAP
    return Gap(widths[0], widths[-1])


def _gap_widths(written: str) -> Iterator[Millimetres]:
    """Yield the lengths, or nothing if one is wrong. In `4 × 6 mm` the unit counts for both."""
    parts = TIMES.split(written.strip())
    unit = LENGTH.fullmatch(parts[-1])
    widths = [read_length(part if LENGTH.fullmatch(part) or not unit else part + unit[2]) for part in parts]
    if None not in widths:
        yield from (width for width in widths if width)


@dataclass(frozen=True, slots=True)
class Grid:
    """The exact number of columns and rows of cards on every page."""

    columns: int
    rows: int

    @property
    def cells(self) -> int:
        return self.columns * self.rows

    def __str__(self) -> str:
        return f"{self.columns} × {self.rows}"


GRIDS = parsed(
    "columns × rows",
    {"type": "string", "pattern": GRID.pattern},
    lambda text: Grid(int(match[1]), int(match[2])) if (match := GRID.fullmatch(text)) else None,
    "is not a grid of cards",
    "write how many cards stand side by side, and how many one above the other: 3 × 3",
)


def _bleed(reader: EntryReader, name: str) -> Millimetres | None:
    bleed, gap = BLEED.read(reader, name), reader.value_of("gap").narrower
    if bleed is None or 2 * bleed.value <= gap.value:
        return bleed
    message = f"the bleeds of two neighbours meet: twice {bleed} is more than the gap of {gap}"
    hint = f"make the gap {Millimetres(2 * bleed.value)} or wider, or the bleed narrower"
    reader.report("bad-value", reader.place(name), message, hint)
    return None


BLEED = length(0, WIDEST_BLEED, "width of a bleed")
PAPER_NAMES = [paper.name for paper in PAPERS]


def _papers(reader: EntryReader, name: str) -> tuple[Paper, ...]:
    def read(written: Scalar) -> tuple[str, Paper] | None:
        if written.value in PAPER_NAMES:
            return repr(written.value), PAPERS[PAPER_NAMES.index(written.value)]
        hint = did_you_mean(written.value, PAPER_NAMES, f"the papers are: {', '.join(PAPER_NAMES)}")
        reader.report("bad-value", written.span, f"there is no paper {written.value!r}", hint)
        return None

    return distinct(reader, name, f"list at least one, such as {name}: [A4]", read)


Papers = Annotated[
    tuple[Paper, ...],
    Kind(" or ".join(PAPER_NAMES) + ", or a list of them", _papers, one_or_list({"enum": PAPER_NAMES})),
]
"""The papers to print on."""


class Sheet(Request, noun="a sheet"):
    """Cards laid out on paper at full size, to be printed at home and cut out: one PDF for each paper."""

    adjustable: bool = False
    """Whether the tool chooses gap and margin."""
    at_edge: bool = False
    """Whether cards reach as far as printers do: crop marks are in the margin, and the foot wherever there is room."""
    kind: str = shared(file_kind("sheet"), default="sheet")
    papers: Papers = key("The paper to print on; there is a PDF for each", "paper: [A4, Letter]", name="paper")
    landscape: Annotated[bool, chosen({"portrait": False, "landscape": True})] = key(
        "How the paper lies", "orientation: landscape", name="orientation", default=False, otherwise="portrait"
    )
    cards: tuple[Copies, ...] = key(
        "The cards on the sheet, in order, and how many of each", "cards: [fire, {moving: 3}]", kind=LISTED_COPIES
    )
    grid: Annotated[Grid, GRIDS] | None = key(
        "How many cards every page has, each in the middle of its place",
        "grid: 3 × 3",
        default=None,
        otherwise="the tool turns and packs the cards",
    )
    margin: Annotated[Millimetres, length(0, WIDEST, "width of a margin")] = key(
        "The edge of the paper that the printer cannot reach", "margin: 8mm", default=DEFAULT, otherwise="6mm"
    )
    gap: Annotated[Gap, Kind("a length, or two: across × down", _gap, LENGTH_SCHEMA)] = key(
        "The space between two cards; of two lengths, the first is between cards side by side",
        "gap: 4 × 6 mm",
        default=USUAL_GAP,
        otherwise="6mm, or none where that saves paper",
    )
    bleed: Annotated[Millimetres, replace(BLEED, read=_bleed)] = key(
        "How far the background of a card is printed beyond its edges, at most half the gap",
        "bleed: 2mm",
        default=NO_LENGTH,
        otherwise="none",
    )
    marks: Marks = key(
        "Crop marks, and a line of text with a ruler at the foot of the page; or nothing beside the cards",
        "marks: none",
        default=Marks.CROP,
    )
    sides: Sides = shared(DUPLEX, default=Sides.APART)
    fold: bool = key(
        "Whether the back is printed beside the front, to be folded behind it and glued", "fold: yes", default=False
    )
    back: Annotated[Text, LINK] | None = key(
        "The card that is behind all that have no back of their own",
        "duplex: long-edge\ncards: [moving]\nback: emblem",
        default=None,
        otherwise="none",
    )
    theme: Annotated[str, defined("theme", "text")] = key(
        "The theme that replaces those of the cards", "theme: plain-ink", default="", otherwise="their own"
    )

    def file(self, paper: Paper) -> str:
        return f"{self.id}-{paper.name.lower()}.pdf"

    def check(self, reader: EntryReader) -> None:
        if self.fold and (duplex := reader.node_at("duplex")):
            message = "a card that is folded has both its sides on one side of the paper"
            reader.report("bad-value", duplex.span, message, "remove either 'duplex' or 'fold'")
        if self.back and self.sides is Sides.APART and not self.fold:
            hint = "write 'duplex: long-edge' to print it behind the cards, or 'fold: yes' to fold it behind them"
            message = "no card of this sheet has anything printed behind it"
            reader.report("bad-value", reader.place("back"), message, hint)

    def completed(self, reader: EntryReader) -> Self:
        # A bleed needs some space between cards, and so does the line of a fold.
        return replace(
            self,
            papers=tuple(paper.turned for paper in self.papers) if self.landscape else self.papers,
            sides=Sides.FOLD if self.fold else self.sides,
            adjustable=not (self.fold or any(map(reader.has, ("gap", "margin", "bleed")))),
        )


class ContactSheet(Request, noun="a contact sheet"):
    """A contact sheet: the fronts of all cards, small, with their names and how many there are of each."""

    kind: str = shared(file_kind("contact-sheet"), default="contact-sheet")
    papers: Papers = key("The paper to print on; there is a PDF for each", "paper: [A4, Letter]", name="paper")
    cards: ChosenCards = key("The cards to show", "cards: [fire]", default=(), otherwise="all cards")
    columns: Annotated[
        int,
        number(
            "[2-9]|1[0-2]",
            "a whole number from 2 to 12",
            "is not a number of columns",
            "write a whole number from 2 to 12: columns: 6",
        ),
    ] = key("How many cards are side by side", "columns: 6", default=8)

    def path(self, paper: Paper) -> str:
        return f"cards/{self.id}-{paper.name.lower()}.pdf"
