"""Links in a real browser: what they show without being followed, by mouse, keyboard and touch; and links by number."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from rulewright.app.publish import publish
from tests.conftest import Project

MORE = """\
rules:
  losses:
    number: "1.4"
    title: Losses
    text: "See [[table:hits|the table]]."
    former-numbers: ["1.3", "7.7"]
    former-ids: casualties
    notes: Losses were light.
"""


FIGURE = """\
rules:
  gaps: {number: "2", title: Gaps, text: "See [[figure:gap]]."}
  far: {number: "3", title: Far away, text: "Look at [[figure:gap]]."}
figures:
  gap: {rule: gaps, title: Two squads, diagram: {area: 0101-0402, units: [{at: 0101, label: A}, {at: 0402, label: B}]}}
"""


@pytest.fixture
def renumbered(small: Project) -> Path:
    """A small game of which one rule has been renumbered and renamed; its web folder."""
    small.write("content/small/more.yaml", MORE)
    files = small.rendered()
    publish(small.root / "build" / "small", files)
    return small.root / "build" / "small" / "web"


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    yield context.new_page()
    context.close()


def shown(page: Page) -> Locator:
    return page.locator(".definition:not([hidden])")


def test_a_link_to_a_short_table_shows_all_of_it(page: Page, web: Path) -> None:
    page.goto((web / "assault.html").as_uri())
    page.locator("main a.table[href='assault.html#table-vehicle-destruction-target']").first.hover()
    expect(shown(page).locator("strong").first).to_have_text(
        "Modifiers of a Vehicle Destruction Attempt for the vehicle"
    )
    expect(shown(page).locator("tbody tr")).to_have_count(4)
    expect(shown(page).locator(".rest")).to_have_count(0)


def test_a_link_to_a_long_table_shows_its_first_rows_and_counts_the_rest(page: Page, games: dict[str, Path]) -> None:
    page.goto((games["advanced-squad-leader"] / "placement.html").as_uri())
    lengths = "figure => figure.querySelectorAll('tbody tr').length"
    figures = {str(each.get_attribute("id")): each.evaluate(lengths) for each in page.locator("figure.table").all()}
    long = next(
        id_ for id_, rows in figures.items() if rows > 6 and page.locator(f"main a[data-shows='define-{id_}']").count()
    )
    page.locator(f"main a[data-shows='define-{long}']").first.hover()
    expect(shown(page).locator("tbody tr")).to_have_count(5)
    expect(shown(page).locator(".rest")).to_have_text(f"and {figures[long] - 5} more rows")


def test_a_table_of_another_page_shows_too(page: Page, games: dict[str, Path]) -> None:
    page.goto((games["advanced-squad-leader"] / "placement.html").as_uri())
    link = next(
        each
        for each in page.locator("main a.table[data-shows]").all()
        if not str(each.get_attribute("href")).startswith("placement.html")
    )
    link.hover()
    expect(shown(page).locator("table")).to_be_visible()
    assert 0 < shown(page).locator("tr:has(td)").count() <= 6


def test_a_mark_shows_its_legend_and_leads_to_the_list_of_marks(page: Page, web: Path) -> None:
    page.goto((web / "fire.html").as_uri())
    mark = page.locator("main a.sign").first
    mark.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(shown(page)).to_contain_text("Japanese units")
    page.keyboard.press("Escape")
    expect(shown(page)).to_have_count(0)
    page.keyboard.press("Enter")
    page.wait_for_url("**/glossary*.html#mark-japanese")
    expect(page.locator("#mark-japanese")).to_be_visible()


def test_a_tap_shows_and_offers_to_go_and_a_tap_outside_dismisses(phone: Page, web: Path) -> None:
    phone.goto((web / "fire.html").as_uri())
    link = phone.locator("main a.term").first
    link.tap()
    expect(shown(phone).locator(".go")).to_be_visible()
    assert phone.url.endswith("fire.html")
    phone.locator("h1 .title").tap()
    expect(shown(phone)).to_have_count(0)
    link.tap()
    shown(phone).locator(".go").tap()
    phone.wait_for_url("**/glossary*.html#*")


def test_a_tap_in_the_glossary_names_the_entry_it_offers(phone: Page, games: dict[str, Path]) -> None:
    """The entry itself is the definition there."""
    phone.goto((games["advanced-squad-leader"] / "glossary.html").as_uri())
    phone.locator(".body a.term").first.tap()
    name = shown(phone).locator("strong").inner_text()
    assert name
    expect(shown(phone).locator(".go")).to_have_text(f"Go to {name}")


@pytest.mark.parametrize("written", ["#1.4", "?1.4", "#1.3", "?7.7", "#losses", "#casualties"])
def test_a_link_by_number_old_or_new_leads_to_the_rule(page: Page, renumbered: Path, written: str) -> None:
    page.goto((renumbered / "go.html").as_uri() + written)
    page.wait_for_url("**/hits.html#losses")
    expect(page.locator("#losses")).to_be_visible()


def test_a_number_that_is_not_there_says_so_and_offers_the_one_above(page: Page, renumbered: Path) -> None:
    page.goto((renumbered / "go.html").as_uri() + "#1.49")
    expect(page.get_by_role("status")).to_contain_text("There is no rule 1.49")
    page.get_by_role("status").get_by_role("link").click()
    page.wait_for_url("**/hits.html#losses")


def test_numbers_and_former_names_are_anchors_of_the_page_itself(browser: Browser, renumbered: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    for name in ("1.4", "1.3", "casualties"):
        page.goto((renumbered / "hits.html").as_uri() + f"#{name}")
        assert page.locator(":target").count() == 1, name
    context.close()


def test_the_page_of_a_former_id_leads_on_without_scripts(browser: Browser, renumbered: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((renumbered / "casualties.html").as_uri())
    page.wait_for_url("**/hits.html#losses")
    context.close()


def test_a_link_to_a_rule_that_moved_to_a_page_of_its_own_still_arrives(page: Page, games: dict[str, Path]) -> None:
    page.goto((games["advanced-squad-leader"] / "chapter.html").as_uri() + "#loss-and-gain")
    page.wait_for_url("**/placement.html#loss-and-gain")


def test_the_number_in_the_margin_is_a_link_by_number(page: Page, web: Path) -> None:
    page.goto((web / "fire.html").as_uri())
    page.locator("#fire-effect > .heading a.number").click()
    assert page.url.endswith("fire.html#13.1.5")


@pytest.fixture
def drawn(small: Project) -> Path:
    """A small game with a figure that its own page and another link; its web folder."""
    small.write("content/small/more.yaml", FIGURE)
    files = small.rendered()
    publish(small.root / "build" / "small", files)
    return small.root / "build" / "small" / "web"


@pytest.mark.parametrize("name", ["gaps", "far"])
def test_a_link_to_a_figure_shows_it_on_its_own_page_and_on_another(page: Page, drawn: Path, name: str) -> None:
    page.goto((drawn / f"{name}.html").as_uri())
    page.locator("main a.figure").hover()
    expect(shown(page).locator("strong").first).to_have_text("Figure 1 · Two squads")
    picture = shown(page).locator("img")
    expect(picture).to_have_attribute("src", "diagrams/gap.svg")
    assert picture.evaluate("picture => picture.decode().then(() => picture.naturalWidth > 100)")
    assert page.locator("#figure-gap img").count() == (name == "gaps")
