"""A publisher's tokens in a browser: they hold by day, by night and on paper, and break no policy."""

from pathlib import Path

from playwright.sync_api import Page

from tests.conftest import Project
from tests.test_web_look import LOGO, looking

COLOUR = "getComputedStyle(document.querySelector('main a.rule, main a:not(.number, .permalink)')).color"
RADIUS = "getComputedStyle(document.querySelector('.study')).borderTopLeftRadius"
LINES = "parseFloat(getComputedStyle(document.body).lineHeight)"


def opened(page: Page, project: Project, folder: Path) -> None:
    for name, data in project.rendered(prove=False).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    page.goto((folder / "web/index.html").as_uri())


def test_tokens_hold_by_day_by_night_and_not_on_paper(page: Page, small: Project, tmp_path: Path) -> None:
    opened(page, small, tmp_path / "usual")
    usual = page.evaluate(LINES)
    assert page.evaluate(RADIUS) != "0px"
    small.write("content/small/pictures/logo.svg", LOGO)
    logo = "logo: {picture: pictures/logo.svg, alt: A squad}"
    looking(small, f'accent: {{light: "#7a2e46", dark: "#d9b84a"}}, corners: square, density: compact, {logo}')
    opened(page, small, tmp_path / "own")
    assert page.evaluate(COLOUR) == "rgb(122, 46, 70)"
    assert page.evaluate(RADIUS) == "0px"
    assert page.evaluate(LINES) < usual
    picture = page.get_by_role("link", name="A squad A small game").get_by_role("img")
    assert picture.evaluate("(image) => image.complete && image.naturalWidth > 0")
    assert picture.evaluate("(image) => image.offsetHeight") == 32
    page.locator(".theme").click()
    assert page.evaluate(COLOUR) == "rgb(217, 184, 74)"
    page.emulate_media(media="print")
    assert page.evaluate(COLOUR) == "rgb(0, 0, 0)"
