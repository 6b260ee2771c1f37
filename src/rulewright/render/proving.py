"""How far a game is proved, in words."""

from collections.abc import Iterable

from rulewright.model.book import Target
from rulewright.model.table import Table
from rulewright.proof.report import ProofReport, State
from rulewright.render.views import ProofView


def proved_in_words(proof: ProofReport) -> str:
    """The proof of the whole game in a sentence."""
    counts = proof.coverage()
    if not proof.ran:
        return "Not proved: the tables were not compared with the rules code."
    proved = f"{counts['proved']} of {counts['cells']} table cells proved against the rules code."
    if "examples" in counts:
        proved += f" {counts['examples_proved']} of {counts['examples']} steps of examples run with it."
    return proved


def proof_view(table: Table, proof: ProofReport) -> ProofView:
    """How far a table is proved, in a sentence."""
    cells = proof.of(Target("table", table.id))
    if not proof.ran:
        return ProofView("skipped", "Not proved: the rules code was not run.")
    function = "(), ".join(dict.fromkeys(cell.function for cell in cells if cell.function))
    cases = proof.compared.get(Target("table", table.id), 0)
    if any(cell.state is State.FAILED for cell in cells):
        return ProofView("failed", f"Disagrees with {function}().")
    if cells and all(cell.state is State.PROVED for cell in cells):
        return ProofView("proved", f"Proved for all {cases:,} cases by {function}().")
    reasons: Iterable[str] = dict.fromkeys(cell.reason for cell in cells if cell.reason)
    return ProofView("unproved", "Not proved: " + "; ".join(reasons) + ".")
