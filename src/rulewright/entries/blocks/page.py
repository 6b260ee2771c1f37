"""Pages of a card: page breaks, the background picture, and which blocks may share a page.

`pages` divides the list of blocks of a card at its page breaks; `one_column` keeps a list without breaks. The blocks
`table`, `page`, `note` make two pages: the table on the front, the note on the back.
"""

from collections.abc import Iterable, Iterator

from rulewright.base.findings import Finding, Findings
from rulewright.entries.background import GROUND, Ground
from rulewright.entries.block import NO_VALUE, Block, ListedBlock
from rulewright.entries.blocks.zones import Zones
from rulewright.entries.entry import key


class PageBreak(ListedBlock, noun="the block page"):
    """A page break. The next page of the card is its back, or the second side of a sheet."""

    page: None = key("A page break between the blocks before and after it", "page", kind=NO_VALUE, default=None)
    ground: Ground | None = key(
        "The picture behind the page that begins",
        "page:\nbackground: pictures/hexes.svg",
        name="background",
        kind=GROUND,
        default=None,
        otherwise="that of the card",
    )


def pages(listed: Iterable[ListedBlock | None], findings: Findings) -> Iterator[tuple[Block, ...]]:
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
            case Block() | None:
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


def one_column(listed: Iterable[ListedBlock | None], findings: Findings) -> Iterator[Block]:
    """Yield the blocks of a column; report page breaks and zones in it."""
    for block in listed:
        if isinstance(block, PageBreak):
            hint = "end the columns, then write 'page', then begin new columns"
            findings.add(Finding("bad-block", block.span, "a page cannot begin inside columns", hint))
        elif isinstance(block, Zones):
            hint = "list them beside the page's other blocks, with 'page' between"
            findings.add(Finding("bad-block", block.span, "zones cannot be inside columns or zones", hint))
        elif isinstance(block, Block):
            yield block
