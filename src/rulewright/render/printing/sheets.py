"""Every sheet on every paper: its pages are printed without the cards, and the finished cards laid on them.

A sheet may show its cards in another theme than they have by themselves; they are then printed for it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial

from rulewright.diagnostics import Diagnostic
from rulewright.imposition import SheetPage, impose
from rulewright.model.card import Card
from rulewright.model.sheet import Sheet
from rulewright.render.environment import SHEET_STYLE, asset
from rulewright.render.pdf import PrintedCard, Printer
from rulewright.render.printing.cards import CardPress, card_findings
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
    press = CardPress(run.book, run.project, run.created)
    own = CardPages({card.id: cards[card_file(card)] for card in game.cards})

    @cache
    def dressed(theme: str, id_: str) -> PrintedCard:
        return press.print(run.book.cards[id_], Dress(theme))

    def make(sheet: Sheet, pages: Sequence[SheetPage], html: str) -> Made:
        printed = printer().print_card(html, standard="")
        again = [(card, dressed(sheet.theme, card.id)) for card in _to_dress(sheet, pages, run)]
        sources = CardPages({card.id: print_.pdf for card, print_ in again}) if sheet.theme else own
        pdf = place_cards(printed.pdf, pages, sources)
        return pdf, [*complaints(f"sheet {sheet.id!r}", sheet.span, printed.warnings), *_findings(sheet, again, run)]

    for sheet in game.sheets:
        for paper in sheet.papers:
            path, pages = f"cards/{sheet.file(paper)}", impose(sheet, paper, run.book)
            html = sheet_html(sheet, paper, pages, run.book, run.project, run.created)
            inputs: list[str | bytes] = [html, style, *cards.values()]
            for card in _to_dress(sheet, pages, run):
                inputs += press.made_from(card, Dress(sheet.theme))
            yield path, run.take_or_make(path, inputs, partial(make, sheet, pages, html))


def _to_dress(sheet: Sheet, pages: Sequence[SheetPage], run: PrintRun) -> Iterator[Card]:
    """The cards that are printed for a sheet, each once: none where it shows them as they are."""
    shown = dict.fromkeys(placed.card for page in pages for placed in page.cards)
    return (run.book.cards[id_] for id_ in shown if sheet.theme)


def _findings(sheet: Sheet, again: Iterable[tuple[Card, PrintedCard]], run: PrintRun) -> Iterator[Diagnostic]:
    """Those of cards printed for a sheet, where the theme is not their own, in which they were looked at already."""
    for card, printed in again:
        if sheet.theme != card.theme:
            yield from card_findings(card, printed, run.book.themes[sheet.theme])
