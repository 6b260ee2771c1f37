"""Follows the rules code from a call with given inputs to its answers, on the syntax tree; nothing of it runs.

Conditions on the inputs are decided, so that usually one way through the code is left. Where a condition is not known
both ways count. What is not followed, such as `while` or a class of the author's, is `OPAQUE`.
"""

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from rulewright.model.domain import Plain
from rulewright.proof.grades.expressions import (
    ALL_STEPS,
    FEWEST_STEPS,
    MOST_IN_VAIN,
    MOST_STEPS,
    Expressions,
    TooLong,
    parameters,
)
from rulewright.proof.grades.traced import (
    LONGEST,
    NOTHING,
    UNKNOWN,
    Basis,
    Environment,
    Kind,
    Lazy,
    Traced,
    all_of,
    any_of,
    elements,
    opaque,
    together,
)

MOST_WAYS = 32
"""Ways through a function at once."""
ADDED = "+="
"""A name that no code can have."""


@lru_cache(maxsize=4096)
def may_return(statement: ast.stmt) -> bool:
    return any(isinstance(node, ast.Return) for node in ast.walk(statement))


@dataclass(frozen=True, slots=True)
class Way:
    """One way through a function: the names so far, and what the tests on it depend on."""

    names: Environment
    basis: Basis = NOTHING


