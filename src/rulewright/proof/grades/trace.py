"""Follows the rules code from a call with given inputs to its answers, on the syntax tree; nothing of it runs.

Conditions on the inputs are decided, so that usually one way through the code is left. Where a condition is not known
both ways count. What is not followed, such as `while` or a class of the author's, is `OPAQUE`.
"""

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from rulewright.model.domain import Plain
from rulewright.proof.grades import builtin_calls as builtins
from rulewright.proof.grades.code import CodeSyntax, parameters
from rulewright.proof.grades.operators import calculation, compared, negative
from rulewright.proof.grades.traced import (
    NOTHING,
    UNKNOWN,
    Basis,
    EnumClass,
    Environment,
    Kind,
    Lazy,
    Mark,
    Member,
    Traced,
    computed,
    elements,
    opaque,
    plain,
    together,
)

DEEPEST = 24
"""Levels of calls to follow."""
MOST_STEPS = 3000
"""Expressions to evaluate for one answer: no lookup takes so many, so what takes more is a calculation."""
MOST_WAYS = 32
"""Ways through a function at once."""
ADDED = "+="
"""A name that no code can have."""
SHARED = NOTHING.marked(Mark.SHARED)
PACKING = (ast.FloorDiv, ast.Mod, ast.RShift, ast.BitAnd)


Comparison = tuple[ast.cmpop, Traced, Traced]


class TooLong(Exception):
    """The calculation takes more than MOST_STEPS."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way through a function: the names so far, and what the tests on it depend on."""

    names: Environment
    basis: Basis = NOTHING


