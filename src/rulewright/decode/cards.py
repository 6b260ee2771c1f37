"""Cards: their sizes, margins and blocks."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from decimal import Decimal

from rulewright.blocks import BY_NAME, read_blocks
from rulewright.blocks.page import PageBreak, pages
from rulewright.blocks.zones import Zone
from rulewright.decode.card_files import CARD
from rulewright.entries.background import GROUND, Ground
from rulewright.entries.card_sizes import SIZE
from rulewright.entries.entry import EntryReader, Key, Kind
from rulewright.entries.fit import DEFAULT_FONT_SIZE, FIT, LARGEST, SMALLEST
from rulewright.entries.lazy import LazyEntry, key
from rulewright.entries.names import slug
from rulewright.entries.paper import (
    CUT_MARGIN,
    PAPER_MARGIN,
    Margins,
    Millimetres,
    Rectangle,
    Size,
    is_home_paper,
)
from rulewright.entries.roles import (
    LENGTH_SCHEMA,
    PROSE,
    STRING,
    TITLE,
    choice,
    either,
    length,
    node,
    nodes,
    number,
    points,
    prose,
    ref,
)
from rulewright.entries.text import Text
from rulewright.findings import Finding, Findings
from rulewright.model.block import BLOCK, Block, ListedBlock
from rulewright.model.card import LOOSE, NORMAL, TIGHT, Card
from rulewright.source.nodes import Mapping, Node, Sequence

# Margins and footer

WIDEST_MARGIN = 100
"""The largest margin in millimetres."""
MIN_ROOM = 20
"""Millimetres that margins must leave in each direction, so that a line of text fits."""
WORDS = {"yes": True, "true": True, "no": False, "false": False}
WIDTH = length(0, WIDEST_MARGIN, "width of a margin")
MARGIN = node("a length, or a mapping of sides to lengths", LENGTH_SCHEMA, ref("MarginEntry"))


def _side(name: str) -> Key[Millimetres | None]:
    return key(WIDTH, f"The margin at the {name}", f"{name}: 6mm", default="the usual margin")


class MarginEntry(LazyEntry):
    """Margins that differ from side to side."""

    noun = "the margins of a card"
    top, right, bottom, left = map(_side, ("top", "right", "bottom", "left"))


def read_margins(card: EntryReader, size: Size) -> Margins:
    """Read `margin: 4mm` or `margin: {top: 6mm, left: 8mm}`; other sides get the usual margin of this card size."""
    usual, written = PAPER_MARGIN if is_home_paper(size) else CUT_MARGIN, card.node_at("margin")
    if isinstance(written, Mapping):
        sides = MarginEntry(written, "'margin'", card.findings)
        margins = Margins(*(side or usual for side in (sides.top, sides.right, sides.bottom, sides.left)))
    else:
        margins = Margins.around(WIDTH.read(card, "margin") or usual)
    if written is not None and not _leaves_room(margins, size):
        message = f"these margins leave no room on a card of {size.width} by {size.height}"
        card.report("bad-value", written.span, message, f"leave at least {MIN_ROOM} mm each way")
    return margins


def _leaves_room(margins: Margins, size: Size) -> bool:
    across = size.width.value - margins.left.value - margins.right.value
    down = size.height.value - margins.top.value - margins.bottom.value
    return min(across, down) >= MIN_ROOM


def _footer(card: EntryReader, name: str) -> Text | bool | None:
    written = card.scalar_at(name)
    if written is None:
        return None
    word = WORDS.get(written.value) if written.plain else None
    return prose(written, card.findings) if word is None else word


FOOTER: Kind[Text | bool | None] = Kind("yes, no, or Markdown text with links", _footer, PROSE)


# Zones of a card, as soon as its size is known


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


def report_keys_without_use(card: Card, entry: EntryReader) -> None:
    """Report `fit` and `footer` on a card with zones: each zone has its own `fit`, and there is no footer."""
    if not card.has_zones:
        return
    if card.fit is not None:
        hint = "write 'fit' and 'font-size' in the zones whose text may shrink"
        entry.report("bad-value", entry.place("fit"), "each zone of a card has its own 'fit'", hint)
    if card.footer:
        hint = "make a zone of it"
        entry.report("bad-value", entry.place("footer"), "a card with zones has no footer", hint)


SPACINGS = {"normal": NORMAL, "tight": TIGHT, "loose": LOOSE}
ANY_SIZE = Size(Millimetres(Decimal(100)), Millimetres(Decimal(100)))
"""A stand-in for a size that cannot be read, so that the rest of the card is still checked."""

_COUNT = number(
    "[1-9][0-9]{0,2}",
    "a whole number from 1 to 999",
    "is not a number of cards",
    "write how many of this card the game has, 1 to 999: count: 3",
)
COUNT = replace(_COUNT, schema=either(_COUNT.schema, {"type": "string", "pattern": r"^\[\[record:"}))
"""A number of cards; in a deck, `[[record:column]]` may supply it."""


class CardEntry(LazyEntry):
    """A card: a file below cards/GAME. The name of the file is the id of the card."""

    noun = "a card"
    kind = key(choice(CARD), "What the file describes: without this key, a card", "kind: card", default="card")
    title = key(TITLE, "What the card is called, in its footer and on the web", "title: Fire", required=True)
    deck = key(
        STRING,
        "The table that has a card for each of its `records`; texts quote a column as `[[record:text]]`",
        'deck: arms\nblocks: [{note: "**[[record:name]]**: [[record:price]]"}]',
        default="the file is one card",
    )
    count = key(
        COUNT,
        "How many of this card the game has: sheets, decks and pictures for a shop have as many; a deck may name a "
        "column of its table",
        "count: 3",
        default="1",
    )
    size = key(SIZE, "The width and height of the card, or the name of a format", "size: 107 × 143 mm", required=True)
    margin = key(
        MARGIN,
        "What stays free between the edge of the card and its frame",
        "margin: {top: 6mm, left: 8mm}",
        default="2.2 mm; 5 mm on a sheet of home paper",
    )
    font_size = key(
        points(SMALLEST, LARGEST, "8.5pt"),
        "The size of the letters",
        "font-size: 7.5pt",
        default="8pt",
        former=("type",),
    )
    fit = key(
        FIT,
        "Whether the tool may set the card smaller or larger, so that it fills its pages",
        "fit: shrink",
        default="error: what does not fit is an error",
    )
    background = key(
        GROUND,
        "The picture behind all that the card shows, to its edges",
        "background: pictures/hexes.svg",
        default="none",
    )
    spacing = key(
        choice(*SPACINGS),
        "How far lines are apart, and how much room cells have around their words",
        "spacing: tight",
        default="normal; with `fit`, whatever fills the card",
    )
    theme = key(STRING, "The theme that the card is printed in", "theme: standard", default="the theme of the game")
    footer = key(
        FOOTER,
        "The line below the frame: words of your own, `yes` for the usual ones, or `no`",
        "footer: For the summer campaign",
        default="the usual footer on cards of several pages, and of 100 mm or more in width",
        former=("foot",),
    )
    blocks = key(
        nodes("a list of blocks", BLOCK),
        "What the card shows, from top to bottom",
        "blocks: [{band: fire, colour: fire}, bullets: fire]",
        required=True,
    )


def decode_card(name: str, node: Node, themes: tuple[str, ...], findings: Findings) -> Card:
    """Decode one card. The first of `themes` is the id of the game's theme."""
    entry = CardEntry(node, f"card {name!r}", findings)
    size, font_size = entry.size or ANY_SIZE, entry.font_size or DEFAULT_FONT_SIZE
    _not_empty(entry)
    written = list(read_blocks(entry.blocks, findings))
    card = Card(
        slug(name),
        entry.title,
        size,
        font_size,
        tuple(pages(written, findings)),
        entry.span,
        theme=entry.choice_at("theme", themes),
        fit=entry.fit,
        margins=read_margins(entry, size),
        footer=entry.footer,
        spacing=SPACINGS[entry.spacing] if entry.has("spacing") else None,
        grounds=_grounds(entry.background, written),
        count=entry.count or 1,
    )
    findings.extend(zone_findings(card) if entry.size else ())
    report_keys_without_use(card, entry)
    return replace(card, pages=tuple(_at_edges(page, card) for page in card.pages))


def _grounds(first: Ground | None, written: Iterable[ListedBlock | None]) -> tuple[Ground | None, ...]:
    """Return the background picture of each page: its own, else `first`. Return () if no page has one."""
    grounds = (first, *(block.ground or first for block in written if isinstance(block, PageBreak)))
    return grounds if any(grounds) else ()


def _at_edges(page: tuple[Block, ...], card: Card) -> tuple[Block, ...]:
    """Tell the first and a single block of a page which edges of the card they touch.

    Only the first block can reach the upper edge, and only a single block the lower edge.
    """
    edges = card.edges
    return tuple(
        block.at_edges(replace(edges, top=edges.top and not at, bottom=edges.bottom and len(page) == 1), card.size)
        for at, block in enumerate(page)
    )


def _not_empty(entry: CardEntry) -> None:
    written = entry.node_at("blocks")
    if isinstance(written, Sequence) and not written.items:
        hint = f"begin its blocks with one of: {', '.join(BY_NAME)}"
        entry.report("missing-key", written.span, f"{entry.what} has no blocks to print", hint)
