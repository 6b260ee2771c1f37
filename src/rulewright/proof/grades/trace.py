"""The trace: it follows a call of the rules code to its answers on the syntax tree, without running the code.

It is an abstract interpreter: each expression becomes a `Traced` value (`traced.py`), which also says where the value
comes from. Conditions on the inputs are decided, so usually one path through the code is left. If a condition is not
known, both paths count; each is a `CodePath`. Code that the trace does not follow, such as `while` or an author's
class, gives an OPAQUE value.

For example, `if range_ > 6: return 1` and then `return 2`, with a range of 4, gives one answer: the literal 2, whose
basis is the input `range` and a comparison by order. The answers of `Tracer.answers` go to the grading.

In all methods, `names` are the values of the local names, each traced already or `Lazy` (not evaluated yet), and
`depth` counts the enclosing calls. `value` evaluates an expression to one value; `answer` evaluates what a `return`
gives, where several values may be possible, each with its own basis.
"""

import ast
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from rulewright.entries.numbers import Plain
from rulewright.proof.grades.traced import (
    ARITHMETIC,
    LONGEST,
    MODULES,
    NOTHING,
    UNKNOWN,
    Basis,
    EnumClass,
    Environment,
    Lazy,
    Mark,
    Member,
    Traced,
    ValueKind,
    all_of,
    any_of,
    calculation,
    call_builtin,
    call_method,
    compared,
    computed,
    elements,
    entry_at,
    joint_basis,
    negative,
    opaque,
    value_of,
)
from rulewright.proof.rules_syntax import defaults, parameters

DEEPEST = 24
"""Levels of nested calls to follow."""
MOST_STEPS, FEWEST_STEPS = 3000, 100
"""Expressions to evaluate for one answer. No lookup takes so many, so an answer that takes more is a calculation."""
ALL_STEPS = 300_000
"""Expressions to evaluate for all answers of a table, about a second."""
MOST_FAILED_CALLS = 64
"""Calls that may take too many steps before no more are followed."""
MOST_PATHS = 32
"""Most paths through a function that are followed at once."""
SUMMAND = "+="
"""The name of the summand of `x += 1`, which becomes `x + SUMMAND`. No code can have this name."""
SHARED_BASIS = NOTHING.marked(Mark.SHARED)
"""The basis of a value that several functions use."""
UNPACKING = (ast.FloorDiv, ast.Mod, ast.RShift, ast.BitAnd)
"""Operators that take a packed number apart: `key // 10` and `key % 10` of 47 are 4 and 7."""

Input = tuple[str, "Plain | frozenset[str]"]
"""An axis and one of its values."""
CodeComparison = tuple[ast.cmpop, Traced, Traced]
"""A comparison that the code made: the operator and its two operands."""
Branch = tuple[Traced | None, Sequence[ast.stmt]]
"""A test, None for `else`, and the statements that run if it holds."""


class TooLong(Exception):
    """The calculation takes more than MOST_STEPS."""


class CodeSyntax:
    """The functions, constants and enums at the top level of a rules.py.

    `users` counts the functions that name each of them.
    """

    def __init__(self, source: str) -> None:
        tree = ast.parse(source.removeprefix("\ufeff"))
        self.functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
        self.constants = dict(assignments(tree.body))
        self.enums = {node.name: dict(assignments(node.body)) for node in tree.body if isinstance(node, ast.ClassDef)}
        self._by_value: dict[str, dict[object, Member]] = {
            enum: {node.value: Member(enum, name) for name, node in members.items() if isinstance(node, ast.Constant)}
            for enum, members in self.enums.items()
        }
        self.users: Counter[str] = Counter()
        for function in self.functions.values():
            self.users.update({node.id for node in ast.walk(function) if isinstance(node, ast.Name)} - {function.name})

    def member_with(self, enum: str, value: object) -> Member | None:
        """Return the member with a value, or None."""
        return self._by_value[enum].get(value)

    def enum_of(self, annotation: ast.expr | None) -> str | None:
        """Return the name of the enum in a parameter's annotation, or None."""
        match annotation:
            case ast.Name(id=name) | ast.Constant(value=str(name)) if name in self.enums:
                return name
            case ast.BinOp(left=left, right=right):
                return self.enum_of(left) or self.enum_of(right)
        return None

    def argument(self, annotation: ast.expr | None, value: Plain | frozenset[str]) -> object:
        """Return a value of an axis as a function gets it; if annotated with an enum, its member."""
        enum = self.enum_of(annotation)
        return value if enum is None else self._by_value[enum].get(value, value)


