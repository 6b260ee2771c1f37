"""Concealment in Advanced Squad Leader: a player's question, answered on the card and in the rulebook alike."""

import re
from io import BytesIO

import pdfplumber

from rulewright.proof.report import State
from tests.conftest import built, examined

GAME = "advanced-squad-leader"


def words(text: str) -> str:
    """What a page says, without its markup."""
    return " ".join(re.sub(r"<[^>]+>", "", text).split())


def test_a_broken_squad_twelve_hexes_away_takes_nothing_by_the_card() -> None:
    """May a squad assault-move into open ground before its eyes? Yes, and the bullet leads to the rule on removal."""
    with pdfplumber.open(BytesIO(built(GAME)["cards/concealment.pdf"])) as pdf:
        side = " ".join(pdf.pages[0].extract_text().split())
    assert "takes it only in Good Order" in side
    assert "it keeps it • if all enemies in LOS are broken, Dummies or otherwise not in Good Order" in side
    assert "moves in Open Ground, even by Assault Movement" in side
    bullets = built(GAME)["web/references.html"].decode()
    assert 'href="concealment-removal.html#concealment-removal"' in bullets


def test_and_by_the_rulebook() -> None:
    rule = words(built(GAME)["web/concealment-removal.html"].decode())
    assert "even less one that is broken or a Dummy" in rule
    assert "a unit may even move through Open Ground and keep its “?”" in rule


def test_all_ten_examples_run() -> None:
    examination = examined(GAME)
    assert examination.book is not None
    assert len(examination.book.game.examples) == 10
    steps = [statement for statement in examination.proof.statements if statement.kind == "example"]
    assert len(steps) > 40
    assert all(step.state is State.PROVED for step in steps)


def test_a_product_and_a_sum_are_worked_out_from_the_code() -> None:
    assert "6 [FP] × ½ [Long Range] × ½ [treated as concealed] = 1½" in words(
        built(GAME)["web/concealment-removal.html"].decode()
    )
    assert "4 [dr] + 3 [US#] − 1 [Leadership] = 6" in words(built(GAME)["web/placement.html"].decode())
