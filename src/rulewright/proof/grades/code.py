"""The functions, constants and enums of the rules code as syntax."""

import ast
from collections import Counter
from collections.abc import Iterator, Sequence

from rulewright.model.domain import Plain
from rulewright.proof.grades.traced import Member


class CodeSyntax:
    """What is defined at the top of a rules.py. `users` counts the functions that name each of these."""

    def __init__(self, source: str) -> None:
        tree = ast.parse(source.removeprefix("\ufeff"))
        self.functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
        self.constants = dict(assignments(tree.body))
        self.enums = {node.name: dict(assignments(node.body)) for node in tree.body if isinstance(node, ast.ClassDef)}
        self._by_value: dict[str, dict[object, Member]] = {
            enum: {node.value: Member(enum, name) for name, node in members.items() if isinstance(node, ast.Constant)}
            for enum, members in self.enums.items()
        }
        self.users = Counter(
            name for function in self.functions.values() for name in _named_in(function) if name != function.name
        )

    def members(self, enum: str) -> tuple[Member, ...]:
        return tuple(Member(enum, name) for name in self.enums[enum])

    def member_with(self, enum: str, value: object) -> Member | None:
        """The member with a value."""
        return self._by_value[enum].get(value)

    def enum_of(self, annotation: ast.expr | None) -> str | None:
        """The enum that a parameter takes, if it takes one."""
        match annotation:
            case ast.Name(id=name) | ast.Constant(value=str(name)) if name in self.enums:
                return name
            case ast.BinOp(left=left, right=right):
                return self.enum_of(left) or self.enum_of(right)
        return None

    def argument(self, annotation: ast.expr | None, value: Plain | frozenset[str]) -> object:
        """A value as a function with this annotation gets it."""
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


def parameters(function: ast.FunctionDef) -> list[ast.arg]:
    return [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]


def _named_in(function: ast.FunctionDef) -> set[str]:
    return {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
