"""Facts about the rules code that follow from its syntax, without running it. The text of a rules.py comes in.

- `lasting_changes` finds what a function changes beyond its call: a name that it binds with `global`, a module value
  that it modifies or takes the next item of, or a default value that it modifies. Caches of functools do not count,
  because they only save what would be computed again.
- `ReachedCode` finds the module statements that the answers of a function depend on: the names that it uses, the names
  that these use in turn, and all imports. So a cached answer stays valid until one of these statements changes. A
  statement that passes a value to a call, decorator or base class while the module loads may modify the value, so it
  belongs to that value too. If the syntax does not tell, it is the whole file.
- `dead_citations` finds docstrings that cite rules which do not exist. Readers follow these numbers, and nothing else
  notices when rules are renumbered.
"""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from typing import cast

from rulewright.base.findings import Finding, Severity, Span
from rulewright.base.listing import digest
from rulewright.book.book import Book
from rulewright.entries.names import did_you_mean

# Lasting changes

MODIFYING_METHODS = frozenset(
    {"add", "append", "appendleft", "clear", "discard", "extend", "insert", "pop", "popitem", "popleft", "remove"}
    | {"reverse", "rotate", "setdefault", "sort", "subtract", "update", "__setitem__", "__next__"}
)
"""Methods of built-in types that modify their object."""

Change = tuple[str, str, int, int]
"""A function, the name that it changes, and the line and column of the change, from 1."""


def lasting_changes(source: str) -> Iterator[Change]:
    """Yield every change that outlives a call, in the order of the file: such as `cache[key] = 1`."""
    tree = ast.parse(source.removeprefix("\ufeff"))
    module_names = {name for node in tree.body for name in bound_names(node)}
    for function in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]:
        nodes = list(_nodes_of(function))
        globals_ = {name for node in nodes if isinstance(node, ast.Global) for name in node.names}
        changes = [(name, node) for node in nodes for name in _modified_names(node, globals_) if name]
        if changes:
            local_names = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
            local_names |= {arg.arg for arg in ast.walk(function.args) if isinstance(arg, ast.arg)}
            mutable = (ast.List, ast.Dict, ast.Set, ast.Call)
            outliving = (module_names - local_names) | globals_
            outliving |= {name for name, default in defaults(function) if isinstance(default, mutable)}
            places = sorted((node.lineno, _column(source, node), name) for name, node in changes if name in outliving)
            yield from ((function.name, name, line, column) for line, column, name in places)


def _nodes_of(function: ast.FunctionDef) -> Iterator[ast.expr | ast.stmt]:
    """Yield the nodes of a function, without the nodes of nested functions."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.expr | ast.stmt):
            yield node
        if not isinstance(node, ast.FunctionDef):
            waiting += ast.iter_child_nodes(node)


def bound_names(node: ast.stmt) -> Iterator[str]:
    """Yield the names that a module statement binds."""
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Assign(targets=targets):
            yield from (part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name


def parameters(function: ast.FunctionDef) -> list[ast.arg]:
    """Return the parameters of a function, without `*args` and `**kwargs`."""
    return [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]


def defaults(function: ast.FunctionDef) -> Iterator[tuple[str, ast.expr]]:
    """Yield each parameter that has a default, with the default."""
    arguments = function.args
    positional = reversed([*arguments.posonlyargs, *arguments.args])
    pairs = [*zip(positional, reversed(arguments.defaults), strict=False)]
    only_named = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    pairs += [(argument, default) for argument, default in only_named if default is not None]
    yield from ((argument.arg, default) for argument, default in pairs)


def _modified_names(node: ast.AST, globals_: set[str]) -> Iterator[str]:
    """Yield the names whose values a statement or call modifies, or "" for a value without a name."""
    match node:
        case ast.Assign(targets=targets) | ast.Delete(targets=targets):
            yield from (_owner(target, globals_) for target in targets)
        case ast.AugAssign(target=target) | ast.AnnAssign(target=target) | ast.For(target=target):
            yield _owner(target, globals_)
        case ast.Call(func=ast.Attribute(value=value, attr=method)) if method in MODIFYING_METHODS:
            yield _root(value)
        case ast.Call(func=ast.Name(id="next" | "setattr"), args=[value, *_]):
            yield _root(value)


def _owner(target: ast.expr, globals_: set[str]) -> str:
    """Return the name whose value a target modifies, or ""; a plain name is only bound, unless it is global."""
    if isinstance(target, ast.Name):
        return target.id if target.id in globals_ else ""
    return _root(target)


def _root(node: ast.expr) -> str:
    """Return the name that an expression begins with: `board` of `board.squads[0]`; "" if it begins with none."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _column(source: str, node: ast.expr | ast.stmt) -> int:
    """Return the column of a node in characters, from 1."""
    line = source.removeprefix("\ufeff").split("\n")[node.lineno - 1]
    return len(line.encode()[: node.col_offset].decode(errors="ignore")) + 1


