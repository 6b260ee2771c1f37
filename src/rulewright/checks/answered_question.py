"""An open question that a cell answers: the reader is told that nobody knows, and reads the answer beside it.

A question of a table is answered where a cell of the table holds nowhere else, and where another table gives the same
quantity.
"""

from collections.abc import Iterator

from rulewright.checks.quantities import Quantity, quantities, same_inputs, shared_part
from rulewright.checks.table_analysis import TableAnalysis
from rulewright.findings import Finding, FindingKind, Label, Severity
from rulewright.model.answers import split_by_owner
from rulewright.model.book import Book
from rulewright.model.keyset import Box
from rulewright.model.precedence import region
from rulewright.model.table import Case, Silence, Table

FINDING = FindingKind("answered-question", Severity.WARNING)
HINT = "remove the question if the answer is known; else write unknown in the cell"


def check(book: Book) -> Iterator[Finding]:
    """Each question of a table that the table itself or another answers."""
    for table in book.game.tables:
        if any(silence.question for silence in table.silences):
            yield from _in_table(TableAnalysis(table, book))
    yield from _in_other_tables(quantities(book))


def _in_table(analysis: TableAnalysis) -> Iterator[Finding]:
    """Cells that hold only where the table asks a question, and that no other cell contradicts there.

    A modifier, or a line of a list, is only a part of the answer.
    """
    if analysis.policy.repeated:
        return
    for at, case in enumerate(analysis.table.cases):
        holds = region(analysis.table, at)  # nowhere, where its exceptions leave nothing of it
        alone = all(analysis.agree(at, other) for other in analysis.overlapping(at))
        if holds and alone and case.value.plain is not None and analysis.covers(analysis.questions, at):
            question = _question(analysis.table, holds[0])
            yield _finding(analysis.table, case, analysis.case_names[at], question, analysis.table)


def _question(table: Table, box: Box) -> Silence:
    """The first question about a part of a box."""
    return next(
        silence
        for silence in table.silences
        for asked in silence.boxes
        if silence.question and all(a & b for a, b in zip(asked, box, strict=True))
    )


def _finding(table: Table, case: Case, where: str, question: Silence, asking: Table) -> Finding:
    message = f"a question leaves open what holds for {where}, and table {table.id!r} has a cell for it"
    if asking is not table:
        message = (
            f"a question of table {asking.id!r} leaves open what holds for {where}, and table "
            f"{table.id!r} has a cell for it"
        )
    about = f"{asking.id}: {where}"
    return FINDING.at(case.span, message, HINT, (Label(question.span, "the question"),), about=about)


def _in_other_tables(found: list[Quantity]) -> Iterator[Finding]:
    """Questions that the table of another quantity with the same name and inputs answers."""
    by_name = dict[str, list[Quantity]]()
    for one in found:
        by_name.setdefault(one.name, []).append(one)
    for one in found:
        asked = [(silence, box) for silence in one.function.silences if silence.question for box in silence.boxes]
        alike = [other for other in by_name[one.name] if other.table is not one.table] if asked else []
        for silence, box in asked:
            for other in (each for each in alike if same_inputs(one, each) and one.kind == each.kind):
                answers = list(split_by_owner(other.function, shared_part(one, other, box)))
                if answers and all(owner >= 0 for owner, _ in answers):
                    where = f"{one.shown}, {one.function.describe(box)}"
                    yield _finding(other.table, other.function.cases[answers[0][0]], where, silence, one.table)
                    break
