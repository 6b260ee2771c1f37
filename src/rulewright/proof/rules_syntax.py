"""The syntax of lookups in rules code: literals, the keys of their entries, and tests of equality."""

import ast
from collections.abc import Iterator, Mapping, Sequence

Scope = Mapping[str, ast.expr]
"""The expressions that names in a function stand for."""

EQUALITY_TESTS = (ast.Is, ast.IsNot, ast.Eq, ast.NotEq, ast.In, ast.NotIn)
INDEX_CALLS = frozenset({"int", "str", "list", "tuple", "min", "max"})
"""Calls that turn a parameter into the index of an entry; `min` and `max` only keep it within the table."""


def assignments(body: Sequence[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    for node in body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                yield name, value
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                yield name, value


def tests_equality(test: ast.expr) -> bool:
    """Whether a condition only compares names with values for equality."""
    match test:
        case ast.BoolOp(values=parts):
            return all(map(tests_equality, parts))
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            return tests_equality(inner)
        case ast.Compare(left=left, ops=ops, comparators=others):
            return all(isinstance(op, EQUALITY_TESTS) for op in ops) and all(map(_is_plain, (left, *others)))
    return isinstance(test, ast.Name)


def _is_plain(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) or is_value(node)


def is_value(node: ast.expr) -> bool:
    """A literal, or a member of an enum."""
    match node:
        case ast.Constant() | ast.Attribute(value=ast.Name()) | ast.UnaryOp(operand=ast.Constant()):
            return True
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            return all(map(_is_plain, parts))
    return False


def container_of(node: ast.expr, scope: Scope) -> ast.expr | None:
    """The expression in which this one looks an entry up, if the keys are just parameters."""
    match node:
        case ast.Name(id=name) if isinstance(scope.get(name), (ast.Subscript, ast.Call)):
            return container_of(scope[name], scope)
        case ast.Subscript(value=container, slice=key) if _is_key(key):
            return container
        case ast.Call(func=ast.Attribute(value=container, attr="get"), args=[key, *_]) if _is_key(key):
            return container
    return None


def _is_key(key: ast.expr) -> bool:
    """One parameter, several, or an index made of one; a sum of two parameters is arithmetic."""
    match key:
        case ast.Name() | ast.Constant():
            return True
        case ast.Attribute(value=inner):
            return _is_key(inner)
        case ast.Tuple(elts=parts):
            return all(map(_is_key, parts))
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub(), right=ast.Constant()):
            return _is_key(left)
        case ast.Call(func=ast.Name(id=name), args=parts) if name in INDEX_CALLS:
            return all(map(_is_key, parts))
        case ast.Call(func=ast.Attribute(attr="index"), args=[inner]):
            return _is_key(inner)
    return False


def literals(node: ast.expr, scope: Scope, depth: int) -> Iterator[ast.expr]:
    """The literals that an expression may be."""
    match node:
        case ast.Name(id=name) if name in scope and depth:
            yield from literals(scope[name], scope, depth - 1)
        case ast.IfExp(body=then, orelse=other) if depth:
            yield from literals(then, scope, depth - 1)
            yield from literals(other, scope, depth - 1)
        case ast.Call(func=ast.Name(id="frozenset" | "dict" | "MappingProxyType"), args=[inner]) if depth:
            yield from literals(inner, scope, depth - 1)
        case ast.Dict() | ast.List() | ast.Tuple() | ast.Set():
            yield node


def entries_at(literal: ast.expr, levels: int) -> Iterator[ast.expr]:
    """The entries so many levels down in a literal."""
    below = literal.values if isinstance(literal, ast.Dict) else elements(literal)
    for entry in below:
        if levels > 1:
            yield from entries_at(entry, levels - 1)
        else:
            yield entry


def elements(literal: ast.expr) -> Sequence[ast.expr]:
    return literal.elts if isinstance(literal, (ast.List, ast.Tuple, ast.Set)) else ()
