"""Findings about zones whose text does not fit them, at the line of each zone."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from rulewright.blocks.zone import Zone
from rulewright.findings import Finding
from rulewright.model.card import Card
from rulewright.render.pdf.overflow import Overflow
from rulewright.translation.messages import all_of


def zone_overflows(card: Card, set_: Card, overflows: Sequence[Overflow], what: str) -> Iterator[Finding]:
    """A finding for every zone that does not hold its text; `set_` is the card as it printed."""
    written, printed = ([placed.block for placed in each.placed_blocks()] for each in (card, set_))
    for at, found in groupby(sorted(overflows, key=lambda each: each.at), key=lambda each: each.at):
        zone, small = (blocks[at] if 0 <= at < len(blocks) else None for blocks in (written, printed))
        if not isinstance(zone, Zone) or not isinstance(small, Zone):  # a template of the project has other blocks
            continue
        excess = all_of(_excess(each) for each in found)
        message = f"{what}: the text is {excess} for the zone {zone.name!r}"
        if zone.fit is not None:
            message = (
                f"{what}: the text is {excess} for the zone {zone.name!r} at {small.font_size:g} "
                "pt, the smallest type it may have"
            )
        about = f"card {card.id}: zone {zone.name}"
        yield Finding("card-overflow", zone.span, message, _hint(zone), about=about, other=excess)


def _excess(overflow: Overflow) -> str:
    if overflow.side == "long":
        return f"{overflow.millimetres:.1f} mm too long"
    return f"{overflow.millimetres:.1f} mm too wide"


def _hint(zone: Zone) -> str:
    if zone.fit is not None:
        return "shorten it, make the zone larger, or let its type be smaller still"
    return "shorten it, make the zone larger, or write font-size: 9pt and fit: shrink"
