"""A player's shell: play and study, the bar of a phone, an overview of one screen, and what is read and pinned."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.conftest import GAMES

APPARATUS = ":is(.proof, .cited, .corrections, .source, [data-for=editors])"


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    yield context.new_page()
    context.close()


def test_play_hides_what_one_studies_and_the_choice_is_remembered(page: Page, web: Path) -> None:
    page.goto((web / "assault.html").as_uri())
    apparatus = page.locator(f"main {APPARATUS}")
    assert apparatus.count() > 10
    assert apparatus.filter(visible=True).count() == 0
    page.get_by_role("button", name="Study").click()
    assert apparatus.filter(visible=True).count() > 10
    page.goto((web / "fire.html").as_uri())
    expect(page.get_by_role("button", name="Study")).to_have_attribute("aria-pressed", "true")
    assert page.locator(f"main {APPARATUS}").filter(visible=True).count() > 10


def test_without_scripts_everything_is_shown(browser: Browser, web: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((web / "assault.html").as_uri())
    assert page.locator(f"main {APPARATUS}").filter(visible=True).count() > 10
    page.goto((web / "index.html").as_uri())
    assert page.locator(".chapters li li a").first.is_visible()
    context.close()


def test_the_bar_of_a_phone_stays_below_and_is_wide_enough_for_a_thumb(phone: Page, web: Path) -> None:
    phone.goto((web / "assault.html").as_uri())
    phone.mouse.wheel(0, 2000)
    ways = phone.get_by_role("navigation", name="At the table").locator("a, button")
    assert ways.all_inner_texts() == ["Back", "Contents", "Search", "Tables", "Cards"]
    for way in ways.all():
        box = way.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
        assert box["y"] + box["height"] <= 844
    ways.nth(3).tap()
    phone.wait_for_url("**/all-tables.html")
    phone.get_by_role("button", name="Back").tap()
    phone.wait_for_url("**/assault.html")


def test_the_overview_of_a_phone_is_one_screen_until_its_contents_are_opened(
    phone: Page, games: dict[str, Path]
) -> None:
    phone.goto((games["iron-cross"] / "index.html").as_uri())
    chapters = phone.locator(".chapters > ol > li")
    last = chapters.last.bounding_box()
    assert last is not None
    assert last["y"] + last["height"] < 844
    inner = chapters.nth(1).locator("ol").first
    expect(inner).to_be_hidden()
    chapters.nth(1).get_by_role("button").tap()
    expect(inner).to_be_visible()


def test_what_is_read_and_pinned_stands_on_the_overview(page: Page, web: Path) -> None:
    page.goto((web / "concealment.html").as_uri() + "#concealment-loss")
    page.locator("#table-concealment-sighted").hover()
    page.locator("#table-concealment-sighted .pin").click()
    page.goto((web / "index.html").as_uri())
    shelf = page.locator(".shelf")
    expect(shelf.get_by_role("link", name="Losing Concealment")).to_have_attribute(
        "href", "concealment.html#concealment-loss"
    )
    shelf.get_by_role("link", name="Distance within which Concealment is lost").click()
    page.wait_for_url("**/concealment.html#table-concealment-sighted")
    page.locator("#table-concealment-sighted .pin").click()
    page.goto((web / "index.html").as_uri())
    expect(page.locator(".shelf h2")).to_have_text(["Last read"])


SIZES = ((667, 375), (740, 360), (768, 900), (800, 900), (844, 390), (932, 430), (990, 900), (1024, 768))


@pytest.mark.parametrize(("game", "name"), [("last-hundred-yards", "assault"), ("advanced-squad-leader", "placement")])
def test_on_a_tablet_and_a_lying_phone_everything_above_a_page_stands_on_one_line(
    page: Page, games: dict[str, Path], game: str, name: str
) -> None:
    """The second game has a long title."""
    page.goto((games[game] / f"{name}.html").as_uri())
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        boxes = [each.bounding_box() for each in page.locator(".masthead > *:visible").all()]
        middles = [box["y"] + box["height"] / 2 for box in boxes if box]
        assert len(middles) >= (3 if height < 480 else 4)
        assert max(middles) - min(middles) < 12, width
        assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_no_pin_covers_the_button_of_its_table(phone: Page, games: dict[str, Path], game: str) -> None:
    """It stands at the end of the caption, which may be short; its name is that of the table alone."""
    used = [path for path in games[game].glob("*.html") if 'data-use="' in path.read_text("utf-8")]
    assert used
    for path in used:
        phone.goto(path.as_uri())
        for caption in phone.locator(".rules figure.table caption:has(.use):has(.pin)").all():
            use, pin = (caption.locator(name).bounding_box() for name in (".use", ".pin"))
            assert use is not None
            assert pin is not None
            beside = use["x"] + use["width"] <= pin["x"] or pin["x"] + pin["width"] <= use["x"]
            assert beside or use["y"] + use["height"] <= pin["y"] or pin["y"] + pin["height"] <= use["y"], path.name
            words = caption.locator(".pin").get_attribute("aria-label") or ""
            assert f" {caption.locator('.use').inner_text()} to the overview" not in words
