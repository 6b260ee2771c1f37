"""What was printed from the same is not printed again; what differs in anything is."""

import os
import shutil
from typing import Any

import pytest

from rulewright.entries.card import Card
from rulewright.outputs.cards.printer import CardPrinter
from tests.conftest import ROOT, Project

STYLE = (ROOT / "templates" / "card" / "card.css").read_text("utf-8")
PDF = "build/small/cards/hits.pdf"
RULE = ("content/small/game.yaml", "Roll as [[table:hits]] tells.", "Roll one die as [[table:hits]] tells.")


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The cards that were given to the printer."""
    cards: list[str] = []
    print_ = CardPrinter.print

    def counted(self: CardPrinter, card: Card, *how: Any, **named: Any) -> object:
        cards.append(card.id)
        return print_(self, card, *how, **named)

    monkeypatch.setattr(CardPrinter, "print", counted)
    return cards


def test_a_rule_that_is_on_no_card_prints_no_card_again(small: Project, printed: list[str]) -> None:
    small.run("build")
    card = (small.root / PDF).read_bytes()
    small.replace(*RULE)
    assert small.run("build").status == 0
    assert len(printed) == 1
    assert (small.root / PDF).read_bytes() == card
    assert "Roll one die" in small.read("build/small/web/hits.html")


def test_a_cell_of_its_table_prints_a_card_again(small: Project, printed: list[str]) -> None:
    small.run("build")
    small.replace("content/small/game.yaml", "[3, 4]", "[2, 4]")
    small.replace("content/small/rules.py", "return 3 if", "return 2 if")
    small.run("build")
    assert len(printed) == 2


def test_a_stylesheet_of_the_project_prints_again(small: Project, printed: list[str]) -> None:
    small.write("templates/card/card.css", STYLE)
    small.run("build")
    small.write("templates/card/card.css", STYLE + "\nsection { color: #333 }\n")
    small.run("build")
    assert len(printed) == 2


def test_a_file_that_somebody_changed_is_put_right(small: Project, printed: list[str]) -> None:
    small.run("build")
    card = (small.root / PDF).read_bytes()
    (small.root / PDF).write_bytes(card[:-20])
    small.replace(*RULE)
    small.run("build")
    assert (small.root / PDF).read_bytes() == card
    assert len(printed) == 1


def test_a_build_that_was_deleted_is_printed_from_the_store(small: Project, printed: list[str]) -> None:
    small.run("build")
    first = {path: path.read_bytes() for path in (small.root / "build").rglob("*.*") if "web" in path.parts}
    shutil.rmtree(small.root / "build")
    small.run("build")
    assert len(printed) == 1
    assert {path: path.read_bytes() for path in first} == first


def test_a_store_that_was_deleted_is_filled_again(small: Project, printed: list[str]) -> None:
    small.run("build")
    shutil.rmtree(os.environ["XDG_CACHE_HOME"])
    small.replace(*RULE)
    assert small.run("build").status == 0
    assert len(printed) == 2


def test_what_a_check_prints_need_not_be_printed_by_a_build(small: Project, printed: list[str]) -> None:
    assert small.run("check", "--printed").status == 0
    assert not (small.root / "build").exists()
    assert small.run("build").status == 0
    assert len(printed) == 1


def test_a_print_that_the_printer_complained_of_is_made_and_told_again(small: Project, printed: list[str]) -> None:
    small.write("templates/card/card.css", STYLE + "\nsection { no-such-thing: 1 }\n")
    first = small.run("build")
    small.replace(*RULE)
    again = small.run("build")
    assert "print-warning" in first.out
    assert "print-warning" in again.out
    assert len(printed) == 2
