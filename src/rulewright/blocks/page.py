"""A page break: the blocks after it print on the next page of the card."""

from collections.abc import Iterable, Iterator

from rulewright.blocks.entry import NO_VALUE, BlockEntry
from rulewright.blocks.ground import GROUND, BackgroundEntry, read_ground
from rulewright.findings import Finding, Findings
from rulewright.language.entry import key
from rulewright.model.card import Block, PageBreak, Zones

Written = Block | PageBreak | Zones | None
"""What is listed on a card; None stands for a block at fault."""


class PageEntry(BlockEntry):
    """The next page of the card begins: its back, or the second side of a sheet."""

    noun = "the block page"
    alone = True
    parts = (BackgroundEntry,)
    page = key(NO_VALUE, "A page break between the blocks before and after it", "page")
    background = key(
        GROUND,
        "The picture behind the page that begins",
        "page:\nbackground: pictures/hexes.svg",
        default="that of the card",
    )

    def block(self) -> PageBreak:
        _ = self.page
        return PageBreak(self.span, read_ground(self, self.background))


def pages(written: Iterable[Written], faults: Findings) -> Iterator[tuple[Block, ...]]:
    """The blocks of each page. A block at fault is left out, but its page is not empty for that."""
    page: list[Block | None] = []
    before: PageBreak | None = None
    for block in written:
        if isinstance(block, Zones):
            page += block.blocks
            continue
        if not isinstance(block, PageBreak):
            page.append(block)
            continue
        if not page:
            where = "before this 'page'" if before is None else "between this 'page' and the one before"
            _empty_page(block, where, faults)
        yield _one_kind(page, faults)
        page, before = [], block
    if before and not page:
        _empty_page(before, "after this 'page'", faults)
    yield _one_kind(page, faults)


def _one_kind(page: Iterable[Block | None], faults: Findings) -> tuple[Block, ...]:
    """The blocks of a page, which are zones, or follow one another."""
    blocks = tuple(each for each in page if each)
    other = next((each for each in blocks if each.placed is not blocks[0].placed), None)
    if other is not None:
        hint = "write 'page' between them, or list the block under 'blocks' of a zone"
        message = "zones fill a page by themselves: no other block is on it"
        faults.add(Finding("bad-block", other.span, message, hint))
    return blocks


def _empty_page(page_break: PageBreak, where: str, faults: Findings) -> None:
    hint = "remove it: 'page' stands between the blocks of two pages"
    faults.add(Finding("bad-block", page_break.span, f"there is nothing to print {where}", hint))


def one_column(written: Iterable[Written], faults: Findings) -> Iterator[Block]:
    """The blocks of a column, in which no page can begin."""
    for block in written:
        if isinstance(block, PageBreak):
            hint = "end the columns, then write 'page', then begin new columns"
            faults.add(Finding("bad-block", block.span, "a page cannot begin inside columns", hint))
        elif isinstance(block, Zones):
            hint = "list them beside the page's other blocks, with 'page' between"
            faults.add(Finding("bad-block", block.span, "zones cannot be inside columns or zones", hint))
        elif block:
            yield block
