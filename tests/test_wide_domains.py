"""Proofs try what can occur: a rule that is wrong only far from the middle of a domain is found."""

import pytest

from rulewright.base.findings import Severity
from rulewright.book.book import Book
from rulewright.entries.text import Target
from rulewright.proof.prove import ProofOptions, prove
from rulewright.proof.report import ProofReport, State
from tests.conftest import GAME, Project, examined
from tests.sharing import store


def proof_of(*change: tuple[str, str]) -> tuple[Book, ProofReport]:
    """The proof of the game with one change to its rules code."""
    found = examined(GAME)
    assert found.book is not None
    assert found.sources.rules is not None
    source = found.sources.rules
    for old, new in change:
        source = source.replace(old, new)
    assert not change or source != found.sources.rules
    return found.book, prove(found.book, source, "rules.py", ProofOptions(), store=store())


def test_every_difference_of_assault_values_that_can_occur_is_tried() -> None:
    book, proof = proof_of()
    domain = next(domain for domain in book.game.domains if domain.id == "assault-value-difference")
    assert {*range(-9, 10)} <= {*domain.proof_keys()}
    assert not proof.findings
    assert proof.coverage["cases"] > 19_000_000


def test_a_difference_clamped_to_one_is_found() -> None:
    """The range −1..1 that was tried once hid it: everything was proved."""
    _, proof = proof_of(("drm = value_difference + regrouping", "drm = _within(1, value_difference) + regrouping"))
    (finding,) = proof.findings
    assert finding.name == "disagreement"
    assert "assault-value-difference −12" in finding.message
    assert finding.message.endswith("which makes −4, assault_drm() answers −1")
    assert [each.text for each in proof.statements if each.state is State.FAILED] == ["±"]
    assert not [each for each in proof.of(Target("table", "assault-drm")) if each.state is State.PROVED]


def test_a_clamp_of_the_sum_that_is_too_wide_is_found() -> None:
    _, proof = proof_of(("return _within(4, drm)", "return _within(5, drm)"))
    assert [finding.name for finding in proof.findings] == ["disagreement"]


LISTS = """\
game: {title: Lists, language: en}
domains: {a: 0..119, b: 0..999}
rules: {marks: {number: "1", title: Marks, text: "See [[table:marks]]."}}
tables:
  marks:
    title: Marks
    rule: marks
    policy: list
    rows: a
    cells:
      "0-59": [low, {value: few, when: {b: 0-499}}]
      "60-119": [high, {value: few, when: {b: 0-499}}]
    proof: marks(a, b)
"""


@pytest.mark.parametrize(("mark", "proved"), [("few", 4), ("many", 2)])
def test_a_hundred_thousand_cases_in_which_several_rows_match(project: Project, mark: str, proved: int) -> None:
    """There is no walk for them: each case is compared."""
    project.write("content/lists/game.yaml", LISTS)
    project.write(
        "content/lists/rules.py",
        "def marks(a: int, b: int) -> tuple[str, ...]:\n"
        f"    return ('{mark}',) if b < 500 else ('low' if a < 60 else 'high',)\n",
    )
    coverage = project.examined("lists").proof.coverage
    assert (coverage["proved"], coverage["cells"], coverage["cases"]) == (proved, 4, 120_000)


SUM = """\
game: {{title: A sum, language: en}}
domains:
{domains}
rules: {{drm: {{number: "1", title: DRM, text: "See [[table:drm]]."}}}}
tables:
  drm:
    title: DRM
    rule: drm
    values: {{numbers: -4..4}}
    policy: sum
    clamp: -4..4
    modifiers:
{modifiers}
    proof: drm({names})
"""


@pytest.mark.parametrize(("code", "right"), [("total", True), ("total - (h == 9)", False), ("min(total, 3)", False)])
def test_seventeen_thousand_million_cases_of_a_sum(project: Project, code: str, right: bool) -> None:
    """19 to the power of 8: more than can be listed, whether print and code agree or not."""
    names = "abcdefgh"
    game = SUM.format(
        domains="\n".join(f"  {name}: -9..9" for name in names),
        modifiers="\n".join(f"      - {{label: {name.upper()}, value: {{axis: {name}}}}}" for name in names),
        names=", ".join(names),
    )
    parameters = ", ".join(f"{name}: int" for name in names)
    project.write("content/sum/game.yaml", game)
    project.write(
        "content/sum/rules.py",
        f"def drm({parameters}) -> int:\n    total = {' + '.join(names)}\n    return max(-4, min(4, {code}))\n",
    )
    found = project.examined("sum")
    errors = {each.name for each in found.findings.items if each.severity is Severity.ERROR}
    assert errors == (set() if right else {"disagreement"})
    assert right == (State.PROVED in {each.state for each in found.proof.statements})
    assert right == (found.proof.coverage["cases"] == 19**8)
