"""Pages of a card: page breaks, the background picture, and which blocks may share a page.

`pages` divides the list of blocks of a card at its page breaks; `one_column` keeps a list without breaks. The blocks
`table`, `page`, `note` make two pages: the table on the front, the note on the back.
"""

from collections.abc import Iterable, Iterator

from rulewright.blocks.entry import NO_VALUE, BlockEntry
from rulewright.entries.entry import EntryReader
from rulewright.entries.lazy import LazyEntry, key
from rulewright.entries.paper import NO_LENGTH, Ground
from rulewright.entries.roles import ONE_VALUE, SCALAR, length, node, ref
from rulewright.findings import Finding, Findings
from rulewright.model.block import Block
from rulewright.model.card import PageBreak, Zones
from rulewright.source.nodes import Mapping, Node, Scalar

WIDEST_BLEED = 20
"""The largest bleed of a picture in millimetres."""
GROUND = node("the path of a picture below the game's folder of cards", ONE_VALUE, ref("BackgroundEntry"))


class BackgroundEntry(LazyEntry):
    """The picture behind everything on a card; it covers the card to its edges."""

    noun = "the background of a card"
    image = key(
        SCALAR, "The path of the file below the game's folder of cards", "image: pictures/hexes.svg", required=True
    )
    bleed = key(
        length(0, WIDEST_BLEED, "width of a bleed"),
        "How much of the picture, at every side, is drawn to be cut off",
        "image: pictures/hexes.svg\nbleed: 3mm",
        default="none: beyond its edge stands its mirror image",
    )


def read_ground(entry: EntryReader, written: Node | None) -> Ground | None:
    """Read `pictures/wood.jpg`, or `{image: pictures/wood.jpg, bleed: 3mm}`."""
    if isinstance(written, Mapping):
        background = BackgroundEntry(written, "'background'", entry.findings)
        if not background.image:
            return None
        return Ground(background.image.value, background.bleed or NO_LENGTH, background.span)
    scalar = entry.scalar_at("background")
    return Ground(scalar.value, span=scalar.span) if isinstance(scalar, Scalar) else None


ListedBlock = Block | PageBreak | Zones | None
"""An item in the list of blocks of a card; None stands for a block with an error."""


class PageEntry(BlockEntry):
    """A page break. The next page of the card is its back, or the second side of a sheet."""

    noun = "the block page"
    needs_no_value = True
    inner_entries = (BackgroundEntry,)
    page = key(NO_VALUE, "A page break between the blocks before and after it", "page")
    background = key(
        GROUND,
        "The picture behind the page that begins",
        "page:\nbackground: pictures/hexes.svg",
        default="that of the card",
    )

    def block(self) -> PageBreak:
        _ = self.page  # reports a value, because reading is lazy
        return PageBreak(self.span, read_ground(self, self.background))


def pages(listed: Iterable[ListedBlock], findings: Findings) -> Iterator[tuple[Block, ...]]:
    """Yield the blocks of each page. A block with an error is left out, but its page does not count as empty."""
    page: list[Block | None] = []
    last_break: PageBreak | None = None
    for block in listed:
        match block:
            case Zones():
                page += block.blocks
            case PageBreak():
                if not page:
                    where = "before this 'page'" if last_break is None else "between this 'page' and the one before"
                    _report_empty_page(block, where, findings)
                yield _without_mixing(page, findings)
                page, last_break = [], block
            case _:
                page.append(block)
    if last_break and not page:
        _report_empty_page(last_break, "after this 'page'", findings)
    yield _without_mixing(page, findings)


def _without_mixing(page: Iterable[Block | None], findings: Findings) -> tuple[Block, ...]:
    """Return the blocks of a page. Report a page that mixes zones with other blocks."""
    blocks = tuple(block for block in page if block)
    mixed = next((block for block in blocks if block.placed is not blocks[0].placed), None)
    if mixed is not None:
        hint = "write 'page' between them, or list the block under 'blocks' of a zone"
        message = "a page with zones cannot have other blocks"
        findings.add(Finding("bad-block", mixed.span, message, hint))
    return blocks


def _report_empty_page(page_break: PageBreak, where: str, findings: Findings) -> None:
    hint = "remove it: 'page' stands between the blocks of two pages"
    findings.add(Finding("bad-block", page_break.span, f"there is nothing to print {where}", hint))


def one_column(listed: Iterable[ListedBlock], findings: Findings) -> Iterator[Block]:
    """Yield the blocks of a column; report page breaks and zones in it."""
    for block in listed:
        if isinstance(block, PageBreak):
            hint = "end the columns, then write 'page', then begin new columns"
            findings.add(Finding("bad-block", block.span, "a page cannot begin inside columns", hint))
        elif isinstance(block, Zones):
            hint = "list them beside the page's other blocks, with 'page' between"
            findings.add(Finding("bad-block", block.span, "zones cannot be inside columns or zones", hint))
        elif block:
            yield block
