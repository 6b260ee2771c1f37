"""One card laid out in one setting after the other; what the settings have in common is made once."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rulewright.model.card import Block, Card
from rulewright.model.paper import Size
from rulewright.render.cards.fitting.scale import scale_of, scaled
from rulewright.render.cards.paper import TYPE_STYLE, type_style
from rulewright.render.pdf.printer import Printer

ENDLESS = "@page {{ size: {width} 12000mm !important }}"
"""Of pages on which nothing is too long."""


@dataclass(slots=True)
class CardLayouts:
    """The layouts of the card as `stated` by its author.

    `compose` makes the HTML of a card; `stylesheet` is what the printer was made with.
    """

    stated: Card
    compose: Callable[[Card], str]
    stylesheet: str
    printer: Printer
    _parsed: dict[tuple[Size, tuple[tuple[Block, ...], ...]], Any] = field(default_factory=dict)

    def lay_out(self, card: Card, *, endless: bool = False) -> Any:
        """WeasyPrint's document. Only the font size is put into HTML that was parsed for the same blocks."""
        key = card.size, card.pages
        source = self._parsed.get(key)
        if source is None:
            source = self._parsed[key] = self.printer.parsed(self.compose(card))
        style = source.etree_element.find(f".//style[@id='{TYPE_STYLE}']")
        style.text = type_style(card.font_size)
        more = [ENDLESS.format(width=card.size.width)] if endless else []
        if (scale := scale_of(self.stated, card)) != 1:
            more.append(scaled(self.stylesheet, scale))
        return self.printer.lay_out_parsed(source, more)
