"""The columns that the tool is to arrange, from layouts on pages without an end."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from rulewright.model.card import Block, Card, Columns, Sought
from rulewright.model.setting import Arrangement
from rulewright.render.cards.fitting.breaks import breaks
from rulewright.render.cards.fitting.layouts import CardLayouts
from rulewright.render.cards.fitting.measurements import (
    Parts,
    column_heights,
    columns_of,
    measured_parts,
    sections_of_columns,
    to_measure,
)
from rulewright.render.cards.fitting.widths import Ratio, Search, widths


def arrangements(
    layouts: CardLayouts, card: Card, before: Sequence[Arrangement] | None = None
) -> Iterator[Arrangement]:
    """What is found for each of the columns of a card that seek something, at the card's size of type.

    `before` is what was found for them at another size: a search for widths begins there.
    """
    sought = [columns for columns in columns_of(card) if columns.sought is not Sought.NOTHING]
    begin = [each.ratio for each in before or sought]
    wide = [ratio for ratio, each in zip(begin, sought, strict=True) if _wide(each)]
    by_kind = {
        Sought.WIDTHS: _ratios(layouts, card, wide),
        Sought.BREAKS: _breaks(layouts, card, [each for each in sought if not _wide(each)]),
    }
    yield from (next(by_kind[columns.sought]) for columns in sought)


def _wide(columns: Columns) -> bool:
    return columns.sought is Sought.WIDTHS


def _breaks(layouts: CardLayouts, card: Card, sought: Sequence[Columns]) -> Iterator[Arrangement]:
    """Of the columns that are to be broken, from a single layout of all of them."""
    sections = _sections(layouts, to_measure(card), Sought.BREAKS) if sought else iter(())
    for columns in sought:
        parts = measured_parts(columns, sections)
        firsts = breaks(len(parts.starts), len(columns.columns), parts.height)
        yield Arrangement(columns.ratio, tuple(_start(parts, at, columns.columns[0]) for at in firsts))


def _start(parts: Parts, at: int, blocks: Sequence[Block]) -> tuple[int, int]:
    """Where a part begins; an empty column begins where the list ends."""
    return parts.starts[at] if at < len(parts.starts) else (len(blocks), 0)


def _ratios(layouts: CardLayouts, card: Card, begin: Sequence[Ratio]) -> Iterator[Arrangement]:
    """Of the columns whose widths are to be found: every layout is a trial for all of them."""
    searches = [widths(ratio) for ratio in begin]
    asked, sought = [next(search) for search in searches], set(range(len(searches)))
    while sought:
        # What is to be broken stands in its first column meanwhile: widths do not depend on it.
        sections = list(_sections(layouts, _with_ratios(card, iter(asked)), Sought.WIDTHS))
        for at in sorted(sought):
            asked[at], found = _send(searches[at], column_heights(sections[at]))
            sought -= {at} if found else set()
    yield from map(Arrangement, asked)


def _send(search: Search, heights: Sequence[float]) -> tuple[Ratio, bool]:
    """What the search asks for next, or has found."""
    try:
        return search.send(heights), False
    except StopIteration as stop:
        return stop.value, True


def _with_ratios(card: Card, ratios: Iterator[Ratio]) -> Card:
    """The card with these shares in the columns whose widths are sought, which still seek them."""

    def given(block: Any) -> Any:
        if not isinstance(block, Columns):
            return block
        ratio = next(ratios) if _wide(block) else block.ratio
        return replace(block, ratio=ratio, columns=tuple(tuple(map(given, column)) for column in block.columns))

    return replace(card, pages=tuple(tuple(map(given, page)) for page in card.pages))


def _sections(layouts: CardLayouts, card: Card, sought: Sought) -> Iterator[Any]:
    """The boxes of the columns that seek something, from a layout on endless pages."""
    document = layouts.lay_out(card, endless=True)
    for columns, section in zip(columns_of(card), sections_of_columns(document), strict=True):
        if columns.sought is sought:
            yield section
