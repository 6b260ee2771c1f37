"""Proofs try what can occur: a rule that is wrong only far from the middle of a domain is found."""

from rulewright.model.book import Book
from rulewright.pipeline import examine
from rulewright.proof.process import Limits
from rulewright.proof.prove import prove
from rulewright.proof.report import ProofReport, State
from tests.conftest import ROOT

GAME = "last-hundred-yards"


def proof_of(*change: str) -> tuple[Book, ProofReport]:
    """The proof of the game with one change to its rules code."""
    found = examine(ROOT, GAME, None)
    assert found.book is not None
    assert found.sources.rules is not None
    source = found.sources.rules.replace(*change) if change else found.sources.rules
    assert not change or source != found.sources.rules
    return found.book, prove(found.book, source, "rules.py", Limits())


def test_every_difference_of_assault_values_that_can_occur_is_tried() -> None:
    book, proof = proof_of()
    domain = next(domain for domain in book.game.domains if domain.id == "assault-value-difference")
    assert {*range(-9, 10)} <= {*domain.proof_keys()}
    assert not proof.findings
    assert proof.coverage()["cases"] > 19_000_000


def test_a_difference_clamped_to_one_is_found() -> None:
    """The range −1..1 that was tried once hid it: everything was proved."""
    _, proof = proof_of("drm = value_difference + regrouping", "drm = _within(1, value_difference) + regrouping")
    (finding,) = proof.findings
    assert finding.name == "disagreement"
    assert "adds any" in finding.message or "assault-value-difference" in finding.message
    assert "both-have-combat-units no" in finding.message
    (failed,) = [each for each in proof.statements if each.state is State.FAILED]
    assert failed.text.startswith("sum") or failed.key == "always" or failed.owner.id == "assault-drm"


def test_a_clamp_of_the_sum_that_is_too_wide_is_found() -> None:
    _, proof = proof_of("return _within(4, drm)", "return _within(5, drm)")
    assert [finding.name for finding in proof.findings] == ["disagreement"]
