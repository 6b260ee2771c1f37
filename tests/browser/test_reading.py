"""The web rulebook in a real browser, from the file system: definitions, phones, dark mode, nothing from elsewhere."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from rulewright.publish import publish
from tests.browser.conftest import MARKS
from tests.conftest import GAMES, built

pytestmark = MARKS


def wait_for_definition(page: Page, text: str) -> None:
    page.get_by_text(text).filter(visible=True).first.wait_for(timeout=3000)


FFAR = "What a fire attack comes to once all its modifiers are in."


def test_hovering_a_term_shows_its_definition_and_leaving_hides_it(page: Page, web: Path) -> None:
    page.goto((web / "concealment.html").as_uri())
    assert not page.get_by_text(FFAR).filter(visible=True).count()
    page.locator("main a.term", has_text="FFAR").first.hover()
    wait_for_definition(page, FFAR)
    page.mouse.move(5, 5)
    page.wait_for_function("text => !document.body.innerText.includes(text)", arg=FFAR, timeout=3000)


def test_keyboard_focus_shows_the_definition_and_escape_hides_it(page: Page, web: Path) -> None:
    page.goto((web / "concealment.html").as_uri())
    link = page.locator("main a.term", has_text="FFAR").first
    link.focus()
    wait_for_definition(page, FFAR)
    page.keyboard.press("Escape")
    page.wait_for_function("text => !document.body.innerText.includes(text)", arg=FFAR, timeout=3000)
    assert link.evaluate("link => link === document.activeElement")


def test_a_rule_link_shows_the_rule_and_leads_to_it(page: Page, web: Path) -> None:
    page.goto((web / "hidden.html").as_uri())
    link = page.locator("main a.rule[href='hidden.html#hidden-call']").first
    link.hover()
    wait_for_definition(page, "Read its lines in order")
    link.click()
    assert page.url.endswith("hidden.html#hidden-call")


def test_a_term_leads_to_its_glossary_entry(page: Page, web: Path) -> None:
    page.goto((web / "concealment.html").as_uri())
    page.locator("main a.term", has_text="FFAR").first.click()
    assert page.url.endswith("glossary.html#final-fire-attack-result")
    assert page.locator("#final-fire-attack-result").is_visible()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("width", [360, 1280])
def test_no_page_scrolls_sideways(browser: Browser, tmp_path: Path, game: str, width: int) -> None:
    publish(tmp_path / game, built(game))
    context = browser.new_context(viewport={"width": width, "height": 800})
    page = context.new_page()
    wide = []
    for path in sorted((tmp_path / game / "web").glob("*.html")):
        page.goto(path.as_uri())
        if page.evaluate("document.documentElement.scrollWidth") > width:
            wide.append(path.name)
    context.close()
    assert wide == []


def test_dark_mode_is_dark(browser: Browser, web: Path) -> None:
    colours = []
    for scheme in ("light", "dark"):
        context = browser.new_context(color_scheme=scheme)
        page = context.new_page()
        page.goto((web / "concealment.html").as_uri())
        script = "getComputedStyle(document.documentElement).backgroundColor + getComputedStyle(document.body).backgroundColor"
        colours.append(page.evaluate(script))
        context.close()
    assert colours[0] != colours[1]


def test_without_javascript_everything_reads_and_links(browser: Browser, web: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((web / "concealment.html").as_uri())
    assert page.locator("#concealment-loss-fire").is_visible()
    assert page.locator("table").first.is_visible()
    page.locator("main a.term", has_text="FFAR").first.click()
    assert "glossary.html" in page.url
    context.close()


def test_print_shows_the_rules_without_the_navigation(page: Page, web: Path) -> None:
    page.goto((web / "concealment.html").as_uri())
    page.emulate_media(media="print")
    assert page.locator("#concealment-loss").is_visible()
    assert not page.locator("nav").filter(visible=True).count()


def test_links_and_definitions_work_five_figures_deep(browser: Browser, tmp_path: Path) -> None:
    """12.14 cites 12.121, which stands two levels below another section, on a page of its own."""
    publish(tmp_path / "asl", built("advanced-squad-leader"))
    page = browser.new_page()
    page.goto((tmp_path / "asl" / "web" / "concealment-removal.html").as_uri())
    link = page.locator("main a.rule", has_text="12.121").first
    link.hover()
    wait_for_definition(page, "Concealment loss, and gain")
    link.click()
    assert page.url.endswith("placement.html#loss-and-gain")
    assert page.locator("#loss-and-gain").is_visible()
    assert page.locator("nav.contents a", has_text="12.121").first.is_visible()
    page.close()
