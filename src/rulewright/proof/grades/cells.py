"""Grades the cells of a table by where the code has their values.

`cell_evidence` takes a table and the traced call of its proof, and returns the evidence for each cell. It traces a few
inputs that the cell decides (`Samples`), and counts the cells that each value in the code serves (`_Uses`). So
`return {1: 4, 2: 3}[reach]` repeats a table of two cells, and `return 5 - reach` derives it. The *origin* of a traced
value is its syntax node or, for an entry, the node of the container and the keys: (dict, 1). A *box* is a set of keys
for each axis, and the *region* of a cell the boxes that it decides.
"""

import ast
from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice, product

from rulewright.entries.cells import Case
from rulewright.entries.keyset import Box, KeySet
from rulewright.entries.table import Policy, Table
from rulewright.proof.grades.evidence import Evidence, Keys, Literal, TracedCall, weakest
from rulewright.proof.grades.traced import Mark, Traced, ValueKind, value_of
from rulewright.proof.report import Grade
from rulewright.tables.answers import GAP, OUTSIDE, QUESTION, code_value, deciding_owners, precedence, region

MOST_SAMPLES = 4
"""Most inputs of a cell that are traced."""

MOST_ROWS = 500
"""In a larger table only one input of each cell is traced, and rows are not compared with one another."""

MOST_TRIES = 48
"""Combinations of a box that are tried before searching for one that the cell decides."""

SPREAD = 3
"""Number of keys of one axis: the first, the last and one in the middle."""

REPEATED_SHARE = 0.9
"""Share of the cells of a container or a table from which on it repeats them."""


def cell_evidence(table: Table, call: TracedCall) -> Mapping[int, Evidence]:
    """Return the evidence for each cell by its position."""
    samples, domains = Samples(table), {axis.name: axis.domain for axis in table.axes}
    inputs = [samples.for_cell(position) for position in range(len(table.cases))]
    call.tracer.share_steps(sum(map(len, inputs)))
    parts_of = _terms_of_modifier if table.policy is Policy.SUM else _graded_parts
    answers: list[list[Traced]] = []
    for case, keys_of_case in zip(table.cases, inputs, strict=True):
        whole_answers = (answer for keys in keys_of_case for answer in call.answers(domains, keys))
        answers.append([part for answer in whole_answers for part in parts_of(table, case, answer)])
    uses = _Uses()
    for position, parts in enumerate(answers):
        for part in parts:
            uses.add(part, position)
    graded_parts = ([_graded(part, uses, table.policy) for part in parts] for parts in answers)
    return dict(enumerate(map(weakest, graded_parts)))


def _graded_parts(table: Table, case: Case, answer: Traced) -> Iterator[Traced]:
    """Yield the parts of an answer with several values; of a list of hits, only those that the cell prints."""
    if not isinstance(answer.value, tuple) or answer.kind is ValueKind.ENTRY:
        yield answer
        return
    printed = code_value(table, case.value.plain)
    parts: Sequence[Traced] = answer.value
    if table.policy is Policy.LIST:
        parts = [part for part in parts if value_of(part) == printed]
    yield from [part.depending_on(answer.basis) for part in parts] or (answer,)


def _terms_of_modifier(table: Table, case: Case, answer: Traced) -> Iterator[Traced]:
    """Yield the terms of a sum that depend on the axes of one modifier, and on as few others as possible."""
    axes = set() if case.value.axis == "" else {case.value.axis}
    for box in case.boxes:
        # an axis whose keys all have the modifier does not matter to it
        axes |= {axis.name for axis, keys in zip(table.axes, box, strict=True) if keys != axis.domain.keys}
    axes = axes or {axis.name for axis in table.axes}
    terms = [term for term in answer.terms or (answer,) if term.basis.inputs & axes]
    nearest = max((_likeness(term, axes) for term in terms), default=0)
    yield from [term for term in terms if _likeness(term, axes) == nearest] or (answer,)


def _likeness(term: Traced, axes: set[str]) -> float:
    """Return how far a term depends on these axes and no others."""
    return len(term.basis.inputs & axes) / len(term.basis.inputs | axes)


@dataclass(slots=True)
class _Uses:
    """The cells that each value in the code serves; for each container, the entries in use and the cells they serve.

    Values and containers are known by their origin in the code (`Traced.origin`), cells by their position.
    """

    cells: dict[Hashable, set[int]] = field(default_factory=lambda: defaultdict(set))
    entries: dict[Hashable, set[Hashable]] = field(default_factory=lambda: defaultdict(set))
    cells_of_container: dict[Hashable, set[int]] = field(default_factory=lambda: defaultdict(set))

    def add(self, answer: Traced, cell: int) -> None:
        """Note that the value serves the cell."""
        for place in (answer.origin, *answer.basis.listed):  # `listed`: entries such as the 4 in `reach in (2, 4)`
            self.cells[place].add(cell)
        if answer.kind is ValueKind.ENTRY and isinstance(answer.origin, tuple):
            root = answer.origin[0]
            self.entries[root].add(answer.origin)
            self.cells_of_container[root].add(cell)

    def one_for_each_cell(self, answer: Traced) -> bool:
        """Return whether the value serves one cell only, or its container has an entry for each of its cells."""
        if answer.kind is not ValueKind.ENTRY or not isinstance(answer.origin, tuple):
            named = any(len(self.cells[place]) == 1 for place in answer.basis.listed)
            return named or (answer.kind is ValueKind.LITERAL and len(self.cells[answer.origin]) == 1)
        root = answer.origin[0]
        return len(self.entries[root]) >= REPEATED_SHARE * len(self.cells_of_container[root])


