"""What no card shows, told for any game: one with a rulebook has no notes of it, and the report lists it all the same."""

from functools import cache

from rulewright.base.findings import Findings
from rulewright.book.book import Book
from rulewright.book.card_contents import not_on_cards, on_cards
from rulewright.entries.text import Target
from rulewright.pipeline.stages import linked_book
from rulewright.source.files import read
from tests.conftest import GAME, GAMES, ROOT


@cache
def book(game: str) -> Book:
    """What no card shows is known before anything is checked or proved."""
    found = linked_book(read(ROOT, game, findings := Findings()), findings)
    assert found is not None
    return found


def test_every_rule_table_reference_and_term_is_either_shown_or_missing() -> None:
    for game in GAMES:
        linked, missing = book(game), list(not_on_cards(book(game)))
        declared = {Target("rule", rule.id) for rule in linked.game.rules if not rule.external}
        declared |= {Target("table", table.id) for table in linked.game.tables if not table.in_rule}
        declared |= {Target("reference", each.id) for each in linked.game.references}
        declared |= {Target("term", term.id) for term in linked.game.terms}
        assert len(set(missing)) == len(missing)
        assert set(missing) == declared - on_cards(linked)
        assert 0 < len(missing) < len(declared)


def test_a_rule_is_shown_by_a_bullet_a_band_a_table_or_a_rule_under_it() -> None:
    linked = book(GAME)
    missing = {target.id for target in not_on_cards(linked) if target.kind == "rule"}
    assert {"concealment-loss", "hidden", "fire", "target-selection", "roll-of-ten"}.isdisjoint(missing)
    assert "hidden-resolution" in missing


def test_all_that_hangs_on_a_card_is_shown() -> None:
    linked = book(GAME)
    missing = set(not_on_cards(linked))
    assert not [target for target in missing if target.kind in ("table", "reference")]
    assert Target("term", "ffar") not in missing
