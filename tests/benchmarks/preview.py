"""From a write to the file until Chromium has painted the change: 100 edits of a page and of a card, game by game.

`python -m tests.benchmarks.preview` prints medians and worst cases by the clock, and the processor time of the server;
beside them a cold compile of Typst where this Python or that of `RULEWRIGHT_TYPST` has it. An edit comes every third of
a second, while the checks of the edit before are running. Words choose scenes; a number before them, how many edits.
"""

import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from playwright.sync_api import Frame, Page, sync_playwright

from tests.benchmarks.timing import ROOT, Spent, command
from tests.benchmarks.typst_page import typst
from tests.browser.chromium import CHROMIUM
from tests.browser.conftest import OPTIONS
from tests.many_rules import many_rules

EDITS = 100
PAUSE = 0.33
"""Seconds between two edits."""
LETTERS = "bcdfghjklm"

PAINTED = "(told) => requestAnimationFrame(() => { const next = new MessageChannel(); \
next.port1.onmessage = () => told(performance.timeOrigin + performance.now()); next.port2.postMessage(0); })"
WORD_IS_THERE = f"""word => {{
  const painted = {PAINTED};
  window.seen = new Promise((told, failed) => {{
    setTimeout(() => failed(new Error("nothing has changed")), 120000);
    const observer = new MutationObserver(look);
    function look() {{
      if (!document.body.textContent.includes(word)) return;
      observer.disconnect();
      painted(told);
    }}
    observer.observe(document.body, {{ subtree: true, childList: true, characterData: true }});
  }});
}}"""
PICTURE_IS_THERE = f"""at => {{
  const painted = {PAINTED};
  window.seen = new Promise((told, failed) => {{
    setTimeout(() => failed(new Error("nothing has changed")), 120000);
    const look = (event) => {{
      if (!event.target.matches(`.sheet img[alt^="Page ${{at}} of"]`)) return;
      document.removeEventListener("load", look, true);
      painted(told);
    }};
    document.addEventListener("load", look, true);
  }});
}}"""
PIXELS = """async at => {
  const picture = await createImageBitmap(document.querySelector(`.sheet img[alt^="Page ${at} of"]`));
  const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
  canvas.drawImage(picture, 0, 0);
  return canvas.getImageData(0, 0, picture.width, picture.height).data.reduce((sum, each) => (sum * 31 + each) | 0, 7);
}"""


@dataclass(frozen=True, slots=True)
class Scene:
    """What is looked at, and the words of the source that the script edits; of a print, the page that has them."""

    game: str
    what: str
    address: str
    file: str
    words: str
    page: int = 1


MANY = "many"
"""A game made for this, of which the beginning of one text and a title are known."""
PRINT, BOOK = "its print", "a chapter of the book"
"""A card is there as the browser sets it, and then as it prints. Of the book, the pages before the chapter come first."""
SCENES = (
    Scene("last-hundred-yards", "a page", "web/concealment.html", "rules.yaml", "the enemy is not sure of it"),
    Scene("last-hundred-yards", "a card", "cards/assault.pdf", "assault.yaml", "take the others off"),
    Scene("last-hundred-yards", PRINT, "cards/assault.pdf", "assault.yaml", "take the others off"),
    Scene("last-hundred-yards", BOOK, "rulebook.pdf", "rules.yaml", "the enemy is not sure of it", 2),
    Scene("advanced-squad-leader", "a page", "web/concealment.html", "rules.yaml", "Concealment has no degrees"),
    Scene("advanced-squad-leader", "a card", "cards/concealment.pdf", "references.yaml", "for each stack"),
    Scene("advanced-squad-leader", PRINT, "cards/concealment.pdf", "references.yaml", "for each stack"),
    Scene("advanced-squad-leader", BOOK, "rulebook.pdf", "rules.yaml", "Concealment has no degrees", 2),
    Scene("iron-cross", "a page", "web/activating.html", "activating.yaml", "each use costs a"),
    Scene("iron-cross", "a card", "cards/reaction.pdf", "activating.yaml", "use of a unit in a turn costs a"),
    Scene("iron-cross", PRINT, "cards/reaction.pdf", "activating.yaml", "use of a unit in a turn costs a"),
    Scene("iron-cross", BOOK, "rulebook.pdf", "activating.yaml", "each use costs a", 6),
    Scene(MANY, "a page of ten thousand rules", "web/rule-1.html", "rules-0.yaml", "Malis vudutsonpas gatbi"),
    Scene(MANY, "a title of ten thousand", "web/rule-1.html", "rules-0.yaml", "Val mosdalres cenitsatbos"),
)


