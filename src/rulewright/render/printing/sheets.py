"""Every sheet on every paper: its pages are printed without the cards, and the finished cards laid on them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial

from rulewright.imposition.pages import SheetPage, impose
from rulewright.model.sheet import Sheet
from rulewright.render.environment import SHEET_STYLE, asset
from rulewright.render.pdf import Printer
from rulewright.render.printing.cards import CardPress
from rulewright.render.printing.dress import Dress
from rulewright.render.printing.run import Made, PrintRun, complaints
from rulewright.render.prints import card_file
from rulewright.render.sheet import sheet_html


def sheets(run: PrintRun, cards: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """The PDF of every sheet by its path."""
    game = run.book.game
    if not game.sheets:
        return
    from rulewright.render.placing import CardPages, place_cards  # slow to import, and only sheets need it

    style = asset(run.project, SHEET_STYLE)
    printer = cache(lambda: Printer(style))  # reading the fonts takes time
    sources = _Sources(run, cards)

    def make(sheet: Sheet, pages: Sequence[SheetPage], html: str) -> Made:
        printed = printer().print_card(html, standard="")
        shown = dict.fromkeys(placed.card for page in pages for placed in page.cards)
        pdf = place_cards(printed.pdf, pages, CardPages(sources.pdfs(sheet, shown)), sheet.sides)
        return pdf, complaints(f"sheet {sheet.id!r}", sheet.span, printed.warnings)

    for sheet in game.sheets:
        for paper in sheet.papers:
            path, pages = f"cards/{sheet.file(paper)}", impose(sheet, paper, run.book)
            html = sheet_html(sheet, paper, pages, run.book, run.project, run.created)
            inputs = [html, style, repr(pages), *sources.made_from(sheet)]
            yield path, run.take_or_make(path, inputs, partial(make, sheet, pages, html))


class _Sources:
    """The cards that sheets show: the finished ones, or printed again with a bleed where a sheet shows it."""

    def __init__(self, run: PrintRun, cards: Mapping[str, bytes]) -> None:
        self.book, self.cards = run.book, cards
        self.press = CardPress(run.book, run.project, run.created)
        self.bled: dict[tuple[str, Dress], bytes] = {}

    def made_from(self, sheet: Sheet) -> Iterator[str | bytes]:
        """All that a sheet's cards depend on; which of the cards it shows is told by its pages."""
        for card in self.book.game.cards:
            if sheet.bleed.value:
                yield from self.press.made_from(card, _dress(sheet))
            else:
                yield self.cards[card_file(card)]

    def pdfs(self, sheet: Sheet, shown: Iterable[str]) -> dict[str, bytes]:
        """By the ids of the cards."""
        cards = [self.book.cards[card] for card in shown]
        if not sheet.bleed.value:
            return {card.id: self.cards[card_file(card)] for card in cards}
        dress = _dress(sheet)
        for card in cards:
            if (card.id, dress) not in self.bled:
                self.bled[card.id, dress] = self.press.print(card, dress).pdf
        return {card.id: self.bled[card.id, dress] for card in cards}


def _dress(sheet: Sheet) -> Dress:
    """On a sheet no card can be read aloud, so tags would be lost."""
    return Dress(bleed=sheet.bleed.value, standard="")
