"""The chart of every card for an online table, with its pictures and marks."""

from collections.abc import Iterator
from functools import partial

from rulewright.model.game import Mark
from rulewright.model.theme import STANDARD
from rulewright.render.cards.chart import PictureFile, chart_html, mark_files, mark_page, picture_page
from rulewright.render.cards.themes import themed
from rulewright.render.paths import chart_path
from rulewright.render.pdf.page_images import page_picture
from rulewright.render.products.run import OutputFile, PrintRun, Rendered, text_file
from rulewright.render.typesetting.environment import CARD_STYLE, asset


def chart_files(run: PrintRun) -> Iterator[OutputFile]:
    """The charts, then their marks and pictures, each once; a picture in the largest size that a chart shows."""
    all_marks, all_pictures = dict[str, Mark](), dict[str, PictureFile]()
    for online in run.book.game.online:
        for card in run.book.chosen(online.cards):
            html, marks, pictures = chart_html(card, run.book, run.project)
            all_marks |= {mark.id: mark for mark in marks}
            for picture in pictures:
                if picture.file not in all_pictures or all_pictures[picture.file].width < picture.width:
                    all_pictures[picture.file] = picture
            yield text_file(chart_path(card), html)
    files = mark_files(run.book.game.marks)
    beside = [(files[id_], *mark_page(mark)) for id_, mark in all_marks.items()]
    beside += [(each.file, picture_page(each), each.width) for each in all_pictures.values()]
    style = themed(asset(run.project, CARD_STYLE), STANDARD)
    for file, page, width in beside:
        make = partial(_picture, run, style, page, width)
        yield OutputFile(f"online/{file}", [page, style, str(width)], make, style)


def _picture(run: PrintRun, style: str, page: str, width: int) -> Rendered:
    pdf = run.printers[style].print(page, standard="").pdf
    return page_picture(pdf, 0, width, clear=True).png, ()
