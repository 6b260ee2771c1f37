"""Mutants of rules code: each alters one place of a function, constant or class, and the proofs should notice.

For example, `if reach >= 3: return 4` has the mutants `reach > 3`, `reach >= 4`, `return 5` and some more.

A mutant changes a number by one, flips a comparison, negates or rejoins a condition, swaps or removes `min` and `max`,
takes another member of an enum, inverts an operator, or removes a statement. A probe raises an exception in place of a
block; if nothing notices, no input of the proofs reaches the block, and its mutants are not tried.

`code_mutants` takes the rules code and yields the mutants as texts of statements; `code_trials.py` tries them. `Reach`
tells which functions a statement can affect.
"""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain

from rulewright.proof.rules_syntax import bound_names

FLIPPED_COMPARISONS: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
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


INVERTED_OPERATORS: Mapping[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
}


SWAPPED_FUNCTIONS = {"min": "max", "max": "min"}


PROBE = "(1 // 0)"
"""An expression that raises an exception when the code reaches it."""


SHOWN = 60
"""Most characters of code that a message quotes."""


@dataclass(frozen=True, slots=True)
class CodeRange:
    """The range of altered code: line and column from 1, and the range of bytes in the file."""

    line: int
    column: int
    start: int
    end: int

    def contains(self, other: "CodeRange") -> bool:
        """Return whether the other range lies in this one."""
        return self.start <= other.start and other.end <= self.end


@dataclass(frozen=True, slots=True)
class CodeMutant:
    """One alteration: statement number `statement` of the module, which binds `name`, becomes `text`.

    An empty `after` means a probe.
    """

    statement: int
    name: str
    text: str
    place: CodeRange
    before: str
    after: str


Replacement = tuple[ast.expr | ast.stmt, str]
"""A node and its new text; the text is empty for a probe."""


def code_mutants(source: str, tree: ast.Module) -> Iterator[CodeMutant]:
    """Yield every mutant of a module in the order of the file; a probe comes before the mutants of its block."""
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    enums = {
        enum.name: [name for part in enum.body for name in bound_names(part)]
        for enum in classes
        if any("Enum" in ast.unparse(base) for base in enum.bases)
    }
    code = _Source(source)
    for number, statement in enumerate(tree.body):
        replacements: Iterator[Replacement] = iter(())
        match statement:
            case ast.FunctionDef(body=body):
                replacements = _block_replacements(body, enums)
            case ast.ClassDef(body=body):
                methods = (part for part in body if isinstance(part, ast.FunctionDef))
                replacements = chain.from_iterable(_block_replacements(method.body, enums) for method in methods)
            case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
                replacements = _expression_replacements(value, enums)
        for node, new_text in replacements:
            yield code.mutant(number, statement, node, new_text)


def _block_replacements(body: Sequence[ast.stmt], enums: Mapping[str, Sequence[str]]) -> Iterator[Replacement]:
    """Yield the replacements of all statements of a block."""
    for node in body:
        yield from _statement_replacements(node, enums)


