"""Procedures in the browser: their odds are those of the rules code, and their panel is for thumbs, keys and links."""

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from rulewright.book.book import Book
from rulewright.book.procedure_plan import make_plan
from rulewright.entries.domains import Axis
from tests.browser.throwing import (
    Play,
    ap_fire,
    assault,
    casualties,
    chances,
    concealment,
    reactivation,
    rules_of,
)
from tests.conftest import crossed, examined

PROCEDURES: dict[tuple[str, str], tuple[Play, int]] = {
    ("iron-cross", "armour-penetration"): (ap_fire, 40),
    ("iron-cross", "casualty-throw"): (casualties, 40),
    ("iron-cross", "reactivation-throw"): (reactivation, 120),
    ("last-hundred-yards", "assault-outcome"): (assault, 120),
    ("advanced-squad-leader", "concealment-dr"): (concealment, 600),
}
"""Every procedure of the games, how the rules code plays it, and how many situations to try."""
WIDTHS = (390, 1280)
ODDS = """([id, situations]) => {
  const data = structuredClone(document.querySelector('script[src^="use-"]').use.procedures[id]);
  for (const step of data.steps) step.labels = {};
  const told = (tally) => Object.fromEntries([...tally].map(([label, [ways, all]]) => [label, `${ways}/${all}`]));
  return situations.map((asked) => {
    const { steps, ends } = procedureOdds.odds(data, asked, String);
    return {
      parts: Object.fromEntries(steps.flatMap(({ parts }) => [...parts].map(([name, tally]) => [name, told(tally)]))),
      reached: Object.fromEntries(steps.map(({ reached: [ways, all] }, at) => [data.steps[at].name, `${ways}/${all}`])),
      ends: Object.fromEntries([...ends].map(([name, tally]) => [name, told(tally)])),
    };
  });
}"""


def book_of(game: str) -> Book:
    book = examined(game).book
    assert book is not None
    return book


def page_with(folder: Path, procedure: str) -> str:
    """The address of the page that prints a procedure."""
    for file in sorted(folder.glob("*.html")):
        if f'id="procedure-{procedure}"' in file.read_text("utf-8"):
            return file.as_uri()
    raise AssertionError(procedure)


def shown(page: Page, folder: Path, procedure: str, state: str = "") -> Locator:
    """The panel of a procedure, which an address opens; its scripts come then."""
    page.goto(f"{page_with(folder, procedure)}#procedure-{procedure}{state}")
    panel = page.locator(".procedure-panel")
    panel.wait_for()
    return panel


def asked(game: str, procedure: str) -> list[Axis]:
    rule = book_of(game).rules[procedure]
    assert rule.procedure is not None
    return [axis for step in make_plan(rule.procedure, book_of(game)).steps for axis in step.asked]


def situations(axes: list[Axis], number: int) -> Iterator[dict[str, Any]]:
    """Situations at random, each value of each input as often as any other."""
    random = Random(12)
    for _ in range(number):
        keys = ((axis, random.choice(list(axis.domain.proof_keys() or range(60)))) for axis in axes)
        yield {
            axis.name: axis.domain.ids[key] if axis.domain.enumeration else axis.domain.number(key)
            for axis, key in keys
        }


def exact(tally: dict[str, str]) -> dict[str, Fraction]:
    return {label: Fraction(chance) for label, chance in tally.items()}


@pytest.mark.long
@pytest.mark.parametrize(("game", "procedure"), PROCEDURES, ids=str)
def test_odds_of_each_step_and_of_the_end_are_those_of_the_rules_code(
    page: Page, games: dict[str, Path], game: str, procedure: str
) -> None:
    play, number = PROCEDURES[game, procedure]
    rules, tried = rules_of(game), list(situations(asked(game, procedure), number))
    shown(page, games[game], procedure)
    reckoned = page.evaluate(ODDS, [procedure, tried])
    varied = set()
    for situation, found in zip(tried, reckoned, strict=True):
        wanted = chances(play, rules, situation)
        whole = wanted.pop("", None)
        assert {name: exact(tally) for name, tally in found["parts"].items()} == wanted, situation
        assert whole is None or exact(found["ends"][""]) == whole, situation
        for tally in found["ends"].values():
            assert sum(exact(tally).values()) == 1, situation
        for name, reached in found["reached"].items():
            parts = [tally for part, tally in wanted.items() if part.partition(".")[0] == name]
            assert Fraction(reached) == (sum(parts[0].values()) if parts else 0), (name, situation)
        varied.add(str(found["ends"]))
    assert len(varied) >= 6, "the situations hardly differ"


