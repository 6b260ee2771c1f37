"""The answers that a function of the rules code looks up in literals, read from its source; nothing runs here.

A function looks an answer up if the answer itself is in the code: an entry of a dict, list or tuple whose keys are the
parameters, a combination in a set, or the end of a chain of tests whether a parameter equals a value. The result of
arithmetic, of an order or of a threshold is computed, not looked up.
"""

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rulewright.proof.rules_syntax import (
    Scope,
    assignments,
    container_of,
    elements,
    entries_at,
    is_value,
    literals,
    tests_equality,
)

KnownValue = int | float | str | bool | None


class UnknownValue:
    """The value of an entry that is neither a literal nor a member of an enum."""


UNKNOWN: Final = UnknownValue()
MAX_DEPTH = 12
"""Levels of helpers, names and branches to follow; no lookup is this deep."""
CONVERSIONS = frozenset({"int", "float", "str", "bool", "tuple", "frozenset"})
"""Calls that return their argument, or nearly."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One answer in the code; `literal` is the dict, list, tuple or set that holds it, or the answer itself."""

    value: KnownValue | UnknownValue
    literal: ast.expr
    listed: bool = False
    """Whether it is a combination in a set, for which the function answers True."""


class RulesSource:
    """The functions, constants and enums at the top of a rules.py."""

    def __init__(self, source: str) -> None:
        tree = ast.parse(source.removeprefix("\ufeff"))
        self.functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
        self.constants = dict(assignments(tree.body))
        self.enums = {
            node.name: {name: value.value for name, value in assignments(node.body) if isinstance(value, ast.Constant)}
            for node in tree.body
            if isinstance(node, ast.ClassDef)
        }

    def entries(self, function: str) -> Iterator[Entry]:
        """Every answer that the function looks up."""
        if function in self.functions:
            entries = self._of_function(self.functions[function], MAX_DEPTH)
            yield from {(entry.value, id(entry.literal), at): entry for at, entry in enumerate(entries)}.values()

    def _of_function(self, function: ast.FunctionDef, depth: int) -> Iterator[Entry]:
        if depth:
            local = [node for node in ast.walk(function) if isinstance(node, ast.stmt)]
            names = [name for name, _ in assignments(local)]
            once = {name: value for name, value in assignments(local) if names.count(name) == 1}
            own = {argument.arg for argument in ast.walk(function.args) if isinstance(argument, ast.arg)}
            constants = {name: value for name, value in self.constants.items() if name not in own}
            yield from self._of_body(function.body, {**constants, **once}, depth, has_logic=False)

    def _of_body(self, body: Sequence[ast.stmt], scope: Scope, depth: int, *, has_logic: bool) -> Iterator[Entry]:
        """The entries of some statements; `has_logic` says that an earlier test was more than equality."""
        for statement in body:
            match statement:
                case ast.Return(value=ast.expr() as value):
                    yield from self._of(value, scope, depth, has_logic=has_logic)
                case ast.If(test=test, body=then, orelse=other):
                    has_logic = has_logic or not tests_equality(test)
                    yield from self._of_body(then, scope, depth, has_logic=has_logic)
                    yield from self._of_body(other, scope, depth, has_logic=has_logic)
                case ast.Match(cases=cases):
                    for case in cases:
                        more = has_logic or (case.guard is not None and not tests_equality(case.guard))
                        yield from self._of_body(case.body, scope, depth, has_logic=more)

    def _of(self, answer: ast.expr, scope: Scope, depth: int, *, has_logic: bool) -> Iterator[Entry]:
        """The entries that an expression may answer."""
        if not depth:
            return
        below = depth - 1
        match answer:
            case ast.Name(id=name) if name in scope:
                yield from self._of(scope[name], scope, below, has_logic=has_logic)
            case ast.IfExp(test=test, body=then, orelse=other):
                has_logic = has_logic or not tests_equality(test)
                yield from self._of(then, scope, below, has_logic=has_logic)
                yield from self._of(other, scope, below, has_logic=has_logic)
            case ast.Call(func=ast.Name(id=name)) if name in self.functions:
                if not has_logic:
                    yield from self._of_function(self.functions[name], below)
            case ast.Call(func=ast.Name(id=name), args=[only], keywords=[]) if name in {*CONVERSIONS, *self.enums}:
                yield from self._of(only, scope, below, has_logic=has_logic)
            case ast.Compare(left=ast.Tuple(), ops=[ast.In()], comparators=[listed]):
                for literal in literals(listed, scope, below):
                    yield from (Entry(True, literal, listed=True) for _ in elements(literal))
            case ast.Subscript() | ast.Call(func=ast.Attribute(attr="get")):
                yield from self._of_lookup(answer, scope, below)
            case _ if not has_logic and is_value(answer):
                yield Entry(self._value(answer), answer)

    def _of_lookup(self, answer: ast.expr, scope: Scope, depth: int) -> Iterator[Entry]:
        """The entries of a literal, as many levels down as the expression has keys."""
        container, levels = answer, 0
        while (step := container_of(container, scope)) is not None and levels < depth:
            container, levels = step, levels + 1
        for literal in literals(container, scope, depth) if levels else ():
            yield from (Entry(self._value(entry), literal) for entry in entries_at(literal, levels) if is_value(entry))
            if isinstance(answer, ast.Call) and len(answer.args) > 1 and is_value(answer.args[1]):
                yield Entry(self._value(answer.args[1]), literal)

    def _value(self, entry: ast.expr) -> KnownValue | UnknownValue:
        match entry:
            case ast.Constant(value=int() | float() | str() | bool() | None as value):
                return value
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
                return -value
            case ast.Attribute(value=ast.Name(id=enum), attr=member) if enum in self.enums:
                constant = self.enums[enum].get(member)
                return constant if isinstance(constant, (int, float, str)) else UNKNOWN
        return UNKNOWN
