"""The part of the rules code on which the answers of one function depend, read from the syntax.

These are the statements of the module that the function names, that those name in turn, and all imports. What names a
value while the module loads, in a call, a decorator or a base class, may alter it, so it belongs to that value too.
Where the syntax does not tell, it is the whole file. Comments and places do not count.
"""

import ast
from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache

from rulewright.listing import digest
from rulewright.proof.kept_state import kept_state

DYNAMIC = frozenset({"attrgetter", "delattr", "dir", "getattr", "hasattr", "methodcaller", "setattr", "type"})
"""Functions that reach values by names which are no syntax."""


class ReachedCode:
    """One rules.py."""

    def __init__(self, source: str) -> None:
        self.source = source
        self._body = ast.parse(source.removeprefix("\ufeff")).body

    @staticmethod
    @lru_cache(4)
    def of(source: str) -> "ReachedCode":
        return ReachedCode(source)

    @lru_cache(1024)  # noqa: B019 - of the last few codes
    def digest(self, function: str) -> str:
        """Stands for all that the answers of a function depend on beside its arguments."""
        if self._is_dynamic or function not in self._uses:
            return digest(self.source)
        reached = self._reached(function)
        return digest(*(text for text, bound in self._statements if bound is None or not reached.isdisjoint(bound)))

    @cached_property
    def _statements(self) -> list[tuple[str, frozenset[str] | None]]:
        """Each statement of the module as a text, with the names that it binds; None for an import, which all reach."""
        return [(ast.dump(node), None if _is_import(node) else frozenset(_bound(node))) for node in self._body]

    @cached_property
    def _is_dynamic(self) -> bool:
        names = (node.id for top in self._body for node in ast.walk(top) if isinstance(node, ast.Name))
        return (
            not all(map(_is_plain, self._body))
            or not DYNAMIC.isdisjoint(names)
            or next(kept_state(self.source), None) is not None
        )

    @cached_property
    def _uses(self) -> dict[str, set[str]]:
        """The names that each name of the module depends on at once."""
        uses: dict[str, set[str]] = {}
        for node in self._body:
            for name in _bound(node):
                uses.setdefault(name, set()).update(_names([node]))
        for node in self._body:
            for name in _names(_run_while_loading(node)) & uses.keys():
                uses[name].update(_bound(node))
        return uses

    def _reached(self, function: str) -> set[str]:
        found, waiting = {function}, [function]
        while waiting:
            new = self._uses.get(waiting.pop(), set()) - found
            found |= new
            waiting += new
        return found


def _is_import(node: ast.stmt) -> bool:
    return isinstance(node, ast.Import | ast.ImportFrom)


def _is_plain(node: ast.stmt) -> bool:
    """Whether a statement of the module only imports, defines, or gives names their values."""
    match node:
        case ast.ImportFrom(names=names):
            return all(name.name != "*" for name in names)
        case ast.Import() | ast.FunctionDef() | ast.ClassDef() | ast.Expr(value=ast.Constant()):
            return True
        case ast.Assign(targets=targets):
            return all(isinstance(part, ast.Name | ast.Tuple) for target in targets for part in _parts(target))
        case ast.AnnAssign(target=target):
            return isinstance(target, ast.Name)
    return False


def _parts(target: ast.expr) -> Iterator[ast.expr]:
    yield target
    if isinstance(target, ast.Tuple):
        for part in target.elts:
            yield from _parts(part)


def _bound(node: ast.stmt) -> Iterator[str]:
    """The names that a statement of the module gives a meaning."""
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
            yield name
        case ast.Assign(targets=targets):
            yield from (part.id for target in targets for part in _parts(target) if isinstance(part, ast.Name))


def _names(nodes: Iterable[ast.AST]) -> set[str]:
    """The names in some nodes; an annotation may be written as a text."""
    found: set[str] = set()
    for node in (part for top in nodes for part in ast.walk(top)):
        match node:
            case ast.Name(id=name):
                found.add(name)
            case ast.Constant(value=str(text)) if text.isidentifier():
                found.add(text)
            case ast.Constant(value=str(text)):
                found.update(_in_annotation(text))
    return found


def _in_annotation(text: str) -> Iterator[str]:
    return (word for word in text.replace("[", " ").replace("]", " ").replace("|", " ").replace(",", " ").split())


def _run_while_loading(node: ast.stmt) -> Iterator[ast.AST]:
    """The parts of a statement that may alter what they name as the module loads."""
    match node:
        case ast.FunctionDef(decorator_list=decorators, args=args):
            yield from decorators
            yield from (each for each in (*args.defaults, *args.kw_defaults) if each is not None and _calls(each))
        case ast.ClassDef(decorator_list=decorators, bases=bases, keywords=keywords, body=body):
            yield from (*decorators, *bases, *keywords)
            yield from (part for each in body for part in _run_while_loading(each))
        case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value) if _calls(value):
            yield value


def _calls(node: ast.AST) -> bool:
    return any(isinstance(part, ast.Call) for part in ast.walk(node))