MANY = """(times) => {
  const step = { name: "x", title: "X", asks: [], results: {}, stop: {}, when: {}, labels: {}, dice: { ways: [[1, 1], [2, 1]] }, least: 2, times };
  const { ends } = procedureOdds.odds({ steps: [step], tables: {} }, {}, String);
  return [...ends.get("").keys()];
}"""


def test_more_dice_than_anybody_throws_are_not_reckoned(page: Page, games: dict[str, Path]) -> None:
    shown(page, games["iron-cross"], "armour-penetration")
    assert page.evaluate(MANY, 3) == ["0", "1", "2", "3"]
    assert page.evaluate(MANY, 10**9) == ["many"]


def test_every_procedure_of_the_games_is_compared() -> None:
    declared = {
        (game, rule.id)
        for game in {each for each, _ in PROCEDURES}
        for rule in book_of(game).game.rules
        if rule.procedure
    }
    assert declared == set(PROCEDURES)


@pytest.fixture(params=WIDTHS)
def narrow(request: pytest.FixtureRequest, page: Page) -> Page:
    """A phone and a desktop."""
    page.set_viewport_size({"width": request.param, "height": 800})
    return page


def shot(page: Page, folder: Path, state: str = "") -> Locator:
    page.goto("about:blank")
    return shown(page, folder, "armour-penetration", state)


def shares(panel: Locator) -> dict[str, str]:
    """The bars of the end in words."""
    rows = panel.locator(".ends-of tbody tr").all()
    return {row.locator("th").inner_text(): row.locator("td").nth(1).inner_text().replace("\u202f", "") for row in rows}


def test_the_panel_shows_the_odds_in_words_and_bars(narrow: Page, games: dict[str, Path]) -> None:
    panel = shot(narrow, games["iron-cross"], "?fired-weapon=gun&range=10&excess=6")
    assert shares(panel) == {
        "no hit": "16%",
        "nothing more": "35%",
        "a second MM": "8.4%",
        "one MM": "6.8%",
        "two MMs": "6.8%",
        "MMs up to its morale value, at least 3": "6.8%",
        "destroyed": "14%",
        "destroyed in an explosion": "6.8%",
    }
    lengths = [float(each.get_attribute("width") or 0) for each in panel.locator(".ends-of rect").all()]
    assert lengths == pytest.approx([16, 34.8, 8.4, 6.8, 6.8, 6.8, 13.6, 6.8])
    assert all(each.bounding_box()["width"] > 40 for each in panel.locator(".ends-of svg").all())  # type: ignore[index]
    assert narrow.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_tick_changes_the_total_and_the_odds_and_stands_in_the_address(narrow: Page, games: dict[str, Path]) -> None:
    panel = shot(narrow, games["iron-cross"], "?fired-weapon=gun&range=10")
    before = shares(panel)["no hit"]
    panel.get_by_label("firer moved in this activation").check()
    expect(panel.locator(".step").nth(1).locator(".came")).to_have_text("−2")
    assert (before, shares(panel)["no hit"]) == ("16%", "36%")
    assert "firer-moved=yes" in narrow.url
    narrow.reload()
    expect(panel.get_by_label("firer moved in this activation")).to_be_checked()
    assert shares(panel)["no hit"] == "36%"


def test_what_would_change_the_odds_most_comes_first_and_can_be_taken(narrow: Page, games: dict[str, Path]) -> None:
    panel = shot(narrow, games["iron-cross"], "?fired-weapon=gun&range=10&excess=6")
    expect(panel.locator(".changes li").first).to_be_visible()
    lines = panel.locator(".changes li").all_inner_texts()
    points = [abs(_percent(line)) for line in lines]
    assert points == sorted(points, reverse=True)
    moved = panel.locator(".changes li").filter(has_text="Firer: moved")
    expect(moved).to_contain_text("16\u202f% → 36\u202f%")
    moved.get_by_role("button").click()
    expect(panel.get_by_label("firer moved in this activation")).to_be_checked()
    assert shares(panel)["no hit"] == "36%"


