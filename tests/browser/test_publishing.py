"""The published folder on a host: below any path, without a network, when a new edition comes, and at lost addresses."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from rulewright.publish import publish
from rulewright.render.publication.offline import worker_script
from tests.browser.serving import BELOW, Host, hosting
from tests.conftest import GAME, ROOT, built, examined

CONTROLLED = "async () => { await navigator.serviceWorker.ready; return !!navigator.serviceWorker.controller; }"
CACHES = "caches.keys()"


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    publish(tmp_path / BELOW, built(GAME))
    with hosting(tmp_path) as running:
        yield running


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser of its own, that knows nothing from before."""
    opened = browser.new_context()
    yield opened
    opened.close()


def watched(context: BrowserContext) -> tuple[Page, list[str]]:
    """A page, and what it reports as a fault."""
    page, faults = context.new_page(), list[str]()
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    return page, faults


def wait_until(page: Page, promised: str, about: str = "") -> None:
    """Asks again and again until what `promised` promises is true: `wait_for_function` takes any promise for true."""
    asking = f"""async (about) => {{
      const ends = Date.now() + 20_000, answer = {promised};
      while (!(await answer(about))) {{
        if (Date.now() > ends) throw new Error("it did not come true");
        await new Promise((again) => setTimeout(again, 20));
      }}
    }}"""
    page.evaluate(asking, about)


def kept(page: Page, address: str) -> None:
    """Opens the game at the address, and waits until it is kept for reading without a network."""
    page.goto(f"{address}web/index.html")
    wait_until(page, CONTROLLED)


def test_the_folder_itself_leads_to_the_overview(context: BrowserContext, host: Host) -> None:
    page, faults = watched(context)
    page.goto(host.root)
    page.wait_for_url(f"{host.root}web/index.html")
    assert faults == []


def test_without_a_network_pages_and_cards_are_there(context: BrowserContext, host: Host) -> None:
    page, faults = watched(context)
    kept(page, host.root)
    context.set_offline(True)
    host.stop()
    for name in ("index.html", "glossary.html", "concealment.html", "card-assault.html"):
        page.goto(f"{host.root}web/{name}")
        expect(page.locator("h1").first).to_be_visible(timeout=10_000)
    page.reload()
    expect(page.locator(".face").first).to_be_visible(timeout=10_000)
    size = page.evaluate("async () => (await (await fetch('../cards/assault.pdf')).arrayBuffer()).byteLength")
    assert size == len(built(GAME)["cards/assault.pdf"])
    assert [fault for fault in faults if "ERR_INTERNET_DISCONNECTED" not in fault] == []
    page.goto(f"{host.root}web/no-such-page.html")
    assert page.get_by_role("heading", name="There is no such page").is_visible()


def test_what_is_large_is_kept_once_it_was_opened(context: BrowserContext, host: Host) -> None:
    page, _ = watched(context)
    kept(page, host.root)
    opened = "async (path) => { try { return (await fetch(path)).status } catch { return 0 } }"
    assert page.evaluate(opened, "../cards/assault.png") == 200
    wait_until(page, "async () => Boolean(await caches.match('../cards/assault.png'))")  # kept beside the answer
    context.set_offline(True)
    host.stop()
    assert page.evaluate(opened, "../cards/assault.png") == 200
    assert page.evaluate(opened, "../cards/fire.png") == 0


def new_edition(host: Host) -> None:
    """Publishes the game with one page changed."""
    book = examined(GAME).book
    assert book is not None
    name = "web/concealment.html"
    changed = built(GAME)[name].replace(b"</h1>", b" (new)</h1>", 1)
    assert changed != built(GAME)[name]
    files = {path: data for path, data in built(GAME).items() if path != "sw.js"} | {name: changed}
    publish(host.folder, files | {"sw.js": worker_script(files, book.game, ROOT).encode()})


