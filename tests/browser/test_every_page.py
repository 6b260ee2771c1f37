"""Every page of every game, on a host below a path: it asks for nothing else, fits its screen, and shuts nobody out.

It is looked at with its tables in use, in light and dark and forced colours, for fingers, and with large text.
What axe finds wrong with an element follows from its kind, and contrast from its look. So axe looks at a few small
pages that together have all kinds and looks. `make test` opens only the pages that together have nearly all classes.
"""

import re
from collections.abc import Iterator, Mapping
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Literal, TypedDict

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page, ViewportSize

from rulewright.base.store import Store
from tests.browser import everyone, kinds
from tests.browser.everyone import MISSHAPEN, SMALL_TARGETS, TWICE
from tests.browser.kinds import BELOW_SERIOUS, DANGLING, MARK_NEW_KINDS, MARK_NEW_LOOKS
from tests.browser.serving import BELOW, hosting
from tests.conftest import FEW, examples
from tests.sharing import CACHES, once

WIDTH = "document.documentElement.scrollWidth"
USE = """async () => {
  const press = (name) => document.querySelectorAll(`button.${name}`).forEach((button) => button.click());
  const waits = () => document.querySelector('button.use:not([aria-expanded="true"])');
  for (press("use"); waits();) await new Promise((again) => setTimeout(again, 5)); // its script comes when it is asked for
  press("roll");
  press("weigh");
}"""
BY_LOOK = ["color-contrast", "link-in-text-block"]
"""The rules that depend on looks alone, which take two thirds of the time of all."""
Findings = list[tuple[str, str, str]]


class Media(TypedDict):
    """How a reader sees colours."""

    color_scheme: Literal["light", "dark"]
    forced_colors: Literal["active", "none"]


WIDE, NARROW = ViewportSize(width=1280, height=900), ViewportSize(width=360, height=740)
KIND = "kind"
MARKED_KINDS, MARKED_LOOKS = ({"include": [[f"[data-{each}]"]]} for each in ("kind", "look"))
SCHEMES = ("light", "dark", "forced")
MEDIA: Mapping[str, Media] = {
    "light": {"color_scheme": "light", "forced_colors": "none"},
    "dark": {"color_scheme": "dark", "forced_colors": "none"},
    "forced": {"color_scheme": "light", "forced_colors": "active"},
}
STUDY = """{
  try { localStorage.setItem("rulewright-mode", "study") } catch { /* a page without an address keeps nothing */ }
  let drawn = 0;
  crypto.getRandomValues = (numbers) => numbers.fill(7919 * drawn++);
}"""
"""In study everything is shown that is in play, and more. Dice fall the same on each visit: at 1 no button takes less."""
NOT_OF_TEXT = {"exclude": [[".face"], [".bullets strong > a"]]}
"""The words of a card are as near to one another as in print; its page has buttons to enlarge it. A bold number in a
sentence is one of its words, which axe does not see."""
CLASSES = re.compile(r"<([a-z][a-z0-9]*)(?: [^>]*?\bclass=\"([^\"]*)\")?")
"""The name and the classes of each element of a page."""


@pytest.fixture
def calm(browser: Browser) -> Iterator[Page]:
    """A page without the animation of what appears, which would have its colours half-way."""
    context = browser.new_context(viewport=WIDE, reduced_motion="reduce", service_workers="block")
    context.add_init_script(STUDY)
    yield context.new_page()
    context.close()


@pytest.mark.hypothesis  # so that `make test-long` opens all
def test_every_page_fits_and_axe_finds_nothing_serious(browser: Browser, calm: Page, games: dict[str, Path]) -> None:
    """Pages that passed pass again while they, their styles and scripts are the same bytes."""
    files = [path for web in games.values() for path in sorted(web.iterdir())]
    pages = [path for path in files if path.suffix == ".html"]
    if examples() == FEW:
        pages = nearly_covering(pages)
    same = sha256(f"{browser.version} {AXE_SCRIPT}".encode())
    tests = [Path(__file__), Path(everyone.__file__), Path(kinds.__file__)]
    for path in [*tests, *pages, *(path for path in files if path.suffix in (".css", ".js"))]:
        same.update(path.read_bytes())
    of_any_tool = Store(str(CACHES / "pages"))
    assert once("every-page", same.hexdigest(), partial(visit, calm, pages), of_any_tool) is None


