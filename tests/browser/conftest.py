"""The web rulebook in a real browser, from the file system.

Needs Chromium; where there is none these tests are skipped and say so. `make test` installs it where it may.
"""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from rulewright.app.publish import publish
from tests.browser.chromium import CHROMIUM
from tests.browser.serving import BELOW
from tests.conftest import GAME, GAMES, built
from tests.waiting import PATIENCE

OPTIONS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

expect.set_options(timeout=PATIENCE * 1000)

MADE_UP = "salvo"
"""A game for these tests, with kinds of tables that the others lack."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The tests of this folder are skipped where there is no browser."""
    ours = [item for item in items if item.nodeid.startswith("tests/browser/")]
    if ours and (missing := _missing()):
        for item in ours:
            item.add_marker(pytest.mark.skip(reason=missing))


def _missing() -> str:
    if CHROMIUM is None:
        return "no Chromium on this machine"
    driver = subprocess.run([sys.executable, "-m", "playwright", "--version"], capture_output=True, check=False)
    # Playwright's driver is a program in its package; a bare system may lack a library it is linked with.
    return f"Playwright's driver does not start: {driver.stderr!r}" if driver.returncode else ""


@pytest.fixture(scope="session")
def games(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The web folder of every game, beside its prints, below a folder whose name needs quoting."""
    folder = tmp_path_factory.mktemp("all games") / BELOW
    for game in (*GAMES, MADE_UP):
        publish(folder / game, built(game))
    return {game: folder / game / "web" for game in (*GAMES, MADE_UP)}


@pytest.fixture(scope="session")
def web(games: dict[str, Path]) -> Path:
    """The web folder of the game that most tests look at."""
    return games[GAME]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
        yield running
        running.close()


@pytest.fixture
def page(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """A desktop page on which a console error, a failed script or a request off the folder is a failure."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    opened = context.new_page()
    findings: list[str] = []
    opened.on("console", lambda message: findings.append(message.text) if message.type == "error" else None)
    opened.on("pageerror", lambda error: findings.append(str(error)))
    allowed = (tmp_path_factory.getbasetemp().as_uri(), "data:font/")
    opened.on("request", lambda r: None if r.url.startswith(allowed) else findings.append(r.url[:200]))
    yield opened
    context.close()
    assert findings == []
