"""The page of what has changed: legible by day and by night, as narrow as a phone, and plain to who hears it."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.test_every_page import MEDIA, SCHEMES, Faults, serious
from tests.conftest import Project

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


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_page_of_changes_is_legible(browser: Browser, changes: Path, scheme: str) -> None:
    for width in (390, 768, 1280):
        page = browser.new_page(viewport={"width": width, "height": 800}, **MEDIA[scheme])
        page.goto(changes.as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") == width
        found: Faults = serious(page, f"{scheme} {width}", {})
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
