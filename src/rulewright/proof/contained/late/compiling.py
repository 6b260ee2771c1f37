"""A part of a function as a function by itself, which reads parameters through a hook."""

import ast
from collections.abc import Callable, Mapping, Sequence
from typing import Any

READ = ".read"
"""No author can write this name, so it hides none."""

Run = Callable[..., tuple[bool, Any]]
"""From the values of the local names to (True, the result) or (False, the values at the next cut)."""


class _Rewriting(ast.NodeTransformer):
    """Parameters become reads; what the function returns is marked as its result."""

    def __init__(self, parameters: Mapping[str, int]) -> None:
        self.parameters = parameters
        self.nested = 0

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id not in self.parameters:
            return node
        return ast.Call(ast.Name(READ, ast.Load()), [ast.Constant(self.parameters[node.id])], [])

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.nested += 1
        self.generic_visit(node)
        self.nested -= 1
        return node

    def visit_Return(self, node: ast.Return) -> ast.AST:
        self.generic_visit(node)
        if self.nested:
            return node
        return ast.Return(ast.Tuple([ast.Constant(True), node.value or ast.Constant(None)], ast.Load()))


def compiled(
    part: Sequence[ast.stmt], taken: Sequence[str], given: Sequence[str], parameters: Mapping[str, int], file: str
) -> Callable[[Callable[[int], object], dict[str, Any]], Run]:
    """The part as a function of the names it takes. The hook is a name around it: the module stays as it is."""
    rewriting = _Rewriting(parameters)
    values = ast.Tuple([ast.Name(name, ast.Load()) for name in given], ast.Load())
    end = ast.Return(ast.Tuple([ast.Constant(False), values], ast.Load()))
    inner = _function(".part", taken, [*map(rewriting.visit, part), end])
    outer = _function(".outer", [READ], [inner, ast.Return(ast.Name(".part", ast.Load()))])
    code = compile(ast.fix_missing_locations(ast.Module([outer], [])), file, "exec", dont_inherit=True)

    def bound(read: Callable[[int], object], namespace: dict[str, Any]) -> Run:
        made: dict[str, Any] = {}
        exec(code, namespace, made)  # noqa: S102 - the author's function, in the process that contains it
        run: Run = made[".outer"](read)
        return run

    return bound


def _function(name: str, parameters: Sequence[str], body: list[ast.stmt]) -> ast.FunctionDef:
    (function,) = ast.parse("def f(): pass").body
    assert isinstance(function, ast.FunctionDef)
    function.name, function.body = name, body
    function.args.args = [ast.arg(each) for each in parameters]
    return function
