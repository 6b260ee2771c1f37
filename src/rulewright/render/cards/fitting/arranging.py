"""Arranges the columns that an author leaves to the tool, from layouts on endless pages."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from rulewright.model.card import Block, Card, Columns, Task
from rulewright.model.setting import Arrangement
from rulewright.render.cards.fitting.breaks import breaks
from rulewright.render.cards.fitting.layouts import CardLayouts
from rulewright.render.cards.fitting.measurements import (
    Parts,
    column_heights,
    measure_parts,
    sections_of_columns,
    to_measure,
)
from rulewright.render.cards.fitting.widths import Ratio, Search, widths


def arrangements(
    layouts: CardLayouts, card: Card, before: Sequence[Arrangement] | None = None
) -> Iterator[Arrangement]:
    """The arrangement of the columns that are left to the tool, at the card's font size.

    `before` are the arrangements at another size: a search for widths begins there.
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
    """Of the columns to break, from a single layout of all of them."""
    sections = _sections(layouts, to_measure(card), Task.BREAKS) if to_break else iter(())
    for columns in to_break:
        parts = measure_parts(columns, sections)
        firsts = breaks(len(parts.starts), len(columns.columns), parts.height)
        yield Arrangement(columns.ratio, tuple(_start(parts, at, columns.columns[0]) for at in firsts))


def _start(parts: Parts, at: int, blocks: Sequence[Block]) -> tuple[int, int]:
    """Where a part begins; an empty column begins where the list ends."""
    return parts.starts[at] if at < len(parts.starts) else (len(blocks), 0)


def _ratios(layouts: CardLayouts, card: Card, begin: Sequence[Ratio]) -> Iterator[Arrangement]:
    """Of the columns whose widths are sought: every layout is a trial for all of them."""
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
    """The ratio that the search tries next, or its result, and whether it has ended."""
    try:
        return search.send(heights), False
    except StopIteration as stop:
        return stop.value, True


def _with_ratios(card: Card, ratios: Iterator[Ratio]) -> Card:
    """The card with these ratios in the columns whose widths are sought, which keep their task."""

    def in_block(block: Block) -> Block:
        return block.arranged(in_columns)

    def in_columns(columns: Columns) -> Columns:
        ratio = next(ratios) if columns.task is Task.WIDTHS else columns.ratio
        return replace(columns, ratio=ratio).each(in_block)

    return replace(card, pages=tuple(tuple(map(in_block, page)) for page in card.pages))


def _sections(layouts: CardLayouts, card: Card, task: Task) -> Iterator[Any]:
    """The boxes of the columns with a task, from a layout on endless pages."""
    document = layouts.lay_out(card, endless=True)
    for columns, section in zip(card.all_columns(), sections_of_columns(document), strict=True):
        if columns.task is task:
            yield section
