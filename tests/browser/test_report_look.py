"""The report as a page of the web rulebook: as legible by day and by night, and as narrow as a phone."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.test_every_page import MEDIA, SCHEMES, Findings, serious
from tests.conftest import GAMES, Project

STYLE = """(name) => {
  const style = getComputedStyle(document.querySelector(name));
  return [style.fontFamily, style.color, style.backgroundColor];
}"""
PARTS = ("html", ".masthead .game", "h1", ".masthead nav a:not([aria-current])", ".imprint")
"""Of the frame of a page."""


@pytest.mark.long
@pytest.mark.parametrize("scheme", SCHEMES)
def test_a_report_with_faults_is_legible(browser: Browser, small: Project, scheme: str, tmp_path: Path) -> None:
    """As `check --format html` prints it: one file, with findings, and cells that are proved and not."""
    small.replace("content/small/game.yaml", "[5, 4]", "[4, 4]")
    path = small.write("report.html", small.run("check", "--format", "html").out)
    assert "finding error" in path.read_text("utf-8")
    for width in (390, 768, 1280):
        page = browser.new_page(viewport={"width": width, "height": 800}, **MEDIA[scheme])
        page.goto(path.as_uri())
        page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        assert page.evaluate("document.documentElement.scrollWidth") == width
        page.wait_for_load_state()
        found: Findings = serious(page, f"{scheme} {width}", {})
        page.close()
        assert found == []


@pytest.mark.parametrize("game", GAMES)
def test_it_looks_as_its_rulebook_does(browser: Browser, games: dict[str, Path], game: str) -> None:
    """By day, and by night once a reader has pressed the button, which also holds for the rulebook."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, color_scheme="light")
    page, root = context.new_page(), games[game].parent
    for ground in ("rgb(252, 251, 247)", "rgb(25, 26, 22)"):
        looks = []
        for file in ("report.html", "web/index.html"):
            page.goto((root / file).as_uri())
            looks.append([page.evaluate(STYLE, name) for name in PARTS])
        assert looks[0] == looks[1]
        assert looks[0][0][2] == ground
        page.locator(".theme").click()
    context.close()
