"""The chart of every card for an online table, and the pictures of the marks on them."""

from collections.abc import Iterator
from functools import cache, partial

from rulewright.model.game import Mark
from rulewright.render.chart import chart_html, mark_files, mark_page
from rulewright.render.environment import CARD_STYLE, asset
from rulewright.render.pdf import Printer
from rulewright.render.printing.run import Made, PrintRun
from rulewright.render.prints import chart_file, page_picture


def charts(run: PrintRun) -> Iterator[tuple[str, bytes]]:
    """All of them by their paths; a mark on several charts has one picture."""
    marks: dict[str, Mark] = {}
    for online in run.book.game.online:
        for card in run.book.chosen(online.cards):
            html, shown = chart_html(card, run.book, run.project)
            marks |= {mark.id: mark for mark in shown}
            yield chart_file(card), html.encode()
    yield from _pictures(run, marks)


def _pictures(run: PrintRun, marks: dict[str, Mark]) -> Iterator[tuple[str, bytes]]:
    style, files = asset(run.project, CARD_STYLE), mark_files(run.book.game.marks)
    printer = cache(lambda: Printer(style))  # reading the fonts takes time

    def make(page: str, width: int) -> Made:
        return page_picture(printer().print_card(page, standard="").pdf, 0, width, clear=True).png, ()

    for id_, mark in marks.items():
        path, (page, width) = f"online/{files[id_]}", mark_page(mark)
        yield path, run.take_or_make(path, [page, style, str(width)], partial(make, page, width))
