"""Every sheet on every paper: its pages are printed without the cards, and the finished cards laid on them.

A sheet may show its cards in another dress than they have by themselves; they are then printed for it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from rulewright.diagnostics import Diagnostic
from rulewright.imposition.pages import SheetPage, impose
from rulewright.model.card import Card
from rulewright.model.sheet import Sheet
from rulewright.render.cards.variant import Dress
from rulewright.render.pdf.page_images import card_file
from rulewright.render.pdf.printer import PrintedCard
from rulewright.render.products.cards import CardPress, card_findings
from rulewright.render.products.run import Made, PrintRun, Wanted, complaints
from rulewright.render.sheets.page import sheet_html
from rulewright.render.typesetting.environment import SHEET_STYLE, asset


def sheets(run: PrintRun, cards: Mapping[str, bytes]) -> Iterator[Wanted]:
    """The PDF of every sheet."""
    style, sources = asset(run.project, SHEET_STYLE), _Sources(run, cards)
    for sheet in run.book.game.sheets:
        for paper in sheet.papers:
            pages = impose(sheet, paper, run.book)
            html = sheet_html(sheet, paper, pages, run.book, run.project, run.created)
            shown = [run.book.cards[id_] for id_ in dict.fromkeys(each.card for page in pages for each in page.cards)]
            inputs = [html, style, repr(pages), *sources.made_from(sheet, shown)]
            layout = _Layout(sheet, pages, html, style, shown, first=paper is sheet.papers[0])
            yield Wanted(f"cards/{sheet.file(paper)}", inputs, partial(_lay_out, run, layout, sources), style)


@dataclass(frozen=True, slots=True)
class _Layout:
    """A sheet on one paper; of several, the `first` tells what is to be said of the cards."""

    sheet: Sheet
    pages: Sequence[SheetPage]
    html: str
    style: str
    shown: Sequence[Card]
    first: bool


def _lay_out(run: PrintRun, layout: _Layout, sources: "_Sources") -> Made:
    from rulewright.render.pdf.placing import CardPages, place_cards  # slow to import, and only sheets need it

    sheet = layout.sheet
    underlay = run.printers[layout.style].print_card(layout.html, standard="")
    pdf = place_cards(underlay.pdf, layout.pages, CardPages(sources.pdfs(sheet, layout.shown)), sheet.sides)
    findings = [*complaints(f"sheet {sheet.id!r}", sheet.span, underlay.warnings)]
    if layout.first:
        findings += sources.findings(sheet, layout.shown)
    return pdf, findings


@dataclass(frozen=True, slots=True)
class _Sources:
    """The cards that sheets show: the finished ones, or printed again in the dress of a sheet."""

    run: PrintRun
    cards: Mapping[str, bytes]
    dressed: dict[tuple[str, Dress], PrintedCard] = field(default_factory=dict)

    @property
    def press(self) -> CardPress:
        return CardPress(self.run.book, self.run.project, self.run.created, self.run.printers)

    def made_from(self, sheet: Sheet, shown: Iterable[Card]) -> Iterator[str | bytes]:
        """All that the cards of a sheet depend on."""
        for card in shown:
            if dress := _dress(sheet):
                yield from self.press.made_from(card, dress)
            else:
                yield self.cards[card_file(card)]

    def pdfs(self, sheet: Sheet, shown: Iterable[Card]) -> dict[str, bytes]:
        """By the ids of the cards."""
        dress = _dress(sheet)
        return {card.id: self._printed(card, dress).pdf if dress else self.cards[card_file(card)] for card in shown}

    def findings(self, sheet: Sheet, shown: Iterable[Card]) -> Iterator[Diagnostic]:
        """Those of cards in a theme that is not their own, in which they were looked at already."""
        dress = _dress(sheet)
        for card in shown:
            if dress and dress.theme and dress.theme != card.theme:
                yield from card_findings(card, self._printed(card, dress), self.run.book.themes[dress.theme])

    def _printed(self, card: Card, dress: Dress) -> PrintedCard:
        if (card.id, dress) not in self.dressed:
            self.dressed[card.id, dress] = self.press.print(card, dress)
        return self.dressed[card.id, dress]


def _dress(sheet: Sheet) -> Dress | None:
    """None where a sheet shows its cards as they are. On a sheet no card can be read aloud: tags would be lost."""
    bleed = sheet.bleed.value
    return Dress(theme=sheet.theme, bleed=bleed, standard="") if sheet.theme or bleed else None
