"""The state of the proof, in words."""

from collections.abc import Callable, Iterable

from markupsafe import Markup

from rulewright.model.book import Target
from rulewright.model.table import Table
from rulewright.proof.ranges import tried_words
from rulewright.proof.report import ProofReport, State
from rulewright.render.typesetting.views import ProofView

FunctionNamer = Callable[[str], Markup]
"""Names a function of the rules code in a sentence: on the web, by a link to it."""


def function_name(function: str) -> Markup:
    """A function without a link."""
    return Markup.escape(f"{function}()")


def proof_summary(proof: ProofReport) -> str:
    """The proof of the whole game in a sentence."""
    counts = proof.coverage()
    if not proof.ran:
        return "Not proved: the tables were not compared with the rules code."
    proved = f"{counts['proved']} of {counts['cells']} table cells proved against the rules code."
    if any(statement.tried for statement in proof.statements if statement.state is State.PROVED):
        proved += " Where only a range of some input was tried, each of them says so."
    if searched := counts.get("searched"):
        proved += f" {searched} statements were searched, not proved."
    if "examples" in counts:
        proved += f" {counts['examples_proved']} of {counts['examples']} steps of examples run with it."
    return proved


def proof_view(table: Table, proof: ProofReport, name: FunctionNamer = function_name) -> ProofView:
    """The state of the proof of a table, in a sentence."""
    if table.is_roll_list:
        return ProofView("listed", Markup("A list to roll on: there is nothing to prove."))
    cells = proof.of(Target("table", table.id))
    if not proof.ran:
        return ProofView("skipped", Markup("Not proved: the rules code was not run."))
    functions = Markup(", ").join(map(name, dict.fromkeys(cell.function for cell in cells if cell.function)))
    cases = proof.compared.get(Target("table", table.id), 0)
    if any(cell.state is State.FAILED for cell in cells):
        return ProofView("failed", Markup("Disagrees with {}.").format(functions))
    if cells and all(cell.state is State.PROVED for cell in cells):
        tried = f" with {tried_words(cells[0].tried)}" if cells[0].tried else ""
        return ProofView("proved", Markup("Proved for all {:,} cases{} by {}.").format(cases, tried, functions))
    if cells and all(cell.state in (State.PROVED, State.SEARCHED) for cell in cells):
        searched = Markup("Searched, not proved: {} agrees in the {:,} cases that were tried.")
        return ProofView("searched", searched.format(functions, cases))
    reasons: Iterable[str] = dict.fromkeys(cell.reason for cell in cells if cell.reason)
    return ProofView("unproved", Markup("Not proved: {}.").format("; ".join(reasons)))
