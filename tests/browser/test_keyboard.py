"""Pages by keyboard alone: every control is reached, none traps, and one always sees where one is."""

import re
from collections.abc import Mapping
from contextlib import nullcontext
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.everyone import BEGIN, STOP, TURN
from tests.browser.searching import open_search
from tests.browser.test_every_page import STUDY, USE, of_each_kind
from tests.conftest import FEW, examples


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
        there_and_back(page)


def there_and_back(page: Page) -> None:
    """Tab stops at everything in the order of the page, and then leaves it; Shift+Tab does so the other way round.

    Beyond its ends some browsers have a place of their own, and others go round.
    """
    reached = page.evaluate(BEGIN)  # the line above the text has other links further down
    walk(page, "Tab", reached)
    page.evaluate(TURN)
    walk(page, "Shift+Tab", reached - 1)


def walk(page: Page, key: str, stops: int) -> None:
    """The key stops at so many more things, each of them once; one sees each."""
    back = key == "Shift+Tab"
    for at in range(stops):
        page.keyboard.press(key)
        stop = page.evaluate(STOP, back)
        assert stop is not None, f"{key} leaves {page.url} after {at} of {stops} stops"
        assert not stop["again"], f"{key} goes round within {page.url} after {at} of {stops} stops"
        assert stop["faults"] == [], page.url
    page.keyboard.press(key)
    beyond = page.evaluate(STOP, back)
    assert beyond is None or beyond["first"], f"{key} does not leave {page.url} after {stops} stops: {beyond}"


PLAIN = "<style>:focus {{ outline: 2px solid }}</style><a href='#a'>A</a><button id=b>B</button>{}<input id=d>"
KEYS = "<button id=c>C</button><script>onkeydown = (event) => {{ const at = event.target; if ({}) event.preventDefault(); }}</script>"
FAULTY = {
    "<button tabindex=1>C</button>": "Tab leaves about:blank after 3 of 4 stops",
    "<button onfocus='this.blur()'>C</button>": "Tab leaves about:blank after 2 of 4 stops",
    "<button onfocus='b.focus()'>C</button>": "Tab goes round within about:blank after 2 of 4 stops",
    KEYS.format("at === d"): "Tab does not leave about:blank after 4 stops",
    KEYS.format("at === b && event.shiftKey"): "Shift+Tab goes round within about:blank after 2 of 3 stops",
    KEYS.format("at === d && (b.focus(), true)"): "Tab does not leave about:blank after 4 stops",
    KEYS.format("at === b ? (d.focus(), true) : at === d && (c.focus(), true)"): 'out of order: <button id="c"',
    "<button style='outline: none'>C</button>": "no ring: <button",
    "<div contenteditable>C</div>": "reached by this browser alone: <div",
    "<button disabled>C</button>": None,
}
"""What stands in a page before its last field, and what a walk says of it."""


@pytest.mark.parametrize(("written", "told"), FAULTY.items())
def test_a_walk_notices_what_is_wrong(page: Page, written: str, told: str | None) -> None:
    page.set_content(PLAIN.format(written))
    with pytest.raises(AssertionError, match=re.escape(told)) if told else nullcontext():
        there_and_back(page)


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
