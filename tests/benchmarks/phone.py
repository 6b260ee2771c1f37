"""The search on a slow phone: from opening its dialog, with nothing kept, to the first result and to the last snippet.

A slow phone is Chromium with a quarter of the processor, 1.6 Mbit/s, and 150 ms until a host answers. Hosts send texts
packed by gzip, and so does this one. Pasted at once, a query cannot be answered before the head has come and then its
parts: 0.3 s of waiting, and 0.45 s where the row of the best entry is not among them. Typed, the head comes meanwhile;
the time is that from the last letter.
"""

import gzip
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from threading import Thread
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.browser.chromium import CHROMIUM
from tests.browser.conftest import OPTIONS
from tests.browser.searching import searched_site
from tests.many_rules import many_rules, number_of, vocabulary

SIZES = (300, 10_000)
LINE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 94_000}
SLOWER = 4
GOAL = 0.5
RUNS = 3
PATIENCE = 4_000
"""Milliseconds for everything that belongs to a query to come."""
TYPED = """([query, pause]) => new Promise((resolve) => {
  const began = performance.now();
  document.querySelector(".find-open").click();
  const input = document.querySelector("dialog.find input");
  const type = (text) => { input.value = text; input.dispatchEvent(new Event("input")); };
  let last = began;
  if (pause) for (let at = 1; at <= query.length; at++) setTimeout(() => { last = performance.now(); type(query.slice(0, at)); }, at * pause);
  else type(query);
  const look = () => {
    const shown = document.querySelector("dialog [role=option]") || /Nothing/.test(document.querySelector("dialog [role=status]").textContent);
    if (shown && input.value === query) resolve([performance.now() - (pause ? last : began)].map((took) => took / 1000));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  setTimeout(() => resolve([NaN]), 15000);
})"""


def queries(rules: int) -> dict[str, str]:
    words = vocabulary()
    return {
        "a frequent word": words[0],
        "a word": words[40],
        "two words": f"{words[3]} {words[900]}",
        "a number": number_of(rules // 4 + 21),
        "a slip": words[200][:3] + "q" + words[200][3:],
    }


def phones(words: Sequence[str]) -> None:
    """Prints for each size and query seconds, pasted at once and typed; and what was fetched, packed."""
    print(
        f"\n{'on a slow phone, first result of':45} {'pasted':>7} {'goal':>5} {'typed':>7} {'files':>6} {'kB':>5} {'in all':>7} {'kB':>5}"
    )
    for size in SIZES:
        for kind, query in queries(size).items():
            work = f"{size:,} rules, searched for {kind}"
            if not words or any(word in work for word in words):
                _print(work, size, query)


def _print(work: str, size: int, query: str) -> None:
    with _site(size) as host, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
        pasted = [_first_result(browser, host, query, 0) for _ in range(RUNS)]
        typed = [_first_result(browser, host, query, 120) for _ in range(RUNS)]
        browser.close()
    files, size_of, every, size_of_all = pasted[0][1:]
    print(
        f"{work:45} {median(each[0] for each in pasted):6.2f}s {GOAL:4.1f}s {median(each[0] for each in typed):6.2f}s "
        f"{files:6} {size_of / 1000:5.0f} {every:7} {size_of_all / 1000:5.0f}",
        flush=True,
    )


class _Packed(SimpleHTTPRequestHandler):
    """Answers with texts packed by gzip, and notes how long each is."""

    protocol_version = "HTTP/1.1"
    sent: list[int]

    def __init__(self, *given: Any, sent: list[int], **named: Any) -> None:
        self.sent = sent
        super().__init__(*given, **named)

    def do_GET(self) -> None:
        file = Path(self.translate_path(self.path))
        body = gzip.compress(file.read_bytes()) if file.is_file() else b""
        self.send_response(200 if file.is_file() else 404)
        self.send_header("Content-Type", self.guess_type(str(file)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        self.sent.append(len(body))

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name that is overridden
        pass


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        """A reader who has seen the first result leaves while others are still sent."""


class _Host:
    def __init__(self, folder: Path) -> None:
        self.sent = list[int]()
        handler = partial(_Packed, directory=str(folder), sent=self.sent)
        self.server = _Server(("localhost", 0), handler)
        self.page = f"http://localhost:{self.server.server_port}/glossary.html"
        Thread(target=self.server.serve_forever, daemon=True).start()


@contextmanager
def _site(size: int) -> Iterator[_Host]:
    with tempfile.TemporaryDirectory() as rules, tempfile.TemporaryDirectory() as folder:
        searched_site(many_rules(Path(rules), size), Path(folder))
        host = _Host(Path(folder))
        yield host
        host.server.shutdown()
        host.server.server_close()


def _first_result(browser: Browser, host: _Host, query: str, pause: int) -> tuple[float, int, int, int, int]:
    """Seconds; files and bytes until then; files and bytes in all."""
    context = browser.new_context(viewport={"width": 390, "height": 800})
    page = context.new_page()
    page.goto(host.page, wait_until="networkidle")
    phone = context.new_cdp_session(page)
    phone.send("Network.enable")
    phone.send("Network.emulateNetworkConditions", LINE)
    phone.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    host.sent.clear()
    [took] = page.evaluate(TYPED, [query, pause])
    until = list(host.sent)
    page.wait_for_timeout(PATIENCE if not pause else 0)
    every = list(host.sent)
    context.close()
    return took, len(until), sum(until), len(every), sum(every)
