"""Bleed on sheets: as much of it shows around a card as the sheet asks for, and never over a fold. Measured in pixels."""

from dataclasses import replace
from decimal import Decimal
from functools import cache
from typing import Any

import pytest
from pypdfium2 import PdfDocument

from rulewright.entries.card import Card
from rulewright.entries.paper import A4, Millimetres, Size
from rulewright.entries.sheets import Copies, Gap, Sheet, Sides
from rulewright.imposition.pages import SheetPage, impose
from rulewright.imposition.pieces import Box
from rulewright.pdf.placed_cards import CardPages
from rulewright.pdf.placing import place_cards
from rulewright.pdf.printer import Printer
from tests.conftest import ROOT, Project
from tests.test_sheets import Bound, text

PER_MM = 10
"""Pixels of the picture in which it is measured."""
PRINTED = 5
"""Millimetres of bleed that the card has; sheets show less of it."""
RED, BLUE, WHITE = (255, 0, 0), (0, 0, 255), (255, 255, 255)


def mm(length: str) -> Millimetres:
    return Millimetres(Decimal(length))


@cache
def bled_card() -> bytes:
    """Two pages of 60 by 40 mm, red and blue up to the edge of their bleed."""
    style = f"""@page {{ size: 60mm 40mm; bleed: {PRINTED}mm; background: #f00 }} @page back {{ background: #00f }}
        p {{ page: back; break-before: page }}"""
    return Printer(style).print("<div>&nbsp;</div><p>&nbsp;</p>", standard="").pdf


def laid_out(**keys: Any) -> tuple[tuple[SheetPage, ...], list[Any]]:
    """The pages of a sheet of four cards, and their pictures."""
    card = Card(id="card", title=text(""), size=Size(mm("60"), mm("40")), pages=((), ()))
    plain = Sheet(id="sheet", title=text(""), papers=(A4,), cards=(Copies(card=text("card"), number=4),))
    pages = impose(replace(plain, **keys), A4, Bound([card]))
    empty = "".join("<p style='break-after: page'></p>" for _ in pages[1:]) + "<p></p>"
    paper = Printer("@page { size: 210mm 297mm }").print(empty, standard="").pdf
    document = PdfDocument(place_cards(paper, pages, CardPages({"card": bled_card()})))
    return pages, [page.render(scale=PER_MM * 25.4 / 72).to_pil().convert("RGB") for page in document]


def colour(picture: Any, across: float, down: float) -> tuple[int, ...]:
    return tuple(picture.getpixel((round(across * PER_MM), round(down * PER_MM))))


def edges(picture: Any, box: Box, by: float) -> list[tuple[int, ...]]:
    """The colours so far outside of the middle of each edge: left, top, right, bottom."""
    left, top, right, bottom = (float(each) for each in (box.left, box.top, box.right, box.bottom))
    x, y = (left + right) / 2, (top + bottom) / 2
    return [colour(picture, *spot) for spot in ((left - by, y), (x, top - by), (right + by, y), (x, bottom + by))]


@pytest.mark.parametrize("bleed", ["0", "1.5", "3"])
@pytest.mark.parametrize("sides", [Sides.APART, Sides.LONG_EDGE, Sides.SHORT_EDGE])
def test_so_much_bleed_shows_around_every_card(sides: Sides, bleed: str) -> None:
    pages, pictures = laid_out(sides=sides, bleed=mm(bleed))
    for page, picture in zip(pages, pictures, strict=True):
        for placed in page.cards:
            own = BLUE if placed.page else RED
            assert edges(picture, placed.box, -0.3) == [own] * 4
            if bleed != "0":
                assert edges(picture, placed.box, float(bleed) - 0.3) == [own] * 4
            outside = edges(picture, placed.box, float(bleed) + 0.3)
            # Where the bleeds of two neighbours meet in the middle of the gap, what follows is the neighbour's.
            assert own not in outside or bleed == "3"
            assert all(each in (WHITE, RED, BLUE) for each in outside)


def test_nothing_bleeds_over_a_fold() -> None:
    (page,), (picture,) = laid_out(sides=Sides.FOLD, bleed=mm("2"))
    for front, back in zip(page.cards[::2], page.cards[1::2], strict=True):
        assert edges(picture, front.box, 1.7).count(RED) == 3
        assert edges(picture, back.box, 1.7).count(BLUE) == 3
        assert edges(picture, front.box, 0.3).count(BLUE) == 1  # the back, right behind the fold


def test_cut_marks_stand_outside_of_the_bleed() -> None:
    (page, *_), _ = laid_out(bleed=mm("3"), gap=Gap(mm("8"), mm("8")))
    assert page.cuts
    for cut in page.cuts:
        for placed in page.cards:
            shown = placed.shown
            assert cut.right < shown.left or cut.left > shown.right or cut.bottom < shown.top or cut.top > shown.bottom


def test_a_build_shows_the_bleed_of_its_cards(small: Project) -> None:
    style = (ROOT / "templates/card/card.css").read_text("utf-8")
    small.write("templates/card/card.css", f"{style}\n@page {{ background: #f00 }}\n")
    small.write("cards/small/sheet.yaml", "kind: sheet\ntitle: Bled\npaper: A4\ncards: [{hits: 2}]\nbleed: 2mm\n")
    assert small.run("build").status == 0
    document = PdfDocument(small.root / "build/small/cards/sheet-a4.pdf")
    picture = document[0].render(scale=PER_MM * 25.4 / 72).to_pil().convert("RGB")
    book = small.examined(prove=False).book
    assert book is not None
    (page,) = impose(book.game.requests(Sheet)[0], A4, book)
    for placed in page.cards:
        assert edges(picture, placed.box, -0.3) == edges(picture, placed.box, 1.7) == [RED] * 4
        assert edges(picture, placed.box, 2.3) == [WHITE] * 4
    alone = PdfDocument(small.root / "build/small/cards/hits.pdf")
    assert alone[0].get_size() == pytest.approx((60 / 25.4 * 72, 60 / 25.4 * 72))  # the card itself has none