def _percent(line: str) -> float:
    before, after = (
        float(each.rpartition(" ")[2]) for each in line.replace("\n", " ").replace("\u202f%", "").split(" → ")
    )
    return after - before


def test_keys_alone_walk_through_a_procedure(narrow: Page, games: dict[str, Path]) -> None:
    """Open it, choose, roll step by step, look at the log, and close it: the mouse is never needed."""
    narrow.goto(page_with(games["iron-cross"], "armour-penetration"))
    opener = narrow.get_by_role("button", name="Go through it")
    opener.focus()
    narrow.keyboard.press("Enter")
    panel = narrow.locator(".procedure-panel")
    panel.get_by_label("Weapon").first.focus()
    narrow.keyboard.type("gun")
    panel.get_by_label("firer moved in this activation").focus()
    narrow.keyboard.press("Space")
    expect(panel.locator(".step.waits .step-title")).to_have_text("Hits")
    rolling = panel.locator("button.roll")
    rolling.focus()
    for _ in range(3):
        if rolling.is_visible():
            narrow.keyboard.press("Enter")
    expect(rolling).to_be_hidden()
    expect(panel.get_by_role("button", name="Take back")).to_be_focused()
    outcome = panel.locator(".walked").inner_text()
    expect(panel.locator(".log li")).to_have_count(1)
    assert outcome in panel.locator(".log li").inner_text()
    narrow.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect(opener).to_be_focused()
    expect(narrow.locator("#procedure-armour-penetration ol.steps")).to_be_visible()


def test_what_was_rolled_is_shared_and_logged_until_the_log_is_cleared(narrow: Page, games: dict[str, Path]) -> None:
    panel = shot(narrow, games["iron-cross"], "?fired-weapon=gun&range=10&excess=2&heavy-he=yes")
    panel.get_by_role("button", name="To the end").click()
    outcome, log = panel.locator(".walked").inner_text(), panel.locator(".log li").inner_text()
    narrow.reload()
    expect(panel.locator(".walked")).to_have_text(outcome)
    expect(panel.locator(".log li")).to_have_text([log])
    panel.get_by_role("button", name="Clear the log").click()
    expect(panel.locator(".log li")).to_have_count(0)


def test_given_dice_lead_to_the_printed_cell(narrow: Page, games: dict[str, Path]) -> None:
    state = "?fired-weapon=gun&range=10&excess=6&hits-scored.rolled=5,9&penetration.rolled=5&damage-score.rolled=3"
    panel = shot(narrow, games["iron-cross"], state)
    expect(panel.locator(".walked")).to_have_text("Damage throw: MMs up to its morale value, at least 3")
    expect(panel.locator(".step").nth(2).locator(".die.good")).to_have_text(["5", "9"])
    expect(panel.locator(".step").nth(3).locator(".lit")).to_have_text("damage throw")


def test_the_way_back_leads_to_the_state_and_rules_keep_their_addresses(narrow: Page, games: dict[str, Path]) -> None:
    panel = shot(narrow, games["iron-cross"], "?fired-weapon=gun&range=10&excess=6")
    panel.get_by_label("Excess", exact=True).fill("9")
    panel.get_by_label("Excess", exact=True).press("Tab")
    narrow.evaluate("location.hash = '#armour-penetration'")
    expect(narrow.locator("#armour-penetration")).to_be_in_viewport()
    narrow.go_back()
    assert "excess=9" in narrow.url
    expect(panel.get_by_label("Excess", exact=True)).to_have_value("9")


@pytest.mark.long
@pytest.mark.parametrize(
    "state", ["?excess=400&range=-3&fired-weapon=rifle", "?%E0%A4%A=1&hits-scored.rolled=77", "?=&&x", "?excess=1e9"]
)
def test_an_address_that_makes_no_sense_begins_anew(narrow: Page, games: dict[str, Path], state: str) -> None:
    panel = shot(narrow, games["iron-cross"], state)
    expect(panel.get_by_label("Excess", exact=True)).to_have_value("0")
    expect(panel.locator(".ends-of tbody tr").first).to_be_visible()


