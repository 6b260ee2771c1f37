"""What several prints of a card have in common is made once, and what belongs to other cards is not looked at."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import SMALL_CARD, Project

RULE = ("content/small/game.yaml", "Roll as [[table:hits]] tells.", "Roll one die as [[table:hits]] tells.")
CELL = ("content/small/game.yaml", "[3, 4]", "[2, 4]")
FITTED = SMALL_CARD + "fit: shrink\n"
PRESS = "kind: press\ntitle: For the shop\n"
SCREEN = "kind: screen\ntitle: For the tablet\nwidth: 800\n"
SHEET = "kind: sheet\ntitle: At home\npaper: A4\nbleed: 1mm\ncards: [hits, plain]\n"
PLAIN = "title: Plain\nsize: 60 × 40 mm\nblocks: [{note: A line}]\n"

Counted = Callable[[str], list[Any]]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counted:
    """The calls of a function of the tool from now on, each by the name of the card it is about, or empty."""
    monkeypatch.setattr("rulewright.pool.processors", lambda: 1)  # calls in other processes are not counted

    def count(name: str) -> list[Any]:
        calls: list[Any] = []
        module, _, function = name.rpartition(".")
        monkeypatch.setattr(f"rulewright.{name}", _counting(_found(f"rulewright.{module}", function), calls))
        return calls

    return count


def _found(module: str, name: str) -> Any:
    import importlib

    try:
        return getattr(importlib.import_module(module), name)
    except ModuleNotFoundError:
        outer, _, inner = module.rpartition(".")
        return getattr(getattr(importlib.import_module(outer), inner), name)


def _counting(function: Any, calls: list[Any]) -> Any:
    def called(*given: Any, **named: Any) -> Any:
        calls.append(next((each.id for each in given if hasattr(each, "fit")), ""))
        return function(*given, **named)

    return called


def test_a_card_whose_type_is_left_to_the_tool_is_set_once_for_all_its_prints(small: Project, counted: Counted) -> None:
    small.write("cards/small/hits.yaml", FITTED)
    small.write("cards/small/shop.yaml", PRESS)
    small.write("cards/small/tablet.yaml", SCREEN)
    searches = counted("render.cards.setting.SettingSearch.best")
    made = small.made("*.pdf")
    assert {"cards/hits.pdf", "press/hits.pdf", "screen/hits-800.pdf"} <= set(made.files)
    assert len(searches) == 1


def test_the_html_of_a_card_is_composed_once_to_be_compared_and_printed(small: Project, counted: Counted) -> None:
    composed = counted("render.cards.printer.card_html")
    small.made("cards/hits.pdf")
    assert composed == ["hits"]


def test_one_card_is_made_without_looking_at_the_others(small: Project, counted: Counted) -> None:
    small.write("cards/small/plain.yaml", PLAIN)
    composed = counted("render.cards.printer.card_html")
    assert set(small.made("cards/plain.pdf", "cards/plain.png", "web/card-plain.png").files) >= {"cards/plain.png"}
    assert composed == ["plain"]


def test_pictures_of_a_card_that_stays_are_not_painted_again(small: Project, counted: Counted) -> None:
    small.run("build")
    painted = counted("render.pdf.page_images.render_page")
    small.replace(*RULE)
    assert small.run("build").status == 0
    assert painted == []


def test_a_sheet_whose_cards_stay_is_not_laid_out_again_nor_are_they(small: Project, counted: Counted) -> None:
    small.write("cards/small/plain.yaml", PLAIN)
    small.write("cards/small/sheet.yaml", SHEET)
    small.run("build")
    printed = counted("render.cards.printer.CardPrinter.print")
    small.replace(*RULE)
    assert small.run("build").status == 0
    assert printed == []


def test_of_a_sheet_with_bleed_only_the_cards_that_differ_are_printed_again(small: Project, counted: Counted) -> None:
    small.write("cards/small/plain.yaml", PLAIN)
    small.write("cards/small/sheet.yaml", SHEET)
    small.run("build")
    printed = counted("render.cards.printer.CardPrinter.print")
    small.replace(*CELL)
    small.replace("content/small/rules.py", "return 3 if", "return 2 if")
    assert small.run("build").status == 0
    assert printed == ["hits", "hits"]
    assert Path(small.root / "build/small/cards/sheet-a4.pdf").exists()
