"""Mutants of rules code: each alters one place of one function, constant or class, as a text.

A mutant changes a number by one, flips a comparison, negates a condition or joins it differently, swaps `min` and
`max` or removes them, takes another member of an enum, inverts an operator, or removes a statement. A probe raises in
place of a block: it shows whether any input of the proofs reaches the block.
"""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from rulewright.proof.rules_syntax import bound_names, closure


class Reach:
    """The names that each statement of a module uses, and those that a function reaches through others."""

    def __init__(self, tree: ast.Module) -> None:
        self._uses = {name: _names(node) for node in tree.body for name in bound_names(node)}
        functions = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
        self._reached = {name: closure({name}, self._uses) for name in functions}
        as_it_loads = {name for node in tree.body for name in _used_while_loading(node)}
        self._loading = set(closure(as_it_loads, self._uses))
        self._caches = any("cache" in ast.unparse(each) for node in ast.walk(tree) for each in _decorators(node))

    def dependents(self, node: ast.stmt) -> set[str]:
        """The functions whose answers may depend on this statement."""
        return {function for function, names in self._reached.items() if not names.isdisjoint(bound_names(node))}

    def needs_whole(self, node: ast.stmt) -> bool:
        """Whether the module must load again where this statement is altered."""
        if not isinstance(node, ast.FunctionDef) or self._caches:
            return True
        return node.name in self._loading or bool(node.decorator_list)


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


FLIPPED: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
TURNED: Mapping[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
}
CLAMPS = {"min": "max", "max": "min"}
PROBE = "(1 // 0)"
SHOWN = 60
"""Letters of code that a message quotes."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where altered code is: line and column from 1, and the bytes of the file."""

    line: int
    column: int
    start: int
    end: int

    def holds(self, other: "Place") -> bool:
        return self.start <= other.start and other.end <= self.end


@dataclass(frozen=True, slots=True)
class CodeMutant:
    """One alteration: statement number `statement` of the module, which binds `name`, becomes `text`.

    Without `after` it is a probe.
    """

    statement: int
    name: str
    text: str
    place: Place
    before: str
    after: str


Replacement = tuple[ast.expr | ast.stmt, str]
"""A node, and the text that takes its place; empty for a probe."""


def code_mutants(source: str, tree: ast.Module) -> Iterator[CodeMutant]:
    """Every mutant of a module, in the order of the file; a probe comes before the mutants of its block."""
    enums = _enums(tree)
    text = _Text(source)
    for number, statement in enumerate(tree.body):
        for node, replaced in _replacements(statement, enums):
            yield text.mutant(number, statement, node, replaced)


class _Text:
    """The source with the place of each line, so that a node's text can be cut out."""

    def __init__(self, source: str) -> None:
        self.lines = source.encode().splitlines(keepends=True)
        self.starts = [0, *accumulate(map(len, self.lines))]
        self.bytes = b"".join(self.lines)

    def offset(self, line: int, column: int) -> int:
        return self.starts[line - 1] + column

    def column(self, line: int, column: int) -> int:
        return len(self.lines[line - 1][:column].decode(errors="ignore")) + 1

    def mutant(self, number: int, statement: ast.stmt, node: ast.expr | ast.stmt, replaced: str) -> CodeMutant:
        start, end = self._span(node)
        first, last = self._span(statement)
        new = replaced or (PROBE if isinstance(node, ast.expr) else f"raise {PROBE}")
        text = self.bytes[first:start] + new.encode() + self.bytes[end:last]
        column = self.column(node.lineno, node.col_offset)
        before = shorten(self.bytes[start:end].decode())
        place = Place(node.lineno, column, start, end)
        return CodeMutant(
            number, ", ".join(bound_names(statement)), text.decode(), place, before, shorten(without_brackets(replaced))
        )

    def _span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        line = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
        column = 0 if line != node.lineno else node.col_offset
        return self.offset(line, column), self.offset(node.end_lineno or line, node.end_col_offset or 0)


def shorten(code: str) -> str:
    """One line of code, cut where it is long."""
    line = " ".join(code.split())
    return line if len(line) <= SHOWN else f"{line[: SHOWN - 1].rstrip()}…"


def without_brackets(code: str) -> str:
    """Without the pair of brackets that keeps an alteration together."""
    outer = code.startswith("(") and code.endswith(")") and code.count("(") == code.count(")")
    depths = list(accumulate((one == "(") - (one == ")") for one in code))
    return code[1:-1] if outer and 0 not in depths[:-1] and not code.endswith(",)") else code


def _enums(tree: ast.Module) -> dict[str, list[str]]:
    """The members of each class of the module that looks like an enum, in order."""
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    enums = [node for node in classes if any("Enum" in ast.unparse(base) for base in node.bases)]
    return {enum.name: [name for part in enum.body for name in bound_names(part)] for enum in enums}


def _replacements(statement: ast.stmt, enums: Mapping[str, Sequence[str]]) -> Iterator[Replacement]:
    match statement:
        case ast.FunctionDef(body=body):
            yield from _of_block(body, enums)
        case ast.ClassDef(body=body):
            for method in body:
                if isinstance(method, ast.FunctionDef):
                    yield from _of_block(method.body, enums)
        case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
            yield from _of_expression(value, enums)


