"""A real browser: Chromium, opening the built game from the file system; what it reports as a fault is a failure.

Where there is no Chromium these tests are skipped and say so. `make test` installs it where it may.
"""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright._impl._driver import compute_driver_executable
from playwright.sync_api import Browser, Page, sync_playwright

from rulewright.publish import publish
from tests.conftest import GAME, built

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
OPTIONS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip

DRIVER = subprocess.run([compute_driver_executable()[0], "--version"], capture_output=True, check=False)
"""Playwright's driver is a program in its package; a bare system may lack a library it is linked with."""


MARKS = [
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine"),
    pytest.mark.skipif(DRIVER.returncode != 0, reason=f"Playwright's driver does not start: {DRIVER.stderr!r}"),
    pytest.mark.xdist_group("browser"),
]
"""Of every module here: `pytestmark = MARKS`."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
        yield running
        running.close()


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built game in a folder whose name needs quoting."""
    folder = tmp_path_factory.mktemp("a game") / GAME
    publish(folder, built(GAME))
    return folder / "web"


@pytest.fixture
def page(browser: Browser, web: Path) -> Iterator[Page]:
    """A desktop page on which a console error, a failed script or a request off the folder is a failure."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    opened = context.new_page()
    faults: list[str] = []
    opened.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.on("request", lambda r: None if r.url.startswith(web.parent.as_uri()) else faults.append(r.url))
    yield opened
    context.close()
    assert faults == []
