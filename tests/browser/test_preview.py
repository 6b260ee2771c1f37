"""The live preview in a browser: an edit is there at once, what is wrong is shown, and a click leads to the source."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, Frame, FrameLocator, Locator, Page, TimeoutError, expect  # noqa: A004

from tests.conftest import SMALL_CARD, SMALL_GAME, SMALL_RULES
from tests.waiting import until

LONG = "\n\n".join(f"Paragraph {number}." for number in range(80))
MORE = f"""\
rules:
  long:
    number: "2"
    title: Long
    text: |
      {LONG.replace(chr(10), chr(10) + "      ")}
"""


@dataclass(frozen=True, slots=True)
class Running:
    """A preview that is running: its project and its address."""

    root: Path
    address: str

    def edit(self, file: str, old: str, new: str) -> None:
        path = self.root / file
        text = path.read_text("utf-8")
        assert text.count(old) == 1, old
        path.write_text(text.replace(old, new), "utf-8")


def until_holds(frame: Frame, holds: str) -> None:
    """Waits in Python: a page forbids scripts that are made of texts, and that is how Playwright waits."""
    until(lambda: frame.evaluate(holds), lambda: holds)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    root = tmp_path_factory.mktemp("preview")
    files = {
        "content/small/game.yaml": SMALL_GAME,
        "content/small/more.yaml": MORE,
        "content/small/rules.py": SMALL_RULES,
        "cards/small/hits.yaml": SMALL_CARD,
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")
    command = [sys.executable, "-c", "from rulewright.app.cli import main; main()", "preview", "--project", str(root)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found
        yield Running(root, found[0])
        process.terminate()


@pytest.fixture
def shell(running: Running, browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 1400, "height": 800})
    findings: list[str] = []
    page.on("pageerror", lambda error: findings.append(str(error)))
    page.goto(running.address)
    yield page
    page.close()
    assert not findings


def shown(shell: Page, title: str) -> FrameLocator:
    """Opens a thing of the contents."""
    shell.locator("#contents a", has_text=title).last.click()
    return shell.frame_locator(".pane iframe")


def test_an_edit_appears_and_the_place_stays(running: Running, shell: Page) -> None:
    page = shown(shell, "2 Long")
    expect(page.locator("#long")).to_contain_text("Paragraph 79.")
    frame = shell.frames[-1]
    until_holds(frame, "document.readyState === 'complete' && !document.querySelector('.reading-fonts')")
    frame.evaluate("document.querySelector('#long').dataset.mine = 'kept'; scrollTo(0, 900)")
    running.edit("content/small/more.yaml", "Paragraph 40.", "Another text.")
    expect(page.locator("#long")).to_contain_text("Another text.")
    assert frame.evaluate("scrollY") == 900
    expect(page.locator("text=Paragraph 41.")).to_be_visible()
    running.edit("content/small/more.yaml", "Another text.", "Paragraph 40.")


def test_a_style_sheet_appears_without_loading_the_page_again(running: Running, shell: Page) -> None:
    page = shown(shell, "2 Long")
    expect(page.locator("#long")).to_be_visible()
    frame = shell.frames[-1]
    until_holds(frame, "document.readyState === 'complete'")
    frame.evaluate("document.body.dataset.mine = 'kept'")
    style = running.root / "templates/web/rulewright.css"
    style.parent.mkdir(parents=True)
    style.write_text("body { color: rgb(1, 2, 3) }", "utf-8")
    until_holds(frame, "getComputedStyle(document.body).color === 'rgb(1, 2, 3)'")
    assert frame.evaluate("document.body.dataset.mine") == "kept"
    shutil.rmtree(running.root / "templates")


def test_a_page_that_missed_an_edit_asks_for_it(running: Running, shell: Page) -> None:
    """Pages come with the event that tells of an edit; the first event after a break has none."""
    shell.route("**/events?page=*", lambda route: route.abort())
    page = shown(shell, "2 Long")
    expect(page.locator("#long")).to_contain_text("Paragraph 79.")
    running.edit("content/small/more.yaml", "Paragraph 9.", "What was missed.")
    expect(shell.locator("#proof")).to_contain_text("proved")
    expect(page.locator("#long")).not_to_contain_text("What was missed.")
    shell.unroute("**/events?page=*")
    expect(page.locator("#long")).to_contain_text("What was missed.")
    running.edit("content/small/more.yaml", "What was missed.", "Paragraph 9.")
    expect(page.locator("#long")).to_contain_text("Paragraph 9.")


def test_an_answer_that_is_lost_does_not_keep_later_edits_away(running: Running, shell: Page) -> None:
    page = shown(shell, "2 Long")
    expect(page.locator("#long")).to_contain_text("Paragraph 79.")
    expect(shell.locator("#proof")).to_contain_text("proved")
    shell.route("**/status", lambda route: route.abort())
    running.edit("content/small/more.yaml", "title: Long", "title: Longer")
    with shell.expect_event("requestfailed"):
        pass
    shell.unroute("**/status")
    running.edit("content/small/more.yaml", "Paragraph 7.", "After the loss.")
    expect(page.locator("#long")).to_contain_text("After the loss.")
    expect(shell.locator("#contents")).to_contain_text("2 Longer")
    running.edit("content/small/more.yaml", "After the loss.", "Paragraph 7.")
    running.edit("content/small/more.yaml", "title: Longer", "title: Long")
    expect(shell.locator("#contents a", has_text="Longer")).to_have_count(0)


def test_a_new_title_changes_its_line_of_the_contents_and_a_new_rule_adds_one(running: Running, shell: Page) -> None:
    lines = shell.locator("#contents a")
    expect(lines.get_by_text("2 Long")).to_be_visible()
    before = lines.all_text_contents()
    shell.evaluate("document.querySelectorAll('#contents a').forEach(link => link.dataset.mine = 'kept')")
    running.edit("content/small/more.yaml", "title: Long", "title: Longer")
    expect(lines.get_by_text("2 Longer")).to_be_visible()
    assert lines.all_text_contents() == [{"2 Long": "2 Longer"}.get(title, title) for title in before]
    assert shell.locator("#contents a[data-mine]").count() == len(before)
    running.edit("content/small/more.yaml", "title: Longer", "title: Long")
    expect(lines.get_by_text("2 Longer")).to_have_count(0)
    new = 'rules:\n  new: {number: "3", title: New, text: New.}\n'
    running.edit("content/small/more.yaml", "rules:\n", new)
    expect(lines.get_by_text("3 New")).to_be_visible()
    assert len(lines.all()) == len(before) + 1
    running.edit("content/small/more.yaml", new, "rules:\n")
    expect(lines.get_by_text("3 New")).to_have_count(0)


def test_errors_stand_above_a_draft(running: Running, shell: Page) -> None:
    page = shown(shell, "1 Hits")
    running.edit("content/small/game.yaml", "[[table:hits]]", "[[table:nowhere]]")
    expect(shell.locator("#errors")).to_contain_text("nowhere")
    expect(shell.locator("#errors")).to_contain_text("content/small/game.yaml:9")
    expect(page.locator("#hits mark.nowhere")).to_have_text("table:nowhere ??")
    expect(page.locator("#hits mark.slip").first).to_have_text("there is no table 'nowhere'")
    expect(page.locator(".preview-draft")).to_have_text("DRAFT: 1 error")
    running.edit("content/small/game.yaml", "[[table:nowhere]]", "[[table:hits]]")
    expect(shell.locator("#errors")).to_be_hidden()


def test_proofs_are_told_when_they_are_there(shell: Page) -> None:
    expect(shell.locator("#proof")).to_have_text("proved: 4 of 4 cells")


def test_a_cell_that_disagrees_shows_both_values(running: Running, shell: Page) -> None:
    page = shown(shell, "Score to hit")
    running.edit("content/small/game.yaml", "open: [3, 4]", "open: [2, 4]")
    expect(page.locator("#table-hits td mark.slip")).to_have_text("score() answers 3")
    expect(page.locator(".preview-draft")).to_be_visible()
    running.edit("content/small/game.yaml", "open: [2, 4]", "open: [3, 4]")
    expect(page.locator(".preview-draft")).to_have_count(0)


def test_a_card_marks_its_errors(running: Running, shell: Page) -> None:
    shell.locator("#contents a", has_text="Hits").first.click()
    expect(shell.locator(".sheet img")).to_be_visible()
    running.edit("content/small/game.yaml", "open: [3, 4]", "open: [2, 4]")
    card = shell.frame_locator(".live iframe")
    expect(card.locator("td mark.slip")).to_have_text("score() answers 3")
    expect(shell.locator("#printing")).to_be_hidden()
    expect(shell.locator(".live")).to_be_visible()
    running.edit("content/small/game.yaml", "open: [2, 4]", "open: [3, 4]")
    expect(shell.locator(".live")).to_be_hidden()


def opens(table: Locator, words: str) -> None:
    """Presses the button until its panel says these words: a page that is loaded again closes what was open."""

    def says() -> bool:
        with suppress(TimeoutError):
            table.locator("button.use[aria-expanded=false]").click(timeout=1000)
        with suppress(AssertionError):
            expect(table.locator(".use-panel")).to_contain_text(words, timeout=1000)
            return True
        return False

    until(says, lambda: words)


def test_a_calculator_follows_its_source(running: Running, shell: Page) -> None:
    """Its data stand beside the page, which names other data after an edit and is loaded again with these."""
    table = shown(shell, "Score to hit").locator("#table-hits")
    opens(table, "In the open")
    running.edit("content/small/game.yaml", "In the open", "On open ground")
    opens(table, "On open ground")
    running.edit("content/small/game.yaml", "On open ground", "In the open")
    opens(table, "In the open")


def test_what_a_reader_opened_and_pinned_stays_while_the_page_follows_its_source(running: Running, shell: Page) -> None:
    page = shown(shell, "Score to hit")
    opens(page.locator("#table-hits"), "In the open")
    pin = page.locator("#table-hits button[aria-pressed]")
    pin.click()
    running.edit("content/small/game.yaml", "Roll as", "Roll two dice, as")
    expect(page.locator("#hits")).to_contain_text("Roll two dice, as")
    expect(shell.locator("#proof")).to_contain_text("proved:")
    expect(page.locator(".use-panel")).to_contain_text("In the open")
    expect(pin).to_have_attribute("aria-pressed", "true")
    page.locator("#table-hits button.use").click()
    expect(page.locator(".use-panel")).to_have_count(0)
    running.edit("content/small/game.yaml", "Roll two dice, as", "Roll as")
    expect(page.locator("#hits")).to_contain_text("Roll as")


def test_what_a_script_took_apart_is_replaced_where_its_source_changes(running: Running, shell: Page) -> None:
    page = shown(shell, "2 Long")
    paragraph = page.locator("#long p", has_text="Paragraph 40.")
    expect(paragraph).to_be_visible()
    shell.frames[-1].evaluate("""() => {
      const taken = [...document.querySelectorAll("#long p")].find(each => each.textContent.includes("Paragraph 40."));
      taken.replaceChildren(Object.assign(document.createElement("b"), { textContent: "Paragraph 40." }));
      taken.parentElement.append(Object.assign(document.createElement("i"), { textContent: "An aside." }));
    }""")
    running.edit("content/small/more.yaml", "Paragraph 40.", "Another text.")
    expect(page.locator("#long p", has_text="Another text.")).to_have_count(1)
    expect(paragraph).to_have_count(0)
    running.edit("content/small/more.yaml", "Paragraph 79.", "Paragraph 79.\n\n      The last one.")
    expect(page.locator("#long p", has_text="The last one.")).to_be_visible()
    expect(page.locator("#long i")).to_have_text("An aside.")
    running.edit("content/small/more.yaml", "Paragraph 79.\n\n      The last one.", "Paragraph 79.")
    running.edit("content/small/more.yaml", "Another text.", "Paragraph 40.")
    expect(paragraph).to_have_text("Paragraph 40.")


def test_the_address_says_what_is_shown_before_it_is_loaded(running: Running, shell: Page) -> None:
    shell.route("**/build/web/glossary.html", lambda route: None)  # it never comes
    shell.locator("#contents a", has_text="Glossary").click()
    expect(shell.locator(".address")).to_have_text("web/glossary.html")
    assert shell.url.endswith("#web%2Fglossary.html")


def test_what_does_not_fit_is_drawn_red_with_its_millimetres(running: Running, shell: Page) -> None:
    shell.locator("#contents a", has_text="Hits").first.click()
    expect(shell.locator(".sheet img")).to_be_visible()
    running.edit("cards/small/hits.yaml", "  - table: hits\n", "  - table: hits\n" * 8)
    over = shell.frame_locator(".live iframe").locator(".over")
    expect(over).to_have_text(re.compile(r"^[0-9.]+ mm too long$"))
    expect(shell.locator(".live")).to_be_visible()
    running.edit("cards/small/hits.yaml", "  - table: hits\n" * 8, "  - table: hits\n")
    expect(shell.locator(".sheet img")).to_have_count(1)
    expect(shell.locator(".live")).to_be_hidden()


def test_a_click_leads_to_the_source(shell: Page) -> None:
    page = shown(shell, "Score to hit")
    expect(page.locator("#table-hits")).to_be_visible()
    until_holds(shell.frames[-1], "document.readyState === 'complete'")
    page.locator("#table-hits td", has_text="5").click()
    expect(shell.locator("#source")).to_contain_text("content/small/game.yaml:19:14")
    expect(shell.locator("#source mark")).to_have_text("5")


def test_the_print_of_a_card_has_a_grid_and_a_zoom(shell: Page) -> None:
    shell.locator("#contents a", has_text="Hits").first.click()
    before, _ = size_of_print(shell)
    shell.keyboard.press("g")
    expect(shell.locator(".sheet:not(.live) .grid")).to_be_visible()
    shell.keyboard.press("+")
    width, height = size_of_print(shell, wider_than=before)
    assert width == pytest.approx(height, rel=0.01)  # a square card


def size_of_print(shell: Page, wider_than: float = 0) -> tuple[float, float]:
    """The width and height of the picture, once it is there: another may take its place at any time."""
    size = shell.wait_for_function(
        """least => {
            const shown = document.querySelector(".sheet img")?.getBoundingClientRect();
            return shown?.width > least && [shown.width, shown.height];
        }""",
        arg=wider_than,
    )
    width, height = size.json_value()
    return width, height


@pytest.mark.parametrize(
    ("path", "host"), [("", "evil.example"), ("x", ""), ("build/web/../../x", ""), ("preview/x.js", "")]
)
def test_strangers_read_nothing(running: Running, path: str, host: str) -> None:
    request = Request(running.address + path, headers={"Host": host} if host else {})
    with pytest.raises(HTTPError):
        urlopen(request)
    origin, token = running.address.rstrip("/").rsplit("/", 1)
    assert len(token) > 20
    with pytest.raises(HTTPError):
        urlopen(f"{origin}/")
