"""Grades every statement that agrees with the rules code, and finds functions that only repeat their table.

The input is the rules code as text; the output is the proof report with grades (see `grades/__init__.py` for their
meaning). For example, `return {1: 4, 2: 3}[reach]` repeats a table of two cells, and `return 5 - reach` derives it.

The grade of a cell comes from the answers that the trace finds for a few inputs of the cell. A claim is graded by
whether the rules code makes the same comparisons as the claim.

Evidence depends on the code, on the functions that printed statements are compared with, and on the table or claims,
but not on their places. So it is cached, and after an edit only what the edit changed is traced.

Code that was copied from a table agrees with it whatever the rule says, and repeats its mistakes. So rules code should
say *why*: a base value and what changes it, a threshold, an order, a formula. If the rule is only arbitrary numbers,
the author waives the finding and gives that as the reason.
"""

import ast
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import islice, product
from math import prod
from typing import TypeVar

from rulewright.entries.calls import Call
from rulewright.findings import Finding, Label, Severity, Span
from rulewright.model import expression as model
from rulewright.model.answers import GAP, OUTSIDE, QUESTION, code_value, deciding_owners, precedence, region
from rulewright.model.book import Book
from rulewright.model.domain import Domain
from rulewright.model.expression import (
    COMPARE,
    Among,
    Amount,
    Both,
    Claim,
    Condition,
    Either,
    Not,
    Number,
    Sum,
    Variable,
)
from rulewright.model.keyset import Box, KeySet
from rulewright.model.table import Case, Policy, Table
from rulewright.proof.claims import claim_domains
from rulewright.proof.executor import ResultCache, as_function
from rulewright.proof.grades.trace import CodeComparison, CodeSyntax, Tracer
from rulewright.proof.grades.traced import (
    UNKNOWN,
    Basis,
    Linear,
    Mark,
    Traced,
    ValueKind,
    applied,
    elements,
    linear_of,
    linear_sum,
    value_of,
)
from rulewright.proof.report import Grade, ProofReport, State, Statement
from rulewright.proof.rules_syntax import parameters
from rulewright.proof.statements import claim_groups, proofs
from rulewright.proof.truth_tables import TableNumbers

T = TypeVar("T")
Keys = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class TracedCall:
    """A traced function of the rules code, with the axis of each of its parameters."""

    tracer: Tracer
    function: str
    axis_of: Mapping[str, str]

    def answers(self, domains: Mapping[str, Domain], keys: Keys) -> list[Traced]:
        inputs = {name: (axis, domains[axis].plain(keys[axis])) for name, axis in self.axis_of.items()}
        return self.tracer.answers(self.function, inputs)


MOST_SAMPLES = 4
MOST_ROWS = 500
"""In a larger table only one input of each cell is traced, and rows are not compared with one another."""
MOST_TRIES = 48
"""Combinations of a box that are tried before searching for one that the cell decides."""
SPREAD = 3
"""Number of keys of one axis: the first, the last and one in the middle."""


