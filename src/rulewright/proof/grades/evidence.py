"""The grades of cells and claims, from the answers that the trace finds for a few inputs of each.

For a claim the question is whether the rules code makes the same comparisons as the claim, or others.
"""

import ast
from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice, product

from rulewright.model import expression as model
from rulewright.model.answers import GAP, OUTSIDE, QUESTION, code_value, deciding_owners, precedence, region
from rulewright.model.domain import Domain
from rulewright.model.expression import COMPARE, Among, Amount, Both, Condition, Either, Not, Number, Sum, Variable
from rulewright.model.keyset import Box, KeySet
from rulewright.model.table import Call, Case, Policy, Table
from rulewright.proof.grades.trace import Comparison, Tracer, parameters
from rulewright.proof.grades.traced import (
    UNKNOWN,
    Basis,
    Kind,
    Linear,
    Mark,
    Traced,
    applied,
    elements,
    linear_of,
    linear_sum,
    plain,
)
from rulewright.proof.report import Grade

Keys = Mapping[str, int]

MOST_SAMPLES = 4
MOST_ROWS = 500
"""Of a larger table one input of each cell is enough, and rows are not compared with one another."""
MOST_TRIES = 48
"""Combinations to try in a box before a search for one that the cell decides."""
SPREAD = 3
"""Keys of one axis: the first, the last and one in the middle."""


