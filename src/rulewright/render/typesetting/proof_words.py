"""The state of the proof, in words."""

from collections.abc import Callable, Iterable

from markupsafe import Markup

from rulewright.model.book import Target
from rulewright.model.table import Table
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
        return ProofView("proved", Markup("Proved for all {:,} cases{} by {}.").format(cases, _tried(table), functions))
    reasons: Iterable[str] = dict.fromkeys(cell.reason for cell in cells if cell.reason)
    return ProofView("unproved", Markup("Not proved: {}.").format("; ".join(reasons)))


def _tried(table: Table) -> str:
    """The test ranges of the inputs of which a proof tries only a part."""
    domains = {axis.name: axis.domain for axis in table.axes if axis.domain.proof_keys() != axis.domain.keys}
    tried = [
        f"{domain.title.words if domain.title else name.replace('-', ' ')} {domain.describe(domain.proof_keys())}"
        for name, domain in domains.items()
    ]
    return " with " + ", ".join(tried) if tried else ""
