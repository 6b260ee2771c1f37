"""Every sheet on every paper: its pages are printed without the cards, and the finished cards laid on them."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from rulewright.imposition import SheetPage, impose
from rulewright.model.sheet import Sheet
from rulewright.render.environment import SHEET_STYLE, asset
from rulewright.render.printing.run import Made, PrintRun, Wanted, complaints
from rulewright.render.prints import card_file
from rulewright.render.sheet import sheet_html


def sheets(run: PrintRun, cards: Mapping[str, bytes]) -> Iterator[Wanted]:
    """The PDF of every sheet."""
    style = asset(run.project, SHEET_STYLE)
    pdfs = {card.id: cards[card_file(card)] for card in run.book.game.cards}
    for sheet in run.book.game.sheets:
        for paper in sheet.papers:
            pages = impose(sheet, paper, run.book)
            html = sheet_html(sheet, paper, pages, run.book, run.project, run.created)
            make = partial(_lay_out, run, sheet, pages, html, style, pdfs)
            yield Wanted(f"cards/{sheet.file(paper)}", (html, style, *pdfs.values()), make, style)


def _lay_out(
    run: PrintRun, sheet: Sheet, pages: Sequence[SheetPage], html: str, style: str, pdfs: Mapping[str, bytes]
) -> Made:
    from rulewright.render.placing import CardPages, place_cards  # slow to import, and only sheets need it

    printed = run.printers[style].print_card(html, standard="")
    findings = complaints(f"sheet {sheet.id!r}", sheet.span, printed.warnings)
    return place_cards(printed.pdf, pages, CardPages(pdfs)), tuple(findings)
