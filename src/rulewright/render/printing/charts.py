"""The chart of every card for an online table, and the pictures of the marks on them."""

from collections.abc import Iterator
from functools import partial

from rulewright.model.game import Mark
from rulewright.model.theme import STANDARD
from rulewright.render.chart import chart_html, mark_files, mark_page
from rulewright.render.environment import CARD_STYLE, asset
from rulewright.render.printing.run import Made, PrintRun, Wanted, text_file
from rulewright.render.prints import chart_file, page_picture
from rulewright.render.themes import themed


def charts(run: PrintRun) -> Iterator[Wanted]:
    """All of them; a mark on several charts has one picture."""
    marks: dict[str, Mark] = {}
    for online in run.book.game.online:
        for card in run.book.chosen(online.cards):
            html, shown = chart_html(card, run.book, run.project)
            marks |= {mark.id: mark for mark in shown}
            yield text_file(chart_file(card), html)
    if marks:
        yield from _pictures(run, marks)


def _pictures(run: PrintRun, marks: dict[str, Mark]) -> Iterator[Wanted]:
    style, files = themed(asset(run.project, CARD_STYLE), STANDARD), mark_files(run.book.game.marks)
    for id_, mark in marks.items():
        page, width = mark_page(mark)
        make = partial(_picture, run, style, page, width)
        yield Wanted(f"online/{files[id_]}", [page, style, str(width)], make, style)


def _picture(run: PrintRun, style: str, page: str, width: int) -> Made:
    pdf = run.printers[style].print_card(page, standard="").pdf
    return page_picture(pdf, 0, width, clear=True).png, ()
