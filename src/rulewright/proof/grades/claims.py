"""Grades claims: a claim is repeated if the rules code makes the same comparisons as the claim.

`claim_evidence` takes the conditions of claims and the traced call of the function that proves them. It compares the
*tests* of the code with those of the claim: a test is the way in which a comparison divides the inputs. So the code
`score > 3` makes the same test as the claims `score >= 4` and `not score <= 3`, if scores are whole numbers.
"""

import ast
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from math import prod

from rulewright.entries.claims import (
    COMPARE,
    Among,
    Amount,
    Both,
    Comparison,
    Condition,
    Either,
    Not,
    Number,
    Sum,
    Variable,
)
from rulewright.entries.domains import Domain
from rulewright.proof.grades.evidence import Evidence, Keys, TracedCall
from rulewright.proof.grades.trace import CodeComparison
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
from rulewright.proof.report import Grade
from rulewright.proof.rules_syntax import parameters

MOST_CLAIM_SAMPLES = 64
"""About the number of inputs that are traced for a group of claims."""

MOST_KEYS = 200
"""Most keys of a domain for which a comparison is decided one by one."""

SIGNS = {">=": ">=", "<": ">=", ">": ">", "<=": ">", "=": "=", "!=": "="}
"""One sign for each comparison and its opposite, because both divide the inputs in the same way."""

MIRRORED = {">=": "<=", "<=": ">=", ">": "<", "<": ">", "=": "=", "!=": "!="}
"""The sign after both sides are multiplied by a negative number."""

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
"""The signs of the operators of Python."""


Test = tuple[object, ...]
"""The way in which a comparison divides the inputs, whatever form the comparison has.

That is either an axis and the two sets of its keys, or the factors of a sum of inputs, a sign and a number."""


def claim_evidence(
    conditions: Sequence[Condition], call: TracedCall, domains: Mapping[str, Domain]
) -> Sequence[Evidence]:
    """Return the evidence for claims with these conditions, which one function proves together.

    A claim is repeated if the code makes all its tests, and calculates nothing else.
    """
    domains = {axis: domains[axis] for axis in call.axis_of.values() if axis in domains}
    sampled_keys = spread_over(domains, MOST_CLAIM_SAMPLES)
    answers = [answer for keys in sampled_keys for answer in call.answers(domains, keys)]
    code_comparisons = [*call.tracer.conditions]  # those that the tracer met on the way to these answers
    # An answer that is an input is itself a condition.
    code_comparisons += [
        (ast.Eq(), each, Traced(True, ValueKind.LITERAL)) for each in answers if each.kind is ValueKind.INPUT
    ]
    tests = _Tests(call, domains)
    code_tests: set[Test | None] = set(tests.of_code(code_comparisons))
    basis = Basis()
    for answer in answers:
        basis |= answer.basis.marked(Mark.COMPUTED) if answer.kind is ValueKind.COMPUTED else answer.basis
    calculates = Mark.COMPUTED in basis.marks
    only_adds_up = all(_is_plain_sum(operand) for _, *operands in code_comparisons for operand in operands)
    may_repeat = not basis.rules and (only_adds_up or not calculates)
    repeated = Evidence(Grade.RESTATED if Mark.SHARED in basis.marks else Grade.REPEATED)
    uses_more = calculates or basis.rules or basis.passed_on
    not_repeated = Evidence(Grade.DERIVED if uses_more else Grade.RESTATED, basis.sources)
    evidence = []
    for condition in conditions:
        claim_tests = set(tests.of_claim(condition))
        code_has_all_tests = bool(claim_tests) and None not in claim_tests and claim_tests <= code_tests
        evidence.append(repeated if may_repeat and code_has_all_tests else not_repeated)
    return evidence


def _is_plain_sum(operand: Traced) -> bool:
    """Return whether the operand is not calculated, or only adds up inputs and numbers, as a claim may."""
    if operand.kind is not ValueKind.COMPUTED:
        return True
    linear = linear_of(operand)
    return linear is not None and operand.basis.inputs <= {name for name, _ in linear[0]}