# Reached code

DYNAMIC = frozenset({"attrgetter", "delattr", "dir", "getattr", "hasattr", "methodcaller", "setattr", "type"})
"""Functions that read values by a name that is computed at run time."""


class ReachedCode:
    """The statements of one rules.py, with the names that they bind and use."""

    def __init__(self, source: str) -> None:
        self.source = source
        self._body = ast.parse(source.removeprefix("\ufeff")).body

    @staticmethod
    @lru_cache(4)
    def of(source: str) -> "ReachedCode":
        return ReachedCode(source)

    @lru_cache(1024)  # noqa: B019 - keeps at most the code of a few games alive
    def digest(self, function: str) -> str:
        """Return a digest of all code that the answers of a function depend on."""
        if self._is_dynamic or function not in self._uses:
            return digest(self.source)
        reached = closure({function}, self._uses)
        return digest(*(text for text, names in self._statements if names is None or not reached.isdisjoint(names)))

    @cached_property
    def _statements(self) -> list[tuple[str, frozenset[str] | None]]:
        """Each module statement as text, with the names that it binds; None for an import, which everything reaches."""
        return [
            (ast.dump(node), None if isinstance(node, ast.Import | ast.ImportFrom) else frozenset(bound_names(node)))
            for node in self._body
        ]

    @cached_property
    def _is_dynamic(self) -> bool:
        """Whether the syntax does not tell what a function depends on."""
        names = (node.id for statement in self._body for node in ast.walk(statement) if isinstance(node, ast.Name))
        return (
            not all(map(_is_plain, self._body))
            or not DYNAMIC.isdisjoint(names)
            or next(lasting_changes(self.source), None) is not None
        )

    @cached_property
    def _uses(self) -> dict[str, set[str]]:
        """The names that each module name depends on directly."""
        uses: dict[str, set[str]] = {}
        for node in self._body:
            for name in bound_names(node):
                uses.setdefault(name, set()).update(_names([node]))
        # the other way round: after `RATES = {}`, `TOTAL = fill(RATES)` may modify RATES, so RATES depends on TOTAL
        for node in self._body:
            for name in _names(_run_while_loading(node)) & uses.keys():
                uses[name].update(bound_names(node))
        return uses


def closure(names: set[str], uses: Mapping[str, set[str]]) -> set[str]:
    """Return the names, and all names that their statements use in turn."""
    reached, waiting = set(names), list(names)
    while waiting:
        new = uses.get(waiting.pop(), set()) - reached
        reached |= new
        waiting += new
    return reached


def _is_plain(node: ast.stmt) -> bool:
    """Return whether a module statement only imports, defines, or assigns."""
    match node:
        case ast.ImportFrom(names=names):
            return all(name.name != "*" for name in names)
        case ast.Import() | ast.FunctionDef() | ast.ClassDef() | ast.Expr(value=ast.Constant()):
            return True
        case ast.Assign(targets=targets):
            return all(map(_binds_names, targets))
        case ast.AnnAssign(target=target):
            return isinstance(target, ast.Name)
    return False


def _binds_names(target: ast.expr) -> bool:
    """Return whether a target is a name, or a tuple of names such as `a, (b, c)`."""
    return isinstance(target, ast.Name) or (isinstance(target, ast.Tuple) and all(map(_binds_names, target.elts)))


