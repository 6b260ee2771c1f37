"""The names that statements set and load, in any scope."""

import ast
from collections.abc import Iterator, Sequence


def names_bound(node: ast.AST) -> Iterator[str]:
    """The names that one node sets, in any scope."""
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.arg(arg=name):
            yield name
        case ast.FunctionDef(name=name) | ast.ExceptHandler(name=str(name)) | ast.MatchMapping(rest=str(name)):
            yield name
        case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            yield name
        case ast.alias(name=name, asname=other):
            yield other or name.partition(".")[0]


def stored_names(statements: Sequence[ast.stmt]) -> set[str]:
    return {name for each in statements for node in ast.walk(each) for name in names_bound(node)}


def loaded_names(statements: Sequence[ast.stmt]) -> set[str]:
    """The names that they load; to add to a name loads it too."""
    nodes = [node for each in statements for node in ast.walk(each)]
    added = {node.target.id for node in nodes if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)}
    return added | {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
