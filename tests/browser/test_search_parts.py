"""The search of a large book fetches few small files, and those for the first result first.

A file that does not come, comes late or is of another edition neither misleads nor ends it.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.searching import searched_site
from tests.browser.serving import BELOW, Host, hosting
from tests.many_rules import many_rules, number_of, vocabulary

RULES = 2_500
FAILED = "The index of the search could not be loaded."


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """The glossary of a large book, on a host."""
    top = tmp_path_factory.mktemp("large")
    (top / BELOW).mkdir(parents=True)
    searched_site(many_rules(tmp_path_factory.mktemp("rules"), RULES), top / BELOW)
    (top / BELOW / "404.html").write_text("<p>not here</p>", "utf-8")
    with hosting(top) as host:
        yield host


@pytest.fixture
def reader(browser: Browser, large: Host) -> Iterator[Page]:
    """Without anything kept from before, the dialog open."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{large.root}glossary.html", wait_until="networkidle")
    large.asked.clear()
    with page.expect_response(re.compile(r"/search-index\.js")):  # a network that is idle may not have been asked yet
        page.keyboard.press("/")
    page.wait_for_load_state("networkidle")
    yield page
    context.close()


def index_files(host: Host) -> list[str]:
    return [path.rpartition("/")[2] for path in host.asked if "/search-index" in path]


def ask(page: Page, query: str) -> None:
    page.get_by_role("combobox").fill(query)


@pytest.mark.long
def test_an_opened_search_has_fetched_the_head_only(reader: Page, large: Host) -> None:
    assert index_files(large) == ["search-index.js"]
    assert (large.folder / "search-index.js").stat().st_size < 8_000


@pytest.mark.parametrize(
    "query",
    [vocabulary()[0], vocabulary()[40], f"{vocabulary()[3]} {vocabulary()[90]}", number_of(2_321), "how do they work"],
)
def test_a_first_result_needs_few_files(query: str, reader: Page, large: Host) -> None:
    first = reader.get_by_role("option").first
    large.asked.clear()
    ask(reader, query)
    first.or_(reader.get_by_text("Nothing found")).wait_for()
    before = set(index_files(large))
    reader.wait_for_load_state("networkidle")
    every = index_files(large)
    assert len(every) == len(set(every)), "none twice"
    assert len([name for name in before if "-words-" in name]) <= 6
    assert len(every) <= 24
    assert sum((large.folder / name).stat().st_size for name in every) < 240_000


def test_rows_of_entries_come_only_for_what_is_shown(reader: Page, large: Host) -> None:
    ask(reader, vocabulary()[0])
    expect(reader.locator("dialog .snippet").first).to_be_visible()
    expect(reader.get_by_role("option").last).to_have_text(re.compile(r"^All [\d,.]+ results$"))
    assert 0 < len([name for name in index_files(large) if "-entries-" in name]) <= 12


def test_a_part_that_does_not_come_is_said_and_asked_for_again(reader: Page) -> None:
    reader.route("**/search-index-words-*", lambda route: route.abort())
    ask(reader, vocabulary()[40])
    status = reader.get_by_role("dialog").get_by_role("status")
    expect(status).to_contain_text(FAILED)
    expect(reader.get_by_role("option")).to_have_count(0)
    reader.unroute("**/search-index-words-*")
    reader.get_by_role("button", name="Try again").click()
    expect(reader.get_by_role("option").first).to_be_visible()
    expect(status).to_have_text(re.compile(r"^[\d,.]+ results$"))
    expect(reader.get_by_role("combobox")).to_be_focused()


def test_results_stay_where_only_their_texts_do_not_come(reader: Page) -> None:
    reader.route("**/search-index-entries-*", lambda route: route.abort())
    ask(reader, number_of(2_321))
    expect(reader.get_by_role("dialog").get_by_role("status")).to_contain_text(FAILED)
    expect(reader.get_by_role("option").first).to_contain_text(number_of(2_321))
    expect(reader.get_by_role("option").first).to_have_attribute("href", re.compile("#rule-2321$"))


class Held:
    """Requests for parts of words that wait until they are let go."""

    def __init__(self, page: Page) -> None:
        self.routes, self.holds = list[Route](), True
        page.route("**/search-index-words-*", self._meet)

    def _meet(self, route: Route) -> None:
        if self.holds:
            self.routes.append(route)
        else:
            route.continue_()

    def let_go(self) -> None:
        self.holds = False
        for route in self.routes:
            route.continue_()


def test_a_late_part_never_replaces_newer_results(reader: Page) -> None:
    number, held = number_of(2_321), Held(reader)
    ask(reader, vocabulary()[40])
    expect(reader.get_by_role("dialog").get_by_role("status")).to_have_text("Searching …")
    held.holds = False
    ask(reader, number)
    expect(reader.get_by_role("option").first).to_contain_text(number)
    assert held.routes
    held.let_go()
    reader.wait_for_load_state("networkidle")
    expect(reader.get_by_role("option").first).to_contain_text(number)


def test_enter_waits_for_the_results_of_what_is_typed(reader: Page) -> None:
    held = Held(reader)
    ask(reader, number_of(2_321))
    reader.keyboard.press("Enter")
    expect(reader.get_by_role("dialog").get_by_role("status")).to_have_text("Searching …")
    held.let_go()
    reader.wait_for_url("**/*#rule-2321")


def test_parts_of_another_edition_are_noticed_and_its_index_is_read(reader: Page, large: Host, tmp_path: Path) -> None:
    """A new edition was published while the page was open."""
    (tmp_path / "web").mkdir()
    searched_site(many_rules(tmp_path, 400), tmp_path / "web")
    new = {path.name: path.read_bytes() for path in (tmp_path / "web").glob("search-index*")}
    reader.route(
        "**/search-index*",
        lambda route: route.fulfill(
            body=new.get(route.request.url.rpartition("/")[2].partition("?")[0], b""), content_type="text/javascript"
        ),
    )
    ask(reader, number_of(321))
    expect(reader.get_by_role("option").first).to_contain_text(number_of(321))
    ask(reader, number_of(2_321))
    expect(reader.get_by_role("dialog").get_by_role("status")).to_have_text(f"Nothing found for “{number_of(2_321)}”.")


def test_many_words_that_begin_so_are_not_all_fetched(reader: Page, large: Host) -> None:
    begins = vocabulary()[0][0]
    large.asked.clear()
    ask(reader, begins)
    reader.wait_for_load_state("networkidle")
    assert len(index_files(large)) <= 2
    expect(reader.get_by_role("dialog").get_by_role("status")).to_have_text(
        f"Too many words begin with “{begins}”. Keep typing."
    )


def test_the_page_of_results_shows_all_when_asked(reader: Page, large: Host) -> None:
    word = vocabulary()[40]
    reader.goto(f"{large.root}search.html?q={word}")
    results = reader.locator("#find-found li")
    expect(results).to_have_count(40)
    button = reader.locator("#find-found > button")
    total = int(button.inner_text().split()[1])
    button.click()
    expect(results).to_have_count(total)
    expect(results.nth(40).locator("a")).to_be_focused()
