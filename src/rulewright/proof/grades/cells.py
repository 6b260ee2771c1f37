"""The grades of the cells of a table, from the answers that the trace finds for each."""

import ast
from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from rulewright.model.answers import code_value
from rulewright.model.table import Call, Case, Policy, Table
from rulewright.proof.grades.samples import Keys, Samples
from rulewright.proof.grades.trace import Tracer
from rulewright.proof.grades.traced import Kind, Mark, Traced, plain
from rulewright.proof.report import Grade

MOSTLY = 0.9
"""A container with so many entries for its cells repeats them."""
WEAKEST_FIRST = (Grade.REPEATED, Grade.RESTATED, Grade.DERIVED)


@dataclass(frozen=True, slots=True, order=True)
class Literal:
    """A value written in the code: where it begins and ends, lines from 1 and columns in bytes from 0."""

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """The grade of a statement, the functions of other rules from which the code computes it, and what it repeats."""

    grade: Grade
    rules: tuple[str, ...] = ()
    repeats: Literal | None = None


@dataclass(slots=True)
class _Uses:
    """Which cells the values in the code serve, and the entries of each container."""

    cells: dict[Hashable, set[int]] = field(default_factory=lambda: defaultdict(set))
    entries: dict[Hashable, set[Hashable]] = field(default_factory=lambda: defaultdict(set))
    of_container: dict[Hashable, set[int]] = field(default_factory=lambda: defaultdict(set))

    def add(self, answer: Traced, cell: int) -> None:
        for place in (answer.origin, *answer.basis.listed):
            self.cells[place].add(cell)
        if answer.kind is Kind.ENTRY and isinstance(answer.origin, tuple):
            root = answer.origin[0]
            self.entries[root].add(answer.origin)
            self.of_container[root].add(cell)

    def one_for_each_cell(self, answer: Traced) -> bool:
        """Whether the value serves one cell only; for an entry, whether its container has one for each."""
        if answer.kind is not Kind.ENTRY or not isinstance(answer.origin, tuple):
            named = any(len(self.cells[place]) == 1 for place in answer.basis.listed)
            return named or (answer.kind is Kind.LITERAL and len(self.cells[answer.origin]) == 1)
        root = answer.origin[0]
        return len(self.entries[root]) >= MOSTLY * len(self.of_container[root])


def cell_evidence(table: Table, call: Call, tracer: Tracer, parameters: Mapping[str, str]) -> Mapping[int, Evidence]:
    """The evidence for each cell by its position; `parameters` has the axis of each parameter."""
    samples = dict(_all_samples(table))
    tracer.share_steps(sum(map(len, samples.values())))
    answers = {at: list(_answers(table, at, keys, call, tracer, parameters)) for at, keys in samples.items()}
    uses = _Uses()
    for at, found in answers.items():
        for answer in found:
            uses.add(answer, at)
    return {at: weakest([_graded(answer, uses, table.policy) for answer in found]) for at, found in answers.items()}


def _all_samples(table: Table) -> Iterator[tuple[int, Sequence[Keys]]]:
    samples = Samples(table)
    return ((at, samples.of(at)) for at in range(len(table.cases)))


def _answers(
    table: Table, at: int, samples: Sequence[Keys], call: Call, tracer: Tracer, parameters: Mapping[str, str]
) -> Iterator[Traced]:
    """The values in the code from which the answers for a cell come."""
    domains, case = {axis.name: axis.domain for axis in table.axes}, table.cases[at]
    for keys in samples:
        inputs = {name: (axis, domains[axis].plain(keys[axis])) for name, axis in parameters.items()}
        for answer in tracer.answers(call.function, inputs):
            yield from _own_terms(table, case, answer) if table.policy is Policy.SUM else _parts(table, case, answer)


def _parts(table: Table, case: Case, answer: Traced) -> Iterator[Traced]:
    """The parts of an answer of several values; of a list of hits those that the cell prints."""
    if not isinstance(answer.value, tuple) or answer.kind is Kind.ENTRY:
        yield answer
        return
    wanted = code_value(table, case.value.plain)
    hits = [part for part in answer.value if plain(part) == wanted] if table.policy is Policy.LIST else answer.value
    if not hits:
        yield answer
    else:
        yield from (part.under(answer.basis) for part in hits)


def _own_terms(table: Table, case: Case, answer: Traced) -> Iterator[Traced]:
    """The terms of a sum that depend on what one modifier depends on, and on as little else as any."""
    own = {
        axis.name for box in case.boxes for axis, keys in zip(table.axes, box, strict=True) if keys != axis.domain.keys
    }
    own = own | {case.value.axis} - {""} or {axis.name for axis in table.axes}
    terms = [term for term in answer.terms or (answer,) if term.basis.inputs & own]
    nearest = max((_likeness(term, own) for term in terms), default=0)
    yield from [term for term in terms if _likeness(term, own) == nearest] or (answer,)


def _likeness(term: Traced, axes: set[str]) -> float:
    """How far a term depends on these axes and no others."""
    return len(term.basis.inputs & axes) / len(term.basis.inputs | axes)


def _graded(answer: Traced, uses: _Uses, policy: Policy) -> Evidence:
    """The grade of one value in the code, for the cells that it serves."""
    basis, rules = answer.basis, answer.basis.sources
    if answer.kind is Kind.ENTRY and uses.one_for_each_cell(answer):
        return Evidence(Grade.REPEATED, repeats=_written(answer))
    computed = answer.kind is Kind.COMPUTED or Mark.COMPUTED in basis.marks or bool(basis.rules)
    if computed or (answer.kind is Kind.SCALED and policy is not Policy.SUM):
        return Evidence(Grade.DERIVED, rules)
    plainly_chosen = not basis.marks & {Mark.ORDER, Mark.SHARED}
    if policy is not Policy.SUM and plainly_chosen and uses.one_for_each_cell(answer):
        return Evidence(Grade.REPEATED, repeats=_written(answer))
    return Evidence(Grade.DERIVED if basis.handed_on else Grade.RESTATED, rules)


def _written(answer: Traced) -> Literal | None:
    """The literal, or the container of an entry."""
    root = answer.origin[0] if isinstance(answer.origin, tuple) else answer.origin
    if not isinstance(root, ast.expr) or root.end_lineno is None or root.end_col_offset is None:
        return None
    return Literal(root.lineno, root.col_offset, root.end_lineno, root.end_col_offset)


def weakest(found: Sequence[Evidence]) -> Evidence:
    """Of several ways to a cell the weakest counts; a cell that no way reaches repeats nothing."""
    if not found:
        return Evidence(Grade.RESTATED)
    grade = min((each.grade for each in found), key=WEAKEST_FIRST.index)
    of_grade = [each for each in found if each.grade is grade]
    rules = tuple(sorted({rule for each in of_grade for rule in each.rules}))
    return Evidence(grade, rules, of_grade[0].repeats)
