"""Zones: places on a card in millimetres, measured in the finished PDF; texts that shrink, art that reaches the edge."""

from decimal import Decimal
from io import BytesIO

import pdfplumber
import pytest
from pdfplumber.page import Page
from pypdf import PdfReader

from rulewright.entries.card import Setting, read_setting
from rulewright.outputs.cards.paper import Variant
from rulewright.outputs.cards.printer import CardPrinter, PrintedCard
from tests.conftest import Project
from tests.test_sheets import MM

GAME = """\
game: {title: Small, language: en, colours: {move: {hex: "#9cb08a"}}}
rules: {base: {number: "1", title: Base, text: "Draw."}}
"""
CARD = "title: Zones\nsize: poker\nblocks:\n  - zones:\n"
DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" height="20" fill="#123456"/></svg>'
)
LONG = "Nobody fires at what he does not see, and nobody moves where another has moved before him in this turn."


@pytest.fixture
def zones(project: Project) -> Project:
    project.write("content/small/game.yaml", GAME)
    project.write("cards/small/art.svg", DRAWING)
    return project


def card(project: Project, *lines: str) -> tuple[PrintedCard, Page]:
    """The card of these zones, and its first page."""
    project.write("cards/small/zones.yaml", CARD + "".join(f"      {line}\n" for line in lines))
    book = project.examined(prove=False).book
    assert book is not None
    printed = CardPrinter(book, project.root).print(book.game.cards[0])
    return printed, pdfplumber.open(BytesIO(printed.pdf)).pages[0]


def placed(page: Page) -> list[tuple[float, ...]]:
    """Left, top, right and bottom of every filled rectangle, in millimetres."""
    return [tuple(each[side] * MM for side in ("x0", "top", "x1", "bottom")) for each in page.rects if each["fill"]]


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("left: 4mm, top: 5mm, width: 20mm, height: 10mm", (4, 5, 24, 15)),
        ("right: 4mm, bottom: 5mm, width: 20mm, height: 10mm", (39.5, 73.9, 59.5, 83.9)),
        ("inset: 3mm", (3, 3, 60.5, 85.9)),
        ("inset: 3mm, height: 10mm", (3, 3, 60.5, 13)),
        ("inset: 3mm, bottom: 40mm, right: 0mm", (3, 3, 63.5, 48.9)),
        ("x: ½ in, y: 1 in, width: 1in, height: 1cm", (12.7, 25.4, 38.1, 35.4)),
        ("height: 10mm", (0, 0, 63.5, 10)),
    ],
)
def test_a_zone_lies_where_it_is_said(zones: Project, place: str, expected: tuple[float, ...]) -> None:
    printed, page = card(zones, f"one: {{ground: move, {place}}}")
    assert printed.overflows == ()
    assert placed(page)[-1] == pytest.approx(expected, abs=0.05)


def test_later_zones_lie_on_those_before(zones: Project) -> None:
    _, page = card(
        zones, "low: {ground: move, inset: 5mm}", "high: {ground: move, inset: 10mm}", "text: {text: Fire, inset: 12mm}"
    )
    assert [round(box[0]) for box in placed(page)[-2:]] == [5, 10]
    assert page.chars[0]["x0"] * MM == pytest.approx(12, abs=0.3)


def test_a_text_stands_where_it_is_aligned_and_turned(zones: Project) -> None:
    _, page = card(
        zones,
        "corner: {text: F, left: 4mm, top: 4mm, width: 8mm, height: 8mm, align: right, vertical: bottom}",
        "turned: {text: L, right: 4mm, bottom: 4mm, width: 8mm, height: 8mm, turn: half}",
    )
    upright, turned = page.chars
    assert (upright["x1"] * MM, upright["bottom"] * MM) == pytest.approx((12, 12), abs=0.6)
    assert (turned["x1"] * MM, turned["bottom"] * MM) == pytest.approx((59.5, 84.2), abs=0.6)
    assert turned["matrix"][0] < 0 < upright["matrix"][0]


def sizes(printed: PrintedCard) -> tuple[Decimal, ...]:
    assert printed.setting is not None
    return printed.setting.fitted


