"""Cards on the web: they look like the card, their links are live, and on a phone they are one column."""

from pathlib import Path

from playwright.sync_api import Browser, Page

LEFTS = "columns => new Set(columns.map(column => Math.round(column.getBoundingClientRect().left))).size"


def test_the_overview_shows_each_card_and_leads_to_it(page: Page, web: Path) -> None:
    page.goto((web / "index.html").as_uri())
    picture = page.locator(".card-gallery img").first
    picture.scroll_into_view_if_needed()
    assert picture.evaluate("async (image) => { await image.decode(); return image.naturalWidth }") == 480
    page.locator(".card-gallery").get_by_role("link", name="Concealed and Hidden", exact=True).click()
    assert page.url.endswith("/card-concealment.html")


def test_a_card_has_the_shape_and_the_colours_of_its_print(page: Page, web: Path) -> None:
    page.goto((web / "card-concealment.html").as_uri())
    box = page.locator(".face").bounding_box()
    assert box is not None
    assert 143 / 107 - 0.01 < box["height"] / box["width"] < 1.2 * 143 / 107  # longer where its font is lacking
    band = page.locator(".band").first
    assert band.evaluate("band => getComputedStyle(band).backgroundColor") == "rgb(157, 177, 140)"


def test_links_on_a_card_are_live(page: Page, web: Path) -> None:
    page.goto((web / "card-concealment.html").as_uri())
    page.locator(".face a.term", has_text="FFAR").hover()
    page.locator(".definition", has_text="The result of a fire attack with all its modifiers").wait_for()
    page.locator(".face a.rule", has_text="[20.9.2.b]").click()
    assert page.url.endswith("hidden.html#hidden-entered")


def test_a_card_can_be_made_larger_and_scrolls_in_its_own_frame(page: Page, web: Path) -> None:
    page.goto((web / "card-assault.html").as_uri())
    before = page.locator(".face").bounding_box()
    for _ in range(2):
        page.get_by_role("button", name="Larger").click()
    after = page.locator(".face").bounding_box()
    assert before is not None
    assert after is not None
    assert abs(after["width"] / before["width"] - 1.5) < 0.01
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    assert page.locator(".card-view").get_attribute("tabindex") == "0"
    assert page.get_by_role("button", name="Smaller").is_enabled()


def test_on_a_phone_a_card_is_one_column(browser: Browser, web: Path) -> None:
    for width, columns in ((360, 1), (1280, 2)):
        context = browser.new_context(viewport={"width": width, "height": 800})
        page = context.new_page()
        page.goto((web / "card-assault.html").as_uri())
        outer = page.locator(".frame > section > .columns").first.locator("> .column")
        assert outer.evaluate_all(LEFTS) == columns
        assert page.evaluate("document.documentElement.scrollWidth") == width
        heads = page.locator(".face table").first.locator("tr").nth(1).locator("> *")
        assert heads.evaluate_all("cells => new Set(cells.map(cell => cell.getBoundingClientRect().top)).size") == 1
        context.close()


def test_a_card_offers_its_files(page: Page, web: Path) -> None:
    page.goto((web / "card-fire.html").as_uri())
    for name in ("PDF", "PNG"):
        href = page.locator(".takeaway").get_by_role("link", name=name).get_attribute("href")
        assert href is not None
        assert (web / href).is_file()
