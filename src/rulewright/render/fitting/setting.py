"""The search for how a card is set: the largest type at which it fits, and at each size its columns anew."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from math import ceil
from typing import Any

from rulewright.model.card import Card, Columns, Sought
from rulewright.model.setting import Arrangement, Setting, as_set
from rulewright.render.fitting.breaks import breaks
from rulewright.render.fitting.layouts import CardLayouts
from rulewright.render.fitting.measured import (
    column_heights,
    measured_parts,
    sections_of_columns,
    sought_columns,
    to_measure,
)
from rulewright.render.fitting.sizes import largest, sizes_between
from rulewright.render.fitting.widths import Ratio, Search, widths
from rulewright.render.overflow import Overflow, fullness, height_taken, overflows, page_height


@dataclass(frozen=True, slots=True)
class Trial:
    """A setting, WeasyPrint's document in it, and what of it does not fit."""

    setting: Setting
    document: Any
    overflows: tuple[Overflow, ...]

    @property
    def fullness(self) -> float:
        """Above 1 where it does not fit; infinite where something is too wide, which size alone does not tell."""
        if any(each.side == "wide" for each in self.overflows):
            return float("inf")
        taken = fullness(self.document)
        return max(taken, 1.0 + 1e-6) if self.overflows else min(taken, 1.0)


def best_trial(layouts: CardLayouts) -> Trial:
    """The card in the largest type that fits, or in the smallest one where none does."""
    card = layouts.stated
    sizes = sizes_between(card.fit.smallest, card.fit.largest) if card.fit else (card.type_size,)
    kept: dict[Decimal, Trial] = {}

    def try_(size: Decimal) -> float:
        trial = _trial(layouts, size)
        if trial.overflows:
            if size == sizes[0]:
                kept[size] = trial
        elif not kept or size > max(kept):
            kept.clear()
            kept[size] = trial
        return trial.fullness

    found = largest(sizes, sizes.index(card.type_size), try_)
    return kept[sizes[0] if found is None else found]


def room_for(layouts: CardLayouts, trial: Trial) -> float | None:
    """The height in whole millimetres at which the card would hold all, set as it is; None if it has to be wider."""
    if any(each.side == "wide" for each in trial.overflows):
        return None
    card = as_set(replace(layouts.stated, type_size=trial.setting.type_size), trial.setting)
    endless = layouts.lay_out(card, endless=True)
    if tuple(overflows(endless)):
        return None
    beyond = height_taken(endless) - page_height(trial.document)
    return ceil(float(card.size.height.value) + beyond)


def _trial(layouts: CardLayouts, size: Decimal) -> Trial:
    sized = replace(layouts.stated, type_size=size)
    setting = Setting(size, tuple(_arrangements(layouts, sized)))
    document = layouts.lay_out(as_set(sized, setting))
    return Trial(setting, document, tuple(overflows(document)))


def _arrangements(layouts: CardLayouts, card: Card) -> Iterator[Arrangement]:
    """What is found for the columns of a card that seek something, at one size of type."""
    sought = sought_columns(card)
    ratios = _ratios(layouts, card, sought)
    parts = _breaks(layouts, card, sought)
    for columns in sought:
        yield next(parts) if columns.sought is Sought.BREAKS else Arrangement(next(ratios))


def _breaks(layouts: CardLayouts, card: Card, sought: Sequence[Columns]) -> Iterator[Arrangement]:
    """Of the columns that are to be broken, from a single layout of all of them."""
    to_break = [columns for columns in sought if columns.sought is Sought.BREAKS]
    if not to_break:
        return
    laid = to_measure(card)
    sections = _sections(layouts, laid, Sought.BREAKS)
    for columns in to_break:
        parts = measured_parts(columns, sections)
        count = len(columns.columns)
        firsts = breaks(len(parts.starts), count, parts.height)
        end = (len(columns.columns[0]), 0)
        yield Arrangement(columns.ratio, tuple(parts.starts[at] if at < len(parts.starts) else end for at in firsts))


def _ratios(layouts: CardLayouts, card: Card, sought: Sequence[Columns]) -> Iterator[Ratio]:
    """Of the columns whose widths are to be found: every layout is a trial for all of them."""
    searches = [widths(len(columns.columns)) for columns in sought if columns.sought is Sought.WIDTHS]
    asked = [next(search) for search in searches]
    found: dict[int, Ratio] = {}
    while len(found) < len(searches):
        asking = iter(asked)
        arranged = Setting(card.type_size, tuple(Arrangement(_asked(each, asking)) for each in sought))
        # What is to be broken stands in its first column meanwhile: widths do not depend on it.
        laid = _with_ratios(card, arranged)
        heights = [column_heights(section) for section in _sections(layouts, laid, Sought.WIDTHS)]
        for at, search in enumerate(searches):
            if at not in found:
                asked[at], done = _send(search, heights[at], asked[at])
                if done:
                    found[at] = asked[at]
    yield from (found[at] for at in range(len(searches)))


def _asked(columns: Columns, asking: Iterator[Ratio]) -> Ratio:
    return next(asking) if columns.sought is Sought.WIDTHS else columns.ratio


def _send(search: Search, heights: Sequence[float], asked: Ratio) -> tuple[Ratio, bool]:
    """What the search asks for next, or has found."""
    try:
        return search.send(heights), False
    except StopIteration as stop:
        return (stop.value or asked), True


def _with_ratios(card: Card, setting: Setting) -> Card:
    """The card with the shares of its columns as given, and all as yet to be found."""
    given = {id(columns): each.ratio for columns, each in zip(sought_columns(card), setting.columns, strict=True)}

    def with_ratio(block: Any) -> Any:
        if not isinstance(block, Columns):
            return block
        columns = tuple(tuple(map(with_ratio, column)) for column in block.columns)
        return replace(block, ratio=given.get(id(block), block.ratio), columns=columns)

    return replace(card, pages=tuple(tuple(map(with_ratio, page)) for page in card.pages))


def _sections(layouts: CardLayouts, card: Card, sought: Sought) -> Iterator[Any]:
    """The boxes of the columns that seek something, from a layout on endless pages."""
    document = layouts.lay_out(card, endless=True)
    every = [block for block in card.all_blocks() if isinstance(block, Columns)]
    for columns, section in zip(every, sections_of_columns(document), strict=True):
        if columns.sought is sought:
            yield section