def test_each_text_shrinks_by_itself_to_the_largest_type_that_fits(zones: Project) -> None:
    lines = (
        "short: {text: Fire, top: 2mm, height: 12mm, font-size: 10pt, fit: shrink}",
        f'long: {{text: "{LONG}", inset: 4mm, top: 20mm, height: 16mm, font-size: 14pt, fit: {{shrink: 6pt}}}}',
    )
    printed, page = card(zones, *lines)
    short, long = sizes(printed)
    assert (short, printed.overflows) == (Decimal(10), ())
    assert Decimal(6) < long < Decimal(14)
    assert {round(char["size"], 1) for char in page.chars if char["top"] * MM > 20} == {float(long)}
    larger, _ = card(
        zones, lines[0], lines[1].replace("14pt", f"{long + Decimal('0.1')}pt").replace("{shrink: 6pt}", "error")
    )
    assert [each.block for each in larger.overflows] == ["zone long"]


def test_a_text_grows_as_well(zones: Project) -> None:
    printed, _ = card(zones, "one: {text: Fire, inset: 4mm, height: 12mm, font-size: 9pt, fit: {grow: 40pt}}")
    assert Decimal(20) < sizes(printed)[0] < Decimal(40)


def test_what_does_not_fit_at_the_smallest_size_is_an_error(zones: Project) -> None:
    zones.write(
        "cards/small/zones.yaml",
        CARD + f'      one: {{text: "{LONG}", width: 20mm, height: 6mm, font-size: 9pt, fit: {{shrink: 7pt}}}}\n',
    )
    found = zones.made("cards/*.pdf").findings.items
    (error,) = (each for each in found if each.name == "card-overflow")
    assert (error.span.line, error.span.column) == (5, 7)
    assert error.message.startswith("card 'zones': the text is ")
    assert error.message.endswith(" mm too long for the zone 'one' at 7 pt, the smallest type it may have")


def test_smaller_texts_in_a_zone_go_with_its_size(zones: Project) -> None:
    _, page = card(zones, 'one: {text: "Fire [[rule:base]]", inset: 4mm, font-size: 20pt}')
    assert {round(char["size"], 1) for char in page.chars} == {20.0, 15.6}


def test_the_setting_of_zones_is_kept_in_the_file() -> None:
    setting = Setting(Decimal(8), (), (Decimal("6.5"), Decimal(9)))
    assert read_setting(setting.to_json()) == setting


def bled(project: Project, line: str) -> Page:
    project.write("cards/small/zones.yaml", CARD + f"      {line}\n")
    book = project.examined(prove=False).book
    assert book is not None
    printed = CardPrinter(book, project.root).print(book.game.cards[0], Variant(bleed=Decimal(3), standard=""))
    return pdfplumber.open(BytesIO(printed.pdf)).pages[0]


def test_a_ground_goes_on_into_the_bleed_at_the_edges_that_it_reaches(zones: Project) -> None:
    page = bled(zones, "one: {ground: move, height: 20mm}")
    left, top, right, bottom = placed(page)[-1]
    assert (right - left, bottom - top) == pytest.approx((69.5, 23), abs=0.05)
    left, top, right, bottom = placed(bled(zones, "one: {ground: move, inset: 3mm}"))[-1]
    assert (right - left, bottom - top) == pytest.approx((57.5, 82.9), abs=0.05)


def test_art_fills_the_bleed(zones: Project) -> None:
    zones.write("cards/small/zones.yaml", CARD + "      art: {image: art.svg, decorative: yes}\n")
    book = zones.examined(prove=False).book
    assert book is not None
    from rulewright.pdf.page_images import page_image

    for bleed in (0, 3):
        printed = CardPrinter(book, zones.root).print(book.game.cards[0], Variant(bleed=Decimal(bleed), standard=""))
        image = page_image(printed.pdf, 0, 200)
        corners = [(x, y) for x in (1, image.width - 2) for y in (1, image.height - 2)]
        assert {image.getpixel(corner) for corner in corners} == {(0x12, 0x34, 0x56)}


def test_a_page_of_zones_has_neither_frame_nor_footer(zones: Project) -> None:
    zones.write("cards/small/zones.yaml", CARD + "      one: {text: Fire, inset: 5mm}\n  - page\n  - note: Back\n")
    data = zones.made("cards/*.pdf").files["cards/zones.pdf"]
    pdf = pdfplumber.open(BytesIO(data))
    assert [page.extract_text() for page in pdf.pages] == ["Fire", "Back"]
    assert (len(pdf.pages[0].curves), len(pdf.pages[1].curves) > 0) == (0, True)
    assert "/StructTreeRoot" in PdfReader(BytesIO(data)).root_object


def test_cards_without_zones_are_set_as_before() -> None:
    assert Setting(Decimal(8)).to_json() == '{"font-size": "8", "columns": []}'
