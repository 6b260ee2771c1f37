"""Cards are read with their blocks."""

from collections.abc import Iterator
from decimal import Decimal

from rulewright.base.findings import Finding, Findings
from rulewright.entries.blocks import BY_NAME, read_blocks
from rulewright.entries.blocks.page import PageBreak, pages
from rulewright.entries.blocks.zones import Zone
from rulewright.entries.card import Card
from rulewright.entries.card_sizes import ANY_SIZE
from rulewright.entries.entry import EntryReader
from rulewright.entries.names import slug
from rulewright.entries.paper import Millimetres, Rectangle
from rulewright.entries.requests import Surroundings
from rulewright.source.nodes import Node, Sequence


def decode_card(name: str, node: Node, surroundings: Surroundings, findings: Findings) -> Card:
    """Read a card and its blocks."""
    reader = EntryReader(Card, node, f"card {name!r}", findings, surroundings)
    written = reader.node_at("blocks")
    if isinstance(written, Sequence) and not written.items:
        hint = f"begin its blocks with one of: {', '.join(BY_NAME)}"
        reader.report("missing-key", written.span, f"{reader.what} has no blocks to print", hint)
    listed = tuple(read_blocks(reader.list_at("blocks"), findings))
    card = Card.of_reader(
        reader,
        id=slug(name),
        pages=tuple(pages(listed, findings)),
        page_grounds=tuple(block.ground for block in listed if isinstance(block, PageBreak)),
    )
    findings.extend(zone_findings(card) if card.size is not ANY_SIZE else ())
    return card


def zone_findings(card: Card) -> Iterator[Finding]:
    """Yield a finding for each zone that reaches beyond its card or has no room."""
    for zone in (block for page in card.pages for block in page if isinstance(block, Zone)):
        box = zone.place.on(card.size)
        message = _no_room(zone, box, card) or _beyond(zone, box, card)
        if message:
            size = f"the card is {card.size.width} by {card.size.height}"
            yield Finding("bad-value", zone.span, message, size)


def _no_room(zone: Zone, box: Rectangle, card: Card) -> str | None:
    """Return a message if a zone has no width or height; else None."""
    for side, name, whole in ((box.width, "width", card.size.width), (box.height, "height", card.size.height)):
        if side <= 0:
            return f"the zone {zone.name!r} has no {name}: its distances from both edges take all {whole}"
    return None


def _beyond(zone: Zone, box: Rectangle, card: Card) -> str | None:
    """Return a message if a zone reaches beyond an edge of its card; else None."""
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
