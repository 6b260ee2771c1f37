"""Print single cards as PDFs, in the largest type that fits and with their columns arranged."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import partial
from math import ceil
from pathlib import Path

from rulewright.book.book import Book
from rulewright.entries.card import Card, Setting, apply_setting
from rulewright.entries.paper import Millimetres, Size
from rulewright.outputs.cards.arranging import CardLayouts
from rulewright.outputs.cards.paper import PLAIN, Variant, card_html, card_style
from rulewright.outputs.cards.setting import SettingSearch, Trial
from rulewright.outputs.cards.typesetter import is_whole_sheet
from rulewright.pdf import Printers
from rulewright.pdf.finished_files import SETTING
from rulewright.pdf.overflow import coarse_pictures, height_taken, overflows, page_height
from rulewright.pdf.printer import Finisher, PrintedDocument, write_pdf

# The size that would hold a card that is too long

TRIES = 6
"""The number of heights to try, a millimetre apart: a layout may break a page before it is full."""


@dataclass(frozen=True, slots=True)
class LargerSize:
    """A card size at which the content fits; `beyond` is its excess height at the present size, in millimetres."""

    beyond: float
    size: Size


def larger_size_for(layouts: CardLayouts, trial: Trial) -> LargerSize | None:
    """Return a size at which the card fits with its present setting.

    None means that the card has to be wider, or is a whole sheet of paper.
    """
    card = apply_setting(replace(layouts.source, font_size=trial.setting.font_size), trial.setting)
    if is_whole_sheet(card) or any(each.side == "wide" for each in trial.overflows):
        return None
    endless = layouts.lay_out(card, endless=True)
    if any(overflows(endless)):
        return None
    beyond = height_taken(endless) - page_height(trial.document)
    least = ceil(float(card.size.height.value) + max(beyond, 0.0))
    for height in range(least, least + TRIES):
        size = Size(card.size.width, Millimetres(Decimal(height)))
        if not any(overflows(layouts.lay_out(replace(card, size=size)))):
            return LargerSize(beyond, size)
    return None


@dataclass(frozen=True, slots=True)
class PrintedCard(PrintedDocument):
    """The PDF of a card.

    `setting` is None if all prints as written. `larger_size` is a size that would hold the card, if its length is the
    only problem.
    """

    setting: Setting | None = None
    larger_size: LargerSize | None = None


@dataclass(slots=True)
class CardPrinter:
    """A printer of the cards of one book."""

    book: Book
    project: Path
    created: str = ""
    printers: Printers = field(default_factory=Printers)
    _composed: dict[tuple[str, Variant], tuple[Card, str]] = field(default_factory=dict)

    def inputs(self, card: Card, variant: Variant = PLAIN, setting: Setting | None = None) -> tuple[str, ...]:
        """Return everything that the PDF of a card depends on: its HTML, its stylesheet, and its setting."""
        return self.html(card, variant), self.style(card, variant), repr((variant, card.tasks, card.spacing, setting))

    def html(self, card: Card, variant: Variant = PLAIN) -> str:
        """Return the HTML of a card as its author wrote it, from a cache after the first call."""
        composed, html = self._composed.get((card.id, variant), (None, ""))
        if composed is not card:
            html = self._compose(card, variant)
            self._composed[card.id, variant] = card, html
        return html

    def style(self, card: Card, variant: Variant = PLAIN) -> str:
        """Return the stylesheet of a card."""
        return card_style(card, self.book, self.project, variant)

    def print(
        self, card: Card, variant: Variant = PLAIN, finish: Finisher | None = None, setting: Setting | None = None
    ) -> PrintedCard:
        """Print a card as PDF; `finish` may change the PDF first. With a `setting`, no setting is searched."""
        with self._trial(card, variant, setting) as (trial, larger_size, warnings):
            pdf = write_pdf(trial.document, variant.standard, finish=finish)
            chosen = trial.setting if card.has_tasks else None
            coarse = tuple(coarse_pictures(trial.document))
            return PrintedCard(pdf, trial.overflows, tuple(dict.fromkeys(warnings)), coarse, chosen, larger_size)

    def print_scaled(self, card: Card, width: int, setting: Setting | None = None) -> bytes:
        """Print the card as a tagged PDF whose pages are `width` CSS pixels wide."""
        with self._trial(card, PLAIN, setting) as (trial, *_):
            return write_pdf(trial.document, zoom=width / trial.document.pages[0].width)

    @contextmanager
    def _trial(
        self, card: Card, variant: Variant, setting: Setting | None
    ) -> Iterator[tuple[Trial, LargerSize | None, list[str]]]:
        """Yield the laid-out card, the size that would hold it if it does not fit, and WeasyPrint's warnings."""
        with self.printers[self.style(card, variant)].working() as warnings:
            layouts, trial = self._best(card, variant, setting)
            if trial.is_wide:  # perhaps by words that are bound together
                unbound = self._best(card, replace(variant, binds=False), setting)
                layouts, trial = (layouts, trial) if unbound[1].is_wide else unbound
            if card.has_tasks:
                trial.document.metadata.custom[SETTING] = trial.setting.to_json()
            larger = larger_size_for(layouts, trial) if trial.overflows and not card.has_zones else None
            yield trial, larger, warnings

    def _best(self, card: Card, variant: Variant, setting: Setting | None) -> tuple[CardLayouts, Trial]:
        style = self.style(card, variant)
        compose = partial(self._compose, variant=variant)
        layouts = CardLayouts(card, self.html(card, variant), compose, style, self.printers[style])
        search = SettingSearch(layouts)
        return layouts, search.trial(setting) if setting else search.best()

    def _compose(self, card: Card, variant: Variant) -> str:
        return card_html(card, self.book, self.project, self.created, variant)
