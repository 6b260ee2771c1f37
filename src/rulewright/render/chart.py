"""Cards as charts: HTML so plain that the viewer in VASSAL shows it, which is Java's of HTML 3.2.

What the file holds is ASCII, for older viewers read it in the encoding of their system. In a module a chart lies
beside its pictures, which are therefore named without a folder.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup, escape

from rulewright.model.book import Book, Target
from rulewright.model.card import Card
from rulewright.model.game import Mark
from rulewright.model.names import slug
from rulewright.model.notation import Unit
from rulewright.render.card_blocks import CardPageView, CardTypesetter, card_pages
from rulewright.render.environment import environment
from rulewright.render.typeset import mark_image

TEMPLATE = "online/chart.html.j2"
NEGATIVE = "#b3202c"
AFTER_PICTURE = re.compile(r"(<img [^>]*>) ")
"""A space that the viewer would swallow where an element follows."""
MARK_HEIGHT = 16
"""Pixels: as high as a line of the viewer's usual type."""


@dataclass(frozen=True, slots=True)
class ChartView:
    """A chart ready for its template."""

    pages: tuple[CardPageView, ...]


class ChartTypesetter(CardTypesetter):
    """As on paper, with the elements of old; `used` are the marks that it has set."""

    def __init__(self, book: Book) -> None:
        super().__init__(book)
        self.files = mark_files(book.game.marks)
        self.used: dict[str, Mark] = {}

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

    def counter(self, unit: Unit) -> Markup:
        return Markup("<b>{}</b>").format(unit.written)

    def negative(self, text: Markup) -> Markup:
        return Markup('<font color="{}">{}</font>').format(NEGATIVE, text)


def mark_files(marks: Iterable[Mark]) -> Mapping[str, str]:
    """The name of each mark's picture; those whose ids differ in their signs alone are numbered."""
    names: dict[str, str] = {}
    for mark in marks:
        plain = name = f"mark-{slug(mark.id)}"
        number = 1
        while f"{name}.png" in names.values():
            number += 1
            name = f"{plain}-{number}"
        names[mark.id] = f"{name}.png"
    return names


def mark_page(mark: Mark) -> tuple[str, int]:
    """A page of HTML as large as a mark with nothing on it but that, and its width in pixels."""
    width = MARK_HEIGHT if mark.badge else MARK_HEIGHT // 2  # a sign is half as wide as a badge
    style = f"@page {{ size: {width}px {MARK_HEIGHT}px; margin: 0; border: none; padding: 0 }}"
    return f"<style>{style} .mark {{ display: block; width: 100%; height: 100% }}</style>{mark_image(mark)}", width


def chart_html(card: Card, book: Book, project: Path) -> tuple[str, tuple[Mark, ...]]:
    """The chart of a card, and the marks whose pictures have to lie beside it."""
    typesetter = ChartTypesetter(book)
    view = ChartView(card_pages(card, book, typesetter))
    html = environment(project).get_template(TEMPLATE).render(chart=view)
    html = AFTER_PICTURE.sub(r"\1&#160;", html)
    return html.encode("ascii", "xmlcharrefreplace").decode(), tuple(typesetter.used.values())