class Tracer:
    """Traces calls of one rules.py.

    `rules` are the functions that printed statements are held against. With `sums` the terms of a sum are followed
    one by one. `conditions` collects the comparisons that were made.
    """

    def __init__(self, code: CodeSyntax, rules: Collection[str], *, sums: bool = False) -> None:
        self.code, self.rules, self.sums = code, rules, sums
        self.conditions: list[Comparison] = []
        self._constants: dict[str, Traced] = {}
        self._steps = 0

    def answers(self, function: str, inputs: Mapping[str, tuple[str, "Plain | frozenset[str]"]]) -> list[Traced]:
        """The answers of a function; `inputs` has the axis and the value of each parameter."""
        node, self._steps = self.code.functions[function], 0
        arguments = {
            each.arg: self._input(inputs[each.arg][0], self.code.argument(each.annotation, inputs[each.arg][1]))
            for each in parameters(node)
            if each.arg in inputs
        }
        try:
            return self._run(node, arguments, 0)
        except (TooLong, RecursionError):
            return [Traced(UNKNOWN, Kind.COMPUTED, Basis(inputs=frozenset(axis for axis, _ in inputs.values())))]

    def _input(self, axis: str, value: object) -> Traced:
        linear = (((axis, builtins.Fraction(1)),), builtins.Fraction(0)) if isinstance(value, (int, float)) else None
        if isinstance(value, frozenset):
            value = tuple(Traced(each, Kind.INPUT) for each in sorted(value))
        return Traced(value, Kind.INPUT, Basis(inputs=frozenset({axis})), linear=linear)

    # Statements

    def _run(self, function: ast.FunctionDef, names: Environment, depth: int) -> list[Traced]:
        answers: list[Traced] = []
        left = self._block(function.body, [Way(self._with_defaults(function, names))], answers, depth)
        answers += [Traced(None, Kind.LITERAL, way.basis, function) for way in left]
        return answers

    def _with_defaults(self, function: ast.FunctionDef, names: Environment) -> Environment:
        plain_ones = [*function.args.posonlyargs, *function.args.args]
        defaults = dict(zip(reversed([each.arg for each in plain_ones]), reversed(function.args.defaults), strict=False))
        defaults |= {
            each.arg: node for each, node in zip(function.args.kwonlyargs, function.args.kw_defaults, strict=True) if node
        }
        return {**{name: Lazy(node, {}, NOTHING) for name, node in defaults.items()}, **names}

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
                answers += [answer.under(way.basis) for answer in self._answer(node, way.names, depth)]
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
                return self._branches([(self._test(test, way.names, depth), then), (None, other)], way, answers, depth)
            case ast.Match(subject=subject, cases=cases):
                return self._match(self._value(subject, way.names, depth), cases, way, answers, depth)
            case ast.For(target=target, iter=iterated, body=inner, orelse=[]):
                over = self._members(self._value(iterated, way.names, depth))
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
        return replace(way, names=self._unpack(target, self._value(value, way.names, depth).under(way.basis), way.names))

    def _unpack(self, target: ast.expr, value: Traced, names: Environment) -> Environment:
        match target:
            case ast.Name(id=name):
                return {**names, name: value}
            case ast.Tuple(elts=targets) | ast.List(elts=targets):
                parts = elements(value)
                if parts is None or len(parts) != len(targets):
                    parts = (opaque(value),) * len(targets)
                for inner, part in zip(targets, parts, strict=True):
                    names = self._unpack(inner, part, names)
        return names

    def _branches(
        self, branches: Sequence[tuple[Traced | None, Sequence[ast.stmt]]], way: Way, answers: list[Traced], depth: int
    ) -> list[Way]:
        """The branches that may be taken, the first whose test holds; one without a test is for all else."""
        basis, after = way.basis, []
        leaves = any(isinstance(node, ast.Return) for _, body in branches for each in body for node in ast.walk(each))
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
                guard = self._test(case.guard, names, depth)
                both = [test.truth, guard.truth]
                value = False if False in both else UNKNOWN if None in both else True
                test = Traced(value, Kind.CONDITION, test.tested | guard.tested)
            branches.append((test, case.body))
        return self._branches([*branches, (None, [])], way, answers, depth)

    def _fits(
        self, pattern: ast.pattern, subject: Traced, names: Environment, depth: int
    ) -> tuple[Environment, Traced]:
        """Whether a pattern fits, and the names that it gives."""
        match pattern:
            case ast.MatchValue(value=value):
                return names, self._compared(ast.Eq(), subject, self._value(value, names, depth))
            case ast.MatchSingleton(value=value):
                return names, self._compared(ast.Is(), subject, Traced(value, Kind.LITERAL))
            case ast.MatchAs(pattern=inner, name=name):
                if name is not None:
                    names = {**names, name: subject}
                return (names, Traced(True, Kind.CONDITION)) if inner is None else self._fits(inner, subject, names, depth)
            case ast.MatchOr(patterns=patterns):
                tests = [self._fits(each, subject, names, depth)[1] for each in patterns]
                truths, basis = [test.truth for test in tests], together(tests)
                if True in truths:
                    basis |= Basis(listed=frozenset({(pattern, truths.index(True))}))
                value = True if True in truths else UNKNOWN if None in truths else False
                return names, Traced(value, Kind.CONDITION, basis)
            case ast.MatchSequence(patterns=patterns):
                parts = elements(subject)
                if parts is not None and len(parts) == len(patterns):
                    truths, basis = [], NOTHING
                    for each, part in zip(patterns, parts, strict=True):
                        names, test = self._fits(each, part, names, depth)
                        truths.append(test.truth)
                        basis |= test.tested
                    value = False if False in truths else UNKNOWN if None in truths else True
                    return names, Traced(value, Kind.CONDITION, basis)
        return names, Traced(UNKNOWN, Kind.OPAQUE, subject.tested)

    def _loop(
        self, target: ast.expr, over: Traced, body: Sequence[ast.stmt], way: Way, answers: list[Traced], depth: int
    ) -> list[Way]:
        parts = elements(over)
        if parts is None or len(parts) > builtins.LONGEST:
            answers.append(opaque(over).under(way.basis))
            return []
        ways = [way]
        for part in parts:
            ways = [replace(each, names=self._unpack(target, part, each.names)) for each in ways]
            ways = self._block(body, ways, answers, depth)
        return ways

    # Expressions

    def _answer(self, node: ast.expr, names: Environment, depth: int) -> list[Traced]:
        """The answers that an expression may give, each with its own basis."""
        match node:
            case ast.IfExp(test=test, body=then, orelse=other):
                asked = self._test(test, names, depth)
                if asked.truth is not None:
                    chosen = self._answer(then if asked.truth else other, names, depth)
                    return [each.under(asked.tested) for each in chosen]
                both = [*self._answer(then, names, depth), *self._answer(other, names, depth)]
                return [each.under(asked.tested) for each in both]
            case ast.Call(func=ast.Name(id=name)) if name in self.code.functions and depth < DEEPEST:
                answers = self._run(self.code.functions[name], self._arguments(node, names, depth), depth + 1)
                other = frozenset({name} & set(self.rules))
                handed, number = Basis(handed_on=other), Basis(SHARED.marks, numbers=other)
                return [each.under(handed if each.basis.inputs else number) for each in answers]
            case ast.BinOp() | ast.Call() if self._only_calculates(node, names):
                named = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
                asked_rules = (named & set(self.rules)).difference(names)
                return [Traced(UNKNOWN, Kind.COMPUTED, Basis(rules=frozenset(asked_rules)))]
            case ast.Name(id=name) if isinstance(lazy := names.get(name), Lazy) and lazy.done is None:
                answers = self._answer(lazy.node, lazy.names, depth)  # type: ignore[arg-type]
                return [each.under(lazy.basis) for each in answers]
        return [self._value(node, names, depth)]

    def _only_calculates(self, node: ast.expr, names: Environment) -> bool:
        """Whether the value of an answer need not be known, because it is the result of arithmetic with inputs."""
        if self.sums:
            return False
        used = [each for each in ast.walk(node) if isinstance(each, (ast.Name, ast.operator))]
        if any(isinstance(each, PACKING) for each in used):
            return False
        varies = any(isinstance(each, ast.Name) and each.id in names for each in used)
        match node:
            case ast.BinOp():
                return varies
            case ast.Call(func=ast.Attribute(value=ast.Name(id="math"))):
                return varies
            case ast.Call(func=ast.Name(id=name)):
                return varies and name in builtins.ARITHMETIC
        return False

    def _value(self, node: ast.expr, names: Environment, depth: int) -> Traced:
        self._steps += 1
        if self._steps > MOST_STEPS:
            raise TooLong
        match node:
            case ast.Constant(value=value):
                return Traced(value, Kind.LITERAL, origin=node)
            case ast.Name(id=name):
                return self._named(name, names, depth)
            case ast.Attribute():
                return self._attribute(node, names, depth)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return negative(self._value(operand, names, depth))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                inner = self._test(operand, names, depth)
                return Traced(UNKNOWN if inner.truth is None else not inner.truth, Kind.CONDITION, inner.tested)
            case ast.BinOp(left=left, op=op, right=right):
                return calculation(op, self._value(left, names, depth), self._value(right, names, depth))
            case ast.BoolOp(op=op, values=values):
                return self._bool(op, [self._value(each, names, depth) for each in values])
            case ast.Compare():
                return self._comparison(node, names, depth)
            case ast.IfExp(test=test, body=then, orelse=other):
                return self._either(self._test(test, names, depth), then, other, names, depth)
            case ast.Call():
                return self._call(node, names, depth)
            case ast.Subscript(value=container, slice=key):
                return self._subscript(self._value(container, names, depth), self._value(key, names, depth))
            case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
                return Traced(tuple(self._parts(parts, names, depth)), Kind.LITERAL, origin=node)
            case ast.Dict(keys=keys, values=values) if None not in keys:
                found = [plain(self._value(key, names, depth)) for key in keys if key is not None]
                entries = dict(zip(found, (self._value(each, names, depth) for each in values), strict=True))
                return Traced(entries, Kind.LITERAL, origin=node)
            case ast.JoinedStr(values=values):
                return self._text([self._value(each, names, depth) for each in values])
            case ast.FormattedValue(value=value, format_spec=None):
                return self._value(value, names, depth)
            case ast.GeneratorExp(elt=element) | ast.ListComp(elt=element) | ast.SetComp(elt=element):
                return self._comprehension(element, node.generators, names, depth)
        return Traced(UNKNOWN, Kind.OPAQUE)

    def _named(self, name: str, names: Environment, depth: int) -> Traced:
        found = names.get(name)
        if isinstance(found, Lazy):
            if found.done is None:
                found.done = self._value(found.node, found.names, depth).under(found.basis)  # type: ignore[arg-type]
            return found.done
        if found is not None:
            return found
        if name in self.code.enums:
            return Traced(EnumClass(name), Kind.LITERAL)
        if name in self.code.constants:
            return self._constant(name, depth)
        return Traced(float("inf"), Kind.LITERAL) if name == "inf" else Traced(UNKNOWN, Kind.OPAQUE)

    def _constant(self, name: str, depth: int) -> Traced:
        if name not in self._constants:
            self._constants[name] = Traced(UNKNOWN, Kind.OPAQUE)  # a constant that needs itself
            basis = SHARED if self.code.users[name] > 1 else NOTHING
            found = self._value(self.code.constants[name], {}, depth).under(basis)
            self._constants[name] = replace(found, origin=self.code.constants[name])
        return self._constants[name]

    def _attribute(self, node: ast.Attribute, names: Environment, depth: int) -> Traced:
        match node:
            case ast.Attribute(value=ast.Name(id=enum), attr=member) if member in self.code.enums.get(enum, {}):
                return Traced(Member(enum, member), Kind.LITERAL, origin=node)
            case ast.Attribute(value=ast.Name(id="math"), attr="inf"):
                return Traced(float("inf"), Kind.LITERAL, origin=node)
        owner = self._value(node.value, names, depth)
        match owner.value, node.attr:
            case Member(_, name), "name" | "_name_":
                return replace(owner, value=name)
            case Member(enum, name), "value" | "_value_":
                made = self._value(self.code.enums[enum][name], {}, depth)
                kind = owner.kind if not isinstance(made.value, tuple) else made.kind
                return replace(made.under(owner.basis), kind=kind, origin=made.origin)
        return opaque(owner)

    def _test(self, node: ast.expr, names: Environment, depth: int) -> Traced:
        return self._condition(self._value(node, names, depth))

    def _condition(self, value: Traced) -> Traced:
        """A value that is asked whether it is true."""
        if value.kind is Kind.INPUT:
            self.conditions.append((ast.Eq(), value, Traced(True, Kind.LITERAL)))
        return value

    def _bool(self, op: ast.boolop, values: list[Traced]) -> Traced:
        """The operand that decides; with the others, it is a condition."""
        deciding, basis = isinstance(op, ast.Or), NOTHING
        for at, value in enumerate(map(self._condition, values)):
            basis |= value.tested
            if value.truth is deciding or at == len(values) - 1:
                unknown = any(each.truth is None for each in values[:at])
                kind = Kind.CONDITION if isinstance(value.value, (bool, type(UNKNOWN))) else value.kind
                if unknown and value.truth is not deciding:
                    return Traced(UNKNOWN, kind, basis)
                return replace(value, kind=kind, basis=basis, linear=None)
        return Traced(UNKNOWN, Kind.CONDITION, basis)

    def _comparison(self, node: ast.Compare, names: Environment, depth: int) -> Traced:
        operands = [self._value(each, names, depth) for each in (node.left, *node.comparators)]
        tests = [
            self._compared(op, left, right)
            for op, (left, right) in zip(node.ops, pairwise(operands), strict=True)
        ]
        return tests[0] if len(tests) == 1 else self._bool(ast.And(), tests)

    def _compared(self, op: ast.cmpop, left: Traced, right: Traced) -> Traced:
        found = compared(op, left, right)
        self.conditions.append((op, left, right))
        return found

    def _either(self, test: Traced, then: ast.expr, other: ast.expr, names: Environment, depth: int) -> Traced:
        if test.truth is not None:
            return self._value(then if test.truth else other, names, depth).under(test.tested)
        both = self._value(then, names, depth), self._value(other, names, depth)
        basis = together((test, *both))
        return Traced(UNKNOWN, Kind.COMPUTED if Mark.COMPUTED in basis.marks else Kind.OPAQUE, basis)

    def _parts(self, nodes: Sequence[ast.expr], names: Environment, depth: int) -> Iterator[Traced]:
        for node in nodes:
            if isinstance(node, ast.Starred):
                yield from elements(self._value(node.value, names, depth)) or (Traced(UNKNOWN, Kind.OPAQUE),)
            else:
                yield self._value(node, names, depth)

    def _text(self, parts: list[Traced]) -> Traced:
        """A text made of parts; with an input it is another name for that input."""
        values = [plain(part) for part in parts]
        value = UNKNOWN if UNKNOWN in values else "".join(map(str, values))
        kinds = {part.kind for part in parts} - {Kind.LITERAL}
        return Traced(value, kinds.pop() if len(kinds) == 1 else Kind.COMPUTED, together(parts))

    def _subscript(self, container: Traced, key: Traced) -> Traced:
        if isinstance(container.value, EnumClass):
            name = plain(key)
            if name in self.code.enums[container.value.name]:
                return Traced(Member(container.value.name, str(name)), Kind.ENTRY, key.tested, (container.value.name, name))
            return opaque(key)
        return builtins.entry_at(container, key) or opaque(container, key)

    def _call(self, node: ast.Call, names: Environment, depth: int) -> Traced:
        match node.func:
            case ast.Name(id=name) if name in self.code.functions:
                return self._asked(name, node, names, depth)
            case ast.Name(id=name) if name in self.code.enums and len(node.args) == 1:
                given = self._value(node.args[0], names, depth)
                member = self.code.member_with(name, plain(given)) if given.known else None
                return replace(given, value=member or UNKNOWN, linear=None)
            case ast.Attribute(value=ast.Name(id=module), attr=name) if module in builtins.MODULES and module not in names:
                return builtins.call_builtin(name, self._all_arguments(node, names, depth))
            case ast.Attribute(value=owner, attr=name):
                arguments = self._all_arguments(node, names, depth)
                return builtins.call_method(self._value(owner, names, depth), name, arguments)
            case ast.Name(id=name):
                return builtins.call_builtin(name, self._all_arguments(node, names, depth))
        return Traced(UNKNOWN, Kind.OPAQUE)

    def _all_arguments(self, node: ast.Call, names: Environment, depth: int) -> list[Traced]:
        """The arguments by position; the members of an enum as they are in order. `max` with a default has one more."""
        found = list(self._parts([*node.args, *(keyword.value for keyword in node.keywords)], names, depth))
        return [self._members(each) for each in found]

    def _members(self, value: Traced) -> Traced:
        if not isinstance(value.value, EnumClass):
            return value
        return Traced(tuple(Traced(each, Kind.LITERAL) for each in self.code.members(value.value.name)), Kind.LITERAL)

    def _arguments(self, node: ast.Call, names: Environment, depth: int) -> Environment:
        """The arguments of a call by parameter."""
        assert isinstance(node.func, ast.Name)
        function = self.code.functions[node.func.id]
        if any(isinstance(each, ast.Starred) for each in node.args) or function.args.vararg:
            parts: list[Traced | Lazy] = list(self._parts(node.args, names, depth))
        else:
            parts = [Lazy(each, names, NOTHING) for each in node.args]
        by_name: dict[str, Traced | Lazy] = dict(zip((each.arg for each in parameters(function)), parts, strict=False))
        if function.args.vararg:
            rest = tuple(each for each in parts[len(function.args.args) :] if isinstance(each, Traced))
            by_name[function.args.vararg.arg] = Traced(rest, Kind.LITERAL)
        by_name |= {each.arg: Lazy(each.value, names, NOTHING) for each in node.keywords if each.arg is not None}
        return by_name

    def _asked(self, name: str, node: ast.Call, names: Environment, depth: int) -> Traced:
        """The answer of another function of the rules, if there is only one."""
        if depth >= DEEPEST:
            raise TooLong
        answers = self._run(self.code.functions[name], self._arguments(node, names, depth), depth + 1)
        found = answers[0] if len(answers) == 1 else computed(*answers)
        other = frozenset({name} & set(self.rules))
        if found.kind is Kind.LITERAL and not found.basis.inputs:
            return found.under(Basis(SHARED.marks, numbers=other))
        return found.under(Basis(rules=other))

    def _comprehension(
        self, element: ast.expr, generators: Sequence[ast.comprehension], names: Environment, depth: int
    ) -> Traced:
        found: list[Traced] = []
        basis = self._generate(element, generators, names, depth, found)
        if basis is None:
            return Traced(UNKNOWN, Kind.OPAQUE, together(found))
        return Traced(tuple(found), Kind.LITERAL, basis)

    def _generate(
        self,
        element: ast.expr,
        generators: Sequence[ast.comprehension],
        names: Environment,
        depth: int,
        found: list[Traced],
    ) -> Basis | None:
        """Adds the elements of a comprehension; returns what they depend on, None if they are not known."""
        if not generators:
            found.append(self._value(element, names, depth))
            return NOTHING
        first, *rest = generators
        over = self._members(self._value(first.iter, names, depth))
        parts, basis = elements(over), over.basis
        if parts is None or len(parts) > builtins.LONGEST:
            return None
        for part in parts:
            inner = self._unpack(first.target, part, names)
            tests = [self._test(test, inner, depth) for test in first.ifs]
            basis |= together(tests)
            if any(test.truth is None for test in tests):
                return None
            if all(test.truth for test in tests):
                below = self._generate(element, rest, inner, depth, found)
                if below is None:
                    return None
                basis |= below
        return basis
