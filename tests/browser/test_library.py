"""The library page in a browser: it fits every screen, shuts nobody out, and its search only hides games."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from rulewright.app.library import Library
from rulewright.app.library.publishing import publish_library
from tests.browser.everyone import MISSHAPEN, SMALL_LETTERS, SMALL_TARGETS, TWICE
from tests.browser.kinds import DANGLING
from tests.browser.serving import hosting
from tests.browser.test_every_page import MEDIA, SCHEMES, WIDTH, serious
from tests.browser.test_keyboard import there_and_back
from tests.browser.test_policy import LISTEN
from tests.conftest import GAMES, ROOT


@pytest.fixture(scope="session")
def library(games: dict[str, Path]) -> Path:
    """The page over the games of the repository."""
    build = games[GAMES[0]].parents[1]
    (build / ".rulewright").mkdir(exist_ok=True)
    publish_library(Library(str(ROOT), str(build)))
    return build / "index.html"


@pytest.fixture
def scriptless(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(java_script_enabled=False)
    yield context.new_page()
    context.close()


@pytest.mark.long
@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("width", [1280, 390])
def test_it_fits_and_axe_finds_nothing_serious(browser: Browser, library: Path, scheme: str, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 844}, **MEDIA[scheme])
    page.goto(library.as_uri())
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    assert page.evaluate(WIDTH) == width
    assert page.evaluate(DANGLING) == page.evaluate(MISSHAPEN) == []
    assert serious(page, f"{scheme} {width}", {}) == []
    page.close()


def test_a_finger_hits_everything_and_large_text_fits(page: Page, library: Path) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(library.as_uri())
    assert page.evaluate(SMALL_TARGETS) == []
    assert page.evaluate(SMALL_LETTERS) == 0
    page.evaluate(TWICE)
    assert page.evaluate(WIDTH) <= 360


@pytest.mark.parametrize("width", [1280, 390])
def test_the_keyboard_alone_reaches_everything(page: Page, library: Path, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(library.as_uri())
    there_and_back(page)


def test_the_search_shows_the_games_with_these_words_in_their_names(page: Page, library: Path) -> None:
    page.goto(library.as_uri())
    box, shown = page.get_by_role("searchbox", name="Find a game"), page.locator("article:visible h2")
    expect(shown).to_have_count(len(GAMES))
    box.fill("YARDS last")
    expect(shown).to_have_text(["The Last Hundred Yards"])
    box.fill("chess")
    expect(shown).to_have_count(0)
    expect(page.get_by_role("status")).to_have_text("No game has this in its name.")
    box.fill("")
    expect(shown).to_have_count(len(GAMES))


def test_without_scripts_all_is_there_and_nothing_asks_for_them(scriptless: Page, library: Path) -> None:
    scriptless.goto(library.as_uri())
    assert scriptless.locator("article:visible").count() == len(GAMES)
    assert not scriptless.locator("input").is_visible()
    assert not scriptless.locator("button").is_visible()


def test_every_link_and_picture_of_it_is_there(page: Page, library: Path) -> None:
    page.goto(library.as_uri())
    links = page.evaluate(
        "[...document.querySelectorAll('[href], [src]')].map((each) => each.getAttribute('href') || each.getAttribute('src'))"
    )
    assert len(links) > 30
    assert [
        link for link in links if not link.startswith("#") and not (library.parent / link.partition("#")[0]).is_file()
    ] == []


def test_the_colours_chosen_in_it_are_those_of_its_games(browser: Browser, library: Path) -> None:
    """And of the pages of the games, which lead back to it."""
    context = browser.new_context(color_scheme="light")
    page = context.new_page()
    page.goto(library.as_uri())
    page.locator(".theme").click()
    page.get_by_role("link", name="The Last Hundred Yards", exact=True).click()
    expect(page).to_have_title("The Last Hundred Yards")
    expect(page.locator("html")).to_have_css("background-color", "rgb(25, 26, 22)")
    page.get_by_role("link", name="All games").first.click()
    expect(page).to_have_title("All games")
    expect(page.locator("html")).to_have_css("background-color", "rgb(25, 26, 22)")
    context.close()


def test_it_acts_in_nothing_against_its_policy(browser: Browser, library: Path) -> None:
    context = browser.new_context()
    context.add_init_script(LISTEN)
    page = context.new_page()
    with hosting(library.parents[2]) as host:
        page.goto(f"{host.root}index.html")
        page.get_by_role("searchbox", name="Find a game").fill("cross")
        page.locator(".theme").click()
        expect(page.locator("article:visible")).to_have_count(1)
        assert page.evaluate("self.against") == []
    context.close()
