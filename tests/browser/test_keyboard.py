"""Pages by keyboard alone: every control is reached, none traps, and one always sees where one is."""

from collections.abc import Mapping
from itertools import count
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.everyone import CAN_BE_REACHED, STOP
from tests.browser.searching import open_search
from tests.browser.test_every_page import STUDY, USE, of_each_kind
from tests.conftest import FEW, examples

BEGIN = "document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute('tabindex')"
"""The next key goes to the first thing of the page, also where the page put the focus elsewhere."""


@pytest.mark.hypothesis  # so that `make test-long` walks through all
@pytest.mark.parametrize("width", [1280, 390])
def test_the_keyboard_alone_reaches_everything_and_shows_where_it_is(
    page: Page, games: Mapping[str, Path], width: int
) -> None:
    page.add_init_script(STUDY)
    page.set_viewport_size({"width": width, "height": 800})
    names = ("gunnery", "index", "search") if examples() == FEW else ()
    for path in [games["salvo"] / f"{name}.html" for name in names] or [
        *of_each_kind(games),
        games["salvo"].parent / "report.html",
    ]:
        page.goto(path.as_uri())
        page.evaluate(USE)
        page.evaluate(BEGIN)
        reached = page.evaluate(CAN_BE_REACHED)  # the line above the text has other links further down
        assert walk(page, "Tab") == reached, path
        assert walk(page, "Shift+Tab") == reached, path


def walk(page: Page, key: str) -> int:
    """At how many things the key stops, each of them once, before it leaves the page; one sees each."""
    page.evaluate("window.stops = new Set()")
    for stops in count():
        page.keyboard.press(key)
        stop = page.evaluate(STOP)
        if stop is None:
            return stops
        assert not stop["again"], f"{key} goes round within {page.url}"
        assert stop["faults"] == [], page.url
    raise AssertionError


@pytest.mark.parametrize("width", [1280, 390])
def test_what_stays_in_place_leaves_the_page_where_it_is_read(
    page: Page, games: Mapping[str, Path], width: int
) -> None:
    """Whoever goes through the contents, the line above or the buttons below by keyboard does not lose the place."""
    page.set_viewport_size({"width": width, "height": 800})
    page.goto((games["iron-cross"] / "armour-penetration.html").as_uri())
    page.evaluate(USE)
    page.evaluate("document.querySelector('.procedure-panel').scrollIntoView()")
    place = page.evaluate("scrollY")
    assert place > 800
    for names in [".contents", ".trail"] if width > 1000 else [".trail"]:
        page.locator(f"{names} a").first.evaluate("link => link.focus({ preventScroll: true })")
        for link in page.locator(f"{names} a").all():
            expect(link).to_be_focused()
            assert page.evaluate("scrollY") == place
            page.keyboard.press("Tab")
    page.locator(".walking button:visible").first.evaluate(
        "(button, place) => { scrollTo(0, place); button.focus({ preventScroll: true }); }", place - 300
    )
    for button in page.locator(".walking button:visible").all():
        expect(button).to_be_focused()
        assert page.evaluate("scrollY") == place - 300
        page.keyboard.press("Tab")


def test_the_search_is_used_by_keyboard_alone(page: Page, web: Path) -> None:
    page.goto((web / "assault.html").as_uri())
    expect(page.locator("main")).to_be_visible()  # its fonts are there
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    options = open_search(page, "assault")
    expect(options.last).to_contain_text("All")
    expect(page.locator(".find-list .snippet").first).to_be_visible()  # the list is complete
    page.keyboard.press("ArrowUp")
    expect(options.last).to_have_attribute("aria-selected", "true")
    assert page.get_by_role("combobox").get_attribute("aria-activedescendant") == options.last.get_attribute("id")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Close the search")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("main")).to_be_focused()