def nearly_covering(pages: list[Path]) -> list[Path]:
    """Pages that together have nine in ten of the classes of all."""
    seen = {str(path): {" ".join(each) for each in CLASSES.findall(path.read_text("utf-8"))} for path in pages}
    sizes = {str(path): path.stat().st_size for path in pages}
    most, found, chosen = 0.9 * len(set().union(*seen.values())), 0, list[Path]()
    for path, new in covering(seen, sizes):
        if found < most:
            chosen.append(Path(path))
            found += len(new)
    return chosen


def of_each_kind(games: Mapping[str, Path]) -> list[Path]:
    """Pages that together have nearly all that there is."""
    return nearly_covering([path for web in games.values() for path in sorted(web.glob("*.html"))])


def visit(page: Page, paths: list[Path]) -> None:
    top = paths[0].parents[4]
    with hosting(top) as host:
        page.context.on("request", lambda r: None if r.url.startswith(host.root) else failed.append(r.url))
        page.on("pageerror", lambda error: failed.append(str(error)))
        page.on("console", lambda message: failed.append(message.text) if message.type == "error" else None)
        failed: list[str] = []
        sizes = {f"{host.root}{path.relative_to(top / BELOW).as_posix()}": path.stat().st_size for path in paths}
        seen = {address: look_at(page, address) for address in sizes}
        assert failed == []
        for address, new in covering(seen, sizes):
            try_axe(page, address, new, seen[address] - new)
    assert all(len(of(what, set().union(*seen.values()))) > 20 for what in (KIND, *SCHEMES))


def look_at(page: Page, address: str) -> set[str]:
    """The kinds and looks of the elements of a page, which fits the screen of a desk and of a phone."""
    page.goto("about:blank")  # else the page before would be laid out again
    page.set_viewport_size(WIDE)
    page.emulate_media(**MEDIA["light"])
    page.goto(address)
    assert page.evaluate(WIDTH) <= 1280, address
    assert page.evaluate(DANGLING) == [], address
    assert page.evaluate(MISSHAPEN) == [], address
    page.evaluate(USE)
    seen = {f"{KIND}{each}" for each in page.evaluate(MARK_NEW_KINDS, [])}
    for scheme in SCHEMES:
        page.emulate_media(**MEDIA[scheme])
        seen |= {f"{scheme}{each}" for each in page.evaluate(MARK_NEW_LOOKS, [])}
    page.emulate_media(**MEDIA["light"])
    fits_a_phone(page, address)
    return seen


def fits_a_phone(page: Page, address: str) -> None:
    """Its tables are in use. What it leaves out in play can make it no wider."""
    page.set_viewport_size(NARROW)
    assert page.evaluate(WIDTH) <= 360, address
    assert page.evaluate(SMALL_TARGETS) == [], address
    page.evaluate(TWICE)
    assert page.evaluate(WIDTH) <= 360, f"{address} with text twice as large"


def covering(seen: dict[str, set[str]], sizes: dict[str, int]) -> Iterator[tuple[str, set[str]]]:
    """Few pages that have everything, the small ones first, each with what only it and later ones have."""
    missing = set().union(*seen.values())
    while missing:
        best = max(seen, key=lambda address: len(seen[address] & missing) / (sizes[address] + 20_000))
        yield best, seen[best] & missing
        missing -= seen[best]


def try_axe(page: Page, address: str, new: set[str], known: set[str]) -> None:
    """Axe looks at the elements of the new kinds and looks, and at all within them: at first, at the whole page."""
    page.set_viewport_size(WIDE)
    page.emulate_media(**MEDIA["light"])
    page.goto(address)
    page.evaluate(USE)
    if page.evaluate(MARK_NEW_KINDS, of(KIND, known)):
        assert serious(page, address, {"rules": passed_over(page, *BY_LOOK)}, MARKED_KINDS) == []
    for scheme in SCHEMES:
        if of(scheme, new):
            page.emulate_media(**MEDIA[scheme])
            page.evaluate(MARK_NEW_LOOKS, of(scheme, known))
            assert serious(page, address, {"runOnly": BY_LOOK}, MARKED_LOOKS) == []
    if examples() > FEW:  # else `test_for_everyone.py` tries it, on a page or two
        page.set_viewport_size(NARROW)
        page.evaluate("scrollTo(0, 0)")  # a bar that stays is near whatever has been scrolled to
        assert serious(page, address, {"runOnly": ["target-size"]}, NOT_OF_TEXT) == []


def of(what: str, names: set[str]) -> list[str]:
    return [name.removeprefix(what) for name in names if name.startswith(what)]


def passed_over(page: Page, *names: str) -> dict[str, dict[str, bool]]:
    """Options of axe without these rules and those that find nothing serious."""
    load_axe(page)
    return {name: {"enabled": False} for name in (*names, *page.evaluate(BELOW_SERIOUS))}


