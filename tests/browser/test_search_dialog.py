"""Asking the search as a reader does: by keyboard, by touch, from the file system and from a host, by a link."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.searching import open_search

FFAR = "glossary.html#final-fire-attack-result"


def test_nothing_of_the_search_is_loaded_before_it_is_opened(page: Page, web: Path) -> None:
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url.rpartition("/")[2]))
    page.goto((web / "concealment.html").as_uri())
    assert not {name for name in loaded if name.startswith("search-")}
    open_search(page, "ffar")
    assert {"search-index.js", "search-engine.js"} <= set(loaded)


def test_a_key_opens_it_the_first_result_is_chosen_and_enter_goes_there(page: Page, web: Path) -> None:
    page.goto((web / "concealment.html").as_uri())
    options = open_search(page, "ffar")
    expect(options.first).to_have_attribute("aria-selected", "true")
    expect(options.first).to_contain_text("Final Fire Attack Result")
    assert page.get_by_role("combobox").get_attribute("aria-activedescendant") == options.first.get_attribute("id")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{FFAR}")
    expect(page.locator("#final-fire-attack-result")).to_be_visible()


def test_results_stand_in_order_of_worth_counted_and_announced(page: Page, web: Path) -> None:
    page.goto((web / "concealment.html").as_uri())
    options = open_search(page, "cohesion")
    expect(page.get_by_role("status").filter(has_text="results")).to_have_text(re.compile(r"^\d+ results$"))
    expect(options.first.locator(".kind")).to_have_text("Term")
    expect(options.first.locator(".answer")).to_contain_text("The number on a unit that shows how much fire it takes")
    expect(options.nth(2).locator(".number")).to_have_text("4.3.1.1.e")
    assert page.locator("dialog mark").first.inner_text().lower() == "cohesion"
    expect(options.last).to_have_text(re.compile(r"^All \d+ results$"))
    expect(page.get_by_role("combobox")).to_have_attribute("aria-expanded", "true")


def test_arrows_move_around_and_the_chosen_result_stays_in_sight(page: Page, web: Path) -> None:
    page.goto((web / "concealment.html").as_uri())
    options = open_search(page, "cohesion")
    count = options.count()
    page.keyboard.press("ArrowUp")
    expect(options.nth(count - 1)).to_have_attribute("aria-selected", "true")
    expect(options.nth(count - 1)).to_be_in_viewport(ratio=1)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    assert page.locator('[aria-selected="true"]').count() == 1
    expect(page.get_by_role("combobox")).to_be_focused()


def test_escape_closes_it_and_gives_the_focus_and_the_place_back(page: Page, web: Path) -> None:
    page.goto((web / "assault.html").as_uri())
    link = page.locator("main a.term").last
    link.focus()
    place = page.evaluate("scrollY")
    assert place > 1000
    open_search(page, "cohesion")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(link).to_be_focused()
    assert page.evaluate("scrollY") == place


def test_what_is_not_found_is_said_and_slips_are_told(page: Page, web: Path) -> None:
    page.goto((web / "concealment.html").as_uri())
    page.keyboard.press("/")
    page.get_by_role("combobox").fill("qqqqqq")
    expect(page.get_by_role("status").filter(visible=True)).to_have_text("Nothing found for “qqqqqq”.")
    expect(page.get_by_role("combobox")).to_have_attribute("aria-expanded", "false")
    page.get_by_role("combobox").fill("cohesoin")
    expect(page.get_by_role("status").filter(visible=True)).to_have_text(
        re.compile(r"^Nothing is spelled “cohesoin”. These come close: \d+ results$")
    )


def test_a_correction_stands_beside_the_rule(page: Page, web: Path) -> None:
    page.goto((web / "concealment.html").as_uri())
    first = open_search(page, "13.1.5").first
    expect(first).to_contain_text("Effect on the selected unit")
    expect(first.locator(".corrected")).to_have_text("Corrected from 13.1.5-6 to 13.1.5–6")
    several = open_search_again(page, "outcome of an assault").filter(has_text=re.compile(r"\(and \d+ more\)"))
    expect(several.first).to_contain_text("Outcome of an assault")


def open_search_again(page: Page, query: str) -> Locator:
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="hidden")
    page.wait_for_timeout(200)  # the browser goes back in its history meanwhile
    return open_search(page, query)


def test_the_key_is_a_letter_where_one_types(page: Page, web: Path) -> None:
    page.goto((web / "search.html").as_uri())
    box = page.get_by_role("searchbox")
    box.fill("1")
    box.press("End")
    box.press("/")
    expect(box).to_have_value("1/")


def test_the_rule_found_is_shown_and_marked_for_a_moment(page: Page, web: Path) -> None:
    page.goto((web / "assault.html").as_uri())
    option = open_search(page, "14.3.3").first
    href = str(option.get_attribute("href"))
    option.click()
    page.wait_for_url(f"**/{href}")
    target = page.locator(f"#{href.partition('#')[2]}")
    expect(target.locator(".heading").first).to_be_in_viewport()
    assert target.locator(".heading").first.evaluate("heading => getComputedStyle(heading).animationName") == "found"
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_going_back_leads_to_the_results_again(page: Page, web: Path) -> None:
    page.goto((web / "concealment.html").as_uri())
    open_search(page, "ffar")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{FFAR}")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.go_back()
    expect(page.get_by_role("combobox")).to_have_value("ffar")
    expect(page.get_by_role("option").first).to_contain_text("Final Fire Attack Result")
    page.keyboard.press("Escape")
    page.reload()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_going_back_within_a_page_too(page: Page, web: Path) -> None:
    page.goto((web / "assault.html").as_uri())
    open_search(page, "14.3.3").first.click()
    page.wait_for_url("**/assault.html#*")
    page.go_back()
    expect(page.get_by_role("combobox")).to_have_value("14.3.3")


def test_the_query_is_kept_for_the_next_page(page: Page, web: Path) -> None:
    page.goto((web / "concealment.html").as_uri())
    open_search(page, "cohesion")
    page.keyboard.press("Escape")
    page.goto((web / "fire.html").as_uri())
    page.keyboard.press("/")
    expect(page.get_by_role("combobox")).to_have_value("cohesion")
    page.keyboard.type("ffar")  # what was kept is selected, and typed over
    expect(page.get_by_role("option").first).to_contain_text("Final Fire Attack Result")


def test_a_search_can_be_linked(page: Page, web: Path) -> None:
    page.goto((web / "search.html").as_uri() + "?q=cohesion")
    expect(page.get_by_role("button", name="Terms")).to_be_visible()
    expect(page.get_by_role("searchbox")).to_have_value("cohesion")
    page.get_by_role("searchbox").fill("ffar")
    page.wait_for_url("**/search.html?q=ffar")
    page.get_by_role("link", name=re.compile("Final Fire Attack Result")).first.click()
    page.wait_for_url(f"**/{FFAR}")
    page.go_back()
    expect(page.get_by_role("searchbox")).to_have_value("ffar")


def test_the_page_shows_the_results_of_one_kind(page: Page, web: Path) -> None:
    page.goto((web / "search.html").as_uri() + "?q=cohesion")
    terms = page.get_by_role("button", name="Terms")
    terms.click()
    expect(terms).to_have_attribute("aria-pressed", "true")
    expect(terms).to_be_focused()
    expect(page.locator("#find-found .kind")).to_have_text(["Term"] * int(terms.locator(".count").inner_text()))


MARKED = "() => [...(CSS.highlights.get('asked') || [])].map((range) => range.toString())"


def test_where_one_arrives_the_words_are_marked_and_no_other_title_flashes(page: Page, web: Path) -> None:
    page.goto((web / "index.html").as_uri())
    open_search(page, "concealment under fire").first.click()
    page.wait_for_url("**/concealment.html#concealment-loss-fire")
    assert set(map(str.lower, page.evaluate(MARKED))) >= {"concealment", "fire"}
    page.mouse.click(5, 400)
    assert page.evaluate(MARKED) == []
    page.goto((web / "concealment.html").as_uri() + "#concealment-sighted")
    title = page.locator("#table-concealment-sighted .title")
    assert title.evaluate("(each) => getComputedStyle(each).animationName") == "none"


def test_all_results_are_a_page(page: Page, web: Path) -> None:
    page.goto((web / "concealment.html").as_uri())
    everything = open_search(page, "cohesion").last
    count = everything.inner_text().split()[1]
    everything.click()
    page.wait_for_url("**/search.html?q=cohesion")
    expect(page.get_by_role("status")).to_have_text(f"{count} results")
    assert page.locator("#find-found li").count() == int(count)


@pytest.mark.parametrize("name", ["concealment.html", "search.html"])
def test_without_javascript_no_box_is_shown_and_the_page_says_why(browser: Browser, web: Path, name: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((web / name).as_uri())
    assert not page.locator(".find-open, input").filter(visible=True).count()
    assert page.locator(".find-none").filter(visible=True).count() == (name == "search.html")
    context.close()


def test_on_a_phone_a_sign_opens_the_whole_screen(browser: Browser, web: Path) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto((web / "concealment.html").as_uri())
    opener = page.get_by_role("link", name="Search")
    box = opener.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    opener.tap()
    expect(page.get_by_role("combobox")).to_be_focused()
    page.get_by_role("combobox").fill("cohesion")
    page.get_by_role("option").first.wait_for()
    dialog = page.get_by_role("dialog")
    dialog.evaluate("dialog => Promise.all(dialog.getAnimations().map((each) => each.finished))")
    assert dialog.bounding_box() == {"x": 0, "y": 0, "width": 360, "height": 640}
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    list_ = page.get_by_role("listbox")
    assert list_.evaluate("list => list.scrollWidth <= list.clientWidth")
    page.get_by_role("button", name="Close the search").tap()
    expect(page.get_by_role("dialog")).to_have_count(0)
    context.close()


CONTRAST = """element => {
  const channels = (colour) => {
    const context = Object.assign(document.createElement("canvas"), {width: 1, height: 1}).getContext("2d");
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data];
  };
  const light = (rgb) => rgb.slice(0, 3).map((c) => c / 255).map((c) => (c <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4))
    .reduce((sum, c, at) => sum + c * [.2126, .7152, .0722][at], 0);
  const grounds = [];
  for (let e = element; e; e = e.parentElement) grounds.unshift(getComputedStyle(e).backgroundColor);
  const context = Object.assign(document.createElement("canvas"), {width: 1, height: 1}).getContext("2d");
  for (const ground of grounds) { context.fillStyle = ground; context.fillRect(0, 0, 1, 1); }
  const both = [light(channels(getComputedStyle(element).color)), light([...context.getImageData(0, 0, 1, 1).data])].sort((a, b) => b - a);
  return (both[0] + .05) / (both[1] + .05);
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everything_can_be_read_in_the_light_and_in_the_dark(browser: Browser, web: Path, scheme: str) -> None:
    context = browser.new_context(color_scheme=scheme)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto((web / "concealment.html").as_uri())
    open_search(page, "13.1.5 effect")
    parts = page.locator(
        "dialog :is(.find-count, .number, .title, .snippet, .corrected, .corrected b, mark, .label, .count)"
    )
    assert parts.count() > 6
    assert {
        part.evaluate("e => e.className || e.tagName"): c
        for part in parts.all()
        if (c := part.evaluate(CONTRAST)) < 4.5
    } == {}
    context.close()


def test_no_page_moves_while_it_loads(browser: Browser, web: Path) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 800})
    context.add_init_script(
        "window.shifts = []; new PerformanceObserver(list => shifts.push(...list.getEntries().map(e => e.value)))"
        ".observe({type: 'layout-shift', buffered: true})"
    )
    page = context.new_page()
    for name in ("concealment.html", "index.html", "search.html"):
        page.goto((web / name).as_uri(), wait_until="load")
        page.wait_for_timeout(200)
        assert page.evaluate("shifts") == [], name
    context.close()


def test_it_works_from_any_host_under_any_path(browser: Browser, web: Path) -> None:
    with _served(web.parent.parent) as address:
        context = browser.new_context()
        page = context.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{address}/{web.parent.name}/web/concealment.html")
        open_search(page, "ffar")
        page.keyboard.press("Enter")
        page.wait_for_url(f"**/{FFAR}")
        page.goto(f"{address}/{web.parent.name}/web/search.html?q=cohesion")
        expect(page.get_by_role("button", name="Terms")).to_be_visible()
        assert all(url.startswith(address) for url in asked)
        context.close()


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *arguments: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