@dataclass(frozen=True, slots=True)
class Latency:
    """Seconds from the write to the paint, edit by edit; and processor time of the server for each."""

    seconds: list[float]
    processor: float


@contextmanager
def served(game: str) -> Iterator[tuple[Path, str, int]]:
    """A preview of a copy of a game: its project, its address and the id of its process."""
    with tempfile.TemporaryDirectory() as folder:
        if game == MANY:
            many_rules(Path(folder), 10_000)
        for part in ("content", "cards") if game != MANY else ():
            shutil.copytree(ROOT / part / game, Path(folder, part, game))
        arguments = [sys.executable, "-m", "rulewright.app.cli", "preview", "--project", folder]
        with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            address = re.search(r"http://\S+", process.stdout.readline())
            assert address
            try:
                yield Path(folder), address[0], process.pid
            finally:
                process.terminate()


def edits(scene: Scene, page: Page, project: Path, pid: int, count: int) -> Latency:
    """Every edit replaces a word by another of the same length that nothing else has."""
    file = project / "content" / scene.game / scene.file
    original = file.read_text("utf-8")
    assert original.count(scene.words) == 1, scene.words
    frame, arm = _frame(page, scene)
    began, seconds, before = _processor(pid), [], 0
    for letters in list(product(LETTERS, repeat=3))[:count]:
        word = "x" + "".join(letters)
        frame.evaluate(arm, word if arm == WORD_IS_THERE else scene.page)
        written = time.time()
        file.write_text(original.replace(scene.words, f"{scene.words} {word}"), "utf-8")
        seconds.append(frame.evaluate("window.seen") / 1000 - written)
        if arm == PICTURE_IS_THERE:
            pixels = page.evaluate(PIXELS, scene.page)
            assert pixels != before, "the picture is the same"
            before = pixels
        time.sleep(PAUSE)
    return Latency(seconds, (_processor(pid) - began) / count)


def _frame(page: Page, scene: Scene) -> tuple[Frame, str]:
    """Where the change appears, once what is looked at is there, and the script that waits for it."""
    if scene.what in (PRINT, BOOK):
        page.wait_for_selector(f'.sheet img[src][alt^="Page {scene.page} of"]', state="attached")
        return page.main_frame, PICTURE_IS_THERE
    inside = ".page" if scene.address.endswith(".pdf") else "main"
    page.frame_locator("iframe").locator(inside).first.wait_for(state="attached")
    frame = page.frames[-1]
    frame.wait_for_function("document.readyState === 'complete'")
    return frame, WORD_IS_THERE


def _processor(pid: int) -> float:
    """Seconds that a process has worked, without its children."""
    fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def latencies(scenes: tuple[Scene, ...] = SCENES, count: int = EDITS) -> Iterator[tuple[Scene, Latency]]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
        for scene in scenes:
            with served(scene.game) as (project, address, pid):
                page = browser.new_page(viewport={"width": 1280, "height": 800})
                page.set_default_timeout(120_000)
                page.goto(f"{address}#{scene.address.replace('/', '%2F')}")
                time.sleep(2)  # until the first checks have begun
                found = edits(scene, page, project, pid, count)
                page.close()
            yield scene, found
        browser.close()


TYPST = """\
import sys, typst
typst.compile(sys.argv[1].encode(), format="pdf")
"""
CARD = "#set page(width: 210mm, height: 148mm, margin: 5mm)\n= Assault\n#table(columns: 4, ..range(80).map(str))\n#lorem(300)\n"


def typst_cold() -> float | None:
    """Seconds of a compile of a card of some 300 words and 80 cells in a fresh process."""
    python = typst()
    if python is None:
        return None
    run: Callable[[], object] = command("-c", TYPST, CARD, python=python)
    run()
    return statistics.median(Spent.on(run).clock for _ in range(7))


def main() -> None:
    words, count = sys.argv[2:], int(sys.argv[1]) if sys.argv[1:] else EDITS
    before = typst_cold()
    if before is None:
        print("Typst is not installed", flush=True)
    chosen = tuple(each for each in SCENES if all(word in f"{each.game} {each.what}" for word in words))
    for scene, found in latencies(chosen, count):
        median, worst, after = statistics.median(found.seconds), max(found.seconds), typst_cold()
        anchor = before and after and (before + after) / 2  # a machine is not equally fast for minutes
        ratio = f", {median / anchor:.2f} of Typst, cold, {anchor:.3f} s" if anchor else ""
        before = after
        print(
            f"{scene.game}, {scene.what}: median {median:.3f} s, worst {worst:.3f} s, processor {found.processor:.3f} s{ratio}",
            flush=True,
        )


if __name__ == "__main__":
    main()
