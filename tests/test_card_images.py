"""Pictures for print on demand: the pixels that shops ask for, names with copies, and the bleed filled."""

from io import BytesIO

import pytest
from PIL import Image

from tests.conftest import Project
from tests.test_decks import GAME

DECK = """\
title: "[[record:name]]"
size: poker
deck: events
count: "[[record:number]]"
blocks:
  - zones:
      art: {image: "[[record:picture]]", decorative: yes}
      text: {text: "[[record:text]]", inset: 5mm}
  - page
  - zones:
      back: {image: wind.svg, decorative: yes}
"""
ART = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" height="20" fill="{}"/></svg>'
SHOP = "kind: images\ntitle: Shop\n"
POKER = {
    "": (825, 1125),
    "bleed: 0.12in\n": (822, 1122),
    "bleed: 0mm\ndpi: 600\n": (1500, 2100),
}


@pytest.fixture
def deck(project: Project) -> Project:
    game = GAME.replace("picture: {title: Picture}", "picture: {title: Picture}, number: {title: Number}")
    game = game.replace("wind.svg", "wind.svg, number: 3").replace("calm.svg", "calm.svg, number: 1")
    project.write("content/small/game.yaml", game)
    project.write("cards/small/events.yaml", DECK)
    for picture, colour in (("wind", "#123456"), ("calm", "#654321")):
        project.write(f"cards/small/{picture}.svg", ART.format(colour))
    return project


def pictures(project: Project, keys: str = "") -> dict[str, Image.Image]:
    project.write("cards/small/shop.yaml", SHOP + keys)
    made = project.made("images/*")
    assert made.findings.status == 0, made.findings.items
    return {path: Image.open(BytesIO(data)) for path, data in made.files.items() if path.startswith("images/")}


def test_names_have_the_copies_and_a_common_back_is_there_once(deck: Project) -> None:
    assert sorted(pictures(deck)) == [
        "images/shop/events-back.png",
        "images/shop/events-becalmed-again-front.png",
        "images/shop/events[3]-fair-wind-front.png",
    ]


def test_a_back_of_its_own_has_the_name_of_its_card(deck: Project) -> None:
    deck.replace("cards/small/events.yaml", "back: {image: wind.svg", 'back: {image: "[[record:picture]]"')
    assert "images/shop/events[3]-fair-wind-back.png" in pictures(deck)


def test_a_card_of_one_side_has_a_name_without_it(deck: Project) -> None:
    deck.write("cards/small/events.yaml", DECK.partition("  - page")[0].replace('"[[record:number]]"', "2"))
    assert sorted(pictures(deck)) == ["images/shop/events[2]-becalmed-again.png", "images/shop/events[2]-fair-wind.png"]


@pytest.mark.parametrize(("keys", "pixels"), POKER.items())
def test_the_pixels_are_those_of_the_shop(deck: Project, keys: str, pixels: tuple[int, int]) -> None:
    for image in pictures(deck, keys).values():
        assert image.size == pixels
        assert image.info["dpi"] == pytest.approx((300, 300) if "dpi" not in keys else (600, 600), abs=0.1)


def test_art_fills_the_bleed_to_its_corners(deck: Project) -> None:
    image = pictures(deck)["images/shop/events[3]-fair-wind-front.png"].convert("RGB")
    corners = {image.getpixel((x, y)) for x in (0, image.width - 1) for y in (0, image.height - 1)}
    assert corners == {(0x12, 0x34, 0x56)}


def test_a_part_of_the_build_has_all_pictures(deck: Project) -> None:
    deck.write("cards/small/shop.yaml", SHOP)
    assert deck.run("build", "--only", "images:shop", "--no-prove").status == 0
    assert len(list((deck.root / "build/small/images/shop").iterdir())) == 3
