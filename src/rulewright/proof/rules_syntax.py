"""The names that the statements of rules.py bind, and the rules that its docstrings cite.

`dead_citations` finds docstrings that cite rules which do not exist. Readers follow these numbers, and nothing else
notices when rules are renumbered.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from rulewright.base.findings import Finding, Severity, Span
from rulewright.book.book import Book
from rulewright.entries.names import did_you_mean


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
