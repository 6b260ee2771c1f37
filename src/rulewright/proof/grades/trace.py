"""The trace: it follows a call of the rules code to its answers on the syntax tree, without running the code.

It is an abstract interpreter: each expression becomes a `Traced` value (`traced.py`), which also says where the value
comes from. Conditions on the inputs are decided, so usually one way through the code is left. If a condition is not
known, both ways count. Code that the trace does not follow, such as `while` or an author's class, gives an OPAQUE
value.
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
    Kind,
    Lazy,
    Mark,
    Member,
    Traced,
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
    plain,
)
from rulewright.proof.rules_syntax import defaults, parameters

# The functions, constants and enums of the rules code as syntax, and the values of its expressions


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
        """Return a value as a function with this annotation receives it: an enum member for its value."""
        enum = self.enum_of(annotation)
        return value if enum is None else self._by_value[enum].get(value, value)


def assignments(body: Sequence[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    for node in body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                yield name, value
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                yield name, value
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                pairs = zip(names, values, strict=False)
                yield from ((each.id, value) for each, value in pairs if isinstance(each, ast.Name))


DEEPEST = 24
"""Levels of nested calls to follow."""
MOST_STEPS, FEWEST_STEPS = 3000, 100
"""Expressions to evaluate for one answer. No lookup takes so many, so an answer that takes more is a calculation."""
ALL_STEPS = 300_000
"""Expressions to evaluate for all answers of a table, about a second."""
SHARED = NOTHING.marked(Mark.SHARED)
PACKING = (ast.FloorDiv, ast.Mod, ast.RShift, ast.BitAnd)

Comparison = tuple[ast.cmpop, Traced, Traced]


MOST_IN_VAIN = 64
"""Calls that may take too many steps before no more are followed."""


class TooLong(Exception):
    """The calculation takes more than MOST_STEPS."""


@lru_cache(maxsize=4096)
def _used_in(node: ast.expr) -> tuple[frozenset[str], bool]:
    """Return the names in an expression, and whether it may take a packed number apart."""
    parts = list(ast.walk(node))
    return frozenset(each.id for each in parts if isinstance(each, ast.Name)), any(
        isinstance(each, PACKING) for each in parts
    )


MOST_WAYS = 32
"""Most ways through a function that are followed at once."""
ADDED = "+="
"""A name that no code can have."""


@lru_cache(maxsize=4096)
def may_return(statement: ast.stmt) -> bool:
    return any(isinstance(node, ast.Return) for node in ast.walk(statement))


@dataclass(frozen=True, slots=True)
class Way:
    """One way through a function: the values of names so far, and what the tests on the way depend on.

    `depth` counts the enclosing calls; `answers` collects the answers of all ways of the call.
    """

    names: Environment
    basis: Basis
    depth: int
    answers: list[Traced]


class Tracer:
    """Follows calls of the functions of one rules.py.

    `rules` are the functions that printed statements are compared with. With `sums` the terms of a sum are followed one
    by one. `conditions` collects the comparisons on the way.
    """

    def __init__(self, code: CodeSyntax, rules: Collection[str], *, sums: bool = False) -> None:
        self.code, self.rules, self.sums = code, frozenset(rules), sums
        self.conditions: list[Comparison] = []
        self._constants: dict[str, Traced] = {}
        self._fixed: dict[ast.expr, Traced] = {}
        self._steps, self.most_steps = 0, MOST_STEPS
        self._in_vain = 0

    def share_steps(self, calls: int) -> None:
        """Divide the steps that a table may take among `calls` calls."""
        self.most_steps = max(FEWEST_STEPS, min(MOST_STEPS, ALL_STEPS // max(1, calls)))

    def answers(self, function: str, inputs: Mapping[str, tuple[str, "Plain | frozenset[str]"]]) -> list[Traced]:
        """Return the answers of a function; `inputs` has the axis and the value of each parameter."""
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
        """Return all answers that a function may give."""
        if function.args.defaults or function.args.kw_defaults:
            names = {**{name: Lazy(node, {}, NOTHING) for name, node in defaults(function)}, **names}
        answers: list[Traced] = []
        unfinished = self._block(function.body, [Way(names, NOTHING, depth, answers)])
        answers += [Traced(None, Kind.LITERAL, way.basis, function) for way in unfinished]
        return answers

    def _block(self, body: Sequence[ast.stmt], ways: list[Way]) -> list[Way]:
        for statement in body:
            if len(ways) > MOST_WAYS:
                raise TooLong
            ways = [after for way in ways for after in self._statement(statement, way)]
        return ways

    def _statement(self, statement: ast.stmt, way: Way) -> list[Way]:
        match statement:
            case ast.Return(value=value):
                node = value or ast.Constant(None)
                way.answers.extend(answer.under(way.basis) for answer in self.answer(node, way.names, way.depth))
                return []
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    way = self._bind(target, value, way)
                return [way]
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                return [self._bind(target, value, way)]
            case ast.AugAssign(target=ast.Name(id=name), op=op, value=value):
                # Only what is added depends on the tests on the way here, not what was there before.
                added = {**way.names, ADDED: Lazy(value, way.names, way.basis)}
                total = Lazy(ast.BinOp(ast.Name(name), op, ast.Name(ADDED)), added, NOTHING)
                return [replace(way, names={**way.names, name: total})]
            case ast.If(test=test, body=then, orelse=other):
                return self._branches([(self.test(test, way.names, way.depth), then), (None, other)], way)
            case ast.Match(subject=subject, cases=cases):
                return self._match(self.value(subject, way.names, way.depth), cases, way)
            case ast.For(target=target, iter=iterated, body=inner, orelse=[]):
                over = self.members(self.value(iterated, way.names, way.depth))
                return self._loop(target, over, inner, way)
            case ast.Expr() | ast.Pass() | ast.Assert() | ast.AnnAssign():
                return [way]
            case ast.Raise():
                return []
        way.answers.append(Traced(UNKNOWN, Kind.OPAQUE, way.basis))
        return []

    def _bind(self, target: ast.expr, value: ast.expr, way: Way) -> Way:
        if isinstance(target, ast.Name):
            return replace(way, names={**way.names, target.id: Lazy(value, way.names, way.basis)})
        assigned = self.value(value, way.names, way.depth).under(way.basis)
        return replace(way, names=self.unpack(target, assigned, way.names))

    def _branches(self, branches: Sequence[tuple[Traced | None, Sequence[ast.stmt]]], way: Way) -> list[Way]:
        """Return the ways into the branches that may be taken: the first whose test holds; no test means `else`."""
        basis, after = way.basis, []
        leaves = any(may_return(each) for _, body in branches for each in body)
        for test, body in branches:
            truth = True if test is None else test.truth
            if test is not None:
                basis |= test.tested
            if truth is not False:
                below = self._block(body, [replace(way, basis=basis)])
                after += below if leaves else [replace(each, basis=way.basis) for each in below]
            if truth:
                break
        return after

    def _match(self, subject: Traced, cases: Sequence[ast.match_case], way: Way) -> list[Way]:
        branches: list[tuple[Traced | None, Sequence[ast.stmt]]] = []
        for case in cases:
            names, test = self._fits(case.pattern, subject, way.names, way.depth)
            way = replace(way, names=names)
            if case.guard is not None:
                guard = self.test(case.guard, names, way.depth)
                test = Traced(all_of((test.truth, guard.truth)), Kind.CONDITION, test.tested | guard.tested)
            branches.append((test, case.body))
        return self._branches([*branches, (None, [])], way)

    def _fits(
        self, pattern: ast.pattern, subject: Traced, names: Environment, depth: int
    ) -> tuple[Environment, Traced]:
        """Return the names that a pattern binds, and whether it fits."""
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
                truths, basis = [test.truth for test in tests], joint_basis(tests)
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

    def _loop(self, target: ast.expr, over: Traced, body: Sequence[ast.stmt], way: Way) -> list[Way]:
        parts = elements(over)
        if parts is None or len(parts) > LONGEST:
            way.answers.append(opaque(over).under(way.basis))
            return []
        ways = [way]
        for part in parts:
            ways = [replace(each, names=self.unpack(target, part, each.names)) for each in ways]
            ways = self._block(body, ways)
        return ways

    def unpack(self, target: ast.expr, value: Traced, names: Environment) -> Environment:
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
            case ast.IfExp(test=test, body=then, orelse=other):
                condition = self.test(test, names, depth)
                branches = (then, other) if condition.truth is None else (then,) if condition.truth else (other,)
                answers = [each for branch in branches for each in self.answer(branch, names, depth)]
                return [each.under(condition.tested) for each in answers]
            case ast.Call(func=ast.Name(id=name)) if name in self.code.functions and depth < DEEPEST:
                answers = self.run(self.code.functions[name], self._arguments(node, names, depth), depth + 1)
                rule = self.rules & {name}
                handed, number = Basis(handed_on=rule), Basis(SHARED.marks, numbers=rule)
                return [each.under(handed if each.basis.inputs else number) for each in answers]
            case ast.BinOp() | ast.Call() if self._only_calculates(node, names):
                named = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
                asked_rules = self.rules.intersection(named).difference(names)
                return [Traced(UNKNOWN, Kind.COMPUTED, Basis(rules=asked_rules))]
            case ast.Name(id=name) if isinstance(lazy := names.get(name), Lazy) and lazy.done is None:
                answers = self.answer(lazy.node, lazy.names, depth)  # type: ignore[arg-type]
                return [each.under(lazy.basis) for each in answers]
        return [self.value(node, names, depth)]

    def _only_calculates(self, node: ast.expr, names: Environment) -> bool:
        """Return whether the value of an answer need not be known, because it is arithmetic with inputs."""
        used, packs = _used_in(node)
        if self.sums or packs or used.isdisjoint(names):
            return False
        match node:
            case ast.BinOp() | ast.Call(func=ast.Attribute(value=ast.Name(id="math"))):
                return True
            case ast.Call(func=ast.Name(id=name)):
                return name in ARITHMETIC
        return False

    def value(self, node: ast.expr, names: Environment, depth: int) -> Traced:
        self._steps += 1
        if self._steps > self.most_steps:
            raise TooLong
        match node:
            case ast.Constant(value=value):
                return Traced(value, Kind.LITERAL, origin=node)
            case ast.Name(id=name):
                return self._named(name, names, depth)
            case ast.Attribute():
                return self._attribute(node, names, depth)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return negative(self.value(operand, names, depth))
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                inner = self.test(operand, names, depth)
                return Traced(UNKNOWN if inner.truth is None else not inner.truth, Kind.CONDITION, inner.tested)
            case ast.BinOp(left=left, op=op, right=right):
                return calculation(op, self.value(left, names, depth), self.value(right, names, depth))
            case ast.BoolOp(op=op, values=values):
                return self._bool(op, [self.value(each, names, depth) for each in values])
            case ast.Compare(left=first, ops=ops, comparators=others):
                operands = pairwise([self.value(each, names, depth) for each in (first, *others)])
                tests = [self.compared(op, left, right) for op, (left, right) in zip(ops, operands, strict=True)]
                return tests[0] if len(tests) == 1 else self._bool(ast.And(), tests)
            case ast.IfExp(test=test, body=then, orelse=other):
                return self._either(self.test(test, names, depth), then, other, names, depth)
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
        return Traced(UNKNOWN, Kind.OPAQUE)

    def _container(self, node: ast.Tuple | ast.List | ast.Set | ast.Dict, names: Environment, depth: int) -> Traced:
        """Return a container as written. One that uses no local name is read once and costs no step."""
        if not _used_in(node)[0].isdisjoint(names):
            return self._contents(node, names, depth)
        if node not in self._fixed:
            steps, self._steps = self._steps, -len(list(ast.walk(node)))
            self._fixed[node] = self._contents(node, {}, depth)
            self._steps = steps
        return self._fixed[node]

    def _contents(self, node: ast.Tuple | ast.List | ast.Set | ast.Dict, names: Environment, depth: int) -> Traced:
        if not isinstance(node, ast.Dict):
            return Traced(tuple(self._parts(node.elts, names, depth)), Kind.LITERAL, origin=node)
        if None in node.keys:
            return Traced(UNKNOWN, Kind.OPAQUE)
        keys = [plain(self.value(key, names, depth)) for key in node.keys if key is not None]
        entries = dict(zip(keys, (self.value(each, names, depth) for each in node.values), strict=True))
        return Traced(entries, Kind.LITERAL, origin=node)

    def _named(self, name: str, names: Environment, depth: int) -> Traced:
        value = names.get(name)
        if isinstance(value, Lazy):
            if value.done is None:
                value.done = self.value(value.node, value.names, depth).under(value.basis)  # type: ignore[arg-type]
            return value.done
        if value is not None:
            return value
        if name in self.code.enums:
            return Traced(EnumClass(name), Kind.LITERAL)
        if name in self.code.constants:
            return self._constant(name, depth)
        return Traced(float("inf"), Kind.LITERAL) if name == "inf" else Traced(UNKNOWN, Kind.OPAQUE)

    def _constant(self, name: str, depth: int) -> Traced:
        if name not in self._constants:
            self._constants[name] = Traced(UNKNOWN, Kind.OPAQUE)  # in case the constant refers to itself
            basis = SHARED if self.code.users[name] > 1 else NOTHING
            constant = self.value(self.code.constants[name], {}, depth).under(basis)
            self._constants[name] = replace(constant, origin=self.code.constants[name])
        return self._constants[name]

    def _attribute(self, node: ast.Attribute, names: Environment, depth: int) -> Traced:
        match node:
            case ast.Attribute(value=ast.Name(id=enum), attr=member) if member in self.code.enums.get(enum, {}):
                return Traced(Member(enum, member), Kind.LITERAL, origin=node)
            case ast.Attribute(value=ast.Name(id="math"), attr="inf"):
                return Traced(float("inf"), Kind.LITERAL, origin=node)
        owner = self.value(node.value, names, depth)
        match owner.value, node.attr:
            case Member(_, name), "name" | "_name_":
                return replace(owner, value=name)
            case Member(enum, name), "value" | "_value_":
                entry = self.value(self.code.enums[enum][name], {}, depth)
                kind = owner.kind if not isinstance(entry.value, tuple) else entry.kind
                return replace(entry.under(owner.basis), kind=kind, origin=entry.origin)
        return opaque(owner)

    def test(self, node: ast.expr, names: Environment, depth: int) -> Traced:
        return self._condition(self.value(node, names, depth))

    def _condition(self, value: Traced) -> Traced:
        """Return a value as a condition."""
        if value.kind is Kind.INPUT:
            self.conditions.append((ast.Eq(), value, Traced(True, Kind.LITERAL)))
        return value

    def _bool(self, op: ast.boolop, values: list[Traced]) -> Traced:
        """Return the operand that decides `and` or `or`; if several take part, the result is a condition."""
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

    def compared(self, op: ast.cmpop, left: Traced, right: Traced) -> Traced:
        self.conditions.append((op, left, right))
        return compared(op, left, right)

    def _either(self, test: Traced, then: ast.expr, other: ast.expr, names: Environment, depth: int) -> Traced:
        if test.truth is not None:
            return self.value(then if test.truth else other, names, depth).under(test.tested)
        both = self.value(then, names, depth), self.value(other, names, depth)
        basis = joint_basis((test, *both))
        return Traced(UNKNOWN, Kind.COMPUTED if Mark.COMPUTED in basis.marks else Kind.OPAQUE, basis)

    def _parts(self, nodes: Sequence[ast.expr], names: Environment, depth: int) -> Iterator[Traced]:
        for node in nodes:
            if isinstance(node, ast.Starred):
                yield from elements(self.value(node.value, names, depth)) or (Traced(UNKNOWN, Kind.OPAQUE),)
            else:
                yield self.value(node, names, depth)

    def _text(self, parts: list[Traced]) -> Traced:
        """Return a string built from parts; with an input it is another name for that input."""
        values = [plain(part) for part in parts]
        value = UNKNOWN if UNKNOWN in values else "".join(map(str, values))
        kinds = {part.kind for part in parts} - {Kind.LITERAL}
        return Traced(value, kinds.pop() if len(kinds) == 1 else Kind.COMPUTED, joint_basis(parts))

    def _subscript(self, container: Traced, key: Traced) -> Traced:
        if isinstance(container.value, EnumClass):
            name = plain(key)
            if name in self.code.enums[container.value.name]:
                origin = (container.value.name, name)
                return Traced(Member(container.value.name, str(name)), Kind.ENTRY, key.tested, origin)
            return opaque(key)
        return entry_at(container, key) or opaque(container, key)

    def _call(self, node: ast.Call, names: Environment, depth: int) -> Traced:
        match node.func:
            case ast.Name(id=name) if name in self.code.functions:
                return self._asked(name, node, names, depth)
            case ast.Name(id=name) if name in self.code.enums and len(node.args) == 1:
                argument = self.value(node.args[0], names, depth)
                member = self.code.member_with(name, plain(argument)) if argument.known else None
                return replace(argument, value=member or UNKNOWN, linear=None)
            case ast.Attribute(value=ast.Name(id=module), attr=name) if module in MODULES.difference(names):
                return call_builtin(name, self._all_arguments(node, names, depth))
            case ast.Attribute(value=owner, attr=name):
                arguments = self._all_arguments(node, names, depth)
                return call_method(self.value(owner, names, depth), name, arguments)
            case ast.Name(id=name):
                return call_builtin(name, self._all_arguments(node, names, depth))
        return Traced(UNKNOWN, Kind.OPAQUE)

    def _all_arguments(self, node: ast.Call, names: Environment, depth: int) -> list[Traced]:
        """Return the arguments by position, an enum as its members in order.

        The default of `max` is one more argument.
        """
        arguments = list(self._parts([*node.args, *(keyword.value for keyword in node.keywords)], names, depth))
        return [self.members(each) for each in arguments]

    def members(self, value: Traced) -> Traced:
        if not isinstance(value.value, EnumClass):
            return value
        enum = value.value.name
        members = tuple(Traced(Member(enum, name), Kind.LITERAL) for name in self.code.enums[enum])
        return Traced(members, Kind.LITERAL)

    def _arguments(self, node: ast.Call, names: Environment, depth: int) -> Environment:
        """Return the arguments of a call by parameter."""
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
        """Return the answer of another function of the rules, if there is only one."""
        if depth >= DEEPEST:
            raise TooLong
        answers = self.run(self.code.functions[name], self._arguments(node, names, depth), depth + 1)
        answer = answers[0] if len(answers) == 1 else computed(*answers)
        other = self.rules & {name}
        if answer.kind is Kind.LITERAL and not answer.basis.inputs:
            return answer.under(Basis(SHARED.marks, numbers=other))
        return answer.under(Basis(rules=other))

    def _comprehension(
        self, element: ast.expr, generators: Sequence[ast.comprehension], names: Environment, depth: int
    ) -> Traced:
        scopes, basis = [names], NOTHING
        for generator in generators:
            outer, scopes = scopes, []
            for scope in outer:
                over = self.members(self.value(generator.iter, scope, depth))
                parts = elements(over)
                if parts is None or len(parts) > LONGEST:
                    return Traced(UNKNOWN, Kind.OPAQUE)
                basis |= over.basis
                for part in parts:
                    inner = self.unpack(generator.target, part, scope)
                    tests = [self.test(test, inner, depth) for test in generator.ifs]
                    basis |= joint_basis(tests)
                    if any(test.truth is None for test in tests):
                        return Traced(UNKNOWN, Kind.OPAQUE)
                    if all(test.truth for test in tests):
                        scopes.append(inner)
        return Traced(tuple(self.value(element, scope, depth) for scope in scopes), Kind.LITERAL, basis)
