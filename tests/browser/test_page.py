"""The page itself in a real browser: where one stands, light and dark, nothing that moves."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

GROUND = "getComputedStyle(document.documentElement).backgroundColor"
SHIFT = """
new Promise(done => {
  let sum = 0;
  new PerformanceObserver(list => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value; })
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(sum), 400);
})
"""


def test_the_trail_follows_the_rule_that_is_read(page: Page, games: dict[str, Path]) -> None:
    page.goto((games["advanced-squad-leader"] / "placement.html").as_uri())
    trail = page.get_by_role("navigation", name="Path to this rule").get_by_role("link")
    assert [link.inner_text().split()[0] for link in trail.all()] == ["12", "12.1", "12.12"]
    trail.nth(1).evaluate("link => { link.isTheSame = true; }")
    page.locator("#loss-and-gain").evaluate("rule => rule.scrollIntoView()")
    expect(trail.last).to_contain_text("12.121")
    assert trail.nth(1).evaluate("link => link.isTheSame"), "a press that began before would miss its click"
    assert [link.inner_text().split()[0] for link in trail.all()] == ["12", "12.1", "12.12", "12.121"]
    expect(trail.last).to_be_in_viewport()
    trail.nth(1).click()
    page.wait_for_url("**/concealment.html")


def test_the_contents_mark_the_rule_that_is_read(page: Page, games: dict[str, Path]) -> None:
    page.goto((games["advanced-squad-leader"] / "placement.html").as_uri())
    page.locator("#loss-and-gain").evaluate("rule => rule.scrollIntoView()")
    expect(page.locator(".contents [aria-current='location']")).to_contain_text("12.121")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_choice_against_the_system_is_remembered_and_forgotten_again(
    browser: Browser, web: Path, scheme: str
) -> None:
    context = browser.new_context(color_scheme=scheme)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto((web / "concealment.html").as_uri())
    system = page.evaluate(GROUND)
    button = page.get_by_role("button", name="Dark colours")
    assert button.get_attribute("aria-pressed") == str(scheme == "dark").lower()
    button.click()
    chosen = page.evaluate(GROUND)
    assert chosen != system
    page.goto((web / "glossary.html").as_uri())
    assert page.evaluate(GROUND) == chosen
    page.get_by_role("button", name="Dark colours").click()
    assert page.evaluate(GROUND) == system
    page.emulate_media(color_scheme="dark" if scheme == "light" else "light")
    assert page.evaluate(GROUND) == chosen  # it follows the system again
    context.close()


def test_print_is_light_whatever_was_chosen(browser: Browser, web: Path) -> None:
    context = browser.new_context(color_scheme="dark")
    page = context.new_page()
    page.goto((web / "concealment.html").as_uri())
    page.emulate_media(media="print")
    assert page.evaluate(GROUND) == "rgb(255, 255, 255)"
    assert not page.get_by_role("navigation").filter(visible=True).count()
    context.close()


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_moves_while_a_page_comes_up(browser: Browser, games: dict[str, Path], width: int) -> None:
    for game, name in (("iron-cross", "close-combat"), ("last-hundred-yards", "fire"), ("iron-cross", "glossary")):
        context = browser.new_context(viewport={"width": width, "height": 800})
        page = context.new_page()
        page.goto((games[game] / f"{name}.html").as_uri())
        assert page.evaluate(SHIFT) == 0, name
        context.close()


def test_the_fonts_are_there_from_the_start(page: Page, web: Path) -> None:
    page.goto((web / "concealment.html").as_uri())
    loaded = page.evaluate("[...document.fonts].filter(font => font.status === 'loaded').map(font => font.family)")
    assert {family.strip('"') for family in loaded} == {"Rulewright Serif", "Rulewright Sans"}


def test_a_wide_table_scrolls_in_its_frame_with_its_first_column_in_view(
    browser: Browser, games: dict[str, Path]
) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.goto((games["iron-cross"] / "close-combat.html").as_uri())
    frame = page.locator("#table-close-combat-kinds .scroll")
    expect(frame).to_have_attribute("tabindex", "0")
    frame.evaluate("frame => { frame.scrollLeft = 200; }")
    assert frame.evaluate("frame => frame.scrollLeft") > 50
    heading, box = frame.locator("tbody th").first.bounding_box(), frame.bounding_box()
    assert heading is not None
    assert box is not None
    assert heading["x"] == pytest.approx(box["x"], abs=1)
    context.close()


def test_the_code_of_a_proof_is_one_click_away_and_leads_back(page: Page, web: Path) -> None:
    page.goto((web / "concealment.html").as_uri())
    page.get_by_role("button", name="Study").click()
    page.get_by_role("link", name="sighting_distance()").click()
    page.wait_for_url("**/code*.html#sighting_distance")
    function = page.locator("#sighting_distance")
    expect(function.locator("pre")).to_contain_text("def sighting_distance(")
    function.get_by_role("link", name="Distance within which Concealment is lost").click()
    page.wait_for_url("**/concealment.html#table-concealment-sighted")


def test_a_correction_leads_to_its_erratum_and_back(page: Page, web: Path) -> None:
    page.goto((web / "assault.html").as_uri())
    page.get_by_role("button", name="Study").click()
    page.locator(".corrections a").first.click()
    page.wait_for_url("**/errata.html#*")
    expect(page.locator(":target")).to_contain_text("Printed")
    page.locator("section.corrected:has(:target) h2 a").click()
    page.wait_for_url("**/assault.html#*")
