"""The file for screens: its keys, and the value that they make."""

from dataclasses import dataclass, field

from rulewright.findings import Span
from rulewright.language.entry import key
from rulewright.model.text import Text
from rulewright.products.product import ProductEntry
from rulewright.products.shared_keys import CHOSEN_CARDS, WIDTHS


@dataclass(frozen=True, slots=True)
class Screen:
    """Cards as large as a screen, for each of several `widths` in pixels; without cards all are meant."""

    id: str
    title: Text
    cards: tuple[Text, ...]
    widths: tuple[int, ...]
    span: Span = field(compare=False)


class ScreenEntry(ProductEntry, word="screen"):
    """Cards for a tablet or a screen at the table: pictures and PDFs as many pixels wide as the screen."""

    noun = "a file for screens"
    cards = key(CHOSEN_CARDS, "The cards to show", "cards: [fire]", default="all cards")
    width = key(
        WIDTHS,
        "The width of the screen in pixels, or of several screens",
        "width: [1920, 1080]",
        required=True,
        also=("widths",),
    )
