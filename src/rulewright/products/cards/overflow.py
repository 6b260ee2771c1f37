"""Findings about blocks that do not fit their card, at the line of each block."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from rulewright.blocks.zone import Zone
from rulewright.findings import Finding, Span
from rulewright.model.card import Card, as_set
from rulewright.model.product import SMALLEST_ON_CARDS as SMALLEST
from rulewright.render.cards.printer import PrintedCard
from rulewright.render.pdf.overflow import FOOT, Overflow
from rulewright.translation.messages import all_of

# Findings about zones whose text does not fit them, at the line of each zone


def zone_overflows(card: Card, set_: Card, overflows: Sequence[Overflow], what: str) -> Iterator[Finding]:
    """A finding for every zone that does not hold its text; `set_` is the card as it printed."""
    written, printed = ([placed.block for placed in each.placed_blocks()] for each in (card, set_))
    for at, found in groupby(sorted(overflows, key=lambda each: each.at), key=lambda each: each.at):
        zone, small = (blocks[at] if 0 <= at < len(blocks) else None for blocks in (written, printed))
        if not isinstance(zone, Zone) or not isinstance(small, Zone):  # a template of the project has other blocks
            continue
        excess = all_of(_zone_excess(each) for each in found)
        message = f"{what}: the text is {excess} for the zone {zone.name!r}"
        if zone.fit is not None:
            message = (
                f"{what}: the text is {excess} for the zone {zone.name!r} at {small.font_size:g} "
                "pt, the smallest type it may have"
            )
        about = f"card {card.id}: zone {zone.name}"
        yield Finding("card-overflow", zone.span, message, _zone_hint(zone), about=about, other=excess)


def _zone_excess(overflow: Overflow) -> str:
    if overflow.side == "long":
        return f"{overflow.millimetres:.1f} mm too long"
    return f"{overflow.millimetres:.1f} mm too wide"


def _zone_hint(zone: Zone) -> str:
    if zone.fit is not None:
        return "shorten it, make the zone larger, or let its type be smaller still"
    return "shorten it, make the zone larger, or write font-size: 9pt and fit: shrink"


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a block that does not fit stands. Blocks of the same name in a column share a finding."""

    block: str
    page: int
    column: int
    span: Span

    @property
    def key(self) -> tuple[int, int, str]:
        return self.page, self.column, self.block


def card_overflows(card: Card, printed: PrintedCard, what: str) -> Iterator[Finding]:
    """A finding for every block that does not fit, by how much; `what` is what the card is called."""
    set_ = card if printed.setting is None else as_set(card, printed.setting)
    if card.has_zones:
        yield from zone_overflows(card, set_, printed.overflows, what)
        return
    placed = sorted(((_place(each, set_), each) for each in printed.overflows), key=lambda pair: pair[0].key)
    for _, pairs in groupby(placed, key=lambda pair: pair[0].key):
        places, overflows = zip(*pairs, strict=True)
        yield _finding(set_, card, places[0], overflows, printed, what)


def _place(overflow: Overflow, card: Card) -> _Place:
    blocks = list(card.placed_blocks())
    if not 0 <= overflow.at < len(blocks):  # a template of the project may have other blocks
        return _Place(overflow.block, overflow.page, 0, card.span)
    placed = blocks[overflow.at]
    return _Place(overflow.block, overflow.page, placed.column, placed.block.span)


def _finding(
    card: Card, source: Card, place: _Place, overflows: Sequence[Overflow], printed: PrintedCard, what: str
) -> Finding:
    where = _where(card, place)
    sums = {side: _sum(overflows, side) for side in ("long", "wide")}
    if printed.larger_size is not None:  # a row that is a little too long goes to the next page as a whole
        sums["long"] = min(sums["long"], max(round(printed.larger_size.beyond, 1), 0.1))
    excess = _excess(sums["long"], sums["wide"])
    smallest = ""
    if source.fit:
        smallest = f" at {card.font_size:g} pt, the smallest type it may have"
    hint = _hint(card, source, printed)
    message = f"{what}: the block '{place.block}'{where} is {excess} for its place{smallest}"
    if place.block == FOOT:
        message = f"{what}: the footer{where} is {excess} for its place"
        hint = "write a shorter one, footer: …, or footer: no"
    about = f"{what.replace(repr(card.id), card.id)}: {place.block}{where}"
    return Finding("card-overflow", place.span, message, hint, about=about, other=excess)


def _excess(long: float, wide: float) -> str:
    told_long, told_wide = f"{long:.1f} mm too long", f"{wide:.1f} mm too wide"
    return all_of(told for told, excess in ((told_long, long), (told_wide, wide)) if excess)


def _where(card: Card, place: _Place) -> str:
    page = f"page {place.page}" if len(card.pages) > 1 else ""
    column = f"column {place.column}" if place.column else ""
    return f" of {', '.join(filter(None, (page, column)))}" if page or column else ""


def _sum(overflows: Sequence[Overflow], side: str) -> float:
    return sum(each.millimetres for each in overflows if each.side == side)


def _hint(card: Card, source: Card, printed: PrintedCard) -> str:
    """What would help: the height that would do, if it is known."""
    width, height = card.size.width, card.size.height
    larger = f"a card larger than {width} by {height}"
    if printed.larger_size is not None:
        width, height = printed.larger_size.size.width, printed.larger_size.size.height
        larger = f"a card {width} by {height}"
    smaller = "let its type be smaller still"
    if source.fit is None:
        smaller = f"use a smaller font-size than {card.font_size:g}pt (fit: shrink finds it)"
    if card.font_size <= SMALLEST:
        return f"shorten it, or make it {larger}"
    return f"shorten it, {smaller}, or {larger}"