def _of_block(body: Sequence[ast.stmt], enums: Mapping[str, Sequence[str]]) -> Iterator[Replacement]:
    for node in body:
        yield from _of_statement(node, enums)


def _of_statement(node: ast.stmt, enums: Mapping[str, Sequence[str]]) -> Iterator[Replacement]:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return  # a docstring
    if isinstance(node, ast.AugAssign | ast.Expr | ast.Continue | ast.Break | ast.Raise | ast.Assert):
        yield node, "pass"
    if isinstance(node, ast.If | ast.While):
        yield from _negated(node.test)
    for field in ("body", "orelse", "finalbody"):
        inner: list[ast.stmt] = getattr(node, field, [])
        if inner and not isinstance(node, ast.FunctionDef):
            yield _whole(inner), ""
        if inner and isinstance(inner[0], ast.Return) and len(inner) == 1 and isinstance(node, ast.If):
            yield inner[0], "pass"
        yield from _of_block(inner, enums)
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.expr():
                yield from _of_expression(child, enums)
            case ast.match_case(body=body, guard=guard):
                yield _whole(body), ""
                yield from _of_expression(guard, enums) if guard else ()
                yield from _of_block(body, enums)
            case ast.ExceptHandler(body=body):
                yield _whole(body), ""
                yield from _of_block(body, enums)


def _whole(block: Sequence[ast.stmt]) -> ast.stmt:
    """A statement in the place of all these."""
    whole = ast.copy_location(ast.Pass(), block[0])
    whole.end_lineno, whole.end_col_offset = block[-1].end_lineno, block[-1].end_col_offset
    return whole


def _negated(test: ast.expr) -> Iterator[Replacement]:
    """Negate a plain condition; comparisons are flipped, and parts of other conditions are altered one by one."""
    if not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp):
        yield test, f"(not {_inner(test)})"


def _of_expression(node: ast.expr, enums: Mapping[str, Sequence[str]]) -> Iterator[Replacement]:
    match node:
        case ast.JoinedStr():
            return  # a text; and Python 3.11 does not know the places in it
        case ast.Constant(value=bool() as value):
            yield node, str(not value)
        case ast.Constant(value=int() | float() as value):
            yield from ((node, str(value + 1)), (node, f"({value - 1})" if value < 1 else str(value - 1)))
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            yield node, f"({_inner(left)} {_sign(FLIPPED[type(op)]())} {_inner(right)})"
            if isinstance(op, ast.In | ast.NotIn) and isinstance(right, ast.Tuple) and len(right.elts) > 1:
                yield from _less(right)
        case ast.Compare(left=left, ops=ops, comparators=others):
            for at, op in enumerate(ops):
                signs = [*ops[:at], FLIPPED[type(op)](), *ops[at + 1 :]]
                parts = (f"{_sign(sign)} {_inner(other)}" for sign, other in zip(signs, others, strict=True))
                yield node, f"({_inner(left)} {' '.join(parts)})"
        case ast.BoolOp(op=op, values=values):
            other = " or " if isinstance(op, ast.And) else " and "
            yield node, f"({other.join(map(_inner, values))})"
            for at in range(len(values)):
                rest = [*values[:at], *values[at + 1 :]]
                yield node, f"({(' and ' if isinstance(op, ast.And) else ' or ').join(map(_inner, rest))})"
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield node, f"({ast.unparse(operand)})"
        case ast.BinOp(left=left, op=op, right=right) if type(op) in TURNED and not _is_text(left):
            yield node, f"({ast.unparse(ast.BinOp(left, TURNED[type(op)](), right))})"
        case ast.IfExp(test=test, body=then, orelse=other_case):
            yield from ((then, ""), (other_case, ""))
            yield from _negated(test)
        case ast.Call(func=ast.Name(id=("min" | "max") as name), args=[_, _, *_] as given, keywords=[]):
            yield node, f"{CLAMPS[name]}({', '.join(map(ast.unparse, given))})"
            if len(given) == 2:
                yield from ((node, f"({ast.unparse(each)})") for each in given)
        case ast.Attribute(value=ast.Name(id=enum), attr=member) if member in enums.get(enum, ()):
            members = enums[enum]
            if len(members) > 1:
                yield node, f"{enum}.{members[(members.index(member) + 1) % len(members)]}"
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            yield from _of_expression(child, enums)
        elif isinstance(child, ast.comprehension):
            yield from ((test, f"(not {_inner(test)})") for test in child.ifs if not isinstance(test, ast.Compare))
            for part in (child.iter, *child.ifs):
                yield from _of_expression(part, enums)
        elif isinstance(child, ast.keyword):
            yield from _of_expression(child.value, enums)


def _less(names: ast.Tuple) -> Iterator[Replacement]:
    """Leave out each of the names in turn."""
    for at in range(len(names.elts)):
        yield names, f"({', '.join(map(ast.unparse, [*names.elts[:at], *names.elts[at + 1 :]]))},)"


def _inner(node: ast.expr) -> str:
    text = ast.unparse(node)
    return f"({text})" if isinstance(node, ast.BoolOp | ast.IfExp | ast.Lambda | ast.Compare | ast.NamedExpr) else text


def _sign(op: ast.cmpop) -> str:
    return ast.unparse(ast.Compare(ast.Name("a"), [op], [ast.Name("b")]))[2:-2]


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
