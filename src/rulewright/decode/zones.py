"""Zones of a card, as soon as its size is known: whether each is on it and has room."""

from collections.abc import Iterator
from decimal import Decimal

from rulewright.blocks.zone import Zone
from rulewright.findings import Finding
from rulewright.language.entry import Entry
from rulewright.model.card import Card
from rulewright.model.paper import Millimetres
from rulewright.model.zones import Rectangle


def zones_at_fault(card: Card) -> Iterator[Finding]:
    """Each zone that reaches beyond its card, or that has no room."""
    for zone in (block for page in card.pages for block in page if isinstance(block, Zone)):
        box = zone.place.on(card.size)
        message = _empty(zone, box, card) or _beyond(zone, box, card)
        if message:
            size = f"the card is {card.size.width} by {card.size.height}"
            yield Finding("bad-value", zone.span, message, size)


def _empty(zone: Zone, box: Rectangle, card: Card) -> str | None:
    for side, name, whole in ((box.width, "width", card.size.width), (box.height, "height", card.size.height)):
        if side <= 0:
            return f"the zone {zone.name!r} has no {name}: its distances from both edges take all {whole}"
    return None


def _beyond(zone: Zone, box: Rectangle, card: Card) -> str | None:
    across, down = card.size.width.value, card.size.height.value
    edges: tuple[tuple[str, Decimal], ...] = (
        ("left", -box.left),
        ("top", -box.top),
        ("right", box.left + box.width - across),
        ("bottom", box.top + box.height - down),
    )
    for edge, beyond in edges:
        if beyond > 0:
            return f"the zone {zone.name!r} reaches {Millimetres(beyond)} beyond the card: {edge}"
    return None


def refuse_what_zones_lack(card: Card, entry: Entry) -> None:
    """What a card with zones has for each zone, or not at all."""
    if not card.has_zones:
        return
    if card.fit is not None:
        hint = "write 'fit' and 'font-size' in the zones whose text may shrink"
        entry.fault("bad-value", entry.place("fit"), "each zone of a card has its own 'fit'", hint)
    if card.footer:
        hint = "make a zone of it"
        entry.fault("bad-value", entry.place("footer"), "a card with zones has no footer", hint)
