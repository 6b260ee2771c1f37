"""Lays a card out in one setting after the other; their common parts are made once."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rulewright.model.card import NORMAL, Block, Card
from rulewright.model.paper import Size
from rulewright.render.cards.fitting.scale import scale_of, scaled, spacing_of
from rulewright.render.cards.paper import CARD_TEMPLATE, TYPE_STYLE, type_styles
from rulewright.render.pdf.printer import Printer
from rulewright.render.templating.faults import BrokenTemplateError

ENDLESS = "@page {{ size: {width} 12000mm !important }}"
"""A stylesheet for pages on which nothing is too long."""


@dataclass(slots=True)
class CardLayouts:
    """The layouts of one card; `source` is the card as its author wrote it, and `html` its HTML.

    `compose` makes the HTML of the card with its columns arranged; `stylesheet` is the printer's.
    """

    source: Card
    html: str
    compose: Callable[[Card], str]
    stylesheet: str
    printer: Printer
    _parsed: dict[tuple[Size, tuple[tuple[Block, ...], ...]], Any] = field(default_factory=dict)

    def lay_out(self, card: Card, *, endless: bool = False) -> Any:
        """WeasyPrint's document. HTML is parsed once for the same blocks; only the font size is changed in it."""
        key = card.size, card.pages
        parsed = self._parsed.get(key)
        if parsed is None:
            html = self.html if key == (self.source.size, self.source.pages) else self.compose(card)
            parsed = self._parsed[key] = self.printer.parsed(html)
        style = parsed.etree_element.find(f".//style[@id='{TYPE_STYLE}']")
        if style is None:
            reason = f"it has no style element with the id {TYPE_STYLE!r}, which sets the font size"
            raise BrokenTemplateError(reason, CARD_TEMPLATE)
        style.text = type_styles(card)
        scale, spacing = scale_of(self.source, card), spacing_of(card)
        more = [] if (scale, spacing) == (1, NORMAL) else [scaled(self.stylesheet, scale, spacing)]
        if endless:
            more.append(ENDLESS.format(width=card.size.width))
        return self.printer.lay_out_parsed(parsed, more)
