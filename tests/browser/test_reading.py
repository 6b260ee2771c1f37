"""Reading the web rulebook in a real browser: definitions, phones, dark mode, print."""

from pathlib import Path

from playwright.sync_api import Browser, Page, expect


def wait_for_definition(page: Page, text: str) -> None:
    page.get_by_text(text).filter(visible=True).first.wait_for()


FFAR = "The result of a fire attack with all its modifiers."


def test_hovering_a_term_shows_its_definition_and_leaving_hides_it(page: Page, web: Path) -> None:
    page.goto((web / "concealment.html").as_uri())
    assert not page.get_by_text(FFAR).filter(visible=True).count()
    page.locator("main a.term", has_text="FFAR").first.hover()
    wait_for_definition(page, FFAR)
    page.mouse.move(5, 5)
    page.wait_for_function("text => !document.body.innerText.includes(text)", arg=FFAR)


def test_keyboard_focus_shows_the_definition_and_escape_hides_it(page: Page, web: Path) -> None:
    page.goto((web / "concealment.html").as_uri())
    link = page.locator("main a.term", has_text="FFAR").first
    link.focus()
    wait_for_definition(page, FFAR)
    page.keyboard.press("Escape")
    page.wait_for_function("text => !document.body.innerText.includes(text)", arg=FFAR)
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
    expect(page.locator("#final-fire-attack-result")).to_be_visible()


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
    expect(page.locator("#concealment-loss-fire")).to_be_visible()
    expect(page.locator("table").first).to_be_visible()
    page.locator("main a.term", has_text="FFAR").first.click()
    assert "glossary.html" in page.url
    context.close()


def test_print_shows_the_rules_without_the_navigation(page: Page, web: Path) -> None:
    page.goto((web / "concealment.html").as_uri())
    page.emulate_media(media="print")
    expect(page.locator("#concealment-loss")).to_be_visible()
    assert not page.locator("nav").filter(visible=True).count()


def test_links_and_definitions_work_five_figures_deep(page: Page, games: dict[str, Path]) -> None:
    """12.14 cites 12.121, which stands two levels below another section, on a page of its own."""
    page.goto((games["advanced-squad-leader"] / "concealment-removal.html").as_uri())
    link = page.locator("main a.rule", has_text="12.121").first
    link.hover()
    wait_for_definition(page, "Concealment loss, and gain")
    link.click()
    assert page.url.endswith("placement.html#loss-and-gain")
    expect(page.locator("#loss-and-gain")).to_be_visible()
    expect(page.locator("nav.contents a", has_text="12.121").first).to_be_visible()
