"""A page of rules as a phone on a slow network sees it first, beside the same text in MkDocs Material.

`make bench` prints it, and so does `python -m tests.benchmarks.first_paint`. Chromium knows nothing from before; it is
held to 1.6 Mbit/s, 150 ms for each answer and a quarter of the processor, as Lighthouse holds it. The host packs texts
with gzip. `RULEWRIGHT_MKDOCS` may name a Python that has mkdocs-material, if this one has not.
"""

import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, ViewportSize, sync_playwright

from tests.benchmarks.packing_host import PackingHost, packing
from tests.benchmarks.timing import ROOT
from tests.browser.chromium import CHROMIUM
from tests.browser.conftest import OPTIONS

GAME, PAGE = "iron-cross", "indirect-fire"
RUNS = 5
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
SLOWER = 4
"""How much slower than this machine the processor is made."""
WINDOW = ViewportSize(width=412, height=823)
PAINTED = """() => new Promise((done) => {
  const of = (type) => performance.getEntriesByType(type);
  new PerformanceObserver((list) => {
    const shifts = list.getEntries().map(({ value }) => value);
    done([of("paint").find(({ name }) => name === "first-contentful-paint").startTime, shifts.reduce((a, b) => a + b, 0)]);
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done([of("paint").find(({ name }) => name === "first-contentful-paint").startTime, 0]), 200);
})"""
MATERIAL = "site_name: Iron Cross\ntheme: {name: material, font: false}\nplugins: [search]\n"
HEADING = re.compile(r"(?m)^#{2,3} (?=[\d.]+ )")


QUIET = 1500
"""Milliseconds in which all that comes late has come."""


@dataclass(frozen=True, slots=True)
class Visit:
    """What the first visit of a page takes: requests, bytes on the wire, seconds to the first words, how much moves.

    `received` are the bytes that the page took; `sent` are those of all files that the host sent until the reader has
    scrolled, to its worker too: ours fetches its fonts then, for the next page, and keeps the overview.
    """

    requests: int
    received: int
    sent: int
    painted: float
    moved: float


def first_paint(words: list[str]) -> None:
    """Prints ours, and MkDocs Material beside it where it is installed."""
    if words and not any(word in "first paint" for word in words):
        return
    print(f"\n{'first visit, slow phone':30} {'requests':>8} {'kB':>6} {'kB, all':>8} {'first paint':>11} {'shift':>6}")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
        with ExitStack() as hosts:
            pages = [(name, hosts.enter_context(packing(site)), page) for name, site, page in sites(Path(folder))]
            visits = [[visit(browser, host, page) for _, host, page in pages] for _ in range(RUNS)]
        for (name, _, _), seen in zip(pages, zip(*visits, strict=True), strict=True):
            print(f"{name:30} {_line(seen)}", flush=True)
        browser.close()


def _line(visits: Sequence[Visit]) -> str:
    """The medians of several visits, taken in turn with those of others."""
    requests, received, sent, painted, moved = (
        statistics.median(side) for side in zip(*map(astuple, visits), strict=True)
    )
    return f"{requests:8.0f} {received / 1000:6.1f} {sent / 1000:8.1f} {painted:10.2f}s {moved:6.3f}"


def sites(folder: Path) -> Iterator[tuple[str, Path, str]]:
    """Each with its name, its folder and the address of the page in it."""
    run = [sys.executable, "-m", "rulewright.app.cli"]
    subprocess.run([*run, "build", GAME, "--project", str(project(folder))], check=True, capture_output=True, cwd=ROOT)
    yield "Rulewright", folder / "build" / GAME, f"web/{PAGE}.html"
    python = material()
    if python is None:
        print("MkDocs Material                is not installed: nothing to compare with")
        return
    subprocess.run([*run, "export", GAME, "--project", str(folder)], check=True, capture_output=True, cwd=ROOT)
    write_material(folder / "theirs", (folder / f"build/export/markdown/{GAME}/{GAME}.md").read_text("utf-8"))
    subprocess.run([python, "-m", "mkdocs", "build", "--quiet"], check=True, capture_output=True, cwd=folder / "theirs")
    yield "MkDocs Material", folder / "theirs" / "site", f"{PAGE}/"


def project(folder: Path) -> Path:
    for part in ("content", "cards"):
        shutil.copytree(ROOT / part / GAME, folder / part / GAME)
    return folder


def material() -> str | None:
    """A Python that has the package; None if there is none."""
    for python in filter(None, (sys.executable, os.environ.get("RULEWRIGHT_MKDOCS"))):
        if subprocess.run([python, "-c", "import material"], capture_output=True, check=False).returncode == 0:
            return python
    return None


def write_material(folder: Path, text: str) -> None:
    """A page for each chapter and each section, as ours has."""
    (folder / "docs").mkdir(parents=True)
    (folder / "mkdocs.yml").write_text(MATERIAL, "utf-8")
    begin, *parts = HEADING.split(text)
    (folder / "docs" / "index.md").write_text(begin, "utf-8")
    for part in parts:
        title = part.partition("\n")[0].partition(" ")[2]
        name = re.sub(r"\W+", "-", title.lower()).strip("-")
        (folder / "docs" / f"{name}.md").write_text(f"# {part}", "utf-8")


def visit(browser: Browser, host: PackingHost, path: str) -> Visit:
    """Opens a page in a browser that has seen nothing; counts until nothing more is asked for."""
    context = browser.new_context(viewport=WINDOW, device_scale_factor=1.75)
    page = context.new_page()
    session = context.new_cdp_session(page)
    asked, received = counted(session)
    before = host.sent
    page.goto(host.address + path)
    page.wait_for_timeout(QUIET)
    painted, moved = page.evaluate(PAINTED)
    requests, came = len(asked), sum(received)
    page.mouse.wheel(0, 300)
    page.wait_for_timeout(QUIET)
    context.close()
    return Visit(requests, came, host.sent - before, painted / 1000, moved)


def counted(session: CDPSession) -> tuple[list[str], list[int]]:
    """What a slowed page asks a host for, and the bytes that come."""
    asked, received = list[str](), list[int]()

    def note(event: dict[str, Any]) -> None:
        if event["request"]["url"].startswith("http"):
            asked.append(event["request"]["url"])

    session.on("Network.requestWillBeSent", note)
    session.on("Network.loadingFinished", lambda event: received.append(round(event["encodedDataLength"])))
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return asked, received


if __name__ == "__main__":
    first_paint([])
