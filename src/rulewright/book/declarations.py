"""All entries of the source, in the order of the reference."""

from collections.abc import Mapping

from rulewright.book.kinds import OF_CONTENT, ContentFile
from rulewright.entries import domain_kinds
from rulewright.entries.blocks import BLOCKS
from rulewright.entries.card import Card
from rulewright.entries.card_pictures import Images, Online, Screen
from rulewright.entries.card_sizes import Margins
from rulewright.entries.colour import Tint
from rulewright.entries.decode import table_entries
from rulewright.entries.entry import Declaration
from rulewright.entries.fit import Fit
from rulewright.entries.fonts import Font
from rulewright.entries.game_section import GameSection
from rulewright.entries.layers import LayerEntry
from rulewright.entries.marks import Mark
from rulewright.entries.notations import Notation
from rulewright.entries.press import Press
from rulewright.entries.requests import Request
from rulewright.entries.rulebooks import Rulebook
from rulewright.entries.schema import entries_within
from rulewright.entries.settlements import Settlement
from rulewright.entries.sheets import ContactSheet, Sheet
from rulewright.entries.themes import Theme, ThemeCorners, ThemeLines
from rulewright.entries.web_look import Logo, WebAccent, WebFonts, WebLook

LAZY: Mapping[str, tuple[type[Declaration], ...]] = {
    "domain": domain_kinds.ENTRIES,
    "table": table_entries.ENTRIES,
}
"""The entries of the kinds that are not read by the class of their values."""
CONTENT: tuple[type[Declaration], ...] = (
    ContentFile,
    GameSection,
    WebLook,
    WebAccent,
    WebFonts,
    Logo,
    Tint,
    Font,
    Mark,
    Notation,
    *(entry for kind in OF_CONTENT for entry in kind.classes() or LAZY[kind.name]),
    Settlement,
    LayerEntry,
)
"""The entries of the files under content/."""

REQUESTS: tuple[type[Request], ...] = (Sheet, ContactSheet, Rulebook, Press, Images, Screen, Online)
"""The entries of the files under cards/ that ask for a product."""
CARD_FILES: Mapping[str, type[Declaration]] = {request.kind: request for request in REQUESTS} | {"theme": Theme}
"""The entries of files under cards/ by their `kind`; a file without one is a card."""
_CARDS: tuple[type[Declaration], ...] = (
    Card,
    Margins,
    Fit,
    *(entry for block in BLOCKS for entry in entries_within(block) if entry.noun),
    *(entry for request in REQUESTS for entry in entries_within(request) if entry.noun),
    Theme,
    ThemeCorners,
    ThemeLines,
)
CARDS = tuple(dict.fromkeys(_CARDS))
"""The entries of the files under cards/."""
ENTRIES = (*CONTENT, *CARDS)
"""All entries in the order of the reference."""
