"""Docstrings of the rules code that cite rules which do not exist.

Whoever compares code and rules follows these numbers, and they are shown beside each disagreement. When rules are
renumbered, links are found wrong at once, and docstrings are not. Nothing runs: they are read from the syntax tree.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.findings import Finding, Severity, Span
from rulewright.model.book import Book
from rulewright.model.names import did_you_mean

DEAD_CITATION = "dead-citation"

NUMBER = r"[A-Z]{0,2}\d+(?:\.\d+)+(?:\.[a-z])?(?:[–-](?:\d+|[a-z])\b)?"
LIST = rf"{NUMBER}(?:\s*(?:,\s*and|,|;|and|or|to)\s*(?:rules?\s+)?{NUMBER})*"
CITED = re.compile(rf"\b[Rr]ules?\s+(?P<named>{LIST})|\(\s*(?:see\s+)?(?P<bare>{LIST})\s*\)")


@dataclass(frozen=True, slots=True)
class _Citation:
    """A number in a docstring; `named` where the word rule stands before it, and it can be no other number."""

    number: str
    named: bool
    where: str
    line: int
    column: int


def dead_citations(book: Book, source: str, file: str) -> Iterator[Finding]:
    """Each citation of a number that no rule has; a bare number in brackets only where such numbers are citations."""
    numbers = {rule.number.removesuffix(".0") for rule in book.game.rules if rule.number}
    former = {each.name: rule for rule in book.game.rules for each in rule.former_numbers}
    citations = list(_citations(source))
    bare = any(not each.named and _exists(each.number, numbers, book) for each in citations)
    for each in citations if numbers else ():
        if not _exists(each.number, numbers, book) and (each.named or bare) and not each.number.startswith("0."):
            now = former.get(each.number)
            hint = (
                f"it is {now.number} now" if now else did_you_mean(each.number, sorted(numbers), "correct the number")
            )
            span = Span(file, each.line, each.column, len(each.number))
            message = f"{each.where} cites rule {each.number}, and there is no such rule"
            about = f"{each.where.removesuffix('()')}: {each.number}"
            yield Finding(DEAD_CITATION, span, message, hint, severity=Severity.WARNING, about=about)


def _exists(number: str, numbers: set[str], book: Book) -> bool:
    """Whether there is a rule of that number, or of each number of a range."""
    plain = number.removesuffix(".0")
    each = book.game.numbering.range(plain)
    return plain in numbers or (bool(each) and numbers.issuperset(each))


def _citations(source: str) -> Iterator[_Citation]:
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return  # another finding tells
    lines = source.split("\n")
    for node in ast.walk(tree):
        match node:
            case ast.Module(body=[ast.Expr(value=ast.Constant(value=str()) as text), *_]):
                yield from _in_docstring(text, "the rules code", lines)
            case ast.FunctionDef(name=name, body=[ast.Expr(value=ast.Constant(value=str()) as text), *_]):
                yield from _in_docstring(text, f"{name}()", lines)
            case ast.ClassDef(name=name, body=[ast.Expr(value=ast.Constant(value=str()) as text), *_]):
                yield from _in_docstring(text, name, lines)


def _in_docstring(text: ast.Constant, where: str, lines: list[str]) -> Iterator[_Citation]:
    """The citations of a docstring, which may run over the ends of lines, each where it stands in the file."""
    *above, last = lines[text.lineno - 1 : text.end_lineno]
    written = "\n".join((*above, last.encode()[: text.end_col_offset].decode()))  # what follows is a comment
    for match in CITED.finditer(written):
        named = match["named"] is not None
        group = "named" if named else "bare"
        for number in re.finditer(NUMBER, match[group]):
            before = written[: match.start(group) + number.start()]
            line, column = before.count("\n"), len(before) - before.rfind("\n")
            yield _Citation(number[0], named, where, text.lineno + line, column)
