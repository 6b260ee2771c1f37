"""The chart of every card for an online table, and the pictures and marks on them."""

from collections.abc import Iterator
from functools import partial

from rulewright.model.game import Mark
from rulewright.model.theme import STANDARD
from rulewright.render.cards.chart import PictureFile, chart_html, mark_files, mark_page, picture_page
from rulewright.render.cards.themes import themed
from rulewright.render.pdf.page_images import chart_file, page_picture
from rulewright.render.products.run import Made, PrintRun, Wanted, text_file
from rulewright.render.typesetting.environment import CARD_STYLE, asset


def charts(run: PrintRun) -> Iterator[Wanted]:
    """All of them, and what lies beside them, each once: of a picture the largest."""
    marks, pictures = dict[str, Mark](), dict[str, PictureFile]()
    for online in run.book.game.online:
        for card in run.book.chosen(online.cards):
            html, used, shown = chart_html(card, run.book, run.project)
            marks |= {mark.id: mark for mark in used}
            for each in sorted(shown, key=lambda each: each.width):
                if each.file not in pictures or pictures[each.file].width < each.width:
                    pictures[each.file] = each
            yield text_file(chart_file(card), html)
    files = mark_files(run.book.game.marks)
    beside = [(files[id_], *mark_page(mark)) for id_, mark in marks.items()]
    beside += [(each.file, picture_page(each), each.width) for each in pictures.values()]
    style = themed(asset(run.project, CARD_STYLE), STANDARD)
    for file, page, width in beside:
        make = partial(_picture, run, style, page, width)
        yield Wanted(f"online/{file}", [page, style, str(width)], make, style)


def _picture(run: PrintRun, style: str, page: str, width: int) -> Made:
    pdf = run.printers[style].print_card(page, standard="").pdf
    return page_picture(pdf, 0, width, clear=True).png, ()