class Samples:
    """Inputs that each cell of a table decides, among those that the proof tries."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.tried = tuple(axis.domain.proof_keys() for axis in table.axes)
        self.order = precedence(table)
        self.regions = {at: region(table, at) for at in self.order}
        self.most = MOST_SAMPLES if len(self.order) <= MOST_ROWS else 1

    def of(self, position: int) -> list[Keys]:
        """Return a few inputs of the cell; none if the proof tries none."""
        samples = list(islice(self._decided(position), self.most))
        if not samples and self.table.policy not in (Policy.SUM, Policy.LIST):
            samples = list(islice(self._searched(position), 1))
        return [dict(zip((axis.name for axis in self.table.axes), keys, strict=True)) for keys in samples]

    def _decided(self, position: int) -> Iterator[tuple[int, ...]]:
        for box in self.table.cases[position].boxes:
            for keys in islice(combinations(box, self.tried), MOST_TRIES):
                if self._decides(position, keys):
                    yield keys

    def _decides(self, position: int, keys: tuple[int, ...]) -> bool:
        if any(_is_inside(keys, silence.boxes) for silence in self.table.silences):
            return False
        if self.table.policy in (Policy.SUM, Policy.LIST, Policy.ANY):
            return True
        if len(self.order) > MOST_ROWS or self.table.policy is Policy.UNIQUE:
            return _is_inside(keys, self.regions[position])
        return next((at for at in self.order if _is_inside(keys, self.regions[at])), None) == position

    def _searched(self, position: int) -> Iterator[tuple[int, ...]]:
        for box in self.table.cases[position].boxes:
            for owner, part in deciding_owners(self.table, box):
                if owner == position and owner not in (GAP, OUTSIDE, QUESTION):
                    yield from islice(combinations(part, self.tried), 1)


def _is_inside(keys: Sequence[int], boxes: Sequence[Box]) -> bool:
    return any(all(key in keyset for key, keyset in zip(keys, box, strict=True)) for box in boxes)


def combinations(box: Box, tried_keys: Sequence[KeySet]) -> Iterator[tuple[int, ...]]:
    """Yield combinations of a box, spread over it."""
    return product(*(spread(keyset & reached) for keyset, reached in zip(box, tried_keys, strict=True)))


def spread(keys: KeySet) -> list[int]:
    """Return the first key, the last and one in the middle."""
    if not keys.finite:
        return []
    ends = dict.fromkeys(int(end) for interval in keys.intervals for end in interval)
    few = list(ends)
    few = few if len(few) <= SPREAD else [few[0], few[-1], few[len(few) // 2]]
    if len(few) == 2 and few[1] - few[0] > 1 and (middle := sum(few) // 2) in keys:
        few.append(middle)
    return few


def spread_over(domains: Mapping[str, Domain], most: int) -> Iterator[Keys]:
    """Yield about `most` combinations of some domains, evenly spread; all combinations if there are fewer."""
    keys = [list(domain.proof_keys()) for domain in domains.values()]
    count = prod(map(len, keys))
    step = max(1, count // most) | 1 if count > most else 1
    for index in range(0, count, step):
        combination, rest = {}, index
        for name, each in zip(domains, keys, strict=True):
            rest, at = divmod(rest, len(each))
            combination[name] = each[at]
        yield combination


REPEATED_SHARE = 0.9
"""Share of the cells of a container or a table from which on it repeats them."""
WEAKEST_FIRST = (Grade.REPEATED, Grade.RESTATED, Grade.DERIVED)


@dataclass(frozen=True, slots=True, order=True)
class Literal:
    """The range of a literal in the code: lines from 1, columns in bytes from 0."""

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class Evidence:
    """The grade of a statement, the functions of other rules that compute it, and the literal that it repeats."""

    grade: Grade
    rules: tuple[str, ...] = ()
    repeats: Literal | None = None


@dataclass(slots=True)
class _Uses:
    """The cells that each value in the code serves, and the entries of each container."""

    cells: dict[Hashable, set[int]] = field(default_factory=lambda: defaultdict(set))
    entries: dict[Hashable, set[Hashable]] = field(default_factory=lambda: defaultdict(set))
    of_container: dict[Hashable, set[int]] = field(default_factory=lambda: defaultdict(set))

    def add(self, answer: Traced, cell: int) -> None:
        for place in (answer.origin, *answer.basis.listed):
            self.cells[place].add(cell)
        if answer.kind is ValueKind.ENTRY and isinstance(answer.origin, tuple):
            root = answer.origin[0]
            self.entries[root].add(answer.origin)
            self.of_container[root].add(cell)

    def one_for_each_cell(self, answer: Traced) -> bool:
        """Return whether the value serves one cell only, or its container has an entry for each of its cells."""
        if answer.kind is not ValueKind.ENTRY or not isinstance(answer.origin, tuple):
            named = any(len(self.cells[place]) == 1 for place in answer.basis.listed)
            return named or (answer.kind is ValueKind.LITERAL and len(self.cells[answer.origin]) == 1)
        root = answer.origin[0]
        return len(self.entries[root]) >= REPEATED_SHARE * len(self.of_container[root])


def cell_evidence(table: Table, call: TracedCall) -> Mapping[int, Evidence]:
    """Return the evidence for each cell by its position."""
    samples, domains = Samples(table), {axis.name: axis.domain for axis in table.axes}
    inputs = [samples.of(at) for at in range(len(table.cases))]
    call.tracer.share_steps(sum(map(len, inputs)))
    parts_of = _terms_of_modifier if table.policy is Policy.SUM else _graded_parts
    answers = [
        [part for keys in each for answer in call.answers(domains, keys) for part in parts_of(table, case, answer)]
        for case, each in zip(table.cases, inputs, strict=True)
    ]
    uses = _Uses()
    for at, parts in enumerate(answers):
        for part in parts:
            uses.add(part, at)
    return {at: weakest([_graded(part, uses, table.policy) for part in parts]) for at, parts in enumerate(answers)}


def _graded_parts(table: Table, case: Case, answer: Traced) -> Iterator[Traced]:
    """Yield the parts of an answer with several values; of a list of hits, only those that the cell prints."""
    if not isinstance(answer.value, tuple) or answer.kind is ValueKind.ENTRY:
        yield answer
        return
    printed = code_value(table, case.value.plain)
    hits = [part for part in answer.value if value_of(part) == printed] if table.policy is Policy.LIST else answer.value
    if not hits:
        yield answer
    else:
        yield from (part.depending_on(answer.basis) for part in hits)


def _terms_of_modifier(table: Table, case: Case, answer: Traced) -> Iterator[Traced]:
    """Yield the terms of a sum that depend on the axes of one modifier, and on as few others as possible."""
    own = {
        axis.name for box in case.boxes for axis, keys in zip(table.axes, box, strict=True) if keys != axis.domain.keys
    }
    own = own | {case.value.axis} - {""} or {axis.name for axis in table.axes}
    terms = [term for term in answer.terms or (answer,) if term.basis.inputs & own]
    nearest = max((_likeness(term, own) for term in terms), default=0)
    yield from [term for term in terms if _likeness(term, own) == nearest] or (answer,)


def _likeness(term: Traced, axes: set[str]) -> float:
    """Return how far a term depends on these axes and no others."""
    return len(term.basis.inputs & axes) / len(term.basis.inputs | axes)


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


def weakest(candidates: Sequence[Evidence]) -> Evidence:
    """Return the weakest evidence of several ways to a cell; a cell that no way reaches is restated."""
    if not candidates:
        return Evidence(Grade.RESTATED)
    grade = min((each.grade for each in candidates), key=WEAKEST_FIRST.index)
    of_grade = [each for each in candidates if each.grade is grade]
    rules = tuple(sorted({rule for each in of_grade for rule in each.rules}))
    return Evidence(grade, rules, of_grade[0].repeats)


MOST_CLAIM_SAMPLES = 64
MOST_KEYS = 200
"""Most keys of a domain for which a comparison is decided one by one."""
SIGNS = {">=": ">=", "<": ">=", ">": ">", "<=": ">", "=": "=", "!=": "="}
"""Comparisons by sign; a comparison and its opposite divide the inputs in the same way."""
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
"""A comparison, normalised to the way it divides the inputs."""


def claim_evidence(
    conditions: Sequence[Condition], call: TracedCall, domains: Mapping[str, Domain]
) -> Sequence[Evidence]:
    """Return the evidence for claims with these conditions, which one function proves together."""
    domains = {axis: domains[axis] for axis in call.axis_of.values() if axis in domains}
    sampled_keys = spread_over(domains, MOST_CLAIM_SAMPLES)
    answers = [answer for keys in sampled_keys for answer in call.answers(domains, keys)]
    code_comparisons = [*call.tracer.conditions]
    # An answer that is an input is itself a condition.
    code_comparisons += [
        (ast.Eq(), each, Traced(True, ValueKind.LITERAL)) for each in answers if each.kind is ValueKind.INPUT
    ]
    comparisons = _Comparisons(call, domains)
    code_tests: set[Test | None] = set(comparisons.of_code(code_comparisons))
    basis = Basis()
    for answer in answers:
        basis |= answer.basis.marked(Mark.COMPUTED) if answer.kind is ValueKind.COMPUTED else answer.basis
    calculates = Mark.COMPUTED in basis.marks
    linear = all(_plain_sum(each) for _, *operands in code_comparisons for each in operands)
    grade = Grade.DERIVED if calculates or basis.rules or basis.passed_on else Grade.RESTATED
    evidence = []
    for condition in conditions:
        tests = set(comparisons.of_claim(condition))
        same = bool(tests) and None not in tests and tests <= code_tests
        if same and not basis.rules and (linear or not calculates):
            evidence.append(Evidence(Grade.RESTATED if Mark.SHARED in basis.marks else Grade.REPEATED))
        else:
            evidence.append(Evidence(grade, basis.sources))
    return evidence


def _plain_sum(operand: Traced) -> bool:
    """Return whether the operand is not calculated, or only adds up inputs and numbers, as a claim may."""
    if operand.kind is not ValueKind.COMPUTED:
        return True
    linear = linear_of(operand)
    return linear is not None and operand.basis.inputs <= {name for name, _ in linear[0]}


class _Comparisons:
    """The tests that comparisons of the code or of a claim make on the inputs of a function."""

    def __init__(self, call: TracedCall, domains: Mapping[str, Domain]) -> None:
        code = call.tracer.code
        annotations = {each.arg: each.annotation for each in parameters(code.functions[call.function])}
        self.domains = domains
        self.keys = {axis: list(islice(domain.proof_keys(), MOST_KEYS + 1)) for axis, domain in domains.items()}
        self.values = {
            axis: [code.argument(annotations[name], domains[axis].plain(key)) for key in self._keys_to_try(axis)]
            for name, axis in call.axis_of.items()
        }
        self.numbers = {
            axis: [Fraction(domain.number(key)) for key in self._keys_to_try(axis)]
            for axis, domain in domains.items()
            if not domain.names
        }

    def _keys_to_try(self, axis: str) -> Sequence[int]:
        """Return the keys of an axis; none if there are too many to decide one by one."""
        return self.keys[axis] if len(self.keys[axis]) <= MOST_KEYS else ()

    def of_code(self, conditions: Sequence[CodeComparison]) -> Iterator[Test]:
        """Yield the comparisons that the code made, each kind once."""
        seen: set[object] = set()
        for op, left, right in conditions:
            pair = linear_of(left), linear_of(right)
            same = type(op), left.kind, left.basis.inputs, type(left.value), value_of(right), pair
            if same in seen:
                continue
            seen.add(same)
            one, other = pair
            sign = OPERATORS.get(type(op))
            if sign is not None and one is not None and other is not None:
                test = self._linear(one, sign, other)
                if test is not None:
                    yield test
            if left.kind is ValueKind.INPUT and len(left.basis.inputs) == 1 and right.is_known:
                yield from self._decided(op, left, right, next(iter(left.basis.inputs)))

    def _decided(self, op: ast.cmpop, left: Traced, right: Traced, axis: str) -> Iterator[Test]:
        """Yield the test of a comparison of one input, decided for each of its keys."""
        values = self.values.get(axis, ())
        if not values or (type(left.value) is not type(values[0]) and not isinstance(left.value, (int, float))):
            return
        if isinstance(op, (ast.In, ast.NotIn)):
            among = [value_of(part) for part in elements(right) or ()]
            holds: list[object] = [value in among for value in values]
        else:
            holds = [applied(op, Traced(value, ValueKind.INPUT), right) for value in values]
        if UNKNOWN not in holds:
            yield self._divided(axis, holds)

    def _divided(self, axis: str, holds: Sequence[object]) -> Test:
        """Return the division of an axis into two sets of keys; the order of the two does not matter."""
        where = frozenset(key for key, each in zip(self.keys[axis], holds, strict=False) if each)
        return axis, frozenset((where, frozenset(self.keys[axis]) - where))

    def _linear(self, one: Linear, sign: str, other: Linear) -> Test | None:
        """Return a comparison of sums of inputs as one sum compared with a number; None if nothing varies."""
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
        """Return whether a sum has only whole values."""
        inputs = all(axis in self.domains and self.domains[axis].step is None for axis in factors)
        return inputs and all((factor / scale).denominator == 1 for factor in factors.values())

    def of_claim(self, condition: Condition) -> Iterator[Test | None]:
        """Yield the tests of a claim; None for one that code cannot make, such as a comparison with a table."""
        match condition:
            case Not(inner):
                yield from self.of_claim(inner)
            case Both(left, right) | Either(left, right):
                yield from self.of_claim(left)
                yield from self.of_claim(right)
            case Among(name, keys):
                yield (
                    self._divided(name, [key in keys for key in self._keys_to_try(name)]) if name in self.keys else None
                )
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


def rules_of_functions(book: Book) -> Mapping[str, Sequence[str]]:
    """Return the functions that tables, claims and facts are compared with, each with the numbers of their rules."""
    rule_numbers: dict[str, dict[str, None]] = {}
    for call, text in proofs(book):
        rules, rule = rule_numbers.setdefault(call.function, {}), book.rule_of(text)
        if rule is not None and rule.number:
            rules[rule.number] = None
    return {function: tuple(rules) for function, rules in rule_numbers.items()}


class Grading:
    """The evidence for every printed statement of a game whose function exists in the rules code."""

    def __init__(self, book: Book, source: str, cache: ResultCache) -> None:
        self.book, self._cache, self.rules = book, cache, rules_of_functions(book)
        self._source = source
        functions = (function for table in book.game.tables for function in table.functions())
        evidence = ((table, self._of_table(table)) for table in functions)
        self.tables = [(table, cells) for table, cells in evidence if cells is not None]
        """Tables, or outputs of tables, each with the evidence for its cells."""

    @cached_property
    def code(self) -> CodeSyntax:
        return CodeSyntax(self._source)

    def graded(self, report: ProofReport) -> ProofReport:
        """Return the report with a grade for each proved statement."""
        evidence = dict(self._evidence())
        return replace(report, statements=tuple(self._graded(each, evidence) for each in report.statements))

    def _graded(self, statement: Statement, evidence: Mapping[Span, Evidence]) -> Statement:
        if statement.state is not State.PROVED or statement.grade is None:
            return statement
        own = evidence.get(statement.span, Evidence(Grade.RESTATED))
        rules = {rule for function in own.rules for rule in self.rules[function]}
        others = rules.difference(self.rules.get(statement.function, ()))
        return replace(statement, grade=own.grade, rules=tuple(sorted(others, key=_rule_sort_key)))

    def _evidence(self) -> Iterator[tuple[Span, Evidence]]:
        for table, cells in self.tables:
            yield from ((table.cases[at].span, cell) for at, cell in cells.items())
        numbers = TableNumbers(self.book)
        for group in claim_groups(self.book):
            if group.call is not None:
                domains = claim_domains(group, self.book, numbers)
                claims = self._of_claims(group.claims, group.call, domains)
                yield from zip((claim.span for claim in group.claims), claims or (), strict=claims is not None)
        for fact in self.book.game.facts:
            if fact.proof is not None and fact.proof.function in self.code.functions:
                answers = self._tracer(fact.proof.function).answers(fact.proof.function, {})
                yield fact.span, weakest([self._of_number(fact.proof.function, answer) for answer in answers])

    def _of_table(self, table: Table) -> Mapping[int, Evidence] | None:
        """Return the evidence for each cell by its position; None if the call cannot be traced."""
        call = table.proof
        if call is None:
            return None

        def make() -> Mapping[int, Evidence] | None:
            traced_call = self._traced(call, {axis.name for axis in table.axes}, sums=table.policy is Policy.SUM)
            return None if traced_call is None else cell_evidence(table, traced_call)

        return self._stored("cells", as_function(table), make)

    def _of_claims(
        self, claims: Sequence[Claim], call: Call, domains: Mapping[str, Domain]
    ) -> Sequence[Evidence] | None:
        """Return the evidence for the claims that one call proves together; None if the call cannot be traced."""
        conditions = tuple(claim.condition for claim in claims)

        def make() -> Sequence[Evidence] | None:
            traced_call = self._traced(call, domains)
            return None if traced_call is None else claim_evidence(conditions, traced_call, domains)

        return self._stored("claims", (conditions, call, tuple(domains.items())), make)

    def _of_number(self, function: str, answer: Traced) -> Evidence:
        """Grade a number: a literal of the code is repeated, unless other rules of the code use it too."""
        basis = answer.basis
        if answer.kind in (ValueKind.COMPUTED, ValueKind.SCALED) or basis.rules or basis.passed_on:
            return Evidence(Grade.DERIVED, basis.sources)
        shared = Mark.SHARED in basis.marks or self.code.users[function] > 0
        return Evidence(Grade.RESTATED if shared else Grade.REPEATED)

    def _stored(self, kind: str, values: object, make: Callable[[], T]) -> T:
        """Return cached evidence. Its key has the whole code, because shared code affects the grade of a function."""
        inputs = sorted(self.rules), values
        return self._cache.get(f"grades of {kind}", "", inputs, make, lambda evidence: evidence is not None)

    def _tracer(self, function: str, *, sums: bool = False) -> Tracer:
        return Tracer(self.code, self.rules.keys() - {function}, sums=sums)

    def _traced(self, call: Call, axes: Collection[str], *, sums: bool = False) -> TracedCall | None:
        """Return the call with the axis of each parameter; None if it cannot be bound, which the proof reports."""
        if call.function not in self.code.functions:
            return None
        names = [each.arg for each in parameters(self.code.functions[call.function])]
        axis_of = {
            argument.parameter or (names[at] if at < len(names) else ""): argument.axis
            for at, argument in enumerate(call.arguments)
        }
        if set(axis_of) != set(names) or not set(axis_of.values()) <= set(axes):
            return None
        return TracedCall(self._tracer(call.function, sums=sums), call.function, axis_of)


def _rule_sort_key(rule: str) -> tuple[list[tuple[int, str]], str]:
    """Return a sort key that puts rule 5.10 after 5.9."""
    return [(int(part) if part.isdecimal() else -1, part) for part in rule.split(".")], rule


FEWEST_ENTRIES = 4
"""Fewest entries of a container that repeats a table; fewer are a choice, such as the two sides of an `if`."""
FEWEST_BRANCHES = 6
"""Fewest repeated cells of a table that is reported; a smaller one can hardly be written other than case by case."""


def restated_tables(grading: Grading, source: str, file: str) -> Iterator[Finding]:
    """Yield a finding for each function that repeats all cells of its table, or nearly all."""
    lines = source.split("\n")
    checked: set[tuple[str, str]] = set()
    for table, evidence in grading.tables:
        literal = None if table.policy is Policy.SUM else _repeated(evidence)
        if table.proof is None or literal is None or (table.id, table.proof.function) in checked:
            continue
        function = table.proof.function
        checked.add((table.id, function))
        line = lines[literal.line - 1]
        column = len(line.encode()[: literal.column].decode(errors="ignore")) + 1
        until = literal.end_column if literal.end_line == literal.line else None
        length = len(line.encode()[literal.column : until].decode(errors="ignore"))
        label = Label(Span(file, literal.line, column, length), "these are the values that the table prints")
        message = f"{function}() repeats table {table.id!r}, so their agreement proves nothing"
        hint = (
            "write the reason as code: a base value and what changes it, thresholds, an order; "
            "if the numbers have no reason, waive this finding and say so"
        )
        about = f"{table.id}: {function}()"
        yield Finding("restated-table", table.proof.span, message, hint, (label,), Severity.WARNING, about=about)


def _repeated(evidence: Mapping[int, Evidence]) -> Literal | None:
    """Return the literal that has most cells of a repeated table; None if the table is not repeated."""
    repeated = [each.repeats for each in evidence.values() if each.grade is Grade.REPEATED]
    literals = Counter(each for each in repeated if each is not None)
    if not literals or len(repeated) < REPEATED_SHARE * len(evidence):
        return None
    literal, most = literals.most_common(1)[0]
    return literal if most >= FEWEST_ENTRIES or len(repeated) >= FEWEST_BRANCHES else None