def load_axe(page: Page) -> None:
    """Not every page is looked at by it, and reading it takes as long as the page."""
    if page.evaluate("typeof axe === 'undefined'"):
        page.evaluate(AXE_SCRIPT)


def serious(
    page: Page, where: str, options: dict[str, object], context: Mapping[str, object] | None = None
) -> Findings:
    load_axe(page)
    run = "([context, options]) => axe.run(context || document, options)"
    found = page.evaluate(run, [context, {"resultTypes": ["violations"], **options}])["violations"]
    worst = [each for each in found if each["impact"] in ("serious", "critical")]
    return [(where, each["id"], node["html"][:200]) for each in worst for node in each["nodes"][:3]]


def test_one_element_of_each_look_is_tried_for_contrast(calm: Page, tmp_path: Path) -> None:
    path = tmp_path / "pale.html"
    path.write_text(
        "<!DOCTYPE html><html lang=en><title>Pale</title><body style='background: #fff'><main><h1>Seen</h1><p>Seen.</p>"
        "<p style='color: #bbb'>Pale.</p><p style='color: #bbb'>Pale.</p>"
        "<div style='background: #777'><p>Dim.</p></div></main></body></html>"
    )
    calm.goto(path.as_uri())
    known = calm.evaluate(MARK_NEW_LOOKS, [])
    assert calm.locator("[data-look]").all_inner_texts() == ["Seen", "Seen.", "Pale.", "Dim."]
    found = serious(calm, path.name, {"runOnly": BY_LOOK}, MARKED_LOOKS)
    assert [(name, "Pale" in html) for _, name, html in found] == [("color-contrast", True)]
    assert calm.evaluate(MARK_NEW_LOOKS, known) == []


def test_a_page_with_an_element_of_another_kind_is_looked_at(calm: Page) -> None:
    """A kind is another name, parent, class, attribute, or an element that says nothing."""
    page = "<!DOCTYPE html><html lang=en><title>Kinds</title><main><a href='#x' class=go>Go</a>{}</main>"
    calm.set_content(page.format(""))
    known = calm.evaluate(MARK_NEW_KINDS, [])
    same = "<a class=go href='#y'>Elsewhere</a>"
    others = (
        "<b>Go</b>",
        "<p><a href='#x' class=go>Go</a>",
        "<a href='#x'>Go</a>",
        "<a class=go href=''>Go</a>",
        "<a class=go href='#x'></a>",
    )
    counts = {}
    for element in (same, *others):
        calm.set_content(page.format(element))
        counts[element] = len(calm.evaluate(MARK_NEW_KINDS, known))
    assert counts == {same: 0, **dict.fromkeys(others, 1), others[1]: 2}


def test_the_pages_chosen_have_everything() -> None:
    seen = {"small": {"a", "b"}, "large": {"a", "b", "c"}, "like small": {"b"}}
    sizes = {"small": 1_000, "large": 900_000, "like small": 1_000}
    assert list(covering(seen, sizes)) == [("small", {"a", "b"}), ("large", {"c"})]


def test_what_no_kind_tells_of_is_looked_at_on_every_page(calm: Page) -> None:
    calm.set_content(
        "<p id=a>A<p id=b>B<p id=a>C<input aria-labelledby='b c'><label for=d>D</label><i aria-describedby=b></i>"
    )
    assert calm.evaluate(DANGLING) == ["a", "d", "c"]


def test_what_is_passed_over_finds_nothing_serious(calm: Page, tmp_path: Path) -> None:
    """Findings of every kind: with all rules of axe and without those below serious, the serious ones are the same."""
    path = tmp_path / "faulty.html"
    path.write_text(
        "<!DOCTYPE html><html><title>Faulty</title><body><h1>One</h1><h3></h3><img src='data:,'><button></button><li>Loose</li>"
        "<a href='#x'></a><p role='article' aria-label>Text<p tabindex='3'>Late<input><table><td headers='no'>1</table>"
    )
    calm.goto(path.as_uri())
    load_axe(calm)
    every = calm.evaluate("async () => (await axe.run(document)).violations.map((each) => [each.id, each.impact])")
    found = serious(calm, path.name, {"rules": passed_over(calm)})
    assert {name for _, name, _ in found} == {name for name, impact in every if impact in ("serious", "critical")}
    assert {"image-alt", "button-name", "listitem", "label", "html-has-lang"} <= {name for _, name, _ in found}
    assert {"heading-order", "empty-heading"} <= {name for name, _ in every} & passed_over(calm).keys()
