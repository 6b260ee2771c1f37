"""The proofs of cards in the report: what a browser shows is what the check of colours reckons with."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser

from rulewright.entries.colour import VIEWS, linear
from tests.conftest import GAME

WIDTHS = (390, 1280)
NEAR = 4
"""Steps of 255 by which a browser may round."""


@pytest.mark.long
@pytest.mark.parametrize("name", list(VIEWS))
def test_a_colour_is_shown_as_the_model_sees_it(browser: Browser, games: dict[str, Path], name: str) -> None:
    """A pixel in the first band of a card."""
    page = browser.new_page(viewport={"width": 1280, "height": 1000})
    page.goto((games[GAME].parent / "report.html").as_uri())
    proof = page.locator("article.proof").first
    shots = [_picture(proof.locator("svg").nth(at).screenshot()) for at in (0, 1 + list(VIEWS).index(name))]
    page.close()
    printed, seen = shots
    at = next((x, y) for y in range(printed.height) for x in range(20, printed.width) if _coloured(printed, x, y))
    expected = VIEWS[name](linear("#{:02x}{:02x}{:02x}".format(*_pixel(printed, *at))))
    for channel, light in zip(_pixel(seen, *at), expected, strict=True):
        assert abs(channel - _encoded(light)) <= NEAR


@pytest.mark.parametrize("width", WIDTHS)
def test_the_report_is_no_wider_than_its_window(browser: Browser, games: dict[str, Path], width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 800})
    page.goto((games[GAME].parent / "report.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.close()


def _picture(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")


def _pixel(image: Image.Image, x: int, y: int) -> tuple[int, int, int]:
    found = image.getpixel((x, y))
    assert isinstance(found, tuple)
    return found[0], found[1], found[2]


def _coloured(image: Image.Image, x: int, y: int) -> bool:
    """Whether a place lies in a ground of one colour that is no grey, and not at its edge."""
    places = ((x + dx, y + dy) for dx in range(-3, 4) for dy in range(-3, 4))
    around = {_pixel(image, *at) for at in places if 0 <= at[0] < image.width and 0 <= at[1] < image.height}
    return len(around) == 1 and max(*around.copy().pop()) - min(*around.pop()) > 40


def _encoded(light: float) -> float:
    """A channel of sRGB, from 0 to 255."""
    return 255 * (12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055)