def _graded(answer: Traced, uses: _Uses, policy: Policy) -> Evidence:
    """Grade one value in the code, for the cells that it serves."""
    basis, rules = answer.basis, answer.basis.sources
    if answer.kind is ValueKind.ENTRY and uses.one_for_each_cell(answer):
        return Evidence(Grade.REPEATED, repeats=_repeated_literal(answer))
    computed = answer.kind is ValueKind.COMPUTED or Mark.COMPUTED in basis.marks or bool(basis.rules)
    if computed or (answer.kind is ValueKind.SCALED and policy is not Policy.SUM):
        return Evidence(Grade.DERIVED, rules)
    plainly_chosen = not basis.marks & {Mark.ORDER, Mark.SHARED}
    if policy is not Policy.SUM and plainly_chosen and uses.one_for_each_cell(answer):
        return Evidence(Grade.REPEATED, repeats=_repeated_literal(answer))
    return Evidence(Grade.DERIVED if basis.passed_on else Grade.RESTATED, rules)


def _repeated_literal(answer: Traced) -> Literal | None:
    """Return the literal of an answer, or the container of an entry."""
    root = answer.origin[0] if isinstance(answer.origin, tuple) else answer.origin
    if not isinstance(root, ast.expr) or root.end_lineno is None or root.end_col_offset is None:
        return None
    return Literal(root.lineno, root.col_offset, root.end_lineno, root.end_col_offset)


class Samples:
    """Inputs that each cell of a table decides, among those that the proof tries.

    Where several cells apply, the first of them in `order` decides. `most` is the number of inputs for each cell.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.tried = tuple(axis.domain.proof_keys() for axis in table.axes)
        self.order = precedence(table)
        self.regions = {position: region(table, position) for position in self.order}
        self.most = MOST_SAMPLES if len(self.order) <= MOST_ROWS else 1

    def for_cell(self, position: int) -> list[Keys]:
        """Return a few inputs of the cell; none if the proof tries none."""
        samples = list(islice(self._decided(position), self.most))
        if not samples and self.table.policy not in (Policy.SUM, Policy.LIST):
            samples = list(islice(self._searched(position), 1))
        return [dict(zip((axis.name for axis in self.table.axes), keys, strict=True)) for keys in samples]

    def _decided(self, position: int) -> Iterator[tuple[int, ...]]:
        """Yield combinations that the cell decides, among the first of each of its boxes."""
        for box in self.table.cases[position].boxes:
            for keys in islice(combinations(box, self.tried), MOST_TRIES):
                if self._decides(position, keys):
                    yield keys

    def _decides(self, position: int, keys: tuple[int, ...]) -> bool:
        """Return whether the cell at `position` decides the combination."""
        if any(_is_inside(keys, silence.boxes) for silence in self.table.silences):
            return False
        if len(self.order) > MOST_ROWS or self.table.policy not in (Policy.FIRST, Policy.PRIORITY):
            return _is_inside(keys, self.regions[position])
        deciding = (each for each in self.order if _is_inside(keys, self.regions[each]))
        return next(deciding, None) == position

    def _searched(self, position: int) -> Iterator[tuple[int, ...]]:
        """Yield combinations from the parts of the boxes of a cell that it decides; this is slow."""
        for box in self.table.cases[position].boxes:
            for owner, part in deciding_owners(self.table, box):
                if owner == position and owner not in (GAP, OUTSIDE, QUESTION):
                    yield from islice(combinations(part, self.tried), 1)


def _is_inside(keys: Sequence[int], boxes: Sequence[Box]) -> bool:
    """Return whether a combination is in one of the boxes."""
    return any(all(key in keyset for key, keyset in zip(keys, box, strict=True)) for box in boxes)


def combinations(box: Box, tried_keys: Sequence[KeySet]) -> Iterator[tuple[int, ...]]:
    """Yield combinations of a box, spread over it."""
    return product(*(spread(keyset & reached) for keyset, reached in zip(box, tried_keys, strict=True)))


def spread(keys: KeySet) -> list[int]:
    """Return the first key, the last and one in the middle: 1, 9 and 5 for the keys 1-9; none if they are endless."""
    if not keys.finite:
        return []
    ends = list(dict.fromkeys(int(end) for interval in keys.intervals for end in interval))
    if len(ends) > SPREAD:
        return [ends[0], ends[-1], ends[len(ends) // 2]]
    if len(ends) == 2 and ends[1] - ends[0] > 1 and (middle := sum(ends) // 2) in keys:
        return [*ends, middle]
    return ends
