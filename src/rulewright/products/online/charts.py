"""The chart of every card for an online table, with its pictures and marks."""

from collections.abc import Iterator
from functools import partial

from rulewright.model.book import Book
from rulewright.model.card import Card
from rulewright.model.game import Mark
from rulewright.model.product import CARD_STYLE, Online
from rulewright.model.theme import STANDARD
from rulewright.products.run import OutputFile, PrintRun, Rendered, known, text_file
from rulewright.render.cards.chart import PictureFile, chart_html, mark_files, mark_page, picture_page
from rulewright.render.cards.themes import themed
from rulewright.render.paths import chart_path
from rulewright.render.pdf.page_images import page_picture
from rulewright.render.typesetting.environment import asset


def chart_files(run: PrintRun) -> Iterator[OutputFile]:
    """The charts of the game, then their marks and pictures, each once: a picture in the largest size of all charts."""
    all_marks, all_pictures = dict[str, Mark](), dict[str, PictureFile]()
    for card in _cards(run.book):
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
        yield OutputFile(f"online/{file}", known(page, style, str(width)), make, style)


def _cards(book: Book) -> Iterator[Card]:
    """Those of all files for online tables."""
    return (card for online in book.game.requests(Online) for card in book.chosen(online.cards))


def _picture(run: PrintRun, style: str, page: str, width: int) -> Rendered:
    pdf = run.printers[style].print(page, standard="").pdf
    return page_picture(pdf, 0, width, clear=True).png, ()