class Tracer(Expressions):
    """Traces calls of the functions of one rules.py."""

    def share_steps(self, calls: int) -> None:
        """Divide the steps that a table may take among `calls` calls."""
        self.most_steps = max(FEWEST_STEPS, min(MOST_STEPS, ALL_STEPS // max(1, calls)))

    def answers(self, function: str, inputs: Mapping[str, tuple[str, "Plain | frozenset[str]"]]) -> list[Traced]:
        """The answers of a function; `inputs` has the axis and the value of each parameter."""
        node, self._steps = self.code.functions[function], 0
        arguments = {
            each.arg: self._input(inputs[each.arg][0], self.code.argument(each.annotation, inputs[each.arg][1]))
            for each in parameters(node)
            if each.arg in inputs
        }
        try:
            if self._in_vain < MOST_IN_VAIN:
                return self.run(node, arguments, 0)
        except (TooLong, RecursionError):
            self._in_vain += 1
        return [Traced(UNKNOWN, Kind.COMPUTED, Basis(inputs=frozenset(axis for axis, _ in inputs.values())))]

    def _input(self, axis: str, value: object) -> Traced:
        linear = (((axis, Fraction(1)),), Fraction(0)) if isinstance(value, (int, float)) else None
        if isinstance(value, frozenset):
            value = tuple(Traced(each, Kind.INPUT) for each in sorted(value))
        return Traced(value, Kind.INPUT, Basis(inputs=frozenset({axis})), linear=linear)

    def run(self, function: ast.FunctionDef, names: Environment, depth: int) -> list[Traced]:
        answers: list[Traced] = []
        left = self._block(function.body, [Way(self._with_defaults(function, names))], answers, depth)
        answers += [Traced(None, Kind.LITERAL, way.basis, function) for way in left]
        return answers

    def _with_defaults(self, function: ast.FunctionDef, names: Environment) -> Environment:
        if not (function.args.defaults or function.args.kw_defaults):
            return names
        plain_ones = [*function.args.posonlyargs, *function.args.args]
        last = zip(reversed(plain_ones), reversed(function.args.defaults), strict=False)
        only_named = zip(function.args.kwonlyargs, function.args.kw_defaults, strict=True)
        defaults = {each.arg: Lazy(node, {}, NOTHING) for each, node in (*last, *only_named) if node is not None}
        return {**defaults, **names}

    def _block(self, body: Sequence[ast.stmt], ways: list[Way], answers: list[Traced], depth: int) -> list[Way]:
        for statement in body:
            if len(ways) > MOST_WAYS:
                raise TooLong
            ways = [after for way in ways for after in self._statement(statement, way, answers, depth)]
        return ways

    def _statement(self, statement: ast.stmt, way: Way, answers: list[Traced], depth: int) -> list[Way]:
        match statement:
            case ast.Return(value=value):
                node = value or ast.Constant(None)
                answers += [answer.under(way.basis) for answer in self.answer(node, way.names, depth)]
                return []
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    way = self._bind(target, value, way, depth)
                return [way]
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                return [self._bind(target, value, way, depth)]
            case ast.AugAssign(target=ast.Name(id=name), op=op, value=value):
                # Only what is added depends on the tests on the way here, not what was there before.
                added = {**way.names, ADDED: Lazy(value, way.names, way.basis)}
                total = Lazy(ast.BinOp(ast.Name(name), op, ast.Name(ADDED)), added, NOTHING)
                return [replace(way, names={**way.names, name: total})]
            case ast.If(test=test, body=then, orelse=other):
                return self._branches([(self.test(test, way.names, depth), then), (None, other)], way, answers, depth)
            case ast.Match(subject=subject, cases=cases):
                return self._match(self.value(subject, way.names, depth), cases, way, answers, depth)
            case ast.For(target=target, iter=iterated, body=inner, orelse=[]):
                over = self.members(self.value(iterated, way.names, depth))
                return self._loop(target, over, inner, way, answers, depth)
            case ast.Expr() | ast.Pass() | ast.Assert() | ast.AnnAssign():
                return [way]
            case ast.Raise():
                return []
        answers.append(Traced(UNKNOWN, Kind.OPAQUE, way.basis))
        return []

    def _bind(self, target: ast.expr, value: ast.expr, way: Way, depth: int) -> Way:
        match target:
            case ast.Name(id=name):
                return replace(way, names={**way.names, name: Lazy(value, way.names, way.basis)})
        return replace(way, names=self.unpack(target, self.value(value, way.names, depth).under(way.basis), way.names))

    def _branches(
        self, branches: Sequence[tuple[Traced | None, Sequence[ast.stmt]]], way: Way, answers: list[Traced], depth: int
    ) -> list[Way]:
        """The branches that may be taken, the first whose test holds; one without a test is for all else."""
        basis, after = way.basis, []
        leaves = any(may_return(each) for _, body in branches for each in body)
        for test, body in branches:
            truth = True if test is None else test.truth
            if test is not None:
                basis |= test.tested
            if truth is not False:
                below = self._block(body, [replace(way, basis=basis)], answers, depth)
                after += below if leaves else [replace(each, basis=way.basis) for each in below]
            if truth:
                break
        return after

    def _match(
        self, subject: Traced, cases: Sequence[ast.match_case], way: Way, answers: list[Traced], depth: int
    ) -> list[Way]:
        branches: list[tuple[Traced | None, Sequence[ast.stmt]]] = []
        for case in cases:
            names, test = self._fits(case.pattern, subject, way.names, depth)
            way = replace(way, names=names)
            if case.guard is not None:
                guard = self.test(case.guard, names, depth)
                test = Traced(all_of((test.truth, guard.truth)), Kind.CONDITION, test.tested | guard.tested)
            branches.append((test, case.body))
        return self._branches([*branches, (None, [])], way, answers, depth)

    def _fits(
        self, pattern: ast.pattern, subject: Traced, names: Environment, depth: int
    ) -> tuple[Environment, Traced]:
        """Whether a pattern fits, and the names that it gives."""
        match pattern:
            case ast.MatchValue(value=value):
                return names, self.compared(ast.Eq(), subject, self.value(value, names, depth))
            case ast.MatchSingleton(value=value):
                return names, self.compared(ast.Is(), subject, Traced(value, Kind.LITERAL))
            case ast.MatchAs(pattern=inner, name=name):
                if name is not None:
                    names = {**names, name: subject}
                if inner is None:
                    return names, Traced(True, Kind.CONDITION)
                return self._fits(inner, subject, names, depth)
            case ast.MatchOr(patterns=patterns):
                tests = [self._fits(each, subject, names, depth)[1] for each in patterns]
                truths, basis = [test.truth for test in tests], together(tests)
                if True in truths:
                    basis |= Basis(listed=frozenset({(pattern, truths.index(True))}))
                return names, Traced(any_of(truths), Kind.CONDITION, basis)
            case ast.MatchSequence(patterns=patterns):
                parts = elements(subject)
                if parts is not None and len(parts) == len(patterns):
                    truths, basis = [], NOTHING
                    for each, part in zip(patterns, parts, strict=True):
                        names, test = self._fits(each, part, names, depth)
                        truths.append(test.truth)
                        basis |= test.tested
                    return names, Traced(all_of(truths), Kind.CONDITION, basis)
        return names, Traced(UNKNOWN, Kind.OPAQUE, subject.tested)

    def _loop(
        self, target: ast.expr, over: Traced, body: Sequence[ast.stmt], way: Way, answers: list[Traced], depth: int
    ) -> list[Way]:
        parts = elements(over)
        if parts is None or len(parts) > LONGEST:
            answers.append(opaque(over).under(way.basis))
            return []
        ways = [way]
        for part in parts:
            ways = [replace(each, names=self.unpack(target, part, each.names)) for each in ways]
            ways = self._block(body, ways, answers, depth)
        return ways
