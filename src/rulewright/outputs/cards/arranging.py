"""Arrange the columns whose breaks or widths an author leaves to the tool, from layouts on endless pages."""

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from math import gcd
from typing import Any

from rulewright.entries.block import Block, Columns, Task
from rulewright.entries.card import NORMAL, Arrangement, Card, Start
from rulewright.entries.paper import Size
from rulewright.html.templating.template_errors import BrokenTemplateError
from rulewright.outputs.cards.paper import CARD_TEMPLATE, TYPE_STYLE, type_styles
from rulewright.outputs.cards.scale import scale_of, scaled, spacing_of
from rulewright.pdf.overflow import overflows_wide
from rulewright.pdf.printer import Printer

ENDLESS = "@page {{ size: {width} 12000mm !important }}"
"""A stylesheet with pages so long that everything fits."""


@dataclass(slots=True)
class CardLayouts:
    """The layouts of one card; `source` is the card as its author wrote it, and `html` its HTML.

    `compose` makes the HTML of the card with its columns arranged; `stylesheet` is the printer's.
    """

    source: Card
    html: str
    compose: Callable[[Card], str]
    stylesheet: str
    printer: Printer
    _parsed: dict[tuple[Size, tuple[tuple[Block, ...], ...]], Any] = field(default_factory=dict)

    def lay_out(self, card: Card, *, endless: bool = False) -> Any:
        """Lay the card out with WeasyPrint. Equal blocks reuse the parsed HTML; only its font size is changed."""
        key = card.size, card.pages
        parsed = self._parsed.get(key)
        if parsed is None:
            html = self.html if key == (self.source.size, self.source.pages) else self.compose(card)
            parsed = self._parsed[key] = self.printer.parsed(html)
        style = parsed.etree_element.find(f".//style[@id='{TYPE_STYLE}']")
        if style is None:
            reason = f"it has no style element with the id {TYPE_STYLE!r}, which sets the font size"
            raise BrokenTemplateError(reason, CARD_TEMPLATE)
        style.text = type_styles(card)
        scale, spacing = scale_of(self.source, card), spacing_of(card)
        more = [] if (scale, spacing) == (1, NORMAL) else [scaled(self.stylesheet, scale, spacing)]
        if endless:
            more.append(ENDLESS.format(width=card.size.width))
        return self.printer.lay_out_parsed(parsed, more)


# Breaking a list of blocks into columns

Height = Callable[[int, int, int], int]
"""A function from a column, its first part and the part after its last to its height, in any integer unit."""


def breaks(parts: int, columns: int, height: Height) -> tuple[int, ...]:
    """Return the first part of every column after the first, so that the columns are low and even in height.

    If there are fewer parts than columns, the last columns are empty. Among equal solutions, the first columns are the
    longest.
    """
    used = min(parts, columns)
    measured = cache(height)

    @cache
    def tallest(column: int, first: int) -> int:
        """Return the least height of the tallest column, if columns from `column` on take the parts from `first` on."""
        if column == used - 1:
            return measured(column, first, parts)
        ends = range(first + 1, parts - (used - column - 1) + 1)
        return min(max(measured(column, first, end), tallest(column + 1, end)) for end in ends)

    limit = tallest(0, 0)

    @cache
    def evenest(column: int, first: int) -> tuple[float, tuple[int, ...]]:
        """Return the least sum of squared heights within the limit, and the first parts of the later columns."""
        if column == used - 1:
            return _square(measured(column, first, parts), limit), ()
        best: tuple[float, tuple[int, ...]] = float("inf"), (first + 1,) * (used - column - 1)
        for end in range(parts - (used - column - 1), first, -1):
            after, starts = evenest(column + 1, end)
            sum_ = _square(measured(column, first, end), limit) + after
            if sum_ < best[0]:
                best = sum_, (end, *starts)
        return best

    return evenest(0, 0)[1] + (parts,) * (columns - used)


def _square(height: int, limit: int) -> float:
    return height**2 if height <= limit else float("inf")


# Measuring the columns of a card in a layout on endless pages

FINE = 100
"""Units per pixel in which heights are compared. Smaller differences are rounding."""


def to_measure(card: Card) -> Card:
    """Return the card with every list to break repeated: whole, then from each block that may begin a column."""
    return replace(card, pages=tuple(tuple(_spread(page)) for page in card.pages))


def _spread(blocks: Sequence[Block]) -> Iterator[Block]:
    for block in blocks:
        if block.columns is not None and block.columns.task is Task.BREAKS:
            listed = block.columns.columns[0]
            for each in (listed, *((listed[at],) for at in _beginnings(listed))):
                yield block.map_columns(partial(_in_each_width, blocks=each))
        else:
            yield block.map_columns(_spread_columns)


def _spread_columns(columns: Columns) -> Columns:
    return replace(columns, columns=tuple(tuple(_spread(column)) for column in columns.columns))


