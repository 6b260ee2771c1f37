"""Cards as charts: HTML so plain that the viewer in VASSAL shows it, which is Java's of HTML 3.2.

What the file holds is ASCII, for older viewers read it in the encoding of their system. In a module a chart lies
beside its pictures, which are therefore named without a folder.
"""

import re
from base64 import b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path, PurePosixPath

from markupsafe import Markup, escape

from rulewright.model.book import Book, Target
from rulewright.model.card import Card
from rulewright.model.game import Mark
from rulewright.model.names import slug
from rulewright.model.notation import Unit
from rulewright.model.paper import Millimetres, Share
from rulewright.render.cards.blocks import CardPageView, CardTypesetter, card_pages
from rulewright.render.typesetting.environment import environment
from rulewright.render.typesetting.typesetter import mark_image
from rulewright.source.pictures import Picture

TEMPLATE = "online/chart.html.j2"
NEGATIVE = "#b3202c"
AFTER_PICTURE = re.compile(r"(<img [^>]*>) ")
"""A space that the viewer would swallow where an element follows."""
MARK_HEIGHT = 16
"""Pixels: as high as a line of the viewer's usual type."""
PIXELS_PER_MM = Decimal(4)
"""What pictures are wide at: a card of 107 mm then fills the usual window."""
WINDOW = Decimal(640)
"""Pixels that a picture as wide as its card takes."""


@dataclass(frozen=True, slots=True)
class PictureFile:
    """A picture beside a chart, and how many pixels wide it shows."""

    file: str
    picture: Picture
    width: int


@dataclass(frozen=True, slots=True)
class ChartView:
    """A chart ready for its template."""

    pages: tuple[CardPageView, ...]


class ChartTypesetter(CardTypesetter):
    """As on paper, with the elements of old; `used` are the marks that it has set, `shown` its pictures."""

    def __init__(self, book: Book, card: Card) -> None:
        super().__init__(book)
        self.card = card
        self.files = mark_files(book.game.marks)
        self.picture_files = picture_files(book.game.pictures)
        self.used: dict[str, Mark] = {}
        self.shown: dict[str, PictureFile] = {}

    def link(self, target: Target, label: str) -> Markup:
        match target.kind:
            case "term":
                return Markup("<i>{}</i>").format(label)
            case "rule":
                return Markup('<font color="#555555" size="2"><i>[{}]</i></font>').format(label)
        return escape(label)

    def address(self, rule: Target) -> str:  # noqa: ARG002 - a chart has no rules to lead to
        return ""

    def mark(self, mark: Mark) -> Markup:
        self.used[mark.id] = mark
        image = Markup('<img src="{}" alt="{}" height="{}" border="0" align="bottom">')
        return image.format(self.files[mark.id], mark.name, MARK_HEIGHT)

    def length(self, length: Millimetres | Share) -> str:
        pixels = length.value * PIXELS_PER_MM if isinstance(length, Millimetres) else WINDOW * length.per_cent / 100
        return str(round(pixels))

    def source(self, picture: Picture, width: str) -> str:
        file = self.picture_files[picture.name]
        widest = max(int(width), self.shown[file].width if file in self.shown else 0)
        self.shown[file] = PictureFile(file, picture, widest)
        return file

    def counter(self, unit: Unit) -> Markup:
        return Markup("<b>{}</b>").format(unit.written)

    def negative(self, text: Markup) -> Markup:
        return Markup('<font color="{}">{}</font>').format(NEGATIVE, text)


def mark_files(marks: Iterable[Mark]) -> Mapping[str, str]:
    """The name of each mark's picture."""
    return _named((mark.id, f"mark-{slug(mark.id)}") for mark in marks)


def picture_files(pictures: Iterable[str]) -> Mapping[str, str]:
    """The name of each picture of the game: all are beside the chart, whatever folder they come from."""
    return _named((name, f"picture-{slug(PurePosixPath(name).stem)}") for name in pictures)


def _named(wanted: Iterable[tuple[str, str]]) -> Mapping[str, str]:
    """Files for things by their ids; those that would be called the same are numbered."""
    names: dict[str, str] = {}
    for id_, plain in wanted:
        name, number = plain, 1
        while f"{name}.png" in names.values():
            number += 1
            name = f"{plain}-{number}"
        names[id_] = f"{name}.png"
    return names


def picture_page(shown: PictureFile) -> str:
    """A page of HTML with nothing on it but a picture, as large as it shows."""
    picture = shown.picture
    height = shown.width * picture.height / picture.width
    style = f"@page {{ size: {shown.width}px {height:.3f}px; margin: 0; border: none; padding: 0 }}"
    source = f"data:{picture.type};base64,{b64encode(picture.data).decode()}"
    return f'<style>{style} img {{ display: block; width: 100% }}</style><img alt="" src="{source}">'


def mark_page(mark: Mark) -> tuple[str, int]:
    """A page of HTML as large as a mark with nothing on it but that, and its width in pixels."""
    width = MARK_HEIGHT if mark.badge else MARK_HEIGHT // 2  # a sign is half as wide as a badge
    style = f"@page {{ size: {width}px {MARK_HEIGHT}px; margin: 0; border: none; padding: 0 }}"
    return f"<style>{style} .mark {{ display: block; width: 100%; height: 100% }}</style>{mark_image(mark)}", width


def chart_html(card: Card, book: Book, project: Path) -> tuple[str, tuple[Mark, ...], tuple[PictureFile, ...]]:
    """The chart of a card, and the marks and pictures that have to lie beside it."""
    typesetter = ChartTypesetter(book, card)
    view = ChartView(card_pages(typesetter))
    html = environment(project).get_template(TEMPLATE).render(chart=view)
    plain = AFTER_PICTURE.sub(r"\1&#160;", html).encode("ascii", "xmlcharrefreplace").decode()
    return plain, tuple(typesetter.used.values()), tuple(typesetter.shown.values())
