"""Readers with forced colours, with a phone, in play, or with ears alone; and pages on paper."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Literal

import pypdfium2
import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.browser.everyone import MISSHAPEN, SMALL_LETTERS
from tests.browser.searching import open_search
from tests.browser.test_every_page import NARROW, NOT_OF_TEXT, USE, WIDTH, of_each_kind, passed_over, serious
from tests.browser.using import opened
from tests.conftest import FEW, examples

A4 = ViewportSize(width=658, height=987)
"""What is left of a sheet between its margins, in pixels of styles."""
GROUND = "(each) => getComputedStyle(each).backgroundColor"
RING = "(each) => getComputedStyle(each).outlineStyle"


@contextmanager
def phone(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    yield context.new_page()
    context.close()


@contextmanager
def forced(browser: Browser, scheme: Literal["light", "dark"] = "light") -> Iterator[Page]:
    context = browser.new_context(forced_colors="active", color_scheme=scheme, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def differ(one: Locator, other: Locator) -> bool:
    return bool(one.first.evaluate(GROUND) != other.first.evaluate(GROUND))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_forced_colours_show_what_is_chosen_and_what_answers(
    browser: Browser, web: Path, scheme: Literal["light", "dark"]
) -> None:
    with forced(browser, scheme) as page:
        frame = opened(page, web, "concealment-sighted")
        assert differ(
            frame.locator(".segments input:checked + span"), frame.locator(".segments input:not(:checked) + span")
        )
        assert differ(frame.locator("td.lit"), frame.locator("td:not(.lit)"))
        assert frame.locator("th.lit-head").first.evaluate(RING) == "solid"
        chosen = page.locator(".contents [aria-current=location]")
        assert {each.evaluate(RING) for each in chosen.all()} == {"solid"}
        study = page.get_by_role("button", name="Study")
        plain = study.evaluate(GROUND)
        study.click()
        page.mouse.move(5, 300)
        assert study.evaluate(GROUND) != plain
        outcome = opened(page, web, "assault-outcome")
        assert differ(outcome.get_by_role("button", name="Roll the dice"), outcome.get_by_role("button", name="Odds"))
        outcome.get_by_role("button", name="Odds").click()
        assert not differ(
            outcome.get_by_role("button", name="Roll the dice"), outcome.get_by_role("button", name="Odds")
        )


def test_forced_colours_show_the_chosen_result_and_kind(browser: Browser, web: Path) -> None:
    with forced(browser) as page:
        page.goto((web / "assault.html").as_uri())
        options = open_search(page, "assault")
        page.keyboard.press("ArrowDown")
        assert [each.evaluate(RING) for each in options.all()[:3]] == ["none", "solid", "none"]
        assert page.locator(".find .line").evaluate(RING) == "solid"
        page.goto((web / "search.html").as_uri() + "?q=assault")
        kinds = page.locator(".kinds button")
        kinds.nth(1).click()
        page.mouse.move(5, 300)
        assert differ(page.locator(".kinds [aria-pressed=true]"), page.locator(".kinds [aria-pressed=false]"))


@pytest.mark.hypothesis  # so that `make test-long` opens all
def test_axe_finds_nothing_serious_in_play(browser: Browser, games: Mapping[str, Path]) -> None:
    """The other tests look at pages as one studies them, which show more."""
    context = browser.new_context(viewport=NARROW, reduced_motion="reduce")
    page = context.new_page()
    names = ("gunnery",) if examples() == FEW else ()
    for path in [games["salvo"] / f"{name}.html" for name in names] or of_each_kind(games):
        page.goto(path.as_uri())
        assert page.locator("html[data-mode=play]").count() == 1
        page.evaluate(USE)
        assert page.evaluate(MISSHAPEN) == [], path
        rules = {**passed_over(page), "target-size": {"enabled": True}}
        assert serious(page, path.name, {"rules": rules}, NOT_OF_TEXT) == []
    context.close()


def test_what_is_said_of_a_total_and_of_odds_has_its_spaces(page: Page, games: Mapping[str, Path]) -> None:
    """No words of an answer run together where their places alone hold them apart."""
    frame = opened(page, games["iron-cross"], "to-hit-modifiers")
    frame.get_by_label("Fire", exact=True).select_option("AP")
    assert "Total 0 D10: 5 or more" in " ".join((frame.locator(".answer").text_content() or "").split())
    opened(page, games["last-hundred-yards"], "assault-outcome")
    for file in ("iron-cross/web/damage-throw", "last-hundred-yards/web/assault", "salvo/web/damage"):
        page.goto((games["salvo"].parents[1] / f"{file}.html").as_uri())
        page.evaluate(USE)
        for told in page.locator("[role=status], .odds, .chance").all():
            assert (told.text_content() or "").split() == told.inner_text().split()


def test_marks_are_spoken_apart_from_the_words_beside_them(page: Page, web: Path) -> None:
    page.goto((web / "assault.html").as_uri())
    line = page.get_by_role("rowheader", name="Squad or FP, or German MG or infantry Section")
    expect(line).to_have_count(1)
    opened(page, web, "vehicle-destruction-unit")
    expect(page.get_by_role("checkbox", name="Squad or FP, or German MG or infantry Section")).to_have_count(1)


def test_no_phone_enlarges_the_page_at_a_field(browser: Browser, games: Mapping[str, Path]) -> None:
    with phone(browser) as page:
        for file in ("gunnery", "damage", "search", "index"):
            page.goto((games["salvo"] / f"{file}.html").as_uri())
            page.evaluate(USE)
            page.evaluate("document.querySelector('.find-too').click()")
            assert page.evaluate(SMALL_LETTERS) == 0, file


def test_a_sum_stays_above_the_bar_of_a_phone(browser: Browser, web: Path) -> None:
    with phone(browser) as page:
        frame = opened(page, web, "assault-drm")
        frame.locator("caption").evaluate("each => each.scrollIntoView()")
        total, bar = (each.bounding_box() for each in (frame.locator(".answer.sum"), page.locator(".bar")))
        assert total is not None
        assert bar is not None
        assert total["y"] + total["height"] <= bar["y"] + 1


@pytest.mark.hypothesis  # so that `make test-long` prints all
def test_a_printed_page_begins_on_page_one(page: Page, games: Mapping[str, Path]) -> None:
    """Where a page goes on, its first sheet is half full at least; tables fit it, and no buttons and no ways to other pages are on it."""
    names = {"last-hundred-yards": ("errata", "assault"), "salvo": ("gunnery", "card-salvo")}
    page.set_viewport_size(A4)
    few = [games[game] / f"{name}.html" for game, files in names.items() for name in files]
    for path in few if examples() == FEW else [*few, *of_each_kind(games)]:
        page.goto(path.as_uri())
        page.evaluate(USE)
        page.emulate_media(media="print")
        assert not page.locator("button, nav:not(.chapters):not(.cards), .bar, .permalink").filter(visible=True).count()
        assert page.evaluate(WIDTH) <= A4["width"], path
        page.emulate_media(media=None)
        sheets = pypdfium2.PdfDocument(BytesIO(page.pdf(format="A4")))
        assert len(sheets) == 1 or lowest(sheets[0]) < sheets[0].get_height() / 2, path


def lowest(sheet: pypdfium2.PdfPage) -> float:
    """The foot of its last letter, in points above the edge of the paper."""
    text = sheet.get_textpage()
    return float(
        min(text.get_charbox(each)[1] for each in range(text.count_chars()) if text.get_text_range(each, 1).strip())
    )
