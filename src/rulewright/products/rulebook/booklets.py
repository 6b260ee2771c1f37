"""Booklets: the finished pages of a rulebook, two by two on paper to be folded."""

from collections.abc import Mapping, Sequence
from functools import partial

from rulewright.imposition.booklet import impose_booklet
from rulewright.imposition.pages import SheetPage
from rulewright.model.product import SHEET_STYLE, Booklet, Rulebook, Sides
from rulewright.products.run import OutputFile, PrintRun, Rendered, complaints, known
from rulewright.render.pdf.finished_files import FinishedFiles
from rulewright.render.sheets.page import booklet_html
from rulewright.render.typesetting.environment import asset


def booklet_file(run: PrintRun, rulebook: Rulebook, booklet: Booklet, finished: Mapping[str, bytes]) -> OutputFile:
    """The PDF of a booklet; `finished` holds the rulebook by its path."""
    style = asset(run.project, SHEET_STYLE)
    pages = finished[rulebook.file]
    sides = impose_booklet(rulebook, booklet, FinishedFiles(finished).page_count(rulebook.file))
    html = booklet_html(rulebook, booklet, sides, run.book, run.project, run.created)
    values = known(html, style, repr(sides), pages)
    return OutputFile(rulebook.booklet_file, values, partial(_lay_out, run, rulebook, sides, html, pages), style)


def _lay_out(run: PrintRun, rulebook: Rulebook, sides: Sequence[SheetPage], html: str, pages: bytes) -> Rendered:
    from rulewright.render.pdf.placed_cards import CardPages
    from rulewright.render.pdf.placing import place_cards  # slow to import, and only sheets need it

    underlay = run.printers[asset(run.project, SHEET_STYLE)].print(html)
    pdf = place_cards(underlay.pdf, sides, CardPages({rulebook.id: pages}), Sides.SHORT_EDGE)
    return pdf, tuple(complaints(f"booklet {rulebook.id!r}", rulebook.span, underlay.warnings, run.book.game))
