"""Ten things that players do at the table, on a phone: how many taps, swipes and letters they take.

    python -m tests.benchmarks.ten_tasks BUILD…

Each BUILD is a folder that `rulewright build` made of the games of the tool; rulebooks of before October 2026, which have
no bar at the foot of a phone, are gone through by the ways that they had. A way is the shortest for somebody who knows
the rulebook but not the rule. The clock tells what the pages take, without the person; `seconds` is an estimate with
both, by what studies of phones give for a tap, a swipe and a letter.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from statistics import median
from time import perf_counter

from playwright.sync_api import Browser, Locator, Page, sync_playwright
from playwright.sync_api import TimeoutError as NotThereError

from tests.browser.chromium import CHROMIUM
from tests.browser.conftest import OPTIONS

PHONE = {"width": 390, "height": 844}
BARS = 130
"""Pixels that head and bar take of the height; a swipe moves the page by four fifths of the rest."""
SWIPE = 0.8 * (PHONE["height"] - BARS)
LINES = 40
"""Pixels of a thing that must be in view."""
SECONDS_A_TAP, SECONDS_A_SWIPE, SECONDS_A_LETTER = 1.2, 0.9, 0.33
"""To look, aim and touch; to move a page and look; 36 words a minute, as many people type on a phone."""
PATIENCE = 3000
"""Milliseconds within which what is looked for must be there."""
TIMES = 3
LHY, CROSS = "last-hundred-yards", "iron-cross"


@dataclass
class Hand:
    """A thumb on a page, which counts what it does."""

    page: Page
    folder: Path
    taps: int = 0
    swipes: int = 0
    letters: int = 0
    begun: float = 0

    @property
    def has_bar(self) -> bool:
        """Whether this rulebook has what one needs at the foot of a phone."""
        return self.page.locator("nav.bar").count() > 0

    def opens(self, name: str) -> None:
        """Where a task begins; it costs nothing, and the clock starts after it."""
        file, hash_, place = name.partition("#")
        self.page.goto((self.folder / file).as_uri() + hash_ + place)
        self.begun = perf_counter()

    def sees(self, what: Locator | str) -> None:
        """Swipes until it can be read."""
        found = (self.page.get_by_text(what) if isinstance(what, str) else what).locator("visible=true").first
        found.wait_for(timeout=PATIENCE)
        boxes = (found.bounding_box() for _ in range(10))  # none while a better answer takes the place of the first
        box = next(filter(None, boxes), None)
        assert box is not None
        beyond = max(0.0, box["y"] + min(box["height"], LINES) - PHONE["height"], -box["y"])
        self.swipes += ceil(beyond / SWIPE)
        found.scroll_into_view_if_needed(timeout=PATIENCE)

    def tap(self, what: Locator | str) -> None:
        found = (self.page.locator(what) if isinstance(what, str) else what).locator("visible=true").first
        self.sees(found)
        found.tap(timeout=PATIENCE)
        self.taps += 1

    def searches(self, words: str) -> None:
        self.tap(".bar .find-too" if self.has_bar else ".masthead .find-open")
        self.types(words)

    def types(self, words: str) -> None:
        self.page.locator("input[type=search]:focus").wait_for(timeout=PATIENCE)
        self.page.keyboard.type(words)
        self.letters += len(words)


def meaning(hand: Hand) -> None:
    hand.opens("fire.html")
    hand.searches("latw")
    hand.sees("A kind of weapon unit that is hard to spot")


def odds(hand: Hand) -> None:
    """How many dice, then how often one of them hits."""
    hand.opens("moving.html")
    hand.searches("mg 12")
    hand.sees("Up to 12″ most weapons throw 2 D10s")
    hand.tap("[role=option] a, a[role=option]")
    hand.sees(hand.page.locator("figure.table", has_text="Chances to hit"))


def card_with_table(hand: Hand) -> None:
    hand.opens("moving.html")
    hand.tap(".bar a[href='index.html#page-cards']" if hand.has_bar else ".masthead a[href='index.html']")
    hand.tap("main a[href='card-quick-reference.html']")
    hand.sees(hand.page.locator("main").get_by_text("Company Morale Test"))


def errata_of_rule(hand: Hand) -> None:
    hand.opens("moving.html")
    if hand.has_bar:
        hand.searches("errata 5.2.2")
    else:
        hand.tap(".masthead a[href='errata.html']")
    hand.sees("enemy infantry within 12″")


def roll(hand: Hand) -> None:
    hand.opens("moving.html")
    if hand.has_bar:
        hand.tap(".bar a[href='all-tables.html']")
        hand.tap(hand.page.get_by_role("link", name="Damage throw", exact=True))
    else:
        hand.searches("damage throw")
        hand.tap(hand.page.locator("[role=option]", has_text="Damage throw"))
    hand.tap(hand.page.get_by_role("button", name="Roll: Damage throw"))
    hand.tap(hand.page.get_by_role("button", name="Roll the dice"))
    hand.sees(hand.page.get_by_text("Rolled "))


def when_lost(hand: Hand) -> None:
    """The rule is 4.3.1; where the search does not find it, the contents must be read."""
    hand.opens("fire.html")
    hand.searches("concealment lost")
    if not hand.has_bar:
        hand.sees("Concealment lost under fire")
        hand.tap(".find .close")
        hand.tap(".masthead a[href='index.html']")
        hand.tap(hand.page.get_by_role("link", name="Losing Concealment"))
    hand.sees("Concealment ends at once")


def back(hand: Hand) -> None:
    """The rulebook is opened again, to go on with the rule that was read last."""
    hand.opens("fire.html#destroyed")
    hand.opens("index.html")
    if hand.has_bar:
        hand.tap(".shelf a")
    else:
        hand.tap(hand.page.get_by_role("link", name="Destroyed").first)
    hand.sees(hand.page.locator("#destroyed .title"))


def open_questions(hand: Hand) -> None:
    """Of the chapter on firing, from the overview."""
    hand.opens("index.html")
    if hand.has_bar:
        hand.tap(".masthead .study")
        hand.tap("main a[href='questions.html']")
    hand.sees(hand.page.locator(".left-open li", has_text="5.1").first)


def all_tables(hand: Hand) -> None:
    """Where no page lists them, they are gone through in the chapters; nobody does that."""
    hand.opens("moving.html")
    hand.tap(".bar a[href='all-tables.html']")
    hand.sees(hand.page.locator("main").get_by_role("link", name="Casualty throw", exact=True))


def share(hand: Hand) -> None:
    """The address of a rule that is read, in the address bar."""
    hand.opens("to-hit-throw.html")
    hand.tap(hand.page.locator("section.rule:has-text('To-hit modifiers') > .heading .permalink").last)
    hand.page.wait_for_url("**/to-hit-throw.html#*", timeout=PATIENCE)


Task = Callable[[Hand], None]
TASKS: tuple[tuple[str, str, Task], ...] = (
    ("what LATW means", LHY, meaning),
    ("odds of hitting at 12″ with an MG", CROSS, odds),
    ("the card with the morale table", CROSS, card_with_table),
    ("the errata of rule 5.2.2", CROSS, errata_of_rule),
    ("roll the dice of Damage throw", CROSS, roll),
    ("which rule says when concealment is lost", LHY, when_lost),
    ("back to where I was", LHY, back),
    ("open questions of a chapter", CROSS, open_questions),
    ("all tables", CROSS, all_tables),
    ("share a rule's link", CROSS, share),
)


@dataclass(frozen=True)
class Cost:
    taps: int
    swipes: int
    letters: int
    milliseconds: float

    @property
    def seconds(self) -> float:
        person = self.taps * SECONDS_A_TAP + self.swipes * SECONDS_A_SWIPE + self.letters * SECONDS_A_LETTER
        return person + self.milliseconds / 1000


def cost(browser: Browser, folder: Path, task: Task) -> Cost | None:
    """Of one task on a phone that has seen none of the pages; None where there is no way."""
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)  # type: ignore[arg-type]
    hand = Hand(context.new_page(), folder)
    try:
        task(hand)
        return Cost(hand.taps, hand.swipes, hand.letters, 1000 * (perf_counter() - hand.begun))
    except NotThereError as missing:
        print(f"{task.__name__}: {missing}", file=sys.stderr)
        return None
    finally:
        context.close()


def costs(browser: Browser, build: Path) -> list[Cost | None]:
    """Of each task; the time is the median of several."""
    found = list[Cost | None]()
    for _, game, task in TASKS:
        tries = [cost(browser, build / game / "web", task) for _ in range(TIMES)]
        first = tries[0]
        took = [each.milliseconds for each in tries if each]
        found.append(None if first is None else Cost(first.taps, first.swipes, first.letters, median(took)))
    return found


def row(each: Cost | None) -> str:
    if each is None:
        return "| – | – | – | – | no way |"
    return f"| {each.taps} | {each.swipes} | {each.letters} | {each.milliseconds:.0f} | {each.seconds:.1f} |"


def main() -> None:
    builds = [Path(each).resolve() for each in sys.argv[1:]] or [Path("build").resolve()]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
        for build in builds:
            print(f"\n{build}\n\n| task | taps | swipes | letters | ms | seconds |\n|---|---|---|---|---|---|")
            found = costs(browser, build)
            for (name, _, _), each in zip(TASKS, found, strict=True):
                print(f"| {name} {row(each)}")
            known = [each for each in found if each]
            print(f"| **all {len(known)}** {row(_sum(known))}")
        browser.close()


def _sum(known: list[Cost]) -> Cost:
    return Cost(
        sum(each.taps for each in known),
        sum(each.swipes for each in known),
        sum(each.letters for each in known),
        sum(each.milliseconds for each in known),
    )


if __name__ == "__main__":
    main()
