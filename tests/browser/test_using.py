"""Tables in use: calculators, lookups, dice and odds answer what the rules code answers."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from rulewright.book.book import Book
from rulewright.book.wording import plain
from rulewright.entries.domains import Axis
from rulewright.entries.table import Policy, Table
from rulewright.proof.binding import Binding, RulesCode, bind
from rulewright.proof.process import RulesProcess
from rulewright.tables.answers import OUTSIDE, QUESTION, Answers, answers
from tests.browser.conftest import MADE_UP
from tests.browser.using import (
    ADD_UP,
    LOOK_UP,
    Situation,
    chosen,
    inputs,
    lookups,
    opened,
    page_of,
    situation,
    some,
    sums,
)
from tests.conftest import FEW, GAMES, examined, examples

MOST_DRIVEN = min(examples(), 200)
MOST_TRIED = 100 * MOST_DRIVEN
pytestmark = pytest.mark.hypothesis
"""`make test-long` tries more, and `make fuzz` many more, here too."""


def book_of(game: str) -> Book:
    book = examined(game).book
    assert book is not None
    return book


@pytest.fixture(scope="module", params=[*GAMES, MADE_UP])
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def folder(game: str, games: dict[str, Path]) -> Path:
    """The web folder of a game."""
    return games[game]


def ruled(game: str, table: Table, most: int) -> Iterator[tuple[Situation, object]]:
    """Situations of a modifier table with what the rules code answers in them: all, or some by chance."""
    source = examined(game).sources.rules
    assert source is not None
    assert table.proof is not None
    domains = {axis.name: axis.domain for axis in table.axes}
    with RulesProcess(source) as rules:
        bound = bind(table.proof, domains, RulesCode(rules.functions, "rules.py"))
        assert isinstance(bound, Binding)
        for _, at in some([Axis(name, domains[name]) for name in bound.order], most):
            arguments = [(parameter, [value]) for parameter, value in bound.arguments(at).items()]
            yield situation(table, at), rules.evaluate(bound.function.name, arguments)[0]


def in_order_of_pages(tables: list[Table], folder: Path) -> list[Table]:
    """The tables, so that each page is opened once; where few examples are asked for, each third."""
    return sorted(tables, key=lambda table: page_of(folder, table.id))[:: 3 if examples() == FEW else 1]


def test_calculators_add_up_what_the_rules_code_answers(page: Page, game: str, folder: Path) -> None:
    """What applies is ticked and counted as a player does it; nothing else ticks itself, and the sum is the answer."""
    for table in sums(book_of(game)):
        found = dict(ruled(game, table, MOST_DRIVEN))
        told = opened(page, folder, table.id).evaluate(ADD_UP, [each.told() for each in found])
        for (each, answer), said in zip(found.items(), told, strict=True):
            assert (said["total"], tuple(said["on"])) == (answer, each.on), (table.id, each, said["words"])


def test_what_is_ticked_settles_the_sum(game: str) -> None:
    """Ticks say less than all inputs: two combinations with the same ticks must have the same answer."""
    for table in sums(book_of(game)):
        found: dict[Situation, set[object]] = {}
        for each, answer in ruled(game, table, MOST_TRIED):
            found.setdefault(each, set()).add(answer)
        assert all(len(every) == 1 for every in found.values()), table.id


def printed(book: Book, reading: Answers, at: dict[str, int]) -> str:
    """What a table, or one output of it, prints at one combination, or words that tell of nothing printed."""
    index = 0
    for axis, keys in zip(reading.axes, reading.keys, strict=True):
        index = index * len(keys) + keys.index(at[axis.name])
    owner = reading.owners[index]
    if owner in (QUESTION, OUTSIDE):
        return "leave this open" if owner == QUESTION else "Not in this table"
    return plain(reading.table.cases[owner].value.label, book) if owner >= 0 else "says nothing"


def agrees(shown: str, wanted: str) -> bool:
    if wanted in ("leave this open", "Not in this table", "says nothing"):
        return wanted.casefold() in shown.casefold()
    return "".join(shown.split()) == "".join(wanted.split())


def test_lookups_show_what_the_table_answers(page: Page, game: str, folder: Path) -> None:
    """The proof has compared these answers with the rules code; here they are read off the page."""
    book = book_of(game)
    single = [table for table in lookups(book) if table.policy is not Policy.LIST]
    for table in in_order_of_pages(single, folder):
        readings = [answers(function) for function in table.functions()]
        found = [at for _, at in some(inputs(table), MOST_DRIVEN)]
        situations = [[chosen(axis.domain, at[axis.name]) for axis in inputs(table)] for at in found]
        told = opened(page, folder, table.id).evaluate(LOOK_UP, situations)
        for at, shown in zip(found, told, strict=True):
            wanted = [printed(book, reading, at) for reading in readings]
            assert all(map(agrees, shown, wanted)), (table.id, at, shown, wanted)


@pytest.fixture
def iron_cross(games: dict[str, Path]) -> Path:
    return games["iron-cross"]


@pytest.fixture
def hundred(games: dict[str, Path]) -> Path:
    return games["last-hundred-yards"]


@pytest.fixture
def salvo(games: dict[str, Path]) -> Path:
    return games[MADE_UP]


def answer(frame: Locator) -> str:
    return " ".join(frame.locator(".answer").inner_text().split())


def test_all_that_holds_is_the_answer_of_a_list(page: Page, salvo: Path) -> None:
    frame = opened(page, salvo, "orders")
    frame.get_by_label("under way").check()
    frame.get_by_label("engaged").check()
    frame.get_by_label("unhurt", exact=True).check()
    assert answer(frame).endswith("→ open fire; sail on")
    assert frame.locator(".lit").all_inner_texts() == ["open fire", "sail on"]
    frame.get_by_label("sunk", exact=True).check()
    assert "Not in this table. sunk: A captain without a ship gives no orders." in answer(frame)
    frame.get_by_label("making smoke").check()
    frame.get_by_label("Docked").check()
    assert "no such Posture" in answer(frame)


def test_modifiers_that_contradict_one_another_exclude_each_other(page: Page, hundred: Path) -> None:
    frame = opened(page, hundred, "assault-drm")
    frame.get_by_label("Urban Building", exact=True).check()
    shelter = frame.get_by_label("IP, Wall, Rural Building")
    expect(shelter).to_be_disabled()
    expect(shelter).to_have_accessible_description("not with: Urban Building")
    frame.get_by_label("Urban Building", exact=True).uncheck()
    expect(shelter).to_be_enabled()


def test_three_that_only_together_contradict_one_another_are_told_apart(page: Page, hundred: Path) -> None:
    """A unit in shelter is no target for a LATW unless it is a Towed Gun, and that is no combat unit."""
    frame = opened(page, hundred, "assault-drm")
    latw = frame.get_by_label("LATW / FT (+1)")
    frame.get_by_label("Concealed").check()
    expect(latw).to_be_enabled()
    frame.get_by_label("IP, Wall, Rural Building").check()
    expect(latw).to_be_disabled()
    expect(latw).to_have_accessible_description("not with what is ticked")


def test_the_total_is_kept_within_its_bounds_and_so_is_an_amount(page: Page, hundred: Path) -> None:
    frame = opened(page, hundred, "assault-drm")
    for _ in range(5):
        frame.get_by_role("button", name="One more: Cohesion difference").click()
    assert "+5 counts as +3" in frame.inner_text()
    frame.get_by_label("Envelopment").check()
    assert answer(frame).startswith("+3 + 2 = +5, kept at +4")
    frame.get_by_role("button", name="Start again").click()
    assert answer(frame).startswith("Total 0")


def test_the_total_goes_to_the_table_that_it_modifies(page: Page, hundred: Path) -> None:
    frame = opened(page, hundred, "assault-drm")
    frame.get_by_label("Envelopment").check()
    frame.locator(".answer a").click()
    outcome = page.locator("#table-assault-outcome")
    expect(outcome.get_by_label("Modifier", exact=True)).to_have_value("2")
    frame.get_by_label("Uphill").check()
    expect(outcome.get_by_label("Modifier", exact=True)).to_have_value("1")


def test_a_throw_with_a_target_tells_what_is_left_of_it(page: Page, iron_cross: Path) -> None:
    frame = opened(page, iron_cross, "to-hit-modifiers")
    frame.get_by_label("Fire", exact=True).select_option("AP")
    assert "D10: 5 or more (60 %)" in answer(frame)
    frame.get_by_label("firer moved in this activation").check()
    assert "D10: 7 or more (40 %)" in answer(frame)
    for _ in range(4):
        frame.get_by_role("button", name="One more: each MM on the firer").click()
    assert "cannot succeed" in answer(frame)


def test_the_dice_are_rolled_and_light_up_their_line(page: Page, iron_cross: Path) -> None:
    frame = opened(page, iron_cross, "damage-throw")
    frame.get_by_role("button", name="One more: Modifier").click()
    seen = set()
    for _ in range(examples()):
        frame.get_by_role("button", name="Roll the dice").click()
        face = int(frame.locator(".die").inner_text())
        seen.add(face)
        assert frame.get_by_label("Roll of D6", exact=True).input_value() == str(face)
        assert f"{face} + 1 = {face + 1}" in answer(frame)
        low, _, high = frame.locator("tbody th.lit-head").first.inner_text().partition("–")
        assert int(low) <= face + 1 <= int(high or low)
    assert seen <= set(range(1, 7))
    assert len(seen) > 1, "ten rolls are alike once in ten million runs"


def test_odds_are_those_of_the_dice_with_the_modifier_chosen(page: Page, iron_cross: Path) -> None:
    frame = opened(page, iron_cross, "damage-throw")
    frame.get_by_role("button", name="Odds").click()
    lines = frame.locator(".chance").all_inner_texts()
    assert lines == ["17\u202f% 1/6", "17\u202f% 1/6", "17\u202f% 1/6", "33\u202f% 1/3", "17\u202f% 1/6"]
    frame.get_by_role("button", name="One more: Modifier").click()
    assert frame.locator(".chance").all_inner_texts()[0] == "0\u202f%"
    assert [" ".join(each.split()) for each in frame.locator(".odds > div").all_inner_texts()][-1] == (
        "5–6 destroyed in an explosion 33 % 1/3"
    )


def test_dice_that_are_not_added_up_have_their_own_odds(page: Page, salvo: Path) -> None:
    """The higher of two D10 is 5 or more in 84 of 100 throws."""
    frame = opened(page, salvo, "penetration")
    frame.get_by_role("button", name="Odds").click()
    assert frame.locator(".chance").all_inner_texts() == ["16\u202f% 4/25", "84\u202f% 21/25"]
    frame.get_by_role("button", name="Roll the dice").click()
    faces = [int(each) for each in frame.locator(".die").all_inner_texts()]
    assert len(faces) == 2
    assert frame.get_by_label("Score", exact=True).input_value() == str(max(faces))


def test_a_tapped_cell_sets_the_inputs_that_lead_to_it(page: Page, iron_cross: Path) -> None:
    frame = opened(page, iron_cross, "to-hit-dice")
    frame.locator("tbody tr").nth(1).locator("td").nth(1).click()
    assert "small arms of an infantry squad" in answer(frame)
    assert answer(frame).endswith("→ 1")
    frame.locator("tbody th").last.click()
    assert "man-pack FT" in answer(frame)


def test_the_panel_opens_and_closes_by_keyboard(page: Page, hundred: Path) -> None:
    page.goto((hundred / "concealment.html").as_uri())
    button = page.locator("#table-concealment-sighted button.use")
    button.focus()
    page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    assert "Towed Gun" in answer(page.locator("#table-concealment-sighted"))
    page.keyboard.press("Escape")
    assert not page.locator(".use-panel, .lit").count()
    assert button.evaluate("button => button === document.activeElement")


def test_what_was_chosen_is_kept_and_the_table_closes_as_it_was(page: Page, hundred: Path) -> None:
    page.goto((hundred / "assault.html").as_uri())
    printed = page.locator("#table-assault-drm").inner_html()
    frame = opened(page, hundred, "assault-drm")
    frame.get_by_label("Uphill").check()
    frame.locator("button.use").click()
    assert frame.inner_html().replace(' class=""', "") == printed.replace(' class=""', "")
    page.reload()
    frame.locator("button.use").click()
    expect(frame.get_by_label("Uphill")).to_be_checked()


def test_nothing_is_offered_without_javascript(browser: Browser, hundred: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((hundred / "assault.html").as_uri())
    expect(page.locator("#table-assault-drm table")).to_be_visible()
    assert not page.locator("button.use").filter(visible=True).count()
    context.close()


def test_paper_shows_the_plain_table(page: Page, hundred: Path) -> None:
    frame = opened(page, hundred, "assault-drm")
    frame.get_by_label("Uphill").check()
    page.emulate_media(media="print")
    assert not frame.locator("button, input, .use-panel, .answer").filter(visible=True).count()
    assert frame.locator(".lit").first.evaluate("cell => getComputedStyle(cell).backgroundColor") == "rgba(0, 0, 0, 0)"