def _statement_replacements(node: ast.stmt, enums: Mapping[str, Sequence[str]]) -> Iterator[Replacement]:
    """Yield the replacements of a statement, with a probe for each block in it, then those of its parts."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return  # a docstring
    if isinstance(node, ast.AugAssign | ast.Expr | ast.Continue | ast.Break | ast.Raise | ast.Assert):
        yield node, "pass"
    if isinstance(node, ast.If | ast.While):
        yield from _negations(node.test)
    for field in ("body", "orelse", "finalbody"):
        inner: list[ast.stmt] = getattr(node, field, [])
        if inner and not isinstance(node, ast.FunctionDef):
            yield _spanning_statement(inner), ""
        if inner and isinstance(inner[0], ast.Return) and len(inner) == 1 and isinstance(node, ast.If):
            yield inner[0], "pass"
        yield from _block_replacements(inner, enums)
    for child in ast.iter_child_nodes(node):
        match child:
            case ast.expr():
                yield from _expression_replacements(child, enums)
            case ast.match_case(body=body, guard=guard):
                yield _spanning_statement(body), ""
                yield from _expression_replacements(guard, enums) if guard else ()
                yield from _block_replacements(body, enums)
            case ast.ExceptHandler(body=body):
                yield _spanning_statement(body), ""
                yield from _block_replacements(body, enums)


def _spanning_statement(block: Sequence[ast.stmt]) -> ast.stmt:
    """Return one statement that spans all statements of a block."""
    whole = ast.copy_location(ast.Pass(), block[0])
    whole.end_lineno, whole.end_col_offset = block[-1].end_lineno, block[-1].end_col_offset
    return whole


def _negations(test: ast.expr) -> Iterator[Replacement]:
    """Negate a plain condition; for other conditions, their parts are altered one by one instead."""
    if not isinstance(test, ast.Compare | ast.BoolOp | ast.UnaryOp):
        yield test, f"(not {_operand_text(test)})"


def _expression_replacements(node: ast.expr, enums: Mapping[str, Sequence[str]]) -> Iterator[Replacement]:
    """Yield the replacements of an expression, then those of the expressions inside it.

    `enums` has the members of each enum.
    """
    match node:
        case ast.JoinedStr():
            return  # an f-string; Python 3.11 does not know the places of its parts
        case ast.Constant(value=bool() as value):
            yield node, str(not value)
        case ast.Constant(value=int() | float() as value):
            yield from ((node, str(value + 1)), (node, f"({value - 1})" if value < 1 else str(value - 1)))
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            yield node, f"({_operand_text(left)} {_sign_text(FLIPPED_COMPARISONS[type(op)]())} {_operand_text(right)})"
            # `in (1, 2, 3)` also loses one element at a time
            if isinstance(op, ast.In | ast.NotIn) and isinstance(right, ast.Tuple) and len(right.elts) > 1:
                for index in range(len(right.elts)):
                    rest = [*right.elts[:index], *right.elts[index + 1 :]]
                    yield right, f"({', '.join(map(ast.unparse, rest))},)"
        case ast.Compare(left=left, ops=ops, comparators=operands):
            for index, op in enumerate(ops):
                signs = [*ops[:index], FLIPPED_COMPARISONS[type(op)](), *ops[index + 1 :]]
                parts = (
                    f"{_sign_text(sign)} {_operand_text(operand)}"
                    for sign, operand in zip(signs, operands, strict=True)
                )
                yield node, f"({_operand_text(left)} {' '.join(parts)})"
        case ast.BoolOp(op=op, values=values):
            word, opposite = (" and ", " or ") if isinstance(op, ast.And) else (" or ", " and ")
            yield node, f"({opposite.join(map(_operand_text, values))})"
            for index in range(len(values)):
                rest = [*values[:index], *values[index + 1 :]]
                yield node, f"({word.join(map(_operand_text, rest))})"
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield node, f"({ast.unparse(operand)})"
        case ast.BinOp(left=ast.JoinedStr() | ast.Constant(value=str())):
            pass  # text put together or formatted
        case ast.BinOp(left=left, op=op, right=right) if type(op) in INVERTED_OPERATORS:
            yield node, f"({ast.unparse(ast.BinOp(left, INVERTED_OPERATORS[type(op)](), right))})"
        case ast.IfExp(test=test, body=then, orelse=orelse):
            yield from ((then, ""), (orelse, ""))  # probes
            yield from _negations(test)
        case ast.Call(func=ast.Name(id=("min" | "max") as name), args=[_, _, *_] as arguments, keywords=[]):
            yield node, f"{SWAPPED_FUNCTIONS[name]}({', '.join(map(ast.unparse, arguments))})"
            if len(arguments) == 2:
                yield from ((node, f"({ast.unparse(each)})") for each in arguments)
        case ast.Attribute(value=ast.Name(id=enum), attr=member) if member in enums.get(enum, ()):
            members = enums[enum]
            if len(members) > 1:
                next_member = members[(members.index(member) + 1) % len(members)]
                yield node, f"{enum}.{next_member}"
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            yield from _expression_replacements(child, enums)
        elif isinstance(child, ast.comprehension):
            yield from (
                (test, f"(not {_operand_text(test)})") for test in child.ifs if not isinstance(test, ast.Compare)
            )
            for part in (child.iter, *child.ifs):
                yield from _expression_replacements(part, enums)
        elif isinstance(child, ast.keyword):
            yield from _expression_replacements(child.value, enums)


def _operand_text(node: ast.expr) -> str:
    """Return an expression as text that can stand beside any operator."""
    text = ast.unparse(node)
    return f"({text})" if isinstance(node, ast.BoolOp | ast.IfExp | ast.Lambda | ast.Compare | ast.NamedExpr) else text


def _sign_text(op: ast.cmpop) -> str:
    """Return an operator as text: `>=`, or `not in`."""
    return ast.unparse(ast.Compare(ast.Name("a"), [op], [ast.Name("b")]))[2:-2]  # between "a " and " b"


class _Source:
    """The source with the offset of each line, to cut out the text of a node."""

    def __init__(self, source: str) -> None:
        self.lines = source.encode().splitlines(keepends=True)
        self.starts = [0, *accumulate(map(len, self.lines))]
        self.bytes = b"".join(self.lines)

    def mutant(self, number: int, statement: ast.stmt, node: ast.expr | ast.stmt, new_text: str) -> CodeMutant:
        """Return the mutant of statement `number` in which `node` has a new text; a probe if the text is empty."""
        start, end = self._byte_range(node)
        first, last = self._byte_range(statement)
        new_code = new_text or (PROBE if isinstance(node, ast.expr) else f"raise {PROBE}")
        text = self.bytes[first:start] + new_code.encode() + self.bytes[end:last]
        column = len(self.lines[node.lineno - 1][: node.col_offset].decode(errors="ignore")) + 1
        before = shorten(self.bytes[start:end].decode())
        place = CodeRange(node.lineno, column, start, end)
        return CodeMutant(
            number, ", ".join(bound_names(statement)), text.decode(), place, before, shorten(without_brackets(new_text))
        )

    def _byte_range(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        """Return the start and the end of a node in bytes of the source, with its decorators."""
        line = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
        column = 0 if line != node.lineno else node.col_offset
        end = self.starts[(node.end_lineno or line) - 1] + (node.end_col_offset or 0)
        return self.starts[line - 1] + column, end


def shorten(code: str) -> str:
    """Return code as one line, cut if it is long."""
    line = " ".join(code.split())
    return line if len(line) <= SHOWN else f"{line[: SHOWN - 1].rstrip()}…"


def without_brackets(code: str) -> str:
    """Return code without the brackets that keep an alteration together: `a > b` for `(a > b)`, not for `(a, )`."""
    has_brackets = code.startswith("(") and code.endswith(")") and code.count("(") == code.count(")")
    depths = list(accumulate((sign == "(") - (sign == ")") for sign in code))
    # in `(a) + (b)` the depth is 0 before the end, so the first and the last bracket do not belong together
    is_one_pair = has_brackets and 0 not in depths[:-1]
    is_tuple = code.endswith(",)")
    return code[1:-1] if is_one_pair and not is_tuple else code


class Reach:
    """The names that each function of a module reaches, itself or through others, and those used while it loads."""

    def __init__(self, tree: ast.Module) -> None:
        self._uses = {name: _names(node) for node in tree.body for name in bound_names(node)}
        functions = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
        self._reached = {name: _closure({name}, self._uses) for name in functions}
        used_while_loading = {name for node in tree.body for name in _used_while_loading(node)}
        self._loading = set(_closure(used_while_loading, self._uses))
        decorators = (each for node in ast.walk(tree) for each in getattr(node, "decorator_list", []))
        self._has_caches = any("cache" in ast.unparse(each) for each in decorators)

    def dependents(self, node: ast.stmt) -> set[str]:
        """Return the functions whose answers may depend on this statement."""
        return {function for function, names in self._reached.items() if not names.isdisjoint(bound_names(node))}

    def needs_whole(self, node: ast.stmt) -> bool:
        """Return whether the whole module must load again if this statement is altered."""
        if not isinstance(node, ast.FunctionDef) or self._has_caches:
            return True
        return node.name in self._loading or bool(node.decorator_list)


def _closure(names: set[str], uses: Mapping[str, set[str]]) -> set[str]:
    """Return the names, and all names that their statements use in turn."""
    reached, waiting = set(names), list(names)
    while waiting:
        new = uses.get(waiting.pop(), set()) - reached
        reached |= new
        waiting += new
    return reached


def _names(node: ast.AST) -> set[str]:
    """Return all names in the code of a node."""
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def _used_while_loading(node: ast.stmt) -> Iterator[str]:
    """Yield the names that a statement reads while the module loads; for a function, only defaults and decorators."""
    match node:
        case ast.FunctionDef(args=args, decorator_list=decorators):
            defaults = [each for each in (*args.defaults, *args.kw_defaults) if each]
            yield from (name for part in (*defaults, *decorators) for name in _names(part))
        case ast.ClassDef() | ast.Assign() | ast.AnnAssign():
            yield from _names(node)
