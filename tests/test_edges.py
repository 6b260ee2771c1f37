"""Pictures to the edge: art covers a card up to the cut, and beyond it as far as a product has bleed. In pixels."""

from io import BytesIO

import pytest
from PIL import Image
from pypdfium2 import PdfDocument

from rulewright.entries.paper import A4
from rulewright.entries.sheets import Sheet
from rulewright.imposition.pages import impose
from tests.conftest import Project
from tests.test_card_pictures import figures, findings_of

PER_MM = 10
"""Pixels of the pictures that are measured."""
RED, BLUE, GREEN, WHITE, YELLOW = (220, 40, 40), (50, 60, 150), (40, 130, 70), (255, 255, 255), (250, 240, 40)
CORNERS = {(0, 0): RED, (1, 0): BLUE, (0, 1): GREEN, (1, 1): YELLOW}
"""The quarters of the art."""
CARD = "title: Art\nsize: 60 × 40 mm\nmargin: 0mm\nblocks:\n  - {image: pictures/art.png, alt: Four fields}\n"
GROUND = "title: Art\nsize: 60 × 40 mm\nbackground: pictures/art.png\nblocks:\n  - table: hits\n"
PRESS = "kind: press\ntitle: For the shop\ncards: [art]\nbleed: 3mm\n"
SHEET = "kind: sheet\ntitle: Bled\npaper: A4\ncards: [{art: 2}]\nbleed: 2mm\n"