def assignments(body: Sequence[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    """Yield each name that is assigned, with its expression; `a, b = 1, 2` assigns two."""
    for node in body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                yield name, value
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                yield name, value
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                pairs = zip(names, values, strict=False)
                yield from ((each.id, value) for each, value in pairs if isinstance(each, ast.Name))


@lru_cache(maxsize=4096)
def _names_in(node: ast.expr) -> frozenset[str]:
    """Return the names that an expression uses."""
    return frozenset(each.id for each in ast.walk(node) if isinstance(each, ast.Name))


@lru_cache(maxsize=4096)
def _may_unpack(node: ast.expr) -> bool:
    """Return whether an expression may take a packed number apart."""
    return any(isinstance(each, UNPACKING) for each in ast.walk(node))


@lru_cache(maxsize=4096)
def may_return(statement: ast.stmt) -> bool:
    """Return whether a statement contains a `return`, even in a nested function."""
    return any(isinstance(node, ast.Return) for node in ast.walk(statement))


@dataclass(frozen=True, slots=True)
class CodePath:
    """One path through a function: the values of names so far, and what the tests on the path depend on.

    All paths of a call add their answers to the same list `answers`.
    """

    names: Environment
    basis: Basis
    depth: int
    answers: list[Traced]


class Tracer:
    """Follows calls of the functions of one rules.py.

    `rules` are the functions that printed statements are compared with. With `sums` the terms of a sum are followed one
    by one. `conditions` collects the comparisons on the path.
    """

    def __init__(self, code: CodeSyntax, rules: Collection[str], *, sums: bool = False) -> None:
        self.code, self.rules, self.sums = code, frozenset(rules), sums
        self.conditions: list[CodeComparison] = []
        self._constants: dict[str, Traced] = {}
        self._containers: dict[ast.expr, Traced] = {}
        self._steps, self.most_steps = 0, MOST_STEPS
        self._failed_calls = 0

    def share_steps(self, calls: int) -> None:
        """Divide the steps that a table may take among `calls` calls."""
        self.most_steps = max(FEWEST_STEPS, min(MOST_STEPS, ALL_STEPS // max(1, calls)))

    def answers(self, function: str, inputs: Mapping[str, Input]) -> list[Traced]:
        """Return the answers of a function to the input of each parameter, usually one.

        A calculation that takes too long is one unknown answer, computed from all inputs.
        """
        node, self._steps = self.code.functions[function], 0
        arguments = {
            each.arg: self._input(inputs[each.arg][0], self.code.argument(each.annotation, inputs[each.arg][1]))
            for each in parameters(node)
            if each.arg in inputs
        }
        try:
            if self._failed_calls < MOST_FAILED_CALLS:
                return self.run(node, arguments, 0)
        except (TooLong, RecursionError):
            self._failed_calls += 1
        return [Traced(UNKNOWN, ValueKind.COMPUTED, Basis(inputs=frozenset(axis for axis, _ in inputs.values())))]

    def _input(self, axis: str, value: object) -> Traced:
        linear = (((axis, Fraction(1)),), Fraction(0)) if isinstance(value, (int, float)) else None
        if isinstance(value, frozenset):
            value = tuple(Traced(each, ValueKind.INPUT) for each in sorted(value))
        return Traced(value, ValueKind.INPUT, Basis(inputs=frozenset({axis})), linear=linear)

    def run(self, function: ast.FunctionDef, names: Environment, depth: int) -> list[Traced]:
        """Return all answers that a function may give."""
        if function.args.defaults or function.args.kw_defaults:
            names = {**{name: Lazy(node, {}, NOTHING) for name, node in defaults(function)}, **names}
        answers: list[Traced] = []
        unfinished = self._block(function.body, [CodePath(names, NOTHING, depth, answers)])
        answers += [Traced(None, ValueKind.LITERAL, path.basis, function) for path in unfinished]
        return answers

    def _block(self, body: Sequence[ast.stmt], paths: list[CodePath]) -> list[CodePath]:
        """Return the paths that reach the end of a block; the others have returned."""
        for statement in body:
            if len(paths) > MOST_PATHS:
                raise TooLong
            paths = [after for path in paths for after in self._statement(statement, path)]
        return paths

    def _statement(self, statement: ast.stmt, path: CodePath) -> list[CodePath]:
        """Return the paths after a statement; none after `return` or `raise`."""
        match statement:
            case ast.Return(value=value):
                node = value or ast.Constant(None)
                path.answers.extend(
                    answer.depending_on(path.basis) for answer in self.answer(node, path.names, path.depth)
                )
                return []
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    path = self._bind(target, value, path)
                return [path]
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                return [self._bind(target, value, path)]
            case ast.AugAssign(target=ast.Name(id=name), op=op, value=value):
                # Only what is added depends on the tests on the path here, not what was there before.
                names = {**path.names, SUMMAND: Lazy(value, path.names, path.basis)}
                total = Lazy(ast.BinOp(ast.Name(name), op, ast.Name(SUMMAND)), names, NOTHING)
                return [replace(path, names={**path.names, name: total})]
            case ast.If(test=test, body=then, orelse=orelse):
                return self._branches([(self.test(test, path.names, path.depth), then), (None, orelse)], path)
            case ast.Match(subject=subject, cases=cases):
                return self._match(self.value(subject, path.names, path.depth), cases, path)
            case ast.For(target=target, iter=iterated, body=inner, orelse=[]):
                return self._loop(target, self.members(self.value(iterated, path.names, path.depth)), inner, path)
            case ast.Expr() | ast.Pass() | ast.Assert() | ast.AnnAssign():
                return [path]
            case ast.Raise():
                return []
        path.answers.append(Traced(UNKNOWN, ValueKind.OPAQUE, path.basis))  # a statement that is not followed
        return []

    def _bind(self, target: ast.expr, value: ast.expr, path: CodePath) -> CodePath:
        if isinstance(target, ast.Name):
            return replace(path, names={**path.names, target.id: Lazy(value, path.names, path.basis)})
        assigned = self.value(value, path.names, path.depth).depending_on(path.basis)
        return replace(path, names=self.unpack(target, assigned, path.names))

    def _branches(self, branches: Sequence[Branch], path: CodePath) -> list[CodePath]:
        """Return the paths after the branches that may be taken: those up to the first whose test surely holds.

        If no branch returns, what follows does not depend on the tests.
        """
        basis, after = path.basis, []
        some_return = any(may_return(each) for _, body in branches for each in body)
        for test, body in branches:
            truth = True if test is None else test.truth
            if test is not None:
                basis |= test.test_basis
            if truth is not False:
                branch_ends = self._block(body, [replace(path, basis=basis)])
                after += branch_ends if some_return else [replace(each, basis=path.basis) for each in branch_ends]
            if truth:
                break
        return after

    def _match(self, subject: Traced, cases: Sequence[ast.match_case], path: CodePath) -> list[CodePath]:
        branches: list[Branch] = []
        for case in cases:
            names, test = self._match_pattern(case.pattern, subject, path.names, path.depth)
            path = replace(path, names=names)
            if case.guard is not None:
                guard = self.test(case.guard, names, path.depth)
                test = Traced(
                    all_of((test.truth, guard.truth)), ValueKind.CONDITION, test.test_basis | guard.test_basis
                )
            branches.append((test, case.body))
        return self._branches([*branches, (None, [])], path)

    def _match_pattern(
        self, pattern: ast.pattern, subject: Traced, names: Environment, depth: int
    ) -> tuple[Environment, Traced]:
        """Return the names that a pattern binds, and whether it fits."""
        match pattern:
            case ast.MatchValue(value=value):
                return names, self.compared(ast.Eq(), subject, self.value(value, names, depth))
            case ast.MatchSingleton(value=value):
                return names, self.compared(ast.Is(), subject, Traced(value, ValueKind.LITERAL))
            case ast.MatchAs(pattern=inner, name=name):
                if name is not None:
                    names = {**names, name: subject}
                if inner is None:
                    return names, Traced(True, ValueKind.CONDITION)
                return self._match_pattern(inner, subject, names, depth)
            case ast.MatchOr(patterns=patterns):
                tests = [self._match_pattern(each, subject, names, depth)[1] for each in patterns]
                truths, basis = [test.truth for test in tests], joint_basis(tests)
                if True in truths:
                    basis |= Basis(listed=frozenset({(pattern, truths.index(True))}))
                return names, Traced(any_of(truths), ValueKind.CONDITION, basis)
            case ast.MatchSequence(patterns=patterns):
                parts = elements(subject)
                if parts is not None and len(parts) == len(patterns):
                    truths, basis = [], NOTHING
                    for each, part in zip(patterns, parts, strict=True):
                        names, test = self._match_pattern(each, part, names, depth)
                        truths.append(test.truth)
                        basis |= test.test_basis
                    return names, Traced(all_of(truths), ValueKind.CONDITION, basis)
        return names, Traced(UNKNOWN, ValueKind.OPAQUE, subject.test_basis)

    def _loop(self, target: ast.expr, iterated: Traced, body: Sequence[ast.stmt], path: CodePath) -> list[CodePath]:
        """Return the paths after a loop, which is followed once for each element."""
        parts = elements(iterated)
        if parts is None or len(parts) > LONGEST:
            path.answers.append(opaque(iterated).depending_on(path.basis))
            return []
        paths = [path]
        for part in parts:
            paths = [replace(each, names=self.unpack(target, part, each.names)) for each in paths]
            paths = self._block(body, paths)
        return paths

    def unpack(self, target: ast.expr, value: Traced, names: Environment) -> Environment:
        """Return the names after a value was assigned to a target: a name, or a tuple of targets."""
        match target:
            case ast.Name(id=name):
                return {**names, name: value}
            case ast.Tuple(elts=targets) | ast.List(elts=targets):
                parts = elements(value)
                if parts is None or len(parts) != len(targets):
                    parts = (opaque(value),) * len(targets)
                for inner, part in zip(targets, parts, strict=True):
                    names = self.unpack(inner, part, names)
        return names

    def answer(self, node: ast.expr, names: Environment, depth: int) -> list[Traced]:
        """Return the answers that an expression may give, each with its own basis."""
        match node:
            case ast.IfExp(test=test, body=then, orelse=orelse):
                condition = self.test(test, names, depth)
                branches = [then] if condition.truth is not False else []
                branches += [orelse] if not condition.truth else []
                answers = [each for branch in branches for each in self.answer(branch, names, depth)]
                return [each.depending_on(condition.test_basis) for each in answers]
            case ast.Call(func=ast.Name(id=name)) if name in self.code.functions and depth < DEEPEST:
                answers = self.run(self.code.functions[name], self._arguments(node, names, depth), depth + 1)
                called_rule = self.rules & {name}
                passed_on, constant = Basis(passed_on=called_rule), Basis(SHARED_BASIS.marks, numbers=called_rule)
                return [each.depending_on(passed_on if each.basis.inputs else constant) for each in answers]
            case ast.BinOp() | ast.Call() if self._only_calculates(node, names):
                called_rules = self.rules.intersection(_names_in(node)).difference(names)
                return [
                    self._entry(node, names, depth) or Traced(UNKNOWN, ValueKind.COMPUTED, Basis(rules=called_rules))
                ]
            case ast.Name(id=name) if isinstance(lazy := names.get(name), Lazy) and lazy.result is None:
                answers = self.answer(lazy.node, lazy.names, depth)  # type: ignore[arg-type]
                return [each.depending_on(lazy.basis) for each in answers]
        return [self.value(node, names, depth)]

    def _only_calculates(self, node: ast.expr, names: Environment) -> bool:
        """Return whether the value of an answer need not be known, because it is arithmetic with inputs."""
        if self.sums or _may_unpack(node) or _names_in(node).isdisjoint(names):
            return False
        match node:
            case ast.BinOp() | ast.Call(func=ast.Attribute(value=ast.Name(id="math"))):
                return True
            case ast.Call(func=ast.Name(id=name)):
                return name in ARITHMETIC
        return False

    def _entry(self, node: ast.expr, names: Environment, depth: int) -> Traced | None:
        """Return the value of arithmetic if that leaves an entry as it is; the tests of any other do not count."""
        steps, conditions = self._steps, len(self.conditions)
        try:
            value = self.value(node, names, depth)
        except TooLong:
            value = computed()
        if value.kind is ValueKind.ENTRY:
            return value
        self._steps = steps
        del self.conditions[conditions:]
        return None

    def value(self, node: ast.expr, names: Environment, depth: int) -> Traced:
        """Return the value of an expression, given the values of names; raise TooLong after too many steps."""
        self._steps += 1
        if self._steps > self.most_steps:
            raise TooLong
        match node:
            case ast.Constant(value=value):
                return Traced(value, ValueKind.LITERAL, origin=node)
            case ast.Name(id=name):
                return self._named(name, names, depth)
            case ast.Attribute():
                return self._attribute(node, names, depth)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return negative(self.value(operand, names, depth))
            case ast.UnaryOp(op=ast.UAdd(), operand=operand):
                return self.value(operand, names, depth)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                inner = self.test(operand, names, depth)
                return Traced(
                    UNKNOWN if inner.truth is None else not inner.truth, ValueKind.CONDITION, inner.test_basis
                )
            case ast.BinOp(left=left, op=op, right=right):
                return calculation(op, self.value(left, names, depth), self.value(right, names, depth))
            case ast.BoolOp(op=op, values=values):
                return self._bool(op, [self.value(each, names, depth) for each in values])
            case ast.Compare(left=first, ops=ops, comparators=others):
                operands = pairwise([self.value(each, names, depth) for each in (first, *others)])
                tests = [self.compared(op, left, right) for op, (left, right) in zip(ops, operands, strict=True)]
                return tests[0] if len(tests) == 1 else self._bool(ast.And(), tests)
            case ast.IfExp(test=test, body=then, orelse=orelse):
                return self._either(self.test(test, names, depth), then, orelse, names, depth)
            case ast.Call():
                return self._call(node, names, depth)
            case ast.Subscript(value=container, slice=key):
                return self._subscript(self.value(container, names, depth), self.value(key, names, depth))
            case ast.Tuple() | ast.List() | ast.Set() | ast.Dict():
                return self._container(node, names, depth)
            case ast.JoinedStr(values=values):
                return self._text([self.value(each, names, depth) for each in values])
            case ast.FormattedValue(value=value, format_spec=None):
                return self.value(value, names, depth)
            case ast.GeneratorExp(elt=element) | ast.ListComp(elt=element) | ast.SetComp(elt=element):
                return self._comprehension(element, node.generators, names, depth)
        return Traced(UNKNOWN, ValueKind.OPAQUE)

    def _container(self, node: ast.Tuple | ast.List | ast.Set | ast.Dict, names: Environment, depth: int) -> Traced:
        """Return a container as written. One that uses no local name is read once and costs no step."""
        if not _names_in(node).isdisjoint(names):
            return self._contents(node, names, depth)
        if node not in self._containers:
            # count its own steps from below 0 up to 0, so that its size alone never raises TooLong
            steps_before, self._steps = self._steps, -len(list(ast.walk(node)))
            self._containers[node] = self._contents(node, {}, depth)
            self._steps = steps_before
        return self._containers[node]

    def _contents(self, node: ast.Tuple | ast.List | ast.Set | ast.Dict, names: Environment, depth: int) -> Traced:
        if not isinstance(node, ast.Dict):
            return Traced(tuple(self._parts(node.elts, names, depth)), ValueKind.LITERAL, origin=node)
        if None in node.keys:
            return Traced(UNKNOWN, ValueKind.OPAQUE)
        keys = [value_of(self.value(key, names, depth)) for key in node.keys if key is not None]
        entries = dict(zip(keys, (self.value(each, names, depth) for each in node.values), strict=True))
        return Traced(entries, ValueKind.LITERAL, origin=node)

    def _named(self, name: str, names: Environment, depth: int) -> Traced:
        value = names.get(name)
        if isinstance(value, Lazy):
            if value.result is None:
                value.result = self.value(value.node, value.names, depth).depending_on(value.basis)  # type: ignore[arg-type]
            return value.result
        if value is not None:
            return value
        if name in self.code.enums:
            return Traced(EnumClass(name), ValueKind.LITERAL)
        if name in self.code.constants:
            return self._constant(name, depth)
        return Traced(float("inf"), ValueKind.LITERAL) if name == "inf" else Traced(UNKNOWN, ValueKind.OPAQUE)

    def _constant(self, name: str, depth: int) -> Traced:
        if name not in self._constants:
            self._constants[name] = Traced(UNKNOWN, ValueKind.OPAQUE)  # in case the constant refers to itself
            basis = SHARED_BASIS if self.code.users[name] > 1 else NOTHING
            constant = self.value(self.code.constants[name], {}, depth).depending_on(basis)
            self._constants[name] = replace(constant, origin=self.code.constants[name])
        return self._constants[name]

    def _attribute(self, node: ast.Attribute, names: Environment, depth: int) -> Traced:
        match node:
            case ast.Attribute(value=ast.Name(id=enum), attr=member) if member in self.code.enums.get(enum, {}):
                return Traced(Member(enum, member), ValueKind.LITERAL, origin=node)
            case ast.Attribute(value=ast.Name(id="math"), attr="inf"):
                return Traced(float("inf"), ValueKind.LITERAL, origin=node)
        owner = self.value(node.value, names, depth)
        match owner.value, node.attr:
            case Member(_, name), "name" | "_name_":
                return replace(owner, value=name)
            case Member(enum, name), "value" | "_value_":
                entry = self.value(self.code.enums[enum][name], {}, depth)
                kind = owner.kind if not isinstance(entry.value, tuple) else entry.kind
                return replace(entry.depending_on(owner.basis), kind=kind, origin=entry.origin)
        return opaque(owner)

    def test(self, node: ast.expr, names: Environment, depth: int) -> Traced:
        """Return the value of an expression as a condition."""
        return self._condition(self.value(node, names, depth))

    def _condition(self, value: Traced) -> Traced:
        """Return a value as a condition; an input `if mail:` counts as the comparison `mail == True`."""
        if value.kind is ValueKind.INPUT:
            self.conditions.append((ast.Eq(), value, Traced(True, ValueKind.LITERAL)))
        return value

    def _bool(self, op: ast.boolop, values: list[Traced]) -> Traced:
        """Return the operand that decides `and` or `or`: the first that settles it, such as a true one of `or`."""
        deciding_truth, basis = isinstance(op, ast.Or), NOTHING  # `or` is decided by True, `and` by False
        for position, value in enumerate(map(self._condition, values)):
            basis |= value.test_basis
            is_last = position == len(values) - 1
            if value.truth is deciding_truth or is_last:
                some_unknown = any(each.truth is None for each in values[:position])
                kind = ValueKind.CONDITION if isinstance(value.value, (bool, type(UNKNOWN))) else value.kind
                if some_unknown and value.truth is not deciding_truth:
                    return Traced(UNKNOWN, kind, basis)
                return replace(value, kind=kind, basis=basis, linear=None)
        return Traced(UNKNOWN, ValueKind.CONDITION, basis)

    def compared(self, op: ast.cmpop, left: Traced, right: Traced) -> Traced:
        """Return the truth of a comparison, and record it."""
        self.conditions.append((op, left, right))
        return compared(op, left, right)

    def _either(self, test: Traced, then: ast.expr, orelse: ast.expr, names: Environment, depth: int) -> Traced:
        """Return the value of `then if test else orelse`; UNKNOWN if the test is not decided."""
        if test.truth is not None:
            return self.value(then if test.truth else orelse, names, depth).depending_on(test.test_basis)
        both = self.value(then, names, depth), self.value(orelse, names, depth)
        basis = joint_basis((test, *both))
        return Traced(UNKNOWN, ValueKind.COMPUTED if Mark.COMPUTED in basis.marks else ValueKind.OPAQUE, basis)

    def _parts(self, nodes: Sequence[ast.expr], names: Environment, depth: int) -> Iterator[Traced]:
        """Yield the values of elements or arguments; `*values` gives the elements of `values`."""
        for node in nodes:
            if isinstance(node, ast.Starred):
                yield from elements(self.value(node.value, names, depth)) or (Traced(UNKNOWN, ValueKind.OPAQUE),)
            else:
                yield self.value(node, names, depth)

    def _text(self, parts: list[Traced]) -> Traced:
        """Return a string built from parts; with an input it is another name for that input."""
        values = [value_of(part) for part in parts]
        value = UNKNOWN if UNKNOWN in values else "".join(map(str, values))
        kinds = {part.kind for part in parts} - {ValueKind.LITERAL}
        return Traced(value, kinds.pop() if len(kinds) == 1 else ValueKind.COMPUTED, joint_basis(parts))

    def _subscript(self, container: Traced, key: Traced) -> Traced:
        if isinstance(container.value, EnumClass):
            name = value_of(key)
            if name in self.code.enums[container.value.name]:
                origin = (container.value.name, name)
                return Traced(Member(container.value.name, str(name)), ValueKind.ENTRY, key.test_basis, origin)
            return opaque(key)
        return entry_at(container, key) or opaque(container, key)

    def _call(self, node: ast.Call, names: Environment, depth: int) -> Traced:
        match node.func:
            case ast.Name(id=name) if name in self.code.functions:
                return self._called(name, node, names, depth)
            case ast.Name(id=name) if name in self.code.enums and len(node.args) == 1:
                argument = self.value(node.args[0], names, depth)
                member = self.code.member_with(name, value_of(argument)) if argument.is_known else None
                return replace(argument, value=member or UNKNOWN, linear=None)
            case ast.Attribute(value=ast.Name(id=module), attr=name) if module in MODULES.difference(names):
                return call_builtin(name, self._all_arguments(node, names, depth))
            case ast.Attribute(value=owner, attr=name):
                arguments = self._all_arguments(node, names, depth)
                return call_method(self.value(owner, names, depth), name, arguments)
            case ast.Name(id=name):
                return call_builtin(name, self._all_arguments(node, names, depth))
        return Traced(UNKNOWN, ValueKind.OPAQUE)

    def _all_arguments(self, node: ast.Call, names: Environment, depth: int) -> list[Traced]:
        """Return the arguments by position, an enum as its members in order.

        The default of `max` is one more argument.
        """
        arguments = list(self._parts([*node.args, *(keyword.value for keyword in node.keywords)], names, depth))
        return [self.members(each) for each in arguments]

    def members(self, value: Traced) -> Traced:
        """Return an enum class as the tuple of its members, and any other value as it is."""
        if not isinstance(value.value, EnumClass):
            return value
        enum = value.value.name
        members = tuple(Traced(Member(enum, name), ValueKind.LITERAL) for name in self.code.enums[enum])
        return Traced(members, ValueKind.LITERAL)

    def _arguments(self, node: ast.Call, names: Environment, depth: int) -> Environment:
        """Return the arguments of a call by parameter."""
        assert isinstance(node.func, ast.Name)
        function = self.code.functions[node.func.id]
        if any(isinstance(each, ast.Starred) for each in node.args) or function.args.vararg:
            parts: list[Traced | Lazy] = list(self._parts(node.args, names, depth))  # their number must be known
        else:
            parts = [Lazy(each, names, NOTHING) for each in node.args]
        by_parameter: dict[str, Traced | Lazy] = dict(
            zip((each.arg for each in parameters(function)), parts, strict=False)
        )
        if function.args.vararg:
            rest = tuple(each for each in parts[len(function.args.args) :] if isinstance(each, Traced))
            by_parameter[function.args.vararg.arg] = Traced(rest, ValueKind.LITERAL)
        by_parameter |= {each.arg: Lazy(each.value, names, NOTHING) for each in node.keywords if each.arg is not None}
        return by_parameter

    def _called(self, name: str, node: ast.Call, names: Environment, depth: int) -> Traced:
        """Return the answer of another function of the rules, if there is only one."""
        if depth >= DEEPEST:
            raise TooLong
        answers = self.run(self.code.functions[name], self._arguments(node, names, depth), depth + 1)
        answer = answers[0] if len(answers) == 1 else computed(*answers)
        called_rule = self.rules & {name}
        if answer.kind is ValueKind.LITERAL and not answer.basis.inputs:
            return answer.depending_on(Basis(SHARED_BASIS.marks, numbers=called_rule))
        return answer.depending_on(Basis(rules=called_rule))

    def _comprehension(
        self, element: ast.expr, generators: Sequence[ast.comprehension], names: Environment, depth: int
    ) -> Traced:
        scopes, basis = [names], NOTHING  # a scope has the names at one turn of the loops so far
        for generator in generators:
            outer_scopes, scopes = scopes, []
            for scope in outer_scopes:
                iterated = self.members(self.value(generator.iter, scope, depth))
                parts = elements(iterated)
                if parts is None or len(parts) > LONGEST:
                    return Traced(UNKNOWN, ValueKind.OPAQUE)
                basis |= iterated.basis
                for part in parts:
                    inner = self.unpack(generator.target, part, scope)
                    tests = [self.test(test, inner, depth) for test in generator.ifs]
                    basis |= joint_basis(tests)
                    if any(test.truth is None for test in tests):
                        return Traced(UNKNOWN, ValueKind.OPAQUE)
                    if all(test.truth for test in tests):
                        scopes.append(inner)
        return Traced(tuple(self.value(element, scope, depth) for scope in scopes), ValueKind.LITERAL, basis)
