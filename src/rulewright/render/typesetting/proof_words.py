"""The state of the proof, in words."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from markupsafe import Markup

from rulewright.model.book import Target
from rulewright.model.table import Table
from rulewright.proof.ranges import tried_words
from rulewright.proof.report import Grade, ProofReport, State, Statement, grade_counts
from rulewright.render.typesetting.views import ProofView

FunctionNamer = Callable[[str], Markup]
"""Names a function of the rules code in a sentence: on the web, by a link to it."""


def function_name(function: str) -> Markup:
    """A function without a link."""
    return Markup.escape(f"{function}()")


def proof_summary(proof: ProofReport) -> str:
    """The proof of the whole game in a sentence or two."""
    if not proof.ran:
        return "Not proved: the tables were not compared with the rules code."
    cells = [statement for statement in proof.statements if statement.kind == "cell"]
    grades = ", ".join(f"{count:,} {grade}" for grade, count in grade_counts(cells).items())
    summary = f"{len(cells):,} table cells compared with the rules code{': ' if grades else ''}{grades}."
    if any(statement.tried for statement in proof.statements if statement.state is State.PROVED):
        summary += " Where only a range of some input was tried, each of them says so."
    counts = proof.coverage
    if searched := counts.get("searched"):
        summary += f" {searched} statements were searched, not proved."
    if "examples" in counts:
        summary += f" {counts['examples_proved']} of {counts['examples']} steps of examples run with it."
    return summary


def proof_view(table: Table, proof: ProofReport, name: FunctionNamer = function_name) -> ProofView:
    """The state of the proof of a table, in a sentence, and how much it proves in another."""
    if table.is_data:
        return ProofView("listed", Markup("A list: there is nothing to prove."))
    cells = proof.of(Target("table", table.id))
    if not proof.ran:
        why = cells[0].reason if cells else "the rules code was not run"
        return ProofView("skipped", Markup("Not proved: {}.").format(why))
    functions = Markup(", ").join(map(name, dict.fromkeys(cell.function for cell in cells if cell.function)))
    cases = proof.compared.get(Target("table", table.id), 0)
    if any(cell.state is State.FAILED for cell in cells):
        return ProofView("failed", Markup("Disagrees with {}.").format(functions))
    tried = f" with {tried_words(cells[0].tried)}" if cells and cells[0].tried else ""
    if cells and all(cell.grade is Grade.REPEATED for cell in cells):
        second = Markup("Checked for all {:,} cases{} against {}, a second entry of the same values.")
        return ProofView("repeated", second.format(cases, tried, functions))
    if cells and all(cell.state is State.PROVED for cell in cells):
        proved = Markup("Proved for all {:,} cases{} by {}. {}")
        return ProofView("proved", proved.format(cases, tried, functions, _worth(cells)))
    if cells and all(cell.state in (State.PROVED, State.SEARCHED) for cell in cells):
        searched = Markup("Searched, not proved: {} agrees in the {:,} cases that were tried.")
        return ProofView("searched", searched.format(functions, cases))
    reasons: Iterable[str] = dict.fromkeys(cell.reason for cell in cells if cell.reason)
    return ProofView("unproved", Markup("Not proved: {}.").format("; ".join(reasons)))


def _worth(cells: Sequence[Statement]) -> str:
    """How much the proof of a table proves: what its code does, for how many of its cells."""
    counts = Counter(cell.grade for cell in cells)
    deeds = [
        _deed(grade, counts[grade], len(counts) > 1, cells)
        for grade in (Grade.DERIVED, Grade.RESTATED, Grade.REPEATED)
        if counts[grade]
    ]
    return f"The code {_and(deeds)}."


def _deed(grade: Grade, count: int, partly: bool, cells: Sequence[Statement]) -> str:
    """What the code does for the cells of one grade: `derives 12 cells from rule 4.2`."""
    what = f"{count:,} cell{'' if count == 1 else 's'}" if partly else "the values"
    if grade is Grade.RESTATED:
        return "states the rule’s own conditions" + (f" for {what}" if partly else "")
    if grade is Grade.REPEATED:
        return f"is only a second entry of {what}"
    rules = list(dict.fromkeys(rule for cell in cells if cell.grade is grade for rule in cell.rules))
    if not rules:
        return f"computes {what}"
    return f"derives {what} from rule{'' if len(rules) == 1 else 's'} {_and(rules)}"


def _and(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
