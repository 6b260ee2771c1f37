"""The size that would hold a card that is too long: measured on an endless page, and then tried."""

from dataclasses import dataclass, replace
from decimal import Decimal
from math import ceil

from rulewright.model.card import Card, as_set
from rulewright.model.paper import Millimetres, Size
from rulewright.render.cards.fitting.layouts import CardLayouts
from rulewright.render.cards.fitting.setting import Trial, sized
from rulewright.render.cards.typesetter import is_whole_sheet
from rulewright.render.pdf.overflow import height_taken, overflows, page_height

TRIES = 6
"""Heights to try, a millimetre apart: a layout may break a page before it is quite full."""


@dataclass(frozen=True, slots=True)
class LargerSize:
    """A size that would hold a card; `beyond` is by how many millimetres its content is now too high."""

    beyond: float
    size: Size


def larger_size_for(layouts: CardLayouts, trial: Trial) -> LargerSize | None:
    """The size for a card as it is set; None if it has to be wider, or is a whole sheet of paper."""
    card = as_set(sized(layouts, trial.setting.font_size), trial.setting)
    if is_whole_sheet(card) or any(each.side == "wide" for each in trial.overflows):
        return None
    endless = layouts.lay_out(card, endless=True)
    if any(overflows(endless)):
        return None
    beyond = height_taken(endless) - page_height(trial.document)
    sizes = (size for size in _sizes(card, beyond) if _fits(layouts, replace(card, size=size)))
    return next((LargerSize(beyond, size) for size in sizes), None)


def _sizes(card: Card, beyond: float) -> list[Size]:
    least = ceil(float(card.size.height.value) + max(beyond, 0.0))
    return [Size(card.size.width, Millimetres(Decimal(least + more))) for more in range(TRIES)]


def _fits(layouts: CardLayouts, card: Card) -> bool:
    return not any(overflows(layouts.lay_out(card)))