def _names(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the names in some nodes, including those in annotations written as text."""
    names: set[str] = set()
    for node in chain.from_iterable(map(ast.walk, nodes)):
        match node:
            case ast.Name(id=name):
                names.add(name)
            case ast.Constant(value=str(text)) if text.isidentifier():
                names.add(text)
            case ast.Constant(value=str(text)):
                names.update(re.split(r"[\[\]|,\s]+", text))  # such as "tuple[Light, int] | None"
    return names


def _run_while_loading(node: ast.stmt) -> Iterator[ast.AST]:
    """Yield the parts of a statement that may modify what they name while the module loads."""
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


# Citations

DEAD_CITATION = "dead-citation"

NUMBER = r"[A-Z]{0,2}\d+(?:\.\d+)+(?:\.[a-z])?(?:[–-](?:\d+|[a-z])\b)?"
"""The pattern of a rule number such as `7.2`, `AB7.21.c` or the range `7.21-23`."""
LIST = rf"{NUMBER}(?:\s*(?:,\s*and|,|;|and|or|to)\s*(?:rules?\s+)?{NUMBER})*"
"""The pattern of one or more numbers: `7.2, 7.3 and rule 8.1`."""
CITATION = re.compile(rf"\b[Rr]ules?\s+(?P<named>{LIST})|\(\s*(?:see\s+)?(?P<bare>{LIST})\s*\)")
"""A citation with its word, `rules 7.2 and 7.3`, or bare in brackets, `(7.2)` or `(see 7.2)`."""


@dataclass(frozen=True, slots=True)
class _Citation:
    """A number in a docstring.

    `has_word` means that the word "rule" stands before it, so it cannot be another number. `where` names the function,
    such as `damage()`, the class, or "the rules code" for the docstring of the module.
    """

    number: str
    has_word: bool
    where: str
    line: int
    column: int


def dead_citations(book: Book, source: str, file: str) -> Iterator[Finding]:
    """Yield a finding for each citation of a number that no rule has.

    A bare number in brackets counts only if such numbers are citations in this file.
    """
    # chapter 7 may be numbered, and is cited as, 7.0; both are compared as 7
    numbers = {rule.number.removesuffix(".0") for rule in book.game.rules if rule.number}
    former = {each.name: rule for rule in book.game.rules for each in rule.former_numbers}
    citations = list(_citations(source))
    bare_numbers_cite = any(not each.has_word and _exists(each.number, numbers, book) for each in citations)
    for each in citations if numbers else ():
        may_be_decimal = each.number.startswith("0.")  # such as `(0.5)`
        is_citation = (each.has_word or bare_numbers_cite) and not may_be_decimal
        if is_citation and not _exists(each.number, numbers, book):
            now = former.get(each.number)
            similar = did_you_mean(each.number, sorted(numbers), "correct the number")
            hint = f"it is {now.number} now" if now else similar
            span = Span(file, each.line, each.column, len(each.number))
            message = f"{each.where} cites rule {each.number}, which does not exist"
            about = f"{each.where.removesuffix('()')}: {each.number}"
            yield Finding(DEAD_CITATION, span, message, hint, severity=Severity.WARNING, about=about)


def _exists(number: str, numbers: set[str], book: Book) -> bool:
    """Return whether a rule with that number exists, or with each number of a range."""
    plain = number.removesuffix(".0")
    range_numbers = book.game.numbering.range(plain)  # empty if the number is no range
    return plain in numbers or (bool(range_numbers) and numbers.issuperset(range_numbers))


def _citations(source: str) -> Iterator[_Citation]:
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return  # the proof reports the syntax error
    lines = source.split("\n")
    for node in ast.walk(tree):
        match node:
            case ast.Module() | ast.FunctionDef() | ast.ClassDef() if ast.get_docstring(node, clean=False) is not None:
                where = "the rules code" if isinstance(node, ast.Module) else node.name
                docstring = cast(ast.Constant, cast(ast.Expr, node.body[0]).value)
                yield from _citations_in(docstring, f"{where}()" if isinstance(node, ast.FunctionDef) else where, lines)


def _citations_in(docstring: ast.Constant, where: str, lines: list[str]) -> Iterator[_Citation]:
    """Yield the citations of a docstring with their places in the file; a citation may run over a line end."""
    *above, last = lines[docstring.lineno - 1 : docstring.end_lineno]
    source = "\n".join((*above, last.encode()[: docstring.end_col_offset].decode()))  # a comment may follow
    for match in CITATION.finditer(source):
        has_word = match["named"] is not None
        group = "named" if has_word else "bare"
        for number in re.finditer(NUMBER, match[group]):
            before = source[: match.start(group) + number.start()]
            line, column = before.count("\n"), len(before) - before.rfind("\n")
            yield _Citation(number[0], has_word, where, docstring.lineno + line, column)