def test_thumbs_and_eyes_have_room(page: Page, games: dict[str, Path]) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    panel = shot(page, games["iron-cross"])
    small = panel.evaluate("""(panel) => [...panel.querySelectorAll("button, select, input[type=number], label.tick, .segments label, summary")]
      .filter((each) => each.getClientRects().length && each.getBoundingClientRect().height < 43.9).map((each) => each.outerHTML)""")
    assert small == []
    sizes = panel.evaluate(
        "(panel) => [...panel.querySelectorAll('input[type=number], select')].map((each) => parseFloat(getComputedStyle(each).fontSize))"
    )
    assert min(sizes) >= 16


def test_a_table_leads_to_the_procedures_that_read_it(page: Page, games: dict[str, Path]) -> None:
    page.goto(page_with(games["iron-cross"], "armour-penetration").replace("armour-penetration", "damage-throw"))
    page.locator("#table-damage-throw a.to-procedure").click()
    expect(page.locator(".procedure-panel")).to_be_visible()
    assert page.url.endswith("armour-penetration.html#procedure-armour-penetration")


def test_outputs_have_odds_of_their_own(narrow: Page, games: dict[str, Path]) -> None:
    panel = shown(narrow, games["last-hundred-yards"], "assault-outcome")
    captions = panel.locator(".ends-of caption").all_inner_texts()
    assert len(captions) == 9
    assert "Advance" in captions


def test_without_scripts_the_steps_are_a_list_with_links(browser: Browser, games: dict[str, Path]) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(page_with(games["iron-cross"], "armour-penetration"))
    steps = page.locator("#procedure-armour-penetration ol.steps > li")
    assert steps.count() == 7
    expect(steps.first).to_be_visible()
    assert steps.first.locator("a").get_attribute("href") == "to-hit-throw.html#table-to-hit-dice"
    expect(steps.first).to_contain_text("May end here: out of range")
    context.close()


@pytest.mark.long
@crossed("place, colours", ("iron-cross: armour-penetration", "last-hundred-yards: assault-outcome"), ("light", "dark"))
def test_an_open_panel_has_no_barriers(browser: Browser, games: dict[str, Path], place: str, colours: str) -> None:
    """What axe finds, with everything open and all dice rolled, on a phone as narrow as any."""
    game, _, procedure = place.partition(": ")
    context = browser.new_context(viewport={"width": 360, "height": 740}, color_scheme=colours)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(f"{page_with(games[game], procedure)}#procedure-{procedure}?fired-weapon=gun")
    page.get_by_role("button", name="To the end").click()
    page.evaluate("for (const each of document.querySelectorAll('.procedure details')) each.open = true")
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in found] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()


@pytest.mark.parametrize("colours", ["light", "dark", "forced"])
def test_bars_and_the_marked_cell_are_seen_in_all_colours(
    browser: Browser, games: dict[str, Path], colours: str
) -> None:
    forced = "active" if colours == "forced" else "none"
    context = browser.new_context(color_scheme="dark" if colours == "dark" else "light", forced_colors=forced)  # type: ignore[arg-type]
    page = context.new_page()
    panel = shot(
        page, games["iron-cross"], "?fired-weapon=gun&range=10&hits-scored.rolled=9,9&penetration.rolled=1&excess=9"
    )
    fill, paper = panel.locator(".ends-of rect").first.evaluate(
        "(bar) => [getComputedStyle(bar).fill, getComputedStyle(bar.closest('.use-panel')).backgroundColor]"
    )
    assert fill != paper
    lit = panel.locator(".copied .lit").evaluate(
        "(cell) => [getComputedStyle(cell).backgroundColor, getComputedStyle(cell.previousElementSibling || cell.parentElement).backgroundColor, getComputedStyle(cell).outlineStyle]"
    )
    assert lit[0] != lit[1] or lit[2] == "solid"
    context.close()