def spread_over(domains: Mapping[str, Domain], most: int) -> Iterator[Keys]:
    """Yield about `most` combinations of some domains, evenly spread; all combinations if there are fewer."""
    keys = [list(domain.proof_keys()) for domain in domains.values()]
    count = prod(map(len, keys))
    step = max(1, count // most) | 1 if count > most else 1  # odd, because the axes often have an even size
    for index in range(0, count, step):
        combination, rest = {}, index
        for name, keys_of_axis in zip(domains, keys, strict=True):
            rest, position = divmod(rest, len(keys_of_axis))
            combination[name] = keys_of_axis[position]
        yield combination


class _Tests:
    """The tests that comparisons of the code or of a claim make on the inputs of a function.

    For each axis, `keys` are its keys, `values` the same as the code receives them, and `numbers` as numbers.
    """

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
            left_sum, right_sum = linear_of(left), linear_of(right)
            key = type(op), left.kind, left.basis.inputs, type(left.value), value_of(right), left_sum, right_sum
            if key in seen:
                continue
            seen.add(key)
            sign = OPERATORS.get(type(op))
            if sign is not None and left_sum is not None and right_sum is not None:
                test = self._test_of_sums(left_sum, sign, right_sum)
                if test is not None:
                    yield test
            if left.kind is ValueKind.INPUT and len(left.basis.inputs) == 1 and right.is_known:
                yield from self._tests_of_input(op, left, right, next(iter(left.basis.inputs)))

    def _tests_of_input(self, op: ast.cmpop, left: Traced, right: Traced, axis: str) -> Iterator[Test]:
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
            yield self._division(axis, holds)

    def _division(self, axis: str, holds: Sequence[object]) -> Test:
        """Return the division of an axis into two sets of keys; the order of the two does not matter."""
        # `holds` is empty if there are too many keys to decide one by one
        holding = frozenset(key for key, each in zip(self.keys[axis], holds, strict=False) if each)
        return axis, frozenset((holding, frozenset(self.keys[axis]) - holding))

    def _test_of_sums(self, left: Linear, sign: str, right: Linear) -> Test | None:
        """Return a comparison of sums of inputs as one sum compared with a number; None if nothing varies.

        `2 * a + 1 > 2 * b + 5` becomes `a - b > 2`, and for whole inputs `a - b >= 3`.
        """
        all_factors, number = linear_sum(left, right, -1)
        factors = {name: factor for name, factor in all_factors if factor}
        if not factors:
            return None
        scale = next(iter(factors.values()))
        sign, bound = sign if scale > 0 else MIRRORED[sign], -number / scale
        first = next(iter(factors))
        if len(factors) == 1 and self.numbers.get(first):
            return self._division(first, [COMPARE[sign](number, bound) for number in self.numbers[first]])
        is_whole = self._is_whole(factors, scale) and bound.denominator == 1
        if is_whole and SIGNS[sign] == ">":  # `> 2` and `<= 2` divide whole numbers as `>= 3` does
            sign, bound = ">=", bound + 1
        return tuple((name, factor / scale) for name, factor in factors.items()), SIGNS[sign], bound

    def _is_whole(self, factors: Mapping[str, Fraction], scale: Fraction) -> bool:
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
                is_axis = name in self.keys
                yield self._division(name, [key in keys for key in self._keys_to_try(name)]) if is_axis else None
            case Comparison(sign, left, right):
                left_sum, right_sum = _linear(left), _linear(right)
                yield None if left_sum is None or right_sum is None else self._test_of_sums(left_sum, sign, right_sum)


def _linear(amount: Amount) -> Linear | None:
    """Return an amount of a claim as a sum of inputs and a number; None if it is not one."""
    match amount:
        case Number(value):
            return (), Fraction(value)
        case Variable(name):
            return ((name, Fraction(1)),), Fraction(0)
        case Sum(left, right, minus):
            left_sum, right_sum = _linear(left), _linear(right)
            if left_sum is None or right_sum is None:
                return None
            return linear_sum(left_sum, right_sum, -1 if minus else 1)
    return None