class Samples:
    """The inputs that a cell of a table decides, as far as the proof tries them."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.tried = tuple(axis.domain.proof_keys() for axis in table.axes)
        self.order = precedence(table)
        self.regions = {at: region(table, at) for at in self.order}
        self.most = MOST_SAMPLES if len(self.order) <= MOST_ROWS else 1

    def of(self, position: int) -> list[Keys]:
        """Return a few inputs of the cell; none if the proof tries none."""
        found = list(islice(self._decided(position), self.most))
        if not found and self.table.policy not in (Policy.SUM, Policy.LIST):
            found = list(islice(self._searched(position), 1))
        return [dict(zip((axis.name for axis in self.table.axes), keys, strict=True)) for keys in found]

    def _decided(self, position: int) -> Iterator[tuple[int, ...]]:
        for box in self.table.cases[position].boxes:
            for keys in islice(combinations(box, self.tried), MOST_TRIES):
                if self._decides(position, keys):
                    yield keys

    def _decides(self, position: int, keys: tuple[int, ...]) -> bool:
        if any(_inside(keys, silence.boxes) for silence in self.table.silences):
            return False
        if self.table.policy in (Policy.SUM, Policy.LIST, Policy.ANY):
            return True
        if len(self.order) > MOST_ROWS or self.table.policy is Policy.UNIQUE:
            return _inside(keys, self.regions[position])
        return next((at for at in self.order if _inside(keys, self.regions[at])), None) == position

    def _searched(self, position: int) -> Iterator[tuple[int, ...]]:
        for box in self.table.cases[position].boxes:
            for owner, part in deciding_owners(self.table, box):
                if owner == position and owner not in (GAP, OUTSIDE, QUESTION):
                    yield from islice(combinations(part, self.tried), 1)


def _inside(keys: Sequence[int], boxes: Sequence[Box]) -> bool:
    return any(all(key in keyset for key, keyset in zip(keys, box, strict=True)) for box in boxes)


def combinations(box: Box, tried: Sequence[KeySet]) -> Iterator[tuple[int, ...]]:
    """Combinations of a box, spread over it."""
    return product(*(spread(keyset & reached) for keyset, reached in zip(box, tried, strict=True)))


def spread(keys: KeySet) -> list[int]:
    """The first key, the last and one in the middle."""
    if not keys.finite:
        return []
    ends = dict.fromkeys(int(end) for interval in keys.intervals for end in interval)
    chosen = list(ends)
    chosen = chosen if len(chosen) <= SPREAD else [chosen[0], chosen[-1], chosen[len(chosen) // 2]]
    if len(chosen) == 2 and chosen[1] - chosen[0] > 1 and (middle := sum(chosen) // 2) in keys:
        chosen.append(middle)
    return chosen


def spread_over(domains: Mapping[str, Domain], most: int) -> Iterator[Keys]:
    """Yield about `most` combinations of some domains, evenly spread; all combinations if there are fewer."""
    keys = [list(domain.proof_keys()) for domain in domains.values()]
    sizes = [len(each) for each in keys]
    count = 1
    for size in sizes:
        count *= size
    step = max(1, count // most) | 1 if count > most else 1
    for index in range(0, count, step):
        combination, rest = {}, index
        for name, each in zip(domains, keys, strict=True):
            rest, at = divmod(rest, len(each))
            combination[name] = each[at]
        yield combination


MOSTLY = 0.9
"""A container repeats its cells if it has at least this share of entries for them."""
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


MOST_CLAIM_SAMPLES = 64
MOST_KEYS = 200
"""Keys of a domain for which a comparison is decided one by one."""
SIGNS = {">=": ">=", "<": ">=", ">": ">", "<=": ">", "=": "=", "!=": "="}
"""A comparison and its opposite divide the inputs alike."""
MIRRORED = {">=": "<=", "<=": ">=", ">": "<", "<": ">", "=": "=", "!=": "!="}
OPERATORS: Mapping[type[ast.cmpop], str] = {
    ast.GtE: ">=",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.Lt: "<",
    ast.Eq: "=",
    ast.Is: "=",
    ast.NotEq: "!=",
    ast.IsNot: "!=",
}

Test = tuple[object, ...]
"""A comparison as it divides the inputs, however it is written."""


def claim_evidence(
    conditions: Sequence[Condition],
    call: Call,
    tracer: Tracer,
    parameters: Mapping[str, str],
    domains: Mapping[str, Domain],
) -> Sequence[Evidence]:
    """The evidence for the claims with these conditions, which one function proves together."""
    asked = {axis: domains[axis] for axis in parameters.values() if axis in domains}
    answers = [
        answer
        for keys in spread_over(asked, MOST_CLAIM_SAMPLES)
        for answer in tracer.answers(
            call.function, {name: (axis, asked[axis].plain(keys[axis])) for name, axis in parameters.items()}
        )
    ]
    comparisons_made = [*tracer.conditions]
    # An answer that is an input is itself a condition.
    comparisons_made += [(ast.Eq(), each, Traced(True, Kind.LITERAL)) for each in answers if each.kind is Kind.INPUT]
    comparisons = _Comparisons(call, tracer, parameters, asked)
    made: set[Test | None] = set(comparisons.of_code(comparisons_made))
    basis = Basis()
    for answer in answers:
        basis |= answer.basis.marked(Mark.COMPUTED) if answer.kind is Kind.COMPUTED else answer.basis
    linear = all(_plain_sum(each) for _, *operands in comparisons_made for each in operands)
    tests = (set(comparisons.of_claim(each)) for each in conditions)
    return [_evidence(each, made, basis, linear=linear) for each in tests]


def _plain_sum(operand: Traced) -> bool:
    """Whether the operand is not calculated, or only adds up inputs and numbers as a claim may."""
    if operand.kind is not Kind.COMPUTED:
        return True
    linear = linear_of(operand)
    return linear is not None and operand.basis.inputs <= {name for name, _ in linear[0]}


def _evidence(tests: set[Test | None], made: set[Test | None], basis: Basis, *, linear: bool) -> Evidence:
    """The evidence for a claim with these comparisons, where the code makes those."""
    same = bool(tests) and None not in tests and tests <= made
    if same and not basis.rules and (linear or Mark.COMPUTED not in basis.marks):
        return Evidence(Grade.RESTATED if Mark.SHARED in basis.marks else Grade.REPEATED)
    derived = Mark.COMPUTED in basis.marks or basis.rules or basis.handed_on
    return Evidence(Grade.DERIVED if derived else Grade.RESTATED, basis.sources)


class _Comparisons:
    """How comparisons divide the inputs of a function, whether the code makes them or a claim."""

    def __init__(
        self, call: Call, tracer: Tracer, parameters_of: Mapping[str, str], domains: Mapping[str, Domain]
    ) -> None:
        annotations = {each.arg: each.annotation for each in parameters(tracer.code.functions[call.function])}
        self.domains = domains
        self.keys = {axis: list(islice(domain.proof_keys(), MOST_KEYS + 1)) for axis, domain in domains.items()}
        self.values = {
            axis: [tracer.code.argument(annotations[name], domains[axis].plain(key)) for key in self._few(axis)]
            for name, axis in parameters_of.items()
        }
        self.numbers = {
            axis: [Fraction(domain.number(key)) for key in self._few(axis)]
            for axis, domain in domains.items()
            if not domain.names
        }

    def _few(self, axis: str) -> Sequence[int]:
        """The keys of an axis; none where there are too many to decide one by one."""
        return self.keys[axis] if len(self.keys[axis]) <= MOST_KEYS else ()

    def of_code(self, conditions: Sequence[Comparison]) -> Iterator[Test]:
        """The comparisons that were made, each kind once."""
        seen: set[object] = set()
        for op, left, right in conditions:
            pair = linear_of(left), linear_of(right)
            same = type(op), left.kind, left.basis.inputs, type(left.value), plain(right), pair
            if same in seen:
                continue
            seen.add(same)
            one, other = pair
            sign = OPERATORS.get(type(op))
            if sign is not None and one is not None and other is not None:
                test = self._linear(one, sign, other)
                if test is not None:
                    yield test
            if left.kind is Kind.INPUT and len(left.basis.inputs) == 1 and right.known:
                yield from self._decided(op, left, right, next(iter(left.basis.inputs)))

    def _decided(self, op: ast.cmpop, left: Traced, right: Traced, axis: str) -> Iterator[Test]:
        """A comparison of one input, decided for each of its keys."""
        values = self.values.get(axis, ())
        if not values or (type(left.value) is not type(values[0]) and not isinstance(left.value, (int, float))):
            return
        if isinstance(op, (ast.In, ast.NotIn)):
            among = [plain(part) for part in elements(right) or ()]
            holds: list[object] = [value in among for value in values]
        else:
            holds = [applied(op, Traced(value, Kind.INPUT), right) for value in values]
        if UNKNOWN not in holds:
            yield self._divided(axis, holds)

    def _divided(self, axis: str, holds: Sequence[object]) -> Test:
        """A division of the keys of an axis in two, whichever of them is meant."""
        where = frozenset(key for key, each in zip(self.keys[axis], holds, strict=False) if each)
        return axis, frozenset((where, frozenset(self.keys[axis]) - where))

    def _linear(self, one: Linear, sign: str, other: Linear) -> Test | None:
        """A comparison of sums of inputs as a sum compared with a number; None where nothing varies."""
        factors = {name: factor for name, factor in linear_sum(one, other, -1)[0] if factor}
        if not factors:
            return None
        scale = next(iter(factors.values()))
        sign, bound = sign if scale > 0 else MIRRORED[sign], (other[1] - one[1]) / scale
        first = next(iter(factors))
        if len(factors) == 1 and self.numbers.get(first):
            return self._divided(first, [COMPARE[sign](number, bound) for number in self.numbers[first]])
        if self._whole(factors, scale) and SIGNS[sign] == ">" and bound.denominator == 1:
            sign, bound = ">=", bound + 1
        return tuple((name, factor / scale) for name, factor in factors.items()), SIGNS[sign], bound

    def _whole(self, factors: Mapping[str, Fraction], scale: Fraction) -> bool:
        """Whether a sum has no values between two whole numbers."""
        inputs = all(axis in self.domains and self.domains[axis].step is None for axis in factors)
        return inputs and all((factor / scale).denominator == 1 for factor in factors.values())

    def of_claim(self, condition: Condition) -> Iterator[Test | None]:
        """The comparisons of a claim; None for one that the code cannot make, such as one with a table."""
        match condition:
            case Not(inner):
                yield from self.of_claim(inner)
            case Both(left, right) | Either(left, right):
                yield from self.of_claim(left)
                yield from self.of_claim(right)
            case Among(name, keys):
                yield self._divided(name, [key in keys for key in self._few(name)]) if name in self.keys else None
            case model.Comparison(sign, left, right):
                one, other = _linear(left), _linear(right)
                yield None if one is None or other is None else self._linear(one, sign, other)


def _linear(amount: Amount) -> Linear | None:
    match amount:
        case Number(value):
            return (), Fraction(value)
        case Variable(name):
            return ((name, Fraction(1)),), Fraction(0)
        case Sum(left, right, minus):
            one, other = _linear(left), _linear(right)
            if one is None or other is None:
                return None
            return linear_sum(one, other, -1 if minus else 1)
    return None
