"""Write cards as charts for VASSAL, whose viewer (Java's) knows only HTML 3.2.

The file is ASCII, because older viewers read it in the encoding of their system. A chart lies beside its pictures in a
VASSAL module, so their names have no folder.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path, PurePosixPath

from markupsafe import Markup, escape

from rulewright.book.book import Book
from rulewright.entries.card import Card
from rulewright.entries.marks import Mark
from rulewright.entries.names import slug
from rulewright.entries.notations import Unit
from rulewright.entries.paper import Millimetres, Share
from rulewright.entries.text import Target
from rulewright.entries.themes import Terms, standard_theme
from rulewright.html.environment import rendered
from rulewright.html.figures import figure_picture
from rulewright.html.marks import mark_image, mark_width
from rulewright.outputs.cards.bleeding import source_of
from rulewright.outputs.cards.typesetter import CardPageView, CardTypesetter, card_pages
from rulewright.source.pictures import Picture

TEMPLATE = "online/chart.html.j2"
NEGATIVE = "#b3202c"
AFTER_PICTURE = re.compile(r"(<img [^>]*>) ")
"""A space that survives in the viewer, which drops plain ones before an element."""
MARK_HEIGHT = 16
"""The height of a mark in pixels: a line of the viewer's usual type."""
PIXELS_PER_MM = Decimal(4)
"""The scale of pictures, at which a card of 107 mm fills the usual window."""
WINDOW = Decimal(640)
"""The width in pixels of a picture that is as wide as its card."""


@dataclass(frozen=True, slots=True)
class PictureFile:
    """A picture beside a chart, and its width in pixels."""

    file: str
    picture: Picture
    width: int


@dataclass(frozen=True, slots=True)
class ChartView:
    """A chart ready for its template."""

    pages: tuple[CardPageView, ...]


class ChartTypesetter(CardTypesetter):
    """A typesetter of cards in HTML 3.2. `marks` and `pictures` collect those that the texts use."""

    def __init__(self, book: Book, card: Card) -> None:
        super().__init__(book, standard_theme())
        self.card = card
        self.files = mark_files(book.game.marks)
        shown = {text.name for block in card.all_blocks() for text in block.shown.figures}
        figures = (figure_picture(each, book.game) for each in book.game.figures if each.id in shown)
        self.picture_files = picture_files([*book.game.pictures, *(each.name for each in figures if each)])
        self.marks: dict[str, Mark] = {}
        self.pictures: dict[str, PictureFile] = {}

    def link(self, target: Target, label: str) -> Markup:
        match target.kind:
            case "term":
                return Markup("<i>{}</i>").format(label) if self.theme.terms is Terms.ITALIC else escape(label)
            case "rule":
                return Markup('<font color="#555555" size="2"><i>[{}]</i></font>').format(label)
        return escape(label)

    def address(self, rule: Target) -> str:  # noqa: ARG002 - a chart has no links
        return ""

    def mark(self, mark: Mark) -> Markup:
        self.marks[mark.id] = mark
        image = Markup('<img src="{}" alt="{}" height="{}" border="0" align="bottom">')
        return image.format(self.files[mark.id], mark.name, MARK_HEIGHT)

    def length(self, length: Millimetres | Share) -> str:
        pixels = length.value * PIXELS_PER_MM if isinstance(length, Millimetres) else WINDOW * length.per_cent / 100
        return str(round(pixels))

    def source(self, picture: Picture, width: str) -> str:
        file = self.picture_files[picture.name]
        widest = max(int(width), self.pictures[file].width if file in self.pictures else 0)
        self.pictures[file] = PictureFile(file, picture, widest)
        return file

    def counter(self, unit: Unit) -> Markup:
        return Markup("<b>{}</b>").format(unit.written)

    def negative(self, text: Markup) -> Markup:
        return Markup('<font color="{}">{}</font>').format(NEGATIVE, text)


def mark_files(marks: Iterable[Mark]) -> Mapping[str, str]:
    """Return the file name of each mark's picture."""
    return _numbered((mark.id, f"mark-{slug(mark.id)}") for mark in marks)


def picture_files(pictures: Iterable[str]) -> Mapping[str, str]:
    """Return the file name of each picture of the game. All lie beside the chart, whatever folder they come from."""
    return _numbered((name, f"picture-{slug(PurePosixPath(name).stem)}") for name in pictures)


def _numbered(names: Iterable[tuple[str, str]]) -> Mapping[str, str]:
    """Return unique file names by ids: equal names are numbered."""
    files: dict[str, str] = {}
    for id_, plain in names:
        name, number = plain, 1
        while f"{name}.png" in files.values():
            number += 1
            name = f"{plain}-{number}"
        files[id_] = f"{name}.png"
    return files


def picture_page(shown: PictureFile) -> str:
    """Return the HTML of a page that has only a picture, in its size on the chart."""
    picture = shown.picture
    height = shown.width * picture.height / picture.width
    style = f"@page {{ size: {shown.width}px {height:.3f}px; margin: 0; border: none; padding: 0 }}"
    return f'<style>{style} img {{ display: block; width: 100% }}</style><img alt="" src="{source_of(picture)}">'


def mark_page(mark: Mark) -> tuple[str, int]:
    """Return the HTML of a page that has only a mark, and its width in pixels."""
    width = round(mark_width(mark) * MARK_HEIGHT)
    style = f"@page {{ size: {width}px {MARK_HEIGHT}px; margin: 0; border: none; padding: 0 }}"
    image = mark_image(mark, standard_theme())
    return f"<style>{style} .mark {{ display: block; width: 100%; height: 100% }}</style>{image}", width


def chart_html(card: Card, book: Book, project: Path) -> tuple[str, tuple[Mark, ...], tuple[PictureFile, ...]]:
    """Return the chart of a card, and the marks and pictures that must lie beside it."""
    typesetter = ChartTypesetter(book, card)
    view = ChartView(card_pages(typesetter))
    html = rendered(project, TEMPLATE, book.game.language, chart=view)
    plain = AFTER_PICTURE.sub(r"\1&#160;", html).encode("ascii", "xmlcharrefreplace").decode()
    return plain, tuple(typesetter.marks.values()), tuple(typesetter.pictures.values())
