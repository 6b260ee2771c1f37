"""The grade of a claim: whether the rules code makes the same comparisons as the claim, or others."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from rulewright.model.domain import Domain
from rulewright.model.expression import (
    COMPARE,
    Among,
    Amount,
    Both,
    Claim,
    Comparison,
    Condition,
    Either,
    Not,
    Number,
    Sum,
    Variable,
)
from rulewright.model.table import Call
from rulewright.proof.grades.cells import Evidence
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
    ast.GtE: ">=", ast.LtE: "<=", ast.Gt: ">", ast.Lt: "<", ast.Eq: "=", ast.Is: "=", ast.NotEq: "!=", ast.IsNot: "!=",
}  # fmt: skip

Test = tuple[object, ...]
"""A comparison as it divides the inputs, however it is written."""


def claim_evidence(
    claims: Sequence[Claim], call: Call, tracer: Tracer, parameters: Mapping[str, str], domains: Mapping[str, Domain]
) -> Sequence[Evidence]:
    """The evidence for the claims that one function proves together."""
    asked = {axis: domains[axis] for axis in parameters.values() if axis in domains}
    tracer.conditions.clear()
    answers = [
        answer
        for keys in spread_over(asked, MOST_SAMPLES)
        for answer in tracer.answers(
            call.function, {name: (axis, asked[axis].plain(keys[axis])) for name, axis in parameters.items()}
        )
    ]
    for answer in answers:
        if answer.kind is Kind.INPUT:  # the answer is itself the condition
            tracer.conditions.append((ast.Eq(), answer, Traced(True, Kind.LITERAL)))
    made: set[Test | None] = set(_tests_of_code(tracer, call, parameters, asked))
    basis = Basis()
    for answer in answers:
        basis |= answer.basis.marked(Mark.COMPUTED) if answer.kind is Kind.COMPUTED else answer.basis
    rules = basis.sources
    linear = all(_plain_sum(each) for _, *operands in tracer.conditions for each in operands)
    tests = (set(_tests_of_claim(claim.condition, asked)) for claim in claims)
    return [_evidence(each, made, basis, rules, linear=linear) for each in tests]


def _plain_sum(operand: Traced) -> bool:
    """Whether what is compared is no calculation, or only adds up inputs and numbers as a claim may."""
    if operand.kind is not Kind.COMPUTED:
        return True
    linear = linear_of(operand)
    return linear is not None and operand.basis.inputs <= {name for name, _ in linear[0]}


def _evidence(
    tests: set[Test | None], made: set[Test | None], basis: Basis, rules: tuple[str, ...], *, linear: bool
) -> Evidence:
    """The evidence for a claim with these comparisons, where the code makes those."""
    same = bool(tests) and None not in tests and tests <= made
    if same and not basis.rules and (linear or Mark.COMPUTED not in basis.marks):
        return Evidence(Grade.RESTATED if Mark.SHARED in basis.marks else Grade.REPEATED)
    derived = Mark.COMPUTED in basis.marks or basis.rules or basis.handed_on
    return Evidence(Grade.DERIVED if derived else Grade.RESTATED, rules)


def _tests_of_code(
    tracer: Tracer, call: Call, parameters: Mapping[str, str], domains: Mapping[str, Domain]
) -> Iterator[Test]:
    for op, left, right in tracer.conditions:
        sign = OPERATORS.get(type(op))
        one, other = linear_of(left), linear_of(right)
        if sign is not None and one is not None and other is not None:
            test = _linear_test(one, sign, other, domains)
            if test is not None:
                yield test
        axes = left.basis.inputs
        if left.kind is Kind.INPUT and len(axes) == 1 and right.known:
            yield from _decided(op, left, right, next(iter(axes)), tracer, call, parameters, domains)


def _decided(
    op: ast.cmpop,
    left: Traced,
    right: Traced,
    axis: str,
    tracer: Tracer,
    call: Call,
    parameters: Mapping[str, str],
    domains: Mapping[str, Domain],
) -> Iterator[Test]:
    """A comparison of one input, decided for each of its keys."""
    parameter = next(name for name, each in parameters.items() if each == axis)
    annotation = next(
        each.annotation for each in tracer.code.functions[call.function].args.args if each.arg == parameter
    )
    keys = list(domains[axis].proof_keys())
    if len(keys) > MOST_KEYS:
        return
    values = [tracer.code.argument(annotation, domains[axis].plain(key)) for key in keys]
    if type(left.value) is not type(values[0]) and not isinstance(left.value, (int, float)):
        return
    among = [plain(part) for part in elements(right) or ()]
    if isinstance(op, (ast.In, ast.NotIn)):
        holds: list[object] = [value in among for value in values]
    else:
        holds = [applied(op, Traced(value, Kind.INPUT), right) for value in values]
    if UNKNOWN not in holds:
        yield _divided(axis, {key for key, each in zip(keys, holds, strict=True) if each}, keys)


def _divided(axis: str, where: set[int], keys: Sequence[int]) -> Test:
    """A division of the keys of an axis in two, whichever of them is meant."""
    others = set(keys) - where
    return axis, frozenset((frozenset(where), frozenset(others)))


def _linear_test(one: Linear, sign: str, other: Linear, domains: Mapping[str, Domain]) -> Test | None:
    """A comparison of sums of inputs as a sum compared with a number; None where nothing varies."""
    factors = dict(one[0])
    for name, factor in other[0]:
        factors[name] = factors.get(name, Fraction(0)) - factor
    factors = {name: factor for name, factor in sorted(factors.items()) if factor}
    number = other[1] - one[1]
    if not factors:
        return None
    scale = next(iter(factors.values()))
    sign = sign if scale > 0 else MIRRORED[sign]
    bound = number / scale
    if len(factors) == 1:
        (axis,) = factors
        keys = list(domains[axis].proof_keys()) if axis in domains else []
        if keys and len(keys) <= MOST_KEYS and not domains[axis].names:
            value = {key: Fraction(domains[axis].number(key)) for key in keys}
            return _divided(axis, {key for key in keys if COMPARE[sign](value[key], bound)}, keys)
    whole = all(axis in domains and domains[axis].step is None for axis in factors) and bound.denominator == 1
    if whole and all(factor / scale == int(factor / scale) for factor in factors.values()) and SIGNS[sign] == ">":
        sign, bound = ">=", bound + 1
    return tuple((name, factor / scale) for name, factor in factors.items()), SIGNS[sign], bound


def _tests_of_claim(condition: Condition, domains: Mapping[str, Domain]) -> Iterator[Test | None]:
    """The comparisons of a claim; None for one that the code cannot make, such as one with a table."""
    match condition:
        case Not(inner):
            yield from _tests_of_claim(inner, domains)
        case Both(left, right) | Either(left, right):
            yield from _tests_of_claim(left, domains)
            yield from _tests_of_claim(right, domains)
        case Among(name, keys):
            all_keys = list(domains[name].proof_keys()) if name in domains else []
            yield _divided(name, {key for key in all_keys if key in keys}, all_keys)
        case Comparison(sign, left, right):
            one, other = _linear(left), _linear(right)
            yield None if one is None or other is None else _linear_test(one, sign, other, domains)


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
