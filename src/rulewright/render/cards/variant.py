"""Variants of a card: as itself, for a print shop, in another theme."""

from dataclasses import dataclass
from decimal import Decimal

from rulewright.render.typesetting.fonts import Ink, on_press, on_screen

TAGGED = "pdf/ua-1"
"""The standard of a card by itself: screen readers can read it."""


@dataclass(frozen=True, slots=True)
class Variant:
    """How a card is printed, whatever it says.

    `theme` replaces the card's own, if it is not empty; `bleed` is the millimetres of ground printed beyond the edge;
    `standard` is WeasyPrint's name for a kind of PDF. Without `binds` lines may end between any two words.
    """

    theme: str = ""
    bleed: Decimal = Decimal(0)
    standard: str = TAGGED
    binds: bool = True

    @property
    def ink(self) -> Ink:
        """How colours are written: in the inks of a press for a print shop."""
        return on_press if self.standard.startswith("pdf/x") else on_screen


PLAIN = Variant()
