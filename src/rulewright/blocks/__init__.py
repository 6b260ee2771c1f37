"""The blocks of a card, one file each: its keys, its value, what it shows, how it prints.

A new block is a file here with a line in `BLOCKS`, a template in templates/card/blocks, and a page of the manual in
tests/spec/cards. The file has an entry (`BlockEntry`) that reads the block, and the block (`Block`). The rest of the
program knows a block by the methods of `Block` only. What it must have is abstract there; its texts and inner blocks
are read from its fields, so no link of theirs goes unchecked.
"""

from rulewright.blocks.band import BandEntry
from rulewright.blocks.bands import BandsEntry
from rulewright.blocks.bullets import BulletsEntry
from rulewright.blocks.columns import ColumnsEntry
from rulewright.blocks.entry import BlockEntry
from rulewright.blocks.fields import FieldsEntry
from rulewright.blocks.figure import FigureBlockEntry
from rulewright.blocks.image import ImageEntry
from rulewright.blocks.legend import LegendEntry
from rulewright.blocks.line import LineEntry
from rulewright.blocks.note import NoteEntry
from rulewright.blocks.page import PageEntry
from rulewright.blocks.table import TableBlockEntry
from rulewright.blocks.zones import ZonesEntry

BLOCKS: tuple[type[BlockEntry], ...] = (
    BandEntry,
    BandsEntry,
    BulletsEntry,
    TableBlockEntry,
    ColumnsEntry,
    NoteEntry,
    FieldsEntry,
    ImageEntry,
    FigureBlockEntry,
    LineEntry,
    LegendEntry,
    ZonesEntry,
    PageEntry,
)
"""Every block there is, in the order in which hints and the reference name them."""
