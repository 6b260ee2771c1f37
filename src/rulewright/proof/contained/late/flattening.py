"""Sums and conditions become statements, so that a function can be cut between their parts.

The parts are computed in the same order, or in another where only an exception could tell; then plain calls decide.
"""

import ast
from collections.abc import Iterator, Sequence
from itertools import count


def flattened(body: Sequence[ast.stmt], function: ast.FunctionDef) -> Iterator[ast.stmt]:
    """The statements, with every sum, and every chain of conditions, in as many statements as it has parts."""
    names = (f".{number}" for number in count())
    for statement in body:
        before: list[ast.stmt] = []
        flat = _with_names(statement, before, names)
        yield from (ast.copy_location(each, function) for each in before)
        yield ast.copy_location(flat, statement)


def _with_names(statement: ast.stmt, before: list[ast.stmt], names: Iterator[str]) -> ast.stmt:
    """The statement after others have computed the parts of its expression."""
    match statement:
        case ast.Return(value=ast.expr() as value):
            return ast.Return(_hoisted(value, before, names))
        case ast.Assign(targets=targets, value=value):
            return ast.Assign(targets, _hoisted(value, before, names))
        case ast.AugAssign(target=ast.Name() as target, op=op, value=value):
            return ast.AugAssign(target, op, _hoisted(value, before, names))
        case ast.If(test=test, body=body, orelse=other):
            return ast.If(_alone(test, before, names), body, other)
    return statement


def _hoisted(value: ast.expr, before: list[ast.stmt], names: Iterator[str]) -> ast.expr:
    """The expression with its parts computed by statements `before` it, where it is certain to compute them."""
    match value:
        case ast.BinOp(left=left, op=op, right=right):
            return ast.BinOp(_alone(left, before, names), op, _alone(right, before, names))
        case ast.BoolOp(op=op, values=[first, *others]):
            result = _temporary(_hoisted(first, before, names), before, names)
            for other in others:
                goes_on = result if isinstance(op, ast.And) else ast.UnaryOp(ast.Not(), result)
                before.append(ast.If(goes_on, [ast.Assign([ast.Name(result.id, ast.Store())], other)], []))
            return result
        case ast.UnaryOp(op=op, operand=operand):
            return ast.UnaryOp(op, _alone(operand, before, names))
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            return ast.Compare(_alone(left, before, names), [op], [_alone(right, before, names)])
        case ast.Call(func=ast.Name() as called, args=given, keywords=keywords):
            return ast.Call(called, [_alone(each, before, names) for each in given], keywords)
    return value


def _alone(value: ast.expr, before: list[ast.stmt], names: Iterator[str]) -> ast.expr:
    """A part of an expression under a name of its own, if it computes a value."""
    hoisted = _hoisted(value, before, names)
    return _temporary(hoisted, before, names) if isinstance(hoisted, _COMPUTED) else hoisted


_COMPUTED = (ast.BinOp, ast.UnaryOp, ast.Compare, ast.Call, ast.IfExp, ast.Subscript)


def _temporary(value: ast.expr, before: list[ast.stmt], names: Iterator[str]) -> ast.Name:
    name = next(names)
    before.append(ast.Assign([ast.Name(name, ast.Store())], value))
    return ast.Name(name, ast.Load())
