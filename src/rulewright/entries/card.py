"""Cards, and the choices that authors leave to the tool.

If an author leaves a choice of font size or columns to the tool, the tool makes it once and writes it into the card
(`apply_setting`). So every product gets an ordinary card.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise
from typing import Annotated, Self

from rulewright.base.memo import memoised
from rulewright.entries.background import GROUND, Ground
from rulewright.entries.block import BLOCK, Block, Columns, Task
from rulewright.entries.card_sizes import ANY_SIZE, MARGIN, SIZE, Margins
from rulewright.entries.entry import EntryReader, Kind, NamedEntry, key
from rulewright.entries.fit import DEFAULT_FONT_SIZE, FIT, LARGEST, SMALLEST, Fit
from rulewright.entries.paper import Edges, Size
from rulewright.entries.roles import PROSE, Prose, choice, chosen, defined, either, list_of, number, points, prose
from rulewright.entries.text import Text
from rulewright.entries.themes import STANDARD

FOOTED = 100
"""The least width in millimetres of a one-page card with a default footer; playing cards are narrower."""


@dataclass(frozen=True, slots=True)
class Spacing:
    """Factors of the default space `above` and below lines and cells, and `beside` the words of cells."""

    above: Decimal
    beside: Decimal


NORMAL = Spacing(Decimal(1), Decimal(1))
TIGHT, LOOSE = Spacing(Decimal("0.5"), Decimal("0.65")), Spacing(Decimal("1.5"), Decimal("1.5"))
"""The tightest and the loosest spacing at which a card is still easy to read."""


WORDS = {"yes": True, "true": True, "no": False, "false": False}


def _footer(reader: EntryReader, name: str) -> Text | bool | None:
    written = reader.scalar_at(name)
    if written is None:
        return None
    word = WORDS.get(written.value) if written.plain else None
    return prose(written, reader.findings) if word is None else word


_COUNT = number(
    "[1-9][0-9]{0,2}",
    "a whole number from 1 to 999",
    "is not a number of cards",
    "write how many of this card the game has, 1 to 999: count: 3",
)
COUNT = replace(_COUNT, schema=either(_COUNT.schema, {"type": "string", "pattern": r"^\[\[record:"}))
"""A number of cards; in a deck, `[[record:column]]` may supply it."""


class Card(NamedEntry, noun="a card"):
    """A card: a file below cards/GAME. The name of the file is the id of the card."""

    deck: str = ""
    """The id of the file that makes a card of every record of the `table`; empty for other cards."""
    page_grounds: tuple[Ground | None, ...] = ()
    """The pictures of the page breaks, None for those that have no picture."""
    kind: str = key(
        "What the file describes: without this key, a card",
        "kind: card",
        kind=choice("card"),
        default="card",
        otherwise="card",
    )
    title: Prose = key("What the card is called, in its footer and on the web", "title: Fire")
    table: str = key(
        "The table that has a card for each of its `records`; texts quote a column as `[[record:text]]`",
        'deck: arms\nblocks: [{note: "**[[record:name]]**: [[record:price]]"}]',
        name="deck",
        default="",
        otherwise="the file is one card",
    )
    count: Annotated[int, COUNT] = key(
        "How many of this card the game has: sheets, decks and pictures for a shop have as many; a deck may name a "
        "column of its table",
        "count: 3",
        default=1,
    )
    size: Annotated[Size, replace(SIZE, read=lambda reader, name: SIZE.read(reader, name) or ANY_SIZE)] = key(
        "The width and height of the card, or the name of a format", "size: 107 × 143 mm"
    )
    margins: Margins = key(
        "What stays free between the edge of the card and its frame",
        "margin: {top: 6mm, left: 8mm}",
        name="margin",
        kind=MARGIN,
        default=Margins(),
        otherwise="2.2 mm; 5 mm on a sheet of home paper",
    )
    font_size: Annotated[Decimal, points(SMALLEST, LARGEST, "8.5pt")] = key(
        "The size of the letters", "font-size: 7.5pt", default=DEFAULT_FONT_SIZE, otherwise="8pt", former=("type",)
    )
    fit: Fit | None = key(
        "Whether the tool may set the card smaller or larger, so that it fills its pages",
        "fit: shrink",
        kind=FIT,
        default=None,
        otherwise="error: what does not fit is an error",
    )
    background: Ground | None = key(
        "The picture behind all that the card shows, to its edges",
        "background: pictures/hexes.svg",
        kind=GROUND,
        default=None,
        otherwise="none",
    )
    spacing: Annotated[Spacing, chosen({"normal": NORMAL, "tight": TIGHT, "loose": LOOSE})] | None = key(
        "How far lines are apart, and how much room cells have around their words",
        "spacing: tight",
        default=None,
        otherwise="normal; with `fit`, whatever fills the card",
    )
    theme: Annotated[str, defined("theme", "text")] = key(
        "The theme that the card is printed in", "theme: standard", default=STANDARD, otherwise="the theme of the game"
    )
    footer: Text | bool | None = key(
        "The line below the frame: words of your own, `yes` for the usual ones, or `no`",
        "footer: For the summer campaign",
        kind=Kind("yes, no, or Markdown text with links", _footer, PROSE),
        default=None,
        otherwise="the usual footer on cards of several pages, and of 100 mm or more in width",
        former=("foot",),
    )
    pages: tuple[tuple[Block, ...], ...] = key(
        "What the card shows, from top to bottom",
        "blocks: [{band: fire, colour: fire}, bullets: fire]",
        name="blocks",
        kind=Kind("a list of blocks", lambda *_: None, list_of(BLOCK)),
    )

    def check(self, reader: EntryReader) -> None:
        if self.has_zones and self.fit is not None:
            hint = "write 'fit' and 'font-size' in the zones whose text may shrink"
            reader.report("bad-value", reader.place("fit"), "each zone of a card has its own 'fit'", hint)
        if self.has_zones and self.footer:
            hint = "make a zone of it"
            reader.report("bad-value", reader.place("footer"), "a card with zones has no footer", hint)

    def completed(self, reader: EntryReader) -> Self:
        margins = Margins.usual(self.size) if reader.node_at("margin") is None else self.margins
        card = replace(self, margins=margins, theme=reader.value_of("theme"))
        return replace(card, pages=tuple(map(card._at_edges, card.pages)))

    def _at_edges(self, page: tuple[Block, ...]) -> tuple[Block, ...]:
        """Tell the first and a single block of a page which edges of the card they touch.

        Only the first block can reach the upper edge, and only a single block the lower edge.
        """
        edges = self.edges
        return tuple(
            block.at_edges(replace(edges, top=edges.top and not at, bottom=edges.bottom and len(page) == 1), self.size)
            for at, block in enumerate(page)
        )

    @property
    def edges(self) -> Edges:
        """The edges that blocks can reach, because the card has no margin there."""
        edges = self.margins.edges
        return replace(edges, bottom=False) if self.has_footer else edges

    @property
    def grounds(self) -> tuple[Ground | None, ...]:
        """The picture behind each page: that of its page break, else that of the card; empty if no page has one."""
        grounds = (self.background, *(each or self.background for each in self.page_grounds))
        return grounds if any(grounds) else ()

    def ground(self, page: int) -> Ground | None:
        """Return the picture behind a page, counted from 0."""
        return self.grounds[page] if self.grounds else None

    @property
    def has_footer(self) -> bool:
        """Whether pages have a footer. It identifies loose pages by game and edition."""
        if self.has_zones:
            return False
        usual = len(self.pages) > 1 or (self.size.width.value >= FOOTED and self.margins.bottom.value > 0)
        return usual if self.footer is None else self.footer is not False

    @property
    def has_zones(self) -> bool:
        """Whether blocks have fixed places. A larger card would not give them more room."""
        return any(block.placed for page in self.pages for block in page)

    @property
    def tasks(self) -> tuple[object, ...]:
        """The choices left to the tool: the font size, each set of columns, and the size of each fitted block."""
        return self.fit, *(columns.task for columns in self.all_columns()), *(block.fit for block in self.fitted)

    @property
    def fitted(self) -> tuple[Block, ...]:
        """The blocks for which the tool finds a font size of their own."""
        return tuple(block for page in self.pages for block in page if block.fit is not None)

    @property
    def has_tasks(self) -> bool:
        return any(each not in (None, Task.NOTHING) for each in self.tasks)

    def all_blocks(self) -> Iterator[Block]:
        """Yield every block, outer blocks before the blocks inside them."""
        return iter(_all_blocks(self))

    def all_columns(self) -> Iterator[Columns]:
        return (block.columns for block in self.all_blocks() if block.columns is not None)

    def placed_blocks(self) -> Iterator["Placed"]:
        """Yield the blocks without columns in reading order, with their places."""
        for at, page in enumerate(self.pages, 1):
            for block in page:
                yield from _placed(block, at, 0)


@dataclass(frozen=True, slots=True)
class Placed:
    """A block with its page and its column, both from 1. Column 0 means outside columns."""

    block: Block
    page: int
    column: int


def _placed(block: Block, page: int, column: int) -> Iterator[Placed]:
    if block.columns is None:
        yield Placed(block, page, column)
        return
    for at, blocks in enumerate(block.columns.columns, 1):
        for inner in blocks:
            yield from _placed(inner, page, at)


@memoised()
def _all_blocks(card: Card) -> tuple[Block, ...]:
    return tuple(each for page in card.pages for block in page for each in _with_inner(block))


def _with_inner(block: Block) -> Iterator[Block]:
    yield block
    for inner in block.inner():
        yield from _with_inner(inner)


# The font size, spacing and columns of a card whose author leaves them to the tool

Start = tuple[int, int]
"""The start of a column: the index of a block, and the index of an outermost item in it. Both count from 0."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The solution for some columns: shares of the width, and the starts of all columns but the first.

    `starts` is empty if the author broke the columns.
    """

    ratio: tuple[int, ...]
    starts: tuple[Start, ...] = ()


@dataclass(frozen=True, slots=True)
class Setting:
    """A font size in points, and an arrangement for each set of columns with a task, in order.

    `fitted` are the font sizes of the fitted blocks. With `spacing` None the spacing of the card applies.
    """

    font_size: Decimal
    columns: tuple[Arrangement, ...] = ()
    fitted: tuple[Decimal, ...] = ()
    spacing: Spacing | None = None

    def to_json(self) -> str:
        """Return the setting as JSON; `read_setting` reads it."""
        columns = [[list(each.ratio), [list(start) for start in each.starts]] for each in self.columns]
        further: dict[str, list[str]] = {}
        if self.fitted:
            further["fitted"] = list(map(str, self.fitted))
        if self.spacing is not None:
            further["spacing"] = [str(self.spacing.above), str(self.spacing.beside)]
        return json.dumps({"font-size": str(self.font_size), "columns": columns, **further})


def read_setting(text: str) -> Setting:
    data = json.loads(text)
    columns = (Arrangement(tuple(ratio), tuple((at, item) for at, item in starts)) for ratio, starts in data["columns"])
    spacing = Spacing(*map(Decimal, data["spacing"])) if "spacing" in data else None
    return Setting(Decimal(data["font-size"]), tuple(columns), tuple(map(Decimal, data.get("fitted", ()))), spacing)


def apply_setting(card: Card, setting: Setting) -> Card:
    """Return the card as if its author had written the setting. Columns without an arrangement keep their task."""
    arrangements = iter(setting.columns)
    sizes = iter(setting.fitted)
    pages = tuple(tuple(_sized(_arranged(block, arrangements), sizes) for block in page) for page in card.pages)
    spacing = card.spacing if setting.spacing is None else setting.spacing
    return replace(card, font_size=setting.font_size, pages=pages, fit=None, spacing=spacing)


def _sized(block: Block, sizes: Iterator[Decimal]) -> Block:
    size = None if block.fit is None else next(sizes, None)
    return block if size is None else block.with_font_size(size)


def _arranged(block: Block, arrangements: Iterator[Arrangement]) -> Block:
    return block.map_columns(lambda columns: _with_arrangement(columns, arrangements))


def _with_arrangement(columns: Columns, arrangements: Iterator[Arrangement]) -> Columns:
    """Apply the next arrangement to the columns, then the following ones to the columns inside them."""
    arrangement = next(arrangements, None) if columns.task is not Task.NOTHING else None
    if arrangement is not None:
        lists = tuple(_split(columns.columns[0], arrangement.starts)) if arrangement.starts else columns.columns
        columns = replace(columns, ratio=arrangement.ratio, columns=lists, task=Task.NOTHING)
    return columns.map_blocks(lambda block: _arranged(block, arrangements))


def _split(blocks: Sequence[Block], starts: Sequence[Start]) -> Iterator[tuple[Block, ...]]:
    for start, end in pairwise([(0, 0), *starts, (len(blocks), 0)]):
        yield tuple(_between(blocks, start, end))


def _between(blocks: Sequence[Block], start: Start, end: Start) -> Iterator[Block]:
    """Yield the blocks of one column. A block that is split gives only its part between the two starts."""
    for at in range(start[0], min(end[0] + 1, len(blocks))):
        first = start[1] if at == start[0] else 0
        last = end[1] if at == end[0] else None
        if last != 0 and start != end:
            yield blocks[at].part(first, last)
