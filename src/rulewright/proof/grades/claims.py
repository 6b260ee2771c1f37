"""The grade of a claim: whether the rules code makes the same comparisons as the claim, or others."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice

from rulewright.model import expression as model
from rulewright.model.domain import Domain
from rulewright.model.expression import (
    COMPARE,
    Among,
    Amount,
    Both,
    Condition,
    Either,
    Not,
    Number,
    Sum,
    Variable,
)
from rulewright.model.table import Call
from rulewright.proof.grades.cells import Evidence
from rulewright.proof.grades.code import parameters
from rulewright.proof.grades.expressions import Comparison
from rulewright.proof.grades.operators import applied, linear_of
from rulewright.proof.grades.samples import spread_over
from rulewright.proof.grades.trace import Tracer
from rulewright.proof.grades.traced import UNKNOWN, Basis, Kind, Linear, Mark, Traced, elements, plain
from rulewright.proof.report import Grade

MOST_SAMPLES = 64
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
        for keys in spread_over(asked, MOST_SAMPLES)
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
    """Whether what is compared is no calculation, or only adds up inputs and numbers as a claim may."""
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
        factors = dict(one[0])
        for name, factor in other[0]:
            factors[name] = factors.get(name, Fraction(0)) - factor
        factors = {name: factor for name, factor in sorted(factors.items()) if factor}
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
            factors, sign = dict(one[0]), -1 if minus else 1
            for name, factor in other[0]:
                factors[name] = factors.get(name, Fraction(0)) + sign * factor
            return tuple(sorted(factors.items())), one[1] + sign * other[1]
    return None