def quarters(wide: int = 600, high: int = 400) -> bytes:
    """A picture whose quarters have a colour each."""
    image = Image.new("RGB", (wide, high))
    for (right, low), colour in CORNERS.items():
        image.paste(colour, (right * wide // 2, low * high // 2, (right + 1) * wide // 2, (low + 1) * high // 2))
    stream = BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()


@pytest.fixture
def art(small: Project) -> Project:
    small.write("cards/small/pictures/art.png", quarters())
    return small


def page(pdf: bytes, number: int = 0) -> Image.Image:
    shown: Image.Image = PdfDocument(pdf)[number].render(scale=PER_MM * 25.4 / 72).to_pil().convert("RGB")
    return shown


def near(found: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    """Inks and screens are near each other, not equal."""
    return all(abs(one - other) < 60 for one, other in zip(found, wanted, strict=True))


def corners(image: Image.Image, box: tuple[float, float, float, float]) -> list[bool]:
    """Whether each corner of a box of so many millimetres, just within it, has the colour of the art there."""
    left, top, right, bottom = (round(side * PER_MM) for side in box)
    spots = {
        (0, 0): (left + 1, top + 1),
        (1, 0): (right - 2, top + 1),
        (0, 1): (left + 1, bottom - 2),
        (1, 1): (right - 2, bottom - 2),
    }
    return [near(image.getpixel(spot), CORNERS[corner]) for corner, spot in spots.items()]  # type: ignore[arg-type]


@pytest.mark.parametrize("card", [CARD, GROUND])
@pytest.mark.parametrize("drawn", [False, True])
def test_art_reaches_every_corner_of_cut_and_bleed(art: Project, card: str, drawn: bool) -> None:
    if drawn:
        card = card.replace("art.png", "art.svg")
        fields = ((RED, 0, 0), (BLUE, 30, 0), (GREEN, 0, 20), (YELLOW, 30, 20))
        shapes = "".join(
            f'<rect x="{x}" y="{y}" width="30" height="20" fill="rgb{colour}"/>' for colour, x, y in fields
        )
        art.write(
            "cards/small/pictures/art.svg",
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40">{shapes}</svg>',
        )
    for name, text in (("art", card), ("press", PRESS), ("sheet", SHEET)):
        art.write(f"cards/small/{name}.yaml", text)
    assert art.run("build", "--no-prove").status == 0
    files = {
        path.name: path.read_bytes()
        for path in (art.root / "build/small").rglob("*.pdf")
        if path.parent.name != "press"
    }
    alone = page(files["art.pdf"])
    assert alone.size == (600, 400)
    assert corners(alone, (0, 0, 60, 40)) == [True] * 4
    shop = page((art.root / "build/small/press/art.pdf").read_bytes())  # the marks begin 9 mm from the cut
    assert corners(shop, (9, 9, 69, 49)) == corners(shop, (6, 6, 72, 52)) == [True] * 4
    assert shop.getpixel((55, 255)) == WHITE
    book = art.examined(prove=False).book
    assert book is not None
    (laid,) = impose(book.game.requests(Sheet)[0], A4, book)
    sheet = page(files["sheet-a4.pdf"])
    for placed in laid.cards:
        left, top, right, bottom = (
            float(side) for side in (placed.box.left, placed.box.top, placed.box.right, placed.box.bottom)
        )
        assert corners(sheet, (left, top, right, bottom)) == [True] * 4
        assert corners(sheet, (left - 2, top - 2, right + 2, bottom + 2)) == [True] * 4
        assert sheet.getpixel((round((left - 2.3) * PER_MM), round((top + 9) * PER_MM))) == WHITE


def test_what_lies_within_the_cut_is_the_same_in_every_file(art: Project) -> None:
    """The borders of the quarters are in the middle, with bleed and without."""
    art.write("cards/small/art.yaml", CARD)
    art.write("cards/small/press.yaml", PRESS)
    assert art.run("build", "--no-prove").status == 0
    shop = page((art.root / "build/small/press/art.pdf").read_bytes())
    alone = page((art.root / "build/small/cards/art.pdf").read_bytes())
    for x, y in ((3, 3), (29.7, 19.7), (30.3, 19.7), (29.7, 20.3), (59.7, 39.7)):
        one, other = (
            alone.getpixel((round(x * 10), round(y * 10))),
            shop.getpixel((round(x * 10) + 90, round(y * 10) + 90)),
        )
        assert near(one, other)  # type: ignore[arg-type]


def test_a_picture_with_bleed_of_its_own_lies_that_far_beyond_the_cut(art: Project) -> None:
    """Art of 66 by 46 mm: at the cut of 60 by 40 its outer 3 mm, which are black, are gone."""
    image = Image.new("RGB", (660, 460), "black")
    image.paste(RED, (30, 30, 630, 430))
    stream = BytesIO()
    image.save(stream, "PNG")
    art.write("cards/small/pictures/art.png", stream.getvalue())
    art.write("cards/small/art.yaml", GROUND.replace("pictures/art.png", "{image: pictures/art.png, bleed: 3mm}"))
    art.write("cards/small/press.yaml", PRESS)
    assert art.run("build", "--no-prove").status == 0
    alone, shop = (page((art.root / f"build/small/{folder}/art.pdf").read_bytes()) for folder in ("cards", "press"))
    assert near(alone.getpixel((2, 2)), RED)  # type: ignore[arg-type]
    assert near(shop.getpixel((92, 92)), RED)  # type: ignore[arg-type]
    assert near(shop.getpixel((65, 65)), (0, 0, 0))  # type: ignore[arg-type]


def test_each_page_may_have_a_ground_of_its_own(art: Project) -> None:
    art.write("cards/small/pictures/back.png", plain_art(BLUE))
    art.write(
        "cards/small/art.yaml",
        GROUND + "  - {page: , background: pictures/back.png}\n  - table: hits\n  - page\n  - table: hits\n",
    )
    (pdf,) = art.made("cards/art.pdf").files.values()
    assert near(page(pdf).getpixel((3, 3)), RED)  # type: ignore[arg-type]
    assert near(page(pdf, 1).getpixel((3, 3)), BLUE)  # type: ignore[arg-type]
    assert near(page(pdf, 2).getpixel((3, 3)), RED)  # type: ignore[arg-type]


def plain_art(colour: tuple[int, int, int]) -> bytes:
    stream = BytesIO()
    Image.new("RGB", (600, 400), colour).save(stream, "PNG")
    return stream.getvalue()


def test_a_picture_above_text_reaches_three_edges_and_the_text_keeps_off_them(art: Project) -> None:
    art.write("cards/small/pictures/art.png", quarters(600, 200))
    art.write("cards/small/art.yaml", CARD.replace("60 × 40", "60 × 60") + "  - table: hits\n")
    made = art.made("cards/art.pdf")
    assert made.findings.sorted() == []
    image = page(made.files["cards/art.pdf"])
    assert corners(image, (0, 0, 60, 20)) == [True] * 4
    assert image.getpixel((3, 300)) == WHITE
    assert figures(made.files["cards/art.pdf"]) == ["Four fields"]


def test_art_with_too_few_dots_for_the_card_that_it_covers(art: Project) -> None:
    art.write("cards/small/pictures/art.png", quarters(120, 300))  # covers 60 mm across with 120 dots
    art.write("cards/small/art.yaml", GROUND)
    place, message = next(each for each in findings_of(art, printed=True) if each[1].startswith("coarse"))
    assert place == "cards/small/art.yaml:3:13"
    assert message == "coarse-picture: card 'art': the picture 'pictures/art.png' prints at 50 dpi, so its dots show"


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ('"#d8c8a0"', "bad-picture: '#d8c8a0' is not a PNG, JPEG or SVG picture"),
        ("pictures/none.png", "missing-picture: there is no file cards/small/pictures/none.png"),
        ("[pictures/art.png]", "wrong-type: 'background' is text, not a list"),
        ("{bleed: 3mm}", "missing-key: 'background' needs 'image'"),
        ("{image: pictures/art.png, bleed: wide}", "bad-value: 'wide' is not a width of a bleed"),
        ("../art.png", "outside: '../art.png' is not in cards/small"),
    ],
)
def test_what_is_wrong_with_a_background(art: Project, written: str, message: str) -> None:
    art.write("cards/small/art.yaml", GROUND.replace("pictures/art.png", written))
    assert [said for _, said in findings_of(art)] == [message]
