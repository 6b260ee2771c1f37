"""Words that the web, the rulebook and the report share: about the state of the proof, and about classes of errata."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from markupsafe import Markup

from rulewright.base.messages.messages import Message, all_of, joined, tell, tell_number
from rulewright.entries.errata import Erratum, ErratumClass
from rulewright.entries.table import Table
from rulewright.entries.text import Target
from rulewright.html.views import ProofView
from rulewright.proof.report import Grade, ProofReport, State, Statement, grade_counts, tried_words

FunctionNamer = Callable[[str], Markup]
"""A function that names a function of the rules code in a sentence; on the web it adds a link."""


def function_name(function: str) -> Markup:
    """Return the name of a function without a link."""
    return Markup.escape(f"{function}()")


def proved_cells(proof: ProofReport) -> Message:
    """Return a sentence on the proof of all tables."""
    if not proof.ran:
        return tell("Not proved: the tables were not compared with the rules code.")
    cells = [statement for statement in proof.statements if statement.kind == "cell"]
    if grades := graded(cells):
        return tell("{count:,} table cells compared with the rules code: {grades}.", count=len(cells), grades=grades)
    return tell("{count:,} table cells compared with the rules code.", count=len(cells))


def proof_summary(proof: ProofReport) -> Message:
    """Return one or two sentences on the proof of the whole game."""
    parts = [proved_cells(proof)]
    if not proof.ran:
        return parts[0]
    if any(statement.tried for statement in proof.statements if statement.state is State.PROVED):
        parts.append(tell("Where only a range of some input was tried, each of them says so."))
    counts = proof.coverage
    if searched := counts.get("searched"):
        parts.append(
            tell_number(
                "{n} statement was searched, not proved.", "{n} statements were searched, not proved.", searched
            )
        )
    if "examples" in counts:
        some, every = counts["examples_proved"], counts["examples"]
        parts.append(tell("{some} of {all} steps of examples run with it.", some=some, all=every))
    return joined(parts, " ")


def graded(statements: Iterable[Statement]) -> Message:
    """Return how many statements have each grade: `5 derived, 4 repeated`."""
    counts = grade_counts(statements).items()
    return joined(tell("{count:,} {grade}", count=count, grade=grade) for grade, count in counts)


def proof_view(table: Table, proof: ProofReport, name: FunctionNamer = function_name) -> ProofView:
    """Return a sentence on the state of the proof of a table, and one on how much it proves."""
    if table.is_data:
        return ProofView("listed", tell("A list: there is nothing to prove."))
    cells = proof.of(Target("table", table.id))
    if not proof.ran:
        why = cells[0].reason if cells else tell("the rules code was not run")
        return ProofView("skipped", tell("Not proved: {why}.", why=why))
    functions = Markup(", ").join(map(name, dict.fromkeys(cell.function for cell in cells if cell.function)))
    cases = proof.compared.get(Target("table", table.id), 0)
    if any(cell.state is State.FAILED for cell in cells):
        return ProofView("failed", tell("Disagrees with {functions}.", functions=functions))
    compared = _compared(cases, cells)
    if cells and all(cell.grade is Grade.REPEATED for cell in cells):
        second = tell(
            "Checked for {cases} against {functions}, a second entry of the same values.",
            cases=compared,
            functions=functions,
        )
        return ProofView("repeated", second)
    if cells and all(cell.state is State.PROVED for cell in cells):
        proved = tell(
            "Proved for {cases} by {functions}. {worth}", cases=compared, functions=functions, worth=_strength(cells)
        )
        return ProofView("proved", proved)
    if cells and all(cell.state in (State.PROVED, State.SEARCHED) for cell in cells):
        searched = tell(
            "Searched, not proved: {functions} agrees in the {n:,} cases that were tried.", functions=functions, n=cases
        )
        return ProofView("searched", searched)
    reasons: Iterable[str] = dict.fromkeys(cell.reason for cell in cells if cell.reason)
    return ProofView("unproved", tell("Not proved: {why}.", why=joined(reasons, "; ")))


def _compared(cases: int, cells: Sequence[Statement]) -> Message:
    """Return what was compared: `all 12 cases with Distance 1–30`."""
    if not cells or not cells[0].tried:
        return tell_number("all {n:,} cases", "all {n:,} cases", cases)
    ranges = tried_words(cells[0].tried)
    return tell_number("all {n:,} cases with {ranges}", "all {n:,} cases with {ranges}", cases, ranges=ranges)


def _strength(cells: Sequence[Statement]) -> Message:
    """Return how much the proof of a table proves: what its code does, and for how many cells."""
    counts = Counter(cell.grade for cell in cells)
    grades = [grade for grade in (Grade.DERIVED, Grade.RESTATED, Grade.REPEATED) if counts[grade]]
    deeds = [_effect_of_code(grade, counts[grade], len(counts) > 1, cells) for grade in grades]
    return tell("The code {deeds}.", deeds=all_of(deeds))


def _effect_of_code(grade: Grade, count: int, partly: bool, cells: Sequence[Statement]) -> Message:
    """Return what the code does for the cells of one grade: `derives 12 cells from rule 4.2`."""
    what = tell_number("{n:,} cell", "{n:,} cells", count) if partly else tell("the values")
    if grade is Grade.RESTATED:
        own = tell("states the rule’s own conditions for {cells}", cells=what)
        return own if partly else tell("states the rule’s own conditions")
    if grade is Grade.REPEATED:
        return tell("is only a second entry of {cells}", cells=what)
    rules = list(dict.fromkeys(rule for cell in cells if cell.grade is grade for rule in cell.rules))
    if not rules:
        return tell("computes {cells}", cells=what)
    values = {"cells": what, "rules": all_of(rules)}
    return tell_number("derives {cells} from rule {rules}", "derives {cells} from rules {rules}", len(rules), **values)


# The words for the classes of errata and for what is ours, the same in the web, the rulebook and the report

CLASSES = {
    ErratumClass.SLIP: tell("Slip"),
    ErratumClass.CLARIFICATION: tell("Clarification"),
    ErratumClass.RULING: tell("Ruling"),
}
MEANING = {
    ErratumClass.SLIP: tell("the form was wrong: a misspelling, a wrong word or sign"),
    ErratumClass.CLARIFICATION: tell("the same in clearer words, so that nobody misreads it"),
    ErratumClass.RULING: tell(
        "the source says nothing, or contradicts itself, so we decide; cards mark it with a sign"
    ),
}


def counted(class_: ErratumClass, count: int) -> Message:
    """Return a number of errata of one class in words: `2 rulings`."""
    match class_:
        case ErratumClass.SLIP:
            return tell_number("{n} slip", "{n} slips", count)
        case ErratumClass.CLARIFICATION:
            return tell_number("{n} clarification", "{n} clarifications", count)
        case ErratumClass.RULING:
            return tell_number("{n} ruling", "{n} rulings", count)


def counted_classes(errata: Iterable[Erratum]) -> list[tuple[Message, str]]:
    """Return the number of errata of each class in words, and what the class means, for classes that occur."""
    counts = Counter(erratum.class_ for erratum in errata)
    return [(counted(each, counts[each]), MEANING[each]) for each in ErratumClass if counts[each]]


OURS = tell("What is ours")
