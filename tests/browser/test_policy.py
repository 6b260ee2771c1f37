"""The Content-Security-Policy of the pages: nothing that they do is against it, and what is foreign does not run."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.serving import BELOW, hosting
from tests.browser.test_every_page import USE
from tests.conftest import FEW, GAME, crossed, examples

LISTEN = """self.against = [];
document.addEventListener("securitypolicyviolation", (event) =>
  self.against.push(`${event.violatedDirective}: ${event.blockedURI} ${event.sourceFile}:${event.lineNumber} ${event.sample}`))"""
KIND = re.compile(r'<body class="([^"]*)"')


@pytest.fixture
def watched(browser: Browser) -> Iterator[Page]:
    """A page that keeps what happens against the policy."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.add_init_script(LISTEN)
    yield context.new_page()
    context.close()


def one_of_each_kind(web: Path) -> Iterator[Path]:
    """The smallest page of each kind: chapters, cards, decks, lists."""
    known = set[str]()
    for path in sorted(web.glob("*.html"), key=lambda path: path.stat().st_size):
        kind = KIND.search(path.read_text("utf-8"))
        assert kind is not None
        if kind[1] not in known:
            known.add(kind[1])
            yield path


def against(page: Page, address: str) -> list[str]:
    """What a page does against its policy, with its tables in use, its search and its other switches tried."""
    page.goto(address)
    if not address.endswith(".html") or address.endswith("/index.html"):
        page.wait_for_url("**/web/index.html")  # the entrance leads on at once
    page.evaluate(USE)
    page.evaluate("document.querySelectorAll('.theme, .study, .zoom button').forEach((button) => button.click())")
    if (box := page.locator("input[type=search]")).count() and box.first.is_visible():
        box.first.fill("fire")
        page.locator("[role=option], #find-found li").first.wait_for()
    return [*page.evaluate("self.against")]


@pytest.mark.long
def test_no_kind_of_page_acts_against_its_policy(watched: Page, games: dict[str, Path]) -> None:
    top = next(iter(games.values())).parents[3]
    with hosting(top) as host:
        for web in games.values():
            root = f"{host.root}{web.parent.relative_to(top / BELOW).as_posix()}/"
            pages = [f"web/{path.name}" for path in one_of_each_kind(web)]
            assert len(pages) > 5
            for page in [*pages, "", "report.html", "web/no-such-page.html"]:
                assert against(watched, root + page) == [], page


@pytest.mark.hypothesis  # so that `make test-long` opens those of all games
def test_pages_from_the_file_system_keep_to_it_too(watched: Page, games: dict[str, Path]) -> None:
    for web in games.values() if examples() > FEW else [games[GAME]]:
        for path in [*one_of_each_kind(web), web.parent / "index.html", web.parent / "report.html"]:
            assert against(watched, path.as_uri()) == [], path


FOREIGN = {
    "script-src-elem": "<script>document.title = 'run'</script>",
    "script-src-attr": "<img src=x: onerror=\"document.title = 'run'\">",
    "style-src-elem": "<style>body { display: none }</style>",
    "img-src": "<img src='https://example.org/seen.png'>",
    "frame-src": "<iframe src='https://example.org/'></iframe>",
}
"""What a page refuses, by the directive that it is against."""


@crossed("name, directive", ("web/index.html", "index.html", "report.html", "404.html"), tuple(FOREIGN))
def test_what_is_foreign_does_not_run(name: str, directive: str, watched: Page, web: Path, tmp_path: Path) -> None:
    """As if a fault of ours had let it through: it stands in the page, and the browser refuses it."""
    foreign = FOREIGN[directive]
    text = (web.parent / name).read_text("utf-8").replace("</body>", f"{foreign}</body>")
    page = tmp_path / "page.html"
    page.write_text(re.sub(r'<meta http-equiv="refresh"[^>]*>', "", text), "utf-8")
    watched.goto(page.as_uri())
    watched.wait_for_function("self.against.length")
    assert any(each.startswith(f"{directive}:") for each in watched.evaluate("self.against"))
    assert watched.title() != "run"
