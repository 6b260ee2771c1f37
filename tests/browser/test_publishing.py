"""The published folder on a host: below any path, without a network, when a new edition comes, and at lost addresses."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from rulewright.app.publish import publish
from rulewright.outputs.publication import PREPARED, listing_json, offline_files, worker_script
from tests.browser.serving import BELOW, Host, hosting
from tests.conftest import GAME, ROOT, built, crossed, examined
from tests.waiting import until

CONTROLLED = "async () => { await navigator.serviceWorker.ready; return !!navigator.serviceWorker.controller; }"
EDITIONS = "async () => (await caches.keys()).filter((name) => !name.endsWith('wish'))"


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


@pytest.fixture
def plain(browser: Browser) -> Iterator[BrowserContext]:
    """The same without a worker, which asks for files too."""
    opened = browser.new_context(service_workers="block")
    yield opened
    opened.close()


def watched(context: BrowserContext) -> tuple[Page, list[str]]:
    """A page, and what it reports as a fault."""
    page, findings = context.new_page(), list[str]()
    page.on("console", lambda message: findings.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: findings.append(str(error)))
    return page, findings


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


def served(page: Page, address: str) -> None:
    """Opens the game at the address, and waits until its worker serves the page."""
    page.goto(f"{address}web/index.html")
    wait_until(page, CONTROLLED)


def kept(page: Page, address: str) -> None:
    """The same, and all of it kept for reading without a network, as a reader asks for it."""
    served(page, address)
    keep = page.locator(".keep")
    keep.get_by_role("button", name="Keep for offline").click()
    expect(keep).to_contain_text("Kept on this device.")


def held(page: Page, host: Host) -> set[str]:
    """The paths of what the browser holds of the game, without the wish of its reader."""
    hrefs = page.evaluate("""async () => {
      const names = (await caches.keys()).filter((name) => !name.endsWith("wish"));
      const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return lists.flat().map(({ url }) => url);
    }""")
    return {href.removeprefix(host.root) for href in hrefs}


def asked(host: Host) -> set[str]:
    """The paths that were asked for."""
    return {path.removeprefix(f"/{BELOW}/") for path in host.asked}


def by_itself(page: Page, host: Host) -> set[str]:
    """What a browser with tabs, or one that installs pages, may fetch unasked: the icons and the manifest that a page names.

    The worker keeps them as all that passes by it. No script of ours asks for the icons.
    """
    hrefs = page.locator("link:is([rel~=icon], [rel=apple-touch-icon], [rel=manifest])").evaluate_all(
        "links => links.map(({ href }) => href)"
    )
    icons = json.loads((host.folder / "manifest.webmanifest").read_text("utf-8"))["icons"]
    return {href.removeprefix(host.root) for href in hrefs} | {icon["src"] for icon in icons}


def gone(context: BrowserContext, host: Host) -> None:
    context.set_offline(True)
    host.stop()


def test_the_folder_itself_leads_to_the_overview(context: BrowserContext, host: Host) -> None:
    page, findings = watched(context)
    page.goto(host.root)
    page.wait_for_url(f"{host.root}web/index.html")
    assert findings == []


@pytest.mark.parametrize("name", ["concealment", "assault"])
def test_the_first_visit_fetches_only_what_is_read(context: BrowserContext, host: Host, name: str) -> None:
    """Of a page with tables and a procedure too: what uses them comes when one is used."""
    own = {f"web/{name}.html"}
    page, findings = watched(context)
    of_browser, drawn = ("other", "manifest"), set[str]()  # the icon of a tab is "other", a picture is not
    page.on("request", lambda each: None if each.resource_type in of_browser else drawn.add(each.url))
    page.goto(f"{host.root}web/{name}.html")
    wait_until(page, CONTROLLED)
    wait_until(page, "async () => Boolean(await caches.match(location.href))")
    page.wait_for_timeout(500)
    unasked, promised = by_itself(page, host), {*PREPARED, *own}
    assert promised <= held(page, host) <= promised | unasked
    assert promised | {"sw.js"} <= asked(host) <= promised | {"sw.js"} | unasked
    assert unasked.isdisjoint(url.removeprefix(host.root) for url in drawn)
    assert sum((host.folder / path).stat().st_size for path in held(page, host)) < 250_000
    assert findings == []


def test_what_was_read_is_there_without_a_network_and_nothing_else(context: BrowserContext, host: Host) -> None:
    page, _ = watched(context)
    served(page, host.root)
    page.goto(f"{host.root}web/concealment.html")
    page.goto(f"{host.root}web/glossary.html")
    wait_until(page, "async () => Boolean(await caches.match(location.href))")
    gone(context, host)
    for name in ("concealment.html", "glossary.html", "index.html"):
        page.goto(f"{host.root}web/{name}")
        expect(page.locator("h1").first).to_be_visible()
    page.goto(f"{host.root}web/fire.html")
    expect(page.locator("h1")).to_have_text("Not on this device")
    expect(page.locator("p.not-here")).to_contain_text("fire.html is not on this device, and there is no network.")
    here = page.locator(".here li a")
    expect(here).to_have_count(3)
    assert here.all_inner_texts() == sorted(here.all_inner_texts())
    page.get_by_role("link", name="Glossary").last.click()
    expect(page.locator("h1").first).to_contain_text("Glossary")


def test_without_a_network_all_that_was_kept_is_there(context: BrowserContext, host: Host) -> None:
    page, findings = watched(context)
    kept(page, host.root)
    pages = {path.name for path in (host.folder / "web").glob("*.html")}
    assert {f"web/{name}" for name in pages} <= held(page, host)
    gone(context, host)
    for name in ("index.html", "glossary.html", "concealment.html", "card-assault.html"):
        page.goto(f"{host.root}web/{name}")
        expect(page.locator("h1").first).to_be_visible()
    page.reload()
    expect(page.locator(".face").first).to_be_visible()
    page.goto(f"{host.root}web/assault.html#procedure-assault-outcome")
    expect(page.locator(".procedure-panel .ends-of tr").first).to_be_visible()
    size = page.evaluate("async () => (await (await fetch('../cards/assault.pdf')).arrayBuffer()).byteLength")
    assert size == len(built(GAME)["cards/assault.pdf"])
    assert [fault for fault in findings if "ERR_INTERNET_DISCONNECTED" not in fault] == []
    page.goto(f"{host.root}web/no-such-page.html")
    assert page.get_by_role("heading", name="There is no such page").is_visible()


@pytest.mark.long
@pytest.mark.parametrize("path", ["report.html", "rulebook.pdf", "rules.json"])
def test_what_is_large_leads_to_a_page_of_ours_without_a_network(
    context: BrowserContext, host: Host, path: str
) -> None:
    page, _ = watched(context)
    kept(page, host.root)
    gone(context, host)
    page.goto(host.root + path)
    expect(page.locator("p.not-here")).to_contain_text(f"{path} is not on this device")
    again = page.get_by_role("link", name="Try again")
    assert again.evaluate("link => link.href") == host.root + path
    assert page.locator(".here li").count() == len([*(host.folder / "web").glob("*.html")]) - 1


def test_an_address_made_by_others_leads_nowhere_else(context: BrowserContext, host: Host) -> None:
    page, _ = watched(context)
    served(page, host.root)
    page.goto(f"{host.root}web/offline.html#https%3A%2F%2Fexample.org%2F")
    expect(page.locator(".here li").first).to_be_visible()
    assert page.get_by_role("link", name="Try again").count() == 0


@pytest.mark.long
def test_keeping_can_be_stopped_goes_on_where_it_was_and_is_undone(context: BrowserContext, host: Host) -> None:
    """The host waits a moment with each answer, so that there is time to stop."""
    page, findings = watched(context)
    served(page, host.root)
    keep = page.locator(".keep")
    size = sum(size for _, size in json.loads((host.folder / "offline.json").read_text("utf-8"))["files"].values())
    words = f"{size / 1e6:.1f}\xa0MB"
    expect(keep.get_by_role("button")).to_have_text(f"Keep for offline ({words})")
    host.pause = 0.1
    keep.get_by_role("button", name="Keep for offline").press("Enter")
    expect(keep.get_by_role("status")).to_have_text("Keeping for offline …")
    expect(keep.get_by_role("progressbar")).to_be_visible()
    keep.get_by_role("button", name="Stop").press("Enter")
    expect(keep.get_by_role("status")).to_have_text("Not everything is kept yet.")
    page.wait_for_timeout(500)  # what was under way
    some = held(page, host)
    host.asked.clear()
    page.goto(f"{host.root}web/glossary.html")
    expect(keep.get_by_role("button", name="Go on")).to_be_visible()
    assert held(page, host) - some <= {"web/glossary.html", "web/fonts.css"} | by_itself(page, host)
    host.pause = 0
    keep.get_by_role("button", name="Go on").click()
    expect(keep).to_contain_text("Kept on this device.")
    assert not some & asked(host) - by_itself(page, host), "what was there is not fetched again"
    keep.get_by_role("button", name="Remove from this device").click()
    expect(keep.get_by_role("button", name="Keep for offline")).to_be_focused()
    assert held(page, host) == {*PREPARED}
    assert findings == []


def test_what_was_begun_goes_on_with_the_next_page(context: BrowserContext, host: Host) -> None:
    page, _ = watched(context)
    served(page, host.root)
    host.pause = 0.1
    page.locator(".keep").get_by_role("button", name="Keep for offline").click()
    expect(page.locator(".keep").get_by_role("progressbar")).to_be_visible()
    page.goto(f"{host.root}web/concealment.html")
    host.pause = 0
    expect(page.locator(".keep")).to_contain_text("Kept on this device.")


SAVING = 'Object.defineProperty(Object.getPrototypeOf(navigator), "connection", { value: { saveData: true } });'


def test_who_saves_data_is_sent_only_what_he_asks_for(context: BrowserContext, host: Host) -> None:
    context.add_init_script(SAVING)
    (host.folder / "sw.js").write_text(SAVING + (host.folder / "sw.js").read_text("utf-8"), "utf-8")
    page, findings = watched(context)
    served(page, host.root)
    keep = page.locator(".keep")
    expect(keep).to_contain_text("This browser saves data: nothing is fetched until you ask for it.")
    page.mouse.wheel(0, 400)
    page.wait_for_timeout(500)
    mine = {"web/index.html", "web/rulewright.css", "web/rulewright.js", "web/theme.js", "sw.js"}
    assert mine <= {path for path in asked(host) if not path.endswith(".png")} <= mine | by_itself(page, host)
    keep.get_by_role("button", name="Keep for offline").click()
    expect(keep).to_contain_text("Kept on this device.")
    assert findings == []


def test_the_fonts_come_once_one_reads_and_are_there_on_the_next_page(context: BrowserContext, host: Host) -> None:
    page, findings = watched(context)
    loaded = "() => [...document.fonts].filter((font) => font.status === 'loaded').length"
    page.goto(f"{host.root}web/concealment.html")
    wait_until(page, CONTROLLED)
    assert not [path for path in host.asked if path.endswith("fonts.css")]
    page.mouse.wheel(0, 300)
    wait_until(page, "() => Object.keys(localStorage).some((key) => key.startsWith('rulewright-fonts'))")
    assert page.evaluate(loaded) == 0, "nothing moves on the page that is read"
    page.goto(f"{host.root}web/glossary.html")
    wait_until(page, "() => !document.querySelector('.reading-fonts')")
    assert page.evaluate(loaded) > 3
    assert findings == []


USING = ["use-assault.js", "use.js", "procedures.js", "procedures.css"]
"""What comes when something on the page is first used."""
UNREAD = "This could not be loaded. Is there a network?"


def using(host: Host) -> list[str]:
    """Which of these files were asked for."""
    names = (path.partition("?")[0].rpartition("/")[2] for path in host.asked)
    return sorted(name for name in names if name in USING)


@crossed("lost, place", USING, ("#table-assault-drm", "#procedure-assault-outcome"))
def test_what_uses_tables_and_procedures_comes_when_one_is_first_used(
    plain: BrowserContext, host: Host, lost: str, place: str
) -> None:
    """A file that is lost is said, and fetched when it is asked for again; the others are not fetched anew."""
    page, findings = watched(plain)
    page.goto(f"{host.root}web/assault.html")
    button = page.locator(f"{place} button.use")
    script = host.folder / "web" / lost
    script.rename(script.with_suffix(".away"))
    assert using(host) == []
    button.click()
    expect(page.locator(f"{place} .unread")).to_have_text(UNREAD)
    until(lambda: set(using(host)) == {*USING}, lambda: using(host))
    script.with_suffix(".away").rename(script)
    host.asked.clear()
    button.click()
    expect(button).to_have_attribute("aria-expanded", "true")
    assert page.locator(".unread").count() == 0
    assert page.locator(f"{place} .use-panel").count() == 1
    button.click()
    expect(button).to_have_attribute("aria-expanded", "false")
    assert using(host) == [lost]
    assert not [fault for fault in findings if "404" not in fault and "MIME type" not in fault]


def test_an_address_that_names_a_procedure_fetches_what_goes_through_it(context: BrowserContext, host: Host) -> None:
    """Where that is lost, the steps stand as they are printed, and it is said beside them."""
    script = host.folder / "web/procedures.js"
    script.rename(script.with_suffix(".away"))
    page, _ = watched(context)
    page.goto(f"{host.root}web/assault.html#procedure-assault-outcome?")
    procedure = page.locator("#procedure-assault-outcome")
    expect(procedure.locator(".unread")).to_have_text(UNREAD)
    expect(procedure.locator("ol.steps")).to_be_visible()
    script.with_suffix(".away").rename(script)
    page.goto(f"{host.root}web/concealment.html")
    page.goto(f"{host.root}web/assault.html")
    page.evaluate("location.hash = '#procedure-assault-outcome'")
    expect(procedure.locator(".procedure-panel")).to_be_visible()
    expect(procedure.get_by_role("button", name="Go through it")).to_have_attribute("aria-expanded", "true")


def test_data_of_another_edition_answer_nothing(plain: BrowserContext, host: Host) -> None:
    """The page was opened before: its cells are no longer where the data say."""
    page, _ = watched(plain)
    page.goto(f"{host.root}web/concealment.html")
    data = host.folder / "web/use-concealment.js"
    text = data.read_text("utf-8")
    data.write_text(text.replace('"mark":"', '"mark":"-', 1), "utf-8")
    button = page.locator("#table-concealment-sighted button.use")
    button.click()
    told = "The rules have changed since this page was opened. Load it again."
    expect(page.locator(".unread")).to_have_text(told)
    expect(button).to_have_attribute("aria-expanded", "false")
    data.write_text(text, "utf-8")
    page.reload()
    button.click()
    expect(button).to_have_attribute("aria-expanded", "true")


@pytest.mark.long
@pytest.mark.parametrize("place", ["#table-assault-drm", "#procedure-assault-outcome"])
def test_what_was_used_once_is_used_again_without_a_network(context: BrowserContext, host: Host, place: str) -> None:
    page, _ = watched(context)
    served(page, host.root)
    page.goto(f"{host.root}web/assault.html")
    button = page.locator(f"{place} button.use")
    button.click()
    expect(button).to_have_attribute("aria-expanded", "true")
    wait_until(page, "async () => Boolean(await caches.match('use-assault.js') && await caches.match('procedures.js'))")
    gone(context, host)
    page.reload()
    button.click()
    expect(button).to_have_attribute("aria-expanded", "true")


def test_what_is_large_is_kept_once_it_was_opened(context: BrowserContext, host: Host) -> None:
    page, _ = watched(context)
    served(page, host.root)
    opened = "async (path) => { try { return (await fetch(path)).status } catch { return 0 } }"
    assert page.evaluate(opened, "../cards/assault.png") == 200
    wait_until(page, "async () => Boolean(await caches.match('../cards/assault.png'))")  # kept beside the answer
    gone(context, host)
    assert page.evaluate(opened, "../cards/assault.png") == 200
    assert page.evaluate(opened, "../cards/fire.png") == 0


def new_edition(host: Host) -> None:
    """Publishes the game with one page changed."""
    book = examined(GAME).book
    assert book is not None
    name = "web/concealment.html"
    changed = built(GAME)[name].replace(b"</h1>", b" (new)</h1>", 1)
    assert changed != built(GAME)[name]
    files = {path: data for path, data in built(GAME).items() if path not in ("sw.js", "offline.json")} | {
        name: changed
    }
    kept = offline_files(files, book.game)
    worker, listing = worker_script(kept, book.game, ROOT), listing_json(kept)
    publish(host.folder, files | {"sw.js": worker.encode(), "offline.json": listing.encode()})


def test_a_new_edition_is_told_quietly_and_replaces_the_old_one(context: BrowserContext, host: Host) -> None:
    page, findings = watched(context)
    kept(page, host.root)
    page.goto(f"{host.root}web/concealment.html")
    assert page.locator(".new-edition").count() == 0
    before = page.evaluate(EDITIONS)
    new_edition(host)
    host.asked.clear()
    page.reload()
    notice = page.get_by_role("status").filter(has_text="A new edition is ready.")
    notice.wait_for()
    assert "(new)" not in page.locator("h1").inner_text()
    notice.get_by_role("button", name="Read it").click()
    page.locator("h1", has_text="(new)").wait_for()
    wait_until(page, "async (old) => !(await caches.keys()).includes(old)", before[0])
    assert len(page.evaluate(EDITIONS)) == len(before) == 1
    changed = {"sw.js", "offline.json", "web/concealment.html"}
    assert changed <= asked(host) <= changed | by_itself(page, host), "only what has changed is fetched"
    assert findings == []


@pytest.mark.long
def test_of_what_was_only_read_a_new_edition_fetches_nothing_anew(context: BrowserContext, host: Host) -> None:
    page, _ = watched(context)
    served(page, host.root)
    for name in ("concealment", "glossary"):
        page.goto(f"{host.root}web/{name}.html")
    wait_until(page, "async () => Boolean(await caches.match(location.href))")
    new_edition(host)
    host.asked.clear()
    page.reload()
    with page.expect_navigation():
        page.get_by_role("button", name="Read it").click()
    wait_until(page, "async () => (await caches.keys()).length === 1")
    assert "web/glossary.html" in held(page, host)
    assert "web/concealment.html" not in held(page, host)
    listed, later = {"sw.js", "offline.json"}, {"web/fonts.css"}  # the fonts come once one clicks
    assert listed <= asked(host) <= listed | later | by_itself(page, host)
    page.goto(f"{host.root}web/concealment.html")
    assert "(new)" in page.locator("h1").inner_text()


@pytest.mark.long
def test_a_new_edition_can_wait(context: BrowserContext, host: Host) -> None:
    page, _ = watched(context)
    kept(page, host.root)
    new_edition(host)
    page.reload()
    page.get_by_role("button", name="Later").click()
    assert page.locator(".new-edition").count() == 0
    page.goto(f"{host.root}web/concealment.html")
    assert "(new)" not in page.locator("h1").inner_text()


@pytest.mark.long
def test_another_game_on_the_host_keeps_what_it_has(context: BrowserContext, tmp_path: Path) -> None:
    for name in ("one", "two"):
        publish(tmp_path / BELOW / name, built(GAME))
    with hosting(tmp_path) as host:
        page, _ = watched(context)
        for name in ("one", "two"):
            kept(page, f"{host.root}{name}/")
        assert len(page.evaluate(EDITIONS)) == 2


def test_the_browser_may_install_it_where_it_is_served_and_is_not_asked_elsewhere(
    context: BrowserContext, host: Host
) -> None:
    page, findings = watched(context)
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
    expect(page.locator("h1")).to_be_visible()
    assert findings == []


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
    link.wait_for()
    assert link.inner_text() == title
    link.click()
    expect(page.locator("section.rule").first).to_be_visible()
    assert page.url.startswith(f"{host.root}web/hidden.html#hidden")


def test_a_lost_address_leads_to_the_contents_at_least(context: BrowserContext, host: Host) -> None:
    page = context.new_page()
    page.goto(f"{host.root}deep/down/there")
    page.get_by_role("link", name="Contents").click()
    assert page.url == f"{host.root}web/index.html"
