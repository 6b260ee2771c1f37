"""Findings about blocks that do not fit their card, at the line of each block."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from rulewright.diagnostics import Diagnostic, Span
from rulewright.model.card import Card
from rulewright.model.product import SMALLEST_ON_CARDS as SMALLEST
from rulewright.model.setting import as_set
from rulewright.products.cards.zone_overflow import zone_overflows
from rulewright.render.cards.printer import PrintedCard
from rulewright.render.pdf.overflow import FOOT, Overflow
from rulewright.translation.messages import NO_WORDS, Message, all_of, joined, tell


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


def card_overflows(card: Card, printed: PrintedCard, what: str) -> Iterator[Diagnostic]:
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
) -> Diagnostic:
    where = _where(card, place)
    sums = {side: _sum(overflows, side) for side in ("long", "wide")}
    if printed.larger_size is not None:  # a row that is a little too long goes to the next page as a whole
        sums["long"] = min(sums["long"], max(round(printed.larger_size.beyond, 1), 0.1))
    excess = _excess(sums["long"], sums["wide"])
    smallest = NO_WORDS
    if source.fit:
        smallest = tell(" at {points:g} pt, the smallest type it may have", points=card.font_size)
    hint = _hint(card, source, printed)
    message = tell(
        "{what}: the block '{block}'{where} is {excess} for its place{smallest}",
        what=what,
        block=place.block,
        where=where,
        excess=excess,
        smallest=smallest,
    )
    if place.block == FOOT:
        message = tell("{what}: the footer{where} is {excess} for its place", what=what, where=where, excess=excess)
        hint = tell("write a shorter one, footer: …, or footer: no")
    about = f"{what.replace(repr(card.id), card.id)}: {place.block}{where}"
    return Diagnostic("card-overflow", place.span, message, hint, about=about, other=excess)


def _excess(long: float, wide: float) -> Message:
    told_long, told_wide = tell("{length:.1f} mm too long", length=long), tell("{width:.1f} mm too wide", width=wide)
    return all_of(told for told, excess in ((told_long, long), (told_wide, wide)) if excess)


def _where(card: Card, place: _Place) -> Message:
    page = tell("page {page}", page=place.page) if len(card.pages) > 1 else NO_WORDS
    column = tell("column {column}", column=place.column) if place.column else NO_WORDS
    return tell(" of {places}", places=joined(filter(None, (page, column)))) if page or column else NO_WORDS


def _sum(overflows: Sequence[Overflow], side: str) -> float:
    return sum(each.millimetres for each in overflows if each.side == side)


def _hint(card: Card, source: Card, printed: PrintedCard) -> Message:
    """What would help: the height that would do, if it is known."""
    width, height = card.size.width, card.size.height
    larger = tell("a card larger than {width} by {height}", width=width, height=height)
    if printed.larger_size is not None:
        width, height = printed.larger_size.size.width, printed.larger_size.size.height
        larger = tell("a card {width} by {height}", width=width, height=height)
    smaller = tell("let its type be smaller still")
    if source.fit is None:
        smaller = tell("use a smaller font-size than {points:g}pt (fit: shrink finds it)", points=card.font_size)
    if card.font_size <= SMALLEST:
        return tell("shorten it, or make it {larger}", larger=larger)
    return tell("shorten it, {smaller}, or {larger}", smaller=smaller, larger=larger)
