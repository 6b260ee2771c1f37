"""What a function of the rules code looks up in literals, read from its source as data; nothing is run here.

An answer is looked up where it stands in the code as it is: as an entry of a dict, list or tuple that is asked for by
the parameters, as a combination listed in a set, or behind a chain of questions whether a parameter is this or that
value. What arithmetic, an order or a threshold comes to is reckoned, and is not looked up.
"""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

Known = int | float | str | bool | None
Scope = Mapping[str, ast.expr]


class Unknown:
    """The value of an entry that is no literal and no member of an enum."""


UNKNOWN: Final = Unknown()
DEEPEST = 12
"""Helpers, names and branches within one another that are followed: no table is asked for so deep."""
SAMENESS = (ast.Is, ast.IsNot, ast.Eq, ast.NotEq, ast.In, ast.NotIn)
SAME_VALUE = frozenset({"int", "float", "str", "bool", "tuple", "frozenset"})
"""Calls that answer what they are given."""
PLACING = frozenset({"int", "str", "list", "tuple", "min", "max"})
"""Calls by which a parameter becomes the place of an entry; the ends of a table are no arithmetic."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One answer that stands in the code; `literal` is what it was looked up in, which for a branch is itself."""

    value: Known | Unknown
    literal: ast.expr
    listed: bool = False
    """Whether it is a combination in a set, which answers True for it."""


class RulesSource:
    """The functions, constants and enums at the top of a rules.py."""

    def __init__(self, source: str) -> None:
        tree = ast.parse(source.removeprefix("\ufeff"))
        self.functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
        self.constants = dict(_assigned(tree.body))
        self.enums = {
            node.name: {name: value.value for name, value in _assigned(node.body) if isinstance(value, ast.Constant)}
            for node in tree.body
            if isinstance(node, ast.ClassDef)
        }

    def entries(self, function: str) -> Iterator[Entry]:
        """Every answer that the function looks up, each place in the code once."""
        if function in self.functions:
            found = self._of_function(self.functions[function], DEEPEST)
            yield from {(entry.value, id(entry.literal), at): entry for at, entry in enumerate(found)}.values()

    def _of_function(self, function: ast.FunctionDef, depth: int) -> Iterator[Entry]:
        if depth:
            local = [node for node in ast.walk(function) if isinstance(node, ast.stmt)]
            names = [name for name, _ in _assigned(local)]
            once = {name: value for name, value in _assigned(local) if names.count(name) == 1}
            own = {argument.arg for argument in ast.walk(function.args) if isinstance(argument, ast.arg)}
            constants = {name: value for name, value in self.constants.items() if name not in own}
            yield from self._of_body(function.body, {**constants, **once}, depth, asked=False)

    def _of_body(self, body: Sequence[ast.stmt], scope: Scope, depth: int, *, asked: bool) -> Iterator[Entry]:
        """The entries of a run of statements; `asked` tells that more than sameness was asked before."""
        for statement in body:
            match statement:
                case ast.Return(value=ast.expr() as value):
                    yield from self._of(value, scope, depth, asked=asked)
                case ast.If(test=test, body=then, orelse=other):
                    asked = asked or not _asks_sameness(test)
                    yield from self._of_body(then, scope, depth, asked=asked)
                    yield from self._of_body(other, scope, depth, asked=asked)
                case ast.Match(cases=cases):
                    for case in cases:
                        more = asked or (case.guard is not None and not _asks_sameness(case.guard))
                        yield from self._of_body(case.body, scope, depth, asked=more)

    def _of(self, answer: ast.expr, scope: Scope, depth: int, *, asked: bool) -> Iterator[Entry]:
        """The entries that an expression may answer."""
        if not depth:
            return
        below = depth - 1
        match answer:
            case ast.Name(id=name) if name in scope:
                yield from self._of(scope[name], scope, below, asked=asked)
            case ast.IfExp(test=test, body=then, orelse=other):
                asked = asked or not _asks_sameness(test)
                yield from self._of(then, scope, below, asked=asked)
                yield from self._of(other, scope, below, asked=asked)
            case ast.Call(func=ast.Name(id=name)) if name in self.functions:
                if not asked:
                    yield from self._of_function(self.functions[name], below)
            case ast.Call(func=ast.Name(id=name), args=[only], keywords=[]) if name in {*SAME_VALUE, *self.enums}:
                yield from self._of(only, scope, below, asked=asked)
            case ast.Compare(left=ast.Tuple(), ops=[ast.In()], comparators=[listed]):
                for literal in _literals(listed, scope, below):
                    yield from (Entry(True, literal, listed=True) for _ in _elements(literal))
            case ast.Subscript() | ast.Call(func=ast.Attribute(attr="get")):
                yield from self._looked_up(answer, scope, below)
            case _ if not asked and _is_value(answer):
                yield Entry(self._value(answer), answer)

    def _looked_up(self, answer: ast.expr, scope: Scope, depth: int) -> Iterator[Entry]:
        """The entries of a literal, as many levels down as it is asked for."""
        asked, levels = answer, 0
        while (step := _step(asked, scope)) is not None and levels < depth:
            asked, levels = step, levels + 1
        for literal in _literals(asked, scope, depth) if levels else ():
            yield from (Entry(self._value(entry), literal) for entry in _level(literal, levels) if _is_value(entry))
            if isinstance(answer, ast.Call) and len(answer.args) > 1 and _is_value(answer.args[1]):
                yield Entry(self._value(answer.args[1]), literal)

    def _value(self, entry: ast.expr) -> Known | Unknown:
        match entry:
            case ast.Constant(value=int() | float() | str() | bool() | None as value):
                return value
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
                return -value
            case ast.Attribute(value=ast.Name(id=enum), attr=member) if enum in self.enums:
                stands_for = self.enums[enum].get(member)
                return stands_for if isinstance(stands_for, (int, float, str)) else UNKNOWN
        return UNKNOWN