def test_a_new_edition_is_told_quietly_and_replaces_the_old_one(context: BrowserContext, host: Host) -> None:
    page, faults = watched(context)
    kept(page, host.root)
    page.goto(f"{host.root}web/concealment.html")
    assert page.locator(".new-edition").count() == 0
    before = page.evaluate(CACHES)
    new_edition(host)
    host.asked.clear()
    page.reload()
    notice = page.get_by_role("status").filter(has_text="A new edition is ready.")
    notice.wait_for(timeout=20_000)
    assert "(new)" not in page.locator("h1").inner_text()
    notice.get_by_role("button", name="Read it").click()
    page.locator("h1", has_text="(new)").wait_for(timeout=20_000)
    wait_until(page, "async (old) => !(await caches.keys()).includes(old)", before[0])
    assert len(page.evaluate(CACHES)) == len(before) == 1
    fetched = {path.removeprefix(f"/{BELOW}/") for path in host.asked}
    assert fetched == {"sw.js", "web/concealment.html"}, "only what has changed is fetched"
    assert faults == []


def test_a_new_edition_can_wait(context: BrowserContext, host: Host) -> None:
    page, _ = watched(context)
    kept(page, host.root)
    new_edition(host)
    page.reload()
    page.get_by_role("button", name="Later").click(timeout=20_000)
    assert page.locator(".new-edition").count() == 0
    page.goto(f"{host.root}web/concealment.html")
    assert "(new)" not in page.locator("h1").inner_text()


def test_another_game_on_the_host_keeps_what_it_has(context: BrowserContext, tmp_path: Path) -> None:
    for name in ("one", "two"):
        publish(tmp_path / BELOW / name, built(GAME))
    with hosting(tmp_path) as host:
        page, _ = watched(context)
        for name in ("one", "two"):
            kept(page, f"{host.root}{name}/")
        assert len(page.evaluate(CACHES)) == 2


def test_the_browser_may_install_it_where_it_is_served_and_is_not_asked_elsewhere(
    context: BrowserContext, host: Host
) -> None:
    page, faults = watched(context)
    page.goto(f"{host.root}web/index.html")
    address = page.locator("link[rel=manifest]").evaluate("link => link.href")
    manifest = page.evaluate("async (address) => (await fetch(address)).json()", address)
    assert manifest["start_url"] == "web/index.html"
    for icon in manifest["icons"]:
        side = page.evaluate(
            "async (src) => { const icon = new Image(); icon.src = src; await icon.decode(); return icon.naturalWidth }",
            host.root + icon["src"],
        )
        assert icon["sizes"] == f"{side}x{side}"
    page.goto((host.folder / "web" / "index.html").as_uri())
    assert page.locator("link[rel=manifest]").count() == 0
    expect(page.locator("h1")).to_be_visible(timeout=10_000)
    assert faults == []


@pytest.mark.parametrize(
    ("lost", "title"),
    [
        ("web/long-ago.html#hidden-call", "20.9.2.a Found after a Call for Reaction"),
        ("web/archive/2019/hidden.html", "20.9 Hidden units"),
        ("20.9.2.a", "20.9.2.a Found after a Call for Reaction"),
    ],
)
def test_a_lost_address_finds_its_rule_from_any_depth(
    context: BrowserContext, host: Host, lost: str, title: str
) -> None:
    page = context.new_page()
    page.goto(host.root + lost)
    link = page.locator("#told a")
    link.wait_for(timeout=10_000)
    assert link.inner_text() == title
    link.click()
    expect(page.locator("section.rule").first).to_be_visible(timeout=10_000)
    assert page.url.startswith(f"{host.root}web/hidden.html#hidden")


def test_a_lost_address_leads_to_the_contents_at_least(context: BrowserContext, host: Host) -> None:
    page = context.new_page()
    page.goto(f"{host.root}deep/down/there")
    page.get_by_role("link", name="Contents").click(timeout=10_000)
    assert page.url == f"{host.root}web/index.html"
