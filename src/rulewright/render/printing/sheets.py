"""Every sheet on every paper: its pages are printed without the cards, and the finished cards laid on them."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial

from rulewright.imposition import SheetPage, impose
from rulewright.model.sheet import Sheet
from rulewright.render.environment import SHEET_STYLE, asset
from rulewright.render.pdf import Printer
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
    sources = CardPages({card.id: cards[card_file(card)] for card in game.cards})

    def make(sheet: Sheet, pages: Sequence[SheetPage], html: str) -> Made:
        printed = printer().print_card(html, standard="")
        pdf = place_cards(printed.pdf, pages, sources)
        return pdf, complaints(f"sheet {sheet.id!r}", sheet.span, printed.warnings)

    for sheet in game.sheets:
        for paper in sheet.papers:
            path, pages = f"cards/{sheet.file(paper)}", impose(sheet, paper, run.book)
            html = sheet_html(sheet, paper, pages, run.book, run.project, run.created)
            yield path, run.take_or_make(path, [html, style, *cards.values()], partial(make, sheet, pages, html))
