"""The page of what has changed: legible by day and by night, as narrow as a phone, and plain to who hears it."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.everyone import SMALL_TARGETS
from tests.browser.test_every_page import MEDIA, SCHEMES, Findings, serious
from tests.conftest import Project, crossed

EARLIER = """\
game: {title: Marsh, language: en}
rules:
  ferry: {number: "1", title: Ferry, text: A raft needs three turns on the river.}
  net: {number: "2", title: Nets, text: A net is thrown once in a turn.}
facts: {wagons: {value: 2, rule: ferry}}
"""
NOW = """\
game: {title: Marsh, language: en}
rules:
  ferry: {number: "1", title: Ferry, text: A raft needs four turns on the wide river.}
  pike: {number: "3", title: Pikes, text: Pikes eat herons.}
facts: {wagons: {value: 4, rule: ferry}}
"""


@pytest.fixture
def changes(project: Project) -> Path:
    """The page, as `diff --format html` prints it."""
    project.write("content/marsh/marsh.yaml", EARLIER)
    assert project.run("edition", "1.0").status == 0
    project.write("content/marsh/marsh.yaml", NOW)
    return project.write("changes.html", project.run("diff", "--format", "html").out)


@pytest.mark.long
@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_page_of_changes_is_legible(browser: Browser, changes: Path, scheme: str) -> None:
    for width in (390, 768, 1280):
        page = browser.new_page(viewport={"width": width, "height": 800}, **MEDIA[scheme])
        page.goto(changes.as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") == width
        found: Findings = serious(page, f"{scheme} {width}", {})
        page.close()
        assert found == []


def test_words_struck_out_and_new_are_said(browser: Browser, changes: Path) -> None:
    """Colour and lines say it to the eye, words to the ear; the page needs no script."""
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(changes.as_uri())
    rule = page.locator("#rule-ferry dd")
    assert rule.text_content() == "A raft needs struck out: three new: four turns on the new: wide river."
    assert rule.inner_text() != ""
    assert page.locator("#fact-wagons dd").text_content() == "struck out: 2 → new: 4"
    assert page.locator("#rule-net .level").inner_text() == "a broken reference"
    assert page.locator("#rule-pike small").inner_text() == "added"
    page.context.close()


@pytest.fixture
def published(project: Project) -> Path:
    """The web pages of a game with two editions."""
    for number, source in (("1.0", EARLIER), ("2.0", NOW)):
        project.write("content/marsh/marsh.yaml", source)
        assert project.run("edition", number).status == 0
    assert project.run("build", "--only", "web").status == 0
    return project.root / "build/marsh/web"


@pytest.mark.long
@crossed("name, scheme", ("changes", "changes-2.0", "edition-1.0", "ferry"), SCHEMES)
def test_the_pages_of_editions_are_legible(browser: Browser, published: Path, name: str, scheme: str) -> None:
    for width in (360, 1280):
        page = browser.new_page(viewport={"width": width, "height": 800}, **MEDIA[scheme])
        page.goto((published / f"{name}.html").as_uri())
        expect(page.locator("main")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert width > 360 or page.evaluate(SMALL_TARGETS) == []
        found: Findings = serious(page, f"{name} {scheme} {width}", {})
        page.close()
        assert found == []


def test_the_switch_of_editions_keeps_the_place(browser: Browser, published: Path) -> None:
    """By keyboard: to the rule as it was, and back to the rule of today."""
    page = browser.new_page()
    page.goto((published / "ferry.html").as_uri())
    page.get_by_role("navigation", name="Earlier editions").get_by_role("link", name="1.0").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/edition-1.0.html#rule-ferry")
    expect(page.locator("#rule-ferry")).to_contain_text("A raft needs three turns on the river.")
    page.get_by_role("link", name="1 Ferry now").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/ferry.html*")
    expect(page.locator("#ferry")).to_contain_text("four turns on the wide river")
    page.close()


def test_the_switch_of_editions_is_tapped_on_a_phone(browser: Browser, published: Path) -> None:
    """To the rule as it was, which stands in view, and back."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto((published / "ferry.html").as_uri())
    page.get_by_role("navigation", name="Earlier editions").get_by_role("link", name="1.0").tap()
    page.wait_for_url("**/edition-1.0.html#rule-ferry")
    expect(page.locator("#rule-ferry")).to_be_in_viewport()
    page.get_by_role("link", name="1 Ferry now").tap()
    page.wait_for_url("**/ferry.html*")
    expect(page.locator("#ferry")).to_be_in_viewport()
    context.close()


def test_a_permalink_leads_to_the_chapter_of_a_large_edition(
    browser: Browser, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulewright.outputs.web.history.ONE_PAGE", 10)
    for number, source in (("1.0", EARLIER), ("2.0", NOW)):
        project.write("content/marsh/marsh.yaml", source)
        assert project.run("edition", number).status == 0
    assert project.run("build", "--only", "web").status == 0
    page = browser.new_page()
    page.goto(f"{(project.root / 'build/marsh/web/edition-1.0.html').as_uri()}#rule-ferry")
    page.wait_for_url("**/edition-1.0-1.html#rule-ferry")
    expect(page.locator("#rule-ferry")).to_contain_text("A raft needs three turns on the river.")
    page.close()
