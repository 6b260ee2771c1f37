"""The file for pictures of cards with bleed: its keys, and the value that they make."""

from dataclasses import dataclass, field
from decimal import Decimal

from rulewright.findings import Span
from rulewright.language.entry import key
from rulewright.language.kinds import length, number
from rulewright.model.paper import Millimetres
from rulewright.model.text import Text
from rulewright.products.images.names import SidePicture
from rulewright.products.product import ProductEntry
from rulewright.products.shared_keys import CHOSEN_CARDS

USUAL_BLEED = Millimetres(Decimal("3.175"))
"""An eighth of an inch, which shops for cards ask for."""
WIDEST_BLEED = 20
USUAL_DPI = 300


@dataclass(frozen=True, slots=True)
class Images:
    """Cards as pictures with bleed, at `dpi` dots per inch; without `cards`, all cards."""

    id: str
    title: Text
    cards: tuple[Text, ...]
    bleed: Millimetres
    dpi: int
    span: Span = field(compare=False)

    def path(self, picture: SidePicture) -> str:
        return f"images/{self.id}/{picture.name}.png"

    def pixels(self, side: Millimetres) -> int:
        """The pixels of a side of a card with its bleed."""
        return round((side.value + 2 * self.bleed.value) * self.dpi / Decimal("25.4"))


class ImagesEntry(ProductEntry, word="images"):
    """Cards for print on demand: a PNG of each side with bleed, named with its number of copies."""

    noun = "a file for pictures of cards"
    cards = key(CHOSEN_CARDS, "The cards to show", "cards: [fire]", default="all cards")
    bleed = key(
        length(0, WIDEST_BLEED, "width of a bleed", "0.125in"),
        "How far a picture goes beyond the edge of its card",
        "bleed: 0.12in",
        default="0.125in",
    )
    dpi = key(
        number(
            "[1-9][0-9]{2}|1[0-9]{3}",
            "a whole number from 100 to 1999",
            "is not a number of dots per inch",
            "write a whole number from 100 to 1999: dpi: 300",
        ),
        "The dots per inch of a picture",
        "dpi: 600",
        default=str(USUAL_DPI),
    )