def _assigned(body: Sequence[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    for node in body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                yield name, value
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                yield name, value


def _asks_sameness(test: ast.expr) -> bool:
    """Whether a condition asks only which of its values something is."""
    match test:
        case ast.BoolOp(values=parts):
            return all(map(_asks_sameness, parts))
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            return _asks_sameness(inner)
        case ast.Compare(left=left, ops=ops, comparators=others):
            return all(isinstance(op, SAMENESS) for op in ops) and all(map(_is_plain, (left, *others)))
    return isinstance(test, ast.Name)


def _is_plain(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) or _is_value(node)


def _is_value(node: ast.expr) -> bool:
    """A literal, or a member of an enum."""
    match node:
        case ast.Constant() | ast.Attribute(value=ast.Name()) | ast.UnaryOp(operand=ast.Constant()):
            return True
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            return all(map(_is_plain, parts))
    return False


def _step(node: ast.expr, scope: Scope) -> ast.expr | None:
    """What an entry is asked for in, if the question is just the parameters."""
    match node:
        case ast.Name(id=name) if isinstance(scope.get(name), (ast.Subscript, ast.Call)):
            return _step(scope[name], scope)
        case ast.Subscript(value=asked, slice=key) if _is_key(key):
            return asked
        case ast.Call(func=ast.Attribute(value=asked, attr="get"), args=[key, *_]) if _is_key(key):
            return asked
    return None


def _is_key(key: ast.expr) -> bool:
    """A parameter, several, or the place of one in a list; a sum of two is arithmetic."""
    match key:
        case ast.Name() | ast.Constant():
            return True
        case ast.Attribute(value=inner):
            return _is_key(inner)
        case ast.Tuple(elts=parts):
            return all(map(_is_key, parts))
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub(), right=ast.Constant()):
            return _is_key(left)
        case ast.Call(func=ast.Name(id=name), args=parts) if name in PLACING:
            return all(map(_is_key, parts))
        case ast.Call(func=ast.Attribute(attr="index"), args=[inner]):
            return _is_key(inner)
    return False


def _literals(node: ast.expr, scope: Scope, depth: int) -> Iterator[ast.expr]:
    """The literals that an expression may stand for."""
    match node:
        case ast.Name(id=name) if name in scope and depth:
            yield from _literals(scope[name], scope, depth - 1)
        case ast.IfExp(body=then, orelse=other) if depth:
            yield from _literals(then, scope, depth - 1)
            yield from _literals(other, scope, depth - 1)
        case ast.Call(func=ast.Name(id="frozenset" | "dict" | "MappingProxyType"), args=[inner]) if depth:
            yield from _literals(inner, scope, depth - 1)
        case ast.Dict() | ast.List() | ast.Tuple() | ast.Set():
            yield node


def _level(literal: ast.expr, levels: int) -> Iterator[ast.expr]:
    """What stands so many levels down in a literal."""
    below = literal.values if isinstance(literal, ast.Dict) else _elements(literal)
    for entry in below:
        if levels > 1:
            yield from _level(entry, levels - 1)
        else:
            yield entry


def _elements(literal: ast.expr) -> Sequence[ast.expr]:
    return literal.elts if isinstance(literal, (ast.List, ast.Tuple, ast.Set)) else ()
