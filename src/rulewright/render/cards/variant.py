"""What one and the same card may be printed in: as itself, for a print shop, to spare ink."""

from dataclasses import dataclass
from decimal import Decimal

from rulewright.render.typesetting.inks import Ink, on_press, on_screen

TAGGED = "pdf/ua-1"
"""What a card by itself is printed as: it can be read aloud."""


@dataclass(frozen=True, slots=True)
class Variant:
    """How a card is printed, beside what it says.

    `theme` is the name of one that stands in for the card's own, or empty; `bleed` are millimetres of ground printed
    beyond the edge; `standard` is a name that WeasyPrint gives to a kind of PDF.
    """

    theme: str = ""
    bleed: Decimal = Decimal(0)
    standard: str = TAGGED

    @property
    def ink(self) -> Ink:
        """How colours are written: what goes to a press is told in its inks."""
        return on_press if self.standard.startswith("pdf/x") else on_screen


PLAIN = Variant()