def _in_each_width(columns: Columns, blocks: tuple[Block, ...]) -> Columns:
    """Repeat the same blocks in one column of each width."""
    runs = 1 if len(set(columns.ratio)) == 1 else len(columns.ratio)
    return replace(columns, columns=(blocks,) * runs + ((),) * (len(columns.ratio) - runs))


def _beginnings(blocks: Sequence[Block]) -> list[int]:
    """Return the indices of the blocks that may begin a later column."""
    return [at for at in range(1, len(blocks)) if not blocks[at - 1].keep_with_next and blocks[at].begins_columns]


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of a list of blocks: where each starts, and for each column where each part ends in the whole list.

    `begin` is the top of a column that starts with a part, on the scale of `end`.
    """

    starts: tuple[Start, ...]
    begin: tuple[tuple[int, ...], ...]
    end: tuple[tuple[int, ...], ...]

    def height(self, column: int, first: int, last: int) -> int:
        at = min(column, len(self.end) - 1)
        return self.end[at][last - 1] - self.begin[at][first] if last > first else 0


def measure_parts(columns: Columns, sections: Iterator[Any]) -> Parts:
    """Measure the parts of columns to break; `sections` yields the boxes that `to_measure` added, in order."""
    blocks = columns.columns[0]
    whole, beginnings = next(sections), _beginnings(blocks)
    alone = {at: next(sections) for at in beginnings}
    runs = range(1 if len(set(columns.ratio)) == 1 else len(columns.ratio))
    read = [_run(blocks, cells_of(whole)[run], {at: cells_of(box)[run] for at, box in alone.items()}) for run in runs]
    return Parts(read[0][0], tuple(each[1] for each in read), tuple(each[2] for each in read))


def _run(blocks: Sequence[Block], cell: Any, alone: dict[int, Any]) -> tuple[tuple[Start, ...], Any, Any]:
    """Return the starts, beginnings and ends of the parts in one column that holds all blocks."""
    starts: list[Start] = []
    begin: list[int] = []
    end: list[int] = []
    for at, (block, box) in enumerate(zip(blocks, _children(cell), strict=True)):
        items = _items(box) if block.divisible else []
        bottoms = [_bottom(item) for item in items[:-1]] + [_bottom(box)]
        for item, bottom in enumerate(bottoms):
            if item == 0 and at and at not in alone:  # stays with the block before it
                end[-1] = _fine(bottom - cell.content_box_y())
                continue
            starts.append((at, item))
            begin.append(_fine((items[item].position_y if item else _begin(at, box, alone)) - cell.content_box_y()))
            end.append(_fine(bottom - cell.content_box_y()))
    return tuple(starts), tuple(begin), tuple(end)


def _begin(at: int, box: Any, alone: dict[int, Any]) -> float:
    """Return the top of a column that begins with a block, on the scale of the column with all blocks."""
    if at not in alone:
        return float(box.position_y)
    (itself,) = _children(alone[at])
    return float(_bottom(box) - (_bottom(itself) - alone[at].content_box_y()))


def column_heights(section: Any) -> list[float]:
    """Return the heights of the columns of a section; infinite for a column with something too wide."""
    return [_height(cell) for cell in cells_of(section)]


def _height(cell: Any) -> float:
    if overflows_wide(cell):
        return float("inf")
    bottoms = [_bottom(box) for box in _children(cell)]
    return float(max(bottoms) - cell.content_box_y()) if bottoms else 0.0


def sections_of_columns(document: Any) -> list[Any]:
    """Return the boxes of all columns of a card in document order, outer before inner."""
    boxes = (box for page in document.pages for box in page._page_box.descendants())
    return [box for box in boxes if box.element_tag == "section" and box.element.get("data-block") == "columns"]


def cells_of(section: Any) -> list[Any]:
    """Return the boxes of the columns of a section."""
    own = list(next(iter(section.element)))
    return [box for box in section.descendants() if any(box.element is each for each in own)]


def _children(cell: Any) -> list[Any]:
    return [box for box in cell.children if box.element_tag == "section"]


def _items(section: Any) -> list[Any]:
    """Return the outermost items of a list."""
    (bullets,) = [box for box in section.children if box.element_tag == "ul"]
    return [box for box in bullets.children if box.element_tag == "li"]


def _bottom(box: Any) -> float:
    return float(box.position_y + box.margin_height())


def _fine(pixels: float) -> int:
    return round(pixels * FINE)


# The widths of columns at which the tallest is lowest, in steps of a twelfth of an equal share

STEPS = 12
"""Steps of width that each column has when all are equal."""
NARROWEST = 3
ENOUGH = 1e9
"""The assumed area of a column that is too narrow for its content, in steps times pixels."""

Ratio = tuple[int, ...]
Search = Generator[Ratio, Sequence[float], Ratio]
"""A generator that yields a ratio to try, receives the column heights, and returns the best ratio."""


def widths(begin: Ratio) -> Search:
    """Search for the ratio of widths at which the tallest column is lowest, from `begin` or else equal widths.

    A wider column is never higher. So it is enough to give the tallest column one step at a time, from the column that
    stays lowest without it, as long as that helps.
    """
    heights_at: dict[Ratio, Sequence[float]] = {}

    def heights(ratio: Ratio) -> Generator[Ratio, Sequence[float], Sequence[float]]:
        if ratio not in heights_at:
            heights_at[ratio] = yield ratio
        return heights_at[ratio]

    columns = len(begin)
    ratio = _in_steps(begin)
    first = yield from heights(ratio)
    # A text keeps its area: at this ratio all columns are about as high.
    ratio = _in_steps([min(share * height, ENOUGH) for share, height in zip(ratio, first, strict=True)])
    tried: set[Ratio] = set()
    while ratio not in tried:
        tried.add(ratio)
        now = yield from heights(ratio)
        tall = max(range(columns), key=now.__getitem__)
        for donor in sorted(range(columns), key=now.__getitem__):
            moved = tuple(share - (at == donor) + (at == tall) for at, share in enumerate(ratio))
            if donor == tall or moved[donor] < NARROWEST:
                continue
            then = yield from heights(moved)
            if then[donor] < now[tall]:
                ratio = moved
                break
    best = min(heights_at, key=lambda each: max(heights_at[each]))
    return tuple(share // gcd(*best) for share in best)


def _in_steps(shares: Sequence[float]) -> Ratio:
    """Round shares to whole steps with a constant sum, none of them too narrow."""
    whole = STEPS * len(shares)
    steps = [max(NARROWEST, round(whole * share / (sum(shares) or 1))) for share in shares]
    while sum(steps) != whole:
        more = sum(steps) < whole
        steps[steps.index(min(steps) if more else max(steps))] += 1 if more else -1
    return tuple(steps)


def arrangements(
    layouts: CardLayouts, card: Card, before: Sequence[Arrangement] | None = None
) -> Iterator[Arrangement]:
    """Yield the arrangement of each set of columns left to the tool, at the card's font size.

    `before` are the arrangements at another size, where the search for widths begins.
    """
    with_task = [columns for columns in card.all_columns() if columns.task is not Task.NOTHING]
    begin = [each.ratio for each in before or with_task]
    wide = [ratio for ratio, each in zip(begin, with_task, strict=True) if each.task is Task.WIDTHS]
    by_task = {
        Task.WIDTHS: _ratios(layouts, card, wide),
        Task.BREAKS: _breaks(layouts, card, [each for each in with_task if each.task is Task.BREAKS]),
    }
    yield from (next(by_task[columns.task]) for columns in with_task)


def _breaks(layouts: CardLayouts, card: Card, to_break: Sequence[Columns]) -> Iterator[Arrangement]:
    """Arrange all columns to break, from a single layout."""
    sections = _sections(layouts, to_measure(card), Task.BREAKS) if to_break else iter(())
    for columns in to_break:
        parts = measure_parts(columns, sections)
        firsts = breaks(len(parts.starts), len(columns.columns), parts.height)
        end = len(columns.columns[0]), 0  # where an empty column begins
        yield Arrangement(columns.ratio, tuple((*parts.starts, end)[at] for at in firsts))


def _ratios(layouts: CardLayouts, card: Card, begin: Sequence[Ratio]) -> Iterator[Arrangement]:
    """Arrange the columns whose widths are searched. Every layout tries a ratio for all of them."""
    searches = [widths(ratio) for ratio in begin]
    ratios, running = [next(search) for search in searches], set(range(len(searches)))
    while running:
        # Lists to break are in their first column meanwhile: widths do not depend on them.
        sections = list(_sections(layouts, _with_ratios(card, iter(ratios)), Task.WIDTHS))
        for number in sorted(running):
            ratios[number], ended = _send(searches[number], column_heights(sections[number]))
            running -= {number} if ended else set()
    yield from map(Arrangement, ratios)


def _send(search: Search, heights: Sequence[float]) -> tuple[Ratio, bool]:
    """Return the ratio that the search tries next, or its result, and whether it has ended."""
    try:
        return search.send(heights), False
    except StopIteration as stop:
        return stop.value, True


def _with_ratios(card: Card, ratios: Iterator[Ratio]) -> Card:
    """Set these ratios in the columns whose widths are searched; their task stays."""

    def in_block(block: Block) -> Block:
        return block.map_columns(in_columns)

    def in_columns(columns: Columns) -> Columns:
        ratio = next(ratios) if columns.task is Task.WIDTHS else columns.ratio
        return replace(columns, ratio=ratio).map_blocks(in_block)

    return replace(card, pages=tuple(tuple(map(in_block, page)) for page in card.pages))


def _sections(layouts: CardLayouts, card: Card, task: Task) -> Iterator[Any]:
    """Yield the boxes of the columns with a task, from a layout on endless pages."""
    document = layouts.lay_out(card, endless=True)
    for columns, section in zip(card.all_columns(), sections_of_columns(document), strict=True):
        if columns.task is task:
            yield section
