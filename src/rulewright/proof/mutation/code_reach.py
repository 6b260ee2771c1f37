"""Which functions of the rules code depend on which statement, read from the syntax."""

import ast
from collections.abc import Iterator, Mapping


class Reach:
    """The names that each statement of a module uses, and those that a function reaches through others."""

    def __init__(self, tree: ast.Module) -> None:
        self._uses = {name: _names(node) for node in tree.body for name in bound_names(node)}
        functions = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
        self._reached = {name: _closure({name}, self._uses) for name in functions}
        as_it_loads = {name for node in tree.body for name in _used_while_loading(node)}
        self._loading = set(_closure(as_it_loads, self._uses))
        self._caches = any("cache" in ast.unparse(each) for node in ast.walk(tree) for each in _decorators(node))

    def dependents(self, node: ast.stmt) -> set[str]:
        """The functions whose answers may depend on this statement."""
        return {function for function, names in self._reached.items() if not names.isdisjoint(bound_names(node))}

    def needs_whole(self, node: ast.stmt) -> bool:
        """Whether the module must load again where this statement is altered."""
        if not isinstance(node, ast.FunctionDef) or self._caches:
            return True
        return node.name in self._loading or bool(node.decorator_list)


def bound_names(node: ast.stmt) -> Iterator[str]:
    """The names that a statement of the module gives a meaning."""
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Assign(targets=targets):
            yield from (part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name


def _names(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def _used_while_loading(node: ast.stmt) -> Iterator[str]:
    """The names that a statement reads as the module loads: of a function only defaults and decorators."""
    match node:
        case ast.FunctionDef(args=args, decorator_list=decorators):
            defaults = [each for each in (*args.defaults, *args.kw_defaults) if each]
            yield from (name for part in (*defaults, *decorators) for name in _names(part))
        case ast.ClassDef() | ast.Assign() | ast.AnnAssign():
            yield from _names(node)


def _decorators(node: ast.AST) -> list[ast.expr]:
    return getattr(node, "decorator_list", [])


def _closure(names: set[str], uses: Mapping[str, set[str]]) -> set[str]:
    """The names, and all that their statements use in turn."""
    found, waiting = set(names), list(names)
    while waiting:
        new = uses.get(waiting.pop(), set()) - found
        found |= new
        waiting += new
    return found
