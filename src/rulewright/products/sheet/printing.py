"""A sheet on every paper: printed without its cards, on which the finished cards are then laid.

A sheet in a theme or with bleed needs its cards in another variant; they are printed again for it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from rulewright.findings import Finding
from rulewright.imposition.pages import SheetPage, arranged
from rulewright.model.card import Card, Setting
from rulewright.model.product import SHEET_STYLE, Sheet
from rulewright.products.cards.printing import card_findings
from rulewright.products.run import OutputFile, PrintRun, Rendered, complaints
from rulewright.render.cards.printer import CardPrinter, PrintedCard
from rulewright.render.cards.variant import Variant
from rulewright.render.paths import card_path
from rulewright.render.pdf.finished_files import FinishedFiles
from rulewright.render.sheets.page import sheet_html
from rulewright.render.typesetting.environment import asset
from rulewright.wording import plain


def sheet_files(run: PrintRun, sheet: Sheet, cards: Mapping[str, bytes]) -> Iterator[OutputFile]:
    """The PDF for every paper."""
    style, sources = asset(run.project, SHEET_STYLE), _Sources(run, cards)
    for paper in sheet.papers:
        laid, pages = arranged(sheet, paper, run.book)
        html = sheet_html(laid, paper, pages, run.book, run.project, run.created)
        shown = [run.book.cards[id_] for id_ in dict.fromkeys(each.card for page in pages for each in page.cards)]
        layout = _Layout(sheet, pages, html, style, shown, first=paper is sheet.papers[0])
        values, make = partial(_values, layout, sources), partial(_lay_out, run, layout, sources)
        yield OutputFile(f"cards/{sheet.file(paper)}", values, make, style)


@dataclass(frozen=True, slots=True)
class _Layout:
    """A sheet on one paper. Of several papers, only the `first` reports findings about the cards."""

    sheet: Sheet
    pages: Sequence[SheetPage]
    html: str
    style: str
    shown: Sequence[Card]
    first: bool


def _values(layout: _Layout, sources: "_Sources") -> tuple[str | bytes, ...]:
    return layout.html, layout.style, repr(layout.pages), *sources.inputs(layout.sheet, layout.shown)


def _lay_out(run: PrintRun, layout: _Layout, sources: "_Sources") -> Rendered:
    from rulewright.render.pdf.placed_cards import CardPages
    from rulewright.render.pdf.placing import place_cards  # slow to import, and only sheets need it

    sheet = layout.sheet
    underlay = run.printers[layout.style].print(layout.html)
    titles = {card.id: plain(card.title, run.book) for card in layout.shown}
    pdf = place_cards(underlay.pdf, layout.pages, CardPages(sources.pdfs(sheet, layout.shown), titles), sheet.sides)
    findings = [*complaints(f"sheet {sheet.id!r}", sheet.span, underlay.warnings, run.book.game)]
    if layout.first:
        findings += sources.findings(sheet, layout.shown)
    return pdf, findings


@dataclass(frozen=True, slots=True)
class _Sources:
    """The cards that sheets show: the finished ones, or the variant that a sheet needs."""

    run: PrintRun
    cards: Mapping[str, bytes]
    variants: dict[tuple[str, Variant], PrintedCard] = field(default_factory=dict)

    @property
    def printer(self) -> CardPrinter:
        return CardPrinter(self.run.book, self.run.project, self.run.created, self.run.printers)

    def inputs(self, sheet: Sheet, shown: Iterable[Card]) -> Iterator[str | bytes]:
        """All that the cards of a sheet depend on."""
        for card in shown:
            if variant := _variant(sheet):
                yield from self.printer.inputs(card, variant, self._setting(card, variant))
            else:
                yield self.cards[card_path(card)]

    def pdfs(self, sheet: Sheet, shown: Iterable[Card]) -> dict[str, bytes]:
        """By the ids of the cards."""
        variant = _variant(sheet)
        return {card.id: self._printed(card, variant).pdf if variant else self.cards[card_path(card)] for card in shown}

    def findings(self, sheet: Sheet, shown: Iterable[Card]) -> Iterator[Finding]:
        """Findings of cards in the sheet's theme. Those in a card's own theme are reported with the card."""
        variant = _variant(sheet)
        for card in shown:
            if variant and variant.theme and variant.theme != card.theme:
                yield from self._of_card(card, self._printed(card, variant), variant.theme)

    def _of_card(self, card: Card, printed: PrintedCard, theme: str) -> Iterator[Finding]:
        return card_findings(card, printed, self.run.book.game, self.run.book.themes[theme])

    def _printed(self, card: Card, variant: Variant) -> PrintedCard:
        if (card.id, variant) not in self.variants:
            self.variants[card.id, variant] = self._kept(card, variant) or self._print(card, variant)
        return self.variants[card.id, variant]

    def _kept(self, card: Card, variant: Variant) -> PrintedCard | None:
        """Only a print without findings is kept."""
        pdf = self.run.store.find(self._key(card, variant))
        return None if pdf is None else PrintedCard(pdf, (), ())

    def _print(self, card: Card, variant: Variant) -> PrintedCard:
        printed = self.printer.print(card, variant, setting=self._setting(card, variant))
        if not any(self._of_card(card, printed, variant.theme or card.theme)):
            self.run.store.keep(self._key(card, variant), printed.pdf)
        return printed

    def _key(self, card: Card, variant: Variant) -> str:
        values = self.printer.inputs(card, variant, self._setting(card, variant))
        return self.run.store.key("card on a sheet", *values)

    def _setting(self, card: Card, variant: Variant) -> Setting | None:
        """That of the card by itself, but in another theme letters have other widths."""
        return None if variant.theme not in ("", card.theme) else FinishedFiles(self.cards).setting(card)


def _variant(sheet: Sheet) -> Variant | None:
    """None if a sheet shows its finished cards."""
    bleed = sheet.bleed.value
    return Variant(theme=sheet.theme, bleed=bleed) if sheet.theme or bleed else None
